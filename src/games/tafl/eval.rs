//! The evaluation of the computer player.

use super::board::{ALL_SQUARES, Board, CENTRE, Piece, beside, between, squares_of};
use super::capture::after_move;
use super::lookup::{BIT, ENTRIES, PATHS};
use super::moves::{Lines, Move};
use super::rules::Tafl;
use super::square::{Square, WIDTH};
use super::threats::{
    EDGES, EdgeView, Forced, capturing_moves, deadly_squares, flood, open_paths,
    with_lambda_to_move, with_objects_to_move,
};
use crate::engine::search::Evaluator;
use crate::engine::{Side, State};

/// The score of a forced end within a few plies.
const DECIDED: i32 = 100_000;

/// The number of features.
const FEATURES: usize = 15;

/// The number of classes of squares under rotation and reflection.
const CLASSES: usize = 15;

/// A weighted sum of features and piece squares from the objects' point of view, plus forced ends
/// within three plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The constant term: makes the start about even.
    pub base: i32,
    /// The weights of the features:
    ///
    /// 0. objects
    /// 1. guards
    /// 2. squares that λ can move to
    /// 3. those of them with a clear path to an edge
    /// 4. those with clear paths to two edges, if the objects are to move and must prevent it
    /// 5. open paths of λ, if the objects are to move and must close them
    /// 6. paths of λ blocked by one piece, an object
    /// 7. paths of λ blocked by one piece, a guard, which can step aside
    /// 8. edge squares that λ could reach in any number of moves
    /// 9. whether there are none
    /// 10. whether there would be none without the guards either
    /// 11. objects beside λ
    /// 12. guards with an object on one side and an empty square on the opposite side
    /// 13. objects with a guard or λ on one side and an empty square on the opposite side
    /// 14. 1 if the objects are to move, else -1
    pub features: [i32; FEATURES],
    /// The weights of pieces by the class of their square, in the order of [`Piece::ALL`]. Classes
    /// run from the corner along the edge to its middle, then likewise on each inner ring.
    pub squares: [[i32; CLASSES]; Piece::ALL.len()],
}

impl Evaluation {
    /// Returns the evaluation with weights fitted to self-play: `cargo bench --bench fit -- tafl
    /// 12000 3000 1`.
    #[must_use]
    pub const fn new() -> Self {
        Evaluation {
            base: -1424,
            features: [
                215, -209, 2, -40, -9, -57, 6, -146, 1, -107, 586, 2, -2, -23, 45,
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
        }
    }

    /// Returns the weighted sum of the features and squares of a board.
    #[inline]
    fn sum(&self, features: &[i32; FEATURES], board: &Board) -> i32 {
        let counted: i32 = self.features.iter().zip(features).map(|(w, n)| w * n).sum();
        let on_squares = |(&piece, weights): (&Piece, &[i32; CLASSES])| -> i32 {
            squares_of(board.all_of(piece))
                .map(|square| weights[usize::from(CLASS[square % ENTRIES])])
                .sum()
        };
        let placed: i32 = Piece::ALL.iter().zip(&self.squares).map(on_squares).sum();
        self.base + counted + placed
    }
}

impl Default for Evaluation {
    fn default() -> Self {
        Evaluation::new()
    }
}

impl Evaluator<Tafl> for Evaluation {
    fn evaluate(&self, _game: &Tafl, state: &State<Board>) -> i32 {
        let board = &state.board;
        let mobility = Lines::of(board.occupied()).reach(board.lambda_index());
        let forced = match state.to_move {
            Side::First => with_objects_to_move(board),
            Side::Second => with_lambda_to_move(board, mobility),
        };
        let placed = self.sum(&features(board, state.to_move, mobility), board);
        match forced {
            Forced::Capture => DECIDED + placed,
            Forced::Escape => placed - DECIDED,
            Forced::Nothing => placed,
        }
    }

    /// Ranks captures, moves that block an open path, and moves that open one.
    fn rank(&self, _game: &Tafl, state: &State<Board>, mv: Move) -> i32 {
        let board = &state.board;
        let (from, to) = (mv.from().index(), mv.to().index());
        let after = after_move(board, state.to_move, from, to);
        match state.to_move {
            Side::First => {
                let taken = (board.defenders ^ after.defenders).count_ones() as i32;
                let occupied = board.occupied();
                let closes = PATHS[board.lambda_index()]
                    .iter()
                    .any(|path| occupied & path == 0 && path & BIT[to % ENTRIES] != 0);
                2 * taken + if closes { 8 } else { 0 }
            }
            Side::Second => {
                let taken = (board.objects ^ after.objects).count_ones() as i32;
                let open = open_paths(after.occupied(), usize::from(after.lambda)) as i32;
                2 * taken + 3 * open
            }
        }
    }

    fn noisy_moves(&self, _game: &Tafl, state: &State<Board>, into: &mut Vec<Move>) {
        capturing_moves(&state.board, state.to_move, into);
    }

    fn is_threatened(&self, _game: &Tafl, state: &State<Board>) -> bool {
        let board = &state.board;
        match state.to_move {
            Side::First => open_paths(board.occupied(), usize::from(board.lambda)) > 0,
            Side::Second => {
                let deadly = deadly_squares(board);
                deadly != 0 && deadly & Lines::of(board.occupied()).reach_of_any(board.objects) != 0
            }
        }
    }

    /// Returns the average value of an object and a guard.
    fn margin(&self) -> i32 {
        let [object, guard, ..] = self.features;
        i32::midpoint(object.abs(), guard.abs())
    }
}

/// Counts the features of a position; λ can move to the squares of `mobility`.
fn features(board: &Board, to_move: Side, mobility: u128) -> [i32; FEATURES] {
    let count = |set: u128| set.count_ones() as i32;
    let square = BIT[board.lambda_index()];
    let occupied = board.occupied();
    let empty = ALL_SQUARES & !occupied & !CENTRE;
    let objects = board.objects;
    let guards = board.all_of(Piece::Guard);

    let seen = EdgeView::over(occupied & !square);
    let region = flood(square, !occupied);
    let enclosed = region & EDGES == 0;
    let encircled = enclosed && flood(square, !objects) & EDGES == 0;

    let (mut open, mut blocked_by_object, mut blocked_by_guard) = (0, 0, 0);
    for path in PATHS[board.lambda_index()] {
        match (occupied & path).count_ones() {
            0 => open += 1,
            1 if objects & path != 0 => blocked_by_object += 1,
            1 => blocked_by_guard += 1,
            _ => {}
        }
    }
    let (forks, turn) = match to_move {
        Side::First => (count(mobility & seen.two), 1),
        // `with_lambda_to_move` finds the forks that λ can use at once.
        Side::Second => (0, -1),
    };
    [
        count(objects),
        count(guards),
        count(mobility),
        count(mobility & seen.one),
        forks,
        open,
        blocked_by_object,
        blocked_by_guard,
        count(region & EDGES),
        i32::from(enclosed),
        i32::from(encircled),
        count(beside(square) & objects),
        count(guards & between(objects | CENTRE & !occupied, empty)),
        count(objects & between(board.defenders | CENTRE, empty)),
        turn,
    ]
}

/// The class of each square.
static CLASS: [u8; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut index = 0;
    while let Some(square) = Square::new(index) {
        let (file, rank) = (from_edge(square.file()), from_edge(square.rank()));
        let (ring, along) = if file < rank {
            (file, rank)
        } else {
            (rank, file)
        };
        // The rings outside it have 5, 4, 3 and 2 classes.
        table[index] = ring * (11 - ring) / 2 + along - ring;
        index += 1;
    }
    table
};

const fn from_edge(line: u8) -> u8 {
    if line < WIDTH / 2 {
        line
    } else {
        WIDTH - 1 - line
    }
}
