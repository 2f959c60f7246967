//! Word wrapping for a terminal.

/// The narrowest column to wrap lines to.
const NARROWEST: usize = 16;

/// Wraps a line at blanks. The following lines are indented to the line's last column, as in the
/// list of commands; a line without columns is left to the terminal, so that it can be copied in one
/// piece.
pub(super) fn wrap(line: &str, width: Option<usize>) -> Vec<String> {
    let whole = || vec![line.to_owned()];
    let (Some(width), Some(column)) = (width, last_column(line)) else {
        return whole();
    };
    if line.chars().count() <= width || width < column + NARROWEST {
        return whole();
    }
    let margin = " ".repeat(column);
    let mut lines = Vec::new();
    let mut piece: String = line.chars().take(column).collect();
    let mut empty = true;
    let rest: String = line.chars().skip(column).collect();
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
    fn without_columns_and_where_there_is_no_room_a_line_stays_whole() {
        let line = "[\"WWW-WW-------BB-BBB\", \"-WW-WW---W---BB-BBB\"]";
        assert_eq!(wrap(line, Some(30)), [line]);
        let line = ":computer SIDE  Let the computer play a side";
        assert_eq!(wrap(line, Some(20)), [line]);
        assert_eq!(wrap("λ", Some(0)), ["λ"]);
        assert_eq!(wrap("", Some(0)), [""]);
    }
}
