//! What goes wrong in the games that are wrapped.

use crate::wrapped::Change::{Answer, Instead, Line, Prompt};
use crate::wrapped::{Change, Fault};

const fn fault(mode: &'static str, name: &'static str, change: Change) -> Fault {
    Fault { mode, name, change }
}

const SHIPS: &str = "battleship";
const HEX: &str = "crusher";
const PILE: &str = "countdown";
const CROSSES: &str = "tictactoe";

/// The words of a line.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The three numbers of an answer, if it is one.
fn numbers(answer: &str) -> Option<[&str; 3]> {
    let first = answer.lines().next()?;
    let numbers: Vec<&str> = first.split(", ").collect();
    numbers.try_into().ok()
}

/// Whether the cells of the last mover fill a line that begins at `from` and goes on by `step`.
fn fills(moves: &[String], from: usize, step: usize) -> bool {
    let own: Vec<&String> = moves.iter().rev().step_by(2).collect();
    (0..3).all(|at| {
        own.iter()
            .any(|cell| **cell == (from + at * step).to_string())
    })
}

fn no_win(answer: &str) -> String {
    answer
        .replace("X wins!\n", "Draw\n")
        .replace("O wins!\n", "Draw\n")
}

pub const FAULTS: [Fault; 46] = [
    fault(
        SHIPS,
        "near-and-far-swapped",
        Answer(|_, answer, _| match numbers(answer) {
            Some([a, b, c]) => {
                answer.replacen(&format!("{a}, {b}, {c}"), &format!("{a}, {c}, {b}"), 1)
            }
            None => answer.to_owned(),
        }),
    ),
    fault(
        SHIPS,
        "no-blanks-in-answers",
        Answer(|_, answer, _| answer.replace(", ", ",")),
    ),
    fault(
        SHIPS,
        "counts-from-nought",
        Answer(|_, answer, moves| {
            answer.replace(
                &format!("Found in {}", moves.len()),
                &format!("Found in {}", moves.len().max(1) - 1),
            )
        }),
    ),
    fault(
        SHIPS,
        "same-location-twice",
        Answer(|_, answer, _| answer.replace("Invalid Guess!", "0, 0, 0")),
    ),
    fault(
        SHIPS,
        "found-is-not-told",
        Answer(|_, answer, _| {
            answer
                .split_inclusive('\n')
                .filter(|line| !line.starts_with("Found"))
                .collect()
        }),
    ),
    fault(
        SHIPS,
        "no-column-h",
        Instead(|line| {
            (line.starts_with(":guess") && line.contains('H')).then_some("Invalid Guess!\n")
        }),
    ),
    fault(
        SHIPS,
        "row-four-is-row-three",
        Line(|line| line.replace('4', "3")),
    ),
    fault(
        SHIPS,
        "hides-elsewhere",
        Line(|line| {
            if line.starts_with(":start ") {
                ":start A1 A2 A3".to_owned()
            } else {
                line.to_owned()
            }
        }),
    ),
    fault(
        SHIPS,
        "prompt-of-the-guesser",
        Prompt(|prompt| prompt.replace("game S", "game G")),
    ),
    fault(
        SHIPS,
        "two-locations-are-invalid",
        Instead(|line| {
            (line.starts_with(":guess") && words(line).len() == 3).then_some("Invalid Guess!\n")
        }),
    ),
    fault(
        SHIPS,
        "exact-is-near-too",
        Answer(|_, answer, _| match numbers(answer) {
            Some([a, _, c]) => answer.replacen(&format!("{a}, "), &format!("{a}, {a}, {c}\n"), 1),
            None => answer.to_owned(),
        }),
    ),
    fault(
        HEX,
        "cells-from-nought",
        Line(|line| match words(line)[..] {
            [":move", from, to] => {
                let next = |cell: &str| cell.parse().map_or(0, |cell: u32| cell.saturating_sub(1));
                format!(":move {} {}", next(from), next(to))
            }
            _ => line.to_owned(),
        }),
    ),
    fault(
        HEX,
        "to-before-from",
        Line(|line| match words(line)[..] {
            [":move", from, to] => format!(":move {to} {from}"),
            _ => line.to_owned(),
        }),
    ),
    fault(
        HEX,
        "no-long-leaps",
        Instead(|line| match words(line)[..] {
            [":move", from, to] => {
                let cell = |text: &str| text.parse().unwrap_or(0_i32);
                ((cell(from) - cell(to)).abs() > 8).then_some("Invalid Move!\n")
            }
            _ => None,
        }),
    ),
    fault(
        HEX,
        "no-steps-aside",
        Instead(|line| match words(line)[..] {
            [":move", from, to] => {
                let cell = |text: &str| text.parse().unwrap_or(0_i32);
                ((cell(from) - cell(to)).abs() == 1).then_some("Invalid Move!\n")
            }
            _ => None,
        }),
    ),
    fault(
        HEX,
        "black-begins",
        Prompt(|prompt| match prompt {
            "crusher game W> " => "crusher game B> ".to_owned(),
            "crusher game B> " => "crusher game W> ".to_owned(),
            other => other.to_owned(),
        }),
    ),
    fault(
        HEX,
        "move-successful-in-small",
        Answer(|_, answer, _| answer.replace("Move Successful", "Move successful")),
    ),
    fault(
        HEX,
        "invalid-is-accepted",
        Answer(|_, answer, _| answer.replace("Invalid Move!", "Move Successful")),
    ),
    fault(
        HEX,
        "boards-may-come-again",
        Answer(|line, answer, moves| {
            // The move back of the move before last.
            let back = moves
                .iter()
                .rev()
                .nth(1)
                .is_some_and(|old| words(old)[1..].iter().rev().eq(words(line)[1..].iter()));
            if back {
                answer.replace("Invalid Move!", "Move Successful")
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        HEX,
        "winner-in-small",
        Answer(|_, answer, _| answer.replace("is the Winner!", "is the winner!")),
    ),
    fault(
        HEX,
        "starting-game-in-small",
        Answer(|_, answer, _| answer.replace("Starting Game.", "Starting game.")),
    ),
    fault(
        HEX,
        "no-size-four",
        Instead(|line| {
            line.starts_with(":start 4")
                .then_some("The entered command was malformed.\n")
        }),
    ),
    fault(
        HEX,
        "no-colour-for-both",
        Instead(|line| {
            line.ends_with(" WB")
                .then_some("The entered command was malformed.\n")
        }),
    ),
    fault(
        PILE,
        "no-blank-at-the-end-of-a-list",
        Answer(|_, answer, _| answer.replace(", \n", ",\n")),
    ),
    fault(
        PILE,
        "the-last-coin-loses",
        Answer(|_, answer, _| match answer {
            "X wins!\n" => "O wins!\n".to_owned(),
            "O wins!\n" => "X wins!\n".to_owned(),
            other => other.to_owned(),
        }),
    ),
    fault(
        PILE,
        "four-is-three",
        Line(|line| {
            if line == "4" {
                "3".to_owned()
            } else {
                line.to_owned()
            }
        }),
    ),
    fault(
        PILE,
        "leading-noughts",
        Line(|line| line.trim_start_matches('0').to_owned()),
    ),
    fault(
        PILE,
        "three-whatever-is-left",
        Answer(|_, answer, _| answer.replace("\n  1, 2, \n", "\n  1, 2, 3, \n")),
    ),
    fault(
        PILE,
        "invalid-does-not-ask-again",
        Answer(|_, answer, _| {
            if answer.starts_with("Invalid") {
                "Invalid Move!\n".to_owned()
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        PILE,
        "twenty-to-begin-with",
        Line(|line| {
            if line == ":start" {
                ":start 5".to_owned()
            } else {
                line.to_owned()
            }
        }),
    ),
    fault(
        PILE,
        "anything-is-one",
        Line(|line| {
            if line.starts_with(':') || line.parse::<u8>().is_ok() {
                line.to_owned()
            } else {
                "1".to_owned()
            }
        }),
    ),
    fault(
        PILE,
        "prompt-of-x-alone",
        Prompt(|prompt| prompt.replace("game O", "game X")),
    ),
    fault(
        PILE,
        "first-number-counts",
        Line(|line| {
            words(line)[0].to_owned()
                + if line.starts_with(":start ") {
                    " 3"
                } else {
                    ""
                }
        }),
    ),
    fault(
        PILE,
        "player-without-a-name",
        Answer(|_, answer, _| answer.replace("Player X enter", "Player enter")),
    ),
    fault(
        CROSSES,
        "no-columns",
        Answer(|_, answer, moves| {
            if (1..4).any(|from| fills(moves, from, 3)) {
                no_win(answer)
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        CROSSES,
        "no-rows",
        Answer(|_, answer, moves| {
            if [1, 4, 7].into_iter().any(|from| fills(moves, from, 1)) {
                no_win(answer)
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        CROSSES,
        "no-falling-diagonal",
        Answer(|_, answer, moves| {
            if fills(moves, 1, 4) {
                no_win(answer)
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        CROSSES,
        "no-rising-diagonal",
        Answer(|_, answer, moves| {
            if fills(moves, 3, 2) {
                no_win(answer)
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        CROSSES,
        "no-draw",
        Answer(|_, answer, _| answer.replace("Draw\n", "")),
    ),
    fault(
        CROSSES,
        "o-never-wins",
        Answer(|_, answer, _| answer.replace("O wins!\n", "X wins!\n")),
    ),
    fault(
        CROSSES,
        "takes-full-squares",
        Answer(|line, answer, moves| {
            if moves.iter().any(|old| old == line) {
                answer.replace("Invalid Move!\n", "")
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        CROSSES,
        "cells-from-nought",
        Line(|line| {
            line.parse()
                .map_or(line.to_owned(), |cell: u32| (cell + 1).to_string())
        }),
    ),
    fault(
        CROSSES,
        "three-of-four-win",
        Answer(|_, answer, moves| {
            if moves.len() > 3 && fills(moves, 1, 1) && answer.contains("16") {
                "X wins!\n".to_owned()
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        CROSSES,
        "blank-lines-are-moves",
        Answer(|line, answer, _| {
            if line.is_empty() {
                "Invalid Move!\n".to_owned()
            } else {
                answer.to_owned()
            }
        }),
    ),
    fault(
        CROSSES,
        "possibilities-of-all-cells",
        Answer(|_, answer, _| answer.replace("  1, 2, 3, 4, 6, ", "  1, 2, 3, 4, 5, 6, ")),
    ),
    fault(
        CROSSES,
        "no-line-break-behind-invalid",
        Answer(|_, answer, _| answer.replace("Invalid Move!\n", "Invalid Move! ")),
    ),
];
