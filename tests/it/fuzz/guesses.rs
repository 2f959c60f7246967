//! Battleship: saved games, strategies, and the searcher itself.

use std::collections::BTreeSet;

use game::engine::rng::Rng;
use game::games::battleship::{
    Answer, GameState, Log, PLACEMENTS, Placement, Role, Strategy, answer, feedback,
    feedback_by_definition, try_next_guess,
};

use super::mutate::Mutator;
use super::{corpus, rng, rounds};

fn placement(rng: &mut Rng) -> Placement {
    Placement::from_index(rng.below(PLACEMENTS)).expect("a placement")
}

/// A game so far.
fn log(rng: &mut Rng) -> Log {
    let target = placement(rng);
    let mut log = Log::new(match rng.below(2) {
        0 => Role::Hiding,
        _ => Role::Searching(target),
    });
    for _ in 0..rng.below(5) {
        let guess = placement(rng);
        if guess != target {
            log.turns.push((guess, answer(target, guess)));
        }
    }
    // A game that is over is not to be read.
    if rng.below(4) == 0 {
        log.turns.push((target, Answer::FOUND));
    }
    log
}

#[test]
fn damaged_games_are_refused_or_sound() {
    let mut rng = rng(30);
    let games = (0..60).map(|_| log(&mut rng).to_string().into_bytes());
    let mut mutator = Mutator::new(31, games.chain(corpus::states()).collect());
    let mut read = 0;
    for round in rounds(40_000) {
        let bytes = mutator.damaged();
        let Ok(log) = Log::read(&bytes) else { continue };
        read += 1;
        assert_eq!(log.to_string().as_bytes(), bytes);
        let possible = log.possible();
        assert!(!possible.is_empty());
        for &(guess, told) in &log.turns {
            assert_ne!(told, Answer::FOUND);
            assert!(possible.iter().all(|&target| answer(target, guess) == told));
            if let Role::Searching(target) = log.role {
                assert!(possible.contains(&target));
            }
        }
        // The computer can always go on; to work a guess out takes a while.
        if round % 16 == 0 {
            assert!(
                GameState::resume(log.turns.iter().copied()).is_ok(),
                "{log}"
            );
        }
    }
    assert!(read > 100, "only {read} games were sound");
}

#[test]
fn the_searcher_goes_on_after_any_true_answers() {
    let mut rng = rng(32);
    for _ in rounds(12) {
        let target = placement(&mut rng);
        let mut turns = Vec::new();
        for _ in 0..=rng.below(3) {
            let guess = placement(&mut rng);
            turns.push((guess, answer(target, guess)));
        }
        let (proposed, state) = GameState::resume(turns.iter().copied()).expect("true answers");
        assert_eq!(state.history(), turns);
        assert!(state.fits(target));
        let told = feedback(target, proposed);
        assert_eq!(told, feedback_by_definition(target, proposed));
        let (next, after) = try_next_guess(proposed, &state, told).expect("a true answer");
        // Step by step or at once, it is the same.
        turns.push((proposed, answer(target, proposed)));
        assert_eq!(GameState::resume(turns), Ok((next, after)));
    }
}

/// A strategy that is read leads through each of its nodes once.
fn leads_everywhere(strategy: &Strategy) {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![strategy.start()];
    while let Some(step) = waiting.pop() {
        assert!(seen.insert(format!("{step:?}")), "in circles");
        assert!(strategy.guess(step).index() < PLACEMENTS);
        waiting.extend(Answer::all().filter_map(|told| strategy.after(step, told)));
    }
    assert_eq!(seen.len(), strategy.len());
}

#[test]
fn damaged_strategies_are_refused_or_lead_somewhere() {
    let whole = Strategy::built_in();
    leads_everywhere(whole);
    // Small trees: a root with some answers, and a leaf for each.
    let mut rng = rng(34);
    let mut corpus = vec![whole.encode()];
    for _ in 0..30 {
        let answers = (rng.next_u64() as u32) & ((1 << 19) - 1);
        let mut bytes = (rng.below(PLACEMENTS) as u32 | answers << 13)
            .to_le_bytes()
            .to_vec();
        for _ in 0..answers.count_ones() {
            bytes.extend((rng.below(PLACEMENTS) as u32).to_le_bytes());
        }
        corpus.push(bytes);
    }
    let mut mutator = Mutator::new(35, corpus);
    let mut read = 0;
    for _ in rounds(20_000) {
        let bytes = mutator.damaged();
        if let Ok(strategy) = Strategy::decode(&bytes) {
            read += 1;
            assert_eq!(strategy.encode(), bytes);
            leads_everywhere(&strategy);
        }
    }
    assert!(read > 100, "only {read} strategies were sound");
}
