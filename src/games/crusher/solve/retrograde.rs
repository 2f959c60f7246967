//! Retrograde analysis: from the ends of the game back to its beginning.
//!
//! Layers with fewer pieces come first, since captures lead there. Within a layer, level after
//! level: a position is lost in `n` plies when all its moves lead to positions won in less and one
//! of them in `n - 1`, and won in `n` when its best move leads to a position lost in `n - 1`. What
//! is never reached in this way is a draw: both sides can go round in circles.
//!
//! Moves to empty cells can be taken back by moves to empty cells, so the positions before a
//! position are found by moving the pieces of the side that has just moved.
//!
//! All threads share the rows of a level. Each position is looked at by one of them. Others may mark
//! it in the meantime, but only for the next level, and every thread that does so marks the same; so
//! the values do not depend on the order.

use super::small_board::{Layer, SmallBoard, spread};
use super::{UNKNOWN, Verdict, pack, unpack};
use crate::parallel;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

/// A position that some capture keeps from being lost has this many ways out: more than can be
/// closed.
const ALWAYS: u8 = u8::MAX;

/// No level waits for the position.
const NOTHING: u8 = u8::MAX;

/// How many rows a thread takes at a time; then it looks at the cancel flag.
const ROWS: usize = 64;

/// Returns the values of all positions, or nothing if `cancel` was set. Calls `watch` with the
/// number of positions dealt with and the number of all.
pub(super) fn analyse(
    board: &SmallBoard,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
    mut watch: impl FnMut(usize, usize),
) -> Option<Vec<u8>> {
    let all = board.positions();
    let values = filled(UNKNOWN, all);
    let mut layers: Vec<Layer> = board.layers().to_vec();
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
        let size: usize = group.iter().map(Layer::len).sum();
        let analysis = Analysis {
            board,
            group: &group,
            values: &values,
            open: group.iter().map(|layer| filled(0, layer.len())).collect(),
            waiting: (group.iter())
                .map(|layer| filled(NOTHING, layer.len()))
                .collect(),
            threads,
            cancel,
        };
        analysis.run(|part| watch(done + (size as f64 * part) as usize, all))?;
        done += size;
    }
    watch(all, all);
    Some(values.into_iter().map(AtomicU8::into_inner).collect())
}

/// Bytes that threads can share.
fn filled(byte: u8, count: usize) -> Vec<AtomicU8> {
    (0..count).map(|_| AtomicU8::new(byte)).collect()
}

/// The analysis of one or two layers that lead to each other.
struct Analysis<'a> {
    board: &'a SmallBoard,
    group: &'a [Layer],
    values: &'a [AtomicU8],
    /// By layer and place: how many quiet moves are not known to lose.
    open: Vec<Vec<AtomicU8>>,
    /// By layer and place: at which level the captures win at best, or lose at last.
    waiting: Vec<Vec<AtomicU8>>,
    threads: NonZeroUsize,
    cancel: &'a AtomicBool,
}

impl Analysis<'_> {
    fn run(&self, mut progress: impl FnMut(f64)) -> Option<()> {
        let last_waiting = self.start_from_captures()?;
        let mut decided_before = true;
        for level in 0.. {
            // The first levels have nearly all the work.
            progress(1.0 - 0.7 / (f64::from(level) / 4.0 + 1.0));
            let decided = self.decide_level(level)?;
            if !decided && !decided_before && level >= last_waiting {
                break;
            }
            decided_before = decided;
        }
        Some(())
    }

    /// Calls `row` for every row of a layer, on all threads, with the own pieces and the places of
    /// the positions. Returns the greatest result, or nothing if the analysis was cancelled.
    fn rows<R: Ord + Default + Send>(
        &self,
        layer: &Layer,
        row: impl Fn(u32, Range<usize>) -> R + Sync,
    ) -> Option<R> {
        let rows: Vec<(usize, u32)> = self.board.rows(layer).into_iter().enumerate().collect();
        let part = |rows: &[(usize, u32)]| {
            let places = |at| at * layer.columns..(at + 1) * layer.columns;
            let stop = self.cancel.load(Relaxed);
            let results = rows.iter().map(|&(at, own)| row(own, places(at)));
            (!stop).then(|| results.max().unwrap_or_default())
        };
        let parts = parallel::map(self.threads, rows.chunks(ROWS), part);
        parts
            .into_iter()
            .try_fold(R::default(), |greatest, part| Some(greatest.max(part?)))
    }

    /// Which layer of the group a quiet move from this one leads to.
    const fn twin(&self, which: usize) -> usize {
        self.group.len() - 1 - which
    }

    /// Counts the quiet moves of all positions and looks up their captures, whose values are known.
    /// Returns the last level that something waits for.
    fn start_from_captures(&self) -> Option<u32> {
        let mut last = 0;
        for (which, layer) in self.group.iter().enumerate() {
            let columns = self.board.columns(layer);
            last = last.max(self.rows(layer, |own, places| {
                let mut last = 0;
                for (place, &column) in places.zip(&columns) {
                    let enemy = spread(column, own);
                    let mut quiet = 0;
                    self.board.quiet(own, enemy, |_| quiet += 1);
                    let (mut win, mut loss, mut safe) = (None, 0, false);
                    self.board
                        .captures(own, enemy, |own, enemy| match self.verdict(enemy, own) {
                            Verdict::Loss(plies) => {
                                win = Some(win.map_or(plies + 1, |win: u32| win.min(plies + 1)));
                            }
                            Verdict::Win(plies) => loss = loss.max(plies + 1),
                            Verdict::Draw => safe = true,
                        });
                    let level = win.unwrap_or(loss);
                    if win.is_some() || !safe {
                        self.waiting[which][place].store(level as u8, Relaxed);
                        last = last.max(level);
                    }
                    let open = if win.is_some() || safe { ALWAYS } else { quiet };
                    self.open[which][place].store(open, Relaxed);
                }
                last
            })?);
        }
        Some(last)
    }

    /// The verdict on a position after a capture.
    fn verdict(&self, own: u32, enemy: u32) -> Verdict {
        match self.board.number(own, enemy) {
            Some(number) => unpack(self.values[number].load(Relaxed)),
            // Too few pieces are left.
            None => Verdict::Loss(0),
        }
    }

    /// Marks the positions that are decided in exactly `level` plies, and updates those before them.
    /// Returns whether there were any.
    fn decide_level(&self, level: u32) -> Option<bool> {
        let (decided, next) = (pack(level)?, pack(level + 1)?);
        let mut any = false;
        for (which, layer) in self.group.iter().enumerate() {
            let columns = self.board.columns(layer);
            let found = self.rows(layer, |own, places| {
                let mut any = false;
                for (place, &column) in places.zip(&columns) {
                    let value = &self.values[layer.first + place];
                    let mut known = value.load(Relaxed);
                    if known == UNKNOWN && self.is_decided(which, place, level) {
                        known = decided;
                        value.store(decided, Relaxed);
                    }
                    if known == decided {
                        any = true;
                        self.update_before(which, level, next, (own, spread(column, own)));
                    }
                }
                any
            })?;
            any |= found;
        }
        Some(any)
    }

    /// Whether captures decide a position at this level: an odd one is a win.
    fn is_decided(&self, which: usize, place: usize, level: u32) -> bool {
        u32::from(self.waiting[which][place].load(Relaxed)) == level
            && (level % 2 == 1 || self.open[which][place].load(Relaxed) == 0)
    }

    /// Updates the positions before one that is decided at this level; `next` is the value of those
    /// that are decided by it.
    fn update_before(&self, which: usize, level: u32, next: u8, (own, enemy): (u32, u32)) {
        let twin = self.twin(which);
        let before = &self.group[twin];
        self.board.quiet(enemy, own, |mover| {
            let place = self.board.place(before, mover, own);
            let value = &self.values[before.first + place];
            if level.is_multiple_of(2) {
                if value.load(Relaxed) == UNKNOWN {
                    value.store(next, Relaxed);
                }
                return;
            }
            // One way out less. A count that is always open stays so.
            let open = &self.open[twin][place];
            if open.load(Relaxed) == ALWAYS {
                return;
            }
            let waits = u32::from(self.waiting[twin][place].load(Relaxed)) > level + 1;
            if open.fetch_sub(1, Relaxed) == 1 && !waits {
                value.store(next, Relaxed);
            }
        });
    }
}
