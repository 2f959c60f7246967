//! Perfect play at the prompt, with tables that are there, missing or damaged.

use super::super::solve::{SolutionError, forge};
use super::*;
use crate::repl::{Part, Session};

#[test]
fn perfect_play_is_to_be_had_of_the_solved_size_only() {
    let options = Options::default();
    for size in 4..=6 {
        let game = Crusher::new(size).unwrap();
        let reason = Crusher::why_no_level(Some(&game), Level::Named(PERFECT), &options);
        assert_eq!(reason.as_deref(), Some("only N = 3 is solved"));
        let depth = Crusher::why_no_level(Some(&game), Level::Depth(3), &options);
        assert_eq!(depth, None);
    }
}

/// A session with a table whose values are damaged but for the block of one position.
fn with_damaged_table(whole: Option<usize>) -> (tempfile::TempDir, Box<dyn Session>) {
    let cache = tempfile::tempdir().unwrap();
    forge(
        &Crusher::default(),
        &file_in(cache.path(), SOLVED_SIZE),
        whole,
    );
    let options = Options {
        cache: Some(cache.path().to_owned()),
        ..Options::default()
    };
    let entry = crate::games::find("crusher").unwrap();
    (cache, (entry.open)(options, Context::default()))
}

const DAMAGED: &str =
    "the table of the solved game in the cache folder cannot be used: it is damaged";

#[test]
fn a_level_whose_table_is_damaged_is_refused() {
    let (_cache, mut session) = with_damaged_table(None);
    session.feed(":start 3 WB");
    for line in [":computer W perfect", ":review perfect"] {
        let reply = session.feed(line);
        assert!(reply.failed, "{line}: {reply:?}");
        let told = reply.parts.contains(&Part::Advice(DAMAGED.to_owned()));
        assert!(told, "{line}: {reply:?}");
    }
}

#[test]
fn damage_that_is_found_during_the_game_is_told_once() {
    let game = Crusher::default();
    let start = Solution::number_of(&game, &game.start());
    let (_cache, mut session) = with_damaged_table(Some(start));
    session.feed(":start 3 WB");
    let reply = session.play_out(":computer W perfect");
    assert!(!reply.failed, "{reply:?}");
    let advice = Part::Advice(format!("W has its usual level: {DAMAGED}"));
    assert!(reply.parts.contains(&advice), "{reply:?}");
    let players = session.feed(":computer").scripted();
    assert!(
        players.contains("W: the computer, usual level\n"),
        "{players}"
    );
    let moves = session.feed(":moves").scripted();
    let mv = moves.replace([':', 'x'], "");
    let mv: Vec<&str> = mv.split_ascii_whitespace().take(2).collect();
    let reply = session.play_out(&format!(":move {}", mv.join(" ")));
    assert!(!reply.failed && !reply.parts.contains(&advice), "{reply:?}");
}

#[test]
fn a_table_that_is_made_again_is_seen() {
    let (cache, mut session) = with_damaged_table(None);
    assert!(session.feed(":computer W perfect").failed);
    let table = file_in(cache.path(), SOLVED_SIZE);
    std::fs::remove_file(&table).unwrap();
    let game = Crusher::default();
    forge(
        &game,
        &table,
        Some(Solution::number_of(&game, &game.start())),
    );
    assert!(!session.feed(":computer W perfect").failed);
}

#[test]
fn what_is_wrong_with_the_table_is_told() {
    assert_eq!(
        NoSolution::Missing.to_string(),
        "there is no table yet: game crusher solve --size 3 makes it"
    );
    assert_eq!(
        NoSolution::Unusable(SolutionError::Damaged.to_string()).to_string(),
        DAMAGED
    );
}
