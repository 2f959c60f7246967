//! Wrapping: pages of Markdown filled to the width of a window, and long lines.

use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter};

/// The widest line, and the width of a reader that has no window: a pipe.
const WIDEST: usize = 78;

/// The narrowest column to wrap text to. A longer word may be something to copy in one piece.
const NARROWEST: usize = 16;

/// A blank at which no line is broken, until the line is done.
const UNBROKEN: &str = "\u{a0}";

/// How far a drawing is moved to the right where there is room.
const MARGIN: usize = 4;

/// The lines of a page for a window of this width. Of Markdown it knows what our pages of rules use:
/// a title, paragraphs, lists, words in backquotes, and drawings that are indented by six blanks or
/// more. The marks are left out.
pub(super) fn page(page: &str, width: Option<usize>) -> Vec<String> {
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
    let lines = fill(
        &words,
        &" ".repeat(indent),
        hanging,
        width.max(hanging + NARROWEST),
    );
    lines
        .iter()
        .map(|line| line.replace(UNBROKEN, " "))
        .collect()
}

/// How far the following lines are indented where there is no room for columns.
const INDENT: usize = 4;

/// Whether text fits in a column that begins so far from the left.
pub(super) const fn has_room(column: usize, width: usize) -> bool {
    width >= column + NARROWEST
}

/// Wraps a line at blanks. The following lines are indented to the line's last column, as in the
/// list of commands, or a little if there is no room for that. A line without columns is wrapped
/// too, unless it has a word to copy: the terminal keeps that in one piece.
pub(super) fn line(line: &str, width: Option<usize>) -> Vec<String> {
    let whole = || vec![line.to_owned()];
    let Some(width) = width.filter(|&width| line.chars().count() > width) else {
        return whole();
    };
    let column = last_column(line);
    match column {
        Some(column) if has_room(column, width) => {
            let begun: String = line.chars().take(column).collect();
            fill(&line[begun.len()..], &begun, column, width)
        }
        Some(column) if has_room(INDENT, width) => {
            let begun: String = line.chars().take(column).collect();
            let mut lines = vec![begun.trim_end().to_owned()];
            lines.extend(fill(
                &line[begun.len()..],
                &" ".repeat(INDENT),
                INDENT,
                width,
            ));
            lines
        }
        None if line
            .split(' ')
            .all(|word| word.chars().count() <= NARROWEST) =>
        {
            fill(line, "", INDENT, width)
        }
        _ => whole(),
    }
}

/// Fills words into lines of this width: the first begins with `begun`, the others are indented.
fn fill(words: &str, begun: &str, indent: usize, width: usize) -> Vec<String> {
    let margin = " ".repeat(indent);
    let options = Options::new(width)
        .initial_indent(begun)
        .subsequent_indent(&margin)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .break_words(false);
    let lines = textwrap::wrap(words, options).into_iter();
    lines.map(Cow::into_owned).collect()
}

/// The start of the last column, in characters: after the last run of several blanks.
fn last_column(line: &str) -> Option<usize> {
    let gap = line.rfind("  ")? + 2;
    Some(line[..gap].chars().count()).filter(|&column| column < line.chars().count())
}

#[cfg(test)]
mod tests {
    use super::{line as wrap, *};

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
            page(PAGE, None),
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
            page(PAGE, Some(20))[3..],
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
        assert_eq!(page(PAGE, Some(3)), page(PAGE, Some(0)));
    }

    #[test]
    fn a_long_line_of_a_table_stays_in_its_column() {
        let line = ":computer SIDE  Let the computer play a side";
        assert_eq!(
            wrap(line, Some(34)),
            [
                ":computer SIDE  Let the computer",
                "                play a side"
            ]
        );
        assert_eq!(wrap(line, Some(44)), [line]);
        assert_eq!(wrap(line, None), [line]);
        assert_eq!(
            wrap("  10, 11, 12, 13, 14, ", Some(18)),
            ["  10, 11, 12, 13,", "  14,"]
        );
    }

    #[test]
    fn a_word_that_is_longer_than_the_line_is_not_broken() {
        let long = "x".repeat(30);
        assert_eq!(
            wrap(&format!("  {long} y"), Some(20)),
            [format!("  {long}"), "  y".into()]
        );
    }

    #[test]
    fn without_room_for_the_last_column_it_begins_on_the_next_line() {
        let line = ":feedback T1 T2 T3 G1 G2 G3  Tell the answer to a guess";
        assert_eq!(
            wrap(line, Some(30)),
            [
                ":feedback T1 T2 T3 G1 G2 G3",
                "    Tell the answer to a guess"
            ]
        );
    }

    #[test]
    fn without_columns_only_short_words_are_wrapped() {
        let line = "Player X enter your move. The possibilities are";
        assert_eq!(
            wrap(line, Some(40)),
            ["Player X enter your move. The", "    possibilities are"]
        );
        let line = "[\"WWW-WW-------BB-BBB\", \"-WW-WW---W---BB-BBB\"]";
        assert_eq!(wrap(line, Some(30)), [line]);
        let line = ":computer SIDE  Let the computer play a side";
        assert_eq!(wrap(line, Some(19)), [line]);
        assert_eq!(wrap("λ", Some(0)), ["λ"]);
        assert_eq!(wrap("", Some(0)), [""]);
    }
}
