//! Walks the registry of games and the table of commands of each: what is true of one row must be
//! true of all, of those too that nobody has written yet.

use std::collections::BTreeSet;

use game::games::{GAMES, Listing};
use game::play::Setup;
use game::repl::{Arg, Desk, Entry, Refusal, Seat};

/// A mode with no game in progress.
fn idle(listing: &Listing) -> Box<dyn Seat> {
    (listing.open)(Setup::default(), Desk::default())
}

/// The same mode after the example of `:start`, which must begin a game.
fn playing(listing: &Listing) -> Box<dyn Seat> {
    let mut seat = idle(listing);
    let start = rows(seat.as_ref())
        .into_iter()
        .find(|(entry, _)| entry.name == ":start");
    let (_, example) = start.expect("every mode has :start");
    seat.feed(&example);
    let prompt = seat.prompt();
    let begun = format!("{} game ", listing.name);
    assert!(prompt.starts_with(&begun), "{example} led to {prompt:?}");
    seat
}

/// The rows of a mode's table, each with its example.
fn rows(seat: &dyn Seat) -> Vec<(Entry, String)> {
    let (entries, examples) = (seat.menu().entries, seat.examples());
    assert_eq!(entries.len(), examples.len());
    entries.into_iter().zip(examples).collect()
}

/// The answer to a line as a script sees it.
fn answer(seat: &mut dyn Seat, line: &str) -> String {
    seat.feed(line).scripted()
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
fn every_game_has_a_name_of_its_own_in_small_letters() {
    let mut seen = BTreeSet::new();
    for listing in &GAMES {
        assert!(seen.insert(listing.name), "{} is there twice", listing.name);
        assert!(listing.name.bytes().all(|b| b.is_ascii_lowercase()));
        let seat = idle(listing);
        assert_eq!(seat.name(), listing.name);
        assert_eq!(seat.prompt(), format!("{}> ", listing.name));
    }
}

#[test]
fn no_command_is_there_twice() {
    for listing in &GAMES {
        let mut seen = BTreeSet::new();
        for (entry, _) in rows(idle(listing).as_ref()) {
            assert!(seen.insert(entry.name), "{}: {}", listing.name, entry.name);
        }
    }
}

#[test]
fn every_command_is_named_and_documented() {
    for listing in &GAMES {
        for (entry, _) in rows(idle(listing).as_ref()) {
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
    for listing in &GAMES {
        for (entry, _) in rows(idle(listing).as_ref()) {
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
    // One of the examples saves a game.
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    for listing in &GAMES {
        for begin in [idle, playing] {
            let usable = rows(begin(listing).as_ref())
                .into_iter()
                .filter(|(entry, _)| entry.usable);
            for (entry, example) in usable {
                assert_eq!(example.split(' ').next(), Some(entry.name));
                let said = answer(begin(listing).as_mut(), &example);
                for refusal in [Refusal::Malformed, Refusal::NotRecognised] {
                    assert!(!is(refusal, &said), "{}: {example}: {said}", listing.name);
                }
            }
        }
    }
}

#[test]
fn every_command_can_be_used_sometimes() {
    for listing in &GAMES {
        let (before, during) = (
            rows(idle(listing).as_ref()),
            rows(playing(listing).as_ref()),
        );
        for ((before, _), (during, _)) in before.iter().zip(&during) {
            assert_eq!(before.name, during.name);
            assert!(before.usable || during.usable, "{}", before.name);
        }
    }
}

#[test]
fn a_command_that_cannot_be_used_says_so() {
    for listing in &GAMES {
        for begin in [idle, playing] {
            let mut seat = begin(listing);
            let unusable = rows(seat.as_ref())
                .into_iter()
                .filter(|(entry, _)| !entry.usable);
            for (_, example) in unusable {
                let said = answer(seat.as_mut(), &example);
                assert!(
                    is(Refusal::NotNow, &said),
                    "{}: {example}: {said}",
                    listing.name
                );
            }
        }
    }
}

#[test]
fn too_many_and_too_few_words_are_malformed_in_and_out_of_a_game() {
    for listing in &GAMES {
        for begin in [idle, playing] {
            let mut seat = begin(listing);
            for (entry, _) in rows(seat.as_ref()) {
                let needed = entry.args.iter().filter(|arg| !arg.optional).count();
                let wrong = (0..needed).chain([entry.args.len() + 1, entry.args.len() + 7]);
                for words in wrong {
                    let line = entry.name.to_owned() + &" x".repeat(words);
                    let said = answer(seat.as_mut(), &line);
                    assert!(
                        is(Refusal::Malformed, &said),
                        "{}: {line}: {said}",
                        listing.name
                    );
                }
            }
        }
    }
}

#[test]
fn help_lists_every_row_and_is_the_same_in_a_game() {
    for listing in &GAMES {
        let said = answer(idle(listing).as_mut(), ":help");
        assert_eq!(
            answer(playing(listing).as_mut(), ":help"),
            said,
            "{}",
            listing.name
        );
        let lines: Vec<&str> = said.lines().collect();
        let rows = rows(idle(listing).as_ref());
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
    for listing in &GAMES {
        for begin in [idle, playing] {
            let mut seat = begin(listing);
            for (entry, _) in rows(seat.as_ref()) {
                for line in [entry.name.to_ascii_uppercase(), format!("{}x", entry.name)] {
                    let said = answer(seat.as_mut(), &line);
                    assert!(
                        is(Refusal::NotRecognised, &said),
                        "{}: {line}: {said}",
                        listing.name
                    );
                }
            }
        }
    }
}
