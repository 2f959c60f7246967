//! The course text's controller: a whole game of any [`Game`], read and written as plain lines.
//! Modes in which moves are typed without a command use the same sentences.

use std::io::{self, BufRead, Write};
use std::sync::atomic::AtomicBool;

use super::prompt_game::{INVALID_MOVE, PromptGame};
use crate::decimal;
use crate::engine::player::Player;
use crate::engine::{Game, StateOf, Status};
use crate::repl::console::{Input, read_line};
use crate::repl::{DrawStyle, Reply};

/// The letters of the two sides in the course text.
const LETTERS: [char; 2] = ['X', 'O'];

/// Plays a game from any state to its end: shows the board, asks for moves and names the winner.
/// `players` has a computer player for each side, or `None` where a person types the moves.
///
/// Returns the last state. The game is not over there if the input ended first, or if a computer
/// player made no legal move.
///
/// ```
/// use game::engine::player::FirstMove;
/// use game::engine::{Side, State, Status};
/// use game::games::countdown::CountDown;
/// use game::play::controller;
///
/// let game = CountDown::default();
/// let mut computer = FirstMove;
/// let mut shown = Vec::new();
/// let input = "4\n1\n1\n".as_bytes();
/// let start = State::new(3, Side::First);
/// controller(&game, start, [None, Some(&mut computer)], input, &mut shown)?;
/// assert_eq!(
///     String::from_utf8(shown)?,
///     "3 pieces left\n\
///      Player X enter your move. The possibilities are\n  1, 2, 3, \n\
///      Invalid Move!\n\
///      Player X enter your move. The possibilities are\n  1, 2, 3, \n\
///      2 pieces left\n\
///      Player O is choosing a move\n\
///      1 pieces left\n\
///      Player X enter your move. The possibilities are\n  1, \n\
///      0 pieces left\n\
///      X wins!\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn controller<G: Game>(
    game: &G,
    mut state: StateOf<G>,
    mut players: [Option<&mut dyn Player<G>>; 2],
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<StateOf<G>> {
    let never = AtomicBool::new(false);
    loop {
        writeln!(output, "{}", game.show_board(&state.board))?;
        let status = game.status(&state);
        if status.is_over() {
            writeln!(output, "{}", outcome(LETTERS, status))?;
            output.flush()?;
            return Ok(state);
        }
        let mv = match &mut players[state.to_move.index()] {
            Some(player) => {
                write_turn(game, &state, true, &mut output)?;
                // Show the board before the computer thinks.
                output.flush()?;
                let chosen = player.choose(game, &state, &never);
                chosen.filter(|mv| game.move_list(&state).contains(mv))
            }
            None => ask(game, &state, &mut input, &mut output)?,
        };
        let Some(mv) = mv else { return Ok(state) };
        state = game.play(&state, mv);
    }
}

/// Asks a person until a line is a legal move; `None` when the input ends. Blank lines are skipped.
fn ask<G: Game>(
    game: &G,
    state: &StateOf<G>,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Option<G::Move>> {
    loop {
        write_turn(game, state, false, output)?;
        output.flush()?;
        let read = loop {
            match read_line(input)? {
                Input::Line(line) if line.trim().is_empty() => {}
                read => break read,
            }
        };
        match read {
            Input::End | Input::Leave => return Ok(None),
            Input::Line(line) => {
                if let Ok(mv) = game.parse_move(state, line.trim()) {
                    return Ok(Some(mv));
                }
            }
            Input::NotText | Input::Interrupt => {}
        }
        writeln!(output, "{INVALID_MOVE}")?;
    }
}

fn write_turn<G: Game>(
    game: &G,
    state: &StateOf<G>,
    computer: bool,
    output: &mut impl Write,
) -> io::Result<()> {
    for line in turn(game, LETTERS, state, computer) {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

/// Returns `Player X enter your move. The possibilities are` with a line of all moves, or
/// `Player O is choosing a move`.
fn turn<G: Game>(game: &G, letters: [char; 2], state: &StateOf<G>, computer: bool) -> Vec<String> {
    let letter = letters[state.to_move.index()];
    if computer {
        return vec![format!("Player {letter} is choosing a move")];
    }
    let mut possibilities = String::from("  ");
    for mv in game.move_list(state) {
        possibilities.push_str(&game.show_move(mv));
        possibilities.push_str(", ");
    }
    let question = format!("Player {letter} enter your move. The possibilities are");
    vec![question, possibilities]
}

/// Returns the sentences of a mode at the beginning of a turn.
pub(super) fn announce_turn<T: PromptGame>(
    game: &T,
    state: &StateOf<T>,
    computer: bool,
    style: DrawStyle,
) -> Reply {
    let mut lines = turn(game, T::LETTERS, state, computer);
    if let (Some(width), [_, moves]) = (style.width, &mut lines[..])
        && moves.len() > 2 * width
        && let Some(short) = range(moves, width)
    {
        *moves = format!("  {short}");
    }
    lines.into_iter().fold(Reply::new(), Reply::and_say)
}

/// Lists moves that are numbers as a range: `1 to 100 except 3, 5`.
fn range(moves: &str, width: usize) -> Option<String> {
    let numbers = moves.trim().trim_end_matches(',').split(", ");
    let numbers: Option<Vec<usize>> = numbers.map(decimal::parse).collect();
    let numbers = numbers?;
    let last = *numbers.last()?;
    let taken = (1..last).filter(|number| !numbers.contains(number));
    let taken: Vec<String> = taken.map(|number| number.to_string()).collect();
    let except = format!("1 to {last} except {}", taken.join(", "));
    Some(match taken.len() {
        0 => format!("1 to {last}"),
        _ if except.len() + 4 < 2 * width => except,
        taken => format!("1 to {last} except the {taken} that are taken"),
    })
}

/// Returns `X wins!`, `O wins!` or `Draw`.
pub(super) fn outcome(letters: [char; 2], status: Status) -> String {
    match status {
        Status::Won(side) => format!("{} wins!", letters[side.index()]),
        Status::Draw | Status::Playing => "Draw".to_owned(),
    }
}
