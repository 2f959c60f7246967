//! Retrograde analysis: from the ends of the game back to its beginning.
//!
//! Layers with fewer pieces come first, since captures lead there. Within a layer, levels follow each
//! other: a position is lost in `n` plies if all its moves lead to positions won in less than `n`,
//! one of them in `n - 1`, and won in `n` if its best move leads to a position lost in `n - 1`. All
//! others are draws, since both sides can repeat positions.
//!
//! A move to an empty cell can be reversed by another, so moving the pieces of the side that has just
//! moved finds the previous positions.
//!
//! All threads share the rows of a level, and one thread handles each position. Others can mark it
//! at the same time, but only for the next level and with the same value, so the result does not
//! depend on the order.

use super::small_board::{Layer, Positions, SmallBoard, spread};
use super::{UNKNOWN, Verdict, pack, unpack};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// The count of a position that a capture keeps from being lost.
const ALWAYS: u8 = u8::MAX;

/// No level waits for the position.
const NOTHING: u8 = u8::MAX;

/// Returns the values of all positions, or `None` if cancelled. Calls `watch` with the number of
/// positions done and the number of all.
pub(super) fn analyse(
    board: &SmallBoard,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    mut watch: impl FnMut(usize, usize),
) -> Option<Vec<u8>> {
    let all = board.positions();
    let values = filled(UNKNOWN, all);
    let mut layers = board.layers.clone();
    layers.sort_by_key(|layer| layer.counts.0 + layer.counts.1);
    let mut done = 0;
    for layer in layers {
        let (own, enemy) = layer.counts;
        // A quiet move leads to the layer with the numbers swapped, so these two go together.
        if own > enemy {
            continue;
        }
        let mut group = vec![layer];
        if own != enemy {
            group.push(*board.layer((enemy, own))?);
        }
        let size: usize = group.iter().map(|layer| layer.len).sum();
        let filled = |byte| group.iter().map(|layer| filled(byte, layer.len)).collect();
        let analysis = Analysis {
            board,
            group: &group,
            values: &values,
            open: filled(0),
            waiting: filled(NOTHING),
            threads,
            cancel,
        };
        analysis.run(|part| watch(done + (size as f64 * part) as usize, all))?;
        done += size;
    }
    Some(values.into_iter().map(AtomicU8::into_inner).collect())
}

/// Creates bytes that threads can share.
fn filled(byte: u8, count: usize) -> Vec<AtomicU8> {
    (0..count).map(|_| AtomicU8::new(byte)).collect()
}

/// The analysis of one or two layers that lead to each other.
struct Analysis<'a> {
    board: &'a SmallBoard,
    group: &'a [Layer],
    values: &'a [AtomicU8],
    /// By layer and place: the number of quiet moves not known to lose.
    open: Vec<Vec<AtomicU8>>,
    /// By layer and place: the level of the quickest winning capture, or of the slowest losing one.
    waiting: Vec<Vec<AtomicU8>>,
    threads: NonZeroUsize,
    cancel: &'a AtomicBool,
}

impl Analysis<'_> {
    /// Decides level after level. `None` if cancelled.
    fn run(&self, mut progress: impl FnMut(f64)) -> Option<()> {
        let last_waiting = self.start_from_captures()?;
        for level in 0.. {
            // The first levels have nearly all the work.
            progress(1.0 - 0.7 / (f64::from(level) / 4.0 + 1.0));
            if !self.decide_level(level)? && level >= last_waiting {
                break;
            }
        }
        Some(())
    }

    /// Counts the quiet moves of all positions and looks up their captures, whose values are known.
    /// Returns the last level that a position waits for.
    fn start_from_captures(&self) -> Option<u8> {
        let mut last = 0;
        for (which, layer) in self.group.iter().enumerate() {
            let row = |own, positions: Positions<'_>| {
                let mut last = 0;
                for (place, &column) in positions {
                    let enemy = spread(column, own);
                    let mut quiet = 0;
                    self.board.quiet(own, enemy, |_| quiet += 1);
                    let (mut win, mut loss) = (NOTHING, 0);
                    self.board
                        .captures(own, enemy, |own, enemy| match self.verdict(enemy, own) {
                            Verdict::Loss(plies) => win = win.min(plies as u8 + 1),
                            Verdict::Win(plies) => loss = loss.max(plies as u8 + 1),
                            Verdict::Draw => loss = NOTHING,
                        });
                    let (level, open) = match (win, loss) {
                        (NOTHING, NOTHING) => (NOTHING, ALWAYS),
                        (NOTHING, _) => (loss, quiet),
                        _ => (win, ALWAYS),
                    };
                    self.waiting[which][place].store(level, Relaxed);
                    self.open[which][place].store(open, Relaxed);
                    last = last.max(if level == NOTHING { 0 } else { level });
                }
                last
            };
            let (threads, cancel) = (self.threads, self.cancel);
            last = last.max(self.board.visit_rows(layer, threads, cancel, row)?);
        }
        Some(last)
    }

    /// Returns the verdict on a position after a capture.
    fn verdict(&self, own: u32, enemy: u32) -> Verdict {
        let number = self.board.number(own, enemy);
        // Without a number, too few pieces are left.
        number.map_or(Verdict::Loss(0), |number| {
            unpack(self.values[number].load(Relaxed))
        })
    }

    /// Marks the positions that are decided in exactly `level` plies, and updates those before them.
    /// Returns whether there are any.
    fn decide_level(&self, level: u8) -> Option<bool> {
        let decided = pack(level);
        let mut any = false;
        for (which, layer) in self.group.iter().enumerate() {
            let row = |own, positions: Positions<'_>| {
                let mut any = false;
                for (place, &column) in positions {
                    let value = &self.values[layer.first + place];
                    let mut known = value.load(Relaxed);
                    if known == UNKNOWN && self.is_decided(which, place, level) {
                        known = decided;
                        value.store(decided, Relaxed);
                    }
                    if known == decided {
                        any = true;
                        self.update_before(which, level, own, spread(column, own));
                    }
                }
                any
            };
            let (threads, cancel) = (self.threads, self.cancel);
            any |= self.board.visit_rows(layer, threads, cancel, row)?;
        }
        Some(any)
    }

    /// Whether captures decide a position at this level: an odd one is a win.
    fn is_decided(&self, which: usize, place: usize, level: u8) -> bool {
        self.waiting[which][place].load(Relaxed) == level
            && (level % 2 == 1 || self.open[which][place].load(Relaxed) == 0)
    }

    /// Updates the positions before one that is decided at this level.
    fn update_before(&self, which: usize, level: u8, own: u32, enemy: u32) {
        // A quiet move leads from one layer of a group to the other.
        let which = self.group.len() - 1 - which;
        let before = &self.group[which];
        self.board.quiet(enemy, own, |mover| {
            let place = self.board.place(before, mover, own);
            let value = &self.values[before.first + place];
            if level.is_multiple_of(2) {
                if value.load(Relaxed) == UNKNOWN {
                    value.store(pack(level + 1), Relaxed);
                }
                return;
            }
            // One move less to escape.
            let open = &self.open[which][place];
            if open.load(Relaxed) == ALWAYS {
                return;
            }
            let waits = self.waiting[which][place].load(Relaxed) > level + 1;
            if open.fetch_sub(1, Relaxed) == 1 && !waits {
                value.store(pack(level + 1), Relaxed);
            }
        });
    }
}
