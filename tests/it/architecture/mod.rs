//! Checks which part of the crate may use which.
//!
//! ```text
//! main -> start -> app -> repl
//!              \-> check -> games
//!              \-> games -> play -> repl
//!                      \-> engine <-/
//! ```
//!
//! `engine` and `repl` know neither each other nor anything above them; `play` makes any game of the
//! engine a mode of the prompt; only `games` names games.

mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use game::games::NAMES;
use source::{Source, rust_files, sources};

/// The parts of the crate, and those that each may use. The others use everything.
const MAY_USE: [(&str, &str); 11] = [
    ("decimal", ""),
    ("parallel", ""),
    ("reduce", ""),
    ("store", ""),
    ("engine", "parallel"),
    ("os", "decimal parallel repl"),
    ("repl", "decimal os parallel store"),
    ("play", "decimal os parallel store engine repl"),
    ("games", "decimal os parallel store engine repl play"),
    ("check", "decimal os parallel store engine repl play games"),
    ("app", "repl"),
];

/// The only places that may print or read: the consoles, the start of one-shot commands, and the two
/// that hold the streams of another program.
const SPEAKERS: [&str; 4] = [
    "repl/console/",
    "start.rs",
    "check/process.rs",
    "games/dialogue.rs",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the names of the folders in a folder.
fn folders(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().display().to_string())
        .collect()
}

#[test]
fn lower_parts_do_not_know_higher_ones() {
    for (part, allowed) in MAY_USE {
        for source in sources().iter().filter(|source| source.is_in(part)) {
            let mut uses = source.names_after("crate::");
            uses.retain(|name| *name != part && !allowed.split(' ').any(|part| part == *name));
            assert!(uses.is_empty(), "{} uses {uses:?}", source.path);
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
    let sources = sources();
    for game in folders(&root().join("src/games")) {
        let folder = format!("games/{game}/");
        let files = || {
            sources
                .iter()
                .filter(|source| source.path.starts_with(&folder))
        };
        let knows_prompt = |source: &&Source| {
            let uses = source.names_after("crate::");
            uses.contains("repl") || uses.contains("play")
        };
        let faces: BTreeSet<&str> = files().filter(knows_prompt).map(Source::module).collect();
        for source in files().filter(|source| !knows_prompt(source)) {
            // Not even through another file.
            let uses = source.names_after("super::");
            let wrong: Vec<_> = uses.intersection(&faces).collect();
            assert!(wrong.is_empty(), "{} uses {wrong:?}", source.path);
        }
        for source in files() {
            let is_rules = source.code.contains(" Game for ");
            assert!(
                !is_rules || !knows_prompt(&source),
                "{} knows the prompt",
                source.path
            );
            let mut named = source.names_after("games::");
            named.retain(|name| NAMES.contains(name) && *name != game);
            assert!(named.is_empty(), "{} uses {named:?}", source.path);
        }
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
    let folders = ["src", "tests", "benches"];
    for file in folders
        .iter()
        .flat_map(|folder| rust_files(&root().join(folder)))
    {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//!"), "{} says nothing", file.display());
    }
}

#[test]
fn the_folders_of_transcripts_are_the_modes() {
    let modes: BTreeSet<String> = NAMES.iter().map(ToString::to_string).collect();
    let transcripts = folders(&root().join("fixtures/transcripts"));
    assert_eq!(
        transcripts, modes,
        "each mode needs fixtures/transcripts/<mode>"
    );
}

#[test]
fn sources_are_found() {
    let sources = sources();
    assert!(sources.len() > 100);
    for (part, _) in MAY_USE {
        assert!(sources.iter().any(|source| source.is_in(part)), "{part}");
    }
}
