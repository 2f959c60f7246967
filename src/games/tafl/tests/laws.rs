//! Laws that hold in every position.

use std::collections::{HashMap, HashSet};

use super::super::{WIDTH, csv};
use super::*;
use crate::engine::Status;

/// Positions of all kinds.
fn many(seed: u64, count: usize) -> impl Iterator<Item = State<Board>> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |round| {
        if round % 2 == 0 {
            random_game(&mut rng)
        } else {
            let (objects, guards) = (rng.below(17), rng.below(9));
            random_position(&mut rng, objects, guards, round % 10 != 1)
        }
    })
}

/// The eight ways to turn and mirror the board.
fn turned(square: Square, way: usize) -> Square {
    let last = WIDTH - 1;
    let (mut file, mut rank) = (square.file(), square.rank());
    if way & 1 != 0 {
        file = last - file;
    }
    if way & 2 != 0 {
        rank = last - rank;
    }
    if way & 4 != 0 {
        (file, rank) = (rank, file);
    }
    Square::at(file, rank).unwrap()
}

fn turned_position(state: &State<Board>, way: usize) -> State<Board> {
    let pieces = state
        .board
        .pieces()
        .map(|(at, piece)| (turned(at, way), piece));
    State::new(Board::with(pieces).unwrap(), state.to_move)
}

#[test]
fn the_board_looks_the_same_from_all_sides() {
    for state in many(11, 300) {
        for way in 1..8 {
            let other = turned_position(&state, way);
            assert_eq!(Tafl.status(&state), Tafl.status(&other), "{state:?}");
            let turn = |mv: Move| Move::new(turned(mv.from(), way), turned(mv.to(), way));
            let mut moves: Vec<Move> = Tafl.move_list(&state).into_iter().map(turn).collect();
            let mut other_moves = Tafl.move_list(&other);
            moves.sort_unstable();
            other_moves.sort_unstable();
            assert_eq!(moves, other_moves, "{state:?}");
            for mv in Tafl.move_list(&state) {
                let after = turned_position(&Tafl.play(&state, mv), way);
                assert_eq!(after, Tafl.play(&other, turn(mv)), "{mv} in {state:?}");
            }
        }
    }
}

#[test]
fn a_move_changes_what_it_should_and_nothing_else() {
    for state in many(12, 400) {
        let pieces = |board: &Board| Board::pieces(board).count();
        for mv in Tafl.move_list(&state) {
            let after = Tafl.play(&state, mv);
            let captured = captures_of(&state, mv);
            assert_eq!(after.to_move, state.to_move.other());
            let moved = state.board.piece_at(mv.from()).unwrap();
            assert_eq!(moved.side(), state.to_move);
            assert_eq!(after.board.piece_at(mv.from()), None);
            assert_eq!(after.board.piece_at(mv.to()), Some(moved));
            assert_eq!(pieces(&after.board) + captured.len(), pieces(&state.board));
            assert!(captured.len() <= 3);
            for at in captured {
                let victim = state.board.piece_at(at).unwrap();
                assert_eq!(victim.side(), after.to_move);
                assert_eq!(after.board.piece_at(at), None);
            }
            // The laws of a board hold again: it can be built from its pieces.
            assert_eq!(Board::with(after.board.pieces()), Ok(after.board));
        }
    }
}

#[test]
fn moves_are_none_when_the_game_is_over_and_some_when_it_is_not() {
    for state in many(13, 4_000) {
        let moves = Tafl.move_list(&state);
        let playing = Tafl.status(&state) == Status::Playing;
        assert_eq!(playing, !moves.is_empty(), "{state:?}");
        let different: HashSet<_> = moves.iter().collect();
        assert_eq!(different.len(), moves.len());
    }
}

#[test]
fn moves_are_appended_behind_what_is_there() {
    let start = Tafl.start();
    let mut list = Tafl.move_list(&start);
    let first = list.clone();
    Tafl.moves(&start, &mut list);
    assert_eq!(list.len(), 160);
    assert_eq!(list[..80], first);
    assert_eq!(list[80..], first);
}

#[test]
fn a_move_that_is_shown_is_read_back() {
    for state in many(14, 300) {
        for mv in Tafl.move_list(&state) {
            assert_eq!(Tafl.parse_move(&state, &Tafl.show_move(mv)), Ok(mv));
        }
    }
}

#[test]
fn a_position_that_is_written_is_read_back() {
    for state in many(15, 4_000) {
        let text = csv::write(&state);
        assert_eq!(text.len(), csv::LEN);
        assert_eq!(text.lines().count(), 10);
        assert_eq!(csv::read(text.as_bytes()), Ok(state));
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut positions = HashMap::new();
    let mut add = |state: State<Board>| {
        for to_move in Side::BOTH {
            let state = State::new(state.board, to_move);
            let known = positions.insert(Tafl.hash(&state), state);
            assert!(
                known.is_none_or(|known| known == state),
                "{known:?} {state:?}"
            );
        }
    };
    many(16, 4_000).for_each(&mut add);
    // Close relatives: all that is reached in two moves, and every board of one or two pieces.
    let start = Tafl.start();
    for mv in Tafl.move_list(&start) {
        let next = Tafl.play(&start, mv);
        for mv in Tafl.move_list(&next) {
            add(Tafl.play(&next, mv));
        }
    }
    for (one, two) in Square::all().flat_map(|one| Square::all().map(move |two| (one, two))) {
        for (first, second) in Piece::ALL
            .into_iter()
            .flat_map(|p| Piece::ALL.map(|q| (p, q)))
        {
            if let Ok(board) = Board::with([(one, first), (two, second)]) {
                add(State::new(board, Side::First));
            }
        }
    }
    assert!(positions.len() > 60_000, "{}", positions.len());
    // A table takes a few bits of the key from either end: both must be well spread.
    for shift in [0, 52] {
        let mut buckets = vec![0usize; 4096];
        for key in positions.keys() {
            buckets[(key >> shift) as usize % 4096] += 1;
        }
        let average = positions.len() / 4096;
        let fullest = buckets.into_iter().max().unwrap();
        assert!(fullest < 3 * average, "{fullest} of {average} on average");
    }
}

#[test]
fn a_key_changes_by_half_of_its_bits_with_every_move() {
    let (mut changed, mut moves) = (0, 0);
    for state in many(17, 100) {
        for mv in Tafl.move_list(&state) {
            let after = Tafl.play(&state, mv);
            changed += (Tafl.hash(&state) ^ Tafl.hash(&after)).count_ones();
            moves += 1;
        }
    }
    let average = f64::from(changed) / f64::from(moves);
    assert!((average - 32.0).abs() < 0.5, "{average}");
}
