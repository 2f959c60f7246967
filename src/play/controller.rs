//! The dialogue of the course text's controller, for any game: whose turn it is, what can be done,
//! who has won.

use super::prompt_game::PromptGame;
use crate::engine::{Side, StateOf, Status};
use crate::repl::{Part, Reply};

/// `Player X enter your move. The possibilities are` with a line of all moves, or
/// `Player O is choosing a move`.
pub fn tell_turn<T: PromptGame>(game: &T, state: &StateOf<T>, computer: bool) -> Reply {
    let letter = T::letter(state.to_move);
    if computer {
        return Reply::say(format_args!("Player {letter} is choosing a move"));
    }
    let mut possibilities = String::from("  ");
    for mv in game.move_list(state) {
        possibilities.push_str(&game.show_move(mv));
        possibilities.push_str(", ");
    }
    Reply::say(format_args!(
        "Player {letter} enter your move. The possibilities are"
    ))
    .and_say(possibilities)
}

/// A person's move is not commented on. The computer's shows on the board; where no board is
/// shown, a sentence stands in for it.
pub fn tell_move<T: PromptGame>(game: &T, mover: Side, mv: T::Move, computer: bool) -> Reply {
    if !computer {
        return Reply::new();
    }
    let letter = T::letter(mover);
    let told = format!("Player {letter} plays {}", game.show_move(mv));
    Reply::new().with(Part::Script(told))
}

/// `X wins!`, `O wins!` or `Draw`.
#[must_use]
pub fn outcome<T: PromptGame>(status: Status) -> String {
    match status {
        Status::Won(side) => format!("{} wins!", T::letter(side)),
        Status::Draw | Status::Playing => "Draw".to_owned(),
    }
}
