//! The cost tables of `docs/reduce.md` equal counts from running both sides.

use super::{height, lengths, trees};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{self, Tree, node};
use proptest::prelude::*;
use std::rc::Rc;

/// Costs of one side of the equation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Costs {
    work: u64,
    n_calls: u64,
    /// The longest chain of calls of `n`, each waiting for the one before.
    n_chain: u64,
    /// Cells allocated by `map` or `flatten`: `Leaf`s and `Node`s, or elements of arrays.
    cells: u64,
    /// The maximum number of these cells in use at once.
    peak_cells: u64,
}

/// The numbers of `Node`s, `Leaf`s and `Empty`s.
fn counts<T>(t: &Tree<T>) -> [u64; 3] {
    let add = |l: [u64; 3], r: [u64; 3]| [l[0] + r[0] + 1, l[1] + r[1], l[2] + r[2]];
    tree::fold(t, || [0, 0, 1], |_| [0, 1, 0], add)
}

fn size<T>(t: &Tree<T>) -> u64 {
    counts(t).iter().sum()
}

fn stated_for_trees(t: &Tree<Tree<u64>>) -> [Costs; 2] {
    let [nodes, leaves, _] = counts(t);
    let n_calls = nodes + t.values().map(|row| counts(row)[0]).sum::<u64>();
    let work = 2 * size(t) + t.values().map(size).sum::<u64>();
    let left = Costs {
        work,
        n_calls,
        n_chain: height(t) + t.values().map(height).max().unwrap_or(0),
        cells: nodes + leaves,
        peak_cells: nodes + leaves,
    };
    let right = Costs {
        work: work - leaves,
        n_calls,
        n_chain: height(&tree::flatten(t)),
        cells: nodes,
        peak_cells: nodes,
    };
    [left, right]
}

/// Requires at least one row and one element.
fn stated_for_sequences(lengths: &[u64]) -> [Costs; 2] {
    let rows = lengths.len() as u64;
    let elements: u64 = lengths.iter().sum();
    let empty_rows = lengths.iter().filter(|&&length| length == 0).count() as u64;
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let copies = copies(lengths);
    let left = Costs {
        work: 2 * elements + 2 * rows + 2 * empty_rows - 1,
        n_calls: elements + empty_rows - 1,
        n_chain: ceil_lg(longest) + ceil_lg(rows),
        cells: rows,
        peak_cells: rows,
    };
    let right = Costs {
        work: 2 * elements + 2 * rows + copies - 2,
        n_calls: elements - 1,
        n_chain: ceil_lg(elements),
        cells: copies,
        peak_cells: match lengths {
            [] | [_] => 0,
            [_, _] => elements,
            [first, _, _] => 2 * elements - first,
            _ => 2 * elements,
        },
    };
    [left, right]
}

/// C = Σ ℓᵢ·dᵢ: each element is copied once by each append above its row.
fn copies(lengths: &[u64]) -> u64 {
    if lengths.len() < 2 {
        return 0;
    }
    let (l, r) = lengths.split_at(lengths.len() / 2);
    copies(l) + copies(r) + lengths.iter().sum::<u64>()
}

/// ⌈log₂ m⌉ for m ≥ 1.
fn ceil_lg(m: u64) -> u64 {
    u64::from(m.next_power_of_two().ilog2())
}

/// Counts the calls of `n`. An element is the longest chain of calls before it.
fn counting(n_calls: &mut u64) -> impl FnMut(u64, u64) -> u64 {
    |x, y| {
        *n_calls += 1;
        x.max(y) + 1
    }
}

/// The calls that the recursive definition of `reduce`, `map` or `flatten` makes, and their levels,
/// if a value at a leaf costs `at_leaf` more.
fn calls<T>(t: &Tree<T>, mut at_leaf: impl FnMut(&T) -> (u64, u64)) -> (u64, u64) {
    let leaf = |x: &T| {
        let (work, span) = at_leaf(x);
        (1 + work, 1 + span)
    };
    let both = |l: (u64, u64), r: (u64, u64)| (1 + l.0 + r.0, 1 + l.1.max(r.1));
    tree::fold(t, || (1, 1), leaf, both)
}

fn none<T>(_: &T) -> (u64, u64) {
    (0, 0)
}

fn measured_for_trees(t: &Tree<Tree<u64>>) -> [Costs; 2] {
    let mut left = Costs::default();
    let results = tree::map(|row| tree::reduce(counting(&mut left.n_calls), &0, row), t);
    // `map` returns before the second `reduce` begins.
    let rows_done = results.values().max().copied().unwrap_or(0);
    let results = tree::map(|_| rows_done, &results);
    left.n_chain = tree::reduce(counting(&mut left.n_calls), &rows_done, &results);
    left.work = calls(t, |row| calls(row, none)).0 + calls(&results, none).0;
    let [nodes, leaves, _] = counts(&results);
    left.cells = nodes + leaves;
    left.peak_cells = left.cells;

    let mut right = Costs::default();
    let append = |l, r| {
        right.cells += 1;
        node(l, r)
    };
    let flat = tree::reduce(append, &Tree::Empty, t);
    right.n_chain = tree::reduce(counting(&mut right.n_calls), &0, &flat);
    right.work = calls(t, none).0 + calls(&flat, none).0;
    right.peak_cells = right.cells;
    [left, right]
}

/// The calls of `reduce` on this many values.
fn calls_on(values: u64) -> u64 {
    match values {
        0 | 1 => 1,
        _ => 1 + calls_on(values / 2) + calls_on(values.div_ceil(2)),
    }
}

fn grid<T: Clone>(lengths: &[u64], element: &T) -> Seq<Seq<T>> {
    let row = |&length: &u64| (0..length).map(|_| element.clone()).collect();
    lengths.iter().map(row).collect()
}

fn measured_for_sequences(lengths: &[u64]) -> [Costs; 2] {
    let rows = lengths.len() as u64;
    let mut left = Costs::default();
    let reduce_row = |row: &Seq<u64>| seq::reduce(counting(&mut left.n_calls), &0, row);
    let results = seq::map(reduce_row, &grid(lengths, &0));
    let rows_done = results.as_slice().iter().max().copied().unwrap_or(0);
    let results = seq::map(|_| rows_done, &results);
    left.n_chain = seq::reduce(counting(&mut left.n_calls), &0, &results);
    left.cells = results.len() as u64;
    left.peak_cells = left.cells;
    left.work = lengths.iter().copied().map(calls_on).sum::<u64>() + left.cells + calls_on(rows);

    // All elements are clones of one counted reference, so its count is the number of elements.
    let mut right = Costs::default();
    let element = Rc::new(());
    let grid = grid(lengths, &element);
    let given = Rc::strong_count(&element) as u64;
    let append = |a, b| {
        let both = seq::append(&a, &b);
        right.cells += both.len() as u64;
        right.peak_cells = right
            .peak_cells
            .max(Rc::strong_count(&element) as u64 - given);
        both
    };
    let flat = seq::reduce(append, &Seq::empty(), &grid);
    let flat = seq::map(|_| 0, &flat);
    right.n_chain = seq::reduce(counting(&mut right.n_calls), &0, &flat);
    right.work = calls_on(rows) + right.cells + calls_on(flat.len() as u64);
    [left, right]
}

proptest! {
    #[test]
    fn costs_on_trees(t in trees(trees(Just(0)))) {
        let [left, right] = stated_for_trees(&t);
        prop_assert_eq!([left, right], measured_for_trees(&t));
        prop_assert!(right.n_chain <= left.n_chain);
    }

    #[test]
    fn span_on_trees(t in trees(trees(Just(0)))) {
        let flat = tree::flatten(&t);
        let mapping = calls(&t, |row| calls(row, none)).1;
        // The depth of the rows, without the `Empty`s of `t`.
        let rows = tree::fold(&t, || None, |row| Some(height(row)), |l, r| l.max(r).map(|h| h + 1));
        let reached_by_a_row = rows == Some(height(&flat));
        prop_assert_eq!(mapping, height(&flat) + 1 + u64::from(reached_by_a_row));
        prop_assert_eq!(calls(&t, none).1, height(&t) + 1);
        prop_assert_eq!(calls(&flat, none).1, height(&flat) + 1);
    }

    #[test]
    fn costs_on_sequences(lengths in lengths()) {
        let (rows, elements) = (lengths.len() as u64, lengths.iter().sum::<u64>());
        prop_assume!(elements > 0);
        let [left, right] = stated_for_sequences(&lengths);
        prop_assert_eq!([left, right], measured_for_sequences(&lengths));
        prop_assert!(right.n_chain <= left.n_chain);
        let steps = ceil_lg(rows) + right.n_chain;
        prop_assert!(left.n_chain <= steps && steps <= 2 * left.n_chain);
        prop_assert!(elements * u64::from(rows.ilog2()) <= right.cells);
        prop_assert!(right.cells <= elements * ceil_lg(rows));
    }

    #[test]
    fn copies_of_rows_of_equal_length(length in 0..50u64, rows in 1..300u64) {
        let d = ceil_lg(rows);
        let stated = length * (rows * d + rows - (1 << d));
        prop_assert_eq!(copies(&vec![length; rows as usize]), stated);
    }
}

#[test]
fn the_example_of_a_thousand_rows() {
    let [left, right] = stated_for_sequences(&[1000; 1000]);
    assert_eq!([left.work, right.work], [2_001_999, 11_977_998]);
    assert_eq!([left.cells, right.cells], [1000, 9_976_000]);
    assert_eq!(right.peak_cells, 2_000_000);
}
