//! Classes of squares that turn into each other when the board is turned or mirrored.

use crate::games::tafl::lookup::ENTRIES;
use crate::games::tafl::square::{Square, WIDTH};

/// How many classes there are.
pub(super) const CLASSES: usize = 15;

/// The class of each square: first the corner, then along the edge to its middle, then the same on
/// the rings within; the centre is the last.
static CLASS: [u8; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        let (file, rank) = (
            from_edge(index as u8 % WIDTH),
            from_edge(index as u8 / WIDTH),
        );
        let (ring, along) = if file < rank {
            (file, rank)
        } else {
            (rank, file)
        };
        // The rings before it have 5, 4, 3 and 2 classes.
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

/// The class of a square with this number.
#[inline]
pub(super) fn class_of(square: usize) -> usize {
    usize::from(CLASS[square % ENTRIES])
}
