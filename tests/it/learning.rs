//! The self-taught player in the games of the course text, checked exhaustively: where its memory
//! alone plays perfectly and where it does not, and that the computer at the prompt always does.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use game::engine::learn::{Memory, SolvedGame, score, train};
use game::engine::player::Player;
use game::engine::rng::Rng;
use game::engine::{Game, Side, StateOf, Status};
use game::games::countdown::CountDown;
use game::games::tictactoe::TicTacToe;
use game::play::{Options, PlayerRequest, PromptGame, Purpose};

static NEVER: AtomicBool = AtomicBool::new(false);

/// The number of moves that the prompt trains for.
const PLAYS: u64 = 500_000;

fn tictactoe() -> TicTacToe {
    TicTacToe::new(3).expect("3 is a size")
}

fn taught<G: Game>(game: &G, plays: u64, seed: u64) -> Memory {
    let rng = &mut Rng::new(seed);
    train(game, plays, Memory::default(), game.start(), rng)
}

fn solved<G: Game>(game: &G) -> SolvedGame<'_, G> {
    SolvedGame::new(game, 10_000).expect("a small game that ends")
}

/// Whether a memory, as `side`, gives nothing away in any game from the start, against any opponent
/// and with any choice among equal moves.
fn never_blunders<G: Game>(game: &G, memory: &Memory, side: Side) -> bool {
    let solved = solved(game);
    let mut open = vec![game.start()];
    let mut seen = HashSet::new();
    while let Some(state) = open.pop() {
        if game.status(&state).is_over() || !seen.insert(game.hash(&state)) {
            continue;
        }
        let mut moves = game.move_list(&state);
        if state.to_move == side {
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let worth = |mv: G::Move| sign * score(game, memory, &game.play(&state, mv));
            let best = moves.iter().map(|&mv| worth(mv)).fold(f64::MIN, f64::max);
            moves.retain(|&mv| worth(mv) >= best);
            let good = solved.right_moves(&state);
            if !moves.iter().all(|mv| good.contains(mv)) {
                return false;
            }
        }
        open.extend(moves.into_iter().map(|mv| game.play(&state, mv)));
    }
    true
}

#[test]
fn trained_players_play_perfectly_from_the_start_and_barely_trained_ones_do_not() {
    fn try_seeds<G: Game + std::fmt::Debug>(game: &G) {
        for side in Side::BOTH {
            assert!(!never_blunders(game, &taught(game, 10, 0), side));
            for seed in 0..5 {
                let memory = taught(game, PLAYS, seed);
                assert!(never_blunders(game, &memory, side), "seed {seed}");
            }
        }
    }
    try_seeds(&CountDown::default());
    try_seeds(&tictactoe());
}

/// The computer's move at the prompt: the learnt one if a search proves it, else that of the
/// search.
fn computer<T: PromptGame>(game: &T, options: &Options) -> Box<dyn Player<T>> {
    game.player(&PlayerRequest {
        level: None,
        purpose: Purpose::Opponent { from_start: true },
        options,
        cancel: &NEVER,
    })
}

/// Returns the positions and moves in which the computer gives something away, as either side. It
/// chooses at random among equal moves, so each position is tried a few times.
fn blunders<T: PromptGame>(game: &T, player: &mut dyn Player<T>) -> Vec<(StateOf<T>, T::Move)> {
    let solution = solved(game);
    let mut blunders = Vec::new();
    let mut seen = HashSet::new();
    let mut open = vec![game.start()];
    while let Some(state) = open.pop() {
        if game.status(&state).is_over() || !seen.insert(game.hash(&state)) {
            continue;
        }
        for _ in 0..5 {
            let mv = player
                .choose(game, &state, &NEVER)
                .expect("there is a move");
            if solution.outcome(&game.play(&state, mv)) != solution.outcome(&state) {
                blunders.push((state.clone(), mv));
            }
        }
        let moves = game.move_list(&state).into_iter();
        open.extend(moves.map(|mv| game.play(&state, mv)));
    }
    blunders
}

#[test]
fn the_computer_plays_every_learnt_pile_perfectly() {
    let of_seed = |seed| {
        let options = Options {
            seed,
            ..Options::default()
        };
        for pile in 1..=50 {
            let game = CountDown::new(pile);
            let mut player = computer(&game, &options);
            assert_eq!(
                blunders(&game, player.as_mut()),
                [],
                "pile {pile}, seed {seed}"
            );
        }
    };
    std::thread::scope(|scope| {
        for half in [0..2, 2..4] {
            scope.spawn(move || half.for_each(of_seed));
        }
    });
}

#[test]
fn the_computer_plays_tictactoe_perfectly_from_every_position() {
    for seed in 0..4 {
        let game = tictactoe();
        let options = Options {
            seed,
            ..Options::default()
        };
        assert_eq!(blunders(&game, computer(&game, &options).as_mut()), []);
    }
}

/// The reason for the search: a memory alone does not know the positions after an opponent's
/// mistakes.
#[test]
fn a_memory_alone_loses_won_piles() {
    let game = CountDown::new(7);
    let memory = taught(&game, PLAYS, 3);
    assert!(!never_blunders(&game, &memory, Side::Second));
}

#[test]
fn the_games_have_their_known_values() {
    let countdown = CountDown::default();
    let solution = solved(&countdown);
    let mut open = vec![countdown.start()];
    while let Some(state) = open.pop() {
        let winner = Status::Won(CountDown::winner(&state));
        assert_eq!(solution.outcome(&state), Some(winner));
        let moves = countdown.move_list(&state).into_iter();
        open.extend(
            moves
                .map(|mv| countdown.play(&state, mv))
                .filter(|next| next.board > 12),
        );
    }
    let tictactoe = tictactoe();
    let solution = solved(&tictactoe);
    assert_eq!(solution.outcome(&tictactoe.start()), Some(Status::Draw));
    assert!(
        SolvedGame::new(&tictactoe, 5478).is_some() && SolvedGame::new(&tictactoe, 5477).is_none()
    );
}
