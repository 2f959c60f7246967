//! Exhaustive check whether a learnt player ever blunders.
//!
//! For a small game every position has an exact value ([`SolvedGame`]): who wins when both sides play
//! well. A blunder gives value away, from won to drawn or lost, or from drawn to lost. A player that
//! never blunders wins every position that can be won and loses none that
//! can be held, whatever the opponent does: its own moves keep the value, and the opponent's moves
//! cannot lower it.
//!
//! A learnt player chooses at random among equal scores, so each of them counts as its move.
//!
//! There are two questions to ask of it:
//! - [`never_blunders`]: does it ever give value away in a game that it plays from the start, against
//!   an opponent who may do anything? Every position that can come up in this way is looked at.
//!   This is what meeting it at the board means.
//! - [`SolvedGame::blunders_anywhere`]: what about all positions of the game, those included which its
//!   own play avoids? Learning by playing does not promise anything there.

use super::{Choice, Memory, best_choices};
use crate::engine::hash::FastMap;
use crate::engine::{Game, Side, StateOf, Status};
use std::collections::HashSet;

/// Who wins each position of a game when both sides play well.
///
/// It tells positions apart by [`Game::hash`], which therefore has to be exact, and holds all of
/// them: it is for small games only.
#[derive(Clone, Debug)]
pub struct SolvedGame<'g, G: Game> {
    game: &'g G,
    values: FastMap<u64, Status>,
}

/// A move that gives value away: from won to drawn or lost, or from drawn to lost.
#[derive(Clone, Debug, PartialEq)]
pub struct Blunder<G: Game> {
    /// The position.
    pub state: StateOf<G>,
    /// One of the moves that the player may make there.
    pub mv: G::Move,
    /// How the game ends if both sides play well from there.
    pub before: Status,
    /// How it ends after that move.
    pub after: Status,
}

/// How much a side likes an outcome.
fn worth(side: Side, outcome: Status) -> i8 {
    match outcome {
        Status::Won(winner) if winner == side => 1,
        Status::Won(_) => -1,
        Status::Draw | Status::Playing => 0,
    }
}

impl<'g, G: Game> SolvedGame<'g, G> {
    /// Solves the game. `None` if a position can come again, so that a game need not end.
    pub fn new(game: &'g G) -> Option<Self> {
        let mut values = FastMap::default();
        let mut open = vec![(game.start(), false)];
        while let Some((state, followed)) = open.pop() {
            let key = game.hash(&state);
            let status = game.status(&state);
            let next = game.move_list(&state).into_iter();
            let next = next.map(|mv| game.play(&state, mv));
            if status.is_over() {
                values.insert(key, status);
            } else if followed {
                let outcomes = next.map(|next| values[&game.hash(&next)]);
                let best = outcomes.max_by_key(|&outcome| worth(state.to_move, outcome));
                values.insert(key, best.unwrap_or(Status::Draw));
            } else {
                match values.get(&key) {
                    // Its own followers lead back to it.
                    Some(Status::Playing) => return None,
                    Some(_) => {}
                    None => {
                        values.insert(key, Status::Playing);
                        let next: Vec<_> = next.map(|next| (next, false)).collect();
                        open.push((state, true));
                        open.extend(next);
                    }
                }
            }
        }
        Some(SolvedGame { game, values })
    }

    /// Who wins from a position when both sides play well; `None` if no game comes to it.
    pub fn outcome(&self, state: &StateOf<G>) -> Option<Status> {
        self.values.get(&self.game.hash(state)).copied()
    }

    /// How many different positions the game has.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.values.len()
    }

    /// [`never_blunders`] for a game that is solved already.
    ///
    /// # Errors
    /// If the player can give value away, with a move that does.
    pub fn never_blunders(&self, memory: &Memory, side: Side) -> Result<usize, Blunder<G>> {
        let (moved, blunders) = self.walk(memory, side, Opponent::MeetsThePlayer);
        blunders.into_iter().next().map_or(Ok(moved), Err)
    }

    /// All moves with which the player with this memory, as `side`, may give value away in any
    /// position of the game, however it was reached.
    #[must_use]
    pub fn blunders_anywhere(&self, memory: &Memory, side: Side) -> Vec<Blunder<G>> {
        self.walk(memory, side, Opponent::SetsUpAnything).1
    }

    /// In how many positions the player has to move, and its blunders there.
    fn walk(&self, memory: &Memory, side: Side, opponent: Opponent) -> (usize, Vec<Blunder<G>>) {
        let mut seen = HashSet::new();
        let mut open = vec![self.game.start()];
        let mut moved = 0;
        let mut blunders = Vec::new();
        while let Some(state) = open.pop() {
            if !seen.insert(self.game.hash(&state)) {
                continue;
            }
            let all_moves = self.game.move_list(&state).into_iter();
            let anywhere = all_moves.map(|mv| self.game.play(&state, mv));
            if state.to_move == side && !self.game.status(&state).is_over() {
                moved += 1;
                let choices = best_choices(self.game, memory, &state);
                let bad = choices
                    .iter()
                    .filter_map(|choice| self.blunder(&state, choice));
                blunders.extend(bad);
                match opponent {
                    Opponent::MeetsThePlayer => open.extend(choices.into_iter().map(|c| c.state)),
                    Opponent::SetsUpAnything => open.extend(anywhere),
                }
            } else {
                open.extend(anywhere);
            }
        }
        (moved, blunders)
    }

    fn blunder(&self, state: &StateOf<G>, choice: &Choice<G>) -> Option<Blunder<G>> {
        let before = self.values[&self.game.hash(state)];
        let after = self.values[&self.game.hash(&choice.state)];
        let worse = worth(state.to_move, after) < worth(state.to_move, before);
        worse.then(|| Blunder {
            state: state.clone(),
            mv: choice.mv,
            before,
            after,
        })
    }
}

/// Which positions the player has to move in.
#[derive(Clone, Copy)]
enum Opponent {
    /// Those that come up between its own moves and any moves of the other side.
    MeetsThePlayer,
    /// All positions of the game.
    SetsUpAnything,
}

/// Whether the player with this memory, as `side`, wins what can be won and loses nothing that can
/// be held, in every game from the start, against every opponent and whichever of its equal choices
/// it makes. Returns in how many positions it had to move.
///
/// The game must be a small one. To ask more than one question of a game, make a
/// [`SolvedGame`] once.
///
/// # Errors
/// If it does not, with a move that gives value away.
///
/// # Panics
/// If the game has no [`SolvedGame`].
pub fn never_blunders<G: Game>(game: &G, memory: &Memory, side: Side) -> Result<usize, Blunder<G>> {
    let solution = SolvedGame::new(game).expect("the game has a solution");
    solution.never_blunders(memory, side)
}
