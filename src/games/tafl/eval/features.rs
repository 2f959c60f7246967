//! The features that the evaluation counts.

use super::edge_view::{EDGES, EdgeView};
use super::reach::flood;
use crate::engine::Side;
use crate::games::tafl::board::{ALL_SQUARES, Board, CENTRE};
use crate::games::tafl::capture::CROSS;
use crate::games::tafl::lookup::{BIT, ENTRIES, NEIGHBOURS, PATHS};
use crate::games::tafl::moves::{FIRST_FILE, LAST_FILE};
use crate::games::tafl::square::WIDTH;

/// The four corners.
const CORNERS: u128 = 1 | 1 << 8 | 1 << 72 | 1 << 80;

/// Counts of pieces, squares and paths in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Features {
    pub(super) objects: i32,
    pub(super) guards: i32,
    /// Squares that λ can move to.
    pub(super) mobility: i32,
    /// Those of them from which it would see an edge.
    pub(super) escape_squares: i32,
    /// Those from which it would see two, with the objects to move: they have to prevent it.
    pub(super) forks: i32,
    /// Paths of λ that are open, with the objects to move: they have to close them.
    pub(super) open: i32,
    /// Paths of λ on which there is one piece, an object.
    pub(super) blocked_by_object: i32,
    /// Paths of λ on which there is one piece, a guard: it can step aside.
    pub(super) blocked_by_guard: i32,
    /// Squares that λ could reach in any number of moves and from which it would see an edge.
    pub(super) far_escape_squares: i32,
    /// The same with two edges.
    pub(super) far_forks: i32,
    /// Edge squares that λ could reach in any number of moves.
    pub(super) reachable_edges: i32,
    /// Whether there are none.
    pub(super) enclosed: i32,
    /// Whether there would be none without the guards either.
    pub(super) encircled: i32,
    /// Objects beside λ.
    pub(super) adjacent_objects: i32,
    /// Guards with an object on one side and an empty square on the opposite side.
    pub(super) exposed_guards: i32,
    /// Objects on a corner.
    pub(super) corner_objects: i32,
    /// Whether λ stands on the centre.
    pub(super) on_centre: i32,
    /// Whether λ stands beside the centre.
    pub(super) beside_centre: i32,
}

/// Counts the features of a position. `mobility` is the set of squares λ can move to.
pub(super) fn features(board: &Board, to_move: Side, mobility: u128) -> Features {
    let count = |set: u128| set.count_ones() as i32;
    let square = BIT[usize::from(board.lambda) % ENTRIES];
    let occupied = board.occupied();
    let objects = board.objects;
    let guards = board.defenders & !square;

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
    Features {
        objects: count(objects),
        guards: count(guards),
        mobility: count(mobility),
        escape_squares: count(mobility & seen.one),
        forks: match to_move {
            Side::First => count(mobility & seen.two),
            // `forced` finds those that λ can use at once.
            Side::Second => 0,
        },
        open,
        blocked_by_object,
        blocked_by_guard,
        far_escape_squares: count(region & seen.one),
        far_forks: count(region & seen.two),
        reachable_edges: count(region & EDGES),
        enclosed: i32::from(enclosed),
        encircled: i32::from(encircled),
        adjacent_objects: count(NEIGHBOURS[usize::from(board.lambda) % ENTRIES] & objects),
        exposed_guards: count(exposed(
            guards,
            objects | CENTRE & !occupied,
            ALL_SQUARES & !occupied & !CENTRE,
        )),
        corner_objects: count(objects & CORNERS),
        on_centre: count(square & CENTRE),
        beside_centre: count(square & CROSS & !CENTRE),
    }
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
