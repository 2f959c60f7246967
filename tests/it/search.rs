//! The search on the real games: it equals plain minimax, solves the small games, and plays the big
//! ones sensibly.

use game::engine::player::{Player, RandomPlayer};
use game::engine::rng::{Rng, mix};
use game::engine::search::{Budget, Ending, Evaluator, Even, Searcher, ending, minimax};
use game::engine::{Game, Side, State, StateOf, Status};
use game::games::countdown::CountDown;
use game::games::crusher::{self, Crusher};
use game::games::tafl::{self, Tafl};
use game::games::tictactoe::{OpenLines, TicTacToe};
use game::play::{Level, Options, PlayerRequest, PromptGame, Purpose};
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// An arbitrary evaluation. It has few different values, so many moves are equal.
#[derive(Clone, Copy)]
struct Whim {
    seed: u64,
    values: u64,
}

impl<G: Game> Evaluator<G> for Whim {
    fn evaluate(&self, game: &G, state: &StateOf<G>) -> i32 {
        (mix(game.hash(state) ^ self.seed) % self.values) as i32 - (self.values / 2) as i32
    }

    fn rank(&self, game: &G, state: &StateOf<G>, mv: G::Move) -> i32 {
        (mix(game.hash(&game.play(state, mv)) ^ !self.seed) % 3) as i32
    }
}

/// Returns a position of a random game.
fn random_position<G: Game>(game: &G, rng: &mut Rng, max_plies: usize) -> StateOf<G> {
    let mut state = game.start();
    for _ in 0..rng.below(max_plies + 1) {
        let moves = game.move_list(&state);
        if moves.is_empty() {
            break;
        }
        state = game.play(&state, moves[rng.below(moves.len())]);
    }
    state
}

/// Compares the search with minimax on random positions, and returns how many were decided.
fn equals_minimax<G: Game + Debug>(
    game: &G,
    count: usize,
    max_plies: usize,
    most_depth: usize,
) -> u32 {
    let mut rng = Rng::new(7);
    let mut decided = 0;
    for values in [3, 1000] {
        let whim = Whim {
            seed: rng.next_u64(),
            values,
        };
        let mut searcher = Searcher::new(whim);
        for _ in 0..count {
            let state = random_position(game, &mut rng, max_plies);
            let depth = 1 + rng.below(most_depth) as u32;
            let oracle = minimax(game, &whim, &state, depth);
            let found = searcher.search(game, &state, &Budget::depth(depth), &NEVER);
            assert_eq!(found.score, oracle.score, "{game:?} {state:?} {depth}");
            assert!(found.best.is_none_or(|mv| oracle.best.contains(&mv)));
            decided += u32::from(ending(oracle.score).is_some());
        }
    }
    decided
}

#[test]
fn equals_minimax_in_tic_tac_toe() {
    for (size, count, depth) in [(3, 60, 6), (4, 25, 4), (5, 15, 3)] {
        let game = TicTacToe::new(size).unwrap();
        equals_minimax(&game, count, size * size, depth);
    }
    assert!(equals_minimax(&TicTacToe::new(3).unwrap(), 30, 9, 4) > 10);
}

#[test]
fn equals_minimax_in_countdown() {
    assert!(equals_minimax(&CountDown::new(21), 40, 10, 8) > 20);
}

#[test]
fn equals_minimax_in_tafl() {
    assert!(equals_minimax(&Tafl, 12, 60, 3) > 2);
}

#[test]
fn tic_tac_toe_is_a_draw() {
    for size in [3, 4] {
        let game = TicTacToe::new(size).unwrap();
        let mut searcher = Searcher::new(OpenLines);
        let solution = searcher
            .solve(&game, &game.start(), &Budget::UNLIMITED, &NEVER)
            .unwrap();
        assert_eq!(solution.winner, None);
    }
}

#[test]
fn positions_of_tic_tac_toe_are_solved_correctly() {
    let game = TicTacToe::new(3).unwrap();
    let mut rng = Rng::new(3);
    let mut searcher = Searcher::new(OpenLines);
    for _ in 0..200 {
        let state = random_position(&game, &mut rng, 9);
        let truth = minimax(&game, &Even, &state, 9);
        let winner = match truth.score.signum() {
            0 => None,
            1 => Some(state.to_move),
            _ => Some(state.to_move.other()),
        };
        let solution = searcher
            .solve(&game, &state, &Budget::UNLIMITED, &NEVER)
            .unwrap();
        assert_eq!(solution.winner, winner);
        let report = searcher.search(&game, &state, &Budget::UNLIMITED, &NEVER);
        assert!(report.proven);
        assert_eq!(report.score, truth.score);
    }
}

#[test]
fn multiples_of_four_are_lost_in_countdown() {
    let mut searcher = Searcher::new(Even);
    for pile in 1..=60 {
        let game = CountDown::new(pile);
        for side in Side::BOTH {
            let state = State::new(pile, side);
            let solution = searcher
                .solve(&game, &state, &Budget::UNLIMITED, &NEVER)
                .unwrap();
            assert_eq!(solution.winner, Some(CountDown::winner(&state)));
        }
    }
}

#[test]
fn the_quickest_win_is_found() {
    let game = CountDown::new(21);
    let report = Searcher::new(Even).search(&game, &game.start(), &Budget::UNLIMITED, &NEVER);
    assert_eq!(report.best, Some(1));
    assert_eq!(report.ending(), Some(Ending::WinIn(11)));
    assert!(report.proven);
}

#[test]
fn a_pile_deeper_than_any_search_is_handled() {
    let game = CountDown::new(u64::MAX);
    let mut searcher = Searcher::new(Even);
    let solution = searcher.solve(&game, &game.start(), &Budget::nodes(200_000), &NEVER);
    assert_eq!(solution, None);
    let report = searcher.search(&game, &game.start(), &Budget::nodes(200_000), &NEVER);
    assert!(report.best.is_some() && !report.proven);
}

/// Marks the cells with these numbers in turn.
fn after(game: &TicTacToe, numbers: &[u32]) -> StateOf<TicTacToe> {
    numbers.iter().fold(game.start(), |state, number| {
        let mv = game
            .parse_move(&state, &number.to_string())
            .expect("a free cell");
        game.play(&state, mv)
    })
}

fn choice(game: &TicTacToe, state: &StateOf<TicTacToe>) -> usize {
    let mut player = Searcher::new(OpenLines).within(Budget::nodes(20_000));
    player
        .choose(game, state, &NEVER)
        .expect("there is a move")
        .number()
}

#[test]
fn big_boards_take_wins_and_block_threats() {
    for size in 5..=10u32 {
        let game = TicTacToe::new(size as usize).unwrap();
        // X has the top row except its last cell; O has one cell less of the second row.
        let mut numbers: Vec<u32> = (1..size).flat_map(|x| [x, x + size]).collect();
        numbers.pop();
        assert_eq!(
            choice(&game, &after(&game, &numbers)),
            size as usize,
            "block"
        );
        numbers.push(3 * size);
        assert_eq!(choice(&game, &after(&game, &numbers)), size as usize, "win");
    }
}

#[test]
fn random_players_do_not_win_on_big_boards() {
    let mut losses = 0;
    let mut wins = 0;
    for (size, seed) in [(5, 1), (5, 2), (6, 3), (7, 4), (10, 5)] {
        let game = TicTacToe::new(size).unwrap();
        for side in Side::BOTH {
            let mut chance = RandomPlayer::new(seed);
            let mut search = Searcher::new(OpenLines).within(Budget::nodes(2_000));
            let mut state = game.start();
            while game.status(&state) == Status::Playing {
                let mv = if state.to_move == side {
                    search.choose(&game, &state, &NEVER)
                } else {
                    chance.choose(&game, &state, &NEVER)
                };
                state = game.play(&state, mv.unwrap());
            }
            wins += u32::from(game.status(&state) == Status::Won(side));
            losses += u32::from(game.status(&state) == Status::Won(side.other()));
        }
    }
    assert_eq!(losses, 0);
    assert!(wins >= 5, "{wins}");
}

/// The first moves of a game of the computer against itself.
fn moves_by_computers<T: PromptGame>(game: &T, level: Option<Level>, seed: u64) -> Vec<T::Move> {
    let options = Options {
        seed,
        ..Options::default()
    };
    let request = PlayerRequest {
        level,
        purpose: Purpose::Opponent { from_start: true },
        options: &options,
        cancel: &NEVER,
    };
    let mut players = [game.player(&request), game.player(&request)];
    let mut state = game.start();
    let mut moves = Vec::new();
    while moves.len() < 12 && !game.status(&state).is_over() {
        let mv = players[state.to_move.index()].choose(game, &state, &NEVER);
        moves.push(mv.expect("the game is not over"));
        state = game.play(&state, moves[moves.len() - 1]);
    }
    moves
}

#[test]
fn easy_gives_no_piece_away_in_its_first_two_moves() {
    fn check<T: PromptGame>(game: &T, evaluator: impl Evaluator<T>) {
        let mut searcher = Searcher::new(evaluator);
        let mut value = |state: &StateOf<T>, depth| {
            let report = searcher.search(game, state, &Budget::depth(depth), &NEVER);
            report.score
        };
        for seed in 1..=8 {
            let mut state = game.start();
            for &mv in &moves_by_computers(game, Some(Level::Easy), seed)[..4] {
                let best = value(&state, 4);
                state = game.play(&state, mv);
                let lost = best + value(&state, 3);
                assert!(
                    lost < game.piece_score(),
                    "{}, seed {seed}: {lost}",
                    T::NAME
                );
            }
        }
    }
    check(&Tafl, tafl::Evaluation::new());
    check(&Crusher::new(4).unwrap(), crusher::Evaluation::new(4));
}

#[test]
fn node_counts_are_a_checksum() {
    // A change of these numbers is a change of the search: say so in the commit message.
    let tictactoe = TicTacToe::new(4).unwrap();
    let start = tictactoe.start();
    let short = Searcher::new(OpenLines).search(&tictactoe, &start, &Budget::depth(6), &NEVER);
    let solution = Searcher::new(OpenLines).solve(&tictactoe, &start, &Budget::UNLIMITED, &NEVER);
    let whim = Whim {
        seed: 1,
        values: 100,
    };
    let tafl = Searcher::new(whim).search(&Tafl, &Tafl.start(), &Budget::depth(4), &NEVER);
    assert_eq!((short.score, tafl.score), (-1, -44));
    let nodes = [short.nodes, solution.unwrap().nodes, tafl.nodes];
    assert_eq!(nodes, [7318, 309_895, 352_041]);
}
