//! The rules, sentence by sentence, against the reference, and by the laws they must obey.

mod agreement;
mod csv;
mod ends;
mod laws;
mod movement;
mod player;
mod reasons;

use super::oracle::Cells;
use super::{Board, Move, Piece, Square, Tafl, captures_of};
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, State};

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

fn squares(names: &str) -> Vec<Square> {
    names.split_whitespace().map(square).collect()
}

/// The four directions as (columns to the right, rows up).
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

/// How many steps along rows and columns it takes from a square to another.
fn steps(one: Square, two: Square) -> u8 {
    one.file().abs_diff(two.file()) + one.rank().abs_diff(two.rank())
}

/// A position from words: a letter, and the squares on which such pieces stand.
/// `position(Side::First, "O a1 b2 G c3 L e5")`.
fn position(to_move: Side, words: &str) -> State<Board> {
    let mut piece = None;
    let mut board = Board::EMPTY;
    for word in words.split_whitespace() {
        let letter = Piece::ALL
            .into_iter()
            .find(|p| p.letter().to_string() == word);
        if letter.is_some() {
            piece = letter;
        } else {
            board
                .put(square(word), piece.expect("a letter first"))
                .unwrap();
        }
    }
    State::new(board, to_move)
}

/// The position with the objects to move.
fn objects_move(words: &str) -> State<Board> {
    position(Side::First, words)
}

/// The position with λ and the guards to move.
fn lambdas_move(words: &str) -> State<Board> {
    position(Side::Second, words)
}

fn legal(state: &State<Board>, text: &str) -> Move {
    let mv = Tafl.parse_move(state, text);
    mv.unwrap_or_else(|why| panic!("{text} in {state:?}: {why}"))
}

fn play(state: &State<Board>, text: &str) -> State<Board> {
    Tafl.play(state, legal(state, text))
}

/// The squares a piece can go to.
fn reach(state: &State<Board>, from: &str) -> Vec<Square> {
    let moves = Tafl.move_list(state).into_iter();
    let mut reached: Vec<_> = moves
        .filter(|mv| mv.from() == square(from))
        .map(Move::to)
        .collect();
    reached.sort_unstable();
    reached
}

/// The same position for the reference.
fn slow(state: &State<Board>) -> State<Cells> {
    State::new(Cells::from(&state.board), state.to_move)
}

/// A random position with at most so many pieces of each kind, of which about as many stand near
/// the centre as elsewhere.
pub(super) fn random_position(
    rng: &mut Rng,
    objects: usize,
    guards: usize,
    lambda: bool,
) -> State<Board> {
    let mut board = Board::EMPTY;
    let mut scatter = |piece: Piece, count: usize| {
        for _ in 0..count {
            let near = rng.below(2) == 0;
            let mut place = || (if near { 2 + rng.below(5) } else { rng.below(9) }) as u8;
            let at = Square::at(place(), place()).unwrap();
            // A place that is taken or barred leaves the piece out.
            let _ = board.put(at, piece);
        }
    };
    if lambda {
        scatter(Piece::Lambda, 1);
    }
    scatter(Piece::Object, objects);
    scatter(Piece::Guard, guards);
    let side = Side::BOTH[rng.below(2)];
    State::new(board, side)
}

/// A position from a random game, at any time of it.
pub(super) fn random_game(rng: &mut Rng) -> State<Board> {
    let mut state = Tafl.start();
    for _ in 0..rng.below(120) {
        let moves = Tafl.move_list(&state);
        if moves.is_empty() {
            break;
        }
        state = Tafl.play(&state, moves[rng.below(moves.len())]);
    }
    state
}
