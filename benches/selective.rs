//! How strong the selective search is: matches against the exact search and between variants of it,
//! both colours, random openings.
//!
//! `cargo bench --bench selective -- GAME GAMES ONE TWO [SEED [PLIES]]`. After PLIES (200) a game counts
//! as drawn, which no game of Crusher is by its rules. GAME is `tafl`, `crusher4`,
//! `tictactoe5` and so on. A player is a style with a limit, `exact:200ms`, `selective:50000n`
//! (nodes), `selective:1s@2` (on two threads). `before` is the program before there was a selective
//! search: the exact one, with the weights [set by hand](hand_set). Techniques can be changed:
//! `selective,null_move=0,reductions=60:50000n`.
//!
//! `cargo bench --bench selective -- speed GAME LIMIT` tells how many nodes a second both styles
//! visit: in a match by nodes the slower style must get fewer.

#![allow(clippy::print_stdout)]

mod hand_set;

use game::engine::arena::Match;
use game::engine::player::{Player, SearchPlayer};
use game::engine::rng::Rng;
use game::engine::search::{Budget, Evaluator, Resources, Searcher, Style, Techniques};
use game::engine::{Game, StateOf};
use game::games::crusher::{self, Crusher};
use game::games::tafl::{self, Tafl};
use game::games::tictactoe::{OpenLines, TicTacToe};
use game::play::Level;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

static NEVER: AtomicBool = AtomicBool::new(false);

fn main() {
    let words: Vec<String> = std::env::args().filter(|arg| arg != "--bench").collect();
    let words: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
    let task = match words[..] {
        ["speed", game, limit] => (game, Task::Speed(limit)),
        [game, games, one, two] => (game, contest(games, [one, two], "1", "200")),
        [game, games, one, two, seed] => (game, contest(games, [one, two], seed, "200")),
        [game, games, one, two, seed, plies] => (game, contest(games, [one, two], seed, plies)),
        [] => (
            "tafl",
            contest("4", ["selective:20000n", "exact:20000n"], "1", "200"),
        ),
        _ => {
            println!("GAME GAMES ONE TWO [SEED [PLIES]] | speed GAME LIMIT");
            return;
        }
    };
    let (name, task) = task;
    let size = |prefix| name.strip_prefix(prefix).and_then(|n: &str| n.parse().ok());
    if name == "tafl" {
        let player = |spec: &Spec| -> Box<dyn Player<Tafl>> {
            let evaluation = if spec.hand_set {
                hand_set::of_tafl()
            } else {
                tafl::Evaluation::new()
            };
            let searcher = spec.searcher(evaluation);
            Box::new(tafl::Computer::searching(searcher, spec.budget))
        };
        task.run(&Tafl, tafl::Evaluation::new(), 4, player);
    } else if let Some(n) = size("crusher") {
        let game = Crusher::new(n).expect("a size there is");
        let evaluator = crusher::Evaluation::new(n);
        let before = hand_set::of_crusher(n);
        task.run(&game, evaluator, 6, |spec| {
            plain(spec, if spec.hand_set { before } else { evaluator })
        });
    } else if let Some(n) = size("tictactoe") {
        let game = TicTacToe::new(n).expect("a size there is");
        task.run(&game, OpenLines, 2, |spec| plain(spec, OpenLines));
    } else {
        println!("no game is called {name}");
    }
}

enum Task<'a> {
    Speed(&'a str),
    Contest {
        games: u32,
        players: [&'a str; 2],
        seed: u64,
        most_plies: u32,
    },
}

fn contest<'a>(games: &str, players: [&'a str; 2], seed: &str, plies: &str) -> Task<'a> {
    Task::Contest {
        games: games.parse().expect("a number of games"),
        players,
        seed: seed.parse().expect("a seed"),
        most_plies: plies.parse().expect("a number of plies"),
    }
}

impl Task<'_> {
    fn run<G: Game, E: Evaluator<G> + Copy>(
        &self,
        game: &G,
        evaluator: E,
        opening_plies: u32,
        player: impl Fn(&Spec) -> Box<dyn Player<G>>,
    ) {
        match *self {
            Task::Speed(limit) => {
                for style in ["exact", "selective"] {
                    speed(game, evaluator, &Spec::read(&format!("{style}:{limit}")));
                }
            }
            Task::Contest {
                games,
                players: [one, two],
                seed,
                most_plies,
            } => {
                println!("{one} against {two}, openings of seed {seed}");
                let terms = Match {
                    opening_plies,
                    most_plies,
                    seed,
                    ..Match::of_games(games)
                };
                let mut one = player(&Spec::read(one));
                let mut two = player(&Spec::read(two));
                let tally = terms.play(game, one.as_mut(), two.as_mut(), &NEVER, |tally| {
                    if tally.total().games().is_multiple_of(20) {
                        println!(
                            "{:3} games {:5.1} %",
                            tally.total().games(),
                            tally.share() * 100.0
                        );
                    }
                });
                println!("{tally}");
            }
        }
    }
}

/// Searches positions of random games.
fn speed<G: Game, E: Evaluator<G> + Copy>(game: &G, evaluator: E, spec: &Spec) {
    let mut rng = Rng::new(1);
    let (mut nodes, mut depths, mut count) = (0, 0, 0);
    let clock = Instant::now();
    for _ in 0..20 {
        let state = random_position(game, &mut rng);
        let report = spec
            .searcher(evaluator)
            .search(game, &state, &spec.budget, &NEVER);
        if !report.proven {
            nodes += report.nodes;
            depths += report.depth;
            count += 1;
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{:?}: {:.0} nodes a second, depth {:.1}",
        spec.style,
        nodes as f64 / seconds,
        f64::from(depths) / f64::from(count)
    );
}

fn random_position<G: Game>(game: &G, rng: &mut Rng) -> StateOf<G> {
    let mut state = game.start();
    for _ in 0..6 {
        let moves = game.move_list(&state);
        if let Some(&mv) = moves.get(rng.below(moves.len().max(1))) {
            state = game.play(&state, mv);
        }
    }
    state
}

fn plain<G: Game + 'static, E: Evaluator<G> + 'static>(
    spec: &Spec,
    evaluator: E,
) -> Box<dyn Player<G>> {
    Box::new(SearchPlayer::new(spec.searcher(evaluator), spec.budget))
}

/// A player as the command line names it.
struct Spec {
    style: Style,
    /// Whether the evaluation has the weights set by hand.
    hand_set: bool,
    techniques: Techniques,
    budget: Budget,
    threads: NonZeroUsize,
}

impl Spec {
    fn read(text: &str) -> Spec {
        let (name, limit) = text.split_once(':').expect("STYLE:LIMIT");
        let (limit, threads) = limit.split_once('@').unwrap_or((limit, "1"));
        let budget = match limit.strip_suffix('n') {
            Some(nodes) => Budget::nodes(nodes.parse().expect("a number of nodes")),
            None => limit
                .parse::<Level>()
                .ok()
                .and_then(Level::budget)
                .expect("a limit"),
        };
        let mut words = name.split(',');
        let (style, hand_set) = match words.next() {
            Some("before") => (Style::Exact, true),
            Some("exact") => (Style::Exact, false),
            Some("selective") => (Style::Selective, false),
            _ => panic!("no style is called {name}"),
        };
        let mut techniques = Techniques::BEST;
        for word in words {
            let (name, value) = word.split_once('=').expect("NAME=VALUE");
            *field(&mut techniques, name) = value.parse().expect("a number");
        }
        Spec {
            style,
            hand_set,
            techniques,
            budget,
            threads: threads.parse().expect("a number of threads"),
        }
    }

    fn searcher<G: Game, E: Evaluator<G>>(&self, evaluator: E) -> Searcher<G, E> {
        Searcher::new(evaluator)
            .with_resources(Resources {
                threads: self.threads,
                ..Resources::ONE_THREAD
            })
            .with_style(self.style)
            .with_techniques(self.techniques)
    }
}

fn field<'a>(techniques: &'a mut Techniques, name: &str) -> &'a mut u32 {
    match name {
        "quiescence" => &mut techniques.quiescence,
        "null_move" => &mut techniques.null_move,
        "static_cutoff" => &mut techniques.static_cutoff,
        "static_margin" => &mut techniques.static_margin,
        "futility" => &mut techniques.futility,
        "futility_margin" => &mut techniques.futility_margin,
        "reductions" => &mut techniques.reductions,
        "unreduced" => &mut techniques.unreduced,
        "killers" => &mut techniques.killers,
        "internal" => &mut techniques.internal,
        _ => panic!("no technique is called {name}"),
    }
}
