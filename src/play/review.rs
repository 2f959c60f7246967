//! `:review` looks for mistakes in a game.

use std::sync::atomic::{AtomicBool, Ordering};

use super::board_mode::BoardMode;
use super::judgement::Worth;
use super::level::Level;
use super::player_request::Purpose;
use super::prompt_game::PromptGame;
use super::record::{ActiveGame, why_no_level};
use crate::engine::player::Player;
use crate::engine::{Side, StateOf};
use crate::repl::console::Activity;
use crate::repl::{Context, DrawStyle, Line, Part, Refusal, Reply, Text, Tone, bars};

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

    const fn sign(self) -> (Tone, &'static str) {
        match self {
            Mark::Mistake => (Tone::Mistake, " ?"),
            Mark::Blunder => (Tone::Blunder, " ??"),
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

/// The judgement of a move.
enum Finding<M> {
    /// None: some position was not searched.
    Unknown,
    Good {
        /// Whether no deeper search can find a better move.
        proven: bool,
    },
    Bad(Slip<M>),
}

/// A move and its judgement.
struct ReviewedMove<M> {
    mv: M,
    finding: Finding<M>,
}

impl<M: Copy> ReviewedMove<M> {
    const fn slip(&self) -> Option<&Slip<M>> {
        match &self.finding {
            Finding::Bad(slip) => Some(slip),
            Finding::Unknown | Finding::Good { .. } => None,
        }
    }

    fn sign(&self) -> (Tone, &'static str) {
        self.slip()
            .map_or((Tone::Plain, ""), |slip| slip.mark.sign())
    }

    /// `O better: d1 d2 (+1.5, played −2.0)`, from the mover's side.
    fn better<T: PromptGame<Move = M>>(&self, game: &T, side: Side, ascii: bool) -> Option<String> {
        let slip = self.slip()?;
        let [best, played] = [slip.best, slip.played].map(|worth| worth.short(ascii));
        let (letter, better) = (T::letter(side), game.show_move(slip.better));
        Some(format!(
            "{letter} better: {better} ({best}, played {played})"
        ))
    }
}

/// The judgement of a game, as far as it was looked at.
pub(super) struct Review<T: PromptGame> {
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
    ) -> Result<Reply, Reply> {
        let Some(game) = self.at_hand.game() else {
            return Ok(Reply::new());
        };
        let unavailable = || why_no_level(level, Some(&game.game), &self.options);
        if let Some(reason) = unavailable() {
            return Err(Reply::refuse(Refusal::NotNow, reason));
        }
        if game.record.is_empty() {
            return Ok(Reply::say("No moves yet."));
        }
        let task = Activity {
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
        let mut reply = review.shown(&game.game, context.style());
        if let Some(worst) = review.worst() {
            let number = worst + 1;
            let mv = game.game.show_move(review.moves[worst].mv);
            reply = reply.and_advise(format_args!(":board {number} shows the board after {mv}"));
        }
        // The level may turn out to be unavailable only while it is used.
        reply = unavailable().into_iter().fold(reply, Reply::and_advise);
        if let Some(game) = self.at_hand.game_mut() {
            game.review = Some(review);
        }
        Ok(reply)
    }
}

impl<T: PromptGame> ActiveGame<T> {
    /// The move with this number, from 1, and the better one, if the last review has judged it bad.
    pub(super) fn judged(&self, number: usize, style: DrawStyle) -> Option<Line> {
        let reviewed = self.review.as_ref()?.moves.get(..number)?;
        // Other moves may have taken the place of those that were reviewed.
        let same = reviewed.iter().map(|one| one.mv);
        let same = same.eq(self.record.moves().take(number));
        let (last, (before, mv)) = (reviewed.last()?, self.record.step(number)?);
        let better = last.better(&self.game, before.to_move, style.ascii);
        let (tone, sign) = last.sign();
        let line = Line::from(&*self.game.show_move(mv)).with(tone, sign);
        let better = better.filter(|_| same)?;
        Some(line.with(Tone::Plain, &format!("    {better}")))
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
            let finding = match best.filter(|&best| best != mv) {
                None => worth.map_or(Finding::Unknown, |worth| Finding::Good {
                    proven: worth.proven,
                }),
                Some(better) => {
                    let Some((best, _)) = self.analyse(&self.game.play(here, better)) else {
                        break;
                    };
                    judge(worth, better, best, after_worth)
                }
            };
            review.moves.push(ReviewedMove { mv, finding });
            review.course.push(to_first(after_worth, next.to_move));
            before = after;
        }
        review
    }

    /// What a position is worth to the side to move, if the player has searched it, and its best
    /// move; nothing if it was not looked at to the end.
    fn analyse(&mut self, state: &StateOf<T>) -> Option<(Option<Worth>, Option<T::Move>)> {
        let end = Worth::of_end(self.game.status(state), state.to_move);
        if end.is_some() {
            return Some((end, None));
        }
        // What was found out about one position must not change what is thought of another.
        self.player.begin(0);
        let report = self
            .player
            .analyse(self.game, state, self.cancel, &mut |_| {})?;
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        Some((Worth::found(self.game, &report), report.best))
    }
}

/// Compares a move with a better one, by what a position is worth and what those after the two moves
/// are worth, as far as that is known.
fn judge<M>(
    before: Option<Worth>,
    better: M,
    after_better: Option<Worth>,
    after_played: Option<Worth>,
) -> Finding<M> {
    let (Some(before), Some(best), Some(played)) = (before, after_better, after_played) else {
        return Finding::Unknown;
    };
    let (best, played) = (best.of_move(), played.of_move());
    match Mark::of(before, best, played) {
        None => Finding::Good {
            proven: best.proven && played.proven,
        },
        Some(mark) => Finding::Bad(Slip {
            mark,
            better,
            best,
            played,
        }),
    }
}

/// The worth to the side that begins a game, for bars. What is not known has a bar of middle height.
fn to_first(worth: Option<Worth>, side: Side) -> Worth {
    let worth = worth.unwrap_or(Worth {
        score: 0,
        proven: false,
    });
    let score = match side {
        Side::First => worth.score,
        Side::Second => -worth.score,
    };
    Worth { score, ..worth }
}

impl<T: PromptGame> Review<T> {
    fn shown(&self, game: &T, style: DrawStyle) -> Reply {
        let mut lines = Vec::new();
        if !self.moves.is_empty() {
            lines.extend(self.rows(game, style));
            lines.extend(self.bars(style));
        }
        if self.moves.len() < self.total {
            let (some, all) = (self.moves.len(), self.total);
            lines.push(Line::from(&*format!("Looked at {some} of {all} moves.")));
        }
        let count = |side| Some(format!("{}: {}", T::letter(side), self.count(side)?));
        let counts: Vec<String> = Side::BOTH.into_iter().filter_map(count).collect();
        if !counts.is_empty() {
            lines.push(Line::from(&*counts.join("    ")));
        }
        Reply::new().with(Part::Show(Text(lines)))
    }

    /// The place of the first blunder, or else of the first mistake.
    fn worst(&self) -> Option<usize> {
        let has = |mark| move |one: &ReviewedMove<_>| one.slip().is_some_and(|it| it.mark == mark);
        let first = |mark| self.moves.iter().position(has(mark));
        first(Mark::Blunder).or_else(|| first(Mark::Mistake))
    }

    /// The bars of the positions: beside the heading if they fit.
    fn bars(&self, style: DrawStyle) -> Vec<Line> {
        let heading = format!("Evaluation (high = {} ahead)", T::letter(Side::First));
        let bars = |worths: &[Worth]| {
            let heights = worths.iter().map(|worth| height(worth.score));
            format!("  {}", bars(heights, style.ascii))
        };
        if style.fits(heading.len() + 2 + self.course.len()) {
            return vec![Line::from(&*(heading + &bars(&self.course)))];
        }
        let width = style.width.unwrap_or(80).saturating_sub(4).max(1);
        let rows = self.course.chunks(width).map(bars);
        let lines = std::iter::once(heading).chain(rows);
        lines.map(|line| Line::from(&*line)).collect()
    }

    /// The moves in two columns with their numbers, and the better ones: beside them if they fit.
    fn rows(&self, game: &T, style: DrawStyle) -> Vec<Line> {
        const MARGIN: usize = 7;
        let moves: Vec<String> = self
            .moves
            .iter()
            .map(|one| game.show_move(one.mv))
            .collect();
        let lengths = moves.iter().zip(&self.moves);
        let lengths = lengths.map(|(mv, reviewed)| mv.len() + reviewed.sign().1.len());
        let width = lengths.max().unwrap_or(0) + 4;
        let [one, two] = T::LETTERS;
        let heading = format!("   #   {one:<width$}{two}");
        let mut lines = vec![Line::new().with(Tone::Faint, &heading)];
        // A game that the second side begins has nothing in the first column.
        let gap = usize::from(self.first == Side::Second);
        for row in 0..(moves.len() + gap).div_ceil(2) {
            let mut line = Line::new().with(Tone::Faint, &format!("{:>4}.  ", row + 1));
            let mut notes = Vec::new();
            for side in Side::BOTH {
                let place = (2 * row + side.index()).checked_sub(gap);
                let Some(place) = place.filter(|&place| place < moves.len()) else {
                    line.push(Tone::Plain, &" ".repeat(width));
                    continue;
                };
                let reviewed = &self.moves[place];
                let (tone, sign) = reviewed.sign();
                line.push(Tone::Plain, &moves[place]);
                line.push(tone, sign);
                let rest = width - moves[place].len() - sign.len();
                line.push(Tone::Plain, &" ".repeat(rest));
                notes.extend(reviewed.better(game, side, style.ascii));
            }
            let beside = notes.join("    ");
            if style.fits(MARGIN + 2 * width + beside.chars().count()) {
                lines.push(line.with(Tone::Plain, &beside).trimmed());
            } else {
                lines.push(line.trimmed());
                for note in &notes {
                    // In a narrow window the numbers are on a line of their own.
                    let narrow = !style.fits(MARGIN + note.chars().count());
                    let end = note.find('(').filter(|_| narrow).unwrap_or(note.len());
                    for part in [&note[..end], &note[end..]] {
                        let part = Line::from(&*format!("{:MARGIN$}{part}", "")).trimmed();
                        lines.extend((!part.plain().is_empty()).then_some(part));
                    }
                }
            }
        }
        lines
    }

    /// `2 mistakes, 1 blunder`, or that there are none: found, where a search may have missed some.
    /// Nothing if no move of the side was judged.
    fn count(&self, side: Side) -> Option<String> {
        let first = usize::from(self.first != side);
        let moves = || self.moves.iter().skip(first).step_by(2);
        let unknown = |one: &ReviewedMove<_>| matches!(one.finding, Finding::Unknown);
        if moves().all(unknown) {
            return None;
        }
        let several = |mark: Mark, name: &str| {
            let slips = moves().filter_map(ReviewedMove::slip);
            let count = slips.filter(|slip| slip.mark == mark).count();
            let plural = if count == 1 { "" } else { "s" };
            (count > 0).then(|| format!("{count} {name}{plural}"))
        };
        let counts = [
            several(Mark::Mistake, "mistake"),
            several(Mark::Blunder, "blunder"),
        ];
        let counts: Vec<String> = counts.into_iter().flatten().collect();
        let proven = |one: &ReviewedMove<_>| matches!(one.finding, Finding::Good { proven: true });
        Some(match counts.is_empty() {
            false => counts.join(", "),
            true if moves().all(proven) => "no mistakes".to_owned(),
            true => "none found".to_owned(),
        })
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

    fn shown(moves: usize, total: usize) -> String {
        let review = Review::<Tafl> {
            first: Side::First,
            moves: Tafl.move_list(&Tafl.start())[..moves]
                .iter()
                .map(|&mv| ReviewedMove {
                    mv,
                    finding: Finding::Good { proven: false },
                })
                .collect(),
            course: Vec::new(),
            total,
        };
        review.shown(&Tafl, DrawStyle::default()).scripted()
    }

    #[test]
    fn a_side_gets_no_verdict_if_none_of_its_moves_was_looked_at() {
        assert_eq!(shown(0, 2), "Looked at 0 of 2 moves.\n");
        let one = shown(1, 2);
        assert!(
            one.ends_with("Looked at 1 of 2 moves.\nO: none found\n"),
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
        player: impl Player<T> + 'static,
        state: &StateOf<T>,
        mv: T::Move,
    ) -> Review<T> {
        let mut reviewer = Reviewer {
            game,
            player: Box::new(player),
            cancel: &AtomicBool::new(false),
        };
        let next = game.play(state, mv);
        reviewer.review(&[state, &next], &[mv], |_| {})
    }

    #[test]
    fn what_nobody_has_searched_is_not_judged() {
        let start = Tafl.start();
        for &mv in &Tafl.move_list(&start)[..2] {
            let review = review_of(&Tafl, FirstMove, &start, mv);
            assert!(matches!(review.moves[0].finding, Finding::Unknown));
            let told = review.shown(&Tafl, DrawStyle::default()).scripted();
            assert!(!told.contains("O: "), "{told}");
        }
    }

    #[test]
    fn throwing_away_what_the_perfect_player_has_proved_is_a_blunder() {
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
                let Finding::Bad(slip) = &review.moves[0].finding else {
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
    fn the_better_side_has_the_higher_bars() {
        assert!((height(0) - 0.5).abs() < 1e-9);
        assert!(height(win_in(0)) > 0.99 && height(loss_in(0)) < 0.01);
        assert!(height(50) > height(20) && height(-50) < height(-20));
    }
}
