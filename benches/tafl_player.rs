//! How strong the computer is in *Protect the λ*: matches against named opponents, both colours,
//! random openings.
//!
//! `cargo bench --bench tafl_player -- GAMES ONE TWO [SEED]`, where a player is a name and a limit:
//! `strong:1s`, `strong:2` (plies), `strong:20000n` (positions), `plain:4`. Without words it plays
//! a short version of the two matches that the player must win.

#![allow(clippy::print_stdout)]

use cpu_time::ProcessTime;
use game::engine::StateOf;
use game::engine::arena::Match;
use game::engine::player::{Player, SearchPlayer};
use game::engine::search::{Budget, Evaluator, Searcher};
use game::games::tafl::{Computer, Move, Piece, Square, Tafl, captures_of};
use game::play::Level;
use std::sync::atomic::AtomicBool;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        [] => {
            contest(4, "strong:100000n", "strong:2", 1);
            contest(4, "strong:100000n", "plain:4", 1);
        }
        [games, one, two] => contest(games.parse().expect("a number of games"), one, two, 1),
        [games, one, two, seed] => contest(
            games.parse().expect("a number of games"),
            one,
            two,
            seed.parse().expect("a seed"),
        ),
        _ => println!("GAMES ONE TWO [SEED]"),
    }
}

fn contest(games: u32, one: &str, two: &str, seed: u64) {
    println!("{one} against {two}, openings of seed {seed}");
    let rules = Match {
        opening_plies: 4,
        seed,
        ..Match::of_games(games)
    };
    let cancel = AtomicBool::new(false);
    let clock = ProcessTime::now();
    let tally = rules.play(
        &Tafl,
        player(one).as_mut(),
        player(two).as_mut(),
        &cancel,
        |tally| {
            let [o, l] = tally.as_side;
            println!(
                "{:3} games {:5.1} %  objects +{} ={} -{}  lambdas +{} ={} -{}",
                tally.total().games(),
                tally.share() * 100.0,
                o.wins,
                o.draws,
                o.losses,
                l.wins,
                l.draws,
                l.losses
            );
        },
    );
    println!("{tally}");
    println!("{:.0?} of CPU time", clock.elapsed());
}

fn player(text: &str) -> Box<dyn Player<Tafl>> {
    let (name, limit) = text.split_once(':').expect("NAME:LIMIT");
    let budget = match limit.strip_suffix('n') {
        Some(nodes) => Budget::nodes(nodes.parse().expect("a number of positions")),
        None => limit
            .parse::<Level>()
            .ok()
            .and_then(Level::budget)
            .expect("a level"),
    };
    match name {
        "strong" => Box::new(Computer::new(budget)),
        "plain" => Box::new(SearchPlayer::new(Searcher::new(Material), budget)),
        _ => panic!("no player is called {name}"),
    }
}

/// Material and λ's mobility only.
struct Material;

impl Evaluator<Tafl> for Material {
    fn evaluate(&self, _game: &Tafl, state: &StateOf<Tafl>) -> i32 {
        let board = &state.board;
        let count = |piece| board.count(piece) as i32;
        let mobility = board.lambda().map_or(0, |lambda| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)]
                .into_iter()
                .flat_map(|(right, up)| {
                    (1..9)
                        .map_while(move |by| lambda.offset(by * right, by * up))
                        .take_while(|&square| board.piece_at(square).is_none())
                })
                .filter(|&square| square != Square::CENTRE)
                .count() as i32
        });
        100 * count(Piece::Object) - 200 * count(Piece::Guard) - 10 * mobility
    }

    fn rank(&self, _game: &Tafl, state: &StateOf<Tafl>, mv: Move) -> i32 {
        captures_of(state, mv).len() as i32
    }
}
