//! The rules of all board games of the registry: laws of every position, and agreement with rules
//! told once more.

use std::collections::BTreeSet;

use game::engine::Side;
use game::engine::rng::Rng;
use game::engine::{Game, State, StateOf};
use game::games::crusher::{Crusher, Task};
use game::games::tafl::{Piece, Square, csv};
use game::games::{BoardGame, GAMES};
use game::play::Position;
use game::repl::{DrawStyle, Line};

use super::referees::{self, hexagon};
use super::sizes::sizes;
use super::{rng, rounds};

/// All board games, each with its name.
pub fn board_games() -> impl Iterator<Item = (&'static str, &'static BoardGame)> {
    let rows = GAMES.iter();
    rows.filter_map(|row| row.board.as_ref().map(|board| (row.name, board)))
}

/// The starts of a game, one for each size that is tried.
pub fn starts(mode: &str, board: &BoardGame) -> Vec<Box<dyn Position>> {
    let start = |size: Option<u64>| {
        (board.start)(size).unwrap_or_else(|| panic!("{mode} has no size {size:?}"))
    };
    sizes(mode).into_iter().map(start).collect()
}

/// What must be true of every position of every game.
pub fn hold(mode: &str, board: &BoardGame, position: &dyn Position) {
    let saved = position.save();
    let moves = position.moves();
    let different: BTreeSet<&String> = moves.iter().collect();
    assert_eq!(different.len(), moves.len(), "a move comes twice\n{saved}");
    assert_eq!(position.status().is_over(), moves.is_empty(), "{saved}");
    for mv in &moves {
        let next = position
            .play(mv)
            .unwrap_or_else(|why| panic!("{mv}: {why}\n{saved}"));
        assert_eq!(next.to_move(), position.to_move().other(), "{mv}\n{saved}");
        assert_ne!(next.hash(), position.hash(), "{mv}\n{saved}");
    }
    for nonsense in ["", " ", "nonsense", "0", "-1", "\u{a0}"] {
        assert!(position.play(nonsense).is_err(), "{nonsense:?}\n{saved}");
    }
    let again = (board.read)(saved.as_bytes()).unwrap_or_else(|why| panic!("{why}\n{saved}"));
    assert_eq!(again.save(), saved);
    assert_eq!(again.hash(), position.hash(), "{saved}");
    assert_eq!(again.status(), position.status(), "{saved}");
    assert_eq!(again.moves(), moves, "{saved}");
    for (ascii, mark_last_move, width) in [
        (false, false, None),
        (true, true, Some(80)),
        (false, true, Some(40)),
    ] {
        let drawn = position.draw(DrawStyle {
            ascii,
            mark_last_move,
            width,
        });
        assert!(!drawn.0.is_empty(), "{saved}");
        for line in drawn.0.iter().map(Line::plain) {
            let columns = line.trim_end().chars().count();
            assert!(columns <= width.unwrap_or(columns), "{line}\n{saved}");
        }
    }
    referees::look_at(mode, position);
}

/// Plays at random from a position, and looks at each one on the way.
fn walk(mode: &str, board: &BoardGame, start: Box<dyn Position>, plies: usize, rng: &mut Rng) {
    let mut position = start;
    for _ in 0..plies {
        hold(mode, board, position.as_ref());
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        let mv = &moves[rng.below(moves.len())];
        position = position.play(mv).expect("a move of the list");
    }
}

#[test]
fn games_at_random() {
    let mut rng = rng(20);
    for round in rounds(40) {
        for (mode, board) in board_games() {
            let mut starts = starts(mode, board);
            let start = starts.swap_remove(round as usize % starts.len());
            walk(mode, board, start, 40, &mut rng);
        }
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
                walk_crusher(&game, state, 4, &mut rng);
            }
            Err(_) => assert!(
                hexagon::winner(&history, player, n).is_some(),
                "{history:?}"
            ),
        }
    }
}

fn walk_crusher(game: &Crusher, mut state: StateOf<Crusher>, plies: usize, rng: &mut Rng) {
    for _ in 0..plies {
        let moves = game.move_list(&state);
        let boards = state.board.history();
        let history: Vec<String> = boards.map(|board| game.show(&board)).collect();
        let player = ['W', 'B'][state.to_move.index()];
        let listed = moves.iter().map(|&mv| {
            let after = game.show(game.play(&state, mv).board.layout());
            (game.show_move(mv), after)
        });
        let status = game.status(&state);
        referees::crusher_agrees(&history, player, game.size(), status, listed);
        if moves.is_empty() {
            return;
        }
        state = game.play(&state, moves[rng.below(moves.len())]);
    }
}

/// Boards of tafl at random: sparse ones and crowded ones, λ anywhere or nowhere.
#[test]
fn boards_of_tafl_at_random() {
    let (mode, tafl) = board_games()
        .find(|(mode, _)| *mode == "tafl")
        .expect("tafl");
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
        let position = (tafl.read)(csv::write(&state).as_bytes()).expect("a saved game");
        walk(mode, tafl, position, 3, &mut rng);
    }
}
