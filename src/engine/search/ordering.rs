//! The order in which the moves of a position are tried. It changes the speed of an exact search,
//! never its result.
//!
//! The best move from the table comes first, then the others by [rank](super::Evaluator::rank), and
//! among equal ranks by the history heuristic: the moves that have refuted the most positions come
//! first. A selective search tries [`Refutations`] before them. The lists of all positions from the
//! root to the current node lie on one stack, so nodes do not allocate.

use super::score::MAX_PLY;
use crate::engine::Side;
use crate::engine::hash::slot;
use std::hash::Hash;

/// A move still to be tried: its order score and its index in the move list, packed so that the
/// most promising candidate is the maximum, and among equals the first in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate(u64);

impl Candidate {
    const fn new(order_score: i32, index: u32) -> Self {
        let ascending = order_score as u32 ^ 1 << 31;
        Candidate((ascending as u64) << 32 | !index as u64)
    }

    const fn order_score(self) -> i32 {
        ((self.0 >> 32) as u32 ^ 1 << 31) as i32
    }

    const fn index(self) -> usize {
        !(self.0 as u32) as usize
    }
}

/// A stack of move lists, the deepest position's on top.
#[derive(Debug)]
pub(super) struct MoveStack<M> {
    moves: Vec<M>,
    /// The candidates of the lists that are past their hash move, in the same order.
    candidates: Vec<Candidate>,
}

/// One position's part of a [`MoveStack`]. Frames must be closed in reverse order of opening.
#[derive(Debug)]
pub(super) struct Frame {
    first_move: usize,
    end_of_moves: usize,
    first_candidate: usize,
    end_of_candidates: usize,
    hash_move: Option<usize>,
    stage: Stage,
    last_score: i32,
}

impl Frame {
    /// Returns the order score of the last move; 0 for the hash move, which has none.
    pub(super) const fn last_score(&self) -> i32 {
        self.last_score
    }
}

#[derive(Debug)]
enum Stage {
    /// The hash move is tried before the others are scored: it is often enough.
    HashMove,
    /// The others have no order scores yet.
    Score,
    /// The candidates before this place have been tried.
    Try(usize),
}

impl<M: Copy> MoveStack<M> {
    pub(super) const fn new() -> Self {
        MoveStack {
            moves: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Removes all lists: an interrupted search leaves some behind.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.candidates.clear();
    }

    /// Opens a new list, filled by `generate`. `hash_move` is the index of the move to try first,
    /// ignored if out of range.
    #[inline]
    pub(super) fn open(
        &mut self,
        hash_move: Option<usize>,
        generate: impl FnOnce(&mut Vec<M>),
    ) -> Frame {
        let first_move = self.moves.len();
        generate(&mut self.moves);
        let hash_move = hash_move.filter(|&index| index < self.moves.len() - first_move);
        Frame {
            first_move,
            end_of_moves: self.moves.len(),
            first_candidate: self.candidates.len(),
            end_of_candidates: self.candidates.len(),
            hash_move,
            stage: if hash_move.is_some() {
                Stage::HashMove
            } else {
                Stage::Score
            },
            last_score: 0,
        }
    }

    /// Returns the next move to try and its place in the list: the hash move, then the others, most
    /// promising first and equals in list order.
    #[inline]
    pub(super) fn next(
        &mut self,
        frame: &mut Frame,
        order_score: impl Fn(M) -> i32,
    ) -> Option<(usize, M)> {
        let index = match (&frame.stage, frame.hash_move) {
            (Stage::HashMove, Some(index)) => {
                frame.stage = Stage::Score;
                index
            }
            (Stage::Try(tried), _) => {
                let tried = *tried;
                self.pick(frame, tried)?
            }
            _ => {
                self.score_moves(frame, order_score);
                self.pick(frame, frame.first_candidate)?
            }
        };
        Some((index, self.moves[frame.first_move + index]))
    }

    fn score_moves(&mut self, frame: &mut Frame, order_score: impl Fn(M) -> i32) {
        let moves = &self.moves[frame.first_move..frame.end_of_moves];
        self.candidates.extend(
            (0..)
                .zip(moves)
                .map(|(index, &mv)| Candidate::new(order_score(mv), index)),
        );
        if let Some(hash_move) = frame.hash_move {
            self.candidates
                .swap_remove(frame.first_candidate + hash_move);
        }
        frame.end_of_candidates = self.candidates.len();
    }

    #[inline]
    fn pick(&mut self, frame: &mut Frame, next: usize) -> Option<usize> {
        let rest = &mut self.candidates[next..frame.end_of_candidates];
        if next == frame.first_candidate {
            // The first one is often enough, so the others are sorted only if it was not.
            let best = rest.iter().copied().fold(Candidate(0), Candidate::max);
            let place = rest.iter().position(|&candidate| candidate == best)?;
            rest.swap(0, place);
        } else if next == frame.first_candidate + 1 {
            rest.sort_unstable_by(|a, b| b.cmp(a));
        }
        let best = rest.first()?;
        frame.stage = Stage::Try(next + 1);
        frame.last_score = best.order_score();
        Some(best.index())
    }

    /// Iterates over the moves that were tried before the last one.
    pub(super) fn tried_before_last<'a>(&'a self, frame: &'a Frame) -> impl Iterator<Item = M> {
        let moves = &self.moves[frame.first_move..frame.end_of_moves];
        let (hash_move, candidates) = match frame.stage {
            Stage::Try(tried) => (
                frame.hash_move,
                &self.candidates[frame.first_candidate..tried - 1],
            ),
            _ => (None, &self.candidates[..0]),
        };
        let candidates = candidates.iter().map(|candidate| candidate.index());
        hash_move
            .into_iter()
            .chain(candidates)
            .map(|index| moves[index])
    }

    /// Pops the list.
    #[inline]
    pub(super) fn close(&mut self, frame: &Frame) {
        self.moves.truncate(frame.first_move);
        self.candidates.truncate(frame.first_candidate);
    }
}

/// Slots per side. Moves that share a slot are merely ordered a little worse.
const SLOTS: usize = 2048;

/// The bound of history scores. A rank of 1 outweighs any history.
const MAX_HISTORY: i32 = 1 << 14;
const RANK: i32 = 4 * MAX_HISTORY;

/// Ranks are clamped to this range.
const MAX_RANK: i32 = i32::MAX / RANK - 1;

/// The history scores of moves.
#[derive(Debug)]
pub(super) struct History {
    scores: Vec<[i16; SLOTS]>,
}

impl History {
    pub(super) fn new() -> Self {
        History {
            scores: vec![[0; SLOTS]; 2],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.scores.fill([0; SLOTS]);
    }

    /// Returns the order score of a move with this rank: rank first, then history.
    #[inline]
    pub(super) fn order_score<M: Hash>(&self, side: Side, mv: M, rank: i32) -> i32 {
        rank.clamp(-MAX_RANK, MAX_RANK) * RANK
            + i32::from(self.scores[side.index()][slot(mv, SLOTS)])
    }

    /// Returns the rank contained in an order score.
    #[inline]
    pub(super) const fn rank_of(order_score: i32) -> i32 {
        (order_score + MAX_HISTORY).div_euclid(RANK)
    }

    /// Moves a score towards a bound, more slowly the closer it gets: upwards for a move that
    /// caused a cutoff, downwards for one that was tried before it.
    pub(super) fn adjust<M: Hash>(&mut self, side: Side, mv: M, bonus: i32) {
        let score = &mut self.scores[side.index()][slot(mv, SLOTS)];
        let old = i32::from(*score);
        *score = (old + bonus - old * bonus.abs() / MAX_HISTORY) as i16;
    }
}

/// The bonus of a refutation in the order score: more than histories differ by, less than a rank.
const REFUTATION: i32 = 2 * MAX_HISTORY - 1;

/// The quiet moves that caused cutoffs lately: the last two at each ply ("killers"), and the last
/// answer to each move ("countermoves").
#[derive(Debug)]
pub(super) struct Refutations<M> {
    killers: Vec<[Option<M>; 2]>,
    countermoves: Vec<Option<M>>,
    /// The move that led to each ply; none after a pass.
    previous: Vec<Option<M>>,
}

impl<M: Copy + Eq + Hash> Refutations<M> {
    pub(super) fn new() -> Self {
        let plies = MAX_PLY as usize + 1;
        Refutations {
            killers: vec![[None; 2]; plies],
            countermoves: vec![None; SLOTS],
            previous: vec![None; plies],
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.countermoves.fill(None);
    }

    /// Records the move that leads to a ply.
    pub(super) fn enter(&mut self, ply: u32, mv: Option<M>) {
        self.previous[ply as usize] = mv;
    }

    /// Returns the moves to try first at a ply.
    pub(super) fn at(&self, ply: u32) -> [Option<M>; 3] {
        let [first, second] = self.killers[ply as usize];
        let previous = self.previous[ply as usize];
        let countermove = previous.and_then(|mv| self.countermoves[slot(mv, SLOTS)]);
        [first, second, countermove]
    }

    /// Adds the move that caused a cutoff at a ply.
    pub(super) fn add(&mut self, ply: u32, mv: M) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(previous) = self.previous[ply as usize] {
            self.countermoves[slot(previous, SLOTS)] = Some(mv);
        }
    }
}

/// Returns the bonus of a move in the order score if it is a refutation, or 0.
#[inline]
pub(super) fn refutation_bonus<M: Eq>(refutations: &[Option<M>; 3], mv: M) -> i32 {
    if refutations.contains(&Some(mv)) {
        REFUTATION
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(stack: &mut MoveStack<char>, frame: &mut Frame) -> String {
        let order_score = |mv: char| i32::from(mv.is_uppercase()) - 1;
        std::iter::from_fn(|| stack.next(frame, order_score))
            .map(|(_, mv)| mv)
            .collect()
    }

    #[test]
    fn the_hash_move_comes_first_then_moves_by_rank_then_in_list_order() {
        for (hash_move, order) in [
            (None, "BDFaceg"),
            (Some(4), "eBDFacg"),
            (Some(1), "BDFaceg"),
            (Some(7), "BDFaceg"),
        ] {
            let mut stack = MoveStack::new();
            let mut frame = stack.open(hash_move, |moves| moves.extend("aBcDeFg".chars()));
            assert_eq!(drain(&mut stack, &mut frame), order);
            assert_eq!(stack.next(&mut frame, |_| 0), None, "it stays empty");
            stack.close(&frame);
            assert!(stack.moves.is_empty() && stack.candidates.is_empty());
        }
    }

    #[test]
    fn frames_can_be_nested() {
        let mut stack = MoveStack::new();
        let mut outer = stack.open(Some(1), |moves| moves.extend("abc".chars()));
        let mut seen = String::new();
        while let Some((_, mv)) = stack.next(&mut outer, |_| 0) {
            let mut inner = stack.open(None, |moves| moves.extend("xY".chars()));
            seen.push(mv);
            seen.push_str(&drain(&mut stack, &mut inner));
            stack.close(&inner);
        }
        assert_eq!(seen, "bYxaYxcYx");
    }

    #[test]
    fn moves_tried_before_the_last_are_known() {
        let mut stack = MoveStack::new();
        let mut frame = stack.open(Some(2), |moves| moves.extend("abcd".chars()));
        for before in ["", "c", "ca", "cab"] {
            assert!(stack.next(&mut frame, |_| 0).is_some());
            assert_eq!(stack.tried_before_last(&frame).collect::<String>(), before);
        }
    }

    #[test]
    fn rank_outweighs_history_and_sides_have_their_own() {
        let mut known = History::new();
        for _ in 0..10_000 {
            known.adjust(Side::First, 1u8, 81);
            known.adjust(Side::First, 2u8, -81);
        }
        let order_score = |mv: u8, rank| known.order_score(Side::First, mv, rank);
        assert!(order_score(1, 0) > order_score(3, 0) && order_score(3, 0) > order_score(2, 0));
        assert!(order_score(2, 1) > order_score(1, 0));
        assert!(order_score(1, -1) < order_score(2, 0));
        assert!(order_score(2, i32::MAX) > order_score(1, 1000));
        assert!(order_score(1, i32::MIN) < order_score(2, -1000));
        assert_eq!(known.order_score(Side::Second, 1u8, 0), 0, "sides differ");
    }

    #[test]
    fn the_last_two_killers_and_the_last_countermove_are_kept() {
        let mut known = Refutations::new();
        known.enter(3, Some('x'));
        assert_eq!(known.at(3), [None; 3]);
        known.add(3, 'a');
        known.enter(3, None);
        known.add(3, 'b');
        known.add(3, 'b');
        assert_eq!(known.at(3), [Some('b'), Some('a'), None]);
        known.enter(3, Some('x'));
        assert_eq!(known.at(3), [Some('b'), Some('a'), Some('a')]);
        known.clear();
        assert_eq!(known.at(3), [None; 3]);
    }

    #[test]
    fn a_refutation_outweighs_history_but_not_rank() {
        let killers = [Some('a'), None, None];
        assert_eq!(refutation_bonus(&killers, 'b'), 0);
        let bonus = refutation_bonus(&killers, 'a');
        assert!(bonus + 1 >= 2 * MAX_HISTORY);
        assert_eq!(History::rank_of(bonus + MAX_HISTORY), 0);
    }

    #[test]
    fn scores_stay_within_their_bounds() {
        let mut known = History::new();
        for _ in 0..100_000 {
            known.adjust(Side::First, 1u8, 900);
            known.adjust(Side::First, 2u8, -900);
        }
        let order_score = |mv: u8| known.order_score(Side::First, mv, 0);
        assert!((MAX_HISTORY / 2..=MAX_HISTORY).contains(&order_score(1)));
        assert!((-MAX_HISTORY..=-MAX_HISTORY / 2).contains(&order_score(2)));
        known.clear();
        assert_eq!(known.order_score(Side::First, 1u8, 0), 0);
    }
}
