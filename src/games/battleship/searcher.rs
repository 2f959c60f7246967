//! The searching player.

use super::{Answer, Placement, answer};

/// A guess that fits everything answered so far: the first in reading order.
#[must_use]
pub fn suggest(turns: &[(Placement, Answer)]) -> Option<Placement> {
    Placement::all().find(|&target| {
        turns
            .iter()
            .all(|&(guess, told)| answer(target, guess) == told)
    })
}
