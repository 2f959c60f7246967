//! The player who cannot be beaten where a win or a defence exists.

use super::table::{Solved, Verdict};
use crate::engine::player::Player;
use crate::engine::search::Evaluator;
use crate::engine::{Game, Side, StateOf, Status};
use crate::games::crusher::{Crusher, Judge, Move};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The table does not know the history, so a win is played through under the rule before it is
/// believed. Most need a few thousand positions; beyond this many it is believed all the same.
const MOST_POSITIONS: u32 = 400_000;

/// Lines longer than this prove nothing.
const LONGEST_LINE: u32 = 400;

/// Plays out of a solved game: wins as quickly as possible, loses as late as possible, and never
/// brings a board back.
#[derive(Clone, Debug)]
pub struct Perfect {
    table: Arc<Solved>,
}

impl Perfect {
    /// A player who has this table.
    #[must_use]
    pub const fn new(table: Arc<Solved>) -> Self {
        Perfect { table }
    }

    /// What the table says of a position.
    #[must_use]
    pub fn verdict(&self, game: &Crusher, state: &StateOf<Crusher>) -> Option<Verdict> {
        self.table.verdict(game, state)
    }

    /// Plays every defence through under the history rule, which the table knows nothing of. If
    /// the side that the table gives the win does win against all of them, returns how many
    /// positions that took; otherwise, and if nobody wins or `cancel` is set, nothing.
    #[must_use]
    pub fn play_through(
        &self,
        game: &Crusher,
        state: &StateOf<Crusher>,
        cancel: &AtomicBool,
    ) -> Option<u32> {
        let mut walk = Walk {
            left: u32::MAX,
            line: 0,
            cancel,
        };
        let won = match self.verdict(game, state)? {
            Verdict::Draw => return None,
            Verdict::Win(_) => self.forces(game, state, &mut walk),
            Verdict::Loss(_) => self.answers(game, state, &mut walk),
        };
        let finished = walk.left > 0 && !cancel.load(Ordering::Relaxed);
        (won && finished).then_some(u32::MAX - walk.left)
    }

    /// The legal moves with what they are worth to the side that makes them, the best first. Equal
    /// ones are ordered by their looks.
    fn moves(&self, game: &Crusher, state: &StateOf<Crusher>) -> Vec<Choice> {
        let judge = Judge::new(game.size());
        let mut choices: Vec<Choice> = game
            .move_list(state)
            .into_iter()
            .map(|mv| {
                let next = game.play(state, mv);
                let verdict = match game.status(&next) {
                    // The history can end a game that the table knows nothing of.
                    Status::Won(side) if side == state.to_move => Verdict::Loss(0),
                    _ => self.table.verdict(game, &next).unwrap_or(Verdict::Draw),
                };
                let looks = judge.evaluate(game, &next);
                Choice {
                    mv,
                    verdict: verdict.before(),
                    looks: match state.to_move {
                        Side::First => looks,
                        Side::Second => -looks,
                    },
                    next,
                }
            })
            .collect();
        choices.sort_by_key(|choice| std::cmp::Reverse((choice.verdict.merit(), choice.looks)));
        choices
    }

    /// Whether a winning move wins whatever the other side does and whatever the history forbids.
    fn holds(&self, game: &Crusher, choice: &Choice, walk: &mut Walk<'_>) -> bool {
        if game.status(&choice.next).is_over() || !walk.goes_on() {
            return true;
        }
        if walk.line >= LONGEST_LINE {
            return false;
        }
        walk.line += 1;
        let held = self.answers(game, &choice.next, walk);
        walk.line -= 1;
        held
    }

    /// Whether there is a win against every legal move.
    fn answers(&self, game: &Crusher, state: &StateOf<Crusher>, walk: &mut Walk<'_>) -> bool {
        game.move_list(state)
            .into_iter()
            .all(|reply| self.forces(game, &game.play(state, reply), walk))
    }

    /// Whether one of the moves that win by the table does win. The move before may also have left
    /// no legal move at all.
    fn forces(&self, game: &Crusher, state: &StateOf<Crusher>, walk: &mut Walk<'_>) -> bool {
        self.moves(game, state)
            .iter()
            .take_while(|choice| matches!(choice.verdict, Verdict::Win(_)))
            .any(|choice| self.holds(game, choice, walk))
    }
}

/// A move, and what it is worth.
struct Choice {
    mv: Move,
    verdict: Verdict,
    looks: i32,
    next: StateOf<Crusher>,
}

/// How much of a proof may still be looked at.
struct Walk<'a> {
    left: u32,
    line: u32,
    cancel: &'a AtomicBool,
}

impl Walk<'_> {
    /// Counts a position, and tells whether to look at it.
    fn goes_on(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0 && !self.cancel.load(Ordering::Relaxed)
    }
}

impl Player<Crusher> for Perfect {
    fn choose(
        &mut self,
        game: &Crusher,
        state: &StateOf<Crusher>,
        cancel: &AtomicBool,
    ) -> Option<Move> {
        let mut walk = Walk {
            left: MOST_POSITIONS,
            line: 0,
            cancel,
        };
        let choices = self.moves(game, state);
        let proven = choices
            .iter()
            .take_while(|choice| matches!(choice.verdict, Verdict::Win(_)))
            .find(|choice| self.holds(game, choice, &mut walk));
        Some(proven.or(choices.first())?.mv)
    }
}
