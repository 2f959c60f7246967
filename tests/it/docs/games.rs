//! `docs/games.md` shows every game: its picture, its rules, its commands.

use std::fmt::Write as _;
use std::fs;

use game::games::NAMES;

use super::pages::{path, read, rewrites};

const PAGE: &str = "docs/games.md";

/// What follows this line is made by this test.
const MADE: &str = "<!-- Made by GOLDEN=rewrite cargo test --test it docs -->\n";

#[test]
fn the_page_of_the_games_shows_every_game() {
    if !rewrites() {
        let (text, made) = (read(PAGE), page());
        assert_eq!(text, made, "{PAGE}: GOLDEN=rewrite makes it anew");
    }
}

/// Makes the page anew, except for what commands print: tests of sessions look after that.
pub fn rewrite() {
    fs::write(path(PAGE), page()).expect("the page can be written");
}

fn page() -> String {
    let text = read(PAGE);
    let (head, kept) = text.split_once(MADE).expect("the line before what is made");
    let mut made = String::new();
    for mode in NAMES {
        let command = format!("$ echo :help | game --test --mode {mode}\n");
        let _ = write!(
            made,
            "\n## {mode}\n\n![A session of {mode}](pictures/{mode}.svg)\n\n\
             [Rules of {mode}](../src/games/{mode}/rules.md)\n\n```text\n{command}"
        );
        let shown = kept.split(&command).nth(1).unwrap_or("```\n");
        made += shown.split("```").next().unwrap_or_default();
        made += "```\n";
    }
    format!("{head}{MADE}{made}")
}
