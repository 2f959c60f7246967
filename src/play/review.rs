//! `:review` looks for mistakes in a game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board_mode::BoardMode;
use super::judgement::Worth;
use super::level::Level;
use super::player_request::Purpose;
use super::prompt_game::PromptGame;
use crate::engine::player::Player;
use crate::engine::{Side, StateOf};
use crate::repl::console::Task;
use crate::repl::{Context, DrawStyle, Refusal, Refused, Reply, bars};

/// What is better than this is won anyway: what a move gives away beyond it does not matter.
const WON_ANYWAY: i32 = 400;

/// How much a mistake gives away, in hundredths of a piece.
const MISTAKE: i32 = 60;

/// How much a blunder gives away.
const BLUNDER: i32 = 200;

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Mistake,
    Blunder,
}

impl Mark {
    /// What a move deserves that is worth `played` where another is worth `best`, in a position that
    /// seemed to be worth `before`. Where both are proved, all that counts is who wins. Elsewhere a
    /// search may be mistaken, so both differences must be big enough.
    fn of(before: Worth, best: Worth, played: Worth) -> Option<Mark> {
        if best.proven && played.proven {
            let lost = played.score.signum() < best.score.signum();
            return lost.then_some(Mark::Blunder);
        }
        let capped = |worth: Worth| worth.score.clamp(-WON_ANYWAY, WON_ANYWAY);
        match capped(best).min(capped(before)) - capped(played) {
            BLUNDER.. => Some(Mark::Blunder),
            MISTAKE.. => Some(Mark::Mistake),
            _ => None,
        }
    }

    const fn sign(self) -> &'static str {
        match self {
            Mark::Mistake => " ?",
            Mark::Blunder => " ??",
        }
    }
}

/// A bad move: how bad, what would have been better, and what the two are worth.
struct Slip<M> {
    mark: Mark,
    better: M,
    best: Worth,
    played: Worth,
}

/// A move, and what is wrong with it.
struct ReviewedMove<M> {
    mv: M,
    slip: Option<Slip<M>>,
}

/// What was found out about a game, as far as it was looked at.
struct Review<T: PromptGame> {
    /// The side that made the first move.
    first: Side,
    moves: Vec<ReviewedMove<T::Move>>,
    /// What the positions are worth to the side that begins the game, the first one included.
    course: Vec<Worth>,
    /// How many moves the game has.
    total: usize,
}

impl<T: PromptGame> BoardMode<T> {
    pub(super) fn review(
        &mut self,
        level: Option<Level>,
        context: &Context,
    ) -> Result<Reply, Refused> {
        let Some(game) = self.at_hand() else {
            return Ok(Reply::new());
        };
        if let Some(reason) =
            level.and_then(|level| T::why_no_level(Some(&game.game), level, &self.options))
        {
            return Err(Refused::because(Refusal::NotNow, reason));
        }
        if game.record.is_empty() {
            return Ok(Reply::say("No moves yet."));
        }
        let task = Task {
            verb: "reviewing",
            limit: None,
            interrupt: "ends it",
        };
        let review = context.computing_shown(task, |cancel, tell| {
            let mut reviewer = Reviewer {
                game: &game.game,
                player: game.player(level, Purpose::Review, &self.options, cancel),
                cancel,
            };
            let states: Vec<&StateOf<T>> = game.record.states().collect();
            let moves: Vec<T::Move> = game.record.moves().collect();
            reviewer.review(&states, &moves, |number| {
                tell(vec![format!("move {number} of {}", moves.len())]);
            })
        });
        Ok(review.shown(&game.game, context.style))
    }
}

/// Looks at positions one by one.
struct Reviewer<'a, T: PromptGame> {
    game: &'a T,
    player: Box<dyn Player<T>>,
    cancel: &'a AtomicBool,
}

impl<T: PromptGame> Reviewer<'_, T> {
    fn review(
        &mut self,
        states: &[&StateOf<T>],
        moves: &[T::Move],
        mut progress: impl FnMut(usize),
    ) -> Review<T> {
        let mut review = Review {
            first: states.first().map_or(Side::First, |state| state.to_move),
            moves: Vec::new(),
            course: Vec::new(),
            total: moves.len(),
        };
        let mut before = states.first().and_then(|state| self.analyse(state));
        for (index, (&mv, pair)) in moves.iter().zip(states.windows(2)).enumerate() {
            let Some((worth, best)) = before else { break };
            let (here, next) = (pair[0], pair[1]);
            progress(index + 1);
            if index == 0 {
                review.course.push(to_first(worth, here.to_move));
            }
            let after = self.analyse(next);
            let Some((after_worth, _)) = after else { break };
            // Both moves are looked at equally deep, from the positions that they lead to.
            let slip = match best.filter(|&best| best != mv) {
                None => None,
                Some(better) => {
                    let Some((best, _)) = self.analyse(&self.game.play(here, better)) else {
                        break;
                    };
                    let (best, played) = (best.of_move(), after_worth.of_move());
                    Mark::of(worth, best, played).map(|mark| Slip {
                        mark,
                        better,
                        best,
                        played,
                    })
                }
            };
            review.moves.push(ReviewedMove { mv, slip });
            review.course.push(to_first(after_worth, next.to_move));
            before = after;
        }
        review
    }

    /// What a position is worth to the side to move, and its best move; nothing if it was not looked
    /// at to the end.
    fn analyse(&mut self, state: &StateOf<T>) -> Option<(Worth, Option<T::Move>)> {
        if let Some(end) = Worth::of_end(self.game.status(state), state.to_move) {
            return Some((end, None));
        }
        // What was found out about one position must not change what is thought of another.
        self.player.begin();
        let report = self
            .player
            .analyse(self.game, state, self.cancel, &mut |_| {})?;
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let unknown = Worth {
            score: 0,
            proven: false,
        };
        Some((
            Worth::found(self.game, &report).unwrap_or(unknown),
            report.best,
        ))
    }
}

/// The worth to the side that begins a game, for bars.
fn to_first(worth: Worth, side: Side) -> Worth {
    let score = match side {
        Side::First => worth.score,
        Side::Second => -worth.score,
    };
    Worth { score, ..worth }
}

impl<T: PromptGame> Review<T> {
    fn shown(&self, game: &T, style: DrawStyle) -> Reply {
        let rows = self.rows(game, style.ascii).into_iter();
        let mut reply = rows.fold(Reply::new(), Reply::and_say);
        let name = |side| T::side_name(side, style.ascii);
        if !self.moves.is_empty() {
            let first = name(Side::First);
            reply = reply.and_say(format_args!("The course, high where {first} is better:"));
            let width = style.width.unwrap_or(80).saturating_sub(4).max(1);
            for piece in self.course.chunks(width) {
                let heights = piece.iter().map(|worth| height(worth.score));
                reply = reply.and_say(format_args!("  {}", bars(heights, style.ascii)));
            }
        }
        if self.moves.len() < self.total {
            let (some, all) = (self.moves.len(), self.total);
            reply = reply.and_say(format_args!("Looked at {some} of {all} moves."));
        }
        for side in Side::BOTH {
            reply = reply.and_say(format_args!("{}: {}", name(side), self.count(side)));
        }
        reply
    }

    /// The moves in two columns with their numbers, and what would have been better.
    fn rows(&self, game: &T, ascii: bool) -> Vec<String> {
        let cell = |reviewed: &ReviewedMove<T::Move>| {
            let slip = reviewed.slip.as_ref();
            game.show_move(reviewed.mv) + slip.map_or("", |slip| slip.mark.sign())
        };
        let better = |reviewed: &ReviewedMove<T::Move>| {
            let slip = reviewed.slip.as_ref()?;
            let (best, played) = (slip.best.short(ascii), slip.played.short(ascii));
            let better = game.show_move(slip.better);
            Some(format!("{better} ({best} instead of {played})"))
        };
        let cells: Vec<String> = self.moves.iter().map(cell).collect();
        let lengths = cells.iter().map(|cell| cell.chars().count());
        let width = lengths.max().unwrap_or(0) + 2;
        // A game that the second side begins has nothing in the first place.
        let gap = usize::from(self.first == Side::Second);
        let at = |place: usize| place.checked_sub(gap).filter(|&at| at < cells.len());
        let rows = (cells.len() + gap).div_ceil(2);
        let row = |row: usize| {
            let places = [at(2 * row), at(2 * row + 1)];
            let [left, right] = places.map(|at| match at {
                Some(at) => cells[at].as_str(),
                None if row == 0 && gap == 1 => "-",
                None => "",
            });
            let notes = places.into_iter().flatten();
            let notes: Vec<String> = notes.filter_map(|at| better(&self.moves[at])).collect();
            let number = row + 1;
            let mut line = format!("{number:>4}. {left:<width$}{right:<width$}");
            if !notes.is_empty() {
                line += "better: ";
                line += &notes.join("; ");
            }
            line.trim_end().to_owned()
        };
        (0..rows).map(row).collect()
    }

    /// `2 mistakes, 1 blunder`.
    fn count(&self, side: Side) -> String {
        let marks = |mark: Mark| {
            let sides = [self.first, self.first.other()].into_iter().cycle();
            let moves = self.moves.iter().zip(sides);
            let bad = moves.filter(|(reviewed, mover)| {
                let slip = reviewed.slip.as_ref();
                *mover == side && slip.is_some_and(|slip| slip.mark == mark)
            });
            bad.count()
        };
        let several = |count: usize, what: &str| match count {
            0 => None,
            1 => Some(format!("1 {what}")),
            _ => Some(format!("{count} {what}s")),
        };
        let mistakes = several(marks(Mark::Mistake), "mistake");
        let blunders = several(marks(Mark::Blunder), "blunder");
        match (mistakes, blunders) {
            (None, None) => "no mistakes".to_owned(),
            (Some(one), None) | (None, Some(one)) => one,
            (Some(mistakes), Some(blunders)) => format!("{mistakes}, {blunders}"),
        }
    }
}

/// How high the bar of a score is, from 0 to 1: two pieces are half of what is left to the top.
fn height(score: i32) -> f64 {
    let score = f64::from(score);
    0.5 + 0.5 * score / (score.abs() + 200.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::search::{loss_in, win_in};

    fn worth(score: i32, proven: bool) -> Worth {
        Worth { score, proven }
    }

    #[test]
    fn marks_tell_what_was_given_away() {
        let of = |before, best, played| {
            let [before, best, played] = [before, best, played].map(|score| worth(score, false));
            Mark::of(before, best, played)
        };
        let mark = |best, played| of(best, best, played);
        assert_eq!(mark(30, 0), None);
        assert_eq!(mark(30, -30), Some(Mark::Mistake));
        assert_eq!(mark(30, -170), Some(Mark::Blunder));
        assert_eq!(mark(900, 500), None);
        assert_eq!(mark(-500, -900), None);
        assert_eq!(of(0, 200, 0), None);
        assert_eq!(of(80, 200, 0), Some(Mark::Mistake));
    }

    #[test]
    fn giving_a_proved_result_away_is_a_blunder_and_a_slower_win_is_none() {
        let mark = |best, played| Mark::of(worth(0, false), worth(best, true), worth(played, true));
        assert_eq!(mark(win_in(9), 0), Some(Mark::Blunder));
        assert_eq!(mark(0, loss_in(8)), Some(Mark::Blunder));
        assert_eq!(mark(win_in(3), win_in(9)), None);
        assert_eq!(mark(loss_in(9), loss_in(2)), None);
    }

    #[test]
    fn the_better_side_has_the_higher_bars() {
        assert!((height(0) - 0.5).abs() < 1e-9);
        assert!(height(win_in(0)) > 0.99 && height(loss_in(0)) < 0.01);
        assert!(height(50) > height(20) && height(-50) < height(-20));
    }
}
