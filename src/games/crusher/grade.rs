//! `game crusher grade`: tries the course text's function through a driver, one line for each call,
//! `(["WWW-WW-------BB-BBB"],'W',2,3)`, and one for the list that it returns. And the driver of our
//! own function.

use std::time::{Duration, Instant};

use super::function::{Call, crusher};
use super::notation::{letter, parse_list, show_list};
use super::rules::Crusher;
use crate::decimal;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, Status};
use crate::games::dialogue::{Driver, NoAnswer, quoted};

/// The time that a call may take.
const LIMIT: Duration = Duration::from_secs(30);

/// The time that the driver may take for all calls of a game of the match.
const GAME_LIMIT: Duration = Duration::from_mins(1);

/// A longer game of the match ends without a result.
const MOST_PLIES: usize = 200;

/// The sizes of the boards, the number of random games on each, and the deepest look-ahead.
const BOARDS: [(usize, u32, u32); 2] = [(3, 20, 3), (4, 5, 2)];

/// The match is played at depths 1 to this.
const DEEPEST: u32 = 4;

/// Answers a line as our own function does.
///
/// # Errors
/// When the line is not a call, or an argument is wrong.
pub(super) fn own_answer(line: &str) -> Result<String, String> {
    let call = || {
        let (list, rest) = line
            .trim()
            .strip_prefix('(')?
            .strip_suffix(')')?
            .rsplit_once(']')?;
        let words: Vec<&str> = rest.split(',').map(str::trim).collect();
        let &["", player, depth, n] = words.as_slice() else {
            return None;
        };
        let mut player = player.strip_prefix('\'')?.strip_suffix('\'')?.chars();
        let (Some(player), None) = (player.next(), player.next()) else {
            return None;
        };
        Some((
            format!("{list}]"),
            player,
            decimal::parse(depth)?,
            decimal::parse(n)?,
        ))
    };
    let (list, player, depth, n) =
        call().ok_or("a call looks like ([\"WWW-WW-------BB-BBB\"],'W',2,3)")?;
    let history = parse_list(&list).map_err(|error| error.to_string())?;
    let after = crusher(&history, player, depth, n).map_err(|error| error.to_string())?;
    Ok(show_list(&after))
}

/// Grades a driver and calls `progress` with the number of positions and games done. Returns the
/// report, and whether there was no fault.
pub(super) fn grade(driver: Driver<'_>, progress: &dyn Fn(u64)) -> (String, bool) {
    let mut grader = Grader {
        driver,
        wrong: 0,
        all: 0,
        slowest: Duration::ZERO,
    };
    let mut done = 0;
    let mut step = || {
        done += 1;
        progress(done);
    };
    for position in positions() {
        grader.try_position(&position);
        step();
    }
    let Grader {
        wrong,
        all,
        slowest,
        ..
    } = grader;
    let (slowest, limit) = (slowest.as_secs_f64(), LIMIT.as_secs());
    let games = (1..=DEEPEST).map(|depth| {
        let [white, black] = Side::BOTH.map(|side| {
            let result = grader.play(depth, side);
            step();
            result
        });
        format!("match       depth {depth}: White {white}, Black {black}\n")
    });
    let games: String = games.collect();
    let (faults, faultless) = grader.driver.verdict();
    let report = format!(
        "calls       {wrong} wrong of {all}      slowest {slowest:.2} s (limit {limit} s)\n\
         {games}{faults}"
    );
    (report, faultless)
}

/// The number of positions and games.
pub(super) fn steps() -> u64 {
    positions().len() as u64 + 2 * u64::from(DEEPEST)
}

/// A call of the function.
struct Position {
    history: Vec<String>,
    player: Side,
    depth: u32,
    size: usize,
}

/// Positions of random games: one of the first twenty with its history, and the last before a win
/// without.
fn positions() -> Vec<Position> {
    let mut rng = Rng::new(1);
    let mut positions = Vec::new();
    for (size, games, deepest) in BOARDS {
        let game = Crusher::new(size).unwrap_or_default();
        for number in 0..games {
            let (early, mut last) = (rng.below(20), None);
            let mut state = game.start();
            while !game.status(&state).is_over() {
                let boards = state.board.history().map(|layout| game.show(&layout));
                let mut position = Position {
                    history: boards.collect(),
                    player: state.to_move,
                    depth: 1 + number % deepest,
                    size,
                };
                if position.history.len() == early + 1 {
                    positions.push(position);
                } else {
                    position.history.truncate(1);
                    last = Some(position);
                }
                let moves = game.move_list(&state);
                state = game.play(&state, moves[rng.below(moves.len())]);
            }
            positions.extend(last);
        }
    }
    // Faults show their first example, and a short one is better.
    positions.sort_by_key(|position| position.history.len());
    positions
}

struct Grader<'a> {
    driver: Driver<'a>,
    wrong: usize,
    all: usize,
    slowest: Duration,
}

impl Grader<'_> {
    /// Calls the function, and then again with its choice among the earlier boards.
    fn try_position(&mut self, position: &Position) {
        let Some(chosen) = self.call(position) else {
            return;
        };
        let mut history = position.history.clone();
        history.insert(1, chosen);
        self.call(&Position {
            history,
            ..*position
        });
    }

    /// Calls the function and returns the board that it chose, if everything is right.
    fn call(&mut self, position: &Position) -> Option<String> {
        let Position {
            history,
            player,
            depth,
            size,
        } = position;
        let player = letter(Some(*player));
        // Without a legal move there is nothing to ask.
        let call = Call::new(history, player, *depth, *size).ok()?;
        let question = format!("({},'{player}',{depth},{size})", show_list(history));
        let begun = Instant::now();
        let reply = self.driver.ask(&question, LIMIT);
        self.slowest = self.slowest.max(begun.elapsed());
        self.all += 1;
        let (kind, what) = match reply {
            Ok(reply) => match judge(&call, history, &reply) {
                Ok(chosen) => return Some(chosen),
                Err(kind) => (kind, format!("{kind}: {}", quoted(&reply))),
            },
            Err(NoAnswer::Stopped) => {
                self.all -= 1;
                return None;
            }
            Err(why) => ("no answer", why.to_string()),
        };
        self.wrong += 1;
        self.driver.fault(kind, format!("{question} {what}"));
        None
    }

    /// Plays a game against our own function at the same depth and says how it ended.
    fn play(&mut self, depth: u32, side: Side) -> &'static str {
        let start = Crusher::default().start();
        let mut position = Position {
            history: vec![Crusher::default().show(start.board.layout())],
            player: start.to_move,
            depth,
            size: 3,
        };
        let mut spent = Duration::ZERO;
        while position.history.len() <= MOST_PLIES {
            let Position {
                history,
                player,
                size,
                ..
            } = &position;
            // Only the end of the game is an error here.
            let Ok(mut next) = crusher(history, letter(Some(*player)), depth, *size) else {
                return if *player == side { "lost" } else { "won" };
            };
            if *player == side {
                let begun = Instant::now();
                let Some(chosen) = self.call(&position) else {
                    return "broke off";
                };
                spent += begun.elapsed();
                next[0] = chosen;
            }
            if spent > GAME_LIMIT {
                return "was too slow";
            }
            position.history = next;
            position.player = position.player.other();
        }
        "did not finish"
    }
}

/// Checks what the function returned, and returns the board that it chose.
fn judge(call: &Call, history: &[String], reply: &str) -> Result<String, &'static str> {
    let list = parse_list(reply).map_err(|_| "did not return a list of boards")?;
    let (chosen, kept) = list.split_first().ok_or("returned an empty list")?;
    if kept != history {
        return Err("did not keep the history");
    }
    if history.contains(chosen) {
        return Err("returned an earlier board");
    }
    let me = call.state.to_move;
    let moves = call.game.move_list(&call.state).into_iter();
    let (mut wins, mut legal, mut won) = (false, false, false);
    for mv in moves {
        let next = call.game.play(&call.state, mv);
        let is_win = call.game.status(&next) == Status::Won(me);
        let is_chosen = call.game.show(next.board.layout()) == *chosen;
        wins |= is_win;
        legal |= is_chosen;
        won |= is_win && is_chosen;
    }
    match (legal, wins, won) {
        (false, ..) => Err("returned a board that no legal move leads to"),
        (_, true, false) => Err("missed a win in one move"),
        _ => Ok(chosen.clone()),
    }
}
