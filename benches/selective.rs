//! Matches of the search against itself, both sides, random openings: exact against selective, one
//! budget against another, with and without variety.
//!
//! `cargo bench --bench selective -- GAME GAMES ONE TWO [SEED]`. After 200 plies a game is a draw,
//! even in Crusher, whose rules have none. GAME is `tafl`, `crusher4`, `tictactoe5` and so on. A
//! player is a style with a limit: `exact:5000n` (nodes), `exact:4` (depth), `selective:50000n`,
//! `selective:1s`, `varied:5000n` (exact, varied as the named levels are, by the number of the
//! game).

#![allow(clippy::print_stdout)]

use game::engine::Game;
use game::engine::StateOf;
use game::engine::arena::Match;
use game::engine::player::Player;
use game::engine::search::{Budget, Evaluator, Observer, Report, Searcher, Variety};
use game::games::crusher::{self, Crusher};
use game::games::tafl::{self, Tafl};
use game::games::tictactoe::{OpenLines, TicTacToe};
use game::parallel::all_cores;
use game::play::{Level, PromptGame};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

static NEVER: AtomicBool = AtomicBool::new(false);

fn main() {
    let words: Vec<String> = std::env::args().filter(|arg| arg != "--bench").collect();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let (name, games, players, seed) = match words[..] {
        [] => ("tafl", "4", ["selective:20000n", "exact:20000n"], "1"),
        [game, games, one, two] => (game, games, [one, two], "1"),
        [game, games, one, two, seed] => (game, games, [one, two], seed),
        _ => {
            println!("GAME GAMES ONE TWO [SEED]");
            return;
        }
    };
    let terms = Match {
        opening_plies: 4,
        seed: seed.parse().expect("a seed"),
        ..Match::of_games(games.parse().expect("a number of games"))
    };
    let size = |prefix| name.strip_prefix(prefix).and_then(|n: &str| n.parse().ok());
    if name == "tafl" {
        let searcher = || Searcher::new(tafl::Evaluation::new()).careful();
        play(&terms, &Tafl, players, searcher);
    } else if let Some(n) = size("crusher") {
        let game = Crusher::new(n).expect("a valid size");
        play(&terms, &game, players, || {
            Searcher::new(crusher::Evaluation::new(n))
        });
    } else if let Some(n) = size("tictactoe") {
        let game = TicTacToe::new(n).expect("a valid size");
        play(&terms, &game, players, || Searcher::new(OpenLines));
    } else {
        println!("no game is called {name}");
    }
}

fn play<G: PromptGame, E: Evaluator<G> + 'static>(
    terms: &Match,
    game: &G,
    names: [&str; 2],
    searcher: impl Fn() -> Searcher<G, E> + Sync,
) {
    let player = |name: &str| -> Box<dyn Player<G>> {
        let (style, limit) = name.split_once(':').expect("STYLE:LIMIT");
        let mut budget = match limit.strip_suffix('n') {
            Some(nodes) => Budget::nodes(nodes.parse().expect("a number of nodes")),
            None => (limit.parse::<Level>().ok())
                .and_then(Level::budget)
                .expect("a limit"),
        };
        if style == "selective" {
            // With a limit on time a search is selective.
            budget.time.get_or_insert(Duration::from_hours(1));
        }
        let searcher = searcher().within(budget);
        if style != "varied" {
            return Box::new(searcher);
        }
        Box::new(Varied {
            searcher: Some(searcher),
        })
    };
    let players = || names.map(player);
    let tally = terms.play(game, all_cores(), players, &NEVER, |_| (), |_| ());
    println!("{}", tally.report(names));
}

/// Varies by the number of the game.
struct Varied<G: Game, E> {
    searcher: Option<Searcher<G, E>>,
}

impl<G: Game, E: Evaluator<G>> Player<G> for Varied<G, E> {
    fn analyse(
        &mut self,
        game: &G,
        state: &StateOf<G>,
        cancel: &AtomicBool,
        observer: Observer<'_, G::Move>,
    ) -> Option<Report<G::Move>> {
        let searcher = self.searcher.as_mut()?;
        searcher.analyse(game, state, cancel, observer)
    }

    fn begin(&mut self, _plies: usize) {
        // Its first four moves are those after the opening.
        self.searcher
            .iter_mut()
            .for_each(|searcher| searcher.begin(0));
    }

    fn reseed(&mut self, number: u64) {
        let variety = Variety {
            seed: number + 1,
            careless: None,
        };
        let searcher = self.searcher.take();
        self.searcher = searcher.map(|searcher| searcher.varying(Some(variety)));
    }
}
