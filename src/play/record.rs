//! The record of a game, with undo and redo, and the game in progress with its opponents.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use super::level::Level;
use super::player_request::{PlayerRequest, Purpose};
use super::prompt_game::{Options, PromptGame};
use crate::engine::player::Player;
use crate::engine::{Game, Side, StateOf, Status};
use crate::repl::Reply;

/// The moves of a game and the positions between them.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    start: StateOf<G>,
    steps: Vec<(G::Move, StateOf<G>)>,
    /// How many of the steps are made; the others were taken back.
    made: usize,
}

impl<G: Game> Record<G> {
    /// A game that begins here.
    #[must_use]
    pub fn new(start: StateOf<G>) -> Self {
        Record {
            start,
            steps: Vec::new(),
            made: 0,
        }
    }

    /// The position now.
    #[must_use]
    pub fn state(&self) -> &StateOf<G> {
        self.state_after(self.made)
    }

    /// The position at the beginning.
    #[must_use]
    pub fn start(&self) -> &StateOf<G> {
        &self.start
    }

    /// The position after so many moves.
    pub(super) fn state_after(&self, moves: usize) -> &StateOf<G> {
        match moves.checked_sub(1) {
            None => &self.start,
            Some(last) => &self.steps[last].1,
        }
    }

    /// Makes a move, which must be legal. What had been taken back is forgotten.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let next = game.play(self.state(), mv);
        self.steps.truncate(self.made);
        self.steps.push((mv, next));
        self.made += 1;
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<G::Move> {
        self.made = self.made.checked_sub(1)?;
        Some(self.steps[self.made].0)
    }

    /// Makes the move again that was taken back last.
    pub fn redo(&mut self) -> Option<G::Move> {
        let (mv, _) = self.steps.get(self.made)?;
        self.made += 1;
        Some(*mv)
    }

    /// The moves made, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> {
        self.steps[..self.made].iter().map(|(mv, _)| *mv)
    }

    /// All positions from the beginning to now.
    pub fn states(&self) -> impl Iterator<Item = &StateOf<G>> {
        (0..=self.made).map(|moves| self.state_after(moves))
    }

    /// Positions in which moves could be made before now, newest first.
    pub fn earlier(&self) -> impl Iterator<Item = &StateOf<G>> {
        (0..self.made).rev().map(|moves| self.state_after(moves))
    }

    /// Positions that [`redo`](Record::redo) would lead to, nearest first.
    pub fn later(&self) -> impl Iterator<Item = &StateOf<G>> {
        self.steps[self.made..].iter().map(|(_, state)| state)
    }

    /// The move with this number, from 1, and the position in which it was made.
    #[must_use]
    pub fn step(&self, number: usize) -> Option<(&StateOf<G>, G::Move)> {
        let before = number.checked_sub(1)?;
        Some((self.state_after(before), self.steps[before].0))
    }

    /// How many moves have been made.
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

/// A game in progress.
pub(super) struct ActiveGame<T: PromptGame> {
    pub(super) game: T,
    pub(super) record: Record<T>,
    /// The file that it was loaded from.
    pub(super) origin: Option<PathBuf>,
    /// How many moves the computer has made since a person did something.
    pub(super) alone: usize,
}

impl<T: PromptGame> ActiveGame<T> {
    pub(super) fn new(game: T, start: StateOf<T>, origin: Option<PathBuf>) -> Self {
        ActiveGame {
            game,
            record: Record::new(start),
            origin,
            alone: 0,
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
        let first_move = self.record.len() <= self.to_move().index();
        self.game.player(&PlayerRequest {
            level,
            own_game: purpose == Purpose::Opponent && first_move && self.origin.is_none(),
            purpose,
            options,
            cancel,
        })
    }

    pub(super) fn to_move(&self) -> Side {
        self.record.state().to_move
    }

    pub(super) fn status(&self) -> Status {
        self.game.status(self.record.state())
    }
}

/// A computer player of one side.
pub(super) struct Opponent<T: PromptGame> {
    pub(super) level: Option<Level>,
    /// Made for the game in progress when it is first needed.
    pub(super) player: Option<Box<dyn Player<T>>>,
}

impl<T: PromptGame> Opponent<T> {
    /// An opponent without a level, if the computer plays this side.
    pub(super) fn if_computer(computer: bool) -> Option<Self> {
        computer.then_some(Opponent {
            level: None,
            player: None,
        })
    }

    /// Gives it the usual level if the game does not have its own one, or not any more, and says why.
    pub(super) fn keep_to_levels_of(&mut self, game: &T, side: Side, options: &Options) -> Reply {
        let unavailable = |level| T::why_no_level(Some(game), level, options);
        let Some(reason) = self.level.and_then(unavailable) else {
            return Reply::new();
        };
        *self = Opponent {
            level: None,
            player: None,
        };
        let letter = T::letter(side);
        Reply::new().and_advise(format_args!("{letter} has its usual level: {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::engine::testing::Graph;

    /// The same with two stacks of moves; every position is found by playing from the start.
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
        assert!(record.states().eq(&states[..=made]));
        assert_eq!((record.len(), record.is_empty()), (made, made == 0));
    }

    #[test]
    fn playing_taking_back_and_playing_again_is_what_two_stacks_make_of_it() {
        let game = Graph {
            ends: 0,
            ..Graph::random(1)
        };
        let mut rng = Rng::new(2);
        let start = game.start();
        let mut record = Record::new(start);
        let mut model = Model::default();
        for _ in 0..3000 {
            match rng.below(3) {
                0 => {
                    let moves = game.move_list(record.state());
                    let mv = moves[rng.below(moves.len())];
                    record.play(&game, mv);
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
