//! The searcher of the course text: an initial guess, and a next guess after every answer.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::feedback::{Answer, Nearness, answer, not_found};
use super::placement::Placement;
use super::solve;
use super::strategy::Strategy;

/// A guess and its answer.
pub type Turn = (Placement, Answer);

/// Off the path of the stored strategy, the best guess for at most this many targets is computed
/// exactly.
const EXACT: usize = 20;

/// The guesses and answers so far.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GameState {
    history: Vec<Turn>,
    /// The rest of the stored strategy, as long as all guesses followed it.
    step: Option<&'static Strategy>,
}

/// Why there is no next guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoGuess {
    /// The three counts are impossible.
    #[error("{}, {}, {} is not an answer: three counts with a sum of at most 3", .0.0, .0.1, .0.2)]
    NotAnAnswer((u8, u8, u8)),
    /// The answer contradicts the earlier ones.
    #[error("no placement fits the answers")]
    NothingFits,
}

/// Returns the first guess, and the state before its answer.
///
/// ```
/// use game::games::battleship::{feedback, initial_guess, next_guess};
///
/// let target = "H1 B2 D3".parse().expect("a placement");
/// let (mut guess, mut state) = initial_guess();
/// let mut guesses = 1;
/// while guess != target {
///     (guess, state) = next_guess((guess, state), feedback(target, guess));
///     guesses += 1;
/// }
/// assert!(guesses <= 7);
/// ```
#[must_use]
pub fn initial_guess() -> (Placement, GameState) {
    let strategy = Strategy::built_in();
    let state = GameState {
        history: Vec::new(),
        step: Some(strategy),
    };
    (strategy.guess, state)
}

/// Returns the next guess, given the previous one, the state before it, and its answer.
///
/// The guess need not be the one that the searcher proposed. After `3, 0, 0` the same guess is
/// returned. An impossible answer returns guess and state unchanged; use [`try_next_guess`] to detect
/// it.
#[must_use]
pub fn next_guess(
    (guess, state): (Placement, GameState),
    feedback: (u8, u8, u8),
) -> (Placement, GameState) {
    match try_next_guess(guess, &state, feedback) {
        Ok(next) => next,
        Err(_) => (guess, state),
    }
}

/// Like [`next_guess`], but reports an impossible answer.
///
/// # Errors
/// If the three counts are impossible, or no placement fits them and the earlier answers.
pub fn try_next_guess(
    guess: Placement,
    state: &GameState,
    feedback: (u8, u8, u8),
) -> Result<(Placement, GameState), NoGuess> {
    let answer = Answer::new(feedback).ok_or(NoGuess::NotAnAnswer(feedback))?;
    let mut next = state.clone();
    next.learn(guess, answer)?;
    Ok((next.propose()?, next))
}

impl GameState {
    /// Returns the state after these guesses and answers, and a good next guess.
    ///
    /// # Errors
    /// If no placement fits all the answers.
    pub fn resume(
        history: impl IntoIterator<Item = Turn>,
    ) -> Result<(Placement, GameState), NoGuess> {
        let (_, mut state) = initial_guess();
        // Computing only the last guess is far faster than calling `try_next_guess` for each.
        for (guess, answer) in history {
            state.learn(guess, answer)?;
        }
        Ok((state.propose()?, state))
    }

    /// Records a guess and its answer. Some contradictions are found only by
    /// [`propose`](Self::propose).
    pub(super) fn learn(&mut self, guess: Placement, answer: Answer) -> Result<(), NoGuess> {
        self.history.push((guess, answer));
        let followed = self.step.take().filter(|step| step.guess == guess);
        if let Some(step) = followed
            && answer != Answer::FOUND
        {
            self.step = Some(step.after(answer).ok_or(NoGuess::NothingFits)?);
        }
        Ok(())
    }

    /// Returns the best guess now; after `3, 0, 0` the same guess again.
    pub(super) fn propose(&self) -> Result<Placement, NoGuess> {
        match self.step {
            Some(step) => Ok(step.guess),
            None => best_guess(&self.targets()).ok_or(NoGuess::NothingFits),
        }
    }

    /// Returns the guesses and answers so far.
    #[must_use]
    pub fn history(&self) -> &[Turn] {
        &self.history
    }

    /// Returns the placements that fit all answers so far, in order.
    #[must_use]
    pub fn targets(&self) -> Vec<Placement> {
        possible(&self.history)
    }

    /// Returns the total of guesses for all `targets` if this guess is made now and the searcher makes
    /// the following ones. `None` if cancelled.
    pub(super) fn total(
        &self,
        guess: Placement,
        targets: &[Placement],
        cancel: &AtomicBool,
    ) -> Option<u32> {
        let on_path = self.step.filter(|step| step.guess == guess);
        total(on_path, guess, targets, cancel)
    }
}

/// Returns the placements that fit all these answers, in order.
pub(super) fn possible(turns: &[Turn]) -> Vec<Placement> {
    let fits =
        |&target: &Placement| (turns.iter()).all(|&(guess, said)| answer(target, guess) == said);
    Placement::all().filter(fits).collect()
}

/// Returns a good guess without the stored strategy; `None` if nothing fits.
fn best_guess(targets: &[Placement]) -> Option<Placement> {
    if targets.len() <= EXACT {
        solve::best_guess(targets).map(|(guess, _)| guess)
    } else {
        greedy_guess(targets)
    }
}

/// Returns the guess with the most different answers for `targets`; ties are broken by the fewest
/// targets left on average, then by a guess that can be the target, then by order.
fn greedy_guess(targets: &[Placement]) -> Option<Placement> {
    let nearness = Nearness::new(targets);
    Placement::all().max_by_key(|&guess| {
        let counts = nearness.counts(guess);
        let classes = counts.iter().filter(|&&count| count > 0).count();
        let squares: u32 = counts.iter().map(|count| count * count).sum();
        let found = counts[Answer::FOUND.index()];
        (classes, Reverse(squares), found, Reverse(guess))
    })
}

/// Like [`GameState::total`]; `step` is the stored strategy if it makes this guess.
fn total(
    step: Option<&Strategy>,
    guess: Placement,
    targets: &[Placement],
    cancel: &AtomicBool,
) -> Option<u32> {
    let mut sum = targets.len() as u32;
    for (answer, class) in not_found(guess, targets) {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        sum += match step.and_then(|step| step.after(answer)) {
            Some(next) => total(Some(next), next.guess, &class, cancel)?,
            None if class.len() <= EXACT => solve::best_guess(&class)?.1,
            None => total(None, greedy_guess(&class)?, &class, cancel)?,
        };
    }
    Some(sum)
}

/// Returns the guesses that find a target, with their answers; the last is `3, 0, 0`.
#[must_use]
pub fn search(target: Placement) -> Vec<Turn> {
    let (mut guess, mut state) = initial_guess();
    loop {
        let said = answer(target, guess);
        (guess, state) = next_guess((guess, state), said.triple());
        if said == Answer::FOUND {
            return state.history;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::games::battleship::feedback::feedback;
    use crate::games::battleship::placement::PLACEMENTS;

    fn random(rng: &mut Rng) -> Placement {
        Placement::from_index(rng.below(PLACEMENTS)).expect("a placement")
    }

    #[test]
    fn every_target_is_found_with_22856_guesses_in_all_and_seven_at_most() {
        let (mut total, mut worst) = (0, 0);
        for target in Placement::all() {
            let guesses = search(target);
            assert_eq!(guesses.last(), Some(&(target, Answer::FOUND)));
            for &(guess, said) in &guesses {
                assert_eq!(said.triple(), feedback(target, guess));
            }
            total += guesses.len();
            worst = worst.max(guesses.len());
        }
        assert_eq!((total, worst), (22_856, 7));
    }

    #[test]
    fn targets_are_found_even_after_odd_guesses() {
        let mut rng = Rng::new(1);
        for _ in 0..12 {
            let target = random(&mut rng);
            let (_, mut state) = initial_guess();
            let mut guess = random(&mut rng);
            let mut guesses = 1;
            while guess != target {
                let said = feedback(target, guess);
                (guess, state) = try_next_guess(guess, &state, said).expect("a true answer");
                assert!(state.targets().contains(&target));
                guesses += 1;
            }
            assert!(guesses <= 9, "{target} took {guesses} guesses");
        }
    }

    #[test]
    fn the_greedy_guess_gets_the_most_answers() {
        let targets: Vec<Placement> = Placement::all().step_by(61).collect();
        let answers = |guess| {
            let mut answers: Vec<Answer> = targets.iter().map(|&t| answer(t, guess)).collect();
            answers.sort_unstable();
            answers.dedup();
            answers.len()
        };
        let best = greedy_guess(&targets).expect("a guess");
        assert_eq!(Placement::all().map(answers).max(), Some(answers(best)));
    }

    #[test]
    fn a_game_can_be_resumed_in_the_middle() {
        let whole = search("H1 B2 D3".parse().expect("a placement"));
        let (guess, state) = GameState::resume(whole[..2].iter().copied()).expect("true answers");
        assert_eq!(guess, whole[2].0);
        assert_eq!(state.history(), &whole[..2]);
        assert_eq!(GameState::resume([]), Ok(initial_guess()));
    }

    #[test]
    fn impossible_answers_are_rejected_and_change_nothing() {
        let (first, start) = initial_guess();
        // After 2, 0, 0 the same guess cannot get 0, 0, 0 or 3, 0, 0.
        let (second, state) = next_guess((first, start.clone()), (2, 0, 0));
        let can_come = |answer| {
            state
                .targets()
                .iter()
                .any(|&t| super::answer(t, second) == answer)
        };
        let unheard = Answer::all().find(|&answer| !can_come(answer));
        let unheard = unheard.expect("some answer cannot come").triple();
        for (guess, state, said, reason) in [
            (first, &start, (4, 0, 0), NoGuess::NotAnAnswer((4, 0, 0))),
            (first, &start, (2, 2, 0), NoGuess::NotAnAnswer((2, 2, 0))),
            (first, &state, (0, 0, 0), NoGuess::NothingFits),
            (first, &state, (3, 0, 0), NoGuess::NothingFits),
            // On the path of the stored strategy.
            (second, &state, unheard, NoGuess::NothingFits),
        ] {
            assert_eq!(try_next_guess(guess, state, said), Err(reason));
            let same = next_guess((guess, state.clone()), said);
            assert_eq!(same, (guess, state.clone()));
        }
    }

    #[test]
    fn a_found_target_stays_found() {
        let (guess, state) = initial_guess();
        let (again, state) = next_guess((guess, state), (3, 0, 0));
        assert_eq!(again, guess);
        assert_eq!(state.targets(), [guess]);
        assert_eq!(next_guess((again, state), (3, 0, 0)).0, guess);
    }
}
