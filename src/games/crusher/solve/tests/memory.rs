//! What the prover remembers about a position depends on all boards that its search could reach.

use super::super::proof::{TooLong, proofs_after};
use super::*;

#[test]
fn what_is_remembered_holds_only_where_no_other_board_within_reach_is_forbidden() {
    let board = Crusher::new(3).unwrap();
    let solution = Solution::build_variant(&board, 2, &NEVER);
    let mut rng = Rng::new(7);
    let (mut tested, mut changed) = (0, 0);
    for number in 0..6000 {
        let mut game = SmallGame::random(&solution, &mut rng);
        let Some(Verdict::Win(plies @ 1..=5)) = solution.of(game.here) else {
            continue;
        };
        // Without its quickest moves the winner has to make a detour, of which the boards differ.
        let quickest = |next: &Pieces| {
            let verdict = solution.of(next.swapped());
            matches!(verdict, Some(Verdict::Loss(left)) if left < plies)
        };
        let quickest: Vec<Pieces> = game.moves().into_iter().filter(quickest).collect();
        // No board of a real past has fewer pieces than there are now.
        if quickest.iter().any(|&next| game.captures(next)) {
            continue;
        }
        let key = |next: &Pieces| next.board_key(game.side);
        let near: Vec<u64> = quickest.iter().map(key).collect();
        let mut pasts = vec![near.clone()];
        let here = (game.here, game.side);
        game.past.clone_from(&near);
        while let [
            Ok(Some(Line {
                next: Some(next), ..
            })),
        ] = proofs_after(&solution, (game.here, game.side), &[game.past.clone()])[..]
        {
            if game.captures(next) {
                break;
            }
            pasts.push([&near[..], &[next.board_key(game.side)]].concat());
            game.play(next);
        }
        let together = proofs_after(&solution, here, &pasts);
        let alone = pasts
            .chunks(1)
            .flat_map(|past| proofs_after(&solution, here, past));
        let told = |line: Option<Line>| line.map(|line| (line.plies, line.next));
        let mut before = None;
        for (together, alone) in together.into_iter().zip(alone) {
            let (Ok(together), Ok(alone)) = (together, alone) else {
                continue;
            };
            assert_eq!(told(together), told(alone), "game {number}");
            tested += 1;
            changed += u32::from(before.is_some_and(|before| before != told(alone)));
            before = Some(told(alone));
        }
    }
    assert!(tested > 200 && changed > 20, "{tested} {changed}");
}

/// Looks for a proof as [`Prover`] does, but remembers nothing. It gives up after so many
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
    let board = Crusher::new(3).unwrap();
    let solution = Solution::build_variant(&board, 2, &NEVER);
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
        let told = |line: Option<Line>| line.map(|line| (line.plies, line.next));
        assert_eq!(told(line), told(plain), "game {number}");
        proved += u32::from(plain.is_some());
        unproved += u32::from(plain.is_none());
        detours += u32::from(plain.is_some_and(|line| line.plies > plies));
    }
    assert!(
        proved > 100 && unproved > 10 && detours > 10,
        "{proved} {unproved} {detours}"
    );
}
