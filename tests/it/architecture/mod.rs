//! Checks the map of the modules in `src/lib.rs`, and the invariants below it.

mod source;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use game::games::NAMES;
use source::{Source, rust_files, sources};

/// The only places that may print or read: the consoles, one-shot commands, and the two that run
/// another program.
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

/// Returns the names in backticks.
fn quoted(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

#[test]
fn modules_use_what_the_map_says() {
    let map = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let (_, rows) = map
        .split_once("| module | content | uses |")
        .expect("a map");
    let (rows, _) = rows.split_once("//!\n").expect("its end");
    let sources = sources();
    let mut mapped = BTreeSet::from(["lib", "main"]);
    for row in rows.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').collect();
        for part in quoted(cells[1]) {
            let files = sources.iter().filter(|source| source.is_in(part));
            let mut uses: BTreeSet<&str> = files
                .flat_map(|source| source.names_after("crate::"))
                .collect();
            uses.remove(part);
            assert!(
                cells[3] == " anything " || uses == quoted(cells[3]),
                "{part} uses {uses:?}"
            );
            mapped.insert(part);
        }
    }
    let parts: BTreeSet<&str> = sources.iter().map(Source::part).collect();
    assert_eq!(parts, mapped);
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
            // Nor through another file.
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
            .split("(`")
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
fn every_mode_has_a_folder_of_transcripts() {
    let modes: BTreeSet<String> = NAMES.iter().map(ToString::to_string).collect();
    let transcripts = folders(&root().join("fixtures/transcripts"));
    assert_eq!(
        transcripts, modes,
        "each mode needs fixtures/transcripts/<mode>"
    );
}
