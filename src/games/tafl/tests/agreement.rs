//! The fast rules and the reference say the same.

use super::super::oracle::{self, Reference};
use super::super::why_illegal;
use super::*;
use crate::engine::perft;

/// Everything that the two say of a position and its moves.
fn agree(state: &State<Board>) {
    let reference = slow(state);
    let status = Tafl.status(state);
    assert_eq!(status, Reference.status(&reference), "{state:?}");
    let mut moves = Tafl.move_list(state);
    moves.sort_unstable();
    assert_eq!(moves, Reference.move_list(&reference), "{state:?}");
    for mv in moves {
        let after = slow(&Tafl.play(state, mv));
        assert_eq!(after, Reference.play(&reference, mv), "{mv} in {state:?}");
        let mut cells = reference.board.clone();
        cells.0[mv.to().index()] = cells.0[mv.from().index()].take();
        let captured = oracle::captured(&cells, mv.to());
        assert_eq!(captures_of(state, mv), captured, "{mv} in {state:?}");
    }
}

#[test]
fn at_every_position_of_random_games() {
    let mut rng = Rng::new(1);
    for _ in 0..100 {
        let mut state = Tafl.start();
        for _ in 0..150 {
            agree(&state);
            let moves = Tafl.move_list(&state);
            if moves.is_empty() {
                break;
            }
            state = Tafl.play(&state, moves[rng.below(moves.len())]);
        }
    }
}

#[test]
fn in_sparse_positions() {
    let mut rng = Rng::new(2);
    for _ in 0..10_000 {
        let (objects, guards) = (rng.below(7), rng.below(5));
        agree(&random_position(&mut rng, objects, guards, true));
    }
}

#[test]
fn in_crowded_positions() {
    let mut rng = Rng::new(3);
    for _ in 0..4_000 {
        agree(&random_position(&mut rng, 16, 8, true));
    }
}

#[test]
fn in_finished_positions() {
    let mut rng = Rng::new(4);
    for _ in 0..300 {
        let without_lambda = random_position(&mut rng, 4, 3, false);
        agree(&without_lambda);
        let without_objects = random_position(&mut rng, 0, 3, true);
        agree(&without_objects);
        for state in [without_lambda, without_objects] {
            assert!(Tafl.status(&state).is_over());
            assert!(Tafl.move_list(&state).is_empty());
        }
    }
}

/// The thirteen squares at most two steps from the centre.
fn around_the_centre() -> Vec<Square> {
    let near = |&square: &Square| steps(square, Square::CENTRE) <= 2;
    Square::all().filter(near).collect()
}

/// Every board with exactly `count` pieces on the given squares.
fn every_board(squares: &[Square], count: usize, board: Board, visit: &mut impl FnMut(Board)) {
    if count == 0 {
        return visit(board);
    }
    for (index, &at) in squares.iter().enumerate() {
        for piece in Piece::ALL {
            let mut next = board;
            if next.put(at, piece).is_ok() {
                every_board(&squares[index + 1..], count - 1, next, visit);
            }
        }
    }
}

#[test]
fn on_every_capture_around_the_centre() {
    // First the board after the move; then the piece that has moved is led back to every near
    // square it can have come from.
    let (mut moves, mut taken) = (0, 0);
    for count in 2..=4 {
        every_board(&around_the_centre(), count, Board::EMPTY, &mut |after| {
            for (to, piece) in after.pieces().filter(|&(to, _)| to != Square::CENTRE) {
                let captured = oracle::captured(&Cells::from(&after), to);
                let left = after.pieces().filter(|(at, _)| !captured.contains(at));
                let expected = Board::with(left).unwrap();
                for before in origins(&after, to, piece) {
                    let state = State::new(before, piece.side());
                    let from = before
                        .pieces()
                        .find(|&(at, _)| after.piece_at(at).is_none());
                    let mv = Move::new(from.unwrap().0, to);
                    assert_eq!(Tafl.play(&state, mv).board, expected, "{mv} in {state:?}");
                    moves += 1;
                    taken += captured.len();
                }
            }
        });
    }
    assert!(moves > 100_000 && taken > 10_000, "{moves} {taken}");
}

/// The boards before the last move, which brought a piece to a square from at most three squares
/// away.
fn origins(after: &Board, to: Square, piece: Piece) -> Vec<Board> {
    let near = |&from: &Square| {
        let straight = from.file() == to.file() || from.rank() == to.rank();
        straight && (1..=3).contains(&steps(from, to))
    };
    let lead_back = |from: Square| {
        let others = after.pieces().filter(|&(at, _)| at != to);
        let before = Board::with(others.chain([(from, piece)])).ok()?;
        let legal = oracle::may_move(&Cells::from(&before), piece.side(), from, to);
        legal.then_some(before)
    };
    Square::all().filter(near).filter_map(lead_back).collect()
}

#[test]
fn on_what_is_illegal() {
    let mut rng = Rng::new(5);
    for round in 0..300 {
        let state = if round % 2 == 0 {
            random_game(&mut rng)
        } else {
            random_position(&mut rng, 5, 3, true)
        };
        let moves = Tafl.move_list(&state);
        for from in Square::all() {
            for to in Square::all() {
                let listed = moves.contains(&Move::new(from, to));
                let why = why_illegal(&state, from, to);
                assert_eq!(listed, why.is_none(), "{from} {to}: {why:?} in {state:?}");
            }
        }
    }
}

#[test]
fn on_the_known_counts() {
    let start = Tafl.start();
    assert_eq!(slow(&start), Reference.start());
    let counts = [0, 1, 2, 3, 4].map(|depth| perft(&Tafl, &start, depth));
    assert_eq!(counts, [1, 80, 4400, 353_200, 19_913_864]);
    let reference = Reference.start();
    assert_eq!(perft(&Reference, &reference, 2), 4400);
}

#[test]
fn on_counts_with_captures_and_ends() {
    let state = objects_move("O d4 f5 c6 h3 G e6 d7 L e4");
    let reference = slow(&state);
    for depth in 0..=2 {
        let counts = (
            perft(&Tafl, &state, depth),
            perft(&Reference, &reference, depth),
        );
        assert_eq!(counts.0, counts.1, "depth {depth}");
    }
}
