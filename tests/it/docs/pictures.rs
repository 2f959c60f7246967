//! `docs/pictures/<mode>.svg` shows a session of every mode.
//!
//! `fixtures/pictures/<mode>.txt` holds the lines that are typed. What comes before a blank line in
//! it is typed but not shown.

use std::fs;

use anstyle_svg::{Term, WIN10_CONSOLE};
use game::games::NAMES;

use super::pages::{path, read, rewrites};
use super::terminal::record;

#[test]
fn pictures_show_what_the_program_prints() {
    for mode in NAMES {
        let typed = format!("fixtures/pictures/{mode}.txt");
        assert!(
            path(&typed).is_file(),
            "{typed} is missing: write the lines to type for the picture of {mode}"
        );
        let svg = draw(mode, &read(&typed));
        let picture = format!("docs/pictures/{mode}.svg");
        if rewrites() {
            fs::write(path(&picture), svg).expect("the picture can be written");
        } else {
            let kept = fs::read_to_string(path(&picture)).unwrap_or_default();
            assert_eq!(kept, svg, "{picture}: GOLDEN=rewrite draws it anew");
        }
    }
}

fn draw(mode: &str, typed: &str) -> String {
    let (hidden, shown) = typed.split_once("\n\n").unwrap_or(("", typed));
    let hidden: Vec<&str> = hidden.lines().collect();
    let lines: Vec<&str> = hidden.iter().copied().chain(shown.lines()).collect();
    let screens = record(
        &["--mode", mode, "--seed", "1", "--color", "always"],
        &lines,
        &path("fixtures/states"),
    );
    // Of the screen before the first line that is shown, the prompt alone.
    let mut text = screens[hidden.len()..].concat();
    if !hidden.is_empty() {
        let first = &screens[hidden.len()];
        let prompt = first.rfind('\n').map_or(0, |end| end + 1);
        text.drain(..prompt);
    }
    // The prompt at the end has nothing behind it.
    let end = text.rfind('\n').unwrap_or(text.len());
    Term::new()
        .palette(WIN10_CONSOLE)
        .min_width_px(0)
        .render_svg(&text[..end])
}

#[test]
fn every_picture_belongs_to_a_mode() {
    for (folder, ending) in [("docs/pictures", ".svg"), ("fixtures/pictures", ".txt")] {
        for file in fs::read_dir(path(folder)).expect(folder) {
            let name = file.expect(folder).file_name();
            let name = name.to_string_lossy();
            let mode = name.strip_suffix(ending);
            assert!(
                mode.is_some_and(|mode| NAMES.contains(&mode)),
                "{folder}/{name} belongs to no mode"
            );
        }
    }
}
