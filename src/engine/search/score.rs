//! Search scores, from the view of the side to move, with the distance to a forced win or loss.
//!
//! A draw is 0, a static guess lies within ±[`BEST_STATIC`], and a forced win in `n` plies is
//! [`WIN`]` - n`: worth more the sooner it comes, as a loss is less bad the later it comes.

/// A win on the spot. Small enough for 24 bits, so that the table can pack it.
pub const WIN: i32 = 4_000_000;

/// The most plies a search looks ahead. Deeper than any practical search, and shallow enough for
/// the stack of a thread.
pub const MAX_PLY: u32 = 1000;

/// The best a static evaluation can say; what lies above is a forced win. Evaluations beyond are
/// cut down to this.
pub const BEST_STATIC: i32 = WIN - MAX_PLY as i32 - 1;

/// More than any score: the open end of a search window.
pub(super) const INFINITE: i32 = WIN + 1;

/// A forced end, as seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The side to move wins after this many plies at the latest.
    WinIn(u32),
    /// The side to move can put off its defeat for this many plies.
    LossIn(u32),
}

/// The score of a forced win in `plies`.
#[must_use]
pub const fn win_in(plies: u32) -> i32 {
    WIN - plies as i32
}

/// The score of a forced loss in `plies`.
#[must_use]
pub const fn loss_in(plies: u32) -> i32 {
    -win_in(plies)
}

/// The forced end that a score tells of, if it tells of one.
///
/// ```
/// use game::engine::search::{Ending, ending, loss_in, win_in};
///
/// assert_eq!(ending(win_in(3)), Some(Ending::WinIn(3)));
/// assert_eq!(ending(loss_in(2)), Some(Ending::LossIn(2)));
/// assert_eq!(ending(250), None);
/// ```
#[must_use]
pub const fn ending(score: i32) -> Option<Ending> {
    if score > BEST_STATIC {
        Some(Ending::WinIn((WIN - score) as u32))
    } else if score < -BEST_STATIC {
        Some(Ending::LossIn((WIN + score) as u32))
    } else {
        None
    }
}

/// Moves the zero of the count of plies from the root to a node `ply` plies below it: what the
/// table keeps must not depend on where in a search a position was met.
pub(super) const fn from_root_to_node(score: i32, ply: u32) -> i32 {
    match ending(score) {
        Some(Ending::WinIn(_)) => score + ply as i32,
        Some(Ending::LossIn(_)) => score - ply as i32,
        None => score,
    }
}

/// The way back. A win so far away that the sum passes [`MAX_PLY`] stays a win.
pub(super) fn from_node_to_root(score: i32, ply: u32) -> i32 {
    match ending(score) {
        Some(Ending::WinIn(_)) => (score - ply as i32).max(win_in(MAX_PLY)),
        Some(Ending::LossIn(_)) => (score + ply as i32).min(loss_in(MAX_PLY)),
        None => score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(win_in(1) > win_in(2));
        assert!(loss_in(1) < loss_in(2));
        assert!(win_in(MAX_PLY) > BEST_STATIC);
        assert!(loss_in(MAX_PLY) < -BEST_STATIC);
    }

    #[test]
    fn static_scores_tell_of_no_end() {
        for score in [-BEST_STATIC, -1, 0, 1, BEST_STATIC] {
            assert_eq!(ending(score), None);
        }
        assert_eq!(ending(win_in(0)), Some(Ending::WinIn(0)));
        assert_eq!(ending(loss_in(MAX_PLY)), Some(Ending::LossIn(MAX_PLY)));
    }

    #[test]
    fn going_to_the_node_and_back_changes_nothing() {
        for score in [win_in(7), loss_in(9), 0, 12, -BEST_STATIC] {
            for ply in [0, 1, 5] {
                assert_eq!(from_node_to_root(from_root_to_node(score, ply), ply), score);
            }
        }
        assert_eq!(from_root_to_node(win_in(7), 5), win_in(2));
        assert_eq!(from_root_to_node(loss_in(7), 5), loss_in(2));
        assert_eq!(from_node_to_root(win_in(MAX_PLY - 1), 5), win_in(MAX_PLY));
    }
}
