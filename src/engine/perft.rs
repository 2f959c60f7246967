//! Counting positions: the customary checksum of a game's rules, and the measure of their speed.

use super::game::{Game, Side, StateOf, Status};

/// How many positions can be reached in exactly `depth` moves, each counted as often as there are
/// ways to it. A finished position has no successors.
///
/// ```
/// use game::engine::{Game, perft};
/// use game::games::tafl::Tafl;
///
/// assert_eq!(perft(&Tafl, &Tafl.start(), 2), 4400);
/// ```
#[must_use]
pub fn perft<G: Game>(game: &G, state: &StateOf<G>, depth: u32) -> u64 {
    count(game, state, depth, &mut Vec::new())
}

/// One list of moves serves all depths: each takes its moves from the end and gives them back.
fn count<G: Game>(game: &G, state: &StateOf<G>, depth: u32, list: &mut Vec<G::Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    let first = list.len();
    game.moves(state, list);
    let leaves = if depth == 1 {
        (list.len() - first) as u64
    } else {
        let mut leaves = 0;
        for index in first..list.len() {
            let next = game.play(state, list[index]);
            leaves += count(game, &next, depth - 1, list);
        }
        leaves
    };
    list.truncate(first);
    leaves
}

/// The positions that [`perft`] counts, by how the game stands in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leaves {
    /// In which the game goes on.
    pub playing: u64,
    /// Which the first and the second side have won.
    pub won: [u64; 2],
    /// Which are drawn.
    pub drawn: u64,
}

impl Leaves {
    /// All of them: what [`perft`] counts.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.playing + self.won[0] + self.won[1] + self.drawn
    }

    fn add(&mut self, status: Status) {
        match status {
            Status::Playing => self.playing += 1,
            Status::Won(Side::First) => self.won[0] += 1,
            Status::Won(Side::Second) => self.won[1] += 1,
            Status::Draw => self.drawn += 1,
        }
    }
}

/// Like [`perft`], but every leaf is made and looked at: slower, and the honest measure of how
/// fast the rules are.
#[must_use]
pub fn perft_made<G: Game>(game: &G, state: &StateOf<G>, depth: u32) -> Leaves {
    let mut leaves = Leaves::default();
    make(game, state, depth, &mut Vec::new(), &mut leaves);
    leaves
}

fn make<G: Game>(
    game: &G,
    state: &StateOf<G>,
    depth: u32,
    list: &mut Vec<G::Move>,
    leaves: &mut Leaves,
) {
    if depth == 0 {
        leaves.add(game.status(state));
        return;
    }
    let first = list.len();
    game.moves(state, list);
    if depth == 1 {
        let mut here = *leaves;
        for &mv in &list[first..] {
            here.add(game.status(&game.play(state, mv)));
        }
        *leaves = here;
    } else {
        for index in first..list.len() {
            let next = game.play(state, list[index]);
            make(game, &next, depth - 1, list, leaves);
        }
    }
    list.truncate(first);
}
