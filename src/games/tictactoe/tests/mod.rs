//! Against the plain rules, the known counts, and all grids of 3 by 3.

mod oracle;

use super::{Board, Cell, Illegal, SizeError, TicTacToe};
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, State, StateOf, Status};
use oracle::Grid;
use std::collections::HashMap;

fn game(size: usize) -> TicTacToe {
    TicTacToe::new(size).unwrap()
}

fn play_all(game: &TicTacToe, numbers: &[&str]) -> State<Board> {
    numbers.iter().fold(game.start(), |state, text| {
        game.play(&state, game.parse_move(&state, text).unwrap())
    })
}

#[test]
fn sizes_from_1_to_10() {
    for size in (0..40).chain([usize::MAX]) {
        let answer = TicTacToe::new(size).map(|game| game.size());
        let expected = if (1..=10).contains(&size) {
            Ok(size)
        } else {
            Err(SizeError { size })
        };
        assert_eq!(answer, expected);
    }
    assert_eq!(
        SizeError { size: 11 }.to_string(),
        "the board has 1 to 10 cells on a side, not 11"
    );
}

#[test]
fn random_games_agree_with_the_plain_rules() {
    let mut rng = Rng::new(3);
    let mut ends = HashMap::new();
    for size in TicTacToe::SIZES {
        let game = game(size);
        for _ in 0..if size < 6 { 300 } else { 30 } {
            let (mut state, mut grid) = (game.start(), Grid::new(size));
            loop {
                let numbers: Vec<usize> = game
                    .move_list(&state)
                    .into_iter()
                    .map(Cell::number)
                    .collect();
                assert_eq!(numbers, grid.moves());
                assert_eq!(game.status(&state), grid.status());
                assert_eq!(state.to_move, grid.turn);
                let marks: Vec<Option<Side>> = (0..(size * size) as u8)
                    .map(|index| state.board.at(Cell(index)))
                    .collect();
                assert_eq!(marks, grid.cells.concat());
                assert_eq!(game.position(state.board.marks), Some(state));
                if numbers.is_empty() {
                    break;
                }
                let number = numbers[rng.below(numbers.len())];
                let mv = game.parse_move(&state, &number.to_string()).unwrap();
                state = game.play(&state, mv);
                grid.play(number);
            }
            *ends.entry((size, game.status(&state))).or_insert(0) += 1;
        }
    }
    for status in [
        Status::Draw,
        Status::Won(Side::First),
        Status::Won(Side::Second),
    ] {
        assert!(ends[&(3, status)] > 20, "{ends:?}");
        assert!(ends[&(4, status)] > 20, "{ends:?}");
    }
}

#[test]
fn every_line_wins_for_either_side_and_one_mark_less_does_not() {
    let mut rng = Rng::new(4);
    // On smaller boards X wins before O can.
    for size in 3..=10 {
        let game = game(size);
        for &line in game.lines() {
            for winner in Side::BOTH {
                let mut on: Vec<usize> = (0..size * size).filter(|c| line >> c & 1 == 1).collect();
                let mut off: Vec<usize> = (0..size * size).filter(|c| line >> c & 1 == 0).collect();
                // The loser marks cells off the line; no N of them make a line in this order.
                off.sort_by_key(|cell| (cell / size + 2 * (cell % size)) % size);
                rng.shuffle(&mut on);
                let (mut state, mut grid) = (game.start(), Grid::new(size));
                let mut left = on.len();
                while left > 0 {
                    assert_eq!(game.status(&state), Status::Playing);
                    let cell = if state.to_move == winner {
                        left -= 1;
                        on.pop()
                    } else {
                        off.pop()
                    };
                    let cell = Cell(cell.unwrap() as u8);
                    state = game.play(&state, cell);
                    grid.play(cell.number());
                    assert_eq!(game.status(&state), grid.status());
                }
                assert_eq!(game.status(&state), Status::Won(winner), "{size} {line:b}");
                assert!(game.move_list(&state).is_empty());
            }
        }
    }
}

#[test]
fn x_wins_every_game_on_the_smallest_boards() {
    for (size, plies) in [(1, 1), (2, 3)] {
        let game = game(size);
        let mut open = vec![(game.start(), 0)];
        while let Some((state, ply)) = open.pop() {
            if ply == plies {
                assert_eq!(game.status(&state), Status::Won(Side::First));
                continue;
            }
            assert_eq!(game.status(&state), Status::Playing);
            let next = game.move_list(&state).into_iter();
            open.extend(next.map(|mv| (game.play(&state, mv), ply + 1)));
        }
    }
    let one = game(1);
    assert_eq!(one.show_board(&one.start().board), " 1");
    assert_eq!(one.show_board(&play_all(&one, &["1"]).board), " X");
    assert_eq!(
        game(2).show_board(&game(2).start().board),
        " 1 | 2\n---+---\n 3 | 4"
    );
}

#[test]
fn there_are_two_lines_more_than_twice_the_size() {
    for size in TicTacToe::SIZES {
        let game = game(size);
        let mut lines = game.lines().to_vec();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), if size == 1 { 1 } else { 2 * size + 2 });
        assert!(lines.iter().all(|line| line.count_ones() as usize == size));
    }
}

fn perft(game: &TicTacToe, state: &StateOf<TicTacToe>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.move_list(state).into_iter();
    moves
        .map(|mv| perft(game, &game.play(state, mv), depth - 1))
        .sum()
}

#[test]
fn the_known_numbers_of_lines_of_play() {
    let known = [9, 72, 504, 3024, 15120, 54720, 148_176, 200_448, 127_872];
    let game = game(3);
    for (depth, count) in (1..).zip(known) {
        assert_eq!(perft(&game, &game.start(), depth), count, "depth {depth}");
    }
    assert_eq!(perft(&game, &game.start(), 10), 0);
}

/// All positions that a game can come to, by key.
fn reachable(game: &TicTacToe) -> HashMap<u64, State<Board>> {
    let mut seen = HashMap::new();
    let mut open = vec![game.start()];
    while let Some(state) = open.pop() {
        if let Some(before) = seen.insert(game.hash(&state), state) {
            assert_eq!(before, state, "one key for two positions");
            continue;
        }
        let moves = game.move_list(&state).into_iter();
        open.extend(moves.map(|mv| game.play(&state, mv)));
    }
    seen
}

#[test]
fn the_5478_positions_each_with_its_key_are_those_that_position_accepts() {
    let game = game(3);
    let seen = reachable(&game);
    assert_eq!(seen.len(), 5478);
    let mut accepted = 0;
    for [first, second] in (0..1 << 10).flat_map(|x| (0..1 << 10).map(move |o| [x, o])) {
        if let Some(state) = game.position([first, second]) {
            accepted += 1;
            assert_eq!(seen.get(&game.hash(&state)), Some(&state));
        }
    }
    assert_eq!(accepted, 5478);
}

#[test]
fn two_lines_at_once_need_a_move_on_both() {
    let game = game(5);
    let [top, second, left] = [0x1f, 0x1f << 5, 0x10_8421];
    let nine = 0b00111_00111_00111 << 10;
    assert_eq!(game.position([top | second, nine]), None);
    let eight = 0b01110_01110_00110 << 10;
    let crossing = game.position([top | left, eight]).unwrap();
    assert_eq!(game.status(&crossing), Status::Won(Side::First));
}

#[test]
fn keys_tell_random_positions_of_every_size_apart() {
    let mut rng = Rng::new(5);
    for size in TicTacToe::SIZES {
        let game = game(size);
        let mut seen: HashMap<u64, State<Board>> = HashMap::new();
        for _ in 0..100 {
            let mut state = game.start();
            loop {
                let before = *seen.entry(game.hash(&state)).or_insert(state);
                assert_eq!(before, state);
                let moves = game.move_list(&state);
                if moves.is_empty() {
                    break;
                }
                let turned = State::new(state.board, state.to_move.other());
                assert_ne!(game.hash(&turned), game.hash(&state));
                state = game.play(&state, moves[rng.below(moves.len())]);
            }
        }
    }
}

#[test]
fn cells_have_the_numbers_of_reading_order() {
    let game = game(4);
    let state = game.start();
    for number in 1..=16 {
        let mv = game.parse_move(&state, &number.to_string()).unwrap();
        assert_eq!(mv.number(), number);
        assert_eq!(game.show_move(mv), number.to_string());
    }
}

#[test]
fn what_is_not_a_free_cell_is_refused() {
    let game = game(3);
    let state = play_all(&game, &["5"]);
    for text in [
        "5",
        "0",
        "10",
        "",
        "-1",
        "+1",
        "01",
        "1 2",
        "1abc",
        "a1",
        "257",
        "18446744073709551617",
        "99999999999999999999999999999999999999999999",
    ] {
        let why = match text {
            "5" => Illegal::Taken(5),
            _ => Illegal::NoCell { cells: 9 },
        };
        assert_eq!(game.parse_move(&state, text), Err(why), "{text:?}");
    }
    let won = play_all(&game, &["1", "4", "2", "5", "3"]);
    assert_eq!(game.parse_move(&won, "9"), Err(Illegal::Over));
}

#[test]
fn boards_are_drawn_with_the_numbers_to_type() {
    let three = game(3);
    assert_eq!(
        three.show_board(&play_all(&three, &["1", "2"]).board),
        " X | O | 3\n---+---+---\n 4 | 5 | 6\n---+---+---\n 7 | 8 | 9"
    );
    let four = game(4);
    assert_eq!(
        four.show_board(&play_all(&four, &["1", "16"]).board),
        "  X |  2 |  3 |  4\n\
         ----+----+----+----\n  \
           5 |  6 |  7 |  8\n\
         ----+----+----+----\n  \
           9 | 10 | 11 | 12\n\
         ----+----+----+----\n \
          13 | 14 | 15 |  O"
    );
    let ten = game(10);
    let drawn = ten.show_board(&play_all(&ten, &["99"]).board);
    let last = drawn.lines().last().unwrap();
    assert_eq!(
        last,
        "  91 |  92 |  93 |  94 |  95 |  96 |  97 |  98 |   X | 100"
    );
    assert_eq!(drawn.lines().count(), 19);
    assert!(drawn.lines().all(|line| line == line.trim_end()));
}
