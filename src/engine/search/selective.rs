//! Speculative pruning, for searches with a time limit: looks deeper where it matters and less deep
//! elsewhere.
//!
//! | technique | meaning |
//! |---|---|
//! | quiescence | at the horizon continues with [noisy moves](Evaluator::noisy_moves) until it is quiet |
//! | null move | if even [passing](Game::pass) is good enough, some move will be |
//! | static cutoff | near the horizon, a position far above beta is good enough as it stands |
//! | futility | at the frontier, a quiet move far below alpha is not tried |
//! | late move reductions | moves late in the order are searched less deep, and again in full if they turn out well |
//! | internal reduction | a position without a hash move is searched a ply less deep |
//! | killers, countermoves | moves that caused cutoffs nearby are [tried early](super::ordering::Refutations) |
//!
//! A side that [must answer a threat](Evaluator::is_threatened) neither passes nor leaves out a move.
//! `docs/figures.md` lists what was tried and gained nothing.
//!
//! Claims about wins and losses stay true: a pruned move scores at least its static evaluation, so
//! no side is reported to lose before all its moves were tried.

use super::alphabeta::{Node, Worker};
use super::score::{BEST_STATIC, Evaluator, INFINITE, static_eval};
use crate::engine::{Game, StateOf};
use std::sync::LazyLock;

/// The reduction after a pass, in addition to a quarter of the depth.
const NULL_MOVE: u32 = 3;

/// The minimum depth of a null move.
const MIN_NULL_MOVE: u32 = 3;

/// The maximum depth of the static cutoff.
const MAX_STATIC_CUTOFF: u32 = 3;

/// The maximum depth of futility pruning.
const MAX_FUTILITY: u32 = 2;

/// The minimum depth of the internal reduction.
pub(super) const MIN_INTERNAL_REDUCTION: u32 = 4;

/// How strongly late moves are reduced.
const REDUCTIONS: f64 = 0.5;

/// The number of moves of a position that are never reduced.
const UNREDUCED: usize = 4;

/// Nodes closer to the root than this are never pruned by the static evaluation, so no end within
/// two plies is missed.
const FIRST_PRUNED_PLY: u32 = 3;

/// Natural logarithms of small numbers; a reduction is computed for nearly every move.
static LN: LazyLock<[f64; 256]> = LazyLock::new(|| std::array::from_fn(|n| (n as f64).ln()));

/// Returns the reduction of the quiet move at this place in the order.
pub(super) fn reduction(depth: u32, place: usize) -> u32 {
    if depth < 2 || place < UNREDUCED {
        return 0;
    }
    let ln = |number: usize| LN[number.min(LN.len() - 1)];
    (0.5 + ln(depth as usize) * ln(place) * REDUCTIONS) as u32
}

/// Which moves of a node are skipped or reduced.
#[derive(Clone, Copy)]
pub(super) struct Pruning {
    /// Whether late moves are reduced.
    pub(super) reduces: bool,
    /// Quiet moves are skipped unless alpha is below this.
    pub(super) futile: i32,
}

impl Pruning {
    pub(super) const NONE: Pruning = Pruning {
        reduces: false,
        futile: INFINITE,
    };
}

impl<G: Game, E: Evaluator<G>> Worker<'_, G, E> {
    /// Decides on the pruning of a node.
    ///
    /// # Errors
    /// The value, if the node needs no search.
    pub(super) fn pruning(&mut self, state: &StateOf<G>, node: Node) -> Result<Pruning, i32> {
        let Node { depth, ply, window } = node;
        if self.evaluator.is_threatened(self.game, state) {
            return Ok(Pruning::NONE);
        }
        let mut pruning = Pruning {
            reduces: true,
            ..Pruning::NONE
        };
        if !window.is_null_window() {
            return Ok(pruning);
        }
        let estimate = static_eval(self.game, self.evaluator, state);
        let margin = self.evaluator.margin() * depth as i32;
        if estimate >= window.beta && window.beta.abs() < BEST_STATIC {
            if depth <= MAX_STATIC_CUTOFF && estimate.saturating_sub(margin) >= window.beta {
                return Err(estimate);
            }
            if let Some(value) = self.null_move(state, node) {
                return Err(value);
            }
        }
        if depth <= MAX_FUTILITY && ply >= FIRST_PRUNED_PLY {
            pruning.futile = estimate.saturating_add(margin);
        }
        Ok(pruning)
    }

    /// Returns a value of at least beta, if a shallow search finds it even after a pass.
    fn null_move(&mut self, state: &StateOf<G>, node: Node) -> Option<i32> {
        let Node { depth, ply, window } = node;
        if depth < MIN_NULL_MOVE {
            return None;
        }
        let passed = self.game.pass(state)?;
        self.search_state.refutations.enter(ply + 1, None);
        let question = Node {
            depth: depth.saturating_sub(NULL_MOVE + depth / 4),
            ply: ply + 1,
            window: window.negated(),
        };
        let value = -self.search::<false>(&passed, question);
        // A win after a pass proves none without it.
        (value >= window.beta && !self.meter.stopped()).then(|| value.min(BEST_STATIC))
    }
}
