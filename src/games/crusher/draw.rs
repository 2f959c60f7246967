//! The board as the course text prints it: rows centred, three blanks between cells.

use super::board::Layout;
use super::hex::Hex;
use super::notation::letter;

/// The board as a diagram: a line for each row, without a line break at the end.
#[must_use]
pub fn diagram(hex: &Hex, layout: &Layout) -> String {
    let widest = 2 * hex.size() - 1;
    let mut index = 0;
    let lines: Vec<String> = hex
        .rows()
        .map(|length| {
            let cells: Vec<String> = (index..index + length)
                .filter_map(|index| hex.cell(index))
                .map(|cell| letter(layout.at(hex, cell)).to_string())
                .collect();
            index += length;
            // A cell and its gap are four columns wide, and each row is half a cell off the next.
            let indent = " ".repeat(2 + 2 * (widest - length));
            indent + &cells.join("   ")
        })
        .collect();
    lines.join("\n")
}
