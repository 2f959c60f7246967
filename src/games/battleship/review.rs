//! Judges the guesses of a game.
//!
//! A guess is judged by how many guesses are needed on average over all placements that fit, it
//! included, if the searcher makes those that follow. It is compared with the guess that the
//! searcher would make. On the path of the stored strategy, and where at most twenty placements fit,
//! that is the best there is; elsewhere it is the greedy guess.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::searcher::{GameState, Turn, initial_guess};
use super::{Answer, Mirror, Placement, answer};
use crate::repl::Tone;

/// A guess that loses at least so much on average is not the best. Less is within what greedy
/// guesses may be wrong by; exact totals of up to twenty placements never differ by less.
const NOTICED: f64 = 0.05;

/// A guess that loses at least so much is a bad one.
const BAD: f64 = 0.5;

/// A guess, judged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// The guess and its answer.
    pub(super) turn: Turn,
    /// How many placements fitted before the answer.
    pub(super) before: usize,
    /// How many fit after it.
    pub(super) after: usize,
    /// A better guess, if there was one.
    pub(super) better: Option<Better>,
}

/// A guess that would have been better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Better {
    /// The guess.
    pub(super) guess: Placement,
    /// How many guesses are needed on average after it, it included.
    pub(super) needs: f64,
    /// How many are needed after the guess that was made.
    pub(super) instead_of: f64,
}

impl Better {
    /// How many guesses were given away on average.
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

/// Judges the guesses of a game, oldest first; those that are left when `cancel` comes are not
/// judged. All answers must fit some placement.
pub(super) fn review(turns: &[Turn], cancel: &AtomicBool) -> Vec<Judged> {
    let (best_first, mut state) = initial_guess();
    // A mirror keeps all answers: what the strategy knows about its first guess it knows about the
    // three mirrored ones, too.
    let first = turns.first().map_or(best_first, |(guess, _)| *guess);
    let onto = |mirror: &Mirror| first.mirrored(*mirror) == best_first;
    let mirror = Mirror::ALL.into_iter().find(onto);
    let mirror = mirror.unwrap_or(Mirror::NONE);
    let mut targets: Vec<Placement> = Placement::all().collect();
    let mut judged = Vec::new();
    for &(guess, told) in turns {
        let seen = guess.mirrored(mirror);
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
                guess: better.guess.mirrored(mirror),
                ..better
            }),
        });
        if told == Answer::FOUND || state.learn(seen, told).is_err() {
            break;
        }
    }
    judged
}

/// A better guess than this one, if the searcher knows one and `cancel` does not come first.
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
    let own = state.propose_among(targets).filter(|&own| own != guess)?;
    let better = Better {
        guess: own,
        needs: average(own)?,
        instead_of: average(guess)?,
    };
    // A little less, as the averages are rounded.
    Some(better).filter(|better| better.loss() > NOTICED - 1e-9)
}

/// Reasons for a guess when these placements are possible.
pub(super) fn reasons(possible: &[Placement], guess: Placement) -> Vec<String> {
    let mut left = BTreeMap::new();
    for &target in possible {
        *left.entry(answer(target, guess).triple()).or_insert(0) += 1;
    }
    let total = possible.len();
    let most: usize = left.into_values().max().unwrap_or(0);
    let fits = match (possible.contains(&guess), total) {
        (true, 1) => return vec!["finds the ships: no other placement fits".to_owned()],
        (true, _) => "fits all answers so far",
        (false, _) => "cannot be right, but tells more",
    };
    vec![
        fits.to_owned(),
        format!("leaves at most {most} of {total} placements"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::battleship::{PLACEMENTS, search};

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn placement(text: &str) -> Placement {
        text.parse().expect("a placement")
    }

    /// These guesses with their answers, if the ships are there.
    fn turns(target: &str, guesses: &[&str]) -> Vec<Turn> {
        let target = placement(target);
        let turn = |guess: Placement| (guess, answer(target, guess));
        guesses.iter().map(|text| turn(placement(text))).collect()
    }

    #[test]
    fn the_searcher_has_nothing_to_reproach_itself_with_nor_in_a_mirror() {
        for index in (0..PLACEMENTS).step_by(97) {
            let target = Placement::from_index(index).expect("a placement");
            for mirror in Mirror::ALL {
                let turns: Vec<Turn> = search(target)
                    .into_iter()
                    .map(|(guess, told)| (guess.mirrored(mirror), told))
                    .collect();
                let judged = review(&turns, &NEVER);
                assert_eq!(judged.len(), turns.len());
                for one in judged {
                    assert_eq!(one.better, None, "{turns:?}");
                }
            }
        }
    }

    #[test]
    fn each_answer_tells_what_it_left() {
        let turns = turns("H1 B2 D3", &["B3 C3 H3", "A1 A3 H1", "H1 B2 D3"]);
        let judged = review(&turns, &NEVER);
        let left: Vec<(usize, usize)> = judged.iter().map(|one| (one.before, one.after)).collect();
        assert_eq!(left, [(PLACEMENTS, 996), (996, 43), (43, 1)]);
    }

    #[test]
    fn a_guess_that_tells_nothing_is_a_bad_one() {
        let turns = turns("H1 B2 D3", &["A1 A3 H1", "A1 A3 H1"]);
        let judged = review(&turns, &NEVER);
        assert_eq!(judged[0].better, None);
        let better = judged[1].better.expect("any other guess is better");
        assert_eq!(
            (judged[1].before, judged[1].after),
            (judged[0].after, judged[0].after)
        );
        assert_eq!(better.guess, search(placement("H1 B2 D3"))[1].0);
        // One guess, and a little more: the strategy does not know such a game.
        assert!((1.0..1.05).contains(&better.loss()), "{better:?}");
        assert_eq!(better.mark().1, "??");
    }

    #[test]
    fn a_guess_has_its_reasons() {
        let all: Vec<Placement> = Placement::all().collect();
        let first = reasons(&all, placement("A1 A3 H1"));
        assert_eq!(first[0], "fits all answers so far");
        let two = ["A1 A2 A3", "A1 A2 A4"].map(placement);
        let apart = reasons(&two, placement("A3 H1 H2"));
        assert_eq!(
            apart,
            [
                "cannot be right, but tells more",
                "leaves at most 1 of 2 placements"
            ]
        );
        let last = reasons(&two[..1], two[0]);
        assert_eq!(last, ["finds the ships: no other placement fits"]);
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
    fn an_interrupted_review_judges_what_it_has_come_to() {
        let turns = turns("H1 B2 D3", &["B3 C3 H3", "H1 B2 D3"]);
        assert_eq!(review(&turns, &AtomicBool::new(true)), []);
    }
}
