//! The computer player.

use std::sync::atomic::AtomicBool;

use super::{Board, Evaluation, Move, Tafl};
use crate::engine::player::{Player, SearchPlayer};
use crate::engine::search::{Budget, Observer, Report, Searcher, win_in};
use crate::engine::{Game, Side, State, Status};

/// Searches with [`Evaluation`]. However short its time, even if it is cancelled before it begins, it
/// takes a win in one move and does not allow one.
///
/// The rules have no repetition rule, so it avoids repeating a position when it is ahead.
///
/// ```
/// use game::engine::Game;
/// use game::engine::player::Player;
/// use game::engine::search::Budget;
/// use game::games::tafl::{Computer, Tafl};
/// use std::sync::atomic::AtomicBool;
///
/// let mut computer = Computer::new(Budget::depth(2));
/// let start = Tafl.start();
/// let mv = computer.choose(&Tafl, &start, &AtomicBool::new(false));
/// assert!(mv.is_some_and(|mv| Tafl.move_list(&start).contains(&mv)));
/// ```
#[derive(Debug)]
pub struct Computer {
    search: SearchPlayer<Tafl, Evaluation>,
}

impl Computer {
    /// A player who thinks as long as the budget allows on every move.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        Computer::searching(Searcher::new(Evaluation::new()), budget)
    }

    /// The same with a search of one's own.
    #[must_use]
    pub fn searching(searcher: Searcher<Tafl, Evaluation>, budget: Budget) -> Self {
        Computer {
            search: SearchPlayer::new(searcher, budget).avoiding_repetition(),
        }
    }
}

impl Player<Tafl> for Computer {
    fn choose(&mut self, game: &Tafl, state: &State<Board>, cancel: &AtomicBool) -> Option<Move> {
        self.analyse(game, state, cancel, &mut |_| {})?.best
    }

    fn analyse(
        &mut self,
        game: &Tafl,
        state: &State<Board>,
        cancel: &AtomicBool,
        observer: Observer<'_, Move>,
    ) -> Option<Report<Move>> {
        let side = state.to_move;
        let moves = game.move_list(state);
        let wins = |&&mv: &&Move| game.status(&game.play(state, mv)) == Status::Won(side);
        if let Some(&win) = moves.iter().find(wins) {
            return Some(Report {
                score: win_in(1),
                depth: 1,
                proven: true,
                ..Report::unsearched(win)
            });
        }
        let report = self.search.analyse(game, state, cancel, observer)?;
        // A search of any depth sees this. One that was cut short may not.
        let safe = |mv: Move| !is_won_at_once(&game.play(state, mv), side.other());
        if report.best.is_some_and(safe) {
            return Some(report);
        }
        let saved = moves.into_iter().find(|&mv| safe(mv));
        Some(saved.map_or(report, Report::unsearched))
    }

    fn begin(&mut self) {
        self.search.begin();
    }
}

/// Whether a side has won, or wins with the next move.
fn is_won_at_once(state: &State<Board>, side: Side) -> bool {
    let has_won = |state: &State<Board>| Tafl.status(state) == Status::Won(side);
    has_won(state)
        || Tafl
            .move_list(state)
            .into_iter()
            .any(|mv| has_won(&Tafl.play(state, mv)))
}
