//! The smallest boards, solved completely; proofs against a plain search and in adversarial games.

use super::proof::Line;
use super::*;
use crate::engine::player::{Player, RandomPlayer};
use crate::engine::rng::Rng;
use crate::engine::search::{Budget, Even, Searcher, loss_in, win_in};
use crate::engine::{Game, Side, State, Status};
use crate::games::crusher::{Board, Layout, parse_board};
use crate::parallel::all_cores;
use std::collections::HashMap;
use std::fs;
use std::sync::Arc;

static NEVER: AtomicBool = AtomicBool::new(false);

fn solution() -> (Crusher, Solution) {
    let game = Crusher::new(2).unwrap();
    let solution = Solution::build(&game, all_cores(), &NEVER, |_, _| ()).unwrap();
    (game, solution)
}

/// Solves another game: the board with N = 3, but sides of two or three pieces. It is quick to
/// solve, and full of detours.
fn variant() -> Solution {
    let game = Crusher::new(3).unwrap();
    let board = SmallBoard::new(game.hex(), 2).unwrap();
    let values = retrograde::analyse(&board, all_cores(), &NEVER, |_, _| ()).unwrap();
    Solution { board, values }
}

fn verdict(solution: &Solution, game: &Crusher, state: &StateOf<Crusher>) -> Verdict {
    solution.verdict(game, state).unwrap()
}

fn inconsistency(solution: &Solution) -> Option<usize> {
    solution.inconsistency(all_cores(), &NEVER, |_| ())
}

/// All positions of the smallest board that have a number, as if nothing had been before.
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

/// The values of positions by their definition alone: round after round,
/// every position is looked at until nothing changes.
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
fn the_analysis_is_what_brute_force_finds() {
    let (game, solution) = solution();
    let states = all_states(&game);
    assert_eq!(states.len(), 2 * solution.positions());
    let expected = by_brute_force(&game, &states);
    let (mut wins, mut losses) = (0, 0);
    for state in &states {
        let verdict = verdict(&solution, &game, state);
        let key = (*state.board.layout(), state.to_move);
        let brute = expected.get(&key).copied().unwrap_or(Verdict::Draw);
        assert_eq!(verdict, brute, "{state:?}");
        wins += u32::from(matches!(verdict, Verdict::Win(_)));
        losses += u32::from(matches!(verdict, Verdict::Loss(_)));
    }
    assert!(wins > 100 && losses > 20, "{wins} {losses}");
    assert_eq!(inconsistency(&solution), None);
}

#[test]
fn two_or_three_pieces_on_the_bigger_board() {
    assert_eq!(inconsistency(&variant()), None);
}

#[test]
fn one_wrong_value_is_inconsistent() {
    let (_, mut solution) = solution();
    for number in (0..solution.positions()).step_by(7) {
        let right = solution.values[number];
        solution.values[number] = if right == 0 { 2 } else { 0 };
        assert!(inconsistency(&solution).is_some(), "{number}");
        solution.values[number] = right;
    }
}

#[test]
fn what_is_proved_is_what_a_search_that_knows_the_rule_finds() {
    let (game, solution) = solution();
    let prover = Prover::new(&solution, &NEVER);
    let mut rng = Rng::new(3);
    let (mut agreed, mut spoilt) = (0, 0);
    for fresh in all_states(&game).into_iter().step_by(2) {
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
        // Some trees are too large to be searched without a table that knows the way.
        let budget = Budget::nodes(3_000);
        let Some(truth) = Searcher::new(Even).solve(&game, &state, &budget, &NEVER) else {
            continue;
        };
        let proof = prover.prove(&game, &state);
        let by_solution = match verdict(&solution, &game, &state) {
            Verdict::Win(_) => Some(state.to_move),
            Verdict::Loss(_) => Some(state.to_move.other()),
            Verdict::Draw => None,
        };
        if let Some(proof) = proof {
            assert_eq!(truth.winner, Some(proof.winner), "{state:?}");
            agreed += 1;
        }
        spoilt += u32::from(by_solution.is_some() && by_solution != truth.winner);
    }
    assert!(agreed > 50, "{agreed}");
    assert!(spoilt > 5, "the history hardly matters: {spoilt}");
}

#[test]
fn a_proof_needs_patience_and_a_real_past() {
    let (game, solution) = solution();
    let won = all_states(&game)
        .into_iter()
        .find(|state| {
            let layout = state.board.layout();
            let pieces = layout.count(Side::First) + layout.count(Side::Second);
            pieces > 4 && matches!(verdict(&solution, &game, state), Verdict::Win(3..))
        })
        .unwrap();
    let prove = |cancel: &AtomicBool, most, state: &StateOf<Crusher>| {
        let prover = Prover::new(&solution, cancel).with_limit(most);
        prover.prove(&game, state)
    };
    assert!(prove(&NEVER, 100_000, &won).is_some());
    assert_eq!(prove(&NEVER, 1, &won), None);
    assert_eq!(prove(&AtomicBool::new(true), 100_000, &won), None);
    // In no game does a piece come back.
    let fewer = parse_board(game.hex(), "WW---BB").unwrap();
    let board = Board::with_history(&[fewer, *won.board.layout()]).unwrap();
    let made_up = State::new(board, won.to_move);
    assert_eq!(prove(&NEVER, 100_000, &made_up), None);
    let other_board = Crusher::new(3).unwrap();
    let start = other_board.start();
    let proof = Prover::new(&solution, &NEVER).prove(&other_board, &start);
    assert_eq!(proof, None);
}

/// A game on small boards: its boards so far, and what can be done next.
struct SmallGame<'a> {
    solution: &'a Solution,
    here: Pieces,
    side: Side,
    /// The earlier boards.
    past: Vec<u64>,
}

impl<'a> SmallGame<'a> {
    /// A game that begins with two or three pieces of each side anywhere.
    fn random(solution: &'a Solution, rng: &mut Rng) -> Self {
        let mut cells: Vec<u32> = (0..19).collect();
        rng.shuffle(&mut cells);
        let set = |cells: &[u32]| cells.iter().fold(0, |set, cell| set | 1 << cell);
        let (own, enemy) = (2 + rng.below(2), 2 + rng.below(2));
        SmallGame {
            solution,
            here: Pieces {
                own: set(&cells[..own]),
                enemy: set(&cells[own..own + enemy]),
            },
            side: Side::BOTH[rng.below(2)],
            past: Vec::new(),
        }
    }

    fn moves(&self) -> Vec<Pieces> {
        let Pieces { own, enemy } = self.here;
        let mut moves = Vec::new();
        let board = &self.solution.board;
        board.quiet(own, enemy, |own| moves.push(Pieces { own, enemy }));
        board.captures(own, enemy, |own, enemy| moves.push(Pieces { own, enemy }));
        moves.retain(|next| !self.past.contains(&next.board_key(self.side)));
        moves
    }

    /// Forbids boards that quiet moves lead to soon, as a long game with many detours would.
    fn forbid_around(&mut self, rng: &mut Rng) {
        let (here, side) = (self.here, self.side);
        let mut forbidden = Vec::new();
        for _ in 0..rng.below(80) {
            for _ in 0..=rng.below(6) {
                let mut quiet = self.moves();
                quiet.retain(|&next| !self.captures(next));
                if quiet.is_empty() {
                    break;
                }
                self.play(quiet[rng.below(quiet.len())]);
            }
            forbidden.push(self.here.board_key(self.side));
            self.past.clear();
            (self.here, self.side) = (here, side);
        }
        forbidden.retain(|&board| board != here.board_key(side));
        self.past = forbidden;
    }

    fn captures(&self, next: Pieces) -> bool {
        next.enemy != self.here.enemy
    }

    fn play(&mut self, next: Pieces) {
        self.past.push(self.here.board_key(self.side));
        (self.here, self.side) = (next.swapped(), self.side.other());
    }

    fn winner(&self) -> Option<Side> {
        let crushed = self.here.own.count_ones() < self.solution.size() as u32;
        (crushed || self.moves().is_empty()).then_some(self.side.other())
    }

    fn proof(&self) -> Option<(Side, Line)> {
        // Boards with more pieces cannot come again, but they do no harm.
        let found = Prover::new(self.solution, &NEVER).with_limit(500).search(
            self.here,
            self.side,
            self.past.clone(),
        );
        found.map(|found| (found.winner, found.line))
    }
}

#[test]
fn in_500_adversarial_games_no_verdict_changes_after_a_hinted_move() {
    let solution = variant();
    let mut rng = Rng::new(500);
    let (mut claims, mut spoilt, mut longest) = (0, 0, 0);
    for number in 0..500 {
        let mut game = SmallGame::random(&solution, &mut rng);
        let detour = rng.below(100);
        let mut claim: Option<(Side, u32)> = None;
        for ply in 0..detour + 60 {
            if let Some(winner) = game.winner() {
                assert!(
                    claim.is_none_or(|(side, _)| side == winner),
                    "game {number}"
                );
                break;
            }
            let moves = game.moves();
            let any = moves[rng.below(moves.len())];
            let quiet: Vec<Pieces> = moves
                .iter()
                .copied()
                .filter(|&next| !game.captures(next))
                .collect();
            if ply < detour {
                let next = if quiet.is_empty() {
                    any
                } else {
                    quiet[rng.below(quiet.len())]
                };
                game.play(next);
                continue;
            }
            let proof = game.proof();
            if let Some((winner, plies)) = claim {
                let (side, line) = proof.expect("what was proved stays proved");
                assert_eq!(side, winner, "game {number}, ply {ply}");
                assert!(line.plies <= plies, "game {number}, ply {ply}");
            }
            let by_solution = solution.of(game.here);
            spoilt += u32::from(proof.is_none() && by_solution != Some(Verdict::Draw));
            let Some((winner, line)) = proof else {
                game.play(any);
                continue;
            };
            claims += 1;
            longest = longest.max(line.plies);
            // The winner follows the hints; the loser does so, too, or anything else.
            let hinted = line.next.expect("the game goes on");
            assert!(moves.contains(&hinted), "game {number}, ply {ply}");
            let follows = game.side == winner || rng.below(3) == 0;
            game.play(if follows { hinted } else { any });
            claim = Some((winner, line.plies - 1));
        }
    }
    assert!(claims > 1000 && spoilt > 100, "{claims} {spoilt} {longest}");
}

#[test]
fn big_boards_and_impatient_people_get_no_solution() {
    let build = |size, cancel: &AtomicBool| {
        let game = Crusher::new(size).unwrap();
        Solution::build(&game, all_cores(), cancel, |_, _| ()).unwrap_err()
    };
    assert!(matches!(build(4, &NEVER), SolveError::TooBig { size: 4 }));
    let now = AtomicBool::new(true);
    assert!(matches!(build(3, &now), SolveError::Cancelled));
}

#[test]
fn the_number_of_threads_changes_no_value() {
    let (game, solution) = solution();
    for threads in [1, 2, 5] {
        let threads = NonZeroUsize::new(threads).unwrap();
        let mut other = Solution::build(&game, threads, &NEVER, |_, _| ()).unwrap();
        assert_eq!(other.values, solution.values);
        // The first of several wrong values is found, whichever thread sees it.
        let all = other.positions();
        for number in [all / 3, all / 2, all - 1] {
            other.values[number] ^= 64;
        }
        let found = other.inconsistency(threads, &NEVER, |_| ());
        assert!(found.is_some() && found == inconsistency(&other));
    }
}

#[test]
fn the_perfect_player_wins_what_is_proved_in_time() {
    let (game, solution) = solution();
    let solution = Arc::new(solution);
    let mut perfect = Perfect::new(Arc::clone(&solution));
    let mut random = RandomPlayer::new(2);
    let mut tested = 0;
    for state in all_states(&game).into_iter().step_by(4) {
        let proof = Prover::new(&solution, &NEVER).prove(&game, &state);
        let Some(proof) = proof.filter(|proof| proof.plies > 0) else {
            assert_eq!(
                perfect.choose(&game, &state, &NEVER).is_some(),
                !game.status(&state).is_over()
            );
            continue;
        };
        let report = perfect.analyse(&game, &state, &NEVER, &mut |_| {}).unwrap();
        let score = if proof.winner == state.to_move {
            win_in(proof.plies)
        } else {
            loss_in(proof.plies)
        };
        let reported = (report.best, report.score, report.proven);
        assert_eq!(reported, (proof.best, score, true), "{state:?}");
        let mut now = state.clone();
        let mut length = 0;
        while !game.status(&now).is_over() {
            let mv = if now.to_move == proof.winner {
                perfect.choose(&game, &now, &NEVER)
            } else {
                random.choose(&game, &now, &NEVER)
            };
            now = game.play(&now, mv.unwrap());
            length += 1;
        }
        assert_eq!(game.status(&now), Status::Won(proof.winner), "{state:?}");
        assert!(length <= proof.plies, "{state:?} {length} {proof:?}");
        tested += 1;
    }
    assert!(tested > 50, "{tested}");
}

/// A search was given up.
struct TooLong;

/// Looks for a proof as [`Prover`] does, but remembers nothing. It gives up after this many
/// positions.
fn plain_proof(
    game: &mut SmallGame<'_>,
    winner: Side,
    nodes: &mut u32,
) -> Result<Option<Line>, TooLong> {
    *nodes = nodes.checked_sub(1).ok_or(TooLong)?;
    let wins = game.side == winner;
    let of_move = |next: &Pieces| {
        let verdict = game.solution.of(next.swapped());
        verdict.unwrap_or(Verdict::Loss(0))
    };
    let mut moves: Vec<(Verdict, Pieces)> = game
        .moves()
        .into_iter()
        .map(|next| (of_move(&next), next))
        .filter(|(verdict, _)| !wins || matches!(verdict, Verdict::Loss(_)))
        .collect();
    moves.sort_by_key(|(verdict, next)| (verdict.score(), *next));
    let mut longest = Line::END;
    for (verdict, next) in moves {
        let line = match verdict {
            Verdict::Draw => None,
            Verdict::Loss(0) => Some(Line::END),
            _ => {
                let (here, side) = (game.here, game.side);
                game.play(next);
                let line = plain_proof(game, winner, nodes);
                game.past.pop();
                (game.here, game.side) = (here, side);
                line?
            }
        };
        match line {
            Some(line) if wins => return Ok(Some(line.preceded_by(next))),
            None if !wins => return Ok(None),
            Some(line) if line.plies >= longest.plies => longest = line.preceded_by(next),
            _ => {}
        }
    }
    Ok((!wins).then_some(longest))
}

#[test]
fn a_proof_is_the_same_whether_positions_are_remembered_or_not() {
    let solution = variant();
    let mut rng = Rng::new(6);
    let (mut proved, mut unproved, mut detours) = (0, 0, 0);
    for number in 0..3000 {
        let mut game = SmallGame::random(&solution, &mut rng);
        game.forbid_around(&mut rng);
        let (winner, plies) = match solution.of(game.here).unwrap() {
            _ if game.winner().is_some() => continue,
            Verdict::Win(plies) => (game.side, plies),
            Verdict::Loss(plies) => (game.side.other(), plies),
            Verdict::Draw => continue,
        };
        let Ok(plain) = plain_proof(&mut game, winner, &mut 3_000) else {
            continue;
        };
        let found = Prover::new(&solution, &NEVER).search(game.here, game.side, game.past.clone());
        let line = found.map(|found| found.line);
        let shown = |line: Option<Line>| line.map(|line| (line.plies, line.next));
        assert_eq!(shown(line), shown(plain), "game {number}");
        proved += u32::from(plain.is_some());
        unproved += u32::from(plain.is_none());
        detours += u32::from(plain.is_some_and(|line| line.plies > plies));
    }
    assert!(
        proved > 100 && unproved > 10 && detours > 10,
        "{proved} {unproved} {detours}"
    );
}

#[test]
fn what_is_saved_is_opened_and_every_change_is_noticed() {
    let (game, solution) = solution();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a/b/c.table");
    let open = || Solution::open(&game, &path);
    assert!(open().unwrap_err().is_missing());
    let file = Solution::begin_file(&game, &path).unwrap();
    let reserved = fs::metadata(file.path()).unwrap().len();
    solution.save(file, &path).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), reserved);
    assert_eq!(open().unwrap().values, solution.values);
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    let good = fs::read(&path).unwrap();
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1 << (place % 8);
        fs::write(&path, &bad).unwrap();
        assert!(matches!(open(), Err(SolveError::Damaged)), "byte {place}");
    }
    let longer = [&good[..], &[0]].concat();
    for bad in [&good[..5], &good[..good.len() - 1], &longer[..], b""] {
        fs::write(&path, bad).unwrap();
        assert!(matches!(open(), Err(SolveError::Damaged)));
    }
    fs::write(&path, &good).unwrap();
    let of_size = |size| Solution::open(&Crusher::new(size).unwrap(), &path);
    assert!(matches!(of_size(3), Err(SolveError::Damaged)));
    assert!(matches!(of_size(4), Err(SolveError::TooBig { .. })));
}
