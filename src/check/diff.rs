//! Two lists of lines compared, for people.

use std::fmt;

use similar::{Algorithm, Change, ChangeTag, capture_diff_slices};

/// How many lines more than expected are looked at: a program may print for ever.
const MOST_MORE: usize = 40;

/// Which of the two lists has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Both.
    Both,
    /// Only the expected one.
    Expected,
    /// Only the actual one.
    Actual,
}

/// A line, and which of the two lists has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Which list.
    pub mark: Mark,
    /// The line.
    pub text: String,
}

impl Line {
    /// A line of this mark.
    pub fn new(mark: Mark, text: impl Into<String>) -> Self {
        Line {
            mark,
            text: text.into(),
        }
    }
}

/// `-` before what was expected, `+` before what came, blanks before what both have.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.mark {
            Mark::Both => "",
            Mark::Expected => "- ",
            Mark::Actual => "+ ",
        };
        write!(f, "{mark}{}", self.text)
    }
}

/// The lines of both lists in one.
#[must_use]
pub fn diff(expected: &[String], actual: &[String]) -> Vec<Line> {
    let old = expected;
    let too_many = actual.len().saturating_sub(old.len() + MOST_MORE);
    let new = &actual[..actual.len() - too_many];
    let changes = capture_diff_slices(Algorithm::Myers, old, new);
    let changes = changes.iter().flat_map(|op| op.iter_changes(old, new));
    let line = |change: Change<String>| {
        let mark = match change.tag() {
            ChangeTag::Equal => Mark::Both,
            ChangeTag::Delete => Mark::Expected,
            ChangeTag::Insert => Mark::Actual,
        };
        Line::new(mark, change.value())
    };
    let mut out: Vec<Line> = changes.map(line).collect();
    if too_many > 0 {
        out.push(Line::new(Mark::Actual, left_out(too_many)));
    }
    show_blanks(&mut out);
    out
}

/// Tells of lines that are not shown.
#[must_use]
pub fn left_out(lines: usize) -> String {
    let plural = if lines == 1 { "" } else { "s" };
    format!("… and {lines} line{plural} more")
}

/// Makes visible in lines that differ what cannot be seen: control characters, blanks at the end,
/// and all blanks where nothing else differs.
fn show_blanks(lines: &mut [Line]) {
    let solid = |line: &Line| -> String { line.text.split_whitespace().collect() };
    let of = |mark| -> Vec<String> {
        let lines = lines.iter().filter(|line| line.mark == mark);
        lines.map(solid).collect()
    };
    let (expected, actual) = (of(Mark::Expected), of(Mark::Actual));
    for line in lines.iter_mut() {
        let others = match line.mark {
            Mark::Both => continue,
            Mark::Expected => &actual,
            Mark::Actual => &expected,
        };
        let only_blanks = others.contains(&solid(line));
        line.text = visible(&line.text, only_blanks);
    }
}

/// A line with its blanks as `␠`, all or those at the end, and its control characters as escapes.
fn visible(line: &str, all_blanks: bool) -> String {
    let seen = line.trim_end_matches(' ').len();
    let mut out = String::new();
    for (at, c) in line.char_indices() {
        match c {
            ' ' if all_blanks || at >= seen => out.push('␠'),
            c if c.is_control() => out.extend(c.escape_default()),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(expected: &str, actual: &str) -> String {
        let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
        let diff = diff(&lines(expected), &lines(actual));
        let lines: Vec<String> = diff.iter().map(ToString::to_string).collect();
        lines.join("\n") + "\n"
    }

    #[test]
    fn only_what_differs_is_marked() {
        assert_eq!(
            shown("a\nb\nc\n", "a\nx \nc\ty\nc\n"),
            "a\n- b\n+ x␠\n+ c\\ty\nc\n"
        );
        assert_eq!(shown("a\n", ""), "- a\n");
        assert_eq!(shown("", "a\n"), "+ a\n");
    }

    #[test]
    fn blanks_are_visible_where_nothing_else_differs() {
        assert_eq!(shown("a b c", "a  bc"), "- a␠b␠c\n+ a␠␠bc\n");
        assert_eq!(shown("a b c", "a b d"), "- a b c\n+ a b d\n");
        assert_eq!(shown("tafl> ", "tafl>"), "- tafl>␠\n+ tafl>\n");
    }

    #[test]
    fn of_too_many_lines_only_the_first_are_shown() {
        let said = shown("a\n", &"y\n".repeat(100_000));
        assert_eq!(said.lines().count(), 1 + 1 + MOST_MORE + 1);
        assert!(said.ends_with("+ … and 99959 lines more\n"), "{said}");
        let said = shown("a\n", &"y\n".repeat(MOST_MORE + 2));
        assert!(said.ends_with("+ … and 1 line more\n"), "{said}");
    }
}
