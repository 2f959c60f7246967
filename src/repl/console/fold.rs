//! Breaks sentences that are too long for a terminal between words.

/// The narrowest column that is worth breaking lines for.
const NARROWEST: usize = 16;

/// The line, broken at blanks so that each piece fits. What follows stands below the line's last
/// column, as in the list of commands; a line without columns is left to the terminal, so that it
/// can be copied in one piece.
pub(super) fn fold(line: &str, width: Option<usize>) -> Vec<String> {
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

/// Where the last column of a table begins, in characters: behind the last gap of several blanks.
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
            fold(line, Some(34)),
            [
                ":computer SIDE  Let the computer",
                "                play a side"
            ]
        );
        assert_eq!(fold(line, Some(44)), [line]);
        assert_eq!(fold(line, None), [line]);
        assert_eq!(
            fold("  10, 11, 12, 13, 14, ", Some(18)),
            ["  10, 11, 12, 13,", "  14, "]
        );
    }

    #[test]
    fn a_word_that_is_longer_than_the_line_is_not_broken() {
        let long = "x".repeat(30);
        assert_eq!(
            fold(&format!("  {long} y"), Some(20)),
            [format!("  {long}"), "  y".into()]
        );
    }

    #[test]
    fn without_columns_and_where_there_is_no_room_a_line_stays_whole() {
        let line = "[\"WWW-WW-------BB-BBB\", \"-WW-WW---W---BB-BBB\"]";
        assert_eq!(fold(line, Some(30)), [line]);
        let line = ":computer SIDE  Let the computer play a side";
        assert_eq!(fold(line, Some(20)), [line]);
        assert_eq!(fold("λ", Some(0)), ["λ"]);
        assert_eq!(fold("", Some(0)), [""]);
    }
}
