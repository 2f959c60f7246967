//! The rules against the reference rules, saved games, reasons, the evaluation and the player.

use super::board::{ALL_SQUARES, beside, squares_of};
use super::csv::{LEN, read, write};
use super::lookup::BIT;
use super::moves::Lines;
use super::oracle::{self, Cells, Reference};
use super::reasons::why_no_moves;
use super::threats::{
    EdgeView, Forced, capturing_moves, flood, open_paths, with_lambda_to_move, with_objects_to_move,
};
use super::{Board, Evaluation, Move, Piece, Square, Tafl, captures_of, legal_move};
use crate::engine::player::{Player, RandomPlayer};
use crate::engine::rng::Rng;
use crate::engine::search::{BEST_STATIC, Budget, Evaluator, Searcher};
use crate::engine::{Game, Side, State, Status};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::AtomicBool;

fn square(name: &str) -> Square {
    name.parse().unwrap()
}

/// The distance between two squares along rows and columns.
fn steps(one: Square, two: Square) -> u8 {
    one.file().abs_diff(two.file()) + one.rank().abs_diff(two.rank())
}

/// Parses a position such as `O a1 b2 G c3 L e5`: letters, each followed by squares.
pub(super) fn position(to_move: Side, words: &str) -> State<Board> {
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

/// The same position for the reference rules.
fn slow(state: &State<Board>) -> State<Cells> {
    State::new(Cells::from(&state.board), state.to_move)
}

/// A random position with at most these numbers of pieces, half of them near the centre.
fn random_position(rng: &mut Rng, objects: usize, guards: usize, lambdas: usize) -> State<Board> {
    let mut board = Board::EMPTY;
    let counts = [
        (Piece::Lambda, lambdas),
        (Piece::Object, objects),
        (Piece::Guard, guards),
    ];
    for (piece, count) in counts {
        for _ in 0..count {
            let near = rng.below(2) == 0;
            let mut place = || (if near { 2 + rng.below(5) } else { rng.below(9) }) as u8;
            let at = Square::at(place(), place()).unwrap();
            // Skips the piece if the square is taken or barred.
            let _ = board.put(at, piece);
        }
    }
    State::new(board, Side::BOTH[rng.below(2)])
}

/// A random position of a random game.
fn random_game(rng: &mut Rng) -> State<Board> {
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

/// Positions of all kinds.
fn positions(seed: u64, count: usize) -> impl Iterator<Item = State<Board>> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |_| match rng.below(4) {
        0 => random_game(&mut rng),
        1 => random_position(&mut rng, 20, 10, 1),
        2 => random_position(&mut rng, 10, 3, 1),
        _ => {
            let (objects, guards, lambdas) = (rng.below(7), rng.below(5), rng.below(10));
            random_position(&mut rng, objects, guards, lambdas)
        }
    })
}

/// Positions of all kinds in which the game is not over.
fn open_positions(seed: u64, count: usize) -> impl Iterator<Item = State<Board>> {
    positions(seed, count).filter(|state| Tafl.status(state) == Status::Playing)
}

/// Compares the status, the moves and the successors of a position with the reference.
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
fn the_rules_agree_with_the_reference() {
    positions(1, 20_000).for_each(|state| agree(&state));
}

#[test]
fn a_single_legal_move_is_found() {
    for from in Square::all().filter(|&from| from != Square::CENTRE) {
        let ways: Vec<Square> = Square::all().filter(|&to| steps(from, to) == 1).collect();
        for open in ways.iter().copied().map(Some).chain([None]) {
            let closed = ways.iter().filter(|&&way| Some(way) != open);
            let guards = closed.filter(|&&way| way != Square::CENTRE);
            // λ is far away in a corner.
            let corner = square(if from.index() < 40 { "i9" } else { "a1" });
            let pieces = guards.map(|&way| (way, Piece::Guard));
            let pieces = pieces.chain([(from, Piece::Object), (corner, Piece::Lambda)]);
            if let Ok(board) = Board::with(pieces) {
                agree(&State::new(board, Side::First));
            }
        }
    }
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
fn every_capture_around_the_centre_agrees_with_the_reference() {
    // Takes the board after the move and moves the piece back to every near square it can have come
    // from.
    let near: Vec<Square> = Square::all()
        .filter(|&square| steps(square, Square::CENTRE) <= 2)
        .collect();
    let (mut moves, mut taken) = (0, 0);
    for count in 2..=4 {
        every_board(&near, count, Board::EMPTY, &mut |after| {
            for (to, piece) in after.pieces().filter(|&(to, _)| to != Square::CENTRE) {
                let captured = oracle::captured(&Cells::from(&after), to);
                let left = after.pieces().filter(|(at, _)| !captured.contains(at));
                let expected = Board::with(left).unwrap();
                for (from, before) in origins(&after, to, piece) {
                    let state = State::new(before, piece.side());
                    let mv = Move::new(from, to);
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
fn origins(after: &Board, to: Square, piece: Piece) -> Vec<(Square, Board)> {
    let near = |&from: &Square| {
        let straight = from.file() == to.file() || from.rank() == to.rank();
        straight && (1..=3).contains(&steps(from, to))
    };
    let lead_back = |from: Square| {
        let others = after.pieces().filter(|&(at, _)| at != to);
        let before = Board::with(others.chain([(from, piece)])).ok()?;
        let legal = oracle::may_move(&Cells::from(&before), piece.side(), from, to);
        legal.then_some((from, before))
    };
    Square::all().filter(near).filter_map(lead_back).collect()
}

#[test]
fn listed_moves_and_no_others_are_legal() {
    for state in positions(2, 300) {
        let moves = Tafl.move_list(&state);
        for from in Square::all() {
            for to in Square::all() {
                let listed = moves.contains(&Move::new(from, to));
                let legal = legal_move(&state, from, to);
                assert_eq!(listed, legal.is_ok(), "{from} {to}: {legal:?} in {state:?}");
            }
        }
    }
}

#[test]
fn different_positions_have_different_keys() {
    let mut known = HashMap::new();
    let mut add = |board: Board| {
        for to_move in Side::BOTH {
            let state = State::new(board, to_move);
            let other = *known.entry(Tafl.hash(&state)).or_insert(state);
            assert_eq!(other, state);
        }
    };
    positions(3, 4_000).for_each(|state| add(state.board));
    // Similar positions: all within two moves, and every board with one or two pieces.
    let start = Tafl.start();
    for mv in Tafl.move_list(&start) {
        let next = Tafl.play(&start, mv);
        for mv in Tafl.move_list(&next) {
            add(Tafl.play(&next, mv).board);
        }
    }
    let squares: Vec<Square> = Square::all().collect();
    for count in 1..=2 {
        every_board(&squares, count, Board::EMPTY, &mut add);
    }
    assert!(known.len() > 60_000, "{}", known.len());
    // A table uses bits from either end of the key: both must be spread evenly.
    for shift in [0, 52] {
        let mut buckets = vec![0usize; 4096];
        for key in known.keys() {
            buckets[(key >> shift) as usize % 4096] += 1;
        }
        let average = known.len() / 4096;
        let fullest = buckets.into_iter().max().unwrap();
        assert!(fullest < 3 * average, "{fullest} of {average} on average");
    }
}

#[test]
fn every_reason_why_a_move_is_illegal() {
    let across = position(Side::Second, "L e4 O e1 e9 a4 i4");
    let over = position(Side::First, "O d1 G e3");
    let start = Tafl.start();
    for (state, text, reason) in [
        (&start, "e2 e5", "a guard on e3 is in the way"),
        (&start, "e2 e3", "e3 is occupied"),
        (&start, "d4 d5", "there is no piece on d4"),
        (&start, "e5 e6", "the piece on e5 is not yours"),
        (&start, "d1 d1", "FROM and TO are the same square"),
        (&start, "d1 c2", "d1 to c2 is not along a row or column"),
        (
            &start,
            "d1 j1",
            "j1 is not a square: columns are a to i, not j",
        ),
        (&start, "d1d4", "a move is two squares: from and to"),
        (&across, "e4 e5", "no piece can stop on the centre"),
        (&over, "d1 d2", "the game is over"),
    ] {
        let why = Tafl.parse_move(state, text).unwrap_err();
        assert_eq!(why.to_string(), reason, "{text}");
    }
    for (from, reason) in [
        ("a1", "there is no piece on a1"),
        ("e3", "the piece on e3 is not yours"),
        ("e1", "the object on e1 is blocked on all sides"),
    ] {
        assert_eq!(why_no_moves(&start, square(from)), reason);
    }
}

const START: &str = "O to play
 , , ,O,O,O, , , 
 , , , ,O, , , , 
 , , , ,G, , , , 
O, , , ,G, , , ,O
O,O,G,G,L,G,G,O,O
O, , , ,G, , , ,O
 , , , ,G, , , , 
 , , , ,O, , , , 
 , , ,O,O,O, , , 
";

#[test]
fn the_start_is_saved_like_figure_5() {
    assert_eq!(write(&Tafl.start()), START);
    // The assignment prints digits.
    assert_eq!(read(START.replace('O', "0").as_bytes()), Ok(Tafl.start()));
}

#[test]
fn every_fault_of_a_file_has_a_reason() {
    let turn = "line 1 must be \"O to play\" or \"G to play\"";
    let cell = "a cell is O, G, L or a blank";
    for (good, bad, reason) in [
        ("O to", "L to", turn),
        ("play\n", "play", turn),
        (
            "\n",
            "\r\n",
            "lines must end in a line feed, without a carriage return",
        ),
        (
            " , , ,O,O,O, , , ",
            " , , ,O,O,O, , ,",
            &format!("line 2, column 17: {cell}"),
        ),
        (
            "O, , , ,G, , , ,O",
            "O; , , ,G, , , ,O",
            "line 5, column 2: expected a comma",
        ),
        (
            "G, , , , \n",
            "G, , , , ,\n",
            "line 4, column 18: expected a line break",
        ),
        (
            "G, , , , \n",
            "g, , , , \n",
            &format!("line 4, column 9: {cell}"),
        ),
        (" , , ,O", "X, , ,O", &format!("line 2, column 1: {cell}")),
        ("L", " ", "line 6, column 9: the centre is L or X"),
        (
            "L",
            "G",
            "line 6, column 9: a guard cannot stand on the centre",
        ),
        (
            " , , , ,G",
            "G, , , ,G",
            "line 8, column 9: the game has only 8 G",
        ),
    ] {
        let text = START.replacen(good, bad, if good == "\n" { 10 } else { 1 });
        assert_eq!(read(text.as_bytes()), Err(reason.to_owned()), "{text:?}");
    }
    for (text, len) in [(&START[..LEN - 1], 161), (&format!("{START}\n"), 163)] {
        let reason = format!("the rows have {len} bytes instead of 162");
        assert_eq!(read(text.as_bytes()), Err(reason));
    }
}

#[test]
fn a_changed_byte_is_rejected_or_read_as_written() {
    let sparse = write(&position(Side::Second, "O a9 i8 e4 G b1 f5 L c2"));
    for text in [START, &sparse] {
        let mut accepted = 0;
        for (at, byte) in (0..LEN).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] = byte;
            if let Ok(state) = read(&bytes) {
                accepted += 1;
                bytes[at] = if byte == b'0' { b'O' } else { byte };
                assert_eq!(write(&state).as_bytes(), bytes);
            }
        }
        assert!(accepted > LEN, "{accepted}");
    }
}

fn mobility(board: &Board) -> u128 {
    Lines::of(board.occupied()).reach(usize::from(board.lambda))
}

#[test]
fn reach_is_where_a_piece_can_move() {
    for state in open_positions(5, 700) {
        let lines = Lines::of(state.board.occupied());
        let pieces = state.board.of(state.to_move);
        let mut all = 0;
        for from in squares_of(pieces) {
            let moves = Tafl.move_list(&state).into_iter();
            let listed = moves
                .filter(|mv| mv.from().index() == from)
                .fold(0, |set, mv| set | BIT[mv.to().index()]);
            assert_eq!(lines.reach(from), listed, "{state:?}");
            all |= listed;
        }
        assert_eq!(lines.reach_of_any(pieces), all);
    }
    assert_eq!(mobility(&Board::EMPTY), 0);
}

#[test]
fn an_edge_view_holds_the_squares_with_open_paths() {
    for state in positions(6, 500) {
        let occupied = state.board.occupied();
        let seen = EdgeView::over(occupied);
        for square in squares_of(ALL_SQUARES & !occupied) {
            let open = open_paths(occupied, square);
            assert_eq!(seen.one & BIT[square] != 0, open >= 1, "{state:?} {square}");
            assert_eq!(seen.two & BIT[square] != 0, open >= 2, "{state:?} {square}");
        }
        assert_eq!((seen.one | seen.two) & occupied, 0);
    }
}

#[test]
fn a_flood_goes_from_neighbour_to_neighbour() {
    for state in positions(7, 300) {
        let free = ALL_SQUARES & !state.board.occupied();
        let from = BIT[usize::from(state.board.lambda)];
        let mut reached = from;
        for _ in 0..Square::COUNT {
            reached = squares_of(reached).fold(reached, |set, at| set | beside(BIT[at]) & free);
        }
        assert_eq!(flood(from, !state.board.occupied()), reached, "{state:?}");
    }
}

#[test]
fn capturing_moves_capture_a_guard_or_an_object() {
    let mut found = 0;
    for state in open_positions(8, 10_000) {
        let lambda = state.board.lambda();
        let captures = |mv: &Move| {
            captures_of(&state, *mv)
                .iter()
                .any(|&at| Some(at) != lambda)
        };
        let mut expected = Tafl.move_list(&state);
        expected.retain(captures);
        expected.sort_unstable();
        let mut actual = Vec::new();
        capturing_moves(&state.board, state.to_move, &mut actual);
        actual.sort_unstable();
        assert_eq!(actual, expected, "{state:?}");
        found += actual.len();
    }
    assert!(found > 1000, "{found}");
}

/// The forced end found by trying every move of the objects.
fn tried_by_objects(state: &State<Board>) -> Forced {
    let ends: Vec<Status> = Tafl
        .move_list(state)
        .into_iter()
        .map(|mv| Tafl.status(&Tafl.play(state, mv)))
        .collect();
    if ends.contains(&Status::Won(Side::First)) {
        Forced::Capture
    } else if ends.iter().all(|&end| end == Status::Won(Side::Second)) {
        Forced::Escape
    } else {
        Forced::Nothing
    }
}

/// The forced end found by trying every move of λ.
fn tried_by_lambda(state: &State<Board>) -> Forced {
    let escapes = |mv: Move| {
        let after = Tafl.play(state, mv);
        Some(mv.from()) == state.board.lambda()
            && Tafl.status(&after) == Status::Playing
            && tried_by_objects(&after) == Forced::Escape
    };
    if Tafl.move_list(state).into_iter().any(escapes) {
        Forced::Escape
    } else {
        Forced::Nothing
    }
}

#[test]
fn forced_ends_equal_those_of_trying_all_moves_and_decide_the_score() {
    let mut seen = [[0; 3]; 2];
    for state in open_positions(9, 12_000) {
        let (forced, tried) = match state.to_move {
            Side::First => (with_objects_to_move(&state.board), tried_by_objects(&state)),
            Side::Second => (
                with_lambda_to_move(&state.board, mobility(&state.board)),
                tried_by_lambda(&state),
            ),
        };
        assert_eq!(forced, tried, "{state:?}");
        seen[state.to_move.index()][forced as usize] += 1;
        let score = Evaluation::new().evaluate(&Tafl, &state);
        let decided = match forced {
            Forced::Capture => score > 50_000,
            Forced::Escape => score < -50_000,
            Forced::Nothing => score.abs() < 50_000,
        };
        assert!(decided && score.abs() < BEST_STATIC, "{score} {state:?}");
    }
    let [[captures, escapes, open], [_, lambda_escapes, lambda_open]] = seen;
    let least = [captures, escapes, open, lambda_escapes, lambda_open]
        .into_iter()
        .min();
    assert!(least > Some(50), "{seen:?}");
}

#[test]
fn rotating_and_mirroring_the_board_keeps_the_score() {
    let changed = |state: &State<Board>, place: fn(Square) -> (u8, u8)| {
        let pieces = state.board.pieces().map(|(square, piece)| {
            let (file, rank) = place(square);
            (Square::at(file, rank).unwrap(), piece)
        });
        State::new(Board::with(pieces).unwrap(), state.to_move)
    };
    for state in open_positions(10, 700) {
        let turned = changed(&state, |square| (square.rank(), 8 - square.file()));
        let mirrored = changed(&state, |square| (8 - square.file(), square.rank()));
        let scores =
            [state, turned, mirrored].map(|state| Evaluation::new().evaluate(&Tafl, &state));
        assert_eq!(scores, [scores[0]; 3], "{state:?}");
    }
}

/// Whether a side has won or can win with the next move.
fn is_lost_in_one(state: &State<Board>, winner: Side) -> bool {
    let won = Status::Won(winner);
    let mut moves = Tafl.move_list(state).into_iter();
    Tafl.status(state) == won
        || state.to_move == winner && moves.any(|mv| Tafl.status(&Tafl.play(state, mv)) == won)
}

fn computer(budget: Budget) -> Searcher<Tafl, Evaluation> {
    Searcher::new(Evaluation::new()).within(budget).careful()
}

#[test]
fn the_computer_finds_wins_in_one_and_avoids_losses_in_one() {
    let (mut wins, mut dangers) = (0, 0);
    for (round, state) in open_positions(12, 900).enumerate() {
        let side = state.to_move;
        let all = Tafl.move_list(&state);
        let (mut winning, mut safe) = (all.clone(), all.clone());
        winning.retain(|&mv| Tafl.status(&Tafl.play(&state, mv)) == Status::Won(side));
        safe.retain(|&mv| !is_lost_in_one(&Tafl.play(&state, mv), side.other()));
        let (budget, cancel) = match round % 6 {
            0 => (Budget::nodes(0), false),
            1 => (Budget::nodes(30), false),
            2 => (Budget::depth(2), true),
            3 => (Budget::depth(2), false),
            _ => (Budget::depth(1), false),
        };
        let mv = computer(budget)
            .choose(&Tafl, &state, &AtomicBool::new(cancel))
            .unwrap();
        if !winning.is_empty() {
            assert!(winning.contains(&mv), "{mv} does not win in {state:?}");
            wins += 1;
        } else if !safe.is_empty() {
            assert!(safe.contains(&mv), "{mv} loses at once in {state:?}");
            dangers += u32::from(safe.len() < all.len());
        }
    }
    assert!(wins > 50 && dangers > 50, "{wins} wins, {dangers} dangers");
}

#[test]
fn the_computer_makes_progress_when_it_is_ahead() {
    // Sixteen objects against λ and one guard must win.
    let objects = "O d9 e9 f9 e8 a6 a5 a4 b5 i6 i5 i4 h5 d1 e1 f1 e2";
    let mut state = position(Side::First, &format!("{objects} G e3 L e5"));
    let cancel = AtomicBool::new(false);
    let mut computer = computer(Budget::depth(2));
    let mut victim = RandomPlayer::new(3);
    let mut seen = HashSet::new();
    for _ in 0..200 {
        if Tafl.status(&state).is_over() {
            break;
        }
        let mover: &mut dyn Player<Tafl> = match state.to_move {
            Side::First => &mut computer,
            Side::Second => &mut victim,
        };
        let mv = mover.choose(&Tafl, &state, &cancel).unwrap();
        state = Tafl.play(&state, mv);
        if state.to_move == Side::Second && Evaluation::new().evaluate(&Tafl, &state) > 0 {
            assert!(seen.insert(Tafl.hash(&state)), "{state:?} again");
        }
    }
    assert_eq!(Tafl.status(&state), Status::Won(Side::First));
}
