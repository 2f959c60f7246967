//! The evaluation of a pile, which is exact.

use super::CountDown;
use crate::engine::search::Evaluator;
use crate::engine::{Side, State};

/// An exact evaluator: multiples of four are lost for the side to move.
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
