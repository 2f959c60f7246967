//! The record of a game with undo and redo, the game at hand, and its computer players.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::level::{Level, PlayerRequest, Purpose};
use super::prompt_game::{Options, PromptGame};
use super::review::Review;
use crate::engine::player::Player;
use crate::engine::{Game, Side, StateOf, Status};
use crate::repl::Reply;

/// The moves of a game and the positions between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<S, M> {
    /// The start, and the position after each move.
    states: Vec<S>,
    moves: Vec<M>,
    /// The number of moves made; the others were taken back.
    made: usize,
}

/// The record of a board game.
pub type Record<G> = History<StateOf<G>, <G as Game>::Move>;

impl<S, M: Copy> History<S, M> {
    /// Creates a record without moves.
    #[must_use]
    pub fn new(start: S) -> Self {
        History {
            states: vec![start],
            moves: Vec::new(),
            made: 0,
        }
    }

    /// Returns the current position.
    #[must_use]
    pub fn state(&self) -> &S {
        self.state_after(self.made)
    }

    /// Returns the first position.
    #[must_use]
    pub fn start(&self) -> &S {
        self.state_after(0)
    }

    /// Returns the position after a number of moves.
    #[must_use]
    pub fn state_after(&self, moves: usize) -> &S {
        &self.states[moves]
    }

    /// Adds a move and the position after it. Forgets moves that were taken back.
    pub fn push(&mut self, mv: M, next: S) {
        self.moves.truncate(self.made);
        self.states.truncate(self.made + 1);
        self.moves.push(mv);
        self.states.push(next);
        self.made += 1;
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<M> {
        self.made = self.made.checked_sub(1)?;
        Some(self.moves[self.made])
    }

    /// Redoes the move taken back last.
    pub fn redo(&mut self) -> Option<M> {
        let mv = *self.moves.get(self.made)?;
        self.made += 1;
        Some(mv)
    }

    /// Returns the moves made, oldest first.
    #[must_use]
    pub fn made(&self) -> &[M] {
        &self.moves[..self.made]
    }

    /// Iterates over the moves made, oldest first.
    #[must_use]
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = M> {
        self.made().iter().copied()
    }

    /// Iterates over the earlier positions, newest first.
    pub fn earlier(&self) -> impl Iterator<Item = &S> {
        self.states[..self.made].iter().rev()
    }

    /// Iterates over the positions that [`redo`](History::redo) leads to, nearest first.
    pub fn later(&self) -> impl Iterator<Item = &S> {
        self.states[self.made + 1..].iter()
    }

    /// Returns the move with this number, from 1, and the position before it.
    #[must_use]
    pub fn step(&self, number: usize) -> Option<(&S, M)> {
        let before = number.checked_sub(1)?;
        Some((self.state_after(before), self.moves[before]))
    }

    /// Returns the number of moves made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.made
    }

    /// Whether no move has been made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.made == 0
    }
}

/// The game in progress, or the last one until another begins.
#[derive(Debug)]
pub struct AtHand<G> {
    game: Option<G>,
    in_progress: bool,
    /// The game with moves that `:load` replaced.
    replaced: Option<G>,
}

impl<G> Default for AtHand<G> {
    fn default() -> Self {
        AtHand {
            game: None,
            in_progress: false,
            replaced: None,
        }
    }
}

impl<G> AtHand<G> {
    /// Returns the game in progress.
    #[must_use]
    pub fn active(&self) -> Option<&G> {
        self.game.as_ref().filter(|_| self.in_progress)
    }

    /// Returns the game in progress, mutably.
    pub fn active_mut(&mut self) -> Option<&mut G> {
        self.game.as_mut().filter(|_| self.in_progress)
    }

    /// Returns the game in progress, or the last one.
    #[must_use]
    pub fn game(&self) -> Option<&G> {
        self.game.as_ref()
    }

    /// Returns the game in progress, or the last one, mutably.
    pub fn game_mut(&mut self) -> Option<&mut G> {
        self.game.as_mut()
    }

    /// Begins a game.
    pub fn begin(&mut self, game: G) {
        *self = AtHand {
            game: Some(game),
            in_progress: true,
            replaced: None,
        };
    }

    /// Begins a loaded game, and keeps the game it replaces if that `has_moves`.
    pub fn load(&mut self, game: G, has_moves: impl Fn(&G) -> bool) {
        let old = self.game.take().filter(|_| self.in_progress);
        self.begin(game);
        self.replaced = old.filter(has_moves);
    }

    /// Whether the game that `:load` replaced can be brought back.
    #[must_use]
    pub fn has_replaced(&self) -> bool {
        self.replaced.is_some()
    }

    /// Forgets the game that `:load` replaced.
    pub fn forget_replaced(&mut self) {
        self.replaced = None;
    }

    /// Brings back the game that `:load` replaced. Returns whether there was one.
    pub fn bring_back(&mut self) -> bool {
        let Some(game) = self.replaced.take() else {
            return false;
        };
        self.begin(game);
        true
    }

    /// Ends the game in progress, which stays available.
    pub fn stop(&mut self) {
        self.in_progress = false;
    }

    /// Reopens the last game.
    pub fn reopen(&mut self) -> Option<&mut G> {
        self.in_progress = self.game.is_some();
        self.active_mut()
    }
}

/// A game in progress.
pub(super) struct ActiveGame<T: PromptGame> {
    pub(super) game: T,
    pub(super) record: Record<T>,
    /// The file it was loaded from.
    pub(super) origin: Option<PathBuf>,
    /// Its last review.
    pub(super) review: Option<Review<T>>,
}

impl<T: PromptGame> ActiveGame<T> {
    pub(super) fn new(game: T, start: StateOf<T>, origin: Option<PathBuf>) -> Self {
        ActiveGame {
            game,
            record: History::new(start),
            origin,
            review: None,
        }
    }

    /// Creates a computer player for the side to move.
    pub(super) fn player(
        &self,
        level: Option<Level>,
        purpose: Purpose,
        options: &Options,
        cancel: &AtomicBool,
    ) -> Box<dyn Player<T>> {
        let mut player = self.game.player(&PlayerRequest {
            level,
            purpose,
            options,
            cancel,
        });
        player.begin(self.record.len());
        player
    }

    /// Returns the purpose of a player that makes the next move.
    pub(super) fn opponent(&self) -> Purpose {
        let first_move = self.record.len() <= self.to_move().index();
        Purpose::Opponent {
            from_start: first_move && self.origin.is_none(),
        }
    }

    /// Makes a move, which must be legal.
    pub(super) fn play(&mut self, mv: T::Move) {
        let next = self.game.play(self.record.state(), mv);
        self.record.push(mv, next);
    }

    /// Returns the moves made, with `prefix` in front of each.
    pub(super) fn moves(&self, prefix: &str) -> impl Iterator<Item = String> {
        let moves = self.record.moves();
        moves.map(move |mv| format!("{prefix}{}", self.game.show_move(mv)))
    }

    pub(super) fn to_move(&self) -> Side {
        self.record.state().to_move
    }

    pub(super) fn status(&self) -> Status {
        self.game.status(self.record.state())
    }
}

/// Explains why the computer cannot play at a level, in this game or in any; `None` if it can.
pub(super) fn why_no_level<T: PromptGame>(
    level: Option<Level>,
    game: Option<&T>,
    options: &Options,
) -> Option<String> {
    level.filter(|&level| level == Level::Perfect)?;
    T::perfect(game, options)?.err()
}

/// A computer player of one side.
pub(super) struct Opponent<T: PromptGame> {
    pub(super) level: Option<Level>,
    /// Created for the game in progress when first needed.
    pub(super) player: Option<Box<dyn Player<T>>>,
}

impl<T: PromptGame> Opponent<T> {
    pub(super) fn new(level: Option<Level>) -> Self {
        Opponent {
            level,
            player: None,
        }
    }

    /// Resets the level if the game does not or no longer support it, and explains why.
    pub(super) fn keep_to_levels_of(&mut self, game: &T, side: Side, options: &Options) -> Reply {
        let Some(reason) = why_no_level(self.level, Some(game), options) else {
            return Reply::new();
        };
        *self = Opponent::new(None);
        let letter = T::letter(side);
        Reply::new().and_advise(format_args!("{letter} has its usual level: {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::engine::testing::Graph;

    /// The model: two stacks of moves, and positions found by playing from the start.
    #[derive(Default)]
    struct Model<M> {
        made: Vec<M>,
        taken_back: Vec<M>,
    }

    fn agree(game: &Graph, start: &StateOf<Graph>, record: &Record<Graph>, model: &Model<u8>) {
        let mut states = vec![*start];
        let coming = model.taken_back.iter().rev();
        for &mv in model.made.iter().chain(coming) {
            let next = game.play(&states[states.len() - 1], mv);
            states.push(next);
        }
        let made = model.made.len();
        assert_eq!(record.state(), &states[made]);
        assert!(record.moves().eq(model.made.iter().copied()));
        assert!(record.earlier().eq(states[..made].iter().rev()));
        assert!(record.later().eq(&states[made + 1..]));
        let last = model.made.last().map(|&mv| (&states[made - 1], mv));
        assert_eq!(record.step(made), last);
        assert_eq!((record.len(), record.is_empty()), (made, made == 0));
    }

    #[test]
    fn undo_and_redo_agree_with_two_stacks() {
        let game = Graph {
            ends: 0,
            ..Graph::random(1)
        };
        let mut rng = Rng::new(2);
        let start = game.start();
        let mut record = Record::<Graph>::new(start);
        let mut model = Model::default();
        for _ in 0..3000 {
            match rng.below(3) {
                0 => {
                    let moves = game.move_list(record.state());
                    let mv = moves[rng.below(moves.len())];
                    let next = game.play(record.state(), mv);
                    record.push(mv, next);
                    model.made.push(mv);
                    model.taken_back.clear();
                }
                1 => {
                    let mv = model.made.pop();
                    assert_eq!(record.undo(), mv);
                    model.taken_back.extend(mv);
                }
                _ => {
                    let mv = model.taken_back.pop();
                    assert_eq!(record.redo(), mv);
                    model.made.extend(mv);
                }
            }
            agree(&game, &start, &record, &model);
        }
    }
}
