//! The features that the evaluation counts.

use super::edge_view::{EDGES, EdgeView};
use super::reach::{Reach, flood};
use crate::engine::Side;
use crate::games::tafl::Piece;
use crate::games::tafl::board::{ALL_SQUARES, Board, CENTRE};
use crate::games::tafl::lookup::{BIT, ENTRIES, NEIGHBOURS, PATHS};
use crate::games::tafl::moves::{FIRST_FILE, LAST_FILE};
use crate::games::tafl::square::WIDTH;

/// How many features a position has.
pub(super) const COUNT: usize = 17;

/// The features of a position, in the order of [`NAMES`].
pub(super) type Features = [i32; COUNT];

/// What the features count.
pub(super) const NAMES: [&str; COUNT] = [
    "objects",
    "guards",
    "squares that λ can move to",
    "those of them from which it would see an edge",
    "those from which it would see two, with the objects to move: they have to prevent it",
    "open paths of λ, with the objects to move: they have to close them",
    "paths of λ on which there is one piece, an object",
    "paths of λ on which there is one piece, a guard: it can step aside",
    "squares that λ could reach in any number of moves and from which it would see an edge",
    "the same with two edges",
    "edge squares that λ could reach in any number of moves",
    "there are none",
    "there would be none without the guards either",
    "objects beside λ",
    "guards with an object on one side and an empty square on the opposite side",
    "objects with a guard or λ on one side and an empty square on the opposite side",
    "the objects are to move (1) or λ's side is (-1)",
];

/// Counts the features of a position.
pub(super) fn features(board: &Board, to_move: Side) -> Features {
    let mobility = Reach::of(board).from(usize::from(board.lambda) % ENTRIES);
    with_mobility(board, to_move, mobility)
}

/// The same, if the squares that λ can move to are known.
pub(super) fn with_mobility(board: &Board, to_move: Side, mobility: u128) -> Features {
    let count = |set: u128| set.count_ones() as i32;
    let square = BIT[usize::from(board.lambda) % ENTRIES];
    let occupied = board.occupied();
    let empty = ALL_SQUARES & !occupied & !CENTRE;
    let objects = board.objects;
    let guards = board.all_of(Piece::Guard);

    let seen = EdgeView::over(occupied & !square);
    let region = flood(square, !occupied);
    let enclosed = region & EDGES == 0;
    let encircled = enclosed && flood(square, !objects) & EDGES == 0;

    let (mut open, mut blocked_by_object, mut blocked_by_guard) = (0, 0, 0);
    for path in PATHS[usize::from(board.lambda) % ENTRIES] {
        match (occupied & path).count_ones() {
            0 => open += 1,
            1 if objects & path != 0 => blocked_by_object += 1,
            1 => blocked_by_guard += 1,
            _ => {}
        }
    }
    let (forks, turn) = match to_move {
        Side::First => (count(mobility & seen.two), 1),
        // `forced` finds those that λ can use at once.
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
        count(region & seen.one),
        count(region & seen.two),
        count(region & EDGES),
        i32::from(enclosed),
        i32::from(encircled),
        count(NEIGHBOURS[usize::from(board.lambda) % ENTRIES] & objects),
        count(exposed(guards, objects | CENTRE & !occupied, empty)),
        count(exposed(objects, board.defenders | CENTRE, empty)),
        turn,
    ]
}

/// The victims that have an enemy on one side and an empty square on the opposite one.
fn exposed(victims: u128, enemies: u128, empty: u128) -> u128 {
    let left_of = |set: u128| (set & !FIRST_FILE) >> 1;
    let right_of = |set: u128| (set & !LAST_FILE) << 1;
    victims
        & ((left_of(enemies) & right_of(empty))
            | (right_of(enemies) & left_of(empty))
            | (enemies << WIDTH & empty >> WIDTH)
            | (enemies >> WIDTH & empty << WIDTH))
}
