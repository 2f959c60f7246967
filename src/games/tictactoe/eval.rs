//! The evaluation: lines that one side can still complete.

use super::rules::{Cell, TicTacToe};
use crate::engine::search::Evaluator;
use crate::engine::{Side, StateOf};

/// Counts the lines that only one side has marks on, and weighs fuller ones more. Lines that both
/// sides have marks on are dead.
///
/// ```
/// use game::engine::Game;
/// use game::engine::search::Evaluator;
/// use game::games::tictactoe::{OpenLines, TicTacToe};
///
/// let game = TicTacToe::default();
/// let centre = game.parse_move(&game.start(), "5")?;
/// let edge = game.parse_move(&game.start(), "2")?;
/// let worth = |mv| OpenLines.evaluate(&game, &game.play(&game.start(), mv));
/// assert!(worth(centre) > worth(edge));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenLines;

/// The value of an open line by its number of marks. Tripling lets one line outweigh a few emptier
/// ones, and 22 lines of nine marks still stay far below a won game.
const WORTH: [i32; 11] = [0, 1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

/// Returns the value of a line for the only side with marks on it.
#[inline]
const fn worth(marks: u128) -> i32 {
    WORTH[marks.count_ones() as usize % WORTH.len()]
}

impl Evaluator<TicTacToe> for OpenLines {
    fn evaluate(&self, game: &TicTacToe, state: &StateOf<TicTacToe>) -> i32 {
        let [first, second] = Side::BOTH.map(|side| state.board.marks(side));
        game.lines()
            .iter()
            .map(|line| match (line & first, line & second) {
                (mine, 0) => worth(mine),
                (0, theirs) => -worth(theirs),
                _ => 0,
            })
            .sum()
    }

    /// Ranks moves that complete a line first, then those that prevent one, then by the lines that
    /// the mark adds to the side's own and takes from the opponent's.
    fn rank(&self, game: &TicTacToe, state: &StateOf<TicTacToe>, mv: Cell) -> i32 {
        let mine = state.board.marks(state.to_move);
        let theirs = state.board.marks(state.to_move.other());
        let almost_full = WORTH[game.size() - 1];
        let lines = game.lines_through(mv);
        let mut blocks = false;
        let mut rank = 0;
        for (place, line) in lines.iter().enumerate() {
            if place > 0 && *line == lines[0] {
                break;
            }
            match (line & mine, line & theirs) {
                (mine, 0) => {
                    let worth = worth(mine);
                    if worth == almost_full {
                        return WINS;
                    }
                    rank += 2 * worth + 1;
                }
                (0, theirs) => {
                    let worth = worth(theirs);
                    blocks |= worth == almost_full;
                    rank += worth;
                }
                _ => {}
            }
        }
        rank.min(BLOCKS - 1) + if blocks { BLOCKS } else { 0 }
    }

    fn is_quiet(
        &self,
        _game: &TicTacToe,
        _state: &StateOf<TicTacToe>,
        _mv: Cell,
        rank: i32,
    ) -> bool {
        rank < BLOCKS
    }
}

/// The ranks of moves that win at once, and of moves that prevent the opponent from it.
const WINS: i32 = 3 * BLOCKS;
const BLOCKS: i32 = 10_000;
