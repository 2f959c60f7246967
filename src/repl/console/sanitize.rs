//! Removes control characters from text that goes to a terminal.

/// Whether a character steers a terminal instead of being shown: a control character, or a
/// bidirectional control, which can make one name look like another.
#[must_use]
pub fn steers(c: char) -> bool {
    let bidirectional = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || bidirectional
}

/// Replaces characters that [steer](steers) a terminal by `�`, except those to keep.
pub(super) fn sanitize_but(keep: &[char], text: &str) -> String {
    let shown = |c: char| match c {
        c if steers(c) && !keep.contains(&c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Replaces characters that [steer](steers) a terminal by `�`.
#[must_use]
pub fn sanitize(line: &str) -> String {
    sanitize_but(&[], line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_steers_a_terminal_is_replaced_and_nothing_else() {
        assert_eq!(
            sanitize_but(&['\n', '\t'], "a\u{1b}[2J\n\u{9b}b\r\t\u{7f}"),
            "a\u{fffd}[2J\n\u{fffd}b\u{fffd}\t\u{fffd}"
        );
        assert_eq!(sanitize("\n\t"), "\u{fffd}\u{fffd}");
        let marks = ['\u{61c}', '\u{200e}', '\u{200f}'];
        let embeddings = '\u{202a}'..='\u{202e}';
        for c in embeddings.chain('\u{2066}'..='\u{2069}').chain(marks) {
            assert_eq!(sanitize(&format!("x{c}y")), "x\u{fffd}y", "{c:?}");
        }
        let text = "λ äö \u{200d}\u{2010}\u{2029}\u{2065}\u{206a} 日本 e\u{301}";
        assert_eq!(sanitize(text), text);
    }
}
