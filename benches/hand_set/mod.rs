//! The weights of the evaluations as they were before they were fitted: where a fit begins, and the
//! baseline of matches.

use game::games::{crusher, tafl};

/// Set by hand, with matches against counting pieces.
pub fn of_tafl() -> tafl::Evaluation {
    tafl::Evaluation {
        base: -450,
        features: [
            100, -130, -5, -25, -65, -60, -30, -40, -2, 60, 400, 15, 20, 0, 0,
        ],
        squares: [
            [-40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            [0; 15],
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -30, -60],
        ],
    }
}

/// For N = 4 fitted to games of an earlier program, for more set by hand and improved in matches of
/// single changes. For N = 3 as they are: fitted to the solved game.
pub fn of_crusher(size: usize) -> crusher::Evaluation {
    let weights = match size {
        0..=3 => return crusher::Evaluation::new(size),
        4 => crusher::Weights {
            base: 5,
            own: [60, -187, -66, -18, -7, 9, -5, 19, 0, -8, 2, 1],
            enemy: [-46, 189, 72, 56, -95, 28, 38, -25, 7, 3, 3, 0],
        },
        _ => crusher::Weights {
            base: 0,
            own: [100, -60, -10, -10, 5, -10, 0, 6, -1, -4, 1, 1],
            enemy: [-100, 60, 10, 70, -40, 40, 10, -6, 1, 4, -1, -1],
        },
    };
    crusher::Evaluation([weights; 3])
}
