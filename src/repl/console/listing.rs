//! Limits a list of completions to what fits on the screen.
//!
//! For more than that the line editor asks "Display all … (y or n)" or stops at "--More--", and at
//! either question it is deaf to Ctrl-C and Ctrl-D.

use rustix::stdio::stdout;
use rustix::termios::tcgetwinsize;
use rustyline::completion::{Pair, longest_common_prefix};

/// Blanks between two columns, as the line editor has them.
const GAP: usize = 2;

/// Limits completions to what fits on the screen.
pub(super) fn fit_on_screen(pairs: Vec<Pair>) -> Vec<Pair> {
    // As the line editor does: an unknown width is 80 columns, an unknown height no limit.
    let known = |size: u16, unknown: usize| if size == 0 { unknown } else { size.into() };
    let (columns, rows) = tcgetwinsize(stdout()).map_or((80, 24), |size| {
        (known(size.ws_col, 80), known(size.ws_row, u16::MAX.into()))
    });
    fit(pairs, columns, rows)
}

/// Limits completions to so many columns and rows. The last one then says how many are left out. The
/// common prefix stays the same.
fn fit(mut pairs: Vec<Pair>, columns: usize, rows: usize) -> Vec<Pair> {
    // The last row is for the prompt that follows.
    let rows = rows.saturating_sub(1);
    let widest = pairs.iter().map(|pair| width(&pair.display)).max();
    // Room for the note about the others, too.
    let column = (widest.unwrap_or(0).max(width(&note(pairs.len()))) + GAP).min(columns);
    let room = rows * (columns / column.max(1)).max(1);
    if pairs.len() <= room || pairs.len() < 2 {
        return pairs;
    }
    if room < 2 {
        let common = longest_common_prefix(&pairs).map(str::to_owned);
        let only = |common: String| Pair {
            display: common.clone(),
            replacement: common,
        };
        return common.map(only).into_iter().collect();
    }
    pairs.sort_by(|a, b| a.replacement.cmp(&b.replacement));
    let left_out = pairs.len() - (room - 1);
    // What the first and the last have in common, all have.
    if let Some(mut last) = pairs.pop() {
        last.display = note(left_out);
        pairs.truncate(room - 1);
        pairs.push(last);
    }
    pairs
}

fn note(count: usize) -> String {
    format!("... {count} more")
}

/// How many columns a text takes at most.
fn width(text: &str) -> usize {
    text.chars()
        .map(|c| if c < '\u{1100}' { 1 } else { 2 })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(count: usize) -> Vec<Pair> {
        let name = |n: usize| format!("name{n:04}");
        let pair = |n| Pair {
            display: name(n),
            replacement: format!("/folder/{}", name(n)),
        };
        (0..count).map(pair).collect()
    }

    fn shown(pairs: &[Pair]) -> Vec<&str> {
        pairs.iter().map(|pair| pair.display.as_str()).collect()
    }

    #[test]
    fn what_fits_is_shown_whole() {
        // Columns of 12 with their gap, as "... 30 more" needs 11: six of them, five rows.
        let fitting = fit(pairs(30), 80, 6);
        assert_eq!(fitting.len(), 30);
        assert!(shown(&fitting).iter().all(|name| name.starts_with("name")));
    }

    #[test]
    fn of_more_the_first_are_shown_and_the_rest_is_counted() {
        let fitting = fit(pairs(1000), 80, 6);
        let names = shown(&fitting);
        assert_eq!(names.len(), 25);
        assert_eq!(names[23], "name0023");
        assert_eq!(names[24], "... 976 more");
        // What is typed further stays what all have in common.
        let all = longest_common_prefix(&pairs(1000)).map(str::to_owned);
        let kept = longest_common_prefix(&fitting);
        assert_eq!(kept, all.as_deref());
    }

    #[test]
    fn no_screen_is_too_small() {
        for (columns, rows) in [(0, 0), (1, 1), (80, 1), (1, 24), (5, 3), (12, 2)] {
            for count in [0, 1, 2, 3, 100] {
                let fitting = fit(pairs(count), columns, rows);
                assert!(fitting.len() <= count);
                // The line editor would stop at "--More--" in the last row.
                assert!(fitting.len() < rows.max(2), "{columns}x{rows} {count}");
            }
        }
    }
}
