//! Games made of random numbers: numbered rooms, doors that lead from each to a few later ones, and
//! an outcome in each of the last rooms.

use crate::engine::rng::mix;
use crate::engine::{Game, Side, State, StateOf, Status};
use proptest::prelude::*;

/// A game by its number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Maze {
    pub(super) seed: u64,
    pub(super) rooms: u16,
    /// Whether the door one has just come through stays locked for the next player: a rule that
    /// depends on the past.
    pub(super) locks: bool,
}

/// A room, and the door one came through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Room {
    pub(super) number: u16,
    pub(super) door: Option<u16>,
}

impl Maze {
    fn dice(&self, room: u16, bound: u64) -> u64 {
        mix(self.seed ^ mix(u64::from(room) + 1)) % bound
    }
}

/// All kinds of mazes, of which every sixth or so has no move at all.
pub(super) fn mazes() -> impl Strategy<Value = Maze> {
    (any::<u64>(), 0u16..60, any::<bool>()).prop_map(|(seed, rooms, locks)| Maze {
        seed,
        rooms: rooms.saturating_sub(10),
        locks,
    })
}

impl Game for Maze {
    type Board = Room;
    type Move = u16;
    type Illegal = &'static str;

    fn start(&self) -> StateOf<Self> {
        State::new(
            Room {
                number: 0,
                door: None,
            },
            Side::First,
        )
    }

    fn show_board(&self, board: &Room) -> String {
        format!("{board:?}")
    }

    fn hash(&self, state: &StateOf<Self>) -> u64 {
        let door = state.board.door.map_or(0, |door| u64::from(door) + 1);
        (door << 32) + u64::from(state.board.number) * 2 + state.to_move.index() as u64
    }

    fn status(&self, state: &StateOf<Self>) -> Status {
        if state.board.number < self.rooms {
            return Status::Playing;
        }
        match self.dice(state.board.number, 3) {
            0 => Status::Draw,
            1 => Status::Won(Side::First),
            _ => Status::Won(Side::Second),
        }
    }

    fn parse_words(&self, _: &StateOf<Self>, _: &[&str]) -> Result<u16, &'static str> {
        Err("nobody types moves here")
    }

    fn show_move(&self, mv: u16) -> String {
        mv.to_string()
    }

    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<u16>) {
        if self.status(state) == Status::Playing {
            // Two doors at least, so that a locked one leaves another.
            let doors = 2 + self.dice(state.board.number, 5) as u16;
            let open = (1..=doors).filter(|&door| !self.locks || state.board.door != Some(door));
            into.extend(open);
        }
    }

    fn play(&self, state: &StateOf<Self>, door: u16) -> StateOf<Self> {
        // Doors 5 and 6 lead where 1 and 2 lead.
        let number = state.board.number + (door - 1) % 4 + 1;
        let door = self.locks.then_some(door);
        State::new(Room { number, door }, state.to_move.other())
    }
}
