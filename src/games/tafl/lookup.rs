//! Lookup tables by square and by line, computed at compile time.
//!
//! Tables by square have 128 entries instead of 81: a seven-bit index needs no bounds check, and the
//! entry of [`NOWHERE`](super::board::NOWHERE) is empty.

use super::board::beside;
use super::square::{Square, WIDTH};

/// One entry per seven-bit square number.
pub(super) const ENTRIES: usize = 128;

/// The four directions as steps along (file, rank).
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// Each square as a set.
pub(super) static BIT: [u128; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = 1 << index;
        index += 1;
    }
    table
};

/// The squares between a square and each of the four edges, the edge included.
pub(super) static PATHS: [[u128; 4]; ENTRIES] = {
    let mut table = [[0; 4]; ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        let mut direction = 0;
        while direction < 4 {
            table[index][direction] = path(index, direction);
            direction += 1;
        }
        index += 1;
    }
    table
};

/// The squares of victims of a piece that moves to a square, by direction: its neighbours with
/// another square behind them, shifted down by [`window`].
pub(super) static VICTIMS: [[u64; 4]; ENTRIES] = {
    let mut table = [[0; 4]; ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        let mut direction = 0;
        while direction < 4 {
            let path = path(index, direction);
            if path.count_ones() > 1 {
                table[index][direction] = ((path & beside(1 << index)) >> window(index)) as u64;
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

/// Returns the first of seven rows around a square: they fit into 64 bits, and captures depend only
/// on squares up to two away.
#[inline]
pub(super) const fn window(around: usize) -> usize {
    if around < 5 * WIDTH as usize {
        0
    } else {
        2 * WIDTH as usize
    }
}

/// Returns the squares from the next one to the edge in a direction.
const fn path(index: usize, direction: usize) -> u128 {
    let (right, up) = DIRECTIONS[direction];
    let width = WIDTH as i8;
    let (mut file, mut rank) = (index as i8 % width + right, index as i8 / width + up);
    let mut squares = 0;
    while 0 <= file && file < width && 0 <= rank && rank < width {
        squares |= 1 << (rank * width + file);
        (file, rank) = (file + right, rank + up);
    }
    squares
}

/// The number of ways in which a row or column can be occupied.
pub(super) const LINES: usize = 1 << WIDTH;

/// The places a piece can slide to, by its place on a row or column (0 to 8) and the occupied
/// places.
pub(super) static SLIDES: [[u16; LINES]; WIDTH as usize] = {
    let mut table = [[0; LINES]; WIDTH as usize];
    let mut place = 0;
    while place < WIDTH as usize {
        let mut occupied = 0;
        while occupied < LINES {
            table[place][occupied] = slide(place, occupied);
            occupied += 1;
        }
        place += 1;
    }
    table
};

const fn slide(place: usize, occupied: usize) -> u16 {
    let mut reached = 0;
    let mut up = place + 1;
    while up < WIDTH as usize && occupied >> up & 1 == 0 {
        reached |= 1 << up;
        up += 1;
    }
    let mut down = place;
    while down > 0 && occupied >> (down - 1) & 1 == 0 {
        down -= 1;
        reached |= 1 << down;
    }
    reached
}

/// For nine bits, the squares of column `a` in those rows.
pub(super) static COLUMNS: [u128; LINES] = {
    let mut table = [0; LINES];
    let mut places = 0;
    while places < LINES {
        let mut rank = 0;
        while rank < WIDTH as usize {
            table[places] |= (places as u128 >> rank & 1) << (rank * WIDTH as usize);
            rank += 1;
        }
        places += 1;
    }
    table
};

/// A set of at most eight places of a row or column as a list.
#[derive(Clone, Copy)]
pub(super) struct Places {
    /// The places in rising order, then padding.
    pub(super) list: [u16; 8],
    /// The number of places.
    pub(super) count: usize,
}

/// Every set of places as a list. The full line lacks its ninth place; no piece can slide to all
/// nine.
pub(super) static PLACES: [Places; LINES] = {
    let mut table = [Places {
        list: [0; 8],
        count: 0,
    }; LINES];
    let mut set = 0;
    while set < LINES {
        let mut place = 0;
        while place < WIDTH as usize {
            let entry = &mut table[set];
            if set >> place & 1 == 1 && entry.count < 8 {
                entry.list[entry.count] = place as u16;
                entry.count += 1;
            }
            place += 1;
        }
        set += 1;
    }
    table
};
