//! Prose: pages of Markdown, filled to the width of their reader's window.

use textwrap::{Options, WordSeparator, WordSplitter};

/// The widest line, and the width of a reader that has no window: a pipe.
const WIDEST: usize = 78;

/// The narrowest column that text is filled to.
const NARROWEST: usize = 16;

/// A blank at which no line is broken, until the line is done.
const UNBROKEN: &str = "\u{a0}";

/// How far a drawing is moved to the right where there is room.
const MARGIN: usize = 4;

/// The lines of a page for a window of this width. Of Markdown it knows what our pages of rules use:
/// a title, paragraphs, lists, words in backquotes, and drawings that are indented by six blanks or
/// more. The marks are left out.
#[must_use]
pub(super) fn lines(page: &str, width: Option<usize>) -> Vec<String> {
    let width = width.unwrap_or(WIDEST).min(WIDEST);
    let mut lines = Vec::new();
    let mut rest = page.lines().peekable();
    while let Some(line) = rest.next() {
        let indent = indent(line);
        if line.is_empty() {
            lines.push(String::new());
        } else if indent >= 6 {
            let mut rows = vec![line];
            rows.extend(std::iter::from_fn(|| rest.next_if(|&row| is_drawn(row))));
            lines.extend(drawing(&rows, width));
        } else {
            let content = &line[indent..];
            let hanging = indent + hanging(content);
            let content = content.strip_prefix("- ").unwrap_or(content);
            let mut words = content.trim_start_matches("# ").to_owned();
            while let Some(more) = rest.next_if(|&row| continues(row)) {
                words = words + " " + more.trim_start();
            }
            lines.extend(paragraph(&words, indent, hanging, width));
        }
    }
    lines
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

fn is_drawn(line: &str) -> bool {
    !line.is_empty() && indent(line) >= 6
}

/// Whether a line goes on with the paragraph before it.
fn continues(line: &str) -> bool {
    !line.is_empty() && indent(line) < 6 && hanging(line.trim_start()) == 0
}

/// How far the other lines of an item of a list are indented; 0 if it is none.
fn hanging(content: &str) -> usize {
    if content.starts_with("- ") {
        return 2;
    }
    let rest = content.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = content.len() - rest.len();
    if digits > 0 && rest.starts_with(". ") {
        digits + 2
    } else {
        0
    }
}

/// Rows that stay as they are, but for the margin that they have in common.
fn drawing(rows: &[&str], width: usize) -> Vec<String> {
    let blanks = rows.iter().map(|row| indent(row)).min().unwrap_or(0);
    let rows = rows.iter().map(|row| &row[blanks..]);
    let widest = rows.clone().map(|row| row.chars().count()).max();
    let room = width.saturating_sub(widest.unwrap_or(0));
    let margin = " ".repeat(room.min(MARGIN));
    rows.map(|row| format!("{margin}{row}")).collect()
}

/// Words filled into lines. The first line begins at `indent`, the others at `hanging`.
fn paragraph(words: &str, indent: usize, hanging: usize, width: usize) -> Vec<String> {
    // What stands between backquotes is typed as one line, so it is not broken.
    let parts = words.split('`').enumerate();
    let part = |(number, part): (usize, &str)| match number % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', UNBROKEN),
    };
    let words: String = parts.map(part).collect();
    let [first, others] = [indent, hanging].map(|columns| " ".repeat(columns));
    let options = Options::new(width.max(hanging + NARROWEST))
        .initial_indent(&first)
        .subsequent_indent(&others)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    let lines = textwrap::wrap(&words, options).into_iter();
    lines.map(|line| line.replace(UNBROKEN, " ")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# chomp: leave the poison

- Aim: leave the poisoned square to
  the other side.
- Board: a bar of `3` by `4`.
  1. first
  2. second of
     two

       # # # #
      ## # # #

Example: eat `:move 12`
first.
";

    #[test]
    fn marks_are_left_out_and_paragraphs_are_joined() {
        assert_eq!(
            lines(PAGE, None),
            [
                "chomp: leave the poison",
                "",
                "Aim: leave the poisoned square to the other side.",
                "Board: a bar of 3 by 4.",
                "  1. first",
                "  2. second of two",
                "",
                "     # # # #",
                "    ## # # #",
                "",
                "Example: eat :move 12 first.",
            ]
        );
    }

    #[test]
    fn a_narrow_window_gets_short_lines() {
        assert_eq!(
            lines(PAGE, Some(20))[3..],
            [
                "Aim: leave the",
                "  poisoned square to",
                "  the other side.",
                "Board: a bar of 3 by",
                "  4.",
                "  1. first",
                "  2. second of two",
                "",
                "     # # # #",
                "    ## # # #",
                "",
                "Example: eat",
                ":move 12 first.",
            ]
        );
        // Narrower than that nothing could be read.
        assert_eq!(lines(PAGE, Some(3)), lines(PAGE, Some(0)));
    }
}
