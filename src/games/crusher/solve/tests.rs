//! The smallest board, solved completely; proofs against a plain search and in adversarial games.

use super::*;
use crate::engine::player::Player;
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Even, Searcher, loss_in, win_in};
use crate::engine::{Game, Side, State};
use crate::games::crusher::{Board, Layout, parse_board};
use crate::parallel::all_cores;
use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

static NEVER: AtomicBool = AtomicBool::new(false);

fn solution() -> Solution {
    let game = Crusher::new(2).unwrap();
    Solution::build(&game, all_cores(), &NEVER, |_, _| ()).unwrap()
}

/// Solves another game: the board with N = 3, but sides of two or three pieces. It is quick to solve,
/// and full of detours.
fn variant() -> Solution {
    let mut game = Crusher::new(3).unwrap();
    game.fewest = 2;
    Solution::build(&game, all_cores(), &NEVER, |_, _| ()).unwrap()
}

fn is_consistent(solution: &Solution) -> bool {
    let checked = solution.is_consistent(all_cores(), &NEVER, |_| ());
    checked.unwrap()
}

/// All positions of the smallest board that have a number, without a past.
fn all_states(game: &Crusher) -> Vec<StateOf<Crusher>> {
    let mut states = Vec::new();
    for code in 0..3usize.pow(7) {
        let text: String = (0..7)
            .map(|cell| ['-', 'W', 'B'][code / 3usize.pow(cell) % 3])
            .collect();
        let layout = parse_board(game.hex(), &text).unwrap();
        if Side::BOTH
            .iter()
            .all(|&side| (2..4).contains(&layout.count(side)))
        {
            states.extend(Side::BOTH.map(|side| State::new(Board::new(layout), side)));
        }
    }
    states
}

/// The values of positions by definition: evaluates every position round after round until nothing
/// changes.
fn by_brute_force(game: &Crusher, states: &[StateOf<Crusher>]) -> HashMap<(Layout, Side), Verdict> {
    let mut known: HashMap<(Layout, Side), Verdict> = HashMap::new();
    for plies in 0u32.. {
        let mut new = Vec::new();
        for state in states {
            let key = (*state.board.layout(), state.to_move);
            if known.contains_key(&key) {
                continue;
            }
            let after: Vec<Option<Verdict>> = game
                .move_list(state)
                .into_iter()
                .map(|mv| {
                    let next = game.play(state, mv);
                    if next.board.layout().count(next.to_move) < 2 {
                        return Some(Verdict::Loss(0));
                    }
                    known.get(&(*next.board.layout(), next.to_move)).copied()
                })
                .collect();
            let lost = |v: &Option<Verdict>| matches!(v, Some(Verdict::Loss(p)) if *p < plies);
            let won = |v: &Option<Verdict>| matches!(v, Some(Verdict::Win(_)));
            if after.iter().any(lost) {
                new.push((key, Verdict::Win(plies)));
            } else if after.iter().all(won) {
                new.push((key, Verdict::Loss(plies)));
            }
        }
        if new.is_empty() && plies > 1 {
            break;
        }
        known.extend(new);
    }
    known
}

#[test]
fn the_analysis_equals_brute_force() {
    let solution = solution();
    let states = all_states(&solution.game);
    assert_eq!(states.len(), 2 * solution.positions());
    let expected = by_brute_force(&solution.game, &states);
    let (mut wins, mut losses) = (0, 0);
    for state in &states {
        let verdict = solution.verdict(state).unwrap();
        let key = (*state.board.layout(), state.to_move);
        let brute = expected.get(&key).copied().unwrap_or(Verdict::Draw);
        assert_eq!(verdict, brute, "{state:?}");
        wins += u32::from(matches!(verdict, Verdict::Win(_)));
        losses += u32::from(matches!(verdict, Verdict::Loss(_)));
    }
    assert!(wins > 100 && losses > 20, "{wins} {losses}");
}

#[test]
fn every_wrong_value_is_inconsistent() {
    assert!(is_consistent(&variant()));
    let mut solution = solution();
    assert!(is_consistent(&solution));
    for number in (0..solution.positions()).step_by(7) {
        let right = solution.values[number];
        solution.values[number] = if right == 0 { 2 } else { 0 };
        assert!(!is_consistent(&solution), "{number}");
        solution.values[number] = right;
    }
}

#[test]
fn large_boards_and_cancelled_builds_have_no_solution() {
    let build = |size, cancel: &AtomicBool| {
        let game = Crusher::new(size).unwrap();
        Solution::build(&game, all_cores(), cancel, |_, _| ())
    };
    assert!(build(4, &NEVER).is_none());
    assert!(build(3, &AtomicBool::new(true)).is_none());
}

#[test]
fn the_number_of_threads_changes_no_value() {
    let solution = variant();
    let one = Solution::build(&solution.game, NonZeroUsize::MIN, &NEVER, |_, _| ());
    assert!(one.unwrap().values == solution.values);
}

/// Which side wins by the solution.
fn winner(solution: &Solution, state: &StateOf<Crusher>) -> Option<Side> {
    match solution.verdict(state)? {
        Verdict::Win(_) => Some(state.to_move),
        Verdict::Loss(_) => Some(state.to_move.other()),
        Verdict::Draw => None,
    }
}

#[test]
fn proofs_agree_with_a_search_that_knows_the_rule() {
    let solution = solution();
    let game = &solution.game;
    let prover = Prover::new(&solution, &NEVER);
    let mut rng = Rng::new(3);
    let (mut agreed, mut spoilt) = (0, 0);
    for fresh in all_states(game).into_iter().step_by(2) {
        // A past of boards that one quiet move leads to, so that each of them forbids something.
        let mut past: Vec<Layout> = game
            .move_list(&fresh)
            .into_iter()
            .filter(|&mv| !game.captures(&fresh, mv) && rng.below(2) == 0)
            .map(|mv| *game.play(&fresh, mv).board.layout())
            .collect();
        past.push(*fresh.board.layout());
        let board = Board::with_history(&past).unwrap();
        let state = State::new(board, fresh.to_move);
        // Some trees are too large for a search without the solution.
        let budget = Budget::nodes(3_000);
        let Some(truth) = Searcher::new(Even).solve(game, &state, &budget, &NEVER) else {
            continue;
        };
        if let Some(proof) = prover.prove(&state) {
            assert_eq!(truth.winner, Some(proof.winner), "{state:?}");
            agreed += 1;
        }
        let by_solution = winner(&solution, &state);
        spoilt += u32::from(by_solution.is_some() && by_solution != truth.winner);
    }
    assert!(agreed > 50, "{agreed}");
    assert!(spoilt > 5, "the history hardly matters: {spoilt}");
}

#[test]
fn no_proof_beyond_the_limit_or_with_an_invented_history() {
    let solution = solution();
    let game = &solution.game;
    let won = all_states(game)
        .into_iter()
        .find(|state| {
            let pieces = Side::BOTH.map(|side| state.board.layout().count(side));
            let verdict = solution.verdict(state);
            pieces != [2, 2] && matches!(verdict, Some(Verdict::Win(3..)))
        })
        .unwrap();
    let prove = |cancel: &AtomicBool, limit, state: &StateOf<Crusher>| {
        let prover = Prover::new(&solution, cancel).with_limit(limit);
        prover.prove(state)
    };
    assert!(prove(&NEVER, 100_000, &won).is_some());
    assert_eq!(prove(&NEVER, 1, &won), None);
    assert_eq!(prove(&AtomicBool::new(true), 100_000, &won), None);
    // No game restores a piece.
    let fewer = parse_board(game.hex(), "WW---BB").unwrap();
    let board = Board::with_history(&[fewer, *won.board.layout()]).unwrap();
    let made_up = State::new(board, won.to_move);
    assert_eq!(prove(&NEVER, 100_000, &made_up), None);
}

/// A position with two or three pieces of each side anywhere.
fn random_state(game: &Crusher, rng: &mut Rng) -> StateOf<Crusher> {
    let mut cells: Vec<usize> = (0..19).collect();
    rng.shuffle(&mut cells);
    let mut text = ['-'; 19];
    let white = 2 + rng.below(2);
    let black = white + 2 + rng.below(2);
    for (place, &cell) in cells.iter().enumerate().take(black) {
        text[cell] = if place < white { 'W' } else { 'B' };
    }
    let layout = parse_board(game.hex(), &String::from_iter(text)).unwrap();
    State::new(Board::new(layout), Side::BOTH[rng.below(2)])
}

/// A random quiet move, if there is one.
fn quiet_move(game: &Crusher, state: &StateOf<Crusher>, rng: &mut Rng) -> Option<StateOf<Crusher>> {
    let mut moves = game.move_list(state);
    moves.retain(|&mv| !game.captures(state, mv));
    (!moves.is_empty()).then(|| game.play(state, moves[rng.below(moves.len())]))
}

/// Forbids boards that a few quiet moves lead to, as a long game with many detours would.
fn with_detours(game: &Crusher, state: &StateOf<Crusher>, rng: &mut Rng) -> StateOf<Crusher> {
    let here = *state.board.layout();
    let mut past = Vec::new();
    for _ in 0..rng.below(80) {
        let mut near = state.clone();
        for _ in 0..=rng.below(6) {
            near = quiet_move(game, &near, rng).unwrap_or(near);
        }
        past.push(*near.board.layout());
    }
    past.retain(|&layout| layout != here);
    past.push(here);
    State::new(Board::with_history(&past).unwrap(), state.to_move)
}

/// A search was given up.
struct TooLong;

/// Looks for a proof in as many plies as [`Prover`] finds, but remembers nothing. Returns the
/// plies; gives up after this many positions.
fn plain_proof(
    solution: &Solution,
    state: &StateOf<Crusher>,
    wins: bool,
    nodes: &mut u32,
) -> Result<Option<u32>, TooLong> {
    *nodes = nodes.checked_sub(1).ok_or(TooLong)?;
    let game = &solution.game;
    let mut moves: Vec<_> = game
        .move_list(state)
        .into_iter()
        .map(|mv| game.play(state, mv))
        .map(|next| (solution.verdict(&next).unwrap(), next))
        .filter(|(verdict, _)| !wins || matches!(verdict, Verdict::Loss(_)))
        .collect();
    let pieces = |next: &StateOf<Crusher>| next.board.layout().of(state.to_move);
    moves.sort_by_key(|(verdict, next)| (verdict.score(), pieces(next)));
    let mut longest = 0;
    for (verdict, next) in moves {
        let plies = match verdict {
            Verdict::Loss(0) => Some(0),
            _ => plain_proof(solution, &next, !wins, nodes)?,
        };
        match plies {
            Some(plies) if wins => return Ok(Some(plies + 1)),
            None if !wins => return Ok(None),
            Some(plies) => longest = longest.max(plies + 1),
            None => {}
        }
    }
    Ok((!wins).then_some(longest))
}

#[test]
fn remembering_positions_changes_no_proof() {
    let solution = variant();
    let mut rng = Rng::new(6);
    let (mut proved, mut unproved, mut detours) = (0, 0, 0);
    for number in 0..3000 {
        let state = random_state(&solution.game, &mut rng);
        let state = with_detours(&solution.game, &state, &mut rng);
        let (wins, by_solution) = match solution.verdict(&state).unwrap() {
            _ if solution.game.status(&state).is_over() => continue,
            Verdict::Win(plies) => (true, plies),
            Verdict::Loss(plies) => (false, plies),
            Verdict::Draw => continue,
        };
        let Ok(plain) = plain_proof(&solution, &state, wins, &mut 3_000) else {
            continue;
        };
        let found = Prover::new(&solution, &NEVER).prove(&state);
        assert_eq!(found.map(|proof| proof.plies), plain, "game {number}");
        proved += u32::from(plain.is_some());
        unproved += u32::from(plain.is_none());
        detours += u32::from(plain.is_some_and(|plies| plies > by_solution));
    }
    assert!(
        proved > 100 && unproved > 10 && detours > 10,
        "{proved} {unproved} {detours}"
    );
}

#[test]
fn a_game_that_follows_a_proof_never_loses_it() {
    let solution = variant();
    let game = &solution.game;
    let prover = Prover::new(&solution, &NEVER).with_limit(500);
    let mut rng = Rng::new(500);
    let (mut proofs, mut spoilt) = (0, 0);
    for number in 0..300 {
        let mut state = random_state(game, &mut rng);
        for _ in 0..rng.below(100) {
            state = quiet_move(game, &state, &mut rng).unwrap_or(state);
        }
        let mut claim: Option<Proof> = None;
        for _ in 0..60 {
            let proof = prover.prove(&state);
            if let Some(claim) = claim {
                let proof = proof.expect("a later position of a proof can be proved");
                assert_eq!(proof.winner, claim.winner, "game {number}");
                assert!(proof.plies < claim.plies, "game {number}");
            }
            let moves = game.move_list(&state);
            if moves.is_empty() {
                break;
            }
            let any = moves[rng.below(moves.len())];
            let best = proof.filter(|proof| proof.winner == state.to_move);
            let mv = best.map_or(any, |proof| proof.best.expect("the game is not over"));
            proofs += u32::from(proof.is_some());
            spoilt += u32::from(proof.is_none() && winner(&solution, &state).is_some());
            state = game.play(&state, mv);
            claim = proof;
        }
    }
    assert!(proofs > 500 && spoilt > 50, "{proofs} {spoilt}");
}

#[test]
fn the_perfect_player_reports_its_proof_and_always_has_a_move() {
    let solution = Arc::new(solution());
    let game = &solution.game;
    let mut perfect = Perfect::new(Arc::clone(&solution));
    let mut proved = 0;
    for state in all_states(game).into_iter().step_by(8) {
        let report = perfect.analyse(game, &state, &NEVER, &mut |_| {});
        assert_eq!(report.is_none(), game.status(&state).is_over());
        let proof = Prover::new(&solution, &NEVER).prove(&state);
        if let (Some(report), Some(proof)) = (report, proof) {
            let wins = proof.winner == state.to_move;
            let score = if wins { win_in } else { loss_in }(proof.plies);
            let reported = (report.best, report.score, report.proven);
            assert_eq!(reported, (proof.best, score, true), "{state:?}");
            proved += 1;
        }
    }
    assert!(proved > 50, "{proved}");
}

#[test]
fn a_saved_solution_is_opened_and_every_change_is_noticed() {
    let solution = solution();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/c.table");
    let open = || Solution::open(&solution.game, &path);
    let reason = || open().unwrap_err().to_string();
    assert_eq!(open().unwrap_err().kind(), io::ErrorKind::NotFound);
    let file = Solution::begin_file(&solution.game, &path).unwrap();
    let reserved = fs::metadata(file.path()).unwrap().len();
    solution.save(file, &path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), reserved);
    assert_eq!(open().unwrap().values, solution.values);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    let good = fs::read(&path).unwrap();
    let damaged = "it is damaged; run game crusher solve again";
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(&path, &bad).unwrap();
        assert_eq!(reason(), damaged, "byte {place}");
    }
    let longer = [&good[..], &[0]].concat();
    for bad in [&good[..5], &good[..good.len() - 1], &longer[..], b""] {
        fs::write(&path, bad).unwrap();
        assert_eq!(reason(), damaged);
    }
    fs::write(&path, &good).unwrap();
    let of_size = |size| {
        let opened = Solution::open(&Crusher::new(size).unwrap(), &path);
        opened.unwrap_err().to_string()
    };
    assert_eq!(of_size(3), damaged);
    assert_eq!(of_size(4), "only N = 2 and N = 3 can be solved, not N = 4");
}
