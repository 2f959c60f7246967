//! Parsing moves, and the reasons why one is not legal.

use thiserror::Error;

use super::notation::name;
use super::{Cell, Crusher, Move, moves};
use crate::decimal;
use crate::engine::{Game, Side, StateOf};

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Illegal {
    /// A word is no number of a cell.
    #[error("cells are numbered from 1 to {last}, not {word}")]
    NoCell {
        /// What was typed.
        word: String,
        /// The number of the last cell.
        last: usize,
    },
    /// Too few or too many words.
    #[error("a move is two cells: from and to")]
    Words,
    /// Nobody moves after the end.
    #[error("the game is over")]
    Over,
    /// Nothing stands there.
    #[error("there is no piece on {0}")]
    NoPiece(Cell),
    /// The piece is the other side's.
    #[error("the piece on {0} is the other side's")]
    NotYours(Cell),
    /// The board would come again.
    #[error("that would bring an earlier board back")]
    Repetition,
    /// An own piece stands there.
    #[error("your own piece stands on {0}")]
    OwnPiece(Cell),
    /// A slide cannot capture.
    #[error("only a leap over an own piece can capture")]
    Capture,
    /// Neither a slide nor a leap.
    #[error("a piece slides to a neighbour, or leaps straight over one own neighbour")]
    TooFar,
}

impl Crusher {
    /// The cell with this number, as people type it.
    #[must_use]
    pub fn cell_named(&self, text: &str) -> Option<Cell> {
        let number = decimal::parse::<usize>(text)?;
        self.hex().cell(number.checked_sub(1)?)
    }

    /// The legal move that two words name.
    pub(super) fn read_move(&self, state: &StateOf<Self>, words: &[&str]) -> Result<Move, Illegal> {
        let cell = |word: &str| {
            self.cell_named(word).ok_or_else(|| Illegal::NoCell {
                word: word.to_owned(),
                last: self.hex().cells(),
            })
        };
        let &[from, to] = words else {
            return Err(Illegal::Words);
        };
        let mv = Move {
            from: cell(from)?,
            to: cell(to)?,
        };
        if self.move_list(state).contains(&mv) {
            Ok(mv)
        } else {
            Err(self.wrong_with(state, mv))
        }
    }

    /// Why the side to move, or the other, has lost.
    pub(super) fn why_lost(&self, state: &StateOf<Self>) -> String {
        let all = 2 * self.size() - 1;
        if let Some(side) = self.crushed(state) {
            let lost = all.saturating_sub(state.board.count(side));
            return format!("{} has lost {lost} pieces", name(side));
        }
        let mut free = Vec::new();
        moves::generate_freely(self.hex(), state.board.layout(), state.to_move, &mut free);
        let loser = name(state.to_move);
        if free.is_empty() {
            format!("{loser} has no legal move")
        } else {
            format!("every move of {loser} would bring an earlier board back")
        }
    }

    /// Why no legal move begins on a cell, from which there is none.
    pub(super) fn why_stuck(&self, state: &StateOf<Self>, from: Cell) -> String {
        let layout = state.board.layout();
        match layout.at(self.hex(), from) {
            None => return Illegal::NoPiece(from).to_string(),
            Some(side) if side != state.to_move => return Illegal::NotYours(from).to_string(),
            Some(_) => {}
        }
        let mut free = Vec::new();
        moves::generate_freely(self.hex(), layout, state.to_move, &mut free);
        if free.iter().any(|mv| mv.from == from) {
            format!("every move from {from} would bring an earlier board back")
        } else {
            format!("the piece on {from} is blocked on all sides")
        }
    }

    /// What is wrong with a move that is not legal.
    fn wrong_with(&self, state: &StateOf<Self>, mv: Move) -> Illegal {
        let layout = state.board.layout();
        let at = |cell| -> Option<Side> { layout.at(self.hex(), cell) };
        let mut free = Vec::new();
        moves::generate_freely(self.hex(), layout, state.to_move, &mut free);
        match (at(mv.from), at(mv.to)) {
            _ if self.status(state).is_over() => Illegal::Over,
            (None, _) => Illegal::NoPiece(mv.from),
            (Some(side), _) if side != state.to_move => Illegal::NotYours(mv.from),
            _ if free.contains(&mv) => Illegal::Repetition,
            (_, Some(side)) if side == state.to_move => Illegal::OwnPiece(mv.to),
            (_, Some(_)) => Illegal::Capture,
            (_, None) => Illegal::TooFar,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{State, Status};
    use crate::games::crusher::Board;
    use crate::games::crusher::notation::parse_board;

    #[test]
    fn each_reason_is_told() {
        let game = Crusher::new(3).unwrap();
        let mut state = game.start();
        let why = |state: &StateOf<Crusher>, words: &str| {
            game.parse_move(state, words)
                .map_or_else(|reason| reason.to_string(), |_| String::new())
        };
        assert_eq!(why(&state, "5 10"), "");
        for (words, reason) in [
            ("5 99", "cells are numbered from 1 to 19, not 99"),
            ("x 5", "cells are numbered from 1 to 19, not x"),
            ("5", "a move is two cells: from and to"),
            ("8 9", "there is no piece on 8"),
            ("19 18", "the piece on 19 is the other side's"),
            ("1 2", "your own piece stands on 2"),
            ("5 14", "only a leap over an own piece can capture"),
            (
                "1 8",
                "a piece slides to a neighbour, or leaps straight over one own neighbour",
            ),
        ] {
            assert_eq!(why(&state, words), reason, "{words}");
        }
        // There and back, there and back: the second time is forbidden.
        for words in ["5 10", "14 9", "10 5"] {
            let mv = game.parse_move(&state, words).unwrap();
            state = game.play(&state, mv);
        }
        assert_eq!(
            why(&state, "9 14"),
            "that would bring an earlier board back"
        );
        let stuck = |number: &str| game.why_stuck(&state, game.cell_named(number).unwrap());
        assert_eq!(stuck("10"), "there is no piece on 10");
        assert_eq!(stuck("1"), "the piece on 1 is the other side's");
    }

    #[test]
    fn a_lost_game_is_explained() {
        let game = Crusher::new(3).unwrap();
        let state = |side, boards: &[&str]| {
            let layouts: Vec<_> = boards
                .iter()
                .map(|board| parse_board(game.hex(), board).unwrap())
                .collect();
            State::new(Board::with_history(&layouts).unwrap(), side)
        };
        let crushed = state(Side::Second, &["WWW-WW-------BB----"]);
        assert_eq!(game.why_lost(&crushed), "Black has lost 3 pieces");
        let stuck = |state, number| game.why_stuck(state, game.cell_named(number).unwrap());
        let blocked = state(Side::First, &["WBWBBBB-----BB--WB-"]);
        assert_eq!(game.status(&blocked), Status::Won(Side::Second));
        assert_eq!(game.why_lost(&blocked), "White has no legal move");
        assert_eq!(
            stuck(&blocked, "17"),
            "the piece on 17 is blocked on all sides"
        );
        let again = state(Side::First, &["WBWBBBB-----WB---B-", "WBWBBBB------B--WB-"]);
        assert_eq!(game.status(&again), Status::Won(Side::Second));
        assert_eq!(
            game.why_lost(&again),
            "every move of White would bring an earlier board back"
        );
        assert_eq!(
            stuck(&again, "17"),
            "every move from 17 would bring an earlier board back"
        );
    }
}
