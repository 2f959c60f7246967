//! Walks the registry of games and the table of commands of each: what is true of one row must be
//! true of all, of those too that nobody has written yet.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::files;
use game::app;
use game::games::{self, GAMES, GameEntry};
use game::play::Options;
use game::repl::command::takes;
use game::repl::console::{Input, OutputOptions, Script, write_reply};
use game::repl::{Context, Folders, Kind, Refusal, Session};

/// A mode with no game in progress.
fn idle(entry: &GameEntry) -> Box<dyn Session> {
    games::open(entry.name).expect("a mode")
}

/// The same, with its files in a folder.
fn idle_in(folder: &Path, entry: &GameEntry) -> Box<dyn Session> {
    let context = Context {
        folders: Folders {
            working: folder.to_owned(),
            home: None,
        },
        ..Context::default()
    };
    (entry.open)(Options::default(), context)
}

/// A mode after the example of `:start`, which must begin a game.
fn playing(entry: &GameEntry) -> Box<dyn Session> {
    begun(idle(entry))
}

fn begun(mut session: Box<dyn Session>) -> Box<dyn Session> {
    let start = session.commands().into_iter();
    let mut start = start.filter(|command| command.name == ":start");
    let example = start.next().expect("every mode has :start").example;
    session.feed(&example);
    let prompt = session.prompt();
    assert!(prompt.contains(" game "), "{example} led to {prompt:?}");
    session
}

/// The answer to a line as a script sees it.
fn answer(session: &mut dyn Session, line: &str) -> String {
    session.feed(line).scripted()
}

fn is(refusal: Refusal, answer: &str) -> bool {
    answer == format!("{refusal}\n")
}

#[test]
fn every_game_has_a_name_of_its_own_in_small_letters_and_digits() {
    let mut seen = BTreeSet::new();
    for entry in GAMES {
        assert!(seen.insert(entry.name), "{} is there twice", entry.name);
        let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        assert!(entry.name.bytes().all(small), "{}", entry.name);
        assert!(entry.name.starts_with(|c: char| c.is_ascii_lowercase()));
        let session = idle(entry);
        assert_eq!(session.prompt(), format!("{}> ", entry.name));
    }
}

#[test]
fn no_command_is_there_twice() {
    for entry in GAMES {
        let mut seen = BTreeSet::new();
        for command in idle(entry).commands() {
            let name = command.name;
            assert!(seen.insert(name), "{}: {name} is there twice", entry.name);
        }
    }
}

#[test]
fn every_command_is_named_and_documented() {
    for entry in GAMES {
        for command in idle(entry).commands() {
            let name = command.name.strip_prefix(':').expect("a colon comes first");
            assert!(
                !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()),
                "{name}"
            );
            let summary = command.summary;
            assert!(
                summary.starts_with(|c: char| c.is_ascii_uppercase()),
                "{name}: {summary}"
            );
            assert!(
                !summary.ends_with('.') && !summary.contains('\n'),
                "{name}: {summary}"
            );
            for arg in &command.args {
                let capitals = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
                // A word that is typed as it stands there is no name.
                let literal = matches!(arg.kind, Kind::OneOf([word]) if *word == arg.name);
                assert!(
                    literal || (!arg.name.is_empty() && arg.name.bytes().all(capitals)),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn what_may_be_left_out_comes_last() {
    for entry in GAMES {
        for command in idle(entry).commands() {
            let optional = command.args.iter().map(|arg| arg.optional);
            assert!(
                optional.is_sorted_by_key(|optional| optional),
                "{}",
                command.name
            );
        }
    }
}

#[test]
fn every_example_is_understood_when_its_command_can_be_used() {
    // Some of the examples save a game.
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES {
        let idle = || idle_in(folder.path(), game);
        let playing = || begun(idle());
        for open in [&idle as &dyn Fn() -> Box<dyn Session>, &playing] {
            let commands = open().commands();
            for command in commands.iter().filter(|command| command.usable) {
                assert_eq!(command.example.split(' ').next(), Some(command.name));
                let example = files::without_folders(&commands, &command.example);
                let said = answer(open().as_mut(), &example);
                for refusal in [Refusal::Malformed, Refusal::NotRecognised] {
                    assert!(!is(refusal, &said), "{}: {example}: {said}", game.name);
                }
            }
        }
    }
}

#[test]
fn a_command_that_cannot_be_used_says_so() {
    for entry in GAMES {
        for begin in [idle, playing] {
            let mut session = begin(entry);
            let commands = session.commands().into_iter();
            let unusable = commands.filter(|command| !command.usable);
            for example in unusable.map(|command| command.example) {
                let said = answer(session.as_mut(), &example);
                assert!(
                    is(Refusal::NotNow, &said),
                    "{}: {example}: {said}",
                    entry.name
                );
            }
        }
    }
}

#[test]
fn too_many_and_too_few_words_are_malformed_in_and_out_of_a_game() {
    for entry in GAMES {
        for begin in [idle, playing] {
            let mut session = begin(entry);
            for command in session.commands() {
                let all = command.args.len();
                for words in (0..all + 8).filter(|&words| !takes(&command.args, words)) {
                    let line = command.name.to_owned() + &" x".repeat(words);
                    let said = answer(session.as_mut(), &line);
                    assert!(
                        is(Refusal::Malformed, &said),
                        "{}: {line}: {said}",
                        entry.name
                    );
                }
            }
        }
    }
}

#[test]
fn help_lists_every_row_and_is_the_same_in_a_game() {
    for entry in GAMES {
        let said = answer(idle(entry).as_mut(), ":help");
        assert_eq!(
            answer(playing(entry).as_mut(), ":help"),
            said,
            "{}",
            entry.name
        );
        let lines: Vec<&str> = said.lines().collect();
        let commands = idle(entry).commands();
        assert_eq!(lines.len(), commands.len());
        for (line, command) in lines.iter().zip(&commands) {
            let rest = line
                .strip_prefix(&command.usage)
                .expect("what is typed comes first");
            assert!(rest.starts_with("  "), "{line}");
            assert_eq!(rest.trim_start(), command.summary);
        }
    }
}

/// A terminal of 80 by 24: the last line is for the next prompt.
#[test]
fn help_and_rules_are_one_screen() {
    let options = OutputOptions {
        terminal: true,
        width: Some(80),
        ..OutputOptions::default()
    };
    for entry in GAMES {
        for line in [":help", ":rules"] {
            let mut shown = Vec::new();
            write_reply(&mut shown, options, &idle(entry).feed(line)).unwrap();
            let shown = String::from_utf8(shown).unwrap();
            let lines = shown.lines().count();
            assert!(
                lines < 24,
                "{}: {line} has {lines} lines:\n{shown}",
                entry.name
            );
            for line in shown.lines() {
                assert!(line.chars().count() <= 80, "{}: {line}", entry.name);
            }
        }
    }
}

#[test]
fn rules_fit_in_a_narrow_window() {
    let options = OutputOptions {
        width: Some(40),
        ..OutputOptions::default()
    };
    for entry in GAMES {
        let mut shown = Vec::new();
        write_reply(&mut shown, options, &idle(entry).feed(":rules")).unwrap();
        let shown = String::from_utf8(shown).unwrap();
        for line in shown.lines() {
            assert!(line.chars().count() <= 40, "{}: {line}", entry.name);
            assert!(!line.contains(['`', '#']), "{}: {line}", entry.name);
        }
    }
}

#[test]
fn names_are_exact() {
    for entry in GAMES {
        for begin in [idle, playing] {
            let mut session = begin(entry);
            for command in session.commands() {
                let name = command.name;
                for line in [name.to_ascii_uppercase(), format!("{name}x")] {
                    let said = answer(session.as_mut(), &line);
                    assert!(
                        is(Refusal::NotRecognised, &said),
                        "{}: {line}: {said}",
                        entry.name
                    );
                }
            }
        }
    }
}

#[test]
fn usage_shows_what_goes_together() {
    let usage = |mode: &str, name: &str| {
        let entry = games::find(mode).expect("a mode");
        let commands = idle(entry).commands();
        let command = commands.into_iter().find(|command| command.name == name);
        command.expect("a command").usage
    };
    assert_eq!(usage("crusher", ":start"), ":start [N COLOUR]");
    assert_eq!(usage("crusher", ":move"), ":move [FROM TO]");
    assert_eq!(usage("battleship", ":start"), ":start [L1 L2 L3]");
    assert_eq!(usage("tafl", ":computer"), ":computer [SIDE [LEVEL]]");
    assert_eq!(usage("tafl", ":move"), ":move FROM TO");
}

#[test]
fn ctrl_c_and_ctrl_d_leave_a_question_before_they_leave_the_prompt() {
    let line = |text: &str| Input::Line(text.to_owned());
    let inputs = [
        line(":start"),
        Input::Interrupt,
        line(":start"),
        line("3"),
        Input::Leave,
        Input::Leave,
        line(":start"),
    ];
    let options = OutputOptions {
        test: true,
        ..OutputOptions::default()
    };
    let mut script = Script::new(inputs, options);
    let open = |name: &str| games::open(name).expect("a mode");
    app::run(&mut script, "crusher", None, &open).unwrap();
    assert_eq!(
        String::from_utf8(script.printed).unwrap(),
        "crusher> \nN is:\n\ncrusher> \nN is:\n\nColour is:\n\ncrusher> \nGood Bye!\n"
    );
}
