//! The costs of both sides of the theorem, computed from the sizes alone.
//!
//! The formulas and their derivation are in the [written answer](super);
//! [`counters`](super::counters) measures the same numbers by running the code.

use super::tree::{self, Tree};

/// What one side of the theorem costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// Calls of `n`.
    pub n_calls: u64,
    /// Calls of `append`.
    pub append_calls: u64,
    /// Values that `reduce` with `n` fetched: an element, the result of a row, or `e`.
    pub fetches: u64,
    /// Elements that `append` copied.
    pub copies: u64,
    /// Blocks of memory allocated by `map` or `flatten`: cells of a tree, or arrays.
    pub allocations: u64,
    /// Cells in these blocks: one for each `Leaf` and `Node`, one for each element of an array.
    pub cells: u64,
    /// How many of these cells are in use at the same time, at most.
    pub peak_cells: u64,
    /// The longest chain of calls of `n`, each waiting for the one before.
    pub n_chain: u64,
    /// The longest chain of calls of `append`, each waiting for the one before.
    pub append_chain: u64,
}

/// The costs of both sides of the theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// `reduce(n, e, map(fn t' => reduce(n, e, t'), t))`.
    pub left: Costs,
    /// `reduce(n, e, flatten t)`.
    pub right: Costs,
}

/// The costs for a tree of trees, by the formulas of the [written answer](super).
#[must_use]
pub fn of_trees<T>(t: &Tree<Tree<T>>) -> Sides {
    let outer = t.shape();
    let rows: Vec<tree::Shape> = t.values().map(Tree::shape).collect();
    let highest_row = rows.iter().map(|row| row.height).max().unwrap_or(0);
    let flat_height = tree::fold(t, || 0, |row| row.shape().height, |l, r| l.max(r) + 1);

    let n_calls = outer.nodes + rows.iter().map(|row| row.nodes).sum::<u64>();
    let map_cells = outer.nodes + outer.leaves;
    Sides {
        left: Costs {
            n_calls,
            fetches: n_calls + 1 + outer.leaves,
            allocations: map_cells,
            cells: map_cells,
            peak_cells: map_cells,
            n_chain: outer.height + highest_row,
            ..Costs::default()
        },
        right: Costs {
            n_calls,
            append_calls: outer.nodes,
            fetches: n_calls + 1,
            allocations: outer.nodes,
            cells: outer.nodes,
            peak_cells: outer.nodes,
            n_chain: flat_height,
            append_chain: outer.height,
            ..Costs::default()
        },
    }
}

/// The costs for a sequence of rows of these lengths, by the formulas of the [written answer](super).
#[must_use]
pub fn of_sequences(lengths: &[u64]) -> Sides {
    let rows = lengths.len() as u64;
    let elements: u64 = lengths.iter().sum();
    let empty_rows = lengths.iter().filter(|&&length| length == 0).count() as u64;
    let longest = lengths.iter().copied().max().unwrap_or(0);

    let copies = copied(lengths);
    Sides {
        left: Costs {
            n_calls: (elements + empty_rows).saturating_sub(1),
            fetches: elements + empty_rows + rows.max(1),
            allocations: 1,
            cells: rows,
            peak_cells: rows,
            n_chain: ceil_lg(longest) + ceil_lg(rows),
            ..Costs::default()
        },
        right: Costs {
            n_calls: elements.saturating_sub(1),
            append_calls: rows.saturating_sub(1),
            fetches: elements.max(1),
            copies,
            allocations: rows.saturating_sub(1),
            cells: copies,
            peak_cells: match lengths {
                [] | [_] => 0,
                [_, _] => elements,
                [first, _, _] => 2 * elements - first,
                _ => 2 * elements,
            },
            n_chain: ceil_lg(elements),
            append_chain: ceil_lg(rows),
        },
    }
}

/// Σ ℓᵢ·dᵢ: what the appends of a balanced `flatten` copy.
///
/// For rows of one length this is ℓ·(k·h + k − 2ʰ) with h = ⌈lg k⌉:
///
/// ```
/// use game::reduce::costs::copied;
///
/// assert_eq!(copied(&[7; 5]), 7 * (5 * 3 + 5 - 8));
/// ```
#[must_use]
pub fn copied(lengths: &[u64]) -> u64 {
    if lengths.len() < 2 {
        return 0;
    }
    let (l, r) = lengths.split_at(lengths.len() / 2);
    copied(l) + copied(r) + lengths.iter().sum::<u64>()
}

/// ⌈log₂ m⌉, and 0 for m = 0.
#[must_use]
pub fn ceil_lg(m: u64) -> u64 {
    if m < 2 {
        0
    } else {
        u64::from(u64::BITS - (m - 1).leading_zeros())
    }
}
