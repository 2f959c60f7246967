//! The rules of some games told once more, slowly and plainly: a position and its moves must agree.
//!
//! A game without a referee is held to the laws of all games and to its perft fixture.

#[path = "hexagon.rs"]
pub mod hexagon;
#[path = "tafl_oracle.rs"]
pub mod tafl_oracle;

use std::collections::BTreeSet;

use game::engine::{Game, Side, State, Status};
use game::games::tafl::csv;
use game::play::Position;
use tafl_oracle::{Cells, Reference};

/// Looks at a position and at all that follows from it.
type Referee = fn(&dyn Position);

/// Who looks at which game.
const REFEREES: [(&str, Referee); 4] = [
    ("tafl", tafl),
    ("crusher", crusher),
    ("countdown", countdown),
    ("tictactoe", tictactoe),
];

/// Lets the referee of a mode, if it has one, look at a position and all that follows from it.
pub fn look_at(mode: &str, position: &dyn Position) {
    if let Some((_, referee)) = REFEREES.iter().find(|(name, _)| *name == mode) {
        referee(position);
    }
}

fn tafl(position: &dyn Position) {
    let read = |saved: &str| {
        let state = csv::read(saved.as_bytes()).expect("a saved game");
        State::new(Cells::from(&state.board), state.to_move)
    };
    let saved = position.save();
    let state = read(&saved);
    assert_eq!(position.status(), Reference.status(&state), "{saved}");
    let moves: BTreeSet<String> = position.moves().into_iter().collect();
    let legal = Reference.move_list(&state);
    let names = legal.iter().map(ToString::to_string).collect();
    assert_eq!(moves, names, "{saved}");
    for mv in legal {
        let next = position.play(&mv.to_string()).expect("a legal move").save();
        assert_eq!(read(&next), Reference.play(&state, mv), "{mv} in\n{saved}");
    }
}

fn crusher(position: &dyn Position) {
    let saved = position.save();
    let history: Vec<String> = saved.lines().skip(1).map(str::to_owned).collect();
    let size = (2..=6usize).find(|n| 3 * n * (n - 1) + 1 == history[0].len());
    let player = saved.chars().next().expect("a turn");
    let listed = position.moves().into_iter().map(|mv| {
        let next = position.play(&mv).expect("a move of the list").save();
        (mv, next.lines().nth(1).expect("a board").to_owned())
    });
    let size = size.expect("a size");
    crusher_agrees(&history, player, size, position.status(), listed);
}

/// Whether a game of Crusher stands so, and these are its moves, each with the board after it.
pub fn crusher_agrees(
    history: &[String],
    player: char,
    size: usize,
    status: Status,
    listed: impl Iterator<Item = (String, String)>,
) {
    let winner = hexagon::winner(history, player, size);
    let due = match winner {
        Some('W') => Status::Won(Side::First),
        Some(_) => Status::Won(Side::Second),
        None => Status::Playing,
    };
    assert_eq!(status, due, "{history:?}");
    let legal = match winner {
        None => hexagon::moves(history, player, size),
        Some(_) => BTreeSet::new(),
    };
    let legal: BTreeSet<(String, String)> = legal
        .into_iter()
        .map(|(from, to, after)| (format!("{from} {to}"), after))
        .collect();
    assert_eq!(listed.collect::<BTreeSet<_>>(), legal, "{history:?}");
}

fn countdown(position: &dyn Position) {
    let saved = position.save();
    let pile = saved.lines().nth(1);
    let pile = pile.and_then(|line| line.strip_suffix(" pieces left"));
    let pile: u64 = pile.expect("a pile").parse().expect("a number");
    let legal: Vec<String> = (1..=pile.min(3)).map(|taken| taken.to_string()).collect();
    assert_eq!(position.moves(), legal, "{saved}");
    if pile == 0 {
        assert_eq!(position.status(), Status::Won(position.to_move().other()));
    }
}

fn tictactoe(position: &dyn Position) {
    let saved = position.save();
    let lines = saved.lines().skip(1);
    let rows: Vec<Vec<&str>> = lines.map(|row| row.split(',').collect()).collect();
    let n = rows.len();
    let line = |mark: &str, at: &dyn Fn(usize) -> (usize, usize)| {
        (0..n).all(|step| rows[at(step).0][at(step).1] == mark)
    };
    let has = |mark: &str| {
        (0..n).any(|i| line(mark, &|step| (i, step)) || line(mark, &|step| (step, i)))
            || line(mark, &|step| (step, step))
            || line(mark, &|step| (step, n - 1 - step))
    };
    let cells = (1..).zip(rows.iter().flatten());
    let free = cells.filter(|(_, cell)| **cell == " ");
    let free: Vec<String> = free.map(|(number, _)| number.to_string()).collect();
    let status = match (has("X"), has("O")) {
        (true, _) => Status::Won(Side::First),
        (_, true) => Status::Won(Side::Second),
        _ if free.is_empty() => Status::Draw,
        _ => Status::Playing,
    };
    assert_eq!(position.status(), status, "{saved}");
    let legal = if status.is_over() { Vec::new() } else { free };
    assert_eq!(position.moves(), legal, "{saved}");
}
