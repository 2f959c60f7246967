//! Chomp: a bar of chocolate, 3 rows of 4. A move eats a square and everything to the right of it
//! and below. Square 1 is poisoned: the side that eats it loses.

use game::engine::{Game, Side, State, Status};

const ROWS: u8 = 3;
const COLUMNS: u8 = 4;

#[derive(Clone, Debug)]
pub struct Chomp;

impl Game for Chomp {
    /// One bit per remaining square.
    type Board = u16;
    /// The number of a square, from 1.
    type Move = u8;
    type Illegal = String;

    fn start(&self) -> State<u16> {
        State::new((1 << (ROWS * COLUMNS)) - 1, Side::First)
    }

    fn show_board(&self, board: &u16) -> String {
        let square = |at: u8| if board >> at & 1 == 1 { '#' } else { '.' };
        let row = |row: u8| (row * COLUMNS..(row + 1) * COLUMNS).map(square).collect();
        (0..ROWS).map(row).collect::<Vec<String>>().join("\n")
    }

    fn hash(&self, state: &State<u16>) -> u64 {
        u64::from(state.board) << 1 | state.to_move.index() as u64
    }

    fn status(&self, state: &State<u16>) -> Status {
        match state.board {
            // The other side has just eaten the last square.
            0 => Status::Won(state.to_move),
            _ => Status::Playing,
        }
    }

    fn parse_words(&self, state: &State<u16>, words: &[&str]) -> Result<u8, String> {
        let moves = self.move_list(state).into_iter();
        let mut named = moves.filter(|&mv| words == [self.show_move(mv)]);
        let max = ROWS * COLUMNS;
        named
            .next()
            .ok_or_else(|| format!("a move is a remaining square, from 1 to {max}"))
    }

    fn show_move(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn moves(&self, state: &State<u16>, into: &mut Vec<u8>) {
        into.extend((1..=ROWS * COLUMNS).filter(|mv| state.board >> (mv - 1) & 1 == 1));
    }

    fn play(&self, state: &State<u16>, mv: u8) -> State<u16> {
        let (row, column) = ((mv - 1) / COLUMNS, (mv - 1) % COLUMNS);
        let eaten = (0..ROWS * COLUMNS).filter(|at| at / COLUMNS >= row && at % COLUMNS >= column);
        let eaten: u16 = eaten.map(|at| 1 << at).sum();
        State::new(state.board & !eaten, state.to_move.other())
    }
}
