//! The rules of the board games: laws of every position, and agreement with rules told once more.

use std::collections::BTreeSet;

use game::engine::rng::Rng;
use game::engine::{Game, Side, State, StateOf, Status};
use game::games::countdown::CountDown;
use game::games::crusher::{Crusher, Task};
use game::games::tafl::oracle::{Cells, captured, may_move};
use game::games::tafl::{Piece, Square, Tafl};
use game::games::tictactoe::TicTacToe;
use game::play::{BoardView, PromptGame, Record};
use game::repl::DrawStyle;

use crate::{hexagon, rng, rounds};

/// A game whose positions keep laws of their own.
pub trait Lawful: PromptGame {
    /// What must be true of a position and the moves from it.
    fn keeps_its_laws(&self, state: &StateOf<Self>, moves: &[Self::Move]);
}

/// What must be true of every position of every game.
pub fn hold<T: Lawful>(game: &T, state: &StateOf<T>) {
    let moves = game.move_list(state);
    let different: BTreeSet<T::Move> = moves.iter().copied().collect();
    assert_eq!(different.len(), moves.len(), "a move comes twice");
    assert_eq!(game.status(state).is_over(), moves.is_empty());
    for &mv in &moves {
        assert_eq!(game.parse_move(state, &game.show_move(mv)).ok(), Some(mv));
        let next = game.play(state, mv);
        assert_eq!(next.to_move, state.to_move.other());
        assert_ne!(game.hash(&next), game.hash(state), "{}", game.show_move(mv));
    }
    game.keeps_its_laws(state, &moves);
    let mut record: Record<T> = Record::new(state.clone());
    if let Some(&mv) = moves.first() {
        record.play(game, mv);
    }
    for (ascii, trace) in [(false, false), (true, true)] {
        let board = game.draw(
            BoardView::of(&record),
            DrawStyle {
                ascii,
                mark_last_move: trace,
            },
        );
        assert!(!board.0.is_empty());
    }
}

impl Lawful for Tafl {
    fn keeps_its_laws(&self, state: &StateOf<Self>, moves: &[Self::Move]) {
        let board = &state.board;
        for (piece, most) in [(Piece::Lambda, 1), (Piece::Guard, 8), (Piece::Object, 16)] {
            assert!(board.pieces().filter(|&(_, found)| found == piece).count() <= most);
        }
        let cells = Cells::from(board);
        let listed: BTreeSet<(Square, Square)> =
            moves.iter().map(|mv| (mv.from(), mv.to())).collect();
        if !matches!(self.status(state), Status::Won(_)) {
            let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
            let may = |&(from, to): &(Square, Square)| may_move(&cells, state.to_move, from, to);
            assert_eq!(listed, pairs.filter(may).collect());
        }
        for &mv in moves {
            let next = self.play(state, mv);
            let mut after = cells.clone();
            after.0[mv.to().index()] = after.0[mv.from().index()].take();
            for lost in captured(&after, mv.to()) {
                after.0[lost.index()] = None;
            }
            assert_eq!(Cells::from(&next.board), after, "{mv} in {state:?}");
        }
    }
}

impl Lawful for Crusher {
    fn keeps_its_laws(&self, state: &StateOf<Self>, moves: &[Self::Move]) {
        let history: Vec<String> = state
            .board
            .history()
            .map(|board| self.show(&board))
            .collect();
        let player = ['W', 'B'][state.to_move.index()];
        let n = self.size();
        let winner = hexagon::winner(&history, player, n);
        let status = match winner {
            Some('W') => Status::Won(Side::First),
            Some(_) => Status::Won(Side::Second),
            None => Status::Playing,
        };
        assert_eq!(self.status(state), status, "{history:?}");
        let listed: BTreeSet<(usize, usize, String)> = moves
            .iter()
            .map(|&mv| {
                let shown = self.show_move(mv);
                let number = |word: &str| word.parse().expect("a number");
                let (from, to) = shown.split_once(' ').expect("two cells");
                let after = self.show(self.play(state, mv).board.layout());
                (number(from), number(to), after)
            })
            .collect();
        let legal = match winner {
            None => hexagon::moves(&history, player, n),
            Some(_) => BTreeSet::new(),
        };
        assert_eq!(listed, legal, "{history:?}");
    }
}

impl Lawful for CountDown {
    fn keeps_its_laws(&self, state: &StateOf<Self>, moves: &[Self::Move]) {
        for taken in 0..6u64 {
            let legal = (1..=3).contains(&taken) && taken <= state.board;
            assert_eq!(moves.contains(&(taken as u8)), legal);
        }
        // Who wins is who can move to a position in which the other one loses.
        let winner = CountDown::winner(state);
        let can_win = moves
            .iter()
            .any(|&mv| CountDown::winner(&self.play(state, mv)) == state.to_move);
        assert_eq!(winner == state.to_move, can_win);
    }
}

impl Lawful for TicTacToe {
    fn keeps_its_laws(&self, state: &StateOf<Self>, moves: &[Self::Move]) {
        let n = self.size();
        let saved = self.write(state);
        let rows: Vec<Vec<&str>> = saved
            .lines()
            .skip(1)
            .map(|row| row.split(',').collect())
            .collect();
        let line = |mark: &str, at: &dyn Fn(usize) -> (usize, usize)| {
            (0..n).all(|step| rows[at(step).0][at(step).1] == mark)
        };
        let has = |mark: &str| {
            (0..n).any(|i| line(mark, &|step| (i, step)) || line(mark, &|step| (step, i)))
                || line(mark, &|step| (step, step))
                || line(mark, &|step| (step, n - 1 - step))
        };
        let free = rows.iter().flatten().filter(|&&cell| cell == " ").count();
        let status = match (has("X"), has("O")) {
            (true, _) => Status::Won(Side::First),
            (_, true) => Status::Won(Side::Second),
            _ if free == 0 => Status::Draw,
            _ => Status::Playing,
        };
        assert_eq!(self.status(state), status, "{saved}");
        assert_eq!(moves.len(), if status.is_over() { 0 } else { free });
    }
}

/// Plays at random from a position, and looks at each one on the way.
fn walk<T: Lawful>(game: &T, mut state: StateOf<T>, plies: usize, rng: &mut Rng) {
    for _ in 0..plies {
        hold(game, &state);
        let moves = game.move_list(&state);
        if moves.is_empty() {
            return;
        }
        state = game.play(&state, moves[rng.below(moves.len())]);
    }
}

#[test]
fn games_at_random() {
    let mut rng = rng(20);
    for round in rounds(40) {
        walk(&Tafl, Tafl.start(), 40, &mut rng);
        let size = 3 + round as usize % 4;
        let crusher = Crusher::new(size).expect("a size");
        walk(&crusher, crusher.start(), 60 / size, &mut rng);
        let board = TicTacToe::new(3 + round as usize % 8).expect("a size");
        walk(&board, board.start(), 200, &mut rng);
        let pile = CountDown::new(rng.next_u64() >> rng.below(64));
        walk(&pile, pile.start(), 50, &mut rng);
    }
}

/// Boards of any kind, the smallest size among them, which the prompt cannot reach.
#[test]
fn boards_of_crusher_at_random() {
    let mut rng = rng(21);
    for _ in rounds(3_000) {
        let n = 2 + rng.below(3);
        let cells = 3 * n * (n - 1) + 1;
        let board = |rng: &mut Rng| -> String {
            (0..cells)
                .map(|_| ['-', '-', 'W', 'B'][rng.below(4)])
                .collect()
        };
        let history: Vec<String> = (0..=rng.below(3)).map(|_| board(&mut rng)).collect();
        let player = ['W', 'B'][rng.below(2)];
        match Task::new(&history, player, 1, n) {
            Ok(Task { game, state, .. }) => {
                assert_eq!(hexagon::winner(&history, player, n), None, "{history:?}");
                walk(&game, state, 4, &mut rng);
            }
            Err(_) => assert!(
                hexagon::winner(&history, player, n).is_some(),
                "{history:?}"
            ),
        }
    }
}

/// Boards of tafl at random: sparse ones and crowded ones, λ anywhere or nowhere.
#[test]
fn boards_of_tafl_at_random() {
    let mut rng = rng(22);
    for _ in rounds(4_000) {
        let mut board = game::games::tafl::Board::EMPTY;
        for _ in 0..rng.below(40) {
            let square = Square::new(rng.below(81)).expect("a square");
            let piece = [Piece::Object, Piece::Object, Piece::Guard, Piece::Lambda][rng.below(4)];
            // Where it has no place it is left out.
            let _ = board.put(square, piece);
        }
        let state = State::new(board, Side::BOTH[rng.below(2)]);
        walk(&Tafl, state, 3, &mut rng);
    }
}
