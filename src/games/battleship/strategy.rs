//! A complete plan for the searcher: a guess for every run of answers that can happen.
//!
//! The plan that is built in was computed by [`optimise`](super::solve::optimise); no plan needs fewer
//! guesses ([`bound`](super::bound)).
//!
//! # The stored form
//!
//! A tree in breadth-first order, four bytes for each node (the least significant first): 13 bits
//! for the number of the guess, 19 bits for the answers after which the game can go on, from
//! `0, 0, 0` up. The children of a node stand together, in the order of their answers, after the
//! children of all nodes before it.

use std::collections::VecDeque;
use std::sync::LazyLock;

use super::feedback::{ANSWERS, Answer, answer};
use super::placement::Placement;

/// Bits of a stored node that hold the guess.
const GUESS_BITS: u32 = 13;

const _: () = assert!(GUESS_BITS as usize + ANSWERS - 1 == 32);

/// A plan in the form in which it is followed and stored.
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
    /// The guess.
    pub guess: Placement,
    /// The plans for the answers that lead on, in their order.
    pub next: Vec<(Answer, Plan)>,
}

impl Strategy {
    /// The plan that is built in.
    #[must_use]
    pub fn built_in() -> &'static Strategy {
        static BUILT_IN: LazyLock<Strategy> =
            LazyLock::new(|| Strategy::decode(include_bytes!("strategy.bin")));
        &BUILT_IN
    }

    /// Brings a plan into the form in which it can be followed.
    #[must_use]
    pub fn new(plan: &Plan) -> Strategy {
        let mut nodes = Vec::new();
        let mut waiting = VecDeque::from([plan]);
        let mut children = 1;
        while let Some(Plan { guess, next }) = waiting.pop_front() {
            let answers = next.iter().map(|(answer, _)| 1 << answer.index()).sum();
            nodes.push(Node {
                guess: *guess,
                answers,
                children,
            });
            children += next.len() as u32;
            waiting.extend(next.iter().map(|(_, plan)| plan));
        }
        Strategy { nodes }
    }

    /// Reads the stored form.
    fn decode(bytes: &[u8]) -> Strategy {
        let mut children = 1;
        let node = |&word: &[u8; 4]| {
            let word = u32::from_le_bytes(word);
            let guess = Placement::from_index((word & ((1 << GUESS_BITS) - 1)) as usize);
            let node = Node {
                guess: guess.expect("a test reads the stored file"),
                answers: word >> GUESS_BITS,
                children,
            };
            children += node.answers.count_ones();
            node
        };
        Strategy {
            nodes: bytes.as_chunks().0.iter().map(node).collect(),
        }
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
}

/// How many guesses a strategy needs for all targets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Evaluation {
    /// How many targets are found with 1, 2, 3 … guesses.
    pub counts: Vec<u32>,
}

impl Evaluation {
    /// Plays a strategy against all 4960 targets; those that it does not find do not count.
    #[must_use]
    pub fn of(strategy: &Strategy) -> Evaluation {
        let mut evaluation = Evaluation::default();
        for guesses in Placement::all().filter_map(|target| guesses(strategy, target)) {
            evaluation.add(guesses);
        }
        evaluation
    }

    /// Counts a target found with this many guesses, at least one.
    pub(super) fn add(&mut self, guesses: usize) {
        self.counts.resize(self.counts.len().max(guesses), 0);
        self.counts[guesses - 1] += 1;
    }

    /// A line with a bar for each number of guesses.
    pub(super) fn histogram(&self) -> String {
        const EIGHTHS: u32 = 8 * 50;
        const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
        let most = self.counts.iter().copied().max().unwrap_or(0).max(1);
        let mut text = String::new();
        for (guesses, &targets) in (1..).zip(&self.counts) {
            let eighths = (targets * EIGHTHS / most) as usize;
            let bar = "█".repeat(eighths / 8) + PARTS[eighths % 8];
            text += format!("{guesses:>3} {targets:>6}  {bar}").trim_end();
            text += "\n";
        }
        text
    }

    /// The guesses for all targets together.
    #[must_use]
    pub fn total(&self) -> u32 {
        let guesses = (1..).zip(&self.counts);
        guesses.map(|(guesses, count)| guesses * count).sum()
    }

    /// The guesses per target on average.
    #[must_use]
    pub fn average(&self) -> f64 {
        f64::from(self.total()) / f64::from(self.counts.iter().sum::<u32>())
    }

    /// The most guesses that a target takes.
    #[must_use]
    pub fn worst(&self) -> usize {
        self.counts.len()
    }
}

/// How many guesses a strategy needs for a target; `None` if it does not find it.
fn guesses(strategy: &Strategy, target: Placement) -> Option<usize> {
    let mut step = strategy.start();
    let mut guesses = 1;
    loop {
        match answer(target, strategy.guess(step)) {
            Answer::FOUND => return Some(guesses),
            other => step = strategy.after(step, other)?,
        }
        guesses += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaf(guess: &str) -> Plan {
        Plan {
            guess: guess.parse().expect("a placement"),
            next: Vec::new(),
        }
    }

    fn said(exact: u8, one: u8, two: u8) -> Answer {
        Answer::new((exact, one, two)).expect("an answer")
    }

    #[test]
    fn a_plan_can_be_followed() {
        let mut second = leaf("B1 B2 B3");
        second.next.push((said(0, 0, 3), leaf("H4 A1 C2")));
        let mut plan = leaf("A1 A2 A3");
        plan.next = vec![(said(0, 3, 0), second), (said(2, 0, 0), leaf("A1 A2 B1"))];
        let strategy = Strategy::new(&plan);
        let start = strategy.start();
        let guess = |step| strategy.guess(step).to_string();
        assert_eq!(guess(start), "A1 A2 A3");
        assert_eq!(strategy.after(start, Answer::FOUND), None);
        assert_eq!(strategy.after(start, said(0, 0, 0)), None);
        let left = strategy.after(start, said(0, 3, 0)).expect("a step");
        let right = strategy.after(start, said(2, 0, 0)).expect("a step");
        assert_eq!([guess(left), guess(right)], ["B1 B2 B3", "A1 A2 B1"]);
        let last = strategy.after(left, said(0, 0, 3)).expect("a step");
        assert_eq!(guess(last), "A1 C2 H4");
        assert_eq!(Strategy::decode(&strategy.encode()), strategy);
    }

    #[test]
    fn the_stored_strategy_finds_every_target() {
        let strategy = Strategy::built_in();
        assert_eq!(strategy.encode(), include_bytes!("strategy.bin"));
        let evaluation = Evaluation::of(strategy);
        assert_eq!(evaluation.counts, [1, 4, 89, 2081, 2469, 301, 15]);
        assert_eq!(evaluation.counts.iter().sum::<u32>(), 4960);
        assert_eq!((evaluation.total(), evaluation.worst()), (22_856, 7));
        assert_eq!(format!("{:.4}", evaluation.average()), "4.6081");
    }
}
