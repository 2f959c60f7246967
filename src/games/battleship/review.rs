//! Judges the guesses of a game.
//!
//! The value of a guess is the average number of guesses needed over all placements that fit,
//! including this one, if the searcher makes those that follow. It is compared with the value of the
//! searcher's own guess. On the path of the stored strategy, and when at most twenty placements fit,
//! that is the best possible guess; otherwise it is the greedy one.

use std::sync::atomic::{AtomicBool, Ordering};

use super::feedback::classes;
use super::searcher::{GameState, Turn, initial_guess};
use super::{Answer, PLACEMENTS, Placement, answer};
use crate::repl::Tone;

/// A guess that loses at least this much on average is a mistake. Greedy guesses may be off by
/// less; exact averages over up to twenty placements never differ by less.
const NOTICED: f64 = 0.05;

/// A guess that loses at least this much is a blunder.
const BAD: f64 = 0.5;

/// A guess, judged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// The guess and its answer.
    pub(super) turn: Turn,
    /// The number of placements that fitted before the answer.
    pub(super) before: usize,
    /// The number that fit after it.
    pub(super) after: usize,
    /// A better guess, if there was one.
    pub(super) better: Option<Better>,
}

/// A guess that would have been better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Better {
    /// The guess.
    pub(super) guess: Placement,
    /// The average number of guesses with it, including this one.
    pub(super) needs: f64,
    /// The same for the guess that was made.
    pub(super) instead_of: f64,
}

impl Better {
    /// Returns the average number of guesses lost.
    pub(super) fn loss(self) -> f64 {
        self.instead_of - self.needs
    }

    /// `?` or `??`.
    pub(super) fn mark(self) -> (Tone, &'static str) {
        if self.loss() < BAD {
            (Tone::Mistake, "?")
        } else {
            (Tone::Blunder, "??")
        }
    }
}

/// Judges the guesses of a game, oldest first; when cancelled, only the first ones. All answers must
/// fit some placement.
pub(super) fn review(turns: &[Turn], cancel: &AtomicBool) -> Vec<Judged> {
    let (best_first, mut state) = initial_guess();
    // Mirrors keep all answers, so the stored strategy also covers the images of its first guess.
    let first = turns.first().map_or(best_first, |(guess, _)| *guess);
    let mut images = first.images().into_iter();
    let mirror = images.position(|image| image == best_first).unwrap_or(0);
    let mut targets: Vec<Placement> = Placement::all().collect();
    let mut judged = Vec::new();
    for &(guess, told) in turns {
        let seen = guess.images()[mirror];
        // The guess that finds the ships is not judged.
        let better = match told {
            Answer::FOUND => None,
            _ => better(&state, seen, &targets, cancel),
        };
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let before = targets.len();
        targets.retain(|&target| answer(target, seen) == told);
        judged.push(Judged {
            turn: (guess, told),
            before,
            after: targets.len(),
            better: better.map(|better| Better {
                guess: better.guess.images()[mirror],
                ..better
            }),
        });
        if told == Answer::FOUND || state.learn(seen, told).is_err() {
            break;
        }
    }
    judged
}

/// Returns a better guess, if the searcher knows one and was not cancelled.
fn better(
    state: &GameState,
    guess: Placement,
    targets: &[Placement],
    cancel: &AtomicBool,
) -> Option<Better> {
    let average = |guess| {
        let total = state.total(guess, targets, cancel)?;
        Some(f64::from(total) / targets.len() as f64)
    };
    let own = state.propose().ok().filter(|&own| own != guess)?;
    let better = Better {
        guess: own,
        needs: average(own)?,
        instead_of: average(guess)?,
    };
    // The averages are rounded.
    Some(better).filter(|better| better.loss() > NOTICED - 1e-9)
}

/// Gives the reason for a guess when these placements are possible.
pub(super) fn reason(possible: &[Placement], guess: Placement) -> String {
    let fits = match (possible.contains(&guess), possible.len()) {
        (true, 1) => return "finds the ships: no other placement fits".to_owned(),
        (true, PLACEMENTS) => "",
        (true, _) => "fits all answers so far and ",
        (false, _) => "cannot be the answer, but ",
    };
    let most = classes(guess, possible).map(|(_, class)| class.len()).max();
    let (most, total) = (most.unwrap_or(0), possible.len());
    format!("{fits}leaves at most {most} of {total} placements")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battleship::search;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn placement(text: &str) -> Placement {
        text.parse().expect("a placement")
    }

    /// Answers guesses at a target.
    fn turns(target: &str, guesses: &[&str]) -> Vec<Turn> {
        let target = placement(target);
        let turn = |guess: Placement| (guess, answer(target, guess));
        guesses.iter().map(|text| turn(placement(text))).collect()
    }

    #[test]
    fn the_searchers_own_guesses_and_their_mirror_images_are_optimal() {
        for index in (0..PLACEMENTS).step_by(97) {
            let target = Placement::from_index(index).expect("a placement");
            for mirror in 0..4 {
                let turns: Vec<Turn> = search(target)
                    .into_iter()
                    .map(|(guess, told)| (guess.images()[mirror], told))
                    .collect();
                let judged = review(&turns, &NEVER);
                assert_eq!(judged.len(), turns.len());
                assert!(judged.iter().all(|one| one.better.is_none()), "{turns:?}");
            }
        }
    }

    #[test]
    fn a_guess_has_its_reason() {
        let two = ["A1 A2 A3", "A1 A2 A4"].map(placement);
        for (possible, guess, why) in [
            (
                &two[..],
                two[0],
                "fits all answers so far and leaves at most 1 of 2 placements",
            ),
            (
                &two[..],
                placement("A3 H1 H2"),
                "cannot be the answer, but leaves at most 1 of 2 placements",
            ),
            (
                &two[..1],
                two[0],
                "finds the ships: no other placement fits",
            ),
        ] {
            assert_eq!(reason(possible, guess), why);
        }
    }

    #[test]
    fn the_total_of_the_strategy_is_known() {
        let (guess, state) = initial_guess();
        let all: Vec<Placement> = Placement::all().collect();
        assert_eq!(state.total(guess, &all, &NEVER), Some(22_856));
        // No other guess needs fewer.
        let other = state.total(placement("A1 A2 A3"), &all, &NEVER);
        assert!(other > Some(22_856), "{other:?}");
    }

    #[test]
    fn an_interrupted_review_judges_the_first_guesses() {
        let turns = turns("H1 B2 D3", &["B3 C3 H3", "H1 B2 D3"]);
        assert_eq!(review(&turns, &AtomicBool::new(true)), []);
    }
}
