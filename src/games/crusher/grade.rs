//! `game crusher grade`: tries the course text's function through a driver, one line for each call,
//! `(["WWW-WW-------BB-BBB"],'W',2,3)`, and one for the list that it returns.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::board::Board;
use super::function::Call;
use super::moves::Move;
use super::notation::{letter, parse_list, show_list};
use super::rules::Crusher;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, State, Status};
use crate::games::dialogue::{Driver, NoAnswer, quoted};

/// The time limit of a call.
const LIMIT: Duration = Duration::from_secs(30);

/// The driver's time limit for all calls of a game of the match.
const GAME_LIMIT: Duration = Duration::from_mins(1);

/// A longer game of the match ends without a result.
const MAX_PLIES: usize = 200;

/// The sizes of the boards, the number of random games on each, and the maximum depth.
const BOARDS: [(usize, u32, u32); 2] = [(3, 20, 3), (4, 5, 2)];

/// The match is played at depths 1 to this.
const MAX_DEPTH: u32 = 4;

/// Grades a driver. Returns the report, and whether there was no fault.
pub(super) fn grade(driver: Driver<'_>) -> (String, bool) {
    let mut grader = Grader {
        driver,
        wrong: 0,
        all: 0,
        slowest: Duration::ZERO,
    };
    for call in calls() {
        grader.try_twice(&call);
    }
    let (wrong, all, slowest) = (grader.wrong, grader.all, grader.slowest.as_secs_f64());
    let games = (1..=MAX_DEPTH).map(|depth| {
        let [white, black] = Side::BOTH.map(|side| grader.play(depth, side));
        format!("match       depth {depth}: White {white}, Black {black}\n")
    });
    let games: String = games.collect();
    let (faults, faultless) = grader.driver.verdict();
    let limit = LIMIT.as_secs();
    let report = format!(
        "calls       {wrong} wrong of {all}      slowest {slowest:.2} s (limit {limit} s)\n\
         {games}{faults}"
    );
    (report, faultless)
}

/// Returns calls from random games: one of the first twenty positions, with its history, and the
/// last position before a win, without.
fn calls() -> Vec<Call> {
    let mut rng = Rng::new(1);
    let mut calls = Vec::new();
    for (size, games, deepest) in BOARDS {
        let game = Crusher::new(size).unwrap_or_default();
        for number in 0..games {
            let mut states = Vec::new();
            let mut last = game.start();
            while !game.status(&last).is_over() {
                let moves = game.move_list(&last);
                let next = game.play(&last, moves[rng.below(moves.len())]);
                states.push(std::mem::replace(&mut last, next));
            }
            let early = states[rng.below(20.min(states.len()))].clone();
            let last = &states[states.len() - 1];
            let last = State::new(Board::new(*last.board.layout()), last.to_move);
            calls.extend([early, last].map(|state| Call {
                game: game.clone(),
                state,
                depth: 1 + number % deepest,
            }));
        }
    }
    // Faults show their first example; a short one is better.
    calls.sort_by_key(|call| call.state.board.history().count());
    calls
}

struct Grader<'a> {
    driver: Driver<'a>,
    wrong: usize,
    all: usize,
    slowest: Duration,
}

impl Grader<'_> {
    /// Makes a call, and repeats it with the chosen board among the earlier ones.
    fn try_twice(&mut self, call: &Call) {
        let Some(chosen) = self.call(call) else {
            return;
        };
        let (game, state) = (&call.game, &call.state);
        let mut boards: Vec<_> = state.board.history().collect();
        boards.insert(1, *game.play(state, chosen).board.layout());
        boards.reverse();
        let board = Board::with_history(&boards).unwrap_or_else(|| state.board.clone());
        let state = State::new(board, state.to_move);
        if !game.status(&state).is_over() {
            self.call(&Call {
                state,
                ..call.clone()
            });
        }
    }

    /// Makes a call and returns the chosen move, if everything is right.
    fn call(&mut self, call: &Call) -> Option<Move> {
        let boards = call.state.board.history();
        let history: Vec<String> = boards.map(|layout| call.game.show(&layout)).collect();
        let player = letter(Some(call.state.to_move));
        let (depth, size) = (call.depth, call.game.size());
        let question = format!("({},'{player}',{depth},{size})", show_list(&history));
        let begun = Instant::now();
        let (kind, what) = match self.driver.ask(&question, LIMIT) {
            Ok(reply) => match judge(call, &history, &reply) {
                Ok(chosen) => {
                    self.slowest = self.slowest.max(begun.elapsed());
                    self.all += 1;
                    return Some(chosen);
                }
                Err(kind) => (kind, format!("{kind}: {}", quoted(&reply))),
            },
            Err(NoAnswer::Stopped) => return None,
            Err(why) => ("no answer", why.to_string()),
        };
        self.all += 1;
        self.wrong += 1;
        self.driver.fault(kind, format!("{question} {what}"));
        None
    }

    /// Plays a game against our own function at the same depth. Returns the result for the driver.
    fn play(&mut self, depth: u32, side: Side) -> &'static str {
        let game = Crusher::default();
        let (mut state, mut spent) = (game.start(), Duration::ZERO);
        for _ in 0..MAX_PLIES {
            if let Status::Won(winner) = game.status(&state) {
                return if winner == side { "won" } else { "lost" };
            }
            let (game, own) = (game.clone(), state.to_move != side);
            let call = Call { game, state, depth };
            let begun = Instant::now();
            let chosen = if own {
                call.best(&AtomicBool::new(false))
            } else {
                self.call(&call)
            };
            let Some(chosen) = chosen else {
                return "broke off";
            };
            spent += if own { Duration::ZERO } else { begun.elapsed() };
            if spent > GAME_LIMIT {
                return "was too slow";
            }
            state = call.game.play(&call.state, chosen);
        }
        "did not finish"
    }
}

/// Checks what the function returned, and returns the move that it chose.
fn judge(call: &Call, history: &[String], reply: &str) -> Result<Move, &'static str> {
    let list = parse_list(reply).map_err(|_| "did not return a list of boards")?;
    let (chosen, kept) = list.split_first().ok_or("returned an empty list")?;
    if kept != history {
        return Err("did not keep the history");
    }
    if history.contains(chosen) {
        return Err("returned an earlier board");
    }
    let (game, state) = (&call.game, &call.state);
    let wins = |&mv: &Move| game.status(&game.play(state, mv)) == Status::Won(state.to_move);
    let moves = game.move_list(state);
    let leads_there = |mv: &&Move| game.show(game.play(state, **mv).board.layout()) == *chosen;
    match moves.iter().find(leads_there) {
        None => Err("returned a board that no legal move leads to"),
        Some(mv) if !wins(mv) && moves.iter().any(wins) => Err("missed a win in one move"),
        Some(&mv) => Ok(mv),
    }
}
