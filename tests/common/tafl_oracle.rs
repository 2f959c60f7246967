//! Slow reference rules on an array of 81 cells, sentence by sentence of the assignment. The fast
//! rules must agree with them on every position.
//!
//! It works backwards where possible: it finds moves by trying every pair of squares, and captures
//! by asking every piece whether it is captured.

use game::engine::{Game, Side, State, Status};
use game::games::tafl::{Board, Move, Piece, Square, WIDTH};

/// The pieces on the squares, from `a1` along the rows to `i9`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells(pub [Option<Piece>; Square::COUNT]);

impl From<&Board> for Cells {
    fn from(board: &Board) -> Cells {
        let mut cells = [None; Square::COUNT];
        for square in Square::all() {
            cells[square.index()] = board.piece_at(square);
        }
        Cells(cells)
    }
}

impl Cells {
    fn at(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    fn belongs_to(&self, square: Square, side: Side) -> bool {
        self.at(square).is_some_and(|piece| piece.side() == side)
    }

    fn lambda(&self) -> Option<Square> {
        Square::all().find(|&square| self.at(square) == Some(Piece::Lambda))
    }
}

/// The four directions as (columns to the right, rows up).
const RIGHT: (i8, i8) = (1, 0);
const LEFT: (i8, i8) = (-1, 0);
const UP: (i8, i8) = (0, 1);
const DOWN: (i8, i8) = (0, -1);
const AROUND: [(i8, i8); 4] = [RIGHT, LEFT, UP, DOWN];

/// The neighbours of a square, two to four.
fn beside(square: Square) -> Vec<Square> {
    AROUND
        .iter()
        .filter_map(|&(right, up)| square.offset(right, up))
        .collect()
}

/// The squares strictly between two squares of a row or column.
fn between(from: Square, to: Square) -> Vec<Square> {
    Square::all()
        .filter(|square| {
            let inside = |at: u8, a: u8, b: u8| a.min(b) < at && at < a.max(b);
            if from.rank() == to.rank() {
                square.rank() == from.rank() && inside(square.file(), from.file(), to.file())
            } else {
                square.file() == from.file() && inside(square.rank(), from.rank(), to.rank())
            }
        })
        .collect()
}

/// Whether section 2.2 allows a move.
pub fn may_move(cells: &Cells, side: Side, from: Square, to: Square) -> bool {
    // "Each player" moves one of their own pieces.
    cells.belongs_to(from, side)
        // "A null move (from a square to the same square) is not permitted."
        && from != to
        // "Pieces can move any distance along their cardinal axes."
        && (from.file() == to.file() || from.rank() == to.rank())
        // "Pieces cannot jump over another piece", nor land on one; they can cross the empty
        // centre.
        && between(from, to).into_iter().all(|square| cells.at(square).is_none())
        && cells.at(to).is_none()
        // "No piece can move onto the central square", not even λ.
        && to != Square::CENTRE
}

/// The squares on which pieces are captured by the piece that has just moved to `moved`.
/// The cells are those after the move.
pub fn captured(cells: &Cells, moved: Square) -> Vec<Square> {
    Square::all()
        .filter(|&victim| is_captured(cells, victim, moved))
        .collect()
}

fn is_captured(cells: &Cells, victim: Square, moved: Square) -> bool {
    let (Some(piece), Some(attacker)) = (cells.at(victim), cells.at(moved)) else {
        return false;
    };
    let captor = attacker.side();
    // "You cannot be captured as a direct outcome of your own move."
    if piece.side() == captor {
        return false;
    }
    if piece == Piece::Lambda && victim == Square::CENTRE {
        // "If the λ is in the central square it can be captured if it is surrounded on all four
        // sides by objects."
        let sides = beside(victim);
        return sides.contains(&moved)
            && sides
                .iter()
                .all(|&side| cells.at(side) == Some(Piece::Object));
    }
    if piece == Piece::Lambda && beside(Square::CENTRE).contains(&victim) {
        // "If the λ is adjacent to the central square then it can be captured if it is surrounded
        // on the remaining (three) sides by objects."
        let mut sides = beside(victim);
        sides.retain(|&side| side != Square::CENTRE);
        return sides.contains(&moved)
            && sides
                .iter()
                .all(|&side| cells.at(side) == Some(Piece::Object));
    }
    // "When a piece is surrounded by two opposing pieces on two opposing sides", or "between the
    // empty central square and another opposing piece".
    let hostile = |square: Square| {
        cells.belongs_to(square, captor) || square == Square::CENTRE && cells.at(square).is_none()
    };
    [(LEFT, RIGHT), (DOWN, UP)].into_iter().any(|(one, two)| {
        let ends = (victim.offset(one.0, one.1), victim.offset(two.0, two.1));
        let (Some(one), Some(two)) = ends else {
            return false;
        };
        (one == moved || two == moved) && hostile(one) && hostile(two)
    })
}

/// "If the λ has a clear path to the edge of the board", or stands on it.
fn lambda_can_leave(cells: &Cells, lambda: Square) -> bool {
    AROUND.into_iter().any(|(right, up)| {
        (1..=WIDTH as i8)
            .map_while(|steps| lambda.offset(right * steps, up * steps))
            .all(|square| cells.at(square).is_none())
    })
}

/// Returns the winner by section 2.4 at the beginning of a turn of `to_move`.
fn winner(cells: &Cells, to_move: Side) -> Option<Side> {
    let Some(lambda) = cells.lambda() else {
        return Some(Side::First);
    };
    if to_move == Side::Second && lambda_can_leave(cells, lambda) {
        return Some(Side::Second);
    }
    if !Square::all().any(|square| cells.belongs_to(square, Side::First)) {
        return Some(Side::Second);
    }
    None
}

/// The same game as `Tafl`, but slow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reference;

impl Game for Reference {
    type Board = Cells;
    type Move = Move;
    type Illegal = &'static str;

    fn start(&self) -> State<Cells> {
        // Figure 1, from row 1 to row 9; it is symmetric.
        let figure = "...OOO...\
                      ....O....\
                      ....G....\
                      O...G...O\
                      OOGGLGGOO\
                      O...G...O\
                      ....G....\
                      ....O....\
                      ...OOO...";
        let mut cells = [None; Square::COUNT];
        for (cell, letter) in cells.iter_mut().zip(figure.chars()) {
            *cell = Piece::ALL
                .into_iter()
                .find(|piece| piece.letter() == letter);
        }
        State::new(Cells(cells), Side::First)
    }

    fn show_board(&self, board: &Cells) -> String {
        format!("{board:?}")
    }

    fn hash(&self, state: &State<Cells>) -> u64 {
        let mut key = state.to_move.index() as u64;
        for cell in state.board.0 {
            let digit = cell.map_or(0, |piece| 1 + piece as u64);
            key = game::engine::rng::mix(key * 4 + digit);
        }
        key
    }

    fn status(&self, state: &State<Cells>) -> Status {
        match winner(&state.board, state.to_move) {
            Some(side) => Status::Won(side),
            None if self.move_list(state).is_empty() => Status::Draw,
            None => Status::Playing,
        }
    }

    fn parse_words(&self, state: &State<Cells>, words: &[&str]) -> Result<Move, &'static str> {
        let mut moves = self.move_list(state).into_iter();
        let named = moves.find(|mv| mv.to_string() == words.join(" "));
        named.ok_or("not a legal move")
    }

    fn show_move(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn moves(&self, state: &State<Cells>, into: &mut Vec<Move>) {
        if winner(&state.board, state.to_move).is_some() {
            return;
        }
        for from in Square::all() {
            for to in Square::all() {
                if may_move(&state.board, state.to_move, from, to) {
                    into.push(Move::new(from, to));
                }
            }
        }
    }

    fn play(&self, state: &State<Cells>, mv: Move) -> State<Cells> {
        let mut cells = state.board.clone();
        cells.0[mv.to().index()] = cells.0[mv.from().index()].take();
        for square in captured(&cells, mv.to()) {
            cells.0[square.index()] = None;
        }
        State::new(cells, state.to_move.other())
    }
}
