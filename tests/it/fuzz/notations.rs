//! The small notations: what is read is written so that it is read again the same.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use game::games::battleship::{Location, Placement, from_location, to_location};
use game::games::crusher::{Hex, parse_board, parse_list, show_board, show_list};
use game::games::tafl::Square;
use game::play::Level;

use super::mutate::Mutator;
use super::rounds;

/// Damages some examples so many times, and tells how many were still understood.
fn understood(seed: u64, examples: &[&str], mut law: impl FnMut(&str) -> bool) {
    let corpus = examples
        .iter()
        .map(|text| text.as_bytes().to_vec())
        .collect();
    let mut mutator = Mutator::new(seed, corpus);
    let read = rounds(40_000)
        .filter(|_| law(&mutator.damaged_text()))
        .count();
    assert!(read > 10, "only {read} were understood");
    assert!(examples.iter().all(|example| law(example)));
}

/// What is read from a text is read again from what it is written as.
fn written_is_read<T: FromStr + Display + PartialEq + Debug>(text: &str) -> Option<T> {
    let value: T = text.parse().ok()?;
    let again = value.to_string().parse().ok();
    assert_eq!(again.as_ref(), Some(&value), "{text:?}");
    Some(value)
}

#[test]
fn squares_and_locations_have_one_name_each() {
    understood(5, &["a1", "e5", "i9", "d4"], |text| {
        let square = written_is_read::<Square>(text);
        assert!(square.is_none_or(|square| square.to_string() == text));
        square.is_some()
    });
    understood(6, &["A1", "H4", "C3", "E2"], |text| {
        let location: Option<Location> = to_location(text);
        assert!(location.is_none_or(|location| from_location(location) == text));
        location.is_some()
    });
}

#[test]
fn placements_are_three_different_locations() {
    understood(7, &["A1 A3 H1", "H1 B2 D3", "A1  B1\tC1"], |text| {
        let Some(placement) = written_is_read::<Placement>(text) else {
            return false;
        };
        let mut words: Vec<&str> = text.split_ascii_whitespace().collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 3, "{text:?}");
        assert!(
            words
                .iter()
                .all(|word| placement.contains(to_location(word).expect(word)))
        );
        true
    });
}

#[test]
fn levels_are_read_as_they_are_written() {
    understood(8, &["3", "99", "2s", "500ms", "1500ms"], |text| {
        written_is_read::<Level>(text).is_some()
    });
}

#[test]
fn lists_of_boards_are_read_as_they_are_written() {
    let examples = [
        r#"["WWW-WW-------BB-BBB"]"#,
        r#"["-WW-WW---W---BB-BBB", "WWW-WW-------BB-BBB"]"#,
        r#" [ "W-B" , "" ] "#,
        "[]",
    ];
    let hex = Hex::new(3).expect("a size");
    understood(9, &examples, |text| {
        let Ok(list) = parse_list(text) else {
            return false;
        };
        assert_eq!(
            parse_list(&show_list(&list)).as_ref(),
            Ok(&list),
            "{text:?}"
        );
        for board in &list {
            if let Ok(layout) = parse_board(&hex, board) {
                assert_eq!(show_board(&hex, &layout), *board);
            }
        }
        true
    });
}
