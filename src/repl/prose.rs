//! Prose: text that is filled to the width of its reader's window.

/// The widest line, and the width of a reader that has no window: a pipe.
const WIDEST: usize = 78;

/// The narrowest column that text is filled to.
const NARROWEST: usize = 16;

/// A blank at which no line is broken, until the line is done.
const UNBROKEN: &str = "\u{a0}";

/// How far a drawing is moved to the right where there is room.
const MARGIN: usize = 4;

/// A part of a prose text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    /// An empty line.
    Gap,
    /// Words to be filled. The first line begins at `indent`, the others at `hanging`.
    Paragraph {
        indent: usize,
        hanging: usize,
        words: String,
    },
    /// Lines that stay as they are, without the margin that they have in common.
    Drawing(Vec<String>),
}

/// A text of paragraphs, lists and drawings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prose(Vec<Block>);

impl Prose {
    /// Reads the little Markdown that our pages of rules use: a title, paragraphs, lists, words in
    /// backquotes, and drawings that are indented by six blanks or more. The marks are left out.
    #[must_use]
    pub fn from_markdown(text: &str) -> Self {
        let mut blocks: Vec<Block> = Vec::new();
        for line in text.lines() {
            let indent = line.len() - line.trim_start_matches(' ').len();
            let content = &line[indent..];
            if content.is_empty() {
                blocks.push(Block::Gap);
            } else if indent >= 6 {
                match blocks.last_mut() {
                    Some(Block::Drawing(lines)) => lines.push(line.to_owned()),
                    _ => blocks.push(Block::Drawing(vec![line.to_owned()])),
                }
            } else if let Some((hanging, words)) = item(content) {
                blocks.push(Block::Paragraph {
                    indent,
                    hanging: indent + hanging,
                    words: words.to_owned(),
                });
            } else {
                match blocks.last_mut() {
                    Some(Block::Paragraph { words, .. }) => {
                        words.push(' ');
                        words.push_str(content);
                    }
                    _ => blocks.push(Block::Paragraph {
                        indent,
                        hanging: indent,
                        words: content.trim_start_matches("# ").to_owned(),
                    }),
                }
            }
        }
        for block in &mut blocks {
            match block {
                Block::Gap => {}
                Block::Paragraph { words, .. } => *words = without_quotes(words),
                Block::Drawing(lines) => flush_left(lines),
            }
        }
        Prose(blocks)
    }

    /// The lines for a window of this width.
    #[must_use]
    pub fn lines(&self, width: Option<usize>) -> Vec<String> {
        let width = width.unwrap_or(WIDEST).min(WIDEST);
        let mut lines = Vec::new();
        for block in &self.0 {
            match block {
                Block::Gap => lines.push(String::new()),
                Block::Paragraph {
                    indent,
                    hanging,
                    words,
                } => fill(words, *indent, *hanging, width, &mut lines),
                Block::Drawing(rows) => {
                    let widest = rows.iter().map(|row| row.chars().count()).max();
                    let room = width.saturating_sub(widest.unwrap_or(0));
                    let margin = " ".repeat(room.min(MARGIN));
                    lines.extend(rows.iter().map(|row| format!("{margin}{row}")));
                }
            }
        }
        lines
            .into_iter()
            .map(|line| line.replace(UNBROKEN, " "))
            .collect()
    }
}

/// The words of an item of a list, and how far its other lines are indented. The dash of a list
/// without numbers goes.
fn item(content: &str) -> Option<(usize, &str)> {
    if let Some(words) = content.strip_prefix("- ") {
        return Some((2, words));
    }
    let digits = content.len()
        - content
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .len();
    (digits > 0 && content[digits..].starts_with(". ")).then_some((digits + 2, content))
}

/// What stands between backquotes is typed as one line, so it is not broken.
fn without_quotes(words: &str) -> String {
    let parts = words.split('`').enumerate();
    let part = |(number, part): (usize, &str)| match number % 2 {
        0 => part.to_owned(),
        _ => part.replace(' ', UNBROKEN),
    };
    parts.map(part).collect()
}

fn flush_left(lines: &mut [String]) {
    let blanks = |line: &String| line.len() - line.trim_start_matches(' ').len();
    let margin = lines.iter().map(blanks).min().unwrap_or(0);
    for line in lines {
        line.drain(..margin);
    }
}

/// Fills lines with words, as many as fit on each.
fn fill(words: &str, indent: usize, hanging: usize, width: usize, lines: &mut Vec<String>) {
    let width = width.max(hanging + NARROWEST);
    let mut line = " ".repeat(indent);
    let mut empty = true;
    for word in words.split(' ') {
        let length = line.chars().count() + usize::from(!empty) + word.chars().count();
        if length > width && !empty {
            lines.push(std::mem::replace(&mut line, " ".repeat(hanging)));
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.push(line);
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
            Prose::from_markdown(PAGE).lines(None),
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
            Prose::from_markdown(PAGE).lines(Some(20))[3..],
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
        assert_eq!(
            Prose::from_markdown(PAGE).lines(Some(3)),
            Prose::from_markdown(PAGE).lines(Some(0))
        );
    }
}
