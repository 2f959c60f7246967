//! Numbers: in moves, files, levels and on the command line.
//!
//! A number is decimal digits and nothing else. A sign, a blank, a digit of another script and a
//! leading zero are rejected: a typing error is never taken for a move.

use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::{Arg, Command, Error};

/// Parses a number.
pub(crate) fn parse<T: FromStr + ToString>(text: &str) -> Option<T> {
    text.parse()
        .ok()
        .filter(|number: &T| number.to_string() == text)
}

/// Parses the only word as a number.
pub(crate) fn only<T: FromStr + ToString>(words: &[&str]) -> Option<T> {
    match words {
        [word] => parse(word),
        _ => None,
    }
}

/// Restricts one of clap's number parsers, which would accept `+7` and `007`.
#[derive(Clone)]
pub(crate) struct Digits<P>(pub P);

impl<P: TypedValueParser<Value: ToString>> TypedValueParser for Digits<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        text: &OsStr,
    ) -> Result<P::Value, Error> {
        let typed = text.to_owned();
        let plain = move |number: P::Value| match number.to_string() {
            digits if *digits == *typed => Ok(number),
            _ => Err("expected digits without a sign or a leading zero"),
        };
        self.0.clone().try_map(plain).parse_ref(command, arg, text)
    }
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
    fn everything_else_is_rejected() {
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
    }

    proptest! {
        #[test]
        fn numbers_round_trip(number: u64) {
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
