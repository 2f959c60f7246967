//! Crusher told once more, by pairs of cells: a move is legal if the two cells and what lies
//! between them say so. Slow, and independent of the rules under test.

use std::collections::BTreeSet;

/// A cell by three coordinates whose sum is 0; a step changes two of them by one.
type Place = (i32, i32, i32);

/// The cells of a hexagon with `n` cells to a side, in reading order.
fn places(n: i32) -> Vec<Place> {
    let reach = 1 - n..n;
    let all = reach.clone().flat_map(|down| {
        reach
            .clone()
            .map(move |across| (down, across, -down - across))
    });
    all.filter(|&(_, _, third)| third.abs() < n).collect()
}

fn size(place: Place) -> i32 {
    place.0.abs().max(place.1.abs()).max(place.2.abs())
}

/// The numbers of all legal moves, each with the board after it. `history` begins with the board
/// now.
pub fn moves(history: &[String], player: char, n: usize) -> BTreeSet<(usize, usize, String)> {
    let places = places(i32::try_from(n).expect("a small size"));
    let board: Vec<char> = history[0].chars().collect();
    assert_eq!(places.len(), board.len());
    let mut legal = BTreeSet::new();
    for (from, a) in places.iter().enumerate() {
        for (to, b) in places.iter().enumerate() {
            let way = (b.0 - a.0, b.1 - a.1, b.2 - a.2);
            let slide = size(way) == 1 && board[to] == '-';
            let straight = way.0 % 2 == 0 && way.1 % 2 == 0 && way.2 % 2 == 0;
            let leap = size(way) == 2 && straight && board[to] != player && {
                let middle = (a.0 + way.0 / 2, a.1 + way.1 / 2, a.2 + way.2 / 2);
                let over = places.iter().position(|&place| place == middle);
                over.is_some_and(|over| board[over] == player)
            };
            if board[from] != player || !(slide || leap) {
                continue;
            }
            let mut after = board.clone();
            after[from] = '-';
            after[to] = player;
            let after: String = after.into_iter().collect();
            if !history.contains(&after) {
                legal.insert((from + 1, to + 1, after));
            }
        }
    }
    legal
}

/// Who has won, if the game is over.
pub fn winner(history: &[String], player: char, n: usize) -> Option<char> {
    let other = if player == 'W' { 'B' } else { 'W' };
    let left = |side: char| history[0].matches(side).count();
    if left(player) < n {
        Some(other)
    } else if left(other) < n {
        Some(player)
    } else {
        moves(history, player, n).is_empty().then_some(other)
    }
}
