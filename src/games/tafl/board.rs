//! The board as bitboards: sets of squares in 128-bit words.
//!
//! Every board has at most one λ, eight guards and sixteen objects, and only λ on the centre. So the
//! rules need not check this.

use std::fmt;

use super::lookup::BIT;
use super::piece::Piece;
use super::square::{Square, WIDTH};
use crate::engine::Side;

/// Why a piece cannot be put on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Misplaced {
    /// Something else stands there.
    #[error("{0} is taken already")]
    Taken(Square),
    /// Only λ may stand on the centre.
    #[error("{} cannot stand on the centre", .0.with_article())]
    OnCentre(Piece),
    /// The board holds as many of these as there are in the game.
    #[error("{}", .0.one_too_many())]
    TooMany(Piece),
}

/// Where the pieces stand.
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
    /// The number of λ's square, or [`NOWHERE`]: its paths are looked up at every λ turn.
    pub(super) lambda: u8,
}

/// The number of no square, for a captured λ. The tables have empty entries for it.
pub(super) const NOWHERE: u8 = Square::COUNT as u8;

/// All squares, as a set.
pub(super) const ALL_SQUARES: u128 = (1 << Square::COUNT) - 1;

/// The square in the middle, as a set.
pub(super) const CENTRE: u128 = 1 << Square::CENTRE.byte();

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        objects: 0,
        defenders: 0,
        lambda: NOWHERE,
    };

    /// The board at the beginning of a game: λ in the centre, its guards in a cross around it and
    /// a T of objects at each end of the cross.
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
    /// If the square is taken, the centre is meant for λ alone, or the game has no more of these.
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
                self.lambda = square.byte();
            }
        }
        Ok(())
    }

    /// A board with these pieces.
    ///
    /// # Errors
    /// As for [`put`](Board::put), at the first piece that has no place.
    pub fn with(pieces: impl IntoIterator<Item = (Square, Piece)>) -> Result<Board, Misplaced> {
        let mut board = Board::EMPTY;
        for (square, piece) in pieces {
            board.put(square, piece)?;
        }
        Ok(board)
    }

    /// What stands on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = BIT[square.index()];
        if self.objects & bit != 0 {
            Some(Piece::Object)
        } else if self.lambda == square.byte() {
            Some(Piece::Lambda)
        } else if self.defenders & bit != 0 {
            Some(Piece::Guard)
        } else {
            None
        }
    }

    /// All pieces with their squares, from `a1` along the rows to `i9`.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Where λ stands, unless it has been captured.
    #[must_use]
    pub const fn lambda(&self) -> Option<Square> {
        Square::new(self.lambda as usize)
    }

    /// How many pieces of a kind there are.
    #[must_use]
    pub const fn count(&self, piece: Piece) -> u32 {
        self.all_of(piece).count_ones()
    }

    /// The squares of all pieces of a kind, as a set.
    #[inline]
    pub(super) const fn all_of(&self, piece: Piece) -> u128 {
        let lambda = BIT[self.lambda as usize];
        match piece {
            Piece::Object => self.objects,
            Piece::Guard => self.defenders & !lambda,
            Piece::Lambda => lambda,
        }
    }

    /// The squares on which something stands, as a set.
    pub(super) const fn occupied(&self) -> u128 {
        self.objects | self.defenders
    }

    /// The squares of a side's pieces, as a set.
    pub(super) const fn of(&self, side: Side) -> u128 {
        match side {
            Side::First => self.objects,
            Side::Second => self.defenders,
        }
    }
}

/// Nine rows from the top, with the names of rows and columns around them.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const FILES: &str = "  a b c d e f g h i";
        writeln!(f, "{FILES}")?;
        for rank in (0..WIDTH).rev() {
            write!(f, "{}", rank + 1)?;
            for file in 0..WIDTH {
                let square = Square::at(file, rank).ok_or(fmt::Error)?;
                let shown = match self.piece_at(square) {
                    Some(piece) => piece.letter(),
                    None if square == Square::CENTRE => 'X',
                    None => '.',
                };
                write!(f, " {shown}")?;
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

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn the_standard_board_is_the_figure_of_the_text() {
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
        let board = Board::STANDARD;
        assert_eq!(Piece::ALL.map(|piece| board.count(piece)), [16, 8, 1]);
        assert_eq!(board.lambda(), Some(Square::CENTRE));
    }

    #[test]
    fn an_empty_centre_is_marked() {
        let mut board = Board::EMPTY;
        board.put(square("d5"), Piece::Lambda).unwrap();
        let text = board.to_string();
        let row = text.lines().find(|line| line.starts_with('5'));
        assert_eq!(row, Some("5 . . . L X . . . . 5"));
        assert_eq!(text.matches('X').count(), 1);
        assert_eq!(format!("{board:?}"), format!("\n{text}\n"));
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
    fn no_more_pieces_than_the_game_has() {
        for (piece, limit) in [(Piece::Object, 16), (Piece::Guard, 8), (Piece::Lambda, 1)] {
            let mut board = Board::EMPTY;
            let mut squares = Square::all();
            for at in squares.by_ref().take(limit) {
                board.put(at, piece).unwrap();
            }
            let before = board;
            let refusal = board.put(squares.next().unwrap(), piece);
            assert_eq!(refusal, Err(Misplaced::TooMany(piece)));
            assert_eq!(board, before);
        }
    }

    #[test]
    fn a_board_of_pieces_is_the_same_board() {
        let board = Board::STANDARD;
        assert_eq!(Board::with(board.pieces()), Ok(board));
        let twice = [(square("a1"), Piece::Guard), (square("a1"), Piece::Object)];
        assert_eq!(Board::with(twice), Err(Misplaced::Taken(square("a1"))));
    }
}
