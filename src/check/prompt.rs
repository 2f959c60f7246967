//! The forms of a prompt: where a program waits for a line, and where a transcript shows it.

use crate::games;

/// Where the line that answers a prompt is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Behind the prompt, on its line.
    Behind,
    /// On the line below, which is all the person's.
    Below,
}

/// A line that begins with a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prompted<'a> {
    /// The prompt.
    pub prompt: &'a str,
    /// Where its answer is typed.
    pub place: Place,
    /// What stands behind the prompt.
    pub rest: &'a str,
}

impl<'a> Prompted<'a> {
    /// A prompt as a session tells it. One that ends in a line break is answered below.
    #[must_use]
    pub fn from_session(prompt: &'a str) -> Self {
        let (prompt, place) = match prompt.strip_suffix('\n') {
            Some(line) => (line, Place::Below),
            None => (prompt, Place::Behind),
        };
        Prompted {
            prompt,
            place,
            rest: "",
        }
    }
}

/// Splits a line behind its prompt, if it has one: `<mode>> `, `<mode> game <S>> `, or a question of
/// a game. A program that reads from a pipe prints the prompt and a line break; the answer is shown
/// in transcripts only.
#[must_use]
pub fn split(line: &str) -> Option<Prompted<'_>> {
    let behind = |rest: &'_ str| line.len() - rest.len();
    let at = match after_mode(line) {
        Some(rest) => behind(rest),
        None => games::questions().find_map(|question| match question.strip_suffix('\n') {
            Some(question) => (line == question).then_some(line.len()),
            None => line.strip_prefix(question).map(behind),
        })?,
    };
    let (prompt, rest) = line.split_at(at);
    let below = games::questions().any(|question| question.strip_suffix('\n') == Some(line));
    Some(Prompted {
        prompt,
        place: if below { Place::Below } else { Place::Behind },
        rest,
    })
}

/// What stands behind the prompt of a mode. Any word of small letters and digits is a mode: a program
/// that is checked may call itself as it likes.
fn after_mode(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    let in_game = rest
        .strip_prefix(" game ")
        .and_then(|rest| rest.strip_prefix(|c: char| c.is_ascii_uppercase()));
    in_game.unwrap_or(rest).strip_prefix("> ")
}

/// Whether a line is a prompt that has lost the blank at its end.
#[must_use]
pub fn is_stripped(line: &str) -> bool {
    split(line).is_none() && split(&format!("{line} ")).is_some_and(|found| found.rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_are_told_from_answers() {
        let found = |line| split(line).map(|found| (found.prompt, found.rest));
        assert_eq!(found("tafl> :start"), Some(("tafl> ", ":start")));
        assert_eq!(
            found("tafl game L> :move a1 a2"),
            Some(("tafl game L> ", ":move a1 a2"))
        );
        assert_eq!(found("tafl> "), Some(("tafl> ", "")));
        assert_eq!(
            found("countdown game X> 3"),
            Some(("countdown game X> ", "3"))
        );
        assert_eq!(
            found("connect4 game X> 4"),
            Some(("connect4 game X> ", "4"))
        );
        assert_eq!(found("4> 4"), None);
        assert_eq!(found(" from: 5"), Some((" from: ", "5")));
        assert_eq!(found("N is:"), Some(("N is:", "")));
        assert_eq!(split("N is:").map(|found| found.place), Some(Place::Below));
        assert_eq!(split(" to: ").map(|found| found.place), Some(Place::Behind));
        for line in [
            "",
            "> ",
            "Starting Game.",
            "tafl>",
            "Tafl> ",
            "tafl game LL> ",
            "tafl game l> ",
            "tafl Game L> ",
            "from: 5",
            "N is: 3",
            "State saved in tafl> ",
        ] {
            assert_eq!(found(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_lost_blank_is_noticed() {
        assert!(is_stripped("tafl>") && is_stripped("tafl game O>") && is_stripped(" to:"));
        assert!(!is_stripped("tafl> ") && !is_stripped("N is:") && !is_stripped("Good Bye!"));
    }
}
