//! Word wrapping for a terminal.

/// The narrowest column to wrap lines to. A longer word may be something to copy in one piece.
const NARROWEST: usize = 16;

/// How far the following lines are indented where there is no room for columns.
const INDENT: usize = 4;

/// Whether text fits in a column that begins so far from the left.
pub(in crate::repl) const fn has_room(column: usize, width: usize) -> bool {
    width >= column + NARROWEST
}

/// Wraps a line at blanks. The following lines are indented to the line's last column, as in the
/// list of commands, or a little if there is no room for that. A line without columns is wrapped
/// too, unless it has a word that somebody may want to copy: the terminal keeps that in one piece.
pub(super) fn wrap(line: &str, width: Option<usize>) -> Vec<String> {
    let whole = || vec![line.to_owned()];
    let Some(width) = width.filter(|&width| line.chars().count() > width) else {
        return whole();
    };
    let wrapped = |indent: usize, begun: &str, rest: &str| {
        let margin = " ".repeat(indent);
        let mut lines = Vec::new();
        let mut piece = begun.to_owned();
        // Whether the line has no word yet.
        let mut empty = true;
        for word in rest.split_inclusive(' ') {
            let length = piece.chars().count() + word.trim_end().chars().count();
            if length > width && !empty {
                lines.push(piece.trim_end().to_owned());
                piece.clone_from(&margin);
            }
            piece.push_str(word);
            empty = false;
        }
        lines.push(piece);
        lines
    };
    match last_column(line) {
        Some(column) => {
            let begun: String = line.chars().take(column).collect();
            let rest = &line[begun.len()..];
            if has_room(column, width) {
                wrapped(column, &begun, rest)
            } else if has_room(INDENT, width) {
                let mut lines = vec![begun.trim_end().to_owned()];
                lines.extend(wrapped(INDENT, &" ".repeat(INDENT), rest));
                lines
            } else {
                whole()
            }
        }
        None if line.split(' ').any(|word| word.chars().count() > NARROWEST) => whole(),
        None => wrapped(INDENT, "", line),
    }
}

/// The start of the last column, in characters: after the last run of several blanks.
fn last_column(line: &str) -> Option<usize> {
    let gap = line.rfind("  ")? + 2;
    Some(line[..gap].chars().count()).filter(|&column| column < line.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ["  10, 11, 12, 13,", "  14, "]
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
