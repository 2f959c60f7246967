//! Two texts line by line, for people.

use std::fmt::Write;

/// How many lines more than expected are shown: a program may print for ever.
const MOST_MORE: usize = 40;

/// The lines of both texts in one list: `-` before what was expected, `+` before what came, a blank
/// before what both have.
pub fn diff(expected: &str, actual: &str) -> String {
    let old: Vec<&str> = expected.lines().collect();
    let mut new: Vec<&str> = actual.lines().collect();
    let too_many = new.len().saturating_sub(old.len() + MOST_MORE);
    new.truncate(new.len() - too_many);
    let common = common_tails(&old, &new);
    let (mut i, mut j) = (0, 0);
    let mut out = String::new();
    while i < old.len() || j < new.len() {
        let (mark, line) = if i < old.len() && j < new.len() && old[i] == new[j] {
            (i, j) = (i + 1, j + 1);
            (' ', old[i - 1])
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            i += 1;
            ('-', old[i - 1])
        } else {
            j += 1;
            ('+', new[j - 1])
        };
        out.push_str("  ");
        out.push(mark);
        out.push(' ');
        out.push_str(&visible(line, mark));
        out.push('\n');
    }
    if too_many > 0 {
        let _ = writeln!(out, "  + … and {too_many} lines more");
    }
    out
}

/// How many lines the rest of one text from `i` and the rest of the other from `j` share.
fn common_tails(old: &[&str], new: &[&str]) -> Vec<Vec<usize>> {
    let mut common = vec![vec![0; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] = if old[i] == new[j] {
                common[i + 1][j + 1] + 1
            } else {
                common[i + 1][j].max(common[i][j + 1])
            };
        }
    }
    common
}

/// A line that differs, with what cannot be seen made visible: blanks at its end, control
/// characters.
fn visible(line: &str, mark: char) -> String {
    if mark == ' ' {
        return line.to_owned();
    }
    let seen = line.trim_end_matches(' ');
    let mut out = String::new();
    for c in seen.chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out.push_str(&"␠".repeat(line.len() - seen.len()));
    out
}

#[test]
fn only_what_differs_is_marked() {
    assert_eq!(
        diff("a\nb\nc\n", "a\nx \nc\ty\nc\n"),
        "    a\n  - b\n  + x␠\n  + c\\ty\n    c\n"
    );
    assert_eq!(diff("a\n", ""), "  - a\n");
    assert_eq!(diff("", "a\n"), "  + a\n");
}

#[test]
fn of_too_many_lines_only_the_first_are_shown() {
    let said = diff("a\n", &"y\n".repeat(100_000));
    assert_eq!(said.lines().count(), 1 + 1 + MOST_MORE + 1);
    assert!(said.ends_with("  + … and 99959 lines more\n"), "{said}");
}
