//! The rows of a saved board: cells of one byte separated by commas, a line for each row.

/// Writes the cells of a board in reading order.
pub(super) fn write(width: usize, cells: impl Iterator<Item = char>) -> String {
    let rows = cells.enumerate();
    rows.flat_map(|(index, cell)| [cell, separator(width, index).into()])
        .collect()
}

/// Returns the byte after a cell.
fn separator(width: usize, index: usize) -> u8 {
    if (index + 1).is_multiple_of(width) {
        b'\n'
    } else {
        b','
    }
}

/// Reads a square board of this width: passes its cells to `put`, in reading order.
///
/// # Errors
/// The first fault and its place; the rows begin on line 2 of the file.
pub(super) fn read(
    rows: &[u8],
    width: usize,
    mut put: impl FnMut(usize, u8) -> Result<(), String>,
) -> Result<(), String> {
    let cells = width * width;
    let (pairs, _) = rows.as_chunks::<2>();
    for (index, &[cell, end]) in pairs.iter().take(cells).enumerate() {
        let (line, column) = (index / width + 2, index % width * 2 + 1);
        put(index, cell).map_err(|why| format!("line {line}, column {column}: {why}"))?;
        if end != separator(width, index) {
            let expected =
                ["a comma", "a line break"][usize::from(separator(width, index) != b',')];
            return Err(format!(
                "line {line}, column {}: expected {expected}",
                column + 1
            ));
        }
    }
    match rows.len() {
        len if len == 2 * cells => Ok(()),
        len => Err(format!(
            "the rows have {len} bytes instead of {}",
            2 * cells
        )),
    }
}
