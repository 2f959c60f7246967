//! Five games at a command prompt, with strong computer players and a checker for other
//! implementations.
//!
//! Use the rules of a game:
//!
//! ```
//! use game::engine::{Game, Side};
//! use game::games::tafl::Tafl;
//!
//! let start = Tafl.start();
//! let mv = Tafl.parse_move(&start, "d1 d4")?;
//! assert_eq!(Tafl.play(&start, mv).to_move, Side::Second);
//! assert!(Tafl.parse_move(&start, "d1 d9").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Search for the best move:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use game::engine::Game;
//! use game::engine::player::Player;
//! use game::engine::search::{Budget, Searcher};
//! use game::games::countdown::{CountDown, Multiples};
//!
//! let game = CountDown::default();
//! let mut player = Searcher::new(Multiples).within(Budget::depth(3));
//! let best = player.choose(&game, &game.start(), &AtomicBool::new(false));
//! assert_eq!(best, Some(1));
//! ```
//!
//! Run the REPL without a process: a session neither reads nor prints.
//!
//! ```
//! let mut session = game::games::open("tafl").ok_or("no such game")?;
//! assert_eq!(session.prompt(), "tafl> ");
//! assert_eq!(session.feed(":start").scripted(), "Starting Game.\n");
//! assert_eq!(session.feed(":move d1 d4").scripted(), "Move Successful\n");
//! assert_eq!(session.prompt(), "tafl game L> ");
//! # Ok::<(), &str>(())
//! ```
//!
//! # Architecture
//!
//! The crate is built on six concepts:
//!
//! | concept | meaning | implemented by |
//! |---|---|---|
//! | [`Game`](engine::Game) | the rules of a two-player game of perfect information | each board game |
//! | [`Searcher`](engine::search::Searcher), [`Evaluator`](engine::search::Evaluator) | the search for a move, and the evaluation of a position | one search; an evaluator for each game |
//! | [`Mode`](repl::Mode), [`Row`](repl::Row) | a set of commands with a state, and one command | [`BoardMode`](play::BoardMode) for every board game, and battleship's own mode |
//! | [`Reply`](repl::Reply) | the answer to a line: sentences, boards, advice | handlers return it |
//! | [`Session`](repl::Session) | a running mode, as the main loop sees it | [`Dispatcher`](repl::Dispatcher) |
//! | [`Transcript`](check::Transcript) | a recorded session: a test of this program and of others | files in `fixtures/transcripts` |
//!
//! The path of a line:
//!
//! ```text
//! bytes -> Console -> line -> Session (words, Row, open question) -> handler of the Mode
//!       -> Reply (answer, advice, board, next) -> Console -> bytes
//! ```
//!
//! | module | content | uses |
//! |---|---|---|
//! | [`engine`] | the trait [`Game`](engine::Game), search, learning, matches, perft | `parallel` |
//! | [`repl`] | a line-oriented prompt: consoles, commands, the dispatcher | `decimal`, `os`, `store` |
//! | [`play`] | one mode for every [`Game`](engine::Game) | `decimal`, `engine`, `parallel`, `repl`, `store` |
//! | [`games`] | the games and their registry | `decimal`, `engine`, `os`, `parallel`, `play`, `repl`, `store` |
//! | [`check`] | checks other programs against the transcripts of the course text | `decimal`, `engine`, `games`, `os`, `parallel`, `play`, `repl`, `store` |
//! | [`reduce`] | a theorem about `reduce` and `flatten`, and its code | nothing |
//! | [`store`] | bounded reads and atomic saves | nothing |
//! | [`parallel`] | work on several threads | nothing |
//! | `decimal` | parses numbers | nothing |
//! | `os` | environment, signals, progress bars | `decimal`, `parallel`, `repl` |
//! | [`app`] | the main loop | `repl` |
//! | [`cli`], [`start`], `generate` | the command line, running it up to the exit status, completions | anything |
//!
//! **Invariant:** each module uses exactly the others that the table lists (`modules_use_what_the_map_says`).
//! **Invariant:** `engine`, `repl`, `play` and `check` name no game (`only_games_name_games`).
//! **Invariant:** only the console prints, so a mode neither reads nor prints
//! (`only_consoles_read_and_print`).
//! **Invariant:** the rules of a game know neither the prompt nor another game
//! (`rules_know_neither_the_prompt_nor_each_other`).
//! **Invariant:** a session has at most eight methods (`a_session_has_at_most_eight_methods`).
//!
//! Each is a test in `tests/it/architecture`.
//!
//! # The functions of the course texts
//!
//! *Protect the λ*, with its files of 172 bytes:
//!
//! ```
//! use game::engine::Game;
//! use game::games::tafl::{Tafl, csv};
//!
//! let start = Tafl.start();
//! let file = csv::write(&start);
//! assert_eq!(file.len(), 172);
//! assert_eq!(csv::read(file.as_bytes())?, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The guessing game, its hider and its searcher:
//!
//! ```
//! use game::games::battleship::{feedback, initial_guess, next_guess};
//!
//! let target = "H1 B2 D3".parse()?;
//! assert_eq!(feedback(target, "B3 C3 H3".parse()?), (0, 2, 1));
//! let (mut guess, mut state) = initial_guess();
//! let mut guesses = 1;
//! while guess != target {
//!     (guess, state) = next_guess((guess, state), feedback(target, guess));
//!     guesses += 1;
//! }
//! assert!(guesses <= 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Crusher's minimax function:
//!
//! ```
//! use game::games::crusher::crusher;
//!
//! let history = crusher(&["WWW-WW-------BB-BBB"], 'W', 2, 3)?;
//! assert_eq!(history.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The GAME signature, `train` and `best_next_state`:
//!
//! ```
//! use game::engine::Game;
//! use game::engine::learn::{Memory, best_next_state, train};
//! use game::engine::rng::Rng;
//! use game::games::countdown::CountDown;
//!
//! let game = CountDown::default();
//! let mut rng = Rng::new(1);
//! let memory = train(&game, 100_000, Memory::default(), game.start(), &mut rng);
//! let (next, _score) = best_next_state(&game, &memory, &game.start(), &mut rng).ok_or("over")?;
//! assert_eq!(next.board, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The sum of a grid, by rows or at once:
//!
//! ```
//! use game::reduce::seq::{self, Seq};
//!
//! let grid = Seq::from([Seq::from([1, 2]), Seq::from([3, 4])]);
//! let add = |a, b| a + b;
//! assert_eq!(seq::by_rows(add, &0, &grid), seq::at_once(add, &0, &grid));
//! ```

// The reference rules of tafl in `tests/common` name the crate, as integration tests do.
#[cfg(test)]
extern crate self as game;

pub mod app;
pub mod check;
pub mod cli;
mod decimal;
pub mod engine;
pub mod games;
mod generate;
mod os;
pub mod parallel;
pub mod play;
pub mod reduce;
pub mod repl;
pub mod start;
pub mod store;
