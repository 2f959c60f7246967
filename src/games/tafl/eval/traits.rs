//! What the opinion of a position is made of: numbers, each of which is weighed.

use super::lookout::{EDGES, Lookout};
use super::reach::flood;
use crate::engine::Side;
use crate::games::tafl::board::{ALL_SQUARES, Board, CENTRE};
use crate::games::tafl::capture::CROSS;
use crate::games::tafl::lookup::{BIT, ENTRIES, NEIGHBOURS, PATHS};
use crate::games::tafl::moves::{FIRST_FILE, LAST_FILE};
use crate::games::tafl::square::WIDTH;

/// The four corners.
const CORNERS: u128 = 1 | 1 << 8 | 1 << 72 | 1 << 80;

/// The traits of a position: all are numbers of squares, pieces or paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits {
    pub(super) objects: i32,
    pub(super) guards: i32,
    /// Squares that λ can go to.
    pub(super) freedom: i32,
    /// Those of them from which it would see an edge.
    pub(super) lookouts: i32,
    /// Those from which it would see two, with the objects to move: they have to prevent it.
    pub(super) forks: i32,
    /// Paths of λ that are open, with the objects to move: they have to close them.
    pub(super) open: i32,
    /// Paths of λ on which there is one piece, an object.
    pub(super) held_by_object: i32,
    /// Paths of λ on which there is one piece, a guard: it can step aside.
    pub(super) held_by_guard: i32,
    /// Squares that λ could come to in any number of moves and from which it would see an edge.
    pub(super) far_lookouts: i32,
    /// The same with two edges.
    pub(super) far_forks: i32,
    /// Edge squares that λ could come to.
    pub(super) ways_out: i32,
    /// Whether there are none.
    pub(super) sealed: i32,
    /// Whether there would be none without the guards either.
    pub(super) encircled: i32,
    /// Objects beside λ.
    pub(super) hunters: i32,
    /// Guards with an object on one side and room for another on the opposite side.
    pub(super) exposed_guards: i32,
    /// Objects on a corner.
    pub(super) cornered: i32,
    /// Whether λ stands on the centre.
    pub(super) at_home: i32,
    /// Whether λ stands beside the centre.
    pub(super) at_the_door: i32,
}

/// The traits of a position. `freedom` is the set of squares λ can go to.
pub(super) fn traits(board: &Board, to_move: Side, freedom: u128) -> Traits {
    let count = |set: u128| set.count_ones() as i32;
    let square = BIT[usize::from(board.lambda) % ENTRIES];
    let occupied = board.occupied();
    let objects = board.objects;
    let guards = board.defenders & !square;

    let seen = Lookout::over(occupied & !square);
    let region = flood(square, !occupied);
    let sealed = region & EDGES == 0;
    let encircled = sealed && flood(square, !objects) & EDGES == 0;

    let (mut open, mut held_by_object, mut held_by_guard) = (0, 0, 0);
    for path in PATHS[usize::from(board.lambda) % ENTRIES] {
        match (occupied & path).count_ones() {
            0 => open += 1,
            1 if objects & path != 0 => held_by_object += 1,
            1 => held_by_guard += 1,
            _ => {}
        }
    }
    Traits {
        objects: count(objects),
        guards: count(guards),
        freedom: count(freedom),
        lookouts: count(freedom & seen.one),
        forks: match to_move {
            Side::First => count(freedom & seen.two),
            // Whether λ can use them at once is seen by the verdict.
            Side::Second => 0,
        },
        open,
        held_by_object,
        held_by_guard,
        far_lookouts: count(region & seen.one),
        far_forks: count(region & seen.two),
        ways_out: count(region & EDGES),
        sealed: i32::from(sealed),
        encircled: i32::from(encircled),
        hunters: count(NEIGHBOURS[usize::from(board.lambda) % ENTRIES] & objects),
        exposed_guards: count(exposed(
            guards,
            objects | CENTRE & !occupied,
            ALL_SQUARES & !occupied & !CENTRE,
        )),
        cornered: count(objects & CORNERS),
        at_home: count(square & CENTRE),
        at_the_door: count(square & CROSS & !CENTRE),
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
