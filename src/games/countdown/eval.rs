//! What a pile looks like to somebody who knows the game.

use super::CountDown;
use crate::engine::search::Evaluator;
use crate::engine::{Side, State};

/// Knows that multiples of four are lost for the side to move: no pile is too big for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Multiples;

impl Evaluator<CountDown> for Multiples {
    fn evaluate(&self, _game: &CountDown, state: &State<u64>) -> i32 {
        match CountDown::winner(state) {
            Side::First => 1,
            Side::Second => -1,
        }
    }
}
