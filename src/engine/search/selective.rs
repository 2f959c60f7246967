//! The guesses of a selective search, for when time is limited: it looks deeper where it matters and
//! less deep elsewhere, and is right far more often than wrong.
//!
//! | technique | meaning |
//! |---|---|
//! | quiescence | at the horizon goes on with [noisy moves](super::Evaluator::noisy_moves) until it is quiet |
//! | late move reductions | moves late in the order are searched less deep, and again in full if they turn out well |
//!
//! A side that [must answer a threat](super::Evaluator::is_threatened) searches every move in full depth.
//! `docs/figures.md` lists what was tried and gained nothing.

use std::sync::LazyLock;

/// How strongly late moves are reduced.
const REDUCTIONS: f64 = 0.5;

/// How many moves of a position are never reduced.
const UNREDUCED: usize = 4;

/// Natural logarithms of small numbers; a reduction is computed for nearly every move.
static LN: LazyLock<[f64; 256]> = LazyLock::new(|| std::array::from_fn(|n| (n as f64).ln()));

/// Returns how much less deep the quiet move at this place of the order is searched.
pub(super) fn reduction(depth: u32, place: usize) -> u32 {
    if depth < 2 || place < UNREDUCED {
        return 0;
    }
    let ln = |number: usize| LN[number.min(LN.len() - 1)];
    (0.5 + ln(depth as usize) * ln(place) * REDUCTIONS) as u32
}
