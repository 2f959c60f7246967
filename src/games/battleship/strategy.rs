//! A complete plan for the searcher: a guess for every run of answers that can happen.
//!
//! The plan that is built in was computed by [`optimise`](super::solve::optimise) and is the best
//! there is for its first guess.
//!
//! # The stored form
//!
//! A tree in breadth-first order, four bytes for each node (the least significant first): 13 bits
//! for the number of the guess, 19 bits for the answers after which the game can go on, from
//! `0, 0, 0` up. The children of a node stand together, in the order of their answers, after the
//! children of all nodes before it.

use std::collections::VecDeque;
use std::sync::LazyLock;

use thiserror::Error;

use super::feedback::{ANSWERS, Answer};
use super::placement::Placement;

/// Bits of a stored node that hold the guess.
const GUESS_BITS: u32 = 13;

/// A plan for the searcher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    guess: Placement,
    /// A bit for each answer that leads on.
    answers: u32,
    /// Where the node of the first of them is.
    children: u32,
}

/// A place in a [`Strategy`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step(u32);

/// A plan that is being made: a guess, and what follows on the answers to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What to guess.
    pub guess: Placement,
    /// What to do then, in the order of the answers.
    pub next: Vec<(Answer, Plan)>,
}

/// Bytes that are no stored strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadStrategy {
    /// Not a whole number of nodes, or none.
    #[error("a strategy is four bytes for each node, not {0} bytes")]
    Length(usize),
    /// A guess that is no placement.
    #[error("node {0} has a guess that does not exist")]
    Guess(usize),
    /// The answers lead to more or fewer nodes than there are.
    #[error("the answers lead to {0} nodes, but there are {1}")]
    Count(usize, usize),
}

impl Strategy {
    /// The plan that is built in.
    #[must_use]
    pub fn built_in() -> &'static Strategy {
        static BUILT_IN: LazyLock<Strategy> = LazyLock::new(|| {
            Strategy::decode(include_bytes!("strategy.bin")).expect("a test reads the stored file")
        });
        &BUILT_IN
    }

    /// Brings a plan into the form in which it can be followed.
    #[must_use]
    pub fn new(plan: &Plan) -> Strategy {
        let mut nodes = Vec::new();
        let mut waiting = VecDeque::from([plan]);
        let mut placed = 1;
        while let Some(plan) = waiting.pop_front() {
            let going_on = plan
                .next
                .iter()
                .filter(|(answer, _)| *answer != Answer::FOUND);
            let mut next: Vec<&(Answer, Plan)> = going_on.collect();
            next.sort_by_key(|(answer, _)| *answer);
            next.dedup_by_key(|(answer, _)| *answer);
            nodes.push(Node {
                guess: plan.guess,
                answers: next
                    .iter()
                    .fold(0, |set, (answer, _)| set | 1 << answer.index()),
                children: placed,
            });
            placed += next.len() as u32;
            waiting.extend(next.into_iter().map(|(_, plan)| plan));
        }
        Strategy { nodes }
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// If the bytes are not a stored strategy.
    pub fn decode(bytes: &[u8]) -> Result<Strategy, BadStrategy> {
        let (words, rest) = bytes.as_chunks::<4>();
        if words.is_empty() || !rest.is_empty() {
            return Err(BadStrategy::Length(bytes.len()));
        }
        let mut nodes = Vec::with_capacity(words.len());
        let mut children = 1;
        for (at, &word) in words.iter().enumerate() {
            let word = u32::from_le_bytes(word);
            let guess = word & ((1 << GUESS_BITS) - 1);
            let guess = Placement::from_index(guess as usize).ok_or(BadStrategy::Guess(at))?;
            let answers = word >> GUESS_BITS;
            nodes.push(Node {
                guess,
                answers,
                children,
            });
            // A child that comes before its parent would send the searcher round in circles.
            if children as usize <= at {
                return Err(BadStrategy::Count(children as usize, words.len()));
            }
            children += answers.count_ones();
        }
        if children as usize != words.len() {
            return Err(BadStrategy::Count(children as usize, words.len()));
        }
        Ok(Strategy { nodes })
    }

    /// The stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let word = |node: &Node| node.guess.index() as u32 | node.answers << GUESS_BITS;
        (self.nodes.iter())
            .flat_map(|node| word(node).to_le_bytes())
            .collect()
    }

    /// Where it begins.
    #[must_use]
    pub const fn start(&self) -> Step {
        Step(0)
    }

    /// The guess at a step of this strategy.
    #[must_use]
    pub fn guess(&self, step: Step) -> Placement {
        self.nodes[step.0 as usize].guess
    }

    /// The step after an answer; `None` if the answer cannot come here or ends the game.
    #[must_use]
    pub fn after(&self, step: Step, answer: Answer) -> Option<Step> {
        let node = &self.nodes[step.0 as usize];
        let bit = 1 << answer.index();
        (node.answers & bit != 0)
            .then(|| Step(node.children + (node.answers & (bit - 1)).count_ones()))
    }

    /// How many guesses it makes in different situations.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it is empty, which it never is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

const _: () = assert!(GUESS_BITS as usize + ANSWERS - 1 == 32);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    fn placement(text: &str) -> Placement {
        text.parse().expect("a placement")
    }

    fn leaf(guess: &str) -> Plan {
        Plan {
            guess: placement(guess),
            next: Vec::new(),
        }
    }

    fn answer(exact: u8, one: u8, two: u8) -> Answer {
        Answer::new((exact, one, two)).expect("an answer")
    }

    #[test]
    fn a_plan_can_be_followed() {
        let mut second = leaf("B1 B2 B3");
        second.next.push((answer(0, 0, 3), leaf("H4 A1 C2")));
        let plan = Plan {
            guess: placement("A1 A2 A3"),
            next: vec![
                (answer(2, 0, 0), leaf("A1 A2 B1")),
                (answer(0, 3, 0), second),
            ],
        };
        let strategy = Strategy::new(&plan);
        assert_eq!(strategy.len(), 4);
        assert!(!strategy.is_empty());
        let start = strategy.start();
        assert_eq!(strategy.guess(start), placement("A1 A2 A3"));
        assert_eq!(strategy.after(start, Answer::FOUND), None);
        assert_eq!(strategy.after(start, answer(0, 0, 0)), None);
        let left = strategy.after(start, answer(0, 3, 0)).expect("a step");
        let right = strategy.after(start, answer(2, 0, 0)).expect("a step");
        assert_eq!(strategy.guess(left), placement("B1 B2 B3"));
        assert_eq!(strategy.guess(right), placement("A1 A2 B1"));
        let last = strategy.after(left, answer(0, 0, 3)).expect("a step");
        assert_eq!(strategy.guess(last), placement("A1 C2 H4"));
        assert_eq!(Strategy::decode(&strategy.encode()), Ok(strategy));
    }

    #[test]
    fn the_stored_file_is_what_it_should_be() {
        let bytes = include_bytes!("strategy.bin");
        let strategy = Strategy::decode(bytes).expect("the stored strategy");
        assert_eq!(strategy.encode(), bytes);
        assert_eq!(&strategy, Strategy::built_in());
        assert!(bytes.len() < 25_000);
    }

    #[test]
    fn damaged_files_are_told() {
        assert_eq!(Strategy::decode(&[]), Err(BadStrategy::Length(0)));
        assert_eq!(Strategy::decode(&[0; 7]), Err(BadStrategy::Length(7)));
        assert_eq!(Strategy::decode(&[255; 4]), Err(BadStrategy::Guess(0)));
        // One node too many, and one too few.
        assert_eq!(Strategy::decode(&[0; 8]), Err(BadStrategy::Count(1, 2)));
        let two = (1u32 << GUESS_BITS).to_le_bytes();
        assert_eq!(Strategy::decode(&two), Err(BadStrategy::Count(2, 1)));
    }

    #[test]
    fn no_bytes_lead_astray() {
        let mut rng = Rng::new(3);
        let stored = Strategy::built_in().encode();
        for _ in 0..2000 {
            let mut bytes = stored[..4 * rng.below(60)].to_vec();
            for _ in 0..rng.below(4) {
                let at = rng.below(bytes.len() + 1);
                bytes.insert(at, rng.next_u64() as u8);
            }
            if let Ok(strategy) = Strategy::decode(&bytes) {
                for at in 0..strategy.len() {
                    let steps = Answer::all().filter_map(|a| strategy.after(Step(at as u32), a));
                    for step in steps {
                        assert!(step.0 as usize > at && (step.0 as usize) < strategy.len());
                    }
                }
            }
        }
    }
}
