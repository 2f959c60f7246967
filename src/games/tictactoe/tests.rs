//! The rules against plain ones and known counts, saved games, boards as text, the evaluation.

use super::OpenLines;
use super::rules::{Board, Cell, Illegal, TicTacToe};
use super::text::{draw, read};
use crate::engine::rng::Rng;
use crate::engine::search::{BEST_STATIC, Evaluator};
use crate::engine::{Game, Side, State, StateOf, Status};
use crate::repl::{DrawStyle, Line, Marks};
use std::collections::HashMap;

/// The rules again, slow and obvious: a grid of cells, searched in all directions from every cell.
struct Grid {
    cells: Vec<Vec<Option<Side>>>,
    turn: Side,
}

impl Grid {
    fn new(size: usize) -> Self {
        Grid {
            cells: vec![vec![None; size]; size],
            turn: Side::First,
        }
    }

    /// The numbers of the cells that can be marked.
    fn moves(&self) -> Vec<usize> {
        if self.status().is_over() {
            return vec![];
        }
        let cells = self.cells.iter().flatten().enumerate();
        let empty = cells.filter(|(_, mark)| mark.is_none());
        empty.map(|(index, _)| index + 1).collect()
    }

    fn play(&mut self, number: usize) {
        let size = self.cells.len();
        self.cells[(number - 1) / size][(number - 1) % size] = Some(self.turn);
        self.turn = self.turn.other();
    }

    fn status(&self) -> Status {
        let winner = Side::BOTH.into_iter().find(|&side| self.has_line(side));
        match winner {
            Some(side) => Status::Won(side),
            None if self.cells.iter().flatten().all(Option::is_some) => Status::Draw,
            None => Status::Playing,
        }
    }

    fn has_line(&self, side: Side) -> bool {
        let length = self.cells.len() as isize;
        let directions = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let is_line = |row: isize, column: isize, (down, right): (isize, isize)| {
            (0..length)
                .all(|step| self.mark(row + step * down, column + step * right) == Some(side))
        };
        let mut cells = (0..length).flat_map(|row| (0..length).map(move |column| (row, column)));
        cells.any(|(row, column)| directions.iter().any(|&way| is_line(row, column, way)))
    }

    fn mark(&self, row: isize, column: isize) -> Option<Side> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }
}

fn game(size: usize) -> TicTacToe {
    TicTacToe::new(size).unwrap()
}

fn play_all(game: &TicTacToe, numbers: &[&str]) -> State<Board> {
    numbers.iter().fold(game.start(), |state, text| {
        game.play(&state, game.parse_move(&state, text).unwrap())
    })
}

/// A random position on a board of a random size.
fn random(rng: &mut Rng) -> (TicTacToe, StateOf<TicTacToe>) {
    let game = game(1 + rng.below(10));
    let mut state = game.start();
    for _ in 0..rng.below(game.size() * game.size() + 1) {
        let moves = game.move_list(&state);
        if moves.is_empty() {
            break;
        }
        state = game.play(&state, moves[rng.below(moves.len())]);
    }
    (game, state)
}

#[test]
fn random_games_agree_with_the_plain_rules() {
    let mut rng = Rng::new(3);
    let mut ends = HashMap::new();
    for size in TicTacToe::SIZES {
        let game = game(size);
        let mut keys = HashMap::new();
        for _ in 0..if size < 6 { 300 } else { 30 } {
            let (mut state, mut grid) = (game.start(), Grid::new(size));
            loop {
                let moves = game.move_list(&state);
                let numbers: Vec<usize> = moves.iter().map(|mv| mv.number()).collect();
                assert_eq!(numbers, grid.moves());
                assert_eq!(game.status(&state), grid.status());
                assert_eq!(state.to_move, grid.turn);
                let marks: Vec<Option<Side>> = (0..(size * size) as u8)
                    .map(|index| state.board.at(Cell(index)))
                    .collect();
                assert_eq!(marks, grid.cells.concat());
                assert_eq!(game.position(state.board.marks), Some(state));
                assert_eq!(*keys.entry(game.hash(&state)).or_insert(state), state);
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
    let wins = Side::BOTH.map(Status::Won);
    for status in [Status::Draw, wins[0], wins[1]] {
        assert!(ends[&(3, status)] > 20, "{ends:?}");
        assert!(ends[&(4, status)] > 20, "{ends:?}");
    }
}

/// The cells of each line.
fn plain_lines(size: usize) -> Vec<Vec<usize>> {
    let cell = |line: usize, i: usize| match line {
        row if row < size => row * size + i,
        column if column < 2 * size => i * size + column - size,
        falling if falling == 2 * size => i * size + i,
        _ => i * size + size - 1 - i,
    };
    (0..2 * size + 2)
        .map(|line| (0..size).map(|i| cell(line, i)).collect())
        .collect()
}

#[test]
fn position_accepts_the_5478_reachable_positions_and_their_keys_differ() {
    let game = game(3);
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
    let mut accepted = 0;
    for marks in (0..1 << 10).flat_map(|x| (0..1 << 10).map(move |o| [x, o])) {
        if let Some(state) = game.position(marks) {
            accepted += 1;
            assert_eq!(seen.get(&game.hash(&state)), Some(&state));
        }
    }
    assert_eq!((accepted, seen.len()), (5478, 5478));
}

#[test]
fn only_numbers_of_free_cells_are_moves() {
    let game = game(3);
    let state = play_all(&game, &["5"]);
    for text in ["0", "10", "", "5", "-1", "01", "1 2", "a1", "257"] {
        assert_eq!(game.parse_move(&state, text), Err(Illegal(9)), "{text:?}");
    }
    let won = play_all(&game, &["1", "4", "2", "5", "3"]);
    assert_eq!(game.parse_move(&won, "9"), Err(Illegal(9)));
}

#[test]
fn boards_are_drawn_as_wide_as_fits() {
    let board = play_all(&game(4), &["1", "16"]).board;
    let last = &[Cell(15)][..];
    let drawn = |last, columns| {
        let style = DrawStyle {
            width: Some(columns),
            marks: Marks::Brackets,
            ..DrawStyle::default()
        };
        let lines = draw(&board, 4, last, style);
        let lines: Vec<String> = lines.iter().map(Line::plain).collect();
        lines.join("\n")
    };
    let wide = "  X |  2 |  3 |  4\n\
                ----+----+----+----\n  \
                  5 |  6 |  7 |  8\n\
                ----+----+----+----\n  \
                  9 | 10 | 11 | 12\n\
                ----+----+----+----\n \
                 13 | 14 | 15 |  O";
    assert_eq!(drawn(&[], 20), wide);
    assert_eq!(drawn(last, 20), wide.replace("  O", "[ O]"));
    assert_eq!(
        drawn(last, 19),
        " X |  2|  3|  4\n  5|  6|  7|  8\n  9| 10| 11| 12\n 13| 14| 15|[O]"
    );
}

#[test]
fn every_reason_to_reject_a_file() {
    let turn = "line 1 must be \"X to play\" or \"O to play\"";
    let alternate = "it cannot be this player's turn: X begins, and turns alternate";
    for (rows, reason) in [
        ("", turn),
        ("x to play\nX, , \n , , \n , , \n", turn),
        (
            "O to play\n",
            "no board from 1 by 1 to 10 by 10 takes 10 bytes",
        ),
        (
            "O to play\nY, , \n , , \n , , \n",
            "line 2, column 1: a cell is X, O or a blank",
        ),
        (
            "O to play\nX, ; \n , , \n , , \n",
            "line 2, column 4: expected a comma",
        ),
        (
            "O to play\nX, , \r , , \n , , \n",
            "line 2, column 6: expected a line break",
        ),
        (
            "O to play\nX,X, \n , , \n , , \n",
            "no game leads to this position",
        ),
        (
            "X to play\nX,X,X\nO,O,O\n , , \n",
            "no game leads to this position",
        ),
        ("X to play\nX, , \n , , \n , , \n", alternate),
    ] {
        assert_eq!(read(rows.as_bytes()), Err(reason.to_owned()), "{rows:?}");
    }
}

#[test]
fn the_evaluation_counts_the_marks_on_open_lines() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let (game, state) = random(&mut rng);
        let mut sum = 0;
        for line in plain_lines(game.size()) {
            let marks = line
                .into_iter()
                .filter_map(|cell| state.board.at(Cell(cell as u8)));
            let marks: Vec<Side> = marks.collect();
            let worth = 3i32.pow((marks.len() as u32).saturating_sub(1));
            match marks.first() {
                Some(first) if marks.contains(&first.other()) => {}
                Some(Side::First) => sum += worth,
                Some(Side::Second) => sum -= worth,
                None => {}
            }
        }
        if game.status(&state) == Status::Playing && game.size() > 1 {
            assert_eq!(OpenLines.evaluate(&game, &state), sum);
            assert!(sum.abs() < BEST_STATIC / 4);
        }
    }
}

#[test]
fn winning_ranks_first_and_blocking_second() {
    let mut rng = Rng::new(2);
    let (mut wins, mut blocks) = (0, 0);
    for _ in 0..8000 {
        let (game, state) = random(&mut rng);
        let completes = |side: Side, cell: Cell| {
            let marks = state.board.marks(side) | cell.bit();
            u8::from(game.lines().iter().any(|line| line & !marks == 0))
        };
        let class = |&cell: &Cell| {
            let other = state.to_move.other();
            completes(other, cell).max(2 * completes(state.to_move, cell))
        };
        let moves = game.move_list(&state);
        let best = moves
            .iter()
            .max_by_key(|&&mv| OpenLines.rank(&game, &state, mv));
        let highest = moves.iter().map(class).max();
        assert_eq!(
            best.map(class),
            highest,
            "{}",
            game.show_board(&state.board)
        );
        wins += u32::from(highest == Some(2));
        blocks += u32::from(highest == Some(1));
    }
    assert!(wins > 50 && blocks > 50, "{wins} {blocks}");
}
