//! The small game of `CONTRIBUTING.md` compiles and can be played, and the pages show this code.

mod prompt;
mod rules;

use std::fs;
use std::path::Path;

use game::play::{BoardMode, Options};
use game::repl::{Context, Dispatcher, Modes, Session};
use rules::Chomp;

use crate::modes::play_out;

fn project_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).expect(name)
}

#[test]
fn chomp_can_be_played_at_the_prompt() {
    let mode = BoardMode::<Chomp>::new(Options::default());
    let mut session = Dispatcher::new(mode, Modes::named(&["chomp"]), Context::default());
    for (line, answer, prompt) in [
        (":start", "Starting Game.\n", "chomp game X> "),
        (":move 6", "Move Successful\n", "chomp game O> "),
        (":move 7", "Invalid Move!\n", "chomp game O> "),
        (":moves", "1 2 3 4 5 9\n", "chomp game O> "),
        (
            ":computer X 12",
            "The computer plays X, level 12.\n",
            "chomp game O> ",
        ),
        // Leaving two equal arms wins.
        (
            ":move 3",
            "Move Successful\nComputer plays 9\n",
            "chomp game O> ",
        ),
        (":undo", "Took back 9\nTook back 3\n", "chomp game O> "),
        (
            ":computer none",
            "The computer plays no side.\n",
            "chomp game O> ",
        ),
        (":move 1", "Move Successful\nX wins!\n", "chomp> "),
    ] {
        assert_eq!(play_out(&mut session, line).scripted(), answer, "{line}");
        assert_eq!(session.prompt(), prompt, "{line}");
    }
}

#[test]
fn contributing_shows_this_code() {
    let page = project_file("CONTRIBUTING.md");
    for file in ["rules.rs", "prompt.rs"] {
        let code = project_file(&format!("tests/it/small_game/{file}"));
        let block = format!("```rust\n{code}```\n");
        assert!(
            page.contains(&block),
            "CONTRIBUTING.md and tests/it/small_game/{file} differ"
        );
    }
}

#[test]
fn the_documentation_of_the_trait_opens_with_this_code() {
    let code = project_file("tests/it/small_game/rules.rs");
    // The first lines say what the file is; an example has no such lines.
    let (_, code) = code.split_once("\n\n").expect("lines that say what it is");
    let shown = project_file("src/engine/game.rs");
    let shown = shown.lines().map_while(|line| line.strip_prefix("//!"));
    let shown: String = shown
        .flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"])
        .collect();
    assert!(
        shown.contains(code),
        "src/engine/game.rs and tests/it/small_game/rules.rs differ"
    );
}
