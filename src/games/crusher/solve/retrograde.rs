//! Retrograde analysis: from the ends of the game back to its beginning.
//!
//! Layers with fewer pieces come first, since captures lead there. Within a layer, level after
//! level: a position is lost in `n` plies when all its moves lead to positions won in less and one
//! of them in `n - 1`, and won in `n` when its best move leads to a position lost in `n - 1`. What
//! is never reached in this way is a draw: both sides can go round in circles.
//!
//! Moves to empty cells can be taken back by moves to empty cells, so the positions before a
//! position are found by moving the pieces of the side that has just moved.

use super::index::{Layer, PositionIndex, sets, spread};
use super::small_board::SmallBoard;
use super::verdict::{UNKNOWN, Verdict, pack, unpack};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// A position that some capture keeps from being lost has this many ways out: more than can be
/// closed.
const ALWAYS: u8 = u8::MAX;

/// No level waits for the position.
const NOTHING: u8 = u8::MAX;

/// How many rows pass between two looks at the cancel flag.
const ROWS_PER_LOOK: usize = 64;

/// The values of all positions, or nothing if `cancel` was set. `watch` is told how many positions
/// have been dealt with, and how many there are.
pub(super) fn analyse(
    board: &SmallBoard,
    index: &PositionIndex,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(usize, usize),
) -> Option<Vec<u8>> {
    let mut values = vec![UNKNOWN; index.total()];
    let mut layers: Vec<&Layer> = index.layers().iter().collect();
    layers.sort_by_key(|layer| layer.counts.0 + layer.counts.1);
    let mut done = 0;
    watch(done, index.total());
    for layer in layers {
        let (own, enemy) = layer.counts;
        // A quiet move leads to the layer with the numbers swapped, so these two go together.
        if own > enemy {
            continue;
        }
        let twin = index.layer((enemy, own))?;
        let group = if own == enemy {
            vec![*layer]
        } else {
            vec![*layer, *twin]
        };
        let size: usize = group.iter().map(Layer::len).sum();
        let mut tell = |part: f64| watch(done + (size as f64 * part) as usize, index.total());
        Analysis::new(board, index, &group, &mut values).run(cancel, &mut tell)?;
        done += size;
    }
    watch(done, index.total());
    Some(values)
}

/// The analysis of one or two layers that lead to each other.
struct Analysis<'a> {
    board: &'a SmallBoard,
    index: &'a PositionIndex,
    group: &'a [Layer],
    values: &'a mut [u8],
    /// By layer and place: how many quiet moves are not known to lose.
    open: Vec<Vec<u8>>,
    /// By layer and place: at which level the captures win at best, or lose at last.
    waiting: Vec<Vec<u8>>,
}

impl<'a> Analysis<'a> {
    fn new(
        board: &'a SmallBoard,
        index: &'a PositionIndex,
        group: &'a [Layer],
        values: &'a mut [u8],
    ) -> Self {
        let filled = |byte| group.iter().map(|layer| vec![byte; layer.len()]).collect();
        Analysis {
            board,
            index,
            group,
            values,
            open: filled(0),
            waiting: filled(NOTHING),
        }
    }

    fn run(mut self, cancel: &AtomicBool, tell: &mut dyn FnMut(f64)) -> Option<()> {
        let last_waiting = self.start_from_captures(cancel)?;
        tell(0.3);
        let mut decided_before = true;
        for level in 0.. {
            let decided = self.decide_level(level, cancel)?;
            if !decided && !decided_before && level >= last_waiting {
                break;
            }
            decided_before = decided;
            // The first levels have nearly all the work.
            tell(1.0 - 0.7 / (f64::from(level) / 4.0 + 1.0));
        }
        Some(())
    }

    /// The rows of a layer: their number, the own pieces, and the places of the positions.
    fn rows(layer: &Layer, cells: u32) -> impl Iterator<Item = (usize, u32, Range<usize>)> {
        let columns = layer.columns;
        sets(cells, layer.counts.0)
            .enumerate()
            .map(move |(row, own)| (row, own, row * columns..(row + 1) * columns))
    }

    /// Which layer of the group a quiet move from this one leads to.
    const fn twin(&self, which: usize) -> usize {
        self.group.len() - 1 - which
    }

    /// Counts the quiet moves of all positions and looks up their captures, whose values are known.
    /// Returns the last level that something waits for.
    fn start_from_captures(&mut self, cancel: &AtomicBool) -> Option<u32> {
        let mut last = 0;
        for (which, layer) in self.group.iter().enumerate() {
            let columns: Vec<u32> = squeezed(self.board, layer);
            for (row, own, places) in Self::rows(layer, self.board.cells) {
                check(cancel, row)?;
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
                        self.waiting[which][place] = level as u8;
                        last = last.max(level);
                    }
                    self.open[which][place] = if win.is_some() || safe { ALWAYS } else { quiet };
                }
            }
        }
        Some(last)
    }

    /// The verdict on a position after a capture.
    fn verdict(&self, own: u32, enemy: u32) -> Verdict {
        match self.index.number(own, enemy) {
            Some(number) => unpack(self.values[number]),
            // Too few pieces are left.
            None => Verdict::Loss(0),
        }
    }

    /// Marks the positions that are decided in exactly `level` plies, and updates those before them.
    /// Returns whether there were any.
    fn decide_level(&mut self, level: u32, cancel: &AtomicBool) -> Option<bool> {
        let decided = pack(level)?;
        let next = pack(level + 1)?;
        let is_win = level % 2 == 1;
        let mut any = false;
        for which in 0..self.group.len() {
            let layer = self.group[which];
            let twin = self.twin(which);
            let before = self.group[twin];
            let columns: Vec<u32> = squeezed(self.board, &layer);
            for (row, own, places) in Self::rows(&layer, self.board.cells) {
                check(cancel, row)?;
                for (place, &column) in places.zip(&columns) {
                    let value = &mut self.values[layer.first + place];
                    if *value == UNKNOWN
                        && u32::from(self.waiting[which][place]) == level
                        && (is_win || self.open[which][place] == 0)
                    {
                        *value = decided;
                    }
                    if *value != decided {
                        continue;
                    }
                    any = true;
                    let enemy = spread(column, own);
                    let (open, waiting) = (&mut self.open[twin], &self.waiting[twin]);
                    let (values, index) = (&mut *self.values, self.index);
                    self.board.quiet(enemy, own, |mover| {
                        let place = index.place(&before, mover, own);
                        if is_win {
                            // One way out less. A count that is always open stays so.
                            let left = open[place].saturating_sub(u8::from(open[place] != ALWAYS));
                            open[place] = left;
                            if left == 0 && u32::from(waiting[place]) <= level + 1 {
                                values[before.first + place] = next;
                            }
                        } else if values[before.first + place] == UNKNOWN {
                            values[before.first + place] = next;
                        }
                    });
                }
            }
        }
        Some(any)
    }
}

/// The enemy's pieces of all positions of a row, seen among the cells that own pieces leave free.
fn squeezed(board: &SmallBoard, layer: &Layer) -> Vec<u32> {
    sets(board.cells - layer.counts.0, layer.counts.1).collect()
}

/// Ends the analysis if `cancel` was set; looks at it now and then.
fn check(cancel: &AtomicBool, row: usize) -> Option<()> {
    let stop = row.is_multiple_of(ROWS_PER_LOOK) && cancel.load(Ordering::Relaxed);
    (!stop).then_some(())
}
