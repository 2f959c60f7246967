//! `src/games/<game>/rules.md` holds the rules of each game, about one screen of a terminal.

use game::games::NAMES;

use super::pages::{path, read};

const LINES: usize = 23;
const COLUMNS: usize = 78;

#[test]
fn every_game_has_rules_that_fit_on_a_screen() {
    for game in NAMES {
        let name = format!("src/games/{game}/rules.md");
        assert!(
            path(&name).is_file(),
            "{name} is missing: write the rules of {game} on one screen"
        );
        let text = read(&name);
        let lines = text.lines().count();
        assert!(lines <= LINES, "{name} has {lines} lines");
        for line in text.lines() {
            let columns = line.chars().count();
            assert!(columns <= COLUMNS, "{name}: {columns} columns: {line}");
            assert_eq!(line.trim_end(), line, "{name}: blanks at the end");
        }
        assert!(text.ends_with('\n') && !text.ends_with("\n\n"), "{name}");
    }
}
