//! `:review` looks for mistakes in a game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::judgement::Worth;
use super::prompt_game::PromptGame;
use super::record::{ActiveGame, Record};
use crate::engine::player::Player;
use crate::engine::{Side, StateOf};
use crate::repl::{DrawStyle, Line, Part, Reply, Text, Tone, bars};

/// Positions worth more are won anyway, so differences above do not count.
pub(super) const WON_ANYWAY: i32 = 400;

/// The loss of a mistake, in hundredths of a piece.
const MISTAKE: i32 = 60;

/// The loss of a blunder.
const BLUNDER: i32 = 200;

/// The mark of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Mistake,
    Blunder,
}

impl Mark {
    /// Marks a move worth `played` where another is worth `best`, in a position judged as `before`. If
    /// both are proved, only the winner counts. Otherwise a search can be wrong, so the move must lose
    /// enough by both standards.
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
}

/// A bad move, a better one, and the worth of both.
struct Slip<M> {
    mark: Mark,
    better: M,
    best: Worth,
    played: Worth,
}

/// A move and its judgement.
struct ReviewedMove<M> {
    mv: M,
    slip: Option<Slip<M>>,
    /// Whether no deeper search can find a better move.
    proven: bool,
}

impl<M: Copy> ReviewedMove<M> {
    fn sign(&self) -> (Tone, &'static str) {
        match self.slip.as_ref().map(|slip| slip.mark) {
            None => (Tone::Plain, ""),
            Some(Mark::Mistake) => (Tone::Mistake, " ?"),
            Some(Mark::Blunder) => (Tone::Blunder, " ??"),
        }
    }

    /// Formats `O better: d1 d2 (+1.5, played −2.0)`, from the mover's point of view.
    fn better<T: PromptGame<Move = M>>(&self, game: &T, side: Side, ascii: bool) -> Option<String> {
        let slip = self.slip.as_ref()?;
        let [best, played] = [slip.best, slip.played].map(|worth| worth.short(ascii));
        let (letter, better) = (T::letter(side), game.show_move(slip.better));
        Some(format!(
            "{letter} better: {better} ({best}, played {played})"
        ))
    }
}

/// The review of a game, or of its beginning if interrupted.
pub(super) struct Review<T: PromptGame> {
    moves: Vec<ReviewedMove<T::Move>>,
    /// The worth of each position to the first side, from the start.
    course: Vec<Worth>,
}

impl<T: PromptGame> ActiveGame<T> {
    /// Returns the move with this number, from 1, and a better one, if the last review marked it.
    pub(super) fn judged(&self, number: usize, style: DrawStyle) -> Option<[Line; 2]> {
        let reviewed = self.review.as_ref()?.moves.get(..number)?;
        // The moves may have changed since the review.
        let same = reviewed.iter().map(|one| one.mv);
        let same = same.eq(self.record.moves().take(number));
        let (last, (before, mv)) = (reviewed.last()?, self.record.step(number)?);
        let better = last.better(&self.game, before.to_move, style.ascii);
        let better = better.filter(|_| same)?;
        let (tone, sign) = last.sign();
        let line = Line::from(&*self.game.show_move(mv)).with(tone, sign);
        Some([line, Line::from(&*better)])
    }
}

/// Returns the worth of a position to the side to move, and the best move; `None` if interrupted.
fn analyse<T: PromptGame>(
    game: &T,
    state: &StateOf<T>,
    player: &mut dyn Player<T>,
    cancel: &AtomicBool,
) -> Option<(Worth, Option<T::Move>)> {
    if let Some(end) = Worth::of_end(game.status(state), state.to_move) {
        return Some((end, None));
    }
    // One search must not influence the next.
    player.begin(0);
    let report = player.analyse(game, state, cancel, &mut |_| {})?;
    let worth = Worth::found(game, &report)?;
    (!cancel.load(Ordering::Relaxed)).then_some((worth, report.best))
}

impl<T: PromptGame> Review<T> {
    /// Reviews a game until cancelled. Calls `progress` with the number of each move.
    pub(super) fn of(
        game: &T,
        record: &Record<T>,
        player: &mut dyn Player<T>,
        cancel: &AtomicBool,
        mut progress: impl FnMut(usize),
    ) -> Self {
        let mut review = Review {
            moves: Vec::new(),
            course: Vec::new(),
        };
        let mut before = analyse(game, record.start(), player, cancel);
        for (number, mv) in (1..).zip(record.moves()) {
            let Some((worth, best)) = before else { break };
            let [here, next] = [number - 1, number].map(|moves| record.state_after(moves));
            progress(number);
            if number == 1 {
                review.course.push(to_first(worth, here.to_move));
            }
            let after = analyse(game, next, player, cancel);
            let Some((after_worth, _)) = after else { break };
            let mut reviewed = ReviewedMove {
                mv,
                slip: None,
                proven: worth.proven,
            };
            // Judge both moves equally deep, by the positions they lead to.
            if let Some(better) = best.filter(|&best| best != mv) {
                let after_better = game.play(here, better);
                let Some((best, _)) = analyse(game, &after_better, player, cancel) else {
                    break;
                };
                let (best, made) = (best.of_move(), after_worth.of_move());
                reviewed.proven = best.proven && made.proven;
                reviewed.slip = Mark::of(worth, best, made).map(|mark| Slip {
                    mark,
                    better,
                    best,
                    played: made,
                });
            }
            review.moves.push(reviewed);
            review.course.push(to_first(after_worth, next.to_move));
            before = after;
        }
        review
    }

    pub(super) fn shown(&self, game: &T, record: &Record<T>, style: DrawStyle) -> Reply {
        let first = record.start().to_move;
        let mut lines = Vec::new();
        if !self.moves.is_empty() {
            lines.extend(self.rows(game, first, style));
            lines.extend(self.bars(style));
        }
        let (some, all) = (self.moves.len(), record.len());
        if some < all {
            let moves = if all == 1 { "move" } else { "moves" };
            lines.push(Line::from(&*format!("Reviewed {some} of {all} {moves}.")));
        }
        let count = |side| {
            Some(format!(
                "{}: {}",
                T::letter(side),
                self.count(first != side)?
            ))
        };
        let counts: Vec<String> = Side::BOTH.into_iter().filter_map(count).collect();
        if !counts.is_empty() {
            lines.push(Line::from(&*counts.join("    ")));
        }
        Reply::new().with(Part::Show(Text(lines)))
    }

    /// Whether no move was reviewed.
    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the numbers of the marked moves.
    pub(super) fn marked(&self) -> impl Iterator<Item = usize> {
        let moves = (1..).zip(&self.moves);
        moves.filter_map(|(number, reviewed)| reviewed.slip.as_ref().map(|_| number))
    }

    /// Draws the bars of the positions, beside the heading if they fit.
    fn bars(&self, style: DrawStyle) -> Vec<Line> {
        let heading = format!("Evaluation (high = {} ahead)", T::letter(Side::First));
        let heights = self.course.iter().map(|worth| height(worth.score));
        let bars = bars(heights, style.ascii);
        if style.fits(heading.len() + 2 + self.course.len()) {
            return vec![Line::from(&*format!("{heading}  {bars}"))];
        }
        let width = style.width.unwrap_or(80).saturating_sub(4).max(1);
        let bars: Vec<char> = bars.chars().collect();
        let rows = bars
            .chunks(width)
            .map(|row| format!("  {}", row.iter().collect::<String>()));
        let lines = std::iter::once(heading).chain(rows);
        lines.map(|line| Line::from(&*line)).collect()
    }

    /// Draws the moves in two columns, with better moves beside them if they fit.
    fn rows(&self, game: &T, first: Side, style: DrawStyle) -> Vec<Line> {
        const MARGIN: usize = 7;
        let length = |one: &ReviewedMove<_>| game.show_move(one.mv).len() + one.sign().1.len();
        let width = self.moves.iter().map(length).max().unwrap_or(0) + 4;
        let [one, two] = T::LETTERS;
        let heading = format!("   #   {one:<width$}{two}");
        let mut lines = vec![Line::new().with(Tone::Faint, &heading)];
        // If the second side begins, the first column starts empty.
        let gap = usize::from(first == Side::Second);
        for row in 0..(self.moves.len() + gap).div_ceil(2) {
            let mut line = Line::new().with(Tone::Faint, &format!("{:>4}.  ", row + 1));
            let mut notes = Vec::new();
            for side in Side::BOTH {
                let place = (2 * row + side.index()).checked_sub(gap);
                let Some(reviewed) = place.and_then(|place| self.moves.get(place)) else {
                    line.push(Tone::Plain, &" ".repeat(width));
                    continue;
                };
                let (tone, sign) = reviewed.sign();
                line.push(Tone::Plain, &game.show_move(reviewed.mv));
                line.push(tone, sign);
                line.push(Tone::Plain, &" ".repeat(width - length(reviewed)));
                notes.extend(reviewed.better(game, side, style.ascii));
            }
            let beside = notes.join("    ");
            if style.fits(MARGIN + 2 * width + beside.chars().count()) {
                lines.push(line.with(Tone::Plain, &beside).trimmed());
            } else {
                lines.push(line.trimmed());
                for note in &notes {
                    // In a narrow window the numbers are on a separate line.
                    let narrow = !style.fits(4 + note.chars().count());
                    let end = note.find('(').filter(|_| narrow).unwrap_or(note.len());
                    let parts = [&note[..end], &note[end..]].into_iter();
                    let parts = parts.filter(|part| !part.is_empty());
                    lines.extend(parts.map(|part| Line::from(&*format!("    {part}")).trimmed()));
                }
            }
        }
        lines
    }

    /// Formats `2 mistakes, 1 blunder`, or `none found` where a search can have missed some. `None` if
    /// no move of the side was judged. `second` selects the side that moved second.
    fn count(&self, second: bool) -> Option<String> {
        let moves: Vec<_> = self
            .moves
            .iter()
            .skip(usize::from(second))
            .step_by(2)
            .collect();
        if moves.is_empty() {
            return None;
        }
        let several = |mark: Mark, name: &str| {
            let slips = moves.iter().filter_map(|one| one.slip.as_ref());
            let count = slips.filter(|slip| slip.mark == mark).count();
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} {name}{plural}"))
        };
        let counts = [
            several(Mark::Mistake, "mistake"),
            several(Mark::Blunder, "blunder"),
        ];
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        Some(match counts.is_empty() {
            false => counts.join(", "),
            true if moves.iter().all(|one| one.proven) => "no mistakes".to_owned(),
            true => "none found".to_owned(),
        })
    }
}

/// Returns the worth to the first side, for bars.
fn to_first(worth: Worth, side: Side) -> Worth {
    let score = match side {
        Side::First => worth.score,
        Side::Second => -worth.score,
    };
    Worth { score, ..worth }
}

/// Returns the height of a bar, from 0 to 1: a lead of two pieces is half-way up from the middle.
fn height(score: i32) -> f64 {
    let score = f64::from(score);
    0.5 + 0.5 * score / (score.abs() + 200.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::player::FirstMove;
    use crate::engine::search::{loss_in, win_in};
    use crate::engine::{Game, State};
    use crate::games::crusher::solve::{Perfect, Prover, Solution};
    use crate::games::crusher::{Board, Crusher, parse_board};
    use crate::games::tafl::Tafl;
    use crate::parallel::all_cores;
    use std::sync::Arc;

    fn worth(score: i32, proven: bool) -> Worth {
        Worth { score, proven }
    }

    #[test]
    fn marks_depend_on_the_loss() {
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
    fn losing_a_proved_result_is_a_blunder_but_a_slower_win_is_not() {
        let mark = |best, played| Mark::of(worth(0, false), worth(best, true), worth(played, true));
        assert_eq!(mark(win_in(9), 0), Some(Mark::Blunder));
        assert_eq!(mark(0, loss_in(8)), Some(Mark::Blunder));
        assert_eq!(mark(win_in(3), win_in(9)), None);
        assert_eq!(mark(loss_in(9), loss_in(2)), None);
    }

    fn shown(moves: usize, total: usize) -> String {
        let mut record = Record::<Tafl>::new(Tafl.start());
        for _ in 0..total {
            let mv = Tafl.move_list(record.state())[0];
            let next = Tafl.play(record.state(), mv);
            record.push(mv, next);
        }
        let good = |mv| ReviewedMove {
            mv,
            slip: None,
            proven: false,
        };
        let review = Review::<Tafl> {
            moves: record.moves().take(moves).map(good).collect(),
            course: Vec::new(),
        };
        review
            .shown(&Tafl, &record, DrawStyle::default())
            .scripted()
    }

    #[test]
    fn a_side_without_judged_moves_gets_no_verdict() {
        assert_eq!(shown(0, 2), "Reviewed 0 of 2 moves.\n");
        let one = shown(1, 2);
        assert!(
            one.ends_with("Reviewed 1 of 2 moves.\nO: none found\n"),
            "{one}"
        );
        for (moves, total) in [(2, 3), (2, 2)] {
            let all = shown(moves, total);
            assert!(all.ends_with("\nO: none found    L: none found\n"), "{all}");
        }
    }

    /// Reviews a game of one move.
    fn review_of<T: PromptGame>(
        game: &T,
        mut player: impl Player<T>,
        state: &StateOf<T>,
        mv: T::Move,
    ) -> Review<T> {
        let mut record = Record::<T>::new(state.clone());
        record.push(mv, game.play(state, mv));
        Review::of(game, &record, &mut player, &AtomicBool::new(false), |_| {})
    }

    #[test]
    fn a_move_that_was_not_searched_is_not_judged() {
        let start = Tafl.start();
        let review = review_of(&Tafl, FirstMove, &start, Tafl.move_list(&start)[0]);
        assert!(review.moves.is_empty());
    }

    #[test]
    fn losing_a_win_proved_by_the_perfect_player_is_a_blunder() {
        let never = AtomicBool::new(false);
        let game = Crusher::new(2).unwrap();
        let solution = Solution::build(&game, all_cores(), &never, |_, _| ()).unwrap();
        let solution = Arc::new(solution);
        let winner = |state: &StateOf<Crusher>| {
            let proof = Prover::new(&solution, &never).prove(state);
            proof
                .filter(|proof| proof.plies > 0)
                .map(|proof| proof.winner)
        };
        let mut blunders = 0;
        for code in 0..3usize.pow(7) {
            let cell = |cell| ['-', 'W', 'B'][code / 3usize.pow(cell) % 3];
            let text: String = (0..7).map(cell).collect();
            let layout = parse_board(game.hex(), &text).unwrap();
            let playable = |&side: &Side| (2..4).contains(&layout.count(side));
            if !Side::BOTH.iter().all(playable) {
                continue;
            }
            let state = State::new(Board::new(layout), Side::First);
            if winner(&state) != Some(Side::First) {
                continue;
            }
            for mv in game.move_list(&state) {
                if winner(&game.play(&state, mv)) != Some(Side::Second) {
                    continue;
                }
                let player = Perfect::new(Arc::clone(&solution));
                let review = review_of(&game, player, &state, mv);
                let Some(slip) = &review.moves[0].slip else {
                    panic!("{text} {mv}");
                };
                assert_eq!(slip.mark, Mark::Blunder, "{text} {mv}");
                let [before, after] = review.course[..] else {
                    panic!("two positions");
                };
                assert!(height(before.score) > 0.99 && height(after.score) < 0.01);
                blunders += 1;
            }
        }
        assert!(blunders > 10, "{blunders}");
    }

    #[test]
    fn the_side_ahead_has_higher_bars() {
        assert!((height(0) - 0.5).abs() < 1e-9);
        assert!(height(win_in(0)) > 0.99 && height(loss_in(0)) < 0.01);
        assert!(height(50) > height(20) && height(-50) < height(-20));
    }
}
