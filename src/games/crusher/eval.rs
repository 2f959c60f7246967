//! The static evaluation of a position. Nothing here looks ahead.

use super::features::{COUNT, features};
use super::moves::Move;
use super::rules::Crusher;
use super::weights;
use crate::engine::search::Evaluator;
use crate::engine::{Side, StateOf};

/// Weights of the [`features`] of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The constant term.
    pub base: i32,
    /// Weights of the features of the side to move.
    pub own: [i32; COUNT],
    /// Weights of the features of the other side.
    pub enemy: [i32; COUNT],
}

/// The evaluation that the computer plays with: a weighted sum of features.
/// What matters depends on who has more pieces, so there are three sets of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// For when the side to move has fewer, as many, and more pieces.
    weights: [Weights; 3],
}

impl Evaluation {
    /// The evaluation that was found to play best with N = `size`.
    #[must_use]
    pub const fn new(size: usize) -> Self {
        match size {
            0..=3 => weights::THREE,
            4 => weights::FOUR,
            _ => weights::FIVE,
        }
    }

    /// An evaluation with weights to be tried: for when the side to move has fewer, as many, and
    /// more pieces.
    #[must_use]
    pub const fn with_weights(weights: [Weights; 3]) -> Self {
        Evaluation { weights }
    }

    /// Its weights, in the same order.
    #[must_use]
    pub const fn weights(&self) -> [Weights; 3] {
        self.weights
    }
}

impl Evaluator<Crusher> for Evaluation {
    #[inline]
    fn evaluate(&self, game: &Crusher, state: &StateOf<Crusher>) -> i32 {
        let layout = state.board.layout();
        let seen = features(game.hex(), layout, state.to_move);
        let [own, enemy] = &seen;
        let weights =
            &self.weights[usize::from(own[0] >= enemy[0]) + usize::from(own[0] > enemy[0])];
        let sum = |weights: &[i32; COUNT], numbers: &[i32; COUNT]| -> i32 {
            weights.iter().zip(numbers).map(|(w, n)| w * n).sum()
        };
        let worth = weights.base + sum(&weights.own, own) + sum(&weights.enemy, enemy);
        match state.to_move {
            Side::First => worth,
            Side::Second => -worth,
        }
    }

    #[inline]
    fn rank(&self, game: &Crusher, state: &StateOf<Crusher>, mv: Move) -> i32 {
        i32::from(game.captures(state, mv))
    }

    fn noisy_moves(&self, game: &Crusher, state: &StateOf<Crusher>, into: &mut Vec<Move>) {
        game.capturing_moves(state, into);
    }

    /// The last pieces are worth more than the first, so this is more than the weight of a piece.
    fn piece_value(&self) -> i32 {
        let [_, level, _] = &self.weights;
        (level.own[0].abs() + level.own[1].abs()).clamp(100, 200)
    }
}

/// Counts pieces and nothing else: the baseline for measuring [`Evaluation`].
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::State;
    use crate::engine::rng::Rng;
    use crate::engine::search::BEST_STATIC;
    use crate::games::crusher::tests::random_state;
    use crate::games::crusher::{Board, parse_board, show_board};

    #[test]
    fn colours_do_not_matter() {
        let mut rng = Rng::new(3);
        for n in 2..=6 {
            let game = Crusher::new(n).unwrap();
            let evaluation = Evaluation::new(n);
            for _ in 0..100 {
                let state = random_state(&game, &mut rng);
                let text = show_board(game.hex(), state.board.layout());
                let swapped: String = text
                    .chars()
                    .map(|c| match c {
                        'W' => 'B',
                        'B' => 'W',
                        other => other,
                    })
                    .collect();
                let swapped = parse_board(game.hex(), &swapped).unwrap();
                let swapped = State::new(Board::new(swapped), state.to_move.other());
                let value = evaluation.evaluate(&game, &state);
                assert_eq!(evaluation.evaluate(&game, &swapped), -value);
                assert!(value.abs() < BEST_STATIC / 10);
            }
        }
    }

    #[test]
    fn turning_the_board_round_does_not_matter() {
        let mut rng = Rng::new(4);
        for n in 2..=6 {
            let game = Crusher::new(n).unwrap();
            for _ in 0..50 {
                let state = random_state(&game, &mut rng);
                let text = show_board(game.hex(), state.board.layout());
                let turned: String = text.chars().rev().collect();
                let turned = parse_board(game.hex(), &turned).unwrap();
                let turned = State::new(Board::new(turned), state.to_move);
                let evaluation = Evaluation::new(n);
                assert_eq!(
                    evaluation.evaluate(&game, &state),
                    evaluation.evaluate(&game, &turned)
                );
            }
        }
    }

    #[test]
    fn more_pieces_are_better() {
        let game = Crusher::new(3).unwrap();
        let value = |text| {
            let layout = parse_board(game.hex(), text).unwrap();
            let state = State::new(Board::new(layout), Side::First);
            Evaluation::new(3).evaluate(&game, &state)
        };
        assert!(value("WWW-WW-------BB-BBB") > value("WWW-W--------BB-BBB"));
        assert!(value("WWW-WW-------BB-BBB") < value("WWW-WW--------B-BBB"));
    }
}
