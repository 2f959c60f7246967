//! The advice shown on a terminal, tested without one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use game::games::{self, NAMES};
use game::play::Options;
use game::repl::console::{OutputOptions, write_reply};
use game::repl::{Context, Folders, Next, Part, Reply, Session};

use crate::modes::{play_out, project, start, tours, typed_lines};

/// The options of a terminal without line editing.
fn output(ascii: bool) -> OutputOptions {
    OutputOptions {
        terminal: true,
        ascii,
        width: Some(80),
        ..OutputOptions::default()
    }
}

/// Opens a mode for a person at a terminal.
fn open_in(working: &Path, mode: &str, ascii: bool) -> Box<dyn Session> {
    let context = Context {
        output: output(ascii),
        folders: Folders {
            working: working.to_owned(),
            home: None,
        },
        ..Context::default()
    };
    (games::find(mode).expect("a mode").open)(Options::default(), context)
}

/// Returns everything printed on an ASCII terminal.
fn printed(reply: &Reply) -> String {
    let mut out = Vec::new();
    write_reply(&mut out, output(true), reply).expect("writing to a vector");
    String::from_utf8(out).expect("text")
}

/// Types lines and returns all advice on the last one.
fn advice(mode: &str, lines: &[&str]) -> String {
    let mut session = open_in(&project("fixtures/states"), mode, false);
    let (last, before) = lines.split_last().expect("a line");
    for line in before {
        play_out(&mut *session, line);
    }
    let reply = play_out(&mut *session, last);
    reply.advice().collect::<Vec<_>>().join("\n")
}

/// A mode, lines typed in it, and a part of the advice on the last one.
const ADVICE: &str = "
# Habits from other programs.
tafl | quit | did you mean :exit?
tafl | :q | did you mean :exit?
tafl | ? | did you mean :help?
tafl | :new | did you mean :start?
tafl | :resign | did you mean :stop?
tafl | :takeback | did you mean :undo?
countdown | :computer none / :start / quit | did you mean :exit?
crusher | :start / quit | did you mean :exit?
tictactoe | :computer none / :start / 5 / undo | did you mean :undo?
tictactoe | :start / undo | did you mean :undo? there is no move
# Slips, and commands that cannot be used now.
tafl | :computer L / :compter easy | did you mean :computer easy?
tafl | :compter easy | did you mean :computer?
tafl | :strat | did you mean :start?
tafl | :start / :mvoe D1 d3 | did you mean :move d1 d3?
tafl | :start / :MOVE d1 d3 | did you mean :move d1 d3?
tafl | :start / :mvoe z1 z2 | did you mean :move?
tafl | :bord 0 | did you mean :board? no game
tafl | :start / :bord 0 | did you mean :board 0?
battleship | :moves | :help lists the commands
tafl | :load walled-in.csv / :move a3 a4 / :undo / :redo / :redo | nothing to redo
tafl | :start / :move d1 d4 / :strat | a game is in progress: :stop ends it
tafl | :move d1 d4 | no game is in progress
tafl | :undo | no game
tafl | :start / :undo | there is no move to take back
tafl | :start / :computer O 1 / :undo | type :computer none first
battleship | :search / :redo | nothing has been taken back
battleship | :search / :stop / :undo | there is nothing to take back
battleship | :answer 1 1 1 | :search begins
# Moves, typed in another way.
tafl | d1 d3 | did you mean :start, then :move d1 d3?
tafl | :start / d1d3 | did you mean :move d1 d3?
tafl | :start / D1xD3 | did you mean :move d1 d3?
tafl | :start / d1 to d3 | did you mean :move d1 d3?
tafl | :start / :move D1 D3 | did you mean :move d1 d3?
tafl | :start / :move d1d3 | did you mean :move d1 d3?
crusher | :start 3 WB / 5-10 | did you mean :move 5 10?
crusher | :start 3 W / :move / 5 10 | did you mean :move 5 10?
countdown | 3 | did you mean :start, then 3?
tictactoe | :start / move 5 | did you mean 5?
countdown | :start / take 3 | did you mean 3?
tictactoe | 9 | did you mean :start, then 9?
battleship | :start / :move a1 b2 c3 | did you mean :guess A1 B2 C3?
battleship | :search / 0,2,1 | did you mean :answer 0 2 1?
# Arguments.
tafl | :load | usage: :load FILE
tafl | :mode chess | NAME is one of tafl,
tafl | :computer G | SIDE is O or L; none
tafl | :start / :save my game.csv | a file is one word, without blanks
battleship | :start / :board chance | expected `chances`
crusher | :start 7 W | N is a number from 3 to 6
countdown | :start 0 | the pile is a whole number from 1
tictactoe | :start 03 | N is a number from 1 to 10
# Illegal moves.
tafl | :start / :move d9 e9 | e9 is occupied
tafl | :start / :move d1 d7 | a guard on d5 is in the way
tafl | :start / :moves e1 | the object on e1 is blocked on all sides
crusher | :start 3 WB / :moves 19 | the piece on 19 is not yours
# Files.
tafl | :load nothing.csv | No such file or directory
tafl | :load malformed/nine-guards.csv | line
tafl | :load tictactoe-4.csv | of tictactoe: :mode tictactoe, then :load it
crusher | :start 3 WB / :load start.csv | :stop, :mode tafl, then :load it
tafl | :read nowhere | No such file or directory
# Beginnings, ends and lists.
tafl | :start | O moves. O: the objects, L:
tafl | :start | two players; :computer L to play against the computer
tictactoe | :start | the computer plays O; :computer none for two players
crusher | :start 3 B | W moves. W: White, B: Black.
crusher | :start 3 W / :computer medium / :stop / :start 3 B | the computer plays W (medium)
battleship | :start | numbers: latest guess using that cell; [ ]: last guess
battleship | :start | :guess A1 C3 H2 counts exact, one away, two away; try :board
battleship | :search | :feedback computes it
battleship | :start / :board chances | numbers: chance of a ship in percent
tafl | :load walled-in.csv / :move a3 a4 | has a clear path to
countdown | :computer none / :start 1 / 1 | X took the last piece
tictactoe | :computer none / :start / 4 / 1 / 5 / 2 / 6 | X has filled row 2
tictactoe | :computer none / :start / 1 / 2 / 3 / 5 / 4 / 6 / 8 / 7 / 9 | the board is full, and no line is complete
tafl | :mode | this is tafl
tafl | :computer | :computer L to play against the computer
tafl | :start / :computer L | :computer easy (medium, hard, 5, 2s) sets its level
tafl | :start / :computer l / :computer hard / :stop / :start | the computer plays L (hard)
tafl | :computer easy | the computer plays no side: :computer L LEVEL
tafl | :computer L easy / :computer | :computer none
tafl | :computer L 1 / :computer O 1 | the computer plays both sides now
countdown | :start 6 / :hint | 2 leaves a multiple of four: 4
countdown | :start 6 / :hint | X wins in 2 moves; expected: 2,
countdown | :computer none / :start 2 / :hint | 2 takes the last piece
countdown | :computer none / :start 8 / :hint | delays the end: every move from a multiple of four loses
countdown | :computer none / :start 9 / 2 / :review | :board N shows the board after move N; marked: 1
tictactoe | :start / :hint | a draw if both play well; expected:
battleship | :start H1 B2 D3 / :hint | A1 A3 H1 leaves at most 553 of 4960 placements
battleship | :start H1 B2 D3 / :guess A1 A3 H1 / :guess A2 A4 B2 / :hint | cannot be the answer, but leaves at most
battleship | :start H1 B2 D3 / :hint | 4.6 guesses expected, including this one
battleship | :start H1 B2 D3 / :guess A1 A2 A3 / :review | left: placements that fit before and after the answer
";

#[test]
fn advice_gives_a_reason_or_a_correction() {
    let rows = ADVICE
        .lines()
        .map(|row| row.split(" | ").collect::<Vec<_>>());
    for row in rows.filter(|row| row.len() > 1) {
        let [mode, lines, expected] = row[..] else {
            panic!("{row:?} is not a mode, lines and advice");
        };
        let lines: Vec<&str> = lines.split(" / ").collect();
        let said = advice(mode, &lines);
        assert!(said.contains(expected), "{mode} {lines:?}: {said}");
    }
    assert_eq!(advice("tafl", &[":start", ":move d1 d4"]), "");
}

#[test]
fn suggested_commands_work() {
    let alone = ":computer none";
    for (mode, lines) in [
        ("countdown", &["0"][..]),
        ("countdown", &["4"]),
        ("tictactoe", &["10"]),
        ("tictactoe", &["03"]),
        ("crusher", &[":depth 5 10"]),
        ("tafl", &[":save d1 d3"]),
        ("countdown", &[":start 0"]),
        ("tafl", &[":start", "a1 c4"]),
        ("tafl", &[":start", ":move a1 c4"]),
        ("battleship", &[":search", "5 1 0"]),
        // A letter that can be a move or an answer is not a command.
        ("tictactoe", &[alone, ":start", "X"]),
        ("tictactoe", &[alone, ":start", "u"]),
        ("crusher", &[":start", "n"]),
    ] {
        let said = advice(mode, lines);
        assert!(!said.contains("did you mean"), "{mode} {lines:?}: {said}");
    }
}

#[test]
fn a_finished_game_offers_a_review_and_a_review_the_marked_boards_in_turn() {
    let mut session = open_in(Path::new(""), "countdown", false);
    for (line, offered) in [
        (":computer none", None),
        (":start 9", None),
        ("2", None),
        ("1", None),
        ("3", None),
        ("3", Some(":review")),
        (":review", Some(":board 1")),
        (":board 1", Some(":board 2")),
        (":board 2", Some(":board 3")),
        (":board 3", None),
        (":board", None),
        (":start 9", None),
        ("2", None),
        (":stop", Some(":review")),
        (":start", None),
        (":stop", Some(":start")),
    ] {
        let reply = play_out(&mut *session, line);
        assert_eq!(reply.suggestion.as_deref(), offered, "{line}: {reply:?}");
    }
    let mut session = open_in(Path::new(""), "battleship", false);
    session.feed(":start H1 B2 D3");
    let found = session.feed(":guess H1 B2 D3");
    assert_eq!(found.suggestion.as_deref(), Some(":review"));
}

#[test]
fn advice_precedes_a_repeated_question() {
    let is_advice = |part: &Part| matches!(part, Part::Advice(_));
    for (mode, line) in [("countdown", "quit"), ("tictactoe", "5")] {
        let mut session = open_in(Path::new(""), mode, false);
        play_out(&mut *session, ":start");
        let reply = play_out(&mut *session, line);
        let advised = reply
            .parts
            .iter()
            .rposition(is_advice)
            .expect("some advice");
        assert!(advised + 1 < reply.parts.len(), "{reply:?}");
    }
}

#[test]
fn with_ascii_only_ascii_is_printed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut never_loaded = BTreeSet::new();
    for entry in fs::read_dir(project("fixtures/states"))
        .expect("saved games")
        .flatten()
    {
        if entry.path().is_file() {
            let name = entry.file_name().into_string().expect("text");
            fs::copy(entry.path(), folder.path().join(&name)).expect("a copy");
            never_loaded.insert(name);
        }
    }
    for mode in NAMES {
        let mut lines: Vec<String> = tours(mode).concat();
        let typed = typed_lines(mode);
        for begin in [":stop".to_owned(), start(mode)] {
            for command in open_in(folder.path(), mode, true).commands() {
                let wrong = format!("{} d1 e5 x 99", command.name);
                let example = typed.iter().find(|line| line.starts_with(command.name));
                let example = example.cloned().unwrap_or_default();
                for line in [command.name.to_owned(), example, wrong] {
                    lines.extend([":depth 1", ":computer none", &begin, &line].map(str::to_owned));
                }
            }
        }
        for name in never_loaded.clone() {
            lines.push(format!(":load {name}"));
            lines.extend(["d1 d3", "D1-E5", ":move d1 a9", ":moves e5"].map(str::to_owned));
        }
        let mut session = open_in(folder.path(), mode, true);
        for line in lines {
            let reply = session.feed(&line);
            let said = printed(&reply) + &session.prompt();
            assert!(said.is_ascii(), "{mode} {line}: {said}");
            if let Some(loaded) = said.strip_prefix("State loaded from ") {
                never_loaded.remove(loaded.lines().next().expect("a name"));
            }
            if reply.next != Next::Stay {
                session = open_in(folder.path(), mode, true);
            }
        }
    }
    // These positions cannot occur.
    let impossible = ["crusher-no-move.txt", "wrong-answer.txt"].map(str::to_owned);
    assert_eq!(never_loaded, BTreeSet::from(impossible));
}
