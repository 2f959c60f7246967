//! Lookup tables by square and by line, computed at compile time.
//!
//! Tables by square have 128 entries instead of 81: a seven-bit index needs no bounds check, and the
//! entry of [`NOWHERE`](super::board::NOWHERE) is empty.

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

/// The squares beside a square.
pub(super) static NEIGHBOURS: [u128; ENTRIES] = {
    let mut table = [0; ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        let mut direction = 0;
        while direction < 4 {
            table[index] |= steps(index, direction, 1, 1);
            direction += 1;
        }
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
            table[index][direction] = steps(index, direction, 1, WIDTH as i8);
            direction += 1;
        }
        index += 1;
    }
    table
};

/// Returns seven rows around a square as a 64-bit word: captures depend only on squares up to two
/// away. The rows begin at row 1 for squares up to row 5, and at row 3 above.
#[inline]
pub(super) const fn window(squares: u128, around: usize) -> u64 {
    if around < UPPER {
        squares as u64
    } else {
        (squares >> UPPER_BASE) as u64
    }
}

/// Returns the squares of a [`window`].
pub(super) const fn unwindow(window: u64, around: usize) -> u128 {
    if around < UPPER {
        window as u128
    } else {
        (window as u128) << UPPER_BASE
    }
}

/// The first square of row 6.
const UPPER: usize = 5 * WIDTH as usize;

/// The first square of row 3.
const UPPER_BASE: usize = 2 * WIDTH as usize;

/// The neighbours of a square on which a victim can be sandwiched, because the board has a square
/// behind them, as sets in the [`window`] of the square.
#[derive(Clone, Copy)]
pub(super) struct VictimSquares {
    pub(super) right: u64,
    pub(super) left: u64,
    pub(super) up: u64,
    pub(super) down: u64,
}

/// The possible squares of victims of a piece that moves to a square.
pub(super) static VICTIM_SQUARES: [VictimSquares; ENTRIES] = {
    let mut table = [VictimSquares {
        right: 0,
        left: 0,
        up: 0,
        down: 0,
    }; ENTRIES];
    let mut index = 0;
    while index < Square::COUNT {
        table[index] = VictimSquares {
            right: window(victim(index, 0), index),
            left: window(victim(index, 1), index),
            up: window(victim(index, 2), index),
            down: window(victim(index, 3), index),
        };
        index += 1;
    }
    table
};

/// Returns the next square in a direction, if another is behind it.
const fn victim(index: usize, direction: usize) -> u128 {
    if steps(index, direction, 2, 2) == 0 {
        0
    } else {
        steps(index, direction, 1, 1)
    }
}

/// Returns the squares that are `first` to `last` steps away in a direction.
const fn steps(index: usize, direction: usize, first: i8, last: i8) -> u128 {
    let (right, up) = DIRECTIONS[direction];
    let width = WIDTH as i8;
    let mut squares = 0;
    let mut distance = first;
    while distance <= last {
        let file = (index % WIDTH as usize) as i8 + right * distance;
        let rank = (index / WIDTH as usize) as i8 + up * distance;
        if file < 0 || file >= width || rank < 0 || rank >= width {
            break;
        }
        squares |= 1 << (rank * width + file);
        distance += 1;
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
