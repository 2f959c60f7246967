//! A set of targets divided by the answers to a guess.

use super::candidate_set::CandidateSet;
use crate::games::battleship::feedback::ANSWERS;

/// The classes of a set, by answer.
#[derive(Debug)]
pub(crate) struct Classes {
    items: Vec<u16>,
    ends: [u16; ANSWERS],
}

impl Classes {
    /// The set, divided by the answers to the guess at a place.
    pub(crate) fn new(candidates: &CandidateSet, set: &[u16], place: usize) -> Classes {
        let row = candidates.row(place);
        let code = |target: u16| usize::from(row[usize::from(target)] & 31);
        let mut next = [0u16; 32];
        for &target in set {
            next[code(target)] += 1;
        }
        let mut ends = [0; ANSWERS];
        let mut sum = 0;
        for (next, end) in next.iter_mut().zip(&mut ends) {
            let start = sum;
            sum += *next;
            *end = sum;
            *next = start;
        }
        let mut items = vec![0; set.len()];
        for &target in set {
            let next = &mut next[code(target)];
            items[usize::from(*next)] = target;
            *next += 1;
        }
        Classes { items, ends }
    }

    /// The targets that give the answer with this number.
    pub(crate) fn get(&self, code: usize) -> &[u16] {
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.items[usize::from(start)..usize::from(self.ends[code])]
    }
}
