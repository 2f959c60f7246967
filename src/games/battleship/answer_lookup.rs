//! Every answer to every guess, computed once: what the searches look up all the time.

use std::sync::OnceLock;

use super::feedback::Nearness;
use super::placement::{PLACEMENTS, Placement};

/// The answers to all 4960 × 4960 pairs, as their numbers.
#[derive(Debug)]
pub(crate) struct AnswerLookup {
    /// By guess, then by target.
    codes: Vec<u8>,
}

impl AnswerLookup {
    /// The lookup, built when it is first wanted: 24.6 million answers, some hundredths of a second.
    pub(crate) fn get() -> &'static AnswerLookup {
        static LOOKUP: OnceLock<AnswerLookup> = OnceLock::new();
        LOOKUP.get_or_init(AnswerLookup::new)
    }

    fn new() -> AnswerLookup {
        let nearness = Nearness::new(Placement::all());
        let mut codes = Vec::with_capacity(PLACEMENTS * PLACEMENTS);
        for guess in Placement::all() {
            codes.extend(nearness.codes(guess));
        }
        AnswerLookup { codes }
    }

    /// The numbers of the answers to a guess, by target.
    pub(crate) fn row(&self, guess: usize) -> &[u8] {
        &self.codes[guess * PLACEMENTS..][..PLACEMENTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battleship::feedback::answer;

    #[test]
    fn holds_the_answers() {
        let lookup = AnswerLookup::get();
        for guess in Placement::all().step_by(7) {
            let row = lookup.row(guess.index());
            for (target, &code) in Placement::all().zip(row) {
                assert_eq!(usize::from(code), answer(target, guess).index());
            }
        }
    }
}
