//! The self-taught player on the games of the course text, checked exhaustively and not by samples:
//! where its memory alone plays perfectly, where it does not, and that the computer at the prompt
//! plays perfectly all the same.

use game::engine::learn::check::{SolvedGame, never_blunders};
use game::engine::learn::{Memory, best_choices, reference, train};
use game::engine::player::Player;
use game::engine::rng::Rng;
use game::engine::{Game, Side, StateOf, Status};
use game::games::countdown::CountDown;
use game::games::tictactoe::TicTacToe;
use game::play::{Options, PlayerRequest, PromptGame, Purpose};
use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

static NEVER: AtomicBool = AtomicBool::new(false);

/// As many plays as the text trains for.
const PLAYS: u64 = 1_000_000;

fn tictactoe() -> TicTacToe {
    TicTacToe::new(3).expect("3 is a size")
}

fn taught<G: Game>(game: &G, plays: u64, seed: u64) -> Memory {
    let rng = &mut Rng::new(seed);
    train(game, plays, Memory::new(), game.start(), rng)
}

/// With ten seeds, as either side, against every opponent, whichever of its equal choices it makes:
/// what is won it wins, what is drawn it does not lose.
fn ten_seeds_are_never_worse<G: Game + std::fmt::Debug>(game: &G) {
    let solution = SolvedGame::new(game).expect("the game ends");
    for seed in 0..10 {
        let memory = taught(game, PLAYS, seed);
        for side in Side::BOTH {
            let checked = solution.never_blunders(&memory, side);
            assert!(checked.is_ok_and(|moved| moved > 10), "seed {seed}");
            let outcomes = outcomes(game, &memory, side);
            let due = solution.outcome(&game.start()).expect("it is a position");
            assert!(
                !outcomes.contains(&Status::Won(side.other())) || due == Status::Won(side.other())
            );
            if due == Status::Won(side) {
                assert_eq!(outcomes, HashSet::from([due]));
            }
        }
    }
}

/// How games can end when the learnt player plays this side: the check once more, but only by what
/// lies on the table at the end.
fn outcomes<G: Game>(game: &G, memory: &Memory, side: Side) -> HashSet<Status> {
    let mut ends = HashSet::new();
    let mut seen = HashSet::new();
    let mut open: Vec<StateOf<G>> = vec![game.start()];
    while let Some(state) = open.pop() {
        if !seen.insert(game.hash(&state)) {
            continue;
        }
        if game.status(&state).is_over() {
            ends.insert(game.status(&state));
        } else if state.to_move == side {
            let choices = best_choices(game, memory, &state).into_iter();
            open.extend(choices.map(|choice| choice.state));
        } else {
            let moves = game.move_list(&state).into_iter();
            open.extend(moves.map(|mv| game.play(&state, mv)));
        }
    }
    ends
}

#[test]
fn countdown_is_learnt_perfectly() {
    ten_seeds_are_never_worse(&CountDown::default());
}

#[test]
fn tictactoe_is_learnt_perfectly() {
    ten_seeds_are_never_worse(&tictactoe());
}

#[test]
fn countdown_is_learnt_perfectly_even_in_positions_that_good_play_avoids() {
    let game = CountDown::default();
    let solution = SolvedGame::new(&game).expect("the game ends");
    for seed in 0..10 {
        let memory = taught(&game, PLAYS, seed);
        for side in Side::BOTH {
            assert_eq!(solution.blunders_anywhere(&memory, side), []);
        }
    }
}

/// What the check of the perfect player does not say: there are positions that neither it nor a
/// player of its kind ever comes to, and there it knows nothing. They are few.
#[test]
fn tictactoe_is_not_learnt_where_good_play_never_leads() {
    let game = tictactoe();
    let solution = SolvedGame::new(&game).expect("the game ends");
    let memory = taught(&game, PLAYS, 0);
    for side in Side::BOTH {
        let blunders = solution.blunders_anywhere(&memory, side);
        let states: HashSet<u64> = blunders
            .iter()
            .map(|blunder| game.hash(&blunder.state))
            .collect();
        assert!((1..100).contains(&states.len()), "{}", states.len());
    }
}

/// What the computer plays at the prompt: the learnt move where it is proved, or else the search's.
fn computer<T: PromptGame>(game: &T, options: &Options) -> Box<dyn Player<T>> {
    game.player(&PlayerRequest {
        level: None,
        own_game: true,
        purpose: Purpose::Opponent,
        options,
        cancel: &NEVER,
    })
}

/// Where the computer gives value away in any position of the game, as either side. It chooses at
/// random among equal moves, so each position is tried a few times.
fn blunders<T: PromptGame>(game: &T, player: &mut dyn Player<T>) -> Vec<(StateOf<T>, T::Move)> {
    let solution = SolvedGame::new(game).expect("the game ends");
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
fn the_computer_plays_every_pile_perfectly_that_it_trains_for() {
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
        for half in [0..5, 5..10] {
            scope.spawn(move || half.for_each(of_seed));
        }
    });
}

#[test]
fn the_computer_plays_tictactoe_perfectly_wherever_it_finds_itself() {
    for seed in 0..10 {
        let game = tictactoe();
        let options = Options {
            seed,
            ..Options::default()
        };
        assert_eq!(blunders(&game, computer(&game, &options).as_mut()), []);
    }
}

/// The reason for the search: a memory alone does not know what an opponent's mistakes lead to.
#[test]
fn a_memory_alone_gives_games_away_from_piles_that_the_first_side_wins() {
    let game = CountDown::new(7);
    let memory = taught(&game, PLAYS, 3);
    let blunder = never_blunders(&game, &memory, Side::Second).expect_err("it leaves 5 of 6");
    assert_eq!((blunder.state.board, blunder.mv), (6, 1));
}

#[test]
fn a_useless_memory_does_not_make_the_computer_worse() {
    let game = CountDown::default();
    let memory = Some((game.label(), Memory::new()));
    let options = Options {
        seed: 1,
        memory,
        ..Options::default()
    };
    assert_eq!(blunders(&game, computer(&game, &options).as_mut()), []);
}

#[test]
fn the_untaught_and_the_hardly_taught_fail() {
    for side in Side::BOTH {
        assert!(never_blunders(&CountDown::default(), &Memory::new(), side).is_err());
        assert!(never_blunders(&tictactoe(), &Memory::new(), side).is_err());
        for seed in 0..10 {
            let memory = taught(&tictactoe(), 10_000, seed);
            assert!(never_blunders(&tictactoe(), &memory, side).is_err());
        }
    }
}

#[test]
fn the_games_have_their_known_values() {
    let countdown = CountDown::default();
    let solution = SolvedGame::new(&countdown).expect("the game ends");
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
    let solution = SolvedGame::new(&tictactoe).expect("the game ends");
    assert_eq!(solution.outcome(&tictactoe.start()), Some(Status::Draw));
    assert_eq!(solution.positions(), 5478);
}

/// The fast training and the text's algorithm word for word give the same scores to the last bit.
fn equals_the_plain_algorithm<G: Game>(game: &G, plays: u64) {
    for seed in [0, 1, u64::MAX] {
        let memory = taught(game, plays, seed);
        let rng = &mut Rng::new(seed);
        let dict = reference::train(game, plays, reference::Dict::new(), game.start(), rng);
        assert_eq!(memory.len(), dict.len());
        for (key, score) in memory.entries() {
            assert_eq!(dict[&key.to_string()].to_bits(), score.to_bits());
        }
    }
}

#[test]
fn training_is_the_algorithm_of_the_text() {
    equals_the_plain_algorithm(&CountDown::default(), 100_000);
    equals_the_plain_algorithm(&CountDown::new(1), 10);
    equals_the_plain_algorithm(&CountDown::new(100_000), 100_000);
    for size in [3, 4, 7, 10] {
        let game = TicTacToe::new(size).expect("it is a size");
        equals_the_plain_algorithm(&game, if size == 3 { 100_000 } else { 10_000 });
    }
}

#[test]
fn equal_seeds_give_equal_bytes() {
    let game = tictactoe();
    let bytes = |seed| taught(&game, 50_000, seed).to_bytes("tictactoe 3");
    assert_eq!(bytes(7), bytes(7));
    assert_ne!(bytes(7), bytes(8));
}

/// A seed means the same on every machine and in every version: what it teaches is pinned here.
#[test]
fn the_checksums_of_what_a_seed_teaches() {
    fn checksum<G: Game>(game: &G) -> String {
        let text = String::from_utf8(taught(game, 10_000, 1).to_bytes("a label"));
        let text = text.expect("the file is text");
        text.lines().last().expect("the file has lines").into()
    }
    assert_eq!(checksum(&CountDown::default()), "checksum aa2415cf1bb1fbdf");
    assert_eq!(checksum(&tictactoe()), "checksum f4cb086f2f29da64");
}

#[test]
fn an_empty_pile_teaches_nothing() {
    assert!(taught(&CountDown::new(0), PLAYS, 0).is_empty());
}
