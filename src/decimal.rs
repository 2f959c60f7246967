//! The one notion of a number: in moves, files, levels and on the command line.
//!
//! Decimal digits and nothing else. A sign, a blank, a digit of another script, a leading zero or a
//! number too big for the type are refused: a slip of the finger is never taken for a move.

use std::num::NonZeroUsize;

use thiserror::Error;

/// Parses a number.
pub(crate) fn parse<T: TryFrom<u64>>(text: &str) -> Option<T> {
    up_to(text, u64::MAX).ok()
}

/// Parses the only word as a number.
pub(crate) fn only<T: TryFrom<u64>>(words: &[&str]) -> Option<T> {
    match words {
        [word] => parse(word),
        _ => None,
    }
}

/// Why a word of the command line is not a number in range.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotANumber {
    /// It is something else.
    #[error("expected digits without a leading zero")]
    NotDigits,
    /// It is odd or 0.
    #[error("each opening is played from both sides, so this must be even and at least 2")]
    Odd,
    /// It is 0.
    #[error("it must be at least 1")]
    Zero,
    /// It does not fit.
    #[error("it is more than {0}")]
    TooBig(u64),
}

/// Parses a number that is at most `most`.
fn up_to<T: TryFrom<u64>>(text: &str, most: u64) -> Result<T, NotANumber> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let padded = text.len() > 1 && text.starts_with('0');
    if !digits || padded {
        return Err(NotANumber::NotDigits);
    }
    let number = text.parse().ok().filter(|number| *number <= most);
    number
        .and_then(|number| T::try_from(number).ok())
        .ok_or(NotANumber::TooBig(most))
}

/// Parses a number of the command line.
pub(crate) fn argument<T: TryFrom<u64>>(text: &str) -> Result<T, NotANumber> {
    let most = [u8::MAX.into(), u16::MAX.into(), u32::MAX.into(), u64::MAX];
    let fits = |most: &u64| T::try_from(*most).is_ok();
    up_to(text, most.into_iter().rfind(fits).unwrap_or(u64::MAX))
}

/// Parses a number of the command line from 1 to `most`.
pub(crate) fn positive_up_to(text: &str, most: usize) -> Result<NonZeroUsize, NotANumber> {
    NonZeroUsize::new(up_to(text, most as u64)?).ok_or(NotANumber::Zero)
}

/// Parses an even number of the command line from 2 to `MOST`.
pub(crate) fn even<const MOST: u32>(text: &str) -> Result<u32, NotANumber> {
    let number = at_most::<MOST>(text)?;
    let even = number > 0 && number % 2 == 0;
    even.then_some(number).ok_or(NotANumber::Odd)
}

/// Parses a number of the command line that is at most `MOST`.
pub(crate) fn at_most<const MOST: u32>(text: &str) -> Result<u32, NotANumber> {
    up_to(text, MOST.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_numbers_are_read() {
        assert_eq!(parse("0"), Some(0_u64));
        assert_eq!(parse("7"), Some(7_u8));
        assert_eq!(parse("100"), Some(100_u64));
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
            assert_eq!(parse::<u64>(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_number_that_does_not_fit_is_none() {
        assert_eq!(parse::<u8>("255"), Some(255));
        assert_eq!(parse::<u8>("256"), None);
        assert_eq!(at_most::<1000>("1000"), Ok(1000));
        assert_eq!(at_most::<1000>("1001"), Err(NotANumber::TooBig(1000)));
        assert_eq!(at_most::<1000>("01"), Err(NotANumber::NotDigits));
    }

    #[test]
    fn what_is_too_big_is_called_so_with_the_largest_that_fits() {
        let huge = "99999999999999999999";
        let of_32_bits = NotANumber::TooBig(u32::MAX.into());
        assert_eq!(argument::<u32>("4294967295"), Ok(u32::MAX));
        assert_eq!(argument::<u32>("4294967296"), Err(of_32_bits.clone()));
        assert_eq!(argument::<u32>(huge), Err(of_32_bits));
        assert_eq!(argument::<u64>(huge), Err(NotANumber::TooBig(u64::MAX)));
        assert_eq!(positive_up_to(huge, 1024), Err(NotANumber::TooBig(1024)));
        assert_eq!(at_most::<1000>(huge), Err(NotANumber::TooBig(1000)));
        for text in ["", "x", "-1", "099999999999999999999"] {
            assert_eq!(argument::<u32>(text), Err(NotANumber::NotDigits));
        }
    }

    proptest! {
        #[test]
        fn what_is_read_is_what_was_written(number: u64) {
            prop_assert_eq!(parse::<u64>(&number.to_string()), Some(number));
        }

        #[test]
        fn there_is_one_way_to_write_a_number(text in "[0-9+ a-]{0,4}|\\PC{0,4}") {
            if let Some(number) = parse::<u64>(&text) {
                prop_assert_eq!(number.to_string(), text);
            }
        }
    }
}
