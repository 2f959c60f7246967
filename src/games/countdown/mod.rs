//! `CountDown`, the subtraction game of the course text: a pile of pieces, of which the players
//! take one, two or three in turn. Who takes the last one wins.
//!
//! A trained memory knows what to do: leave a multiple of four. From 7 it takes 3.
//!
//! ```
//! use game::engine::learn::{Memory, SolvedGame, best_next_state, train};
//! use game::engine::rng::Rng;
//! use game::engine::{Game, Side, State};
//! use game::games::countdown::CountDown;
//!
//! let game = CountDown::default();
//! let mut rng = Rng::new(1);
//! let memory = train(&game, 1_000_000, Memory::new(), game.start(), &mut rng);
//! let (next, score) = best_next_state(&game, &memory, &State::new(7, Side::First), &mut rng)
//!     .ok_or("the game is over")?;
//! assert_eq!(next.board, 4);
//! assert!(score > 0.99);
//!
//! // From the start it never gives away a game that it can win, whatever the opponent does.
//! let solved = SolvedGame::new(&game, 100).ok_or("too big")?;
//! assert!(solved.never_blunders(&memory, Side::First).is_ok());
//! assert!(solved.never_blunders(&Memory::new(), Side::First).is_err());
//! # Ok::<(), &str>(())
//! ```

mod eval;
mod prompt;
mod rules;
#[cfg(test)]
mod tests;

pub use eval::Multiples;
pub use rules::{CountDown, Illegal};
