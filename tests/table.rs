//! Walks the registry of games and the table of commands of each: what is true of one row must be
//! true of all, of those too that nobody has written yet.

#[path = "common/files.rs"]
mod files;

use std::collections::BTreeSet;

use game::games::{GAMES, GameEntry};
use game::play::Options;
use game::repl::{Arg, Context, Entry, Refusal, Session};

/// A mode with no game in progress.
fn idle(entry: &GameEntry) -> Box<dyn Session> {
    (entry.open)(Options::default(), Context::default())
}

/// The same mode after the example of `:start`, which must begin a game.
fn playing(entry: &GameEntry) -> Box<dyn Session> {
    let mut session = idle(entry);
    let start = rows(session.as_ref())
        .into_iter()
        .find(|(entry, _)| entry.name == ":start");
    let (_, example) = start.expect("every mode has :start");
    session.feed(&example);
    let prompt = session.prompt();
    let begun = format!("{} game ", entry.name);
    assert!(prompt.starts_with(&begun), "{example} led to {prompt:?}");
    session
}

/// The rows of a mode's table, each with its example.
fn rows(session: &dyn Session) -> Vec<(Entry, String)> {
    let (entries, examples) = (session.menu().entries, session.examples());
    assert_eq!(entries.len(), examples.len());
    entries.into_iter().zip(examples).collect()
}

/// The answer to a line as a script sees it.
fn answer(session: &mut dyn Session, line: &str) -> String {
    session.feed(line).scripted()
}

fn is(refusal: Refusal, answer: &str) -> bool {
    answer == format!("{refusal}\n")
}

fn usage(name: &str, args: &[Arg]) -> String {
    let words = args.iter().map(|arg| {
        if arg.optional {
            format!(" [{}]", arg.name)
        } else {
            format!(" {}", arg.name)
        }
    });
    name.to_owned() + &words.collect::<String>()
}

#[test]
fn every_game_has_a_name_of_its_own_in_small_letters_and_digits() {
    let mut seen = BTreeSet::new();
    for entry in &GAMES {
        assert!(seen.insert(entry.name), "{} is there twice", entry.name);
        let small = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
        assert!(entry.name.bytes().all(small), "{}", entry.name);
        assert!(entry.name.starts_with(|c: char| c.is_ascii_lowercase()));
        let session = idle(entry);
        assert_eq!(session.name(), entry.name);
        assert_eq!(session.prompt(), format!("{}> ", entry.name));
    }
}

#[test]
fn no_command_is_there_twice() {
    for entry in &GAMES {
        let mut seen = BTreeSet::new();
        for (entry, _) in rows(idle(entry).as_ref()) {
            assert!(seen.insert(entry.name), "{}: {}", entry.name, entry.name);
        }
    }
}

#[test]
fn every_command_is_named_and_documented() {
    for entry in &GAMES {
        for (entry, _) in rows(idle(entry).as_ref()) {
            let name = entry.name.strip_prefix(':').expect("a colon comes first");
            assert!(
                !name.is_empty() && name.bytes().all(|b| b.is_ascii_lowercase()),
                "{name}"
            );
            let summary = entry.summary;
            assert!(
                summary.starts_with(|c: char| c.is_ascii_uppercase()),
                "{name}: {summary}"
            );
            assert!(
                !summary.ends_with('.') && !summary.contains('\n'),
                "{name}: {summary}"
            );
            for arg in &entry.args {
                let capitals = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
                assert!(
                    !arg.name.is_empty() && arg.name.bytes().all(capitals),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn what_may_be_left_out_comes_last() {
    for entry in &GAMES {
        for (entry, _) in rows(idle(entry).as_ref()) {
            let optional = entry.args.iter().map(|arg| arg.optional);
            assert!(
                optional.is_sorted_by_key(|optional| optional),
                "{}",
                entry.name
            );
        }
    }
}

#[test]
fn every_example_is_understood_when_its_command_can_be_used() {
    // Some of the examples save a game.
    let folder = tempfile::tempdir().unwrap();
    for game in &GAMES {
        for begin in [idle, playing] {
            let entries = begin(game).menu().entries;
            let usable = rows(begin(game).as_ref())
                .into_iter()
                .filter(|(entry, _)| entry.usable);
            for (entry, example) in usable {
                assert_eq!(example.split(' ').next(), Some(entry.name));
                let example = files::in_folder(&entries, &example, folder.path());
                let said = answer(begin(game).as_mut(), &example);
                for refusal in [Refusal::Malformed, Refusal::NotRecognised] {
                    assert!(!is(refusal, &said), "{}: {example}: {said}", entry.name);
                }
            }
        }
    }
}

#[test]
fn every_command_can_be_used_sometimes() {
    for entry in &GAMES {
        let (before, during) = (rows(idle(entry).as_ref()), rows(playing(entry).as_ref()));
        for ((before, _), (during, _)) in before.iter().zip(&during) {
            assert_eq!(before.name, during.name);
            assert!(before.usable || during.usable, "{}", before.name);
        }
    }
}

#[test]
fn a_command_that_cannot_be_used_says_so() {
    for entry in &GAMES {
        for begin in [idle, playing] {
            let mut session = begin(entry);
            let unusable = rows(session.as_ref())
                .into_iter()
                .filter(|(entry, _)| !entry.usable);
            for (_, example) in unusable {
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
    for entry in &GAMES {
        for begin in [idle, playing] {
            let mut session = begin(entry);
            for (entry, _) in rows(session.as_ref()) {
                let needed = entry.args.iter().filter(|arg| !arg.optional).count();
                let wrong = (0..needed).chain([entry.args.len() + 1, entry.args.len() + 7]);
                for words in wrong {
                    let line = entry.name.to_owned() + &" x".repeat(words);
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
    for entry in &GAMES {
        let said = answer(idle(entry).as_mut(), ":help");
        assert_eq!(
            answer(playing(entry).as_mut(), ":help"),
            said,
            "{}",
            entry.name
        );
        let lines: Vec<&str> = said.lines().collect();
        let rows = rows(idle(entry).as_ref());
        assert_eq!(lines.len(), rows.len());
        for (line, (entry, _)) in lines.iter().zip(&rows) {
            let usage = usage(entry.name, &entry.args);
            let rest = line
                .strip_prefix(&usage)
                .expect("what is typed comes first");
            assert!(rest.starts_with("  "), "{line}");
            assert_eq!(rest.trim_start(), entry.summary);
        }
    }
}

#[test]
fn names_are_exact() {
    for entry in &GAMES {
        for begin in [idle, playing] {
            let mut session = begin(entry);
            for (entry, _) in rows(session.as_ref()) {
                for line in [entry.name.to_ascii_uppercase(), format!("{}x", entry.name)] {
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
