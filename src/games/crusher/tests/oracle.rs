//! The rules again, on strings as in the course text: slow and obvious.

use std::collections::HashSet;

/// The places of the cells on a plane, in reading order: a row down is a step of 1, a cell to the
/// right one of 2, and the six neighbours are those at (±2, 0) and (±1, ±1).
fn places(n: i32) -> Vec<(i32, i32)> {
    let mut places = Vec::new();
    for row in 0..2 * n - 1 {
        let indent = (row - (n - 1)).abs();
        for column in 0..2 * n - 1 - indent {
            places.push((indent + 2 * column, row));
        }
    }
    places
}

const STEPS: [(i32, i32); 6] = [(2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// All boards that `player` can move to, with the numbers of the cells. `history` begins with the
/// newest board.
pub(super) fn moves(history: &[String], player: char, n: usize) -> Vec<(usize, usize, String)> {
    let board: Vec<char> = history[0].chars().collect();
    let past: HashSet<&str> = history.iter().map(String::as_str).collect();
    let places = places(n as i32);
    let at = |place: (i32, i32)| places.iter().position(|&p| p == place);
    let mut moves = Vec::new();
    for (from, &(x, y)) in places.iter().enumerate() {
        if board[from] != player {
            continue;
        }
        for (dx, dy) in STEPS {
            let Some(next) = at((x + dx, y + dy)) else {
                continue;
            };
            let to = if board[next] == '-' {
                Some(next)
            } else if board[next] == player {
                at((x + 2 * dx, y + 2 * dy)).filter(|&far| board[far] != player)
            } else {
                None
            };
            if let Some(to) = to {
                let mut new = board.clone();
                new[from] = '-';
                new[to] = player;
                let new: String = new.into_iter().collect();
                if !past.contains(new.as_str()) {
                    moves.push((from + 1, to + 1, new));
                }
            }
        }
    }
    moves
}

/// Who has won, if the game is over.
pub(super) fn winner(history: &[String], player: char, n: usize) -> Option<char> {
    let other = if player == 'W' { 'B' } else { 'W' };
    let count = |side| history[0].chars().filter(|&c| c == side).count();
    if count(player) < n {
        Some(other)
    } else if count(other) < n {
        Some(player)
    } else if moves(history, player, n).is_empty() {
        Some(other)
    } else {
        None
    }
}
