//! The judgement of a position, in words and numbers.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};

use super::level::{Level, Purpose};
use super::prompt_game::{Options, PromptGame};
use super::record::ActiveGame;
use super::review::WON_ANYWAY;
use crate::engine::search::{Ending, MAX_PLY, Report, ending, loss_in, win_in};
use crate::engine::{Side, StateOf, Status};
use crate::repl::UNBROKEN;
use crate::repl::console::Activity;

/// The value of a piece.
const PIECE: i32 = 100;

/// Numbers above this mean nothing.
const MAX_SHOWN: i32 = 100 * PIECE;

/// The maximum number of reasons for a move.
const MAX_REASONS: usize = 2;

/// The maximum number of moves shown of the expected line.
const LONGEST_LINE: usize = 3;

/// The worth of a position to one side, in hundredths of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// Forced ends as a search scores them.
    pub(super) score: i32,
    /// Whether no deeper search can change it.
    pub(super) proven: bool,
}

impl Worth {
    /// Returns the worth that a search found for the side to move; `None` if it searched nothing.
    pub(super) fn found<T: PromptGame>(game: &T, report: &Report<T::Move>) -> Option<Self> {
        let pieces =
            |score: i32| i64::from(score) * i64::from(PIECE) / i64::from(game.piece_score());
        let score = match ending(report.score) {
            Some(_) => report.score,
            None => pieces(report.score) as i32,
        };
        (report.depth > 0 || report.proven).then_some(Worth {
            score,
            proven: report.proven,
        })
    }

    /// Returns the worth of a finished game to a side.
    pub(super) fn of_end(status: Status, side: Side) -> Option<Self> {
        let score = match status {
            Status::Playing => return None,
            Status::Draw => 0,
            Status::Won(winner) if winner == side => win_in(0),
            Status::Won(_) => loss_in(0),
        };
        Some(Worth {
            score,
            proven: true,
        })
    }

    /// Returns the worth of the move that led here, to the side that made it.
    pub(super) fn of_move(self) -> Self {
        let score = match ending(self.score) {
            Some(Ending::WinIn(moves)) => loss_in(MAX_PLY.min(moves + 1)),
            Some(Ending::LossIn(moves)) => win_in(MAX_PLY.min(moves + 1)),
            None => -self.score,
        };
        Worth { score, ..self }
    }

    /// Formats it as `win in 5`, `draw`, `−0.8`.
    pub(super) fn short(self, ascii: bool) -> String {
        match ending(self.score) {
            Some(Ending::WinIn(MAX_PLY)) if self.proven => "win".to_owned(),
            Some(Ending::LossIn(MAX_PLY)) if self.proven => "loss".to_owned(),
            Some(Ending::WinIn(plies)) if self.proven => {
                format!("win in {}", own_moves(plies, true))
            }
            Some(Ending::LossIn(plies)) if self.proven => {
                format!("loss in {}", own_moves(plies, false))
            }
            _ if self.proven && self.score == 0 => "draw".to_owned(),
            _ if self.score > MAX_SHOWN => "winning".to_owned(),
            _ if self.score < -MAX_SHOWN => "losing".to_owned(),
            _ => number(self.score, ascii),
        }
    }

    /// Describes the position with `side` to move.
    fn sentence<T: PromptGame>(self, side: Side) -> String {
        let wins = |winner, plies: u32| match (T::letter(winner), own_moves(plies, winner == side))
        {
            (letter, _) if plies >= MAX_PLY => format!("{letter} wins"),
            (letter, 1) => format!("{letter} wins in 1 move"),
            (letter, moves) => format!("{letter} wins in {moves} moves"),
        };
        let better = T::letter(if self.score < 0 { side.other() } else { side });
        let much = self.score.abs();
        match ending(self.score) {
            Some(Ending::WinIn(plies)) if self.proven => wins(side, plies),
            Some(Ending::LossIn(plies)) if self.proven => wins(side.other(), plies),
            _ if self.proven && self.score == 0 => "a draw if both play well".to_owned(),
            _ if much > MAX_SHOWN => format!("{better} seems to be winning"),
            _ if much < PIECE / 4 => "about even".to_owned(),
            _ if !T::COUNTS_PIECES => format!("{better} is ahead"),
            _ if much >= WON_ANYWAY => format!("{better} is clearly ahead"),
            _ => {
                let pieces = number(much, true);
                let pieces = pieces.trim_start_matches('+');
                format!("{better} is ahead by {pieces} pieces")
            }
        }
    }
}

/// Returns how many of these plies are the winner's; `to_move` says whether the winner moves first.
fn own_moves(plies: u32, to_move: bool) -> u32 {
    let moves = if to_move {
        plies.div_ceil(2)
    } else {
        plies / 2
    };
    moves.max(1)
}

/// Formats a score in pieces, with its sign.
fn number(score: i32, ascii: bool) -> String {
    let tenths = (f64::from(score) / f64::from(PIECE / 10)).round() as i32;
    let sign = match tenths.signum() {
        1 => "+",
        -1 if ascii => "-",
        -1 => "\u{2212}",
        _ => "",
    };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// Describes thinking at a level; `interrupt` is the effect of Ctrl-C.
pub(super) fn thinking(level: Option<Level>, interrupt: &'static str) -> Activity {
    let budget = level.and_then(Level::budget);
    Activity {
        verb: "thinking",
        limit: budget.and_then(|budget| budget.time),
        interrupt,
    }
}

/// Formats the depth reached and the best move so far.
pub(super) fn found<T: PromptGame>(game: &T, report: &Report<T::Move>) -> Vec<String> {
    let depth = (report.depth > 0).then(|| format!("depth {}", report.depth));
    let best = report.best.map(|mv| game.show_move(mv));
    depth.into_iter().chain(best).collect()
}

/// Joins words: `a, b and c`.
pub fn list(words: impl IntoIterator<Item = impl Display>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// Counts things: `one open line`, `2 open lines`.
#[must_use]
pub fn counted(count: usize, adjective: &str, thing: &str) -> String {
    match count {
        1 => format!("one {adjective} {thing}"),
        _ => format!("{count} {adjective} {thing}s"),
    }
}

/// Gives the reasons for a move: those of the game, or the number of legal answers.
pub(super) fn reasons<T: PromptGame>(game: &T, state: &StateOf<T>, mv: T::Move) -> String {
    let after = game.play(state, mv);
    let mut reasons = game.reasons(state, mv, &after);
    reasons.truncate(MAX_REASONS);
    if reasons.is_empty() {
        let left = counted(game.move_list(&after).len(), "legal", "move");
        reasons.push(format!("leaves {} {left}", T::letter(after.to_move)));
    }
    format!("{} {}", unbroken(game, mv), list(reasons))
}

/// Formats a move so that no line breaks inside it.
fn unbroken<T: PromptGame>(game: &T, mv: T::Move) -> String {
    game.show_move(mv).replace(' ', UNBROKEN)
}

/// Describes the judgement of a search and the expected line; `None` if there is only a move.
pub(super) fn judgement<T: PromptGame>(
    game: &T,
    state: &StateOf<T>,
    report: &Report<T::Move>,
    ascii: bool,
) -> Option<String> {
    let worth = Worth::found(game, report);
    let sentence = worth.map(|worth| worth.sentence::<T>(state.to_move));
    let line = expected(game, state, &report.line, ascii);
    let line = line.map(|line| format!("expected: {line}"));
    let parts = [sentence, line].into_iter().flatten();
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Extends the expected line to its full length, unless the game ends before. A search that finds a
/// position in its table does not know the moves after it.
pub(super) fn complete_line<T: PromptGame>(
    active: &ActiveGame<T>,
    report: &mut Report<T::Move>,
    options: &Options,
    cancel: &AtomicBool,
) {
    let game = &active.game;
    let mut state = active.record.state().clone();
    let mut player = active.player(None, Purpose::Review, options, cancel);
    for number in 0..LONGEST_LINE {
        if number == report.line.len() && !cancel.load(Ordering::Relaxed) {
            player.begin(0);
            report.line.extend(player.choose(game, &state, cancel));
        }
        match report.line.get(number) {
            Some(mv) if game.move_list(&state).contains(mv) => state = game.play(&state, *mv),
            _ => return report.line.truncate(number),
        }
    }
}

/// Formats the first moves of a line, if there are at least two.
fn expected<T: PromptGame>(
    game: &T,
    state: &StateOf<T>,
    line: &[T::Move],
    ascii: bool,
) -> Option<String> {
    let line = &line[..line.len().min(LONGEST_LINE)];
    let play = |state: StateOf<T>, mv: &T::Move| game.play(&state, *mv);
    let end = line.iter().fold(state.clone(), play);
    let more = match (game.status(&end).is_over(), ascii) {
        (true, _) => "",
        (false, false) => " …",
        (false, true) => " ...",
    };
    let shown: Vec<String> = line.iter().map(|&mv| unbroken(game, mv)).collect();
    (shown.len() > 1).then(|| shown.join(", ") + more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tafl::Tafl;

    fn worth(score: i32, proven: bool) -> Worth {
        Worth { score, proven }
    }

    #[test]
    fn a_worth_has_a_short_form() {
        let short = |score, proven| worth(score, proven).short(false);
        assert_eq!(short(84, false), "+0.8");
        assert_eq!(short(-84, false), "−0.8");
        assert_eq!(short(-4, false), "0.0");
        assert_eq!(short(0, true), "draw");
        assert_eq!(short(win_in(5), true), "win in 3");
        assert_eq!(short(loss_in(4), true), "loss in 2");
        assert_eq!(short(loss_in(MAX_PLY), true), "loss");
        assert_eq!(short(win_in(5), false), "winning");
        assert_eq!(short(-100_950, false), "losing");
        assert_eq!(worth(-84, false).short(true), "-0.8");
    }

    #[test]
    fn only_what_is_proved_is_called_a_win() {
        let sentence = |score, proven| worth(score, proven).sentence::<Tafl>(Side::First);
        assert_eq!(sentence(win_in(1), true), "O wins in 1 move");
        assert_eq!(sentence(loss_in(4), true), "L wins in 2 moves");
        assert_eq!(sentence(win_in(MAX_PLY), true), "O wins");
        assert_eq!(sentence(loss_in(4), false), "L seems to be winning");
        assert_eq!(sentence(0, true), "a draw if both play well");
        assert_eq!(sentence(-80, false), "L is ahead by 0.8 pieces");
        assert_eq!(sentence(12, false), "about even");
        assert_eq!(sentence(500, false), "O is clearly ahead");
    }

    #[test]
    fn a_move_is_worth_what_the_other_side_loses() {
        assert_eq!(worth(30, false).of_move(), worth(-30, false));
        assert_eq!(worth(loss_in(2), true).of_move(), worth(win_in(3), true));
        assert_eq!(worth(win_in(2), true).of_move(), worth(loss_in(3), true));
        let lost = Worth::of_end(Status::Won(Side::First), Side::Second);
        assert_eq!(lost.map(Worth::of_move), Some(worth(win_in(1), true)));
    }
}
