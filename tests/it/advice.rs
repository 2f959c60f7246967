//! What a person at a terminal is told beside the answers, without a terminal.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::tours;
use game::games::{self, NAMES};
use game::play::Options;
use game::repl::console::{OutputOptions, write_reply};
use game::repl::{Context, DrawStyle, Folders, Next, Part, Reply, Session};

/// A mode for a person at a terminal.
fn open(mode: &str) -> Box<dyn Session> {
    open_in(Path::new(""), mode, false)
}

/// The same in a folder, with letters that every terminal can show or with all.
fn open_in(working: &Path, mode: &str, ascii: bool) -> Box<dyn Session> {
    let context = Context {
        style: DrawStyle {
            ascii,
            mark_last_move: true,
            width: Some(80),
        },
        person: true,
        folders: Folders {
            working: working.to_owned(),
            home: None,
        },
        ..Context::default()
    };
    (games::find(mode).expect("a mode").open)(Options::default(), context)
}

/// What is printed on a terminal of this width.
fn printed(reply: &Reply, width: usize) -> String {
    let options = OutputOptions {
        terminal: true,
        width: Some(width),
        ..OutputOptions::default()
    };
    let mut out = Vec::new();
    write_reply(&mut out, options, reply).expect("a vector takes all");
    String::from_utf8(out).expect("text")
}

/// All advice to a line.
fn advice(session: &mut dyn Session, line: &str) -> String {
    session.feed(line).advice().collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_proposed_can_be_used_or_the_reason_is_told() {
    let mut tafl = open("tafl");
    assert!(advice(&mut *tafl, ":new").starts_with("did you mean :start? :help"));
    let said = advice(&mut *tafl, "move d1 d4");
    assert_eq!(said, "did you mean :start, then :move d1 d4?");
    tafl.feed(":start");
    assert_eq!(
        advice(&mut *tafl, "move d1 d4"),
        "did you mean :move d1 d4?"
    );
    tafl.feed(":move d1 d4");
    for line in [":new", ":strat"] {
        let said = advice(&mut *tafl, line);
        assert_eq!(
            said,
            "did you mean :start? a game is in progress: :stop ends it"
        );
    }
    let mut battleship = open("battleship");
    assert!(advice(&mut *battleship, ":answer 1 1 1").contains(":search begins"));
    battleship.feed(":start");
    let said = advice(&mut *battleship, ":move a1 b2 c3");
    assert_eq!(said, "did you mean :guess A1 B2 C3?");
    let mut crusher = open("crusher");
    assert!(advice(&mut *crusher, ":start 2").starts_with("N = 2 has no start"));
    assert!(advice(&mut *crusher, ":start 7").starts_with("N is a number from 3 to 6"));
}

#[test]
fn a_letter_that_may_be_a_move_or_an_answer_is_no_command() {
    let mut session = open("tictactoe");
    session.feed(":computer none");
    session.feed(":start");
    for line in ["X", "x", "n", "u", "w"] {
        assert!(
            !advice(&mut *session, line).contains("did you mean"),
            "{line}"
        );
    }
    let mut session = open("crusher");
    session.feed(":start");
    assert!(!advice(&mut *session, "n").contains("did you mean"));
}

#[test]
fn advice_stands_above_a_question_that_comes_again() {
    for mode in ["countdown", "tictactoe"] {
        let mut session = open(mode);
        session.feed(":computer none");
        session.feed(":start");
        let reply = session.feed("quit");
        let advised = reply
            .parts
            .iter()
            .rposition(|part| matches!(part, Part::Advice(_)));
        let advised = advised.expect("quit is a habit");
        assert!(advised + 1 < reply.parts.len(), "{reply:?}");
    }
}

#[test]
fn the_look_ahead_is_set_for_every_computer_player() {
    let mut session = open("crusher");
    session.feed(":start 3 WB");
    session.feed(":computer b hard");
    session.feed(":depth 1");
    let told = session.feed(":computer").scripted();
    assert_eq!(told, "W: a person\nB: the computer, level 1\n");
}

#[test]
fn a_size_that_there_is_not_is_no_move() {
    for (mode, line, range) in [
        ("countdown", ":start 0", "from 1 to 18446744073709551615"),
        (
            "countdown",
            ":start 99999999999999999999999",
            "from 1 to 18446744073709551615",
        ),
        (
            "tictactoe",
            ":start 11",
            "one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
        ),
        (
            "tictactoe",
            ":start 03",
            "one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
        ),
    ] {
        let said = advice(open(mode).as_mut(), line);
        assert!(
            said.contains(range) && !said.contains("did you mean"),
            "{line}: {said}"
        );
    }
}

#[test]
fn only_what_can_be_done_is_suggested() {
    for (mode, line, meant) in [
        ("countdown", "0", None),
        ("countdown", "4", None),
        ("countdown", "3", Some("did you mean :start, then 3?")),
        ("tictactoe", "10", None),
        ("tictactoe", "03", None),
        ("tictactoe", "9", Some("did you mean :start, then 9?")),
        ("crusher", ":depth 5 10", None),
        (
            "crusher",
            ":move 5-10",
            Some("did you mean :start, then :move 5 10?"),
        ),
        ("tafl", ":save d1 d3", None),
        (
            "tafl",
            ":move d1d3",
            Some("did you mean :start, then :move d1 d3?"),
        ),
    ] {
        let said = advice(open(mode).as_mut(), line);
        match meant {
            Some(meant) => assert!(said.contains(meant), "{line}: {said}"),
            None => assert!(!said.contains("did you mean"), "{line}: {said}"),
        }
    }
}

/// Copies the saved games of the fixtures into a folder, and gives back their names. Where the
/// fixtures are, a path may have other letters.
fn copied_states(folder: &Path) -> Vec<String> {
    let states = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/states");
    let states = fs::read_dir(states).expect("saved games").flatten();
    let files = states.filter(|entry| entry.path().is_file());
    let copied = files.map(|entry| {
        let name = entry.file_name().into_string().expect("text");
        fs::copy(entry.path(), folder.join(&name)).expect("a copy");
        name
    });
    copied.collect()
}

#[test]
fn with_ascii_letters_nothing_else_is_printed() {
    let slips = ["d1 d3", "D1-E5", ":move d1 a9", ":move e5 e6", ":moves e5"];
    let folder = tempfile::tempdir().expect("a folder");
    let states = copied_states(folder.path());
    let mut never_loaded: BTreeSet<&str> = states.iter().map(String::as_str).collect();
    for mode in NAMES {
        let open = || open_in(folder.path(), mode, true);
        let mut session = open();
        let mut feed = |line: &str| {
            let reply = session.feed(line);
            let said = printed(&reply, 80) + &session.prompt();
            assert!(said.is_ascii(), "{mode} {line}: {said}");
            if reply.next != Next::Stay {
                session = open();
            }
            said
        };
        let commands = open().commands();
        for begin in [":stop", tours::start(mode)] {
            for command in &commands {
                let name = command.name;
                for line in [name, &command.example, &format!("{name} d1 e5 x 99")] {
                    for line in tours::opening(mode) {
                        feed(line);
                    }
                    feed(begin);
                    feed(line);
                }
            }
            for slip in slips {
                feed(slip);
            }
        }
        for line in tours::tours(mode).iter().flatten() {
            feed(line);
        }
        for name in &states {
            let said = feed(&format!(":load {name}"));
            // A game of another mode is malformed here.
            let loaded = said.contains(&format!("State loaded from {name}\n"));
            assert!(loaded || said.contains("Malformed Game State\n"), "{said}");
            if loaded {
                never_loaded.remove(name.as_str());
            }
            for slip in slips {
                feed(slip);
            }
        }
    }
    // What these tell cannot have happened.
    let impossible = ["crusher-no-move.txt", "wrong-answer.txt"];
    assert_eq!(never_loaded, BTreeSet::from(impossible));
}

#[test]
fn a_hint_of_battleship_tells_what_is_left_and_what_to_expect() {
    let mut session = open("battleship");
    session.feed(":start H1 B2 D3");
    assert_eq!(
        advice(session.as_mut(), ":hint"),
        "4960 placements are left\n\
         the ships are found with 4.6 guesses on the average, this one included"
    );
    session.feed(":guess B3 C3 H3");
    session.feed(":guess A1 A3 H1");
    let said = advice(session.as_mut(), ":hint");
    assert!(
        said.starts_with("43 placements are left\nthe ships are found with "),
        "{said}"
    );
    session.feed(":guess G1 B2 D3");
    let left = session.feed(":left").scripted();
    assert_eq!(left, "1 placement is left\n");
    assert_eq!(
        advice(session.as_mut(), ":hint"),
        "1 placement is left\nthis guess finds the ships"
    );
    let mut script = games::open("battleship").expect("a mode");
    script.feed(":start H1 B2 D3");
    assert_eq!(script.feed(":hint").parts.len(), 1);
}

#[test]
fn the_list_of_commands_has_one_layout() {
    for mode in NAMES {
        let mut session = open(mode);
        let commands = session.commands().into_iter();
        // A long one stands alone sooner, and leaves room for what is said about the others.
        let usages: Vec<String> = commands.map(|command| command.usage).collect();
        let short = || usages.iter().filter(|usage| usage.len() <= 25);
        for width in 24..=100 {
            session.context().style.width = Some(width);
            let said = printed(&session.feed(":help"), width);
            let alone = |usage: &&String| said.lines().any(|line| line == **usage);
            let alone = short().filter(alone).count();
            assert!(
                alone == 0 || alone == short().count(),
                "{mode}, {width}: {said}"
            );
            assert!(
                said.lines().all(|line| line.len() <= width.max(32)),
                "{width}: {said}"
            );
        }
    }
}

#[test]
fn what_only_the_computer_played_is_taken_back_without_it() {
    let mut session = open("tafl");
    assert!(advice(session.as_mut(), ":undo").contains("no game"));
    session.play_out(":start");
    assert!(advice(session.as_mut(), ":undo").contains("there is no move to take back"));
    session.play_out(":computer O 1");
    assert!(advice(session.as_mut(), ":undo").contains("after :computer none you can"));
    session.play_out(":computer none");
    assert!(session.feed(":undo").scripted().starts_with("Took back "));
}

#[test]
fn the_answer_of_the_computer_is_told_where_only_the_board_shows_it() {
    let mut session = open("tictactoe");
    session.play_out(":start 10");
    let reply = session.play_out("55");
    let after_board = reply.parts.iter().skip_while(|part| {
        let Part::Advice(text) = part else {
            return true;
        };
        !text.starts_with("O played ")
    });
    let turns = after_board.filter(|part| matches!(part, Part::Say(_)));
    assert_eq!(turns.count(), 2, "it stands before the question: {reply:?}");
}

#[test]
fn a_file_of_something_else_says_what_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("record"), ":mode tafl\n:start\n").expect("a file");
    fs::write(file("other"), "X to play\n21 pieces left\n").expect("a file");
    let mut session = open_in(folder.path(), "tafl", false);
    let said = advice(session.as_mut(), ":load record");
    assert!(said.contains(":read types them"), "{said}");
    let said = advice(session.as_mut(), ":load other");
    assert!(
        said.contains("of countdown: :mode countdown, then :load it"),
        "{said}"
    );
    let reply = session.load(Path::new("other"));
    let said = format!("{:?}", reply.parts);
    assert!(
        said.contains("of countdown: game countdown --state opens it"),
        "{said}"
    );
}
