//! The lines of a board of N by N cells, as sets of bits: N rows, N columns and two diagonals.

/// All lines: the rows from the top, the columns from the left, the falling and the rising diagonal.
pub(super) fn lines(size: usize) -> Vec<u128> {
    let bit = |row: usize, column: usize| 1u128 << (row * size + column);
    let mut lines = Vec::with_capacity(2 * size + 2);
    lines.extend((0..size).map(|row| (0..size).map(|i| bit(row, i)).sum::<u128>()));
    lines.extend((0..size).map(|column| (0..size).map(|i| bit(i, column)).sum::<u128>()));
    lines.push((0..size).map(|i| bit(i, i)).sum());
    lines.push((0..size).map(|i| bit(i, size - 1 - i)).sum());
    // On a board of one cell they are all the same.
    lines.dedup();
    lines
}

/// The lines that pass through a cell: always a row and a column, a diagonal or two on some cells.
/// Unused places repeat the row, so that whoever looks for a full line has no length to mind.
pub(super) fn through(lines: &[u128], cell: usize) -> [u128; 4] {
    let mut passing = lines.iter().copied().filter(|line| line >> cell & 1 == 1);
    let row = passing.next().expect("every cell lies in a row");
    let mut next = || passing.next().unwrap_or(row);
    [row, next(), next(), next()]
}
