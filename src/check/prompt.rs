//! Parses prompts: where a program waits for a line, and where a transcript shows it.

use crate::games;

/// Splits a line after its prompt, if it has one: `<mode>> `, `<mode> game <S>> `, or a question of
/// a game. The answer to a question that ends in a line break is on the next line. A program that
/// reads from a pipe prints the prompt and a line break; the answer is shown in transcripts only.
#[must_use]
pub fn split(line: &str) -> Option<(&str, &str)> {
    let question = |question: &'static str| match question.strip_suffix('\n') {
        Some(text) => (line == text).then_some((question, "")),
        None => line.strip_prefix(question).map(|rest| (question, rest)),
    };
    match after_mode(line) {
        Some(rest) => Some((&line[..line.len() - rest.len()], rest)),
        None => games::questions().find_map(question),
    }
}

/// Returns the text after the prompt of a mode. Any word of lower-case letters and digits counts as
/// a mode, since a checked program can use another name.
fn after_mode(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit());
    let in_game = rest
        .strip_prefix(" game ")
        .and_then(|rest| rest.strip_prefix(|c: char| c.is_ascii_uppercase()));
    in_game.unwrap_or(rest).strip_prefix("> ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_are_distinguished_from_answers() {
        let found = split;
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
        assert_eq!(found("N is:"), Some(("N is:\n", "")));
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
}
