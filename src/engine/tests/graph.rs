//! A random game, for testing properties of all games.

use super::rng::mix;
use super::{Game, Side, State, StateOf, Status};

/// A random graph: the board is the current node, and a move follows one of its arrows. Some nodes are
/// ends: won for one side or the other, or drawn.
///
/// Arrows lead anywhere, so lines of play have uneven lengths, transpose, repeat positions and can
/// be endless. In a layered graph every arrow leads to a higher number.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) seed: u64,
    pub(crate) nodes: u32,
    /// The maximum number of arrows out of a node.
    pub(crate) arrows: u32,
    /// The percentage of nodes that are ends.
    pub(crate) ends: u64,
    pub(crate) layered: bool,
    /// Whether no node may be visited twice. A player who cannot move then loses.
    pub(crate) remembers: bool,
}

/// The node, and the nodes visited so far if they matter (at most 64).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) node: u32,
    visited: u64,
}

impl Graph {
    pub(crate) fn random(seed: u64) -> Self {
        let bits = mix(seed);
        Graph {
            seed,
            nodes: 20 + (bits % 40) as u32,
            arrows: 2 + (bits >> 8 & 3) as u32,
            ends: bits >> 16 & 31,
            layered: false,
            remembers: false,
        }
    }

    pub(crate) fn layered(self) -> Self {
        Graph {
            layered: true,
            ..self
        }
    }

    pub(crate) fn remembering(self) -> Self {
        Graph {
            remembers: true,
            ..self
        }
    }

    /// Returns the position on a node, without a history.
    pub(crate) const fn at(node: u32, to_move: Side) -> StateOf<Self> {
        State::new(Spot { node, visited: 0 }, to_move)
    }

    fn dice(&self, node: u32, which: u64) -> u64 {
        mix(mix(self.seed ^ u64::from(node) << 32) ^ which)
    }

    fn target(&self, node: u32, arrow: u8) -> u32 {
        let roll = self.dice(node, 100 + u64::from(arrow));
        if self.layered {
            let left = u64::from((self.nodes - 1 - node).min(6));
            node + 1 + (roll % left.max(1)) as u32
        } else {
            (roll % u64::from(self.nodes)) as u32
        }
    }

    fn open_arrows(&self, spot: &Spot) -> impl Iterator<Item = u8> {
        let spot = *spot;
        let count = 1 + self.dice(spot.node, 1) % u64::from(self.arrows);
        let count = if self.layered && spot.node + 1 >= self.nodes {
            0
        } else {
            count
        };
        (0..count as u8).filter(move |&arrow| {
            !self.remembers || spot.visited >> self.target(spot.node, arrow) & 1 == 0
        })
    }
}

impl Game for Graph {
    type Board = Spot;
    type Move = u8;
    type Illegal = &'static str;

    fn start(&self) -> StateOf<Self> {
        Graph::at(0, Side::First)
    }

    fn show_board(&self, board: &Spot) -> String {
        board.node.to_string()
    }

    fn hash(&self, state: &StateOf<Self>) -> u64 {
        let here = u64::from(state.board.node) * 2 + state.to_move.index() as u64;
        match state.board.visited {
            0 => here,
            visited => here ^ mix(visited),
        }
    }

    fn board_hash(&self, state: &StateOf<Self>) -> Option<u64> {
        self.remembers
            .then(|| u64::from(state.board.node) * 2 + state.to_move.index() as u64)
    }

    fn status(&self, state: &StateOf<Self>) -> Status {
        let roll = self.dice(state.board.node, 2);
        if roll % 100 < self.ends {
            match roll >> 32 & 3 {
                0 => Status::Draw,
                1 => Status::Won(Side::First),
                2 => Status::Won(Side::Second),
                _ => Status::Won(state.to_move.other()),
            }
        } else if self.open_arrows(&state.board).next().is_none() {
            if self.remembers {
                Status::Won(state.to_move.other())
            } else {
                Status::Draw
            }
        } else {
            Status::Playing
        }
    }

    fn parse_words(&self, state: &StateOf<Self>, words: &[&str]) -> Result<u8, &'static str> {
        let named = |mv: &u8| words == [mv.to_string()];
        let mv = self.move_list(state).into_iter().find(named);
        mv.ok_or("no such arrow")
    }

    fn show_move(&self, mv: u8) -> String {
        mv.to_string()
    }

    fn moves(&self, state: &StateOf<Self>, into: &mut Vec<u8>) {
        if self.status(state) == Status::Playing {
            into.extend(self.open_arrows(&state.board));
        }
    }

    fn play(&self, state: &StateOf<Self>, mv: u8) -> StateOf<Self> {
        let Spot { node, visited } = state.board;
        let visited = if self.remembers {
            visited | 1 << node
        } else {
            0
        };
        let node = self.target(node, mv);
        State::new(Spot { node, visited }, state.to_move.other())
    }
}
