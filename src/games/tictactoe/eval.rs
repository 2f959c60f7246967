//! The evaluation of a position: the lines that are still open.

use super::board::Cell;
use super::rules::TicTacToe;
use crate::engine::search::Evaluator;
use crate::engine::{Side, StateOf};

/// Counts the lines that only one side has marks on, the fuller the more: the other side can no
/// longer complete them. Lines that both sides have marks on are dead.
///
/// ```
/// use game::engine::Game;
/// use game::engine::search::Evaluator;
/// use game::games::tictactoe::{OpenLines, TicTacToe};
///
/// let game = TicTacToe::new(3)?;
/// let centre = game.parse_move(&game.start(), "5")?;
/// let edge = game.parse_move(&game.start(), "2")?;
/// let worth = |mv| OpenLines.evaluate(&game, &game.play(&game.start(), mv));
/// assert!(worth(centre) > worth(edge));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenLines;

/// What an open line with so many marks is worth. Tripling lets one line outweigh a few less full
/// ones, and 22 lines of nine marks still stay far below a won game.
const WORTH: [i32; 11] = {
    let mut worth = [0; 11];
    let mut marks = 1;
    let mut value = 1;
    while marks < worth.len() {
        worth[marks] = value;
        value *= 3;
        marks += 1;
    }
    worth
};

/// The worth of a line to whoever has only own marks on it.
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

    /// To complete a line comes first, to prevent that next, then what the mark adds to own lines
    /// and takes from the opponent's.
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

/// The ranks of moves that win at once, and of moves without which the opponent would.
const WINS: i32 = 3 * BLOCKS;
const BLOCKS: i32 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::engine::{Game, Status};

    /// A random position in which the game goes on, and the game.
    fn random(rng: &mut Rng) -> (TicTacToe, StateOf<TicTacToe>) {
        let game = TicTacToe::new(1 + rng.below(10)).unwrap();
        let mut state = game.start();
        for _ in 0..rng.below(game.size() * game.size()) {
            let moves = game.move_list(&state);
            let next = game.play(&state, moves[rng.below(moves.len())]);
            if game.status(&next) != Status::Playing {
                break;
            }
            state = next;
        }
        (game, state)
    }

    /// The same, cell by cell.
    fn plain(game: &TicTacToe, state: &StateOf<TicTacToe>) -> i32 {
        let size = game.size();
        let mut sum = 0;
        for line in 0..2 * size + 2 {
            let cells = (0..size).map(|i| match line {
                row if row < size => row * size + i,
                column if column < 2 * size => i * size + column - size,
                falling if falling == 2 * size => i * size + i,
                _ => i * size + size - 1 - i,
            });
            let marks: Vec<Side> = cells
                .filter_map(|cell| state.board.at(Cell(cell as u8)))
                .collect();
            let worth = |side| {
                if !marks.is_empty() && marks.iter().all(|&mark| mark == side) {
                    3i32.pow(marks.len() as u32 - 1)
                } else {
                    0
                }
            };
            sum += worth(Side::First) - worth(Side::Second);
        }
        sum
    }

    #[test]
    fn counts_what_lies_on_the_lines() {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let (game, state) = random(&mut rng);
            let score = OpenLines.evaluate(&game, &state);
            assert_eq!(score, plain(&game, &state));
            assert!(score.abs() < crate::engine::search::BEST_STATIC / 4);
        }
    }

    #[test]
    fn winning_ranks_first_and_blocking_second() {
        let mut rng = Rng::new(2);
        let (mut wins, mut blocks) = (0, 0);
        for _ in 0..5000 {
            let (game, state) = random(&mut rng);
            let completes = |side: Side, cell: Cell| {
                let marks = state.board.marks(side) | cell.bit();
                game.lines().iter().any(|line| line & !marks == 0)
            };
            let class = |cell| {
                u8::from(completes(state.to_move.other(), cell))
                    .max(2 * u8::from(completes(state.to_move, cell)))
            };
            let moves = game.move_list(&state);
            let best = moves
                .iter()
                .copied()
                .max_by_key(|&mv| OpenLines.rank(&game, &state, mv))
                .unwrap();
            let highest = moves.iter().map(|&mv| class(mv)).max();
            assert_eq!(
                Some(class(best)),
                highest,
                "{}",
                game.show_board(&state.board)
            );
            wins += u32::from(highest == Some(2));
            blocks += u32::from(highest == Some(1));
        }
        assert!(wins > 50 && blocks > 50, "{wins} {blocks}");
    }
}
