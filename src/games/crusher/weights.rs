//! The weights of the evaluation, for each N.
//!
//! Those for N = 3 were fitted to the solved game: to the true outcome of positions that a search
//! looks at. Those for N = 4 were fitted to the outcome of games of the program against itself. For
//! N = 5 such fits, and fits to the values that a deeper search finds, lost their matches against
//! weights set by hand; those were then improved in matches of single changes (`cargo bench --bench
//! crusher_tune`). They are used for N = 6, too. The order of the numbers is that of
//! [`NAMES`](super::features::NAMES); the unit has no meaning.
//!
//! What helps at an even depth can do harm at an odd one, and the other way round: whoever changes
//! a weight should play matches at both.

use super::eval::{Evaluation, Weights};

pub(super) const THREE: Evaluation = Evaluation::with_weights([
    Weights {
        base: -34,
        own: [-6, -275, 110, -10, -24, 14, -2, 38, -23, -30, -34, -7],
        enemy: [-51, 0, 279, 52, -189, 133, 99, -21, 13, -22, 85, 12],
    },
    Weights {
        base: 1,
        own: [1, -2, 2, -29, 34, 12, -37, 29, -25, -32, -70, -19],
        enemy: [1, -2, 2, 104, -255, 36, 132, -24, 30, 34, 74, 25],
    },
    Weights {
        base: 29,
        own: [34, 0, -55, -69, 70, -16, -69, 69, -20, -8, -62, 27],
        enemy: [16, 166, -41, 72, -90, 98, 74, -15, 0, 40, 46, -9],
    },
]);

pub(super) const FOUR: Evaluation = Evaluation::with_weights(
    [Weights {
        base: 5,
        own: [60, -187, -66, -18, -7, 9, -5, 19, 0, -8, 2, 1],
        enemy: [-46, 189, 72, 56, -95, 28, 38, -25, 7, 3, 3, 0],
    }; 3],
);

pub(super) const FIVE: Evaluation = Evaluation::with_weights(
    [Weights {
        base: 0,
        own: [100, -60, -10, -10, 5, -10, 0, 6, -1, -4, 1, 1],
        enemy: [-100, 60, 10, 70, -40, 40, 10, -6, 1, 4, -1, -1],
    }; 3],
);
