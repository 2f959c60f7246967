//! The weights of the evaluation, for each N.
//!
//! Those for N = 3 were fitted to the solved game: to the true outcome of positions that a search
//! looks at. Those for N = 4 were fitted to the outcome of games of the program against itself
//! (`cargo bench --bench fit -- crusher4 6000 3000 1`). For N = 5 such fits lost or drew their matches
//! against weights set by hand and improved in matches of single changes (`cargo bench --bench
//! crusher_tune`), which stay; most games of N = 5 and 6 are cut off undecided, so an outcome says
//! little there. The weights of N = 5 are used for N = 6, too. The order of the numbers is that of
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

pub(super) const FOUR: Evaluation = Evaluation::with_weights([
    Weights {
        base: 45,
        own: [266, -193, -20, -20, 2, -16, 42, 26, 8, -32, 34, 7],
        enemy: [-338, 189, 136, 22, -247, 416, 152, -15, 13, 18, 1, 0],
    },
    Weights {
        base: 41,
        own: [55, -200, -76, -58, 25, 43, -33, 6, -4, -10, 8, 5],
        enemy: [-51, 176, 62, 220, -185, -24, 18, -10, 5, 8, -8, -4],
    },
    Weights {
        base: 24,
        own: [154, -187, -27, -95, 15, 6, -97, 83, 18, -69, -59, 28],
        enemy: [-29, 232, 82, 20, -109, 7, 2, 12, 46, -11, 33, -1],
    },
]);

pub(super) const FIVE: Evaluation = Evaluation::with_weights(
    [Weights {
        base: 0,
        own: [100, -60, -10, -10, 5, -10, 0, 6, -1, -4, 1, 1],
        enemy: [-100, 60, 10, 70, -40, 40, 10, -6, 1, 4, -1, -1],
    }; 3],
);
