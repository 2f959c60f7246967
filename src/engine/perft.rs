//! Perft: counts the positions at a depth, which checks the rules of a game and measures their speed.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use super::game::{Game, StateOf};
use crate::parallel;

/// How many positions can be reached in exactly `depth` moves, each counted as often as there are
/// ways to it. A finished position has no successors.
#[must_use]
pub fn perft<G: Game>(game: &G, state: &StateOf<G>, depth: u32) -> u64 {
    count(game, state, depth, &mut Vec::new(), &AtomicBool::new(false))
}

/// How many positions can be reached in exactly `depth` moves by each first move, as [`perft`] counts
/// them, in order: the counting is shared by so many threads. Depth 0 has no first move. When
/// `cancel` is set, moves that were not counted to the end have no number.
#[must_use]
pub fn divide<G: Game>(
    game: &G,
    state: &StateOf<G>,
    depth: u32,
    threads: NonZeroUsize,
    cancel: &AtomicBool,
) -> Vec<(G::Move, Option<u64>)> {
    let Some(mut rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    let mut moves = game.move_list(state);
    moves.sort_unstable();
    // One first move may take as long as all others together, so the parts are smaller than that.
    let mut parts: Vec<(usize, StateOf<G>)> = (moves.iter().enumerate())
        .map(|(first, &mv)| (first, game.play(state, mv)))
        .collect();
    while rest > 1 && !parts.is_empty() && parts.len() < PARTS {
        let after = |(first, state): &(usize, StateOf<G>)| {
            let (first, moves) = (*first, game.move_list(state).into_iter());
            let next: Vec<_> = moves.map(|mv| (first, game.play(state, mv))).collect();
            next
        };
        parts = parts.iter().flat_map(after).collect();
        rest -= 1;
    }
    let counts = parallel::map(threads, &parts, |(_, state)| {
        let leaves = count(game, state, rest, &mut Vec::new(), cancel);
        (!cancel.load(Ordering::Relaxed)).then_some(leaves)
    });
    let mut leaves = vec![Some(0); moves.len()];
    for ((first, _), count) in parts.iter().zip(counts) {
        leaves[*first] = leaves[*first].zip(count).map(|(sum, count)| sum + count);
    }
    moves.into_iter().zip(leaves).collect()
}

/// Enough parts to keep all threads busy to the end.
const PARTS: usize = 1000;

/// One list of moves serves all depths: each takes its moves from the end and gives them back.
/// The count means nothing if `cancel` is set.
fn count<G: Game>(
    game: &G,
    state: &StateOf<G>,
    depth: u32,
    list: &mut Vec<G::Move>,
    cancel: &AtomicBool,
) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth > 2 && cancel.load(Ordering::Relaxed) {
        return 0;
    }
    let first = list.len();
    game.moves(state, list);
    let leaves = if depth == 1 {
        (list.len() - first) as u64
    } else {
        let mut leaves = 0;
        for index in first..list.len() {
            let next = game.play(state, list[index]);
            leaves += count(game, &next, depth - 1, list, cancel);
        }
        leaves
    };
    list.truncate(first);
    leaves
}

#[cfg(test)]
mod tests {
    use super::super::game::{Side, State, Status};
    use super::*;

    /// One or two matches are taken in turn. Who takes the last has won; exactly a hundred on the
    /// table are a draw.
    struct Matches;

    impl Game for Matches {
        type Board = u32;
        type Move = u32;
        type Illegal = std::num::ParseIntError;

        fn start(&self) -> State<u32> {
            State::new(4, Side::First)
        }

        fn show_board(&self, board: &u32) -> String {
            board.to_string()
        }

        fn hash(&self, state: &State<u32>) -> u64 {
            u64::from(state.board) * 2 + state.to_move.index() as u64
        }

        fn status(&self, state: &State<u32>) -> Status {
            match state.board {
                0 => Status::Won(state.to_move.other()),
                100 => Status::Draw,
                _ => Status::Playing,
            }
        }

        fn parse_words(&self, _: &State<u32>, words: &[&str]) -> Result<u32, Self::Illegal> {
            words.concat().parse()
        }

        fn show_move(&self, mv: u32) -> String {
            mv.to_string()
        }

        fn moves(&self, state: &State<u32>, into: &mut Vec<u32>) {
            if !self.status(state).is_over() {
                into.extend(1..=state.board.min(2));
            }
        }

        fn play(&self, state: &State<u32>, mv: u32) -> State<u32> {
            State::new(state.board - mv, state.to_move.other())
        }
    }

    #[test]
    fn only_positions_at_exactly_that_depth_are_counted() {
        // 4: 3 or 2; 2+1, 1+2, 1+1, 0; ... the ways to write 4 as a sum of ones and twos.
        let counts = [0, 1, 2, 3, 4, 5].map(|depth| perft(&Matches, &Matches.start(), depth));
        assert_eq!(counts, [1, 2, 4, 4, 1, 0]);
    }

    #[test]
    fn the_counts_of_the_first_moves_add_up_with_any_number_of_threads() {
        for matches in [0, 1, 4, 30] {
            let state = State::new(matches, Side::First);
            for depth in 0..=17 {
                let [one, two, five] = [1, 2, 5].map(|threads| {
                    let threads = NonZeroUsize::new(threads).expect("not 0");
                    divide(&Matches, &state, depth, threads, &AtomicBool::new(false))
                });
                assert!(one == two && two == five);
                let moves: Vec<u32> = one.iter().map(|&(mv, _)| mv).collect();
                let sum: u64 = one.iter().filter_map(|&(_, leaves)| leaves).sum();
                if depth > 0 {
                    assert_eq!(moves, Matches.move_list(&state));
                    assert_eq!(sum, perft(&Matches, &state, depth));
                } else {
                    assert!(one.is_empty());
                }
            }
        }
    }

    #[test]
    fn cancelled_counts_have_no_number() {
        let cancelled = AtomicBool::new(true);
        let divided = divide(&Matches, &Matches.start(), 4, NonZeroUsize::MIN, &cancelled);
        assert_eq!(divided, [(1, None), (2, None)]);
    }
}
