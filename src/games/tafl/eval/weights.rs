//! The weights of the evaluation, from the objects' point of view.

use super::features::{COUNT, Features, NAMES, features};
use super::reach::squares_of;
use super::squares::{CLASSES, class_of};
use crate::engine::State;
use crate::games::tafl::{Board, Piece};

/// The weights of an evaluation, which is a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The constant term: makes the start about even.
    pub base: i32,
    /// Of the features.
    pub features: Features,
    /// Of the pieces on a square, by its class, in the order of [`Piece::ALL`].
    pub squares: [[i32; CLASSES]; Piece::ALL.len()],
}

impl Weights {
    /// How many weights there are.
    pub const COUNT: usize = 1 + COUNT + CLASSES * Piece::ALL.len();

    /// Fitted to the outcome of games of the program against itself: `cargo bench --bench fit -- tafl
    /// 12000 3000 1`.
    pub const BEST: Weights = Weights {
        base: -1424,
        features: [
            215, -209, 2, -40, -9, -57, 6, -146, 0, 0, 1, -107, 586, 2, -2, -23, 45,
        ],
        squares: [
            [
                -31, -38, -21, -11, -15, 11, 26, 6, 22, 20, 34, 29, 19, 22, 0,
            ],
            [-5, 46, 11, -39, -119, 32, 24, 6, -9, 4, -18, -1, -21, 11, 0],
            [
                0, 0, 0, 0, 0, -307, -116, -111, -102, 40, 7, -7, -140, -118, -209,
            ],
        ],
    };

    /// The weighted sum of the features and squares of a board.
    #[inline]
    pub(super) fn sum(&self, features: &Features, board: &Board) -> i32 {
        let counted: i32 = self.features.iter().zip(features).map(|(w, n)| w * n).sum();
        let placed: i32 = Piece::ALL
            .iter()
            .zip(&self.squares)
            .map(|(&piece, weights)| {
                squares_of(board.all_of(piece))
                    .map(|square| weights[class_of(square)])
                    .sum::<i32>()
            })
            .sum();
        self.base + counted + placed
    }

    /// The weights as a list.
    #[must_use]
    pub fn to_list(&self) -> [i32; Weights::COUNT] {
        let mut list = [self.base; Weights::COUNT];
        let all = self.features.iter().chain(self.squares.as_flattened());
        list[1..]
            .iter_mut()
            .zip(all)
            .for_each(|(to, &weight)| *to = weight);
        list
    }

    /// The weights of such a list.
    #[must_use]
    pub fn from_list(list: &[i32; Weights::COUNT]) -> Weights {
        let mut weights = Weights {
            base: list[0],
            ..Weights::BEST
        };
        let all = weights
            .features
            .iter_mut()
            .chain(weights.squares.as_flattened_mut());
        all.zip(&list[1..]).for_each(|(to, &weight)| *to = weight);
        weights
    }

    /// What each weight of the list belongs to.
    pub fn names() -> impl Iterator<Item = String> {
        let on_squares =
            |piece: Piece| (0..CLASSES).map(move |class| format!("{piece:?}, class {class}"));
        std::iter::once("base")
            .chain(NAMES)
            .map(str::to_owned)
            .chain(Piece::ALL.into_iter().flat_map(on_squares))
    }

    /// How often each weight of the list counts in a position.
    #[must_use]
    pub fn counts(state: &State<Board>) -> [i32; Weights::COUNT] {
        let mut counts = Weights {
            base: 1,
            features: features(&state.board, state.to_move),
            squares: [[0; CLASSES]; Piece::ALL.len()],
        };
        for (square, piece) in state.board.pieces() {
            counts.squares[piece as usize][class_of(square.index())] += 1;
        }
        counts.to_list()
    }
}
