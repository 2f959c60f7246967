//! Wraps pages of Markdown and long lines to a window.

use std::borrow::Cow;

use textwrap::{Options, WordSeparator, WordSplitter};

/// The widest line, also the width in a pipe.
const WIDEST: usize = 78;

/// The narrowest column. A longer word can be something to copy in one piece.
const NARROWEST: usize = 16;

/// A blank at which lines are not broken.
pub(crate) const UNBROKEN: &str = "\u{a0}";

/// The beginning of a row of a drawing, which is not wrapped.
const DRAWN: &str = "      ";

/// The margin of a drawing in a wide window.
const MARGIN: usize = 4;

/// Wraps a page. Understands the Markdown that the rules use (a title, paragraphs, lists, backquotes,
/// drawings) and leaves out the marks.
pub(super) fn page(page: &str, width: Option<usize>) -> Vec<String> {
    let width = width.unwrap_or(WIDEST).clamp(NARROWEST, WIDEST);
    let mut blocks: Vec<String> = Vec::new();
    let mut open = false;
    for line in page.lines() {
        let text = line.trim_start();
        let drawn = line.starts_with(DRAWN);
        match blocks.last_mut() {
            Some(block) if open && !drawn && !text.is_empty() && hanging(text) == 0 => {
                block.extend([" ", text]);
            }
            _ => blocks.push(line.to_owned()),
        }
        open = !drawn && !text.is_empty();
    }
    let lines = blocks.iter().flat_map(|block| {
        if block.starts_with(DRAWN) {
            let margin = if width < WIDEST { 0 } else { MARGIN };
            return vec![block[DRAWN.len() - margin..].to_owned()];
        }
        let text = block.trim_start();
        let indent = block.len() - text.len();
        let words = text.trim_start_matches("# ").trim_start_matches("- ");
        paragraph(words, indent, indent + hanging(text), width)
    });
    lines.collect()
}

/// Returns the indentation of the continuation lines of a list item; 0 if it is not one.
fn hanging(text: &str) -> usize {
    match text.as_bytes() {
        [b'-', b' ', ..] => 2,
        [b'0'..=b'9', b'.', b' ', ..] => 3,
        _ => 0,
    }
}

/// Fills words into lines. The first line begins at `indent`, the others at `hanging`.
fn paragraph(words: &str, indent: usize, hanging: usize, width: usize) -> Vec<String> {
    // Do not break a command between backquotes.
    let parts = words.split('`').enumerate();
    let part = |(number, part): (usize, &str)| match number % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', UNBROKEN),
    };
    let words: String = parts.map(part).collect();
    let lines = fill(&words, &" ".repeat(indent), hanging, width).into_iter();
    lines.map(|line| line.replace(UNBROKEN, " ")).collect()
}

/// The indentation of the continuation lines of a long line.
const INDENT: usize = 4;

/// Wraps a line at blanks. Keeps an unindented line with a long word whole, so that the word can be
/// copied.
pub(super) fn line(line: &str, width: Option<usize>) -> Vec<String> {
    let words = line.trim_start();
    let (margin, _) = line.split_at(line.len() - words.len());
    let to_copy = |word: &str| word.chars().count() > NARROWEST;
    match width {
        Some(width) if line.chars().count() > width => match margin.len() {
            0 if words.split(' ').any(to_copy) => vec![line.to_owned()],
            0 => fill(words, "", INDENT, width),
            indent => fill(words, margin, indent, width),
        },
        _ => vec![line.to_owned()],
    }
}

/// Fills words into lines. The first begins with `begun`, the others are indented.
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
                " # # # #",
                "## # # #",
                "",
                "Example: eat",
                ":move 12 first.",
            ]
        );
        // Narrower lines would be unreadable.
        assert_eq!(page(PAGE, Some(3)), page(PAGE, Some(0)));
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
    fn long_lines_are_wrapped_unless_a_word_is_to_be_copied() {
        let line = "Player X enter your move. The possibilities are";
        assert_eq!(
            wrap(line, Some(40)),
            ["Player X enter your move. The", "    possibilities are"]
        );
        assert_eq!(wrap(line, Some(47)), [line]);
        assert_eq!(
            wrap("  10, 11, 12, 13, 14, ", Some(18)),
            ["  10, 11, 12, 13,", "  14,"]
        );
        let line = "[\"WWW-WW-------BB-BBB\", \"-WW-WW---W---BB-BBB\"]";
        assert_eq!(wrap(line, Some(30)), [line]);
        assert_eq!(wrap("λ", Some(0)), ["λ"]);
        assert_eq!(wrap("", Some(0)), [""]);
    }
}
