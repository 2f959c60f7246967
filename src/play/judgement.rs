//! What a search thinks of a position, in words and a number.

use super::prompt_game::PromptGame;
use crate::engine::search::{Ending, Report, ending, loss_in, win_in};
use crate::engine::{Side, StateOf, Status};

/// What a piece is worth here.
const PIECE: i32 = 100;

/// Above this a number says nothing any more.
const MOST_SHOWN: i32 = 100 * PIECE;

/// How many moves of the expected line are shown.
pub(super) const LONGEST_LINE: usize = 3;

/// What a position is worth to one side, in hundredths of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Worth {
    /// Forced ends are as a search counts them.
    pub(super) score: i32,
    /// Whether no deeper search can find another.
    pub(super) proven: bool,
}

impl Worth {
    /// What a search found, for the side to move; nothing if it has not looked.
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

    /// The worth of a game that is over to a side.
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

    /// The worth of the move that led to a position with this worth, to the side that made it.
    pub(super) fn of_move(self) -> Self {
        let score = match ending(self.score) {
            Some(Ending::WinIn(plies)) => loss_in(plies + 1),
            Some(Ending::LossIn(plies)) => win_in(plies + 1),
            None => -self.score,
        };
        Worth { score, ..self }
    }

    /// `win in 5`, `draw`, `−0.8`.
    pub(super) fn short(self, ascii: bool) -> String {
        match ending(self.score) {
            Some(Ending::WinIn(plies)) if self.proven => format!("win in {plies}"),
            Some(Ending::LossIn(plies)) if self.proven => format!("loss in {plies}"),
            _ if self.proven && self.score == 0 => "draw".to_owned(),
            _ if self.score > MOST_SHOWN => "winning".to_owned(),
            _ if self.score < -MOST_SHOWN => "losing".to_owned(),
            _ => number(self.score, ascii),
        }
    }

    /// A sentence about the position in which `side` is to move.
    fn sentence<T: PromptGame>(self, side: Side, ascii: bool) -> String {
        let name = |side| T::side_name(side, ascii);
        let wins = |side, plies: u32| {
            let unit = if plies == 1 { "ply" } else { "plies" };
            format!("{} wins in {plies} {unit}", name(side))
        };
        let better = name(if self.score < 0 { side.other() } else { side });
        let much = self.score.abs();
        match ending(self.score) {
            Some(Ending::WinIn(plies)) if self.proven => wins(side, plies),
            Some(Ending::LossIn(plies)) if self.proven => wins(side.other(), plies),
            _ if self.proven && self.score == 0 => "a draw if both play well".to_owned(),
            _ if much > MOST_SHOWN => format!("{better} seems to be winning"),
            _ if much < PIECE / 4 => "about even".to_owned(),
            _ if much < 2 * PIECE => format!("{better} is better ({})", number(much, ascii)),
            _ => format!("{better} is much better ({})", number(much, ascii)),
        }
    }
}

/// A score in pieces, with its sign.
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

/// What a search thinks of a position and expects to happen; nothing if it knows no more than the
/// move. `judged` says that somebody else has told what the position is worth.
pub(super) fn judgement<T: PromptGame>(
    game: &T,
    state: &StateOf<T>,
    report: &Report<T::Move>,
    judged: bool,
    ascii: bool,
) -> Option<String> {
    let worth = Worth::found(game, report).filter(|_| !judged);
    let sentence = worth.map(|worth| worth.sentence::<T>(state.to_move, ascii));
    let line = expected(game, state, &report.line, ascii);
    match (sentence, line) {
        (Some(sentence), Some(line)) => Some(format!("{sentence}: {line}")),
        (None, Some(line)) => Some(format!("expected: {line}")),
        (sentence, None) => sentence,
    }
}

/// The first moves of a line, as far as they are legal, if there is more than one.
fn expected<T: PromptGame>(
    game: &T,
    state: &StateOf<T>,
    line: &[T::Move],
    ascii: bool,
) -> Option<String> {
    let mut state = state.clone();
    let mut shown = Vec::new();
    for &mv in line.iter().take(LONGEST_LINE) {
        if !game.move_list(&state).contains(&mv) {
            break;
        }
        state = game.play(&state, mv);
        shown.push(game.show_move(mv));
    }
    let more = match (game.status(&state).is_over(), ascii) {
        (true, _) => "",
        (false, false) => " …",
        (false, true) => " ...",
    };
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
        assert_eq!(short(win_in(5), true), "win in 5");
        assert_eq!(short(loss_in(4), true), "loss in 4");
        assert_eq!(short(win_in(5), false), "winning");
        assert_eq!(short(-100_950, false), "losing");
        assert_eq!(worth(-84, false).short(true), "-0.8");
    }

    #[test]
    fn only_what_is_proved_is_called_a_win() {
        let sentence =
            |score, proven, ascii| worth(score, proven).sentence::<Tafl>(Side::First, ascii);
        assert_eq!(sentence(win_in(1), true, false), "O wins in 1 ply");
        assert_eq!(sentence(loss_in(4), true, false), "λ wins in 4 plies");
        assert_eq!(sentence(loss_in(4), true, true), "L wins in 4 plies");
        assert_eq!(sentence(loss_in(4), false, false), "λ seems to be winning");
        assert_eq!(sentence(0, true, false), "a draw if both play well");
        assert_eq!(sentence(-80, false, false), "λ is better (+0.8)");
        assert_eq!(sentence(310, false, false), "O is much better (+3.1)");
        assert_eq!(sentence(12, false, false), "about even");
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
