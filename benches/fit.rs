//! Fits the weights of an evaluation to the outcome of games that the program plays against itself
//! (Texel's method).
//!
//! `cargo bench --bench fit -- GAME GAMES NODES SEED`; GAME is `tafl`, `crusher4`, `crusher5` or
//! `crusher6`. Nothing depends on a clock or on the number of threads: the same words give the same
//! weights, in the form of the game's source.
//!
//! 1. Self-play with the weights [set by hand](hand_set): the selective search, NODES positions for
//!    a move, from random openings.
//! 2. Every position after the opening is a sample if the evaluation is a plain sum there. The
//!    chance to win that belongs to a score is `1 / (1 + exp(-score / scale))`; the scale is fitted
//!    to the weights set by hand and stays, so that the unit does not change.
//! 3. Newton's method finds the weights with the greatest likelihood. Regularization adds some
//!    samples that show the old value of each weight, so rare terms hardly change.
//! 4. Matches of 400 games by nodes, from other openings, against the weights set by hand and
//!    against the built-in ones.

#![allow(clippy::print_stdout)]

mod hand_set;

use game::engine::arena::Match;
use game::engine::player::Player;
use game::engine::search::{Budget, Evaluator, Searcher};
use game::engine::{Game, Side, StateOf, Status};
use game::games::crusher::{self, Crusher};
use game::games::tafl::{self, Tafl};
use game::parallel::all_cores;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The games of the match that judges a fit.
const VERDICT_GAMES: u32 = 400;

/// The strength of regularization, in samples that show a count of one.
const PRIOR: f64 = 20.0;

const TAFL: tafl::Evaluation = tafl::Evaluation::new();

/// An evaluation that is a weighted sum.
trait WeightedSum<G: Game>: Evaluator<G> + Copy + 'static {
    fn weights(&self) -> Vec<f64>;
    fn names() -> Vec<String>;
    fn with(weights: &[f64]) -> Self;
    /// Returns the count of each weight, from the first side's point of view; `None` where the evaluation
    /// is more than a sum.
    fn counts(&self, game: &G, state: &StateOf<G>) -> Option<Vec<f64>>;
    fn player(self, nodes: u64) -> Box<dyn Player<G>>;
    fn show(&self) -> String;
}

fn searcher<G: Game, E: Evaluator<G>>(evaluator: E, nodes: u64) -> Searcher<G, E> {
    // With a limit on time a search is selective; the nodes end it.
    Searcher::new(evaluator).within(Budget {
        nodes: Some(nodes),
        ..Budget::time(Duration::from_hours(1))
    })
}

impl WeightedSum<Tafl> for tafl::Evaluation {
    fn weights(&self) -> Vec<f64> {
        let terms = self.features.iter().chain(self.squares.as_flattened());
        std::iter::once(&self.base)
            .chain(terms)
            .map(|&weight| f64::from(weight))
            .collect()
    }

    fn names() -> Vec<String> {
        let of_features = (0..TAFL.features.len()).map(|place| format!("feature {place}"));
        let of_squares = tafl::Piece::ALL.into_iter().flat_map(|piece| {
            (0..TAFL.squares[0].len()).map(move |class| format!("{piece:?}, class {class}"))
        });
        std::iter::once("base".to_owned())
            .chain(of_features)
            .chain(of_squares)
            .collect()
    }

    fn with(weights: &[f64]) -> Self {
        let mut weights = weights.iter().map(|weight| weight.round() as i32);
        let mut next = || weights.next().expect("a weight for each term");
        tafl::Evaluation {
            base: next(),
            features: std::array::from_fn(|_| next()),
            squares: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        }
    }

    fn counts(&self, game: &Tafl, state: &StateOf<Tafl>) -> Option<Vec<f64>> {
        // A weight of one alone shows how often it counts; a forced end adds far more.
        let terms = self.weights().len();
        let count = |term: usize| {
            let unit: Vec<f64> = (0..terms).map(|at| f64::from(at == term)).collect();
            let count = tafl::Evaluation::with(&unit).evaluate(game, state);
            (count.abs() < 1000).then_some(f64::from(count))
        };
        (0..terms).map(count).collect()
    }

    fn player(self, nodes: u64) -> Box<dyn Player<Tafl>> {
        Box::new(searcher(self, nodes).careful())
    }

    fn show(&self) -> String {
        format!("{self:?}")
    }
}

/// The names of Crusher's features, in order.
const CRUSHER_FEATURES: [&str; crusher::eval::COUNT] = [
    "pieces",
    "last life",
    "two lives",
    "can be captured",
    "can be recaptured after that",
    "can lose a piece",
    "captures against it",
    "neighbouring pairs",
    "could be recaptured",
    "steps from the centre",
    "on the edge",
    "safe free neighbours",
];

impl WeightedSum<Crusher> for crusher::Evaluation {
    fn weights(&self) -> Vec<f64> {
        let sets = self.0;
        let lists = sets.iter().flat_map(|set| {
            let terms = set.own.iter().chain(&set.enemy).copied();
            std::iter::once(set.base).chain(terms)
        });
        lists.map(f64::from).collect()
    }

    fn names() -> Vec<String> {
        let of_set = |set: &'static str| {
            let of_side = move |side| CRUSHER_FEATURES.map(|name| format!("{set}, {side}: {name}"));
            std::iter::once(format!("{set}, base"))
                .chain(of_side("own"))
                .chain(of_side("enemy"))
        };
        ["behind", "level", "ahead"]
            .into_iter()
            .flat_map(of_set)
            .collect()
    }

    fn with(weights: &[f64]) -> Self {
        let weight = |place: usize| weights[place].round() as i32;
        crusher::Evaluation(std::array::from_fn(|set| {
            let base = set * CRUSHER_TERMS;
            crusher::Weights {
                base: weight(base),
                own: std::array::from_fn(|place| weight(base + 1 + place)),
                enemy: std::array::from_fn(|place| weight(base + 1 + crusher::eval::COUNT + place)),
            }
        }))
    }

    fn counts(&self, game: &Crusher, state: &StateOf<Crusher>) -> Option<Vec<f64>> {
        let [own, enemy] = crusher::eval::features(game.hex(), state.board.layout(), state.to_move);
        let sign = if state.to_move == Side::First {
            1.0
        } else {
            -1.0
        };
        let set = usize::from(own[0] >= enemy[0]) + usize::from(own[0] > enemy[0]);
        let mut counts = vec![0.0; 3 * CRUSHER_TERMS];
        let terms = std::iter::once(1).chain(own).chain(enemy);
        for (to, count) in counts[set * CRUSHER_TERMS..].iter_mut().zip(terms) {
            *to = sign * f64::from(count);
        }
        Some(counts)
    }

    fn player(self, nodes: u64) -> Box<dyn Player<Crusher>> {
        Box::new(searcher(self, nodes))
    }

    fn show(&self) -> String {
        format!("{:?}", self.0)
    }
}

const CRUSHER_TERMS: usize = 1 + 2 * crusher::eval::COUNT;

fn main() {
    let words: Vec<String> = std::env::args().filter(|arg| arg != "--bench").collect();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let [game, games, nodes, seed] = words[..] else {
        println!("GAME GAMES NODES SEED");
        return;
    };
    let terms = Terms {
        games: games.parse().expect("a number of games"),
        nodes: nodes.parse().expect("a number of nodes"),
        seed: seed.parse().expect("a seed"),
        opening_plies: if game == "tafl" { 5 } else { 8 },
    };
    if game == "tafl" {
        terms.fit(&Tafl, hand_set::of_tafl(), tafl::Evaluation::new());
    } else if let Some(size) = game.strip_prefix("crusher").and_then(|n| n.parse().ok()) {
        let game = Crusher::new(size).expect("a valid size");
        let built_in = crusher::Evaluation::new(size);
        terms.fit(&game, hand_set::of_crusher(size), built_in);
    } else {
        println!("no game is called {game}");
    }
}

struct Terms {
    games: u32,
    nodes: u64,
    seed: u64,
    opening_plies: u32,
}

/// A position: how often each weight counts, and how the game ended for the side that began.
struct Sample {
    counts: Vec<f64>,
    outcome: f64,
}

impl Terms {
    fn fit<G: Game, E: WeightedSum<G>>(&self, game: &G, hand_set: E, built_in: E) {
        let samples = self.samples(game, hand_set);
        let old = hand_set.weights();
        let scale = scale_of(&samples, &old);
        let new = newton(&samples, &old, scale);
        let [before, after] = [&old, &new].map(|weights| loss(&samples, weights, scale));
        println!(
            "{} samples, scale {scale:.0}, loss {before:.5}, after the fit {after:.5}",
            samples.len()
        );
        let fitted = E::with(&new);
        for (name, (old, new)) in E::names().iter().zip(old.iter().zip(&new)) {
            println!("{old:6.0} {new:6.0}  {name}");
        }
        println!("{}", fitted.show());
        self.judge(game, fitted, hand_set, "the weights set by hand");
        self.judge(game, fitted, built_in, "the built-in weights");
    }

    fn judge<G: Game, E: WeightedSum<G>>(&self, game: &G, new: E, old: E, name: &str) {
        let terms = Match {
            opening_plies: self.opening_plies - 1,
            seed: self.seed + 1_000_000,
            ..Match::of_games(VERDICT_GAMES)
        };
        let players = || [new.player(self.nodes), old.player(self.nodes)];
        let tally = terms.play(game, all_cores(), players, &NEVER, |_| (), |_| ());
        println!("{}", tally.report(["fitted", name]));
    }

    /// The positions of games of a player against itself. The second player of a pair searches
    /// fewer positions, so that the two games of an opening differ.
    fn samples<G: Game, E: WeightedSum<G>>(&self, game: &G, evaluator: E) -> Vec<Sample> {
        let terms = Match {
            opening_plies: self.opening_plies,
            seed: self.seed,
            ..Match::of_games(self.games)
        };
        let players = || {
            [
                evaluator.player(self.nodes),
                evaluator.player(self.nodes * 2 / 3),
            ]
        };
        let mut samples = Vec::new();
        terms.play(
            game,
            all_cores(),
            players,
            &NEVER,
            |_| (),
            |moves| {
                let mut state = game.start();
                let mut positions = Vec::new();
                for &mv in moves {
                    positions.push(state.clone());
                    state = game.play(&state, mv);
                }
                let outcome = match game.status(&state) {
                    Status::Won(Side::First) => 1.0,
                    Status::Won(Side::Second) => 0.0,
                    Status::Draw | Status::Playing => 0.5,
                };
                let played = positions.into_iter().skip(self.opening_plies as usize);
                samples.extend(played.filter_map(|state| {
                    let counts = evaluator.counts(game, &state)?;
                    Some(Sample { counts, outcome })
                }));
            },
        );
        samples
    }
}

fn score(sample: &Sample, weights: &[f64]) -> f64 {
    sample.counts.iter().zip(weights).map(|(n, w)| n * w).sum()
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The mean cross entropy.
fn loss(samples: &[Sample], weights: &[f64], scale: f64) -> f64 {
    let of_one = |sample: &Sample| {
        let chance = chance(score(sample, weights), scale).clamp(1e-9, 1.0 - 1e-9);
        -(sample.outcome * chance.ln() + (1.0 - sample.outcome) * (1.0 - chance).ln())
    };
    samples.iter().map(of_one).sum::<f64>() / samples.len() as f64
}

/// The scale with which these weights predict the outcomes best, by golden section.
fn scale_of(samples: &[Sample], weights: &[f64]) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (10.0_f64.ln(), 10_000.0_f64.ln());
    let at = |place: f64| loss(samples, weights, place.exp());
    for _ in 0..30 {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if at(left) < at(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high).exp()
}

/// The most likely weights, by Newton's method.
fn newton(samples: &[Sample], prior: &[f64], scale: f64) -> Vec<f64> {
    let size = prior.len();
    let mut weights = prior.to_vec();
    for _ in 0..12 {
        let mut gradient = vec![0.0; size];
        let mut curvature = vec![vec![0.0; size]; size];
        let held = PRIOR * 0.25 / (scale * scale);
        for place in 0..size {
            gradient[place] = held * (prior[place] - weights[place]);
            curvature[place][place] = held;
        }
        for sample in samples {
            let chance = chance(score(sample, &weights), scale);
            let slope = (sample.outcome - chance) / scale;
            let bend = chance * (1.0 - chance) / (scale * scale);
            let seen: Vec<(usize, f64)> = (0..)
                .zip(sample.counts.iter().copied())
                .filter(|&(_, count)| count != 0.0)
                .collect();
            for &(row, count) in &seen {
                gradient[row] += slope * count;
                let line = &mut curvature[row];
                for &(column, other) in &seen {
                    line[column] += bend * count * other;
                }
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(curvature, gradient)) {
            *weight += step;
        }
    }
    weights
}

/// Solves a system of linear equations with a positive definite matrix, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for pivot in 0..size {
        let line = matrix[pivot].clone();
        for row in pivot + 1..size {
            let factor = matrix[row][pivot] / line[pivot];
            for (to, from) in matrix[row].iter_mut().zip(&line).skip(pivot) {
                *to -= factor * from;
            }
            right[row] -= factor * right[pivot];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|at| matrix[row][at] * right[at]).sum();
        right[row] = (right[row] - known) / matrix[row][row];
    }
    right
}
