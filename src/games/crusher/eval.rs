//! What a position looks like at first sight. Nothing here looks ahead.

use super::features::{COUNT, features};
use super::moves::Move;
use super::rules::Crusher;
use crate::engine::search::Evaluator;
use crate::engine::{Side, StateOf};

/// What each number of [`features`] is worth in hundredths of a piece: first those of the side to
/// move, then those of the other.
pub type Weights = [[i32; COUNT]; 2];

/// The evaluation that the computer plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judge {
    weights: Weights,
}

impl Judge {
    /// The evaluation that was found to play best with N = `size`.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        let weights = match size {
            0..=3 => HAND,
            4 => HAND,
            _ => HAND,
        };
        Judge { weights }
    }

    /// An evaluation to be tried.
    #[must_use]
    pub const fn with_weights(weights: Weights) -> Self {
        Judge { weights }
    }
}

const HAND: Weights = [
    [
        100, -60, -10, -10, 5, -10, -40, 6, 2, 2, -8, 3, 1, -4, -3, 0,
    ],
    [
        -100, 60, 10, 70, -40, 40, 200, -6, -2, -2, 8, -3, -1, 4, 3, 0,
    ],
];

impl Evaluator<Crusher> for Judge {
    #[inline]
    fn evaluate(&self, game: &Crusher, state: &StateOf<Crusher>) -> i32 {
        let seen = features(game.hex(), state.board.layout(), state.to_move);
        let mut worth = 0;
        for (weights, numbers) in self.weights.iter().zip(&seen) {
            for (weight, number) in weights.iter().zip(numbers) {
                worth += weight * number;
            }
        }
        match state.to_move {
            Side::First => worth,
            Side::Second => -worth,
        }
    }

    #[inline]
    fn rank(&self, game: &Crusher, state: &StateOf<Crusher>, mv: Move) -> i32 {
        i32::from(game.captures(state, mv))
    }
}

/// Counts pieces and nothing else: what a first program does, as a baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material;

impl Evaluator<Crusher> for Material {
    fn evaluate(&self, _game: &Crusher, state: &StateOf<Crusher>) -> i32 {
        let layout = state.board.layout();
        let count = |side| layout.count(side) as i32;
        count(Side::First) - count(Side::Second)
    }

    fn rank(&self, game: &Crusher, state: &StateOf<Crusher>, mv: Move) -> i32 {
        i32::from(game.captures(state, mv))
    }
}
