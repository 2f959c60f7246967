//! "Did you mean …": the known name that is closest to a mistyped one.

use strsim::osa_distance;

/// Commands, and words that people type for them out of habit. A letter that can be a move or an
/// answer means a command only after a colon.
const HABITS: [(&str, &str); 10] = [
    (":exit", "bye end exit leave logout q quit wq :x"),
    (":help", "? commands h help man"),
    (":rules", "rule explain"),
    (":start", "begin :n new newgame restart"),
    (":stop", "abort forfeit resign"),
    (":undo", "back takeback :u"),
    (":load", "open"),
    (":save", ":w write"),
    (":board", "show"),
    (":computer", "ai bot"),
];

/// Returns the command for a word typed out of habit, with a colon or without.
pub(super) fn habit(typed: &str) -> Option<&'static str> {
    let typed = typed.to_lowercase();
    let word = typed.strip_prefix(':').unwrap_or(&typed);
    let same = |habit: &str| habit == if habit.starts_with(':') { &typed } else { word };
    let mut habits = HABITS.iter();
    let found = habits.find(|(_, words)| words.split(' ').any(same));
    found.map(|(command, _)| *command)
}

/// Verbs for a turn, here or in other programs.
const VERBS: [&str; 7] = ["answer", "go", "guess", "move", "play", "shoot", "take"];

/// Returns the turn after a verb: `a1 b2` of `play a1 b2`.
pub(super) fn after_verb(typed: &str) -> Option<&str> {
    let (verb, turn) = typed.split_once(' ')?;
    VERBS
        .contains(&&*verb.to_lowercase())
        .then(|| turn.trim_ascii_start())
}

/// Returns the candidate that `typed` is probably a typing error of, if any.
pub(super) fn closest<'a>(
    typed: &str,
    candidates: impl Iterator<Item = &'a str>,
) -> Option<&'a str> {
    // A long word is not a typing error, and comparing it would take long.
    if typed.chars().count() > 40 {
        return None;
    }
    let typed = typed.to_lowercase();
    let candidates: Vec<&str> = candidates.collect();
    // The colon and two letters: the beginning of a name.
    if typed.len() > 2
        && let Some(meant) = candidates
            .iter()
            .filter(|name| name.starts_with(&typed))
            .min_by_key(|name| name.len())
    {
        return Some(meant);
    }
    candidates
        .into_iter()
        // Inserted, deleted, changed and swapped letters.
        .map(|name| (osa_distance(&typed, name), name))
        .filter(|(distance, name)| *distance <= name.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 6] = [":hint", ":history", ":moves", ":move", ":start", ":stop"];

    #[test]
    fn typing_errors_are_corrected() {
        for (typed, meant) in [
            (":strat", ":start"),
            ("start", ":start"),
            (":MOVE", ":move"),
            (":mvoes", ":moves"),
            (":sttop", ":stop"),
            (":sto", ":stop"),
            (":mov", ":move"),
            (":history", ":history"),
            (":his", ":history"),
        ] {
            assert_eq!(closest(typed, NAMES.into_iter()), Some(meant), "{typed}");
        }
    }

    #[test]
    fn habits_are_mapped_to_commands() {
        for (typed, meant) in [
            ("quit", ":exit"),
            (":q", ":exit"),
            (":quit", ":exit"),
            ("EXIT", ":exit"),
            ("help", ":help"),
            ("?", ":help"),
            (":h", ":help"),
            (":new", ":start"),
            (":resign", ":stop"),
            (":takeback", ":undo"),
            (":X", ":exit"),
            (":u", ":undo"),
        ] {
            assert_eq!(habit(typed), Some(meant), "{typed}");
        }
        assert_eq!(habit("::q"), None);
        assert_eq!(habit("::x"), None);
        // The letter of a side, an answer to "N is:".
        assert_eq!(habit("X"), None);
        assert_eq!(habit("n"), None);
        assert_eq!(habit(""), None);
    }

    #[test]
    fn nonsense_is_not_corrected() {
        for typed in [":xyzzy", "", "a", &"m".repeat(100)] {
            assert_eq!(closest(typed, NAMES.into_iter()), None, "{typed}");
        }
    }
}
