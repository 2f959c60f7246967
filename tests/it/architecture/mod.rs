//! Keeps the arrows of the design: which part of the crate may know which.
//!
//! ```text
//! main -> start -> app -> repl
//!              \-> check -> games
//!              \-> games -> play -> repl
//!                      \-> engine <-/
//! ```
//!
//! `engine` and `repl` know nothing of each other and of anything above them; `play` makes any game
//! of the engine a mode of the prompt; only `games` names games.

mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use game::games::NAMES;
use source::{rust_files, sources};

/// The parts of the crate, and what none of their files may use.
const CLOSED: [(&str, &[&str]); 6] = [
    (
        "engine",
        &["repl", "play", "games", "app", "check", "start", "cli"],
    ),
    (
        "repl",
        &["engine", "play", "games", "app", "check", "start", "cli"],
    ),
    ("play", &["games", "app", "check", "start", "cli"]),
    ("games", &["app", "check", "start", "cli"]),
    ("check", &["app", "start", "cli"]),
    ("app", &["engine", "play", "games", "check", "start", "cli"]),
];

/// The files of a game, directly in its folder, that make it visible. All others are rules, and know
/// neither prompt nor words. `CONTRIBUTING.md` says so.
const FACES: [&str; 9] = [
    "commands.rs",
    "draw.rs",
    "guessing_game.rs",
    "hints.rs",
    "mode.rs",
    "one_shot.rs",
    "prompt.rs",
    "review.rs",
    "text.rs",
];

/// The only places that may print or read: the consoles, the start for one-shot commands, and where
/// the streams of another program are held.
const SPEAKERS: [&str; 4] = [
    "repl/console/",
    "start.rs",
    "check/process.rs",
    "games/dialogue.rs",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names of the folders in a folder.
fn folders(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().display().to_string())
        .collect()
}

#[test]
fn lower_parts_do_not_know_higher_ones() {
    for source in sources() {
        for (part, closed) in CLOSED {
            let wrong: Vec<&str> = source
                .uses()
                .into_iter()
                .filter(|name| closed.contains(name))
                .collect();
            assert!(
                !source.is_in(part) || wrong.is_empty(),
                "{} uses {wrong:?}",
                source.path
            );
        }
    }
}

#[test]
fn only_games_name_games() {
    let games = folders(&root().join("src/games"));
    assert!(NAMES.iter().all(|name| games.contains(*name)), "{games:?}");
    for source in sources() {
        if ["engine", "repl", "play", "app", "check"]
            .iter()
            .any(|part| source.is_in(part))
        {
            let code = source.code.to_ascii_lowercase();
            let named: Vec<&String> = games.iter().filter(|game| code.contains(*game)).collect();
            assert!(named.is_empty(), "{} names {named:?}", source.path);
        }
    }
}

#[test]
fn rules_know_neither_the_prompt_nor_each_other() {
    let games = folders(&root().join("src/games"));
    for source in sources() {
        let Some((game, file)) = source
            .path
            .strip_prefix("games/")
            .and_then(|path| path.split_once('/'))
        else {
            continue;
        };
        for other in games.iter().filter(|other| *other != game) {
            let path = format!("games::{other}");
            assert!(!source.code.contains(&path), "{} uses {other}", source.path);
        }
        if !FACES.contains(&file) {
            let uses = source.uses();
            for part in ["repl", "play"] {
                assert!(
                    !uses.contains(part),
                    "{} uses {part}, which only {FACES:?} of a game may",
                    source.path
                );
            }
        }
    }
}

#[test]
fn contributing_says_which_files_may_know_the_prompt() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let page = page.replace("\n   ", " ");
    let rule = page
        .split('\n')
        .find(|part| part.contains("may use `repl` and `play`"));
    let rule = rule.expect("CONTRIBUTING.md says which files may use `repl` and `play`");
    for face in FACES {
        assert!(
            rule.contains(&format!("`{face}`")),
            "CONTRIBUTING.md: {face}"
        );
    }
}

#[test]
fn only_consoles_read_and_print() {
    for source in sources() {
        if SPEAKERS.iter().any(|place| source.path.starts_with(place)) {
            continue;
        }
        for way in ["print!", "println!", "stdout()", "stderr()", "stdin()"] {
            assert!(!source.code.contains(way), "{} has {way}", source.path);
        }
    }
}

#[test]
fn a_session_has_at_most_eight_methods() {
    let source = fs::read_to_string(root().join("src/repl/session.rs")).unwrap();
    let (_, session) = source.split_once("pub trait Session {").expect("the trait");
    let (session, _) = session.split_once("\n}").expect("its end");
    let methods = session.matches("    fn ").count();
    assert!((1..=8).contains(&methods), "{methods}");
}

#[test]
fn every_invariant_of_the_map_has_its_test() {
    let map = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let map = map.replace("\n//!", "");
    let tests = include_str!("mod.rs");
    let invariants = map.split("**Invariant:**").skip(1);
    for invariant in invariants.clone() {
        let test = invariant
            .split(": `")
            .nth(1)
            .and_then(|rest| rest.split('`').next());
        let test = test.expect("an invariant ends with its test");
        assert!(tests.contains(&format!("fn {test}()")), "{test}");
    }
    assert!(invariants.count() >= 4);
}

#[test]
fn every_module_says_why_it_exists() {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in ["src", "tests", "benches"] {
        files.extend(rust_files(&root().join(folder)));
    }
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let says = text.starts_with("//!");
        assert!(
            says || file.ends_with("tests.rs"),
            "{} says nothing",
            file.display()
        );
    }
}

#[test]
fn transcripts_belong_to_modes_and_modes_have_transcripts() {
    let modes: BTreeSet<String> = NAMES.iter().map(ToString::to_string).collect();
    let transcripts = folders(&root().join("fixtures/transcripts"));
    let missing: Vec<_> = modes.difference(&transcripts).collect();
    assert!(
        missing.is_empty(),
        "add fixtures/transcripts for {missing:?}"
    );
    let others: Vec<_> = transcripts.difference(&modes).collect();
    assert!(
        others.is_empty(),
        "fixtures/transcripts: {others:?} belong to no mode"
    );
}

#[test]
fn sources_are_found() {
    let sources = sources();
    assert!(sources.len() > 30);
    assert!(sources.iter().any(|source| source.is_in("engine")));
    assert!(sources.iter().all(|source| !source.code.is_empty()));
    assert!(!sources.iter().any(|source| source.stem() == "tests"));
}
