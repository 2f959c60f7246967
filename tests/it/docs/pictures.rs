//! `docs/pictures/<mode>.svg` shows a session of every mode, `first-game.svg` a moving one.
//!
//! `fixtures/pictures/<name>.txt` holds the lines to type. Lines before a blank line are typed but
//! not shown. The first line of `first-game.txt` is the command line.

use std::fs;

use anstyle_svg::{Term, WIN10_CONSOLE};
use game::games::NAMES;

use super::animation::animate;
use super::pages::{path, read, rewrites};
use super::terminal::record;

/// The moving picture.
const MOVING: &str = "first-game";

#[test]
fn pictures_show_what_the_program_prints() {
    let games = read("docs/games.md");
    for mode in NAMES {
        assert!(
            games.contains(&format!("](pictures/{mode}.svg)")),
            "docs/games.md does not show the picture of {mode}"
        );
        let typed = format!("fixtures/pictures/{mode}.txt");
        compare(mode, &draw(mode, &read(&typed)));
    }
    compare(MOVING, &moving(&read("fixtures/pictures/first-game.txt")));
}

fn compare(name: &str, svg: &str) {
    let picture = format!("docs/pictures/{name}.svg");
    if rewrites() {
        fs::write(path(&picture), svg).expect("the picture can be written");
    } else {
        let kept = fs::read_to_string(path(&picture)).unwrap_or_default();
        assert_eq!(kept, svg, "{picture}: GOLDEN=rewrite draws it anew");
    }
}

fn moving(session: &str) -> String {
    let (command, lines) = session.split_once('\n').expect("a command line");
    let lines: Vec<&str> = lines.lines().collect();
    let words = command.split_whitespace().skip(1);
    let args: Vec<&str> = words.chain(["--seed", "0", "--color", "always"]).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let mut screens = record(&args, &lines, folder.path());
    screens[0].insert_str(0, &format!("{command}\n"));
    let typed = std::iter::once(command).chain(lines);
    let steps: Vec<_> = typed.zip(screens).collect();
    animate("$ ", &steps)
}

fn draw(mode: &str, typed: &str) -> String {
    let (hidden, shown) = typed.split_once("\n\n").unwrap_or(("", typed));
    let hidden: Vec<&str> = hidden.lines().collect();
    let lines: Vec<&str> = hidden.iter().copied().chain(shown.lines()).collect();
    let screens = record(
        &["--mode", mode, "--seed", "1", "--color", "always"],
        &lines,
        tempfile::tempdir().expect("a folder").path(),
    );
    // Keep only the prompt of the screen before the first line that is shown.
    let mut text = screens[hidden.len()..].concat();
    if !hidden.is_empty() {
        let first = &screens[hidden.len()];
        let prompt = first.rfind('\n').map_or(0, |end| end + 1);
        text.drain(..prompt);
    }
    // Drop the last prompt.
    let end = text.rfind('\n').unwrap_or(text.len());
    Term::new()
        .palette(WIN10_CONSOLE)
        .min_width_px(0)
        .render_svg(&text[..end])
}
