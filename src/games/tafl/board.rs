//! The board as bitboards: sets of squares in 128-bit words.
//!
//! [`Board::put`] keeps every board within one λ, eight guards and sixteen objects, with only λ on
//! the centre, so the rules need not check it.

use std::fmt;

use super::lookup::{BIT, ENTRIES};
use super::square::{Square, WIDTH};
use crate::engine::Side;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// An attacker.
    Object,
    /// A defender of λ.
    Guard,
    /// The piece that must reach the edge.
    Lambda,
}

impl Piece {
    /// All kinds.
    pub const ALL: [Piece; 3] = [Piece::Object, Piece::Guard, Piece::Lambda];

    /// Returns the side it belongs to; the objects move first.
    #[must_use]
    pub const fn side(self) -> Side {
        match self {
            Piece::Object => Side::First,
            Piece::Guard | Piece::Lambda => Side::Second,
        }
    }

    /// Returns its letter in saved games: `O`, `G`, `L`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Piece::Object => 'O',
            Piece::Guard => 'G',
            Piece::Lambda => 'L',
        }
    }

    /// Returns the maximum number of them on a board.
    #[must_use]
    pub const fn limit(self) -> u32 {
        match self {
            Piece::Object => 16,
            Piece::Guard => 8,
            Piece::Lambda => 1,
        }
    }

    /// Returns its name with the article.
    #[must_use]
    pub const fn with_article(self) -> &'static str {
        match self {
            Piece::Object => "an object",
            Piece::Guard => "a guard",
            Piece::Lambda => "the λ",
        }
    }
}

/// Why a piece cannot be put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    /// The square is occupied.
    #[error("{0} is already occupied")]
    Taken(Square),
    /// Only λ can be on the centre.
    #[error("{} cannot stand on the centre", .0.with_article())]
    OnCentre(Piece),
    /// The board already has all pieces of this kind.
    #[error("the game has only {} {}", .0.limit(), .0.letter())]
    TooMany(Piece),
}

/// The pieces on their squares.
///
/// ```
/// use game::games::tafl::{Board, Piece, Square};
///
/// let mut board = Board::EMPTY;
/// board.put("c3".parse()?, Piece::Guard)?;
/// assert_eq!(board.piece_at("c3".parse()?), Some(Piece::Guard));
/// assert_eq!(Board::STANDARD.count(Piece::Object), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// Bit n is the square with number n.
    pub(super) objects: u128,
    /// Guards and λ: they block, move and capture alike.
    pub(super) defenders: u128,
    /// The number of λ's square, or [`NOWHERE`]; every λ turn looks up its paths.
    pub(super) lambda: u8,
}

/// The square number of a captured λ; its table entries are empty.
pub(super) const NOWHERE: u8 = Square::COUNT as u8;

/// All squares, as a set.
pub(super) const ALL_SQUARES: u128 = (1 << Square::COUNT) - 1;

/// The centre, as a set.
pub(super) const CENTRE: u128 = 1 << Square::CENTRE.0;

/// The squares of column `a`.
pub(super) const FIRST_FILE: u128 = 0x0100_8040_2010_0804_0201;

/// The squares of column `i`.
pub(super) const LAST_FILE: u128 = FIRST_FILE << (WIDTH - 1);

/// Returns the squares to the left of a set.
pub(super) const fn left(set: u128) -> u128 {
    (set & !FIRST_FILE) >> 1
}

/// Returns the squares to the right of a set.
pub(super) const fn right(set: u128) -> u128 {
    (set & !LAST_FILE) << 1
}

/// Returns the squares above a set, and bits beyond row 9.
pub(super) const fn up(set: u128) -> u128 {
    set << WIDTH
}

/// Returns the squares below a set.
pub(super) const fn down(set: u128) -> u128 {
    set >> WIDTH
}

/// Returns the neighbours of a set, and bits beyond row 9.
pub(super) const fn beside(set: u128) -> u128 {
    left(set) | right(set) | up(set) | down(set)
}

/// Returns the squares between a square of one set and a square of the other, in a row or a column.
#[inline]
pub(super) const fn between(one: u128, other: u128) -> u128 {
    (left(one) & right(other))
        | (right(one) & left(other))
        | (up(one) & down(other))
        | (down(one) & up(other))
}

/// Iterates over the square numbers of a set.
pub(super) fn squares_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            square
        })
    })
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        objects: 0,
        defenders: 0,
        lambda: NOWHERE,
    };

    /// The start of a game: λ on the centre, a cross of guards around it and a T of objects at each
    /// end of the cross.
    pub const STANDARD: Board = {
        let middle = WIDTH / 2;
        let mut board = Board::EMPTY;
        let mut index = 0;
        while let Some(square) = Square::new(index) {
            let (file, rank) = (
                square.file().abs_diff(middle),
                square.rank().abs_diff(middle),
            );
            let placed = match (file, rank) {
                (0, 0) => board.put(square, Piece::Lambda),
                (1 | 2, 0) | (0, 1 | 2) => board.put(square, Piece::Guard),
                (3, 0) | (0, 3) | (4, 0 | 1) | (0 | 1, 4) => board.put(square, Piece::Object),
                _ => Ok(()),
            };
            assert!(placed.is_ok());
            index += 1;
        }
        board
    };

    /// Puts a piece on an empty square.
    ///
    /// # Errors
    /// If the square is taken, the piece cannot be on the centre, or the game has no more of them.
    pub const fn put(&mut self, square: Square, piece: Piece) -> Result<(), Misplaced> {
        let bit = BIT[square.index()];
        if self.occupied() & bit != 0 {
            return Err(Misplaced::Taken(square));
        }
        if bit == CENTRE && !matches!(piece, Piece::Lambda) {
            return Err(Misplaced::OnCentre(piece));
        }
        if self.count(piece) == piece.limit() {
            return Err(Misplaced::TooMany(piece));
        }
        match piece {
            Piece::Object => self.objects |= bit,
            Piece::Guard => self.defenders |= bit,
            Piece::Lambda => {
                self.defenders |= bit;
                self.lambda = square.0;
            }
        }
        Ok(())
    }

    /// Creates a board with these pieces.
    ///
    /// # Errors
    /// As for [`put`](Board::put), at the first misplaced piece.
    pub fn with(pieces: impl IntoIterator<Item = (Square, Piece)>) -> Result<Board, Misplaced> {
        let mut board = Board::EMPTY;
        for (square, piece) in pieces {
            board.put(square, piece)?;
        }
        Ok(board)
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = BIT[square.index()];
        if self.objects & bit != 0 {
            Some(Piece::Object)
        } else if self.lambda == square.0 {
            Some(Piece::Lambda)
        } else if self.defenders & bit != 0 {
            Some(Piece::Guard)
        } else {
            None
        }
    }

    /// Returns the letter of the piece on a square, `X` for the empty centre, else `empty`.
    pub(super) const fn letter_at(&self, square: Square, empty: char) -> char {
        match self.piece_at(square) {
            Some(piece) => piece.letter(),
            None if square.index() == Square::CENTRE.index() => 'X',
            None => empty,
        }
    }

    /// Iterates over all pieces with their squares, from `a1` along the rows to `i9`.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the square of λ, unless it was captured.
    #[must_use]
    pub const fn lambda(&self) -> Option<Square> {
        Square::new(self.lambda as usize)
    }

    /// Returns the index of λ's square in a lookup table.
    pub(super) const fn lambda_index(&self) -> usize {
        self.lambda as usize % ENTRIES
    }

    /// Counts the pieces of a kind.
    #[must_use]
    pub const fn count(&self, piece: Piece) -> u32 {
        self.all_of(piece).count_ones()
    }

    /// Returns the squares of all pieces of a kind.
    #[inline]
    pub(super) const fn all_of(&self, piece: Piece) -> u128 {
        let lambda = BIT[self.lambda as usize];
        match piece {
            Piece::Object => self.objects,
            Piece::Guard => self.defenders & !lambda,
            Piece::Lambda => lambda,
        }
    }

    /// Returns the squares of all pieces.
    pub(super) const fn occupied(&self) -> u128 {
        self.objects | self.defenders
    }

    /// Returns the squares of a side's pieces.
    pub(super) const fn of(&self, side: Side) -> u128 {
        match side {
            Side::First => self.objects,
            Side::Second => self.defenders,
        }
    }
}

/// Nine rows from the top, with row and column names around them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FILES: &str = "  a b c d e f g h i";
        writeln!(f, "{FILES}")?;
        for rank in (0..WIDTH).rev() {
            write!(f, "{}", rank + 1)?;
            for square in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
                write!(f, " {}", self.letter_at(square, '.'))?;
            }
            writeln!(f, " {}", rank + 1)?;
        }
        write!(f, "{FILES}")
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_board_equals_figure_1() {
        assert_eq!(
            Board::STANDARD.to_string(),
            "  a b c d e f g h i
9 . . . O O O . . . 9
8 . . . . O . . . . 8
7 . . . . G . . . . 7
6 O . . . G . . . O 6
5 O O G G L G G O O 5
4 O . . . G . . . O 4
3 . . . . G . . . . 3
2 . . . . O . . . . 2
1 . . . O O O . . . 1
  a b c d e f g h i"
        );
    }

    #[test]
    fn a_piece_is_found_where_it_was_put() {
        for piece in Piece::ALL {
            for at in Square::all() {
                let mut board = Board::EMPTY;
                if at == Square::CENTRE && piece != Piece::Lambda {
                    assert_eq!(board.put(at, piece), Err(Misplaced::OnCentre(piece)));
                    assert_eq!(board, Board::EMPTY);
                } else {
                    board.put(at, piece).unwrap();
                    assert_eq!(board.pieces().collect::<Vec<_>>(), [(at, piece)]);
                    assert_eq!(board.lambda().is_some(), piece == Piece::Lambda);
                    assert_eq!(board.put(at, Piece::Guard), Err(Misplaced::Taken(at)));
                }
            }
        }
    }

    #[test]
    fn a_board_holds_no_more_pieces_than_the_game() {
        for (piece, limit) in [(Piece::Object, 16), (Piece::Guard, 8), (Piece::Lambda, 1)] {
            let full = Board::with(Square::all().take(limit).map(|at| (at, piece))).unwrap();
            let mut board = full;
            let refusal = board.put(Square::all().last().unwrap(), piece);
            assert_eq!((refusal, board), (Err(Misplaced::TooMany(piece)), full));
        }
    }
}
