//! Numbers as people type them, read strictly: a slip of the finger is never taken for a move.

/// The number that `text` is: decimal digits and nothing else. A sign, a blank, a digit of another
/// script, a leading zero or a number too big for the type are refused.
pub(super) fn parse(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let padded = text.len() > 1 && text.starts_with('0');
    if !plain || padded {
        return None;
    }
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_numbers_are_read() {
        assert_eq!(parse("0"), Some(0));
        assert_eq!(parse("7"), Some(7));
        assert_eq!(parse("100"), Some(100));
        assert_eq!(parse("18446744073709551615"), Some(u64::MAX));
    }

    #[test]
    fn everything_else_is_refused() {
        for text in [
            "",
            " ",
            " 1",
            "1 ",
            "1 2",
            "+1",
            "-1",
            "01",
            "00",
            "1abc",
            "a",
            "1.0",
            "1e0",
            "0x1",
            "1\n",
            "1\0",
            "１",
            "٣",
            "18446744073709551616",
            "99999999999999999999999999999999999999999",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_was_written(number: u64) {
            prop_assert_eq!(parse(&number.to_string()), Some(number));
        }

        #[test]
        fn there_is_one_way_to_write_a_number(text in "[0-9+ a-]{0,4}|\\PC{0,4}") {
            if let Some(number) = parse(&text) {
                prop_assert_eq!(number.to_string(), text);
            }
        }
    }
}
