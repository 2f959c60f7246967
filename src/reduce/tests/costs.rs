//! The costs stated in `docs/reduce.md` are those counted by running both sides.

use super::{counts, height, lengths, trees};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{self, Tree, node};
use proptest::prelude::*;
use std::cell::Cell;

/// The costs of one side of the theorem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Costs {
    n_calls: u64,
    append_calls: u64,
    /// Values that `reduce` with `n` read: an element, the result of a row, or `e`.
    reads: u64,
    /// Cells allocated by `map` or `flatten`: one for each `Leaf` and `Node`, one for each element of
    /// an array.
    cells: u64,
    /// The most of these cells in use at the same time.
    peak_cells: u64,
    /// The longest chain of calls of `n`, each waiting for the one before.
    n_chain: u64,
}

/// The stated costs of the left and the right side for a tree of trees.
fn of_trees<T>(t: &Tree<Tree<T>>) -> [Costs; 2] {
    let [nodes, leaves, _] = counts(t);
    let row_nodes: u64 = t.values().map(|row| counts(row)[0]).sum();
    let n_calls = nodes + row_nodes;
    let left = Costs {
        n_calls,
        reads: n_calls + 1 + leaves,
        cells: nodes + leaves,
        peak_cells: nodes + leaves,
        n_chain: height(t) + t.values().map(height).max().unwrap_or(0),
        ..Costs::default()
    };
    let right = Costs {
        n_calls,
        append_calls: nodes,
        reads: n_calls + 1,
        cells: nodes,
        peak_cells: nodes,
        n_chain: height(&tree::flatten(t)),
    };
    [left, right]
}

/// The stated costs of the left and the right side for rows of these lengths.
fn of_sequences(lengths: &[u64]) -> [Costs; 2] {
    let rows = lengths.len() as u64;
    let elements: u64 = lengths.iter().sum();
    let empty_rows = lengths.iter().filter(|&&length| length == 0).count() as u64;
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let left = Costs {
        n_calls: (elements + empty_rows).saturating_sub(1),
        reads: elements + empty_rows + rows.max(1),
        cells: rows,
        peak_cells: rows,
        n_chain: ceil_lg(longest) + ceil_lg(rows),
        ..Costs::default()
    };
    let right = Costs {
        n_calls: elements.saturating_sub(1),
        append_calls: rows.saturating_sub(1),
        reads: elements.max(1),
        cells: copied(lengths),
        peak_cells: match lengths {
            [] | [_] => 0,
            [_, _] => elements,
            [first, _, _] => 2 * elements - first,
            _ => 2 * elements,
        },
        n_chain: ceil_lg(elements),
    };
    [left, right]
}

/// C = Σ ℓᵢ·dᵢ: the copies made by the appends of a balanced `flatten`.
fn copied(lengths: &[u64]) -> u64 {
    if lengths.len() < 2 {
        return 0;
    }
    let (l, r) = lengths.split_at(lengths.len() / 2);
    copied(l) + copied(r) + lengths.iter().sum::<u64>()
}

/// ⌈log₂ m⌉, and 0 for m = 0.
fn ceil_lg(m: u64) -> u64 {
    u64::from(m.max(1).next_power_of_two().ilog2())
}

/// The counters of one run.
#[derive(Default)]
struct Counters {
    calls: Cell<u64>,
    copies: Cell<u64>,
    alive: Cell<u64>,
    peak: Cell<u64>,
}

impl Counters {
    fn probe(&self) -> Probe<'_> {
        self.probe_after(0)
    }

    fn probe_after(&self, chain: u64) -> Probe<'_> {
        self.alive.set(self.alive.get() + 1);
        self.peak.set(self.peak.get().max(self.alive.get()));
        Probe {
            counters: self,
            chain,
        }
    }

    /// An `n` that joins two probes into one and counts the call.
    fn n<'a>(&'a self) -> impl Fn(Probe<'a>, Probe<'a>) -> Probe<'a> + Copy {
        |x, y| {
            self.calls.set(self.calls.get() + 1);
            self.probe_after(x.chain.max(y.chain) + 1)
        }
    }
}

/// An element that counts its copies and knows the longest chain of calls of `n` before it.
struct Probe<'a> {
    counters: &'a Counters,
    chain: u64,
}

impl Clone for Probe<'_> {
    fn clone(&self) -> Self {
        self.counters.copies.set(self.counters.copies.get() + 1);
        self.counters.probe_after(self.chain)
    }
}

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        self.counters.alive.set(self.counters.alive.get() - 1);
    }
}

/// Runs both sides on a tree of this shape.
fn measure_trees(t: &Tree<Tree<()>>) -> [Costs; 2] {
    let counters = Counters::default();
    let probes = tree::map(|row| tree::map(|()| counters.probe(), row), t);
    let results = tree::map(
        |row| tree::reduce(counters.n(), &counters.probe(), row),
        &probes,
    );
    let [nodes, leaves, _] = counts(&results);
    // `map` returns before the second `reduce` begins: no value is there any earlier.
    let rows_done = results.values().map(|row| row.chain).max().unwrap_or(0);
    let results = tree::map(|_| counters.probe_after(rows_done), &results);
    let total = tree::reduce(counters.n(), &counters.probe_after(rows_done), &results);
    let left = Costs {
        n_calls: counters.calls.get(),
        reads: counters.copies.get(),
        cells: nodes + leaves,
        peak_cells: nodes + leaves,
        n_chain: total.chain,
        ..Costs::default()
    };

    let counters = Counters::default();
    let probes = tree::map(|row| tree::map(|()| counters.probe(), row), t);
    let mut append_calls = 0;
    let append = |l, r| {
        append_calls += 1;
        node(l, r)
    };
    let flat = tree::flatten_with(append, &Tree::Empty, &probes);
    let copies = counters.copies.get();
    let total = tree::reduce(counters.n(), &counters.probe(), &flat);
    let right = Costs {
        n_calls: counters.calls.get(),
        append_calls,
        reads: counters.copies.get() - copies,
        cells: append_calls,
        peak_cells: append_calls,
        n_chain: total.chain,
    };
    [left, right]
}

/// Runs both sides on rows of these lengths.
fn measure_sequences(lengths: &[u64]) -> [Costs; 2] {
    fn grid<'a>(counters: &'a Counters, lengths: &[u64]) -> Seq<Seq<Probe<'a>>> {
        let row = |&length| (0..length).map(|_| counters.probe()).collect();
        lengths.iter().map(row).collect()
    }
    let counters = Counters::default();
    let results = seq::map(
        |row| seq::reduce(counters.n(), &counters.probe(), row),
        &grid(&counters, lengths),
    );
    let rows_done = results.as_slice().iter().map(|row| row.chain).max();
    let rows_done = rows_done.unwrap_or(0);
    let results = seq::map(|_| counters.probe_after(rows_done), &results);
    let total = seq::reduce(counters.n(), &counters.probe_after(rows_done), &results);
    let left = Costs {
        n_calls: counters.calls.get(),
        reads: counters.copies.get(),
        cells: results.len() as u64,
        peak_cells: results.len() as u64,
        n_chain: total.chain,
        ..Costs::default()
    };

    let counters = Counters::default();
    let grid = grid(&counters, lengths);
    let given = counters.alive.get();
    let (mut append_calls, mut cells) = (0, 0);
    let append = |a, b| {
        let both = seq::append(&a, &b);
        append_calls += 1;
        cells += both.len() as u64;
        both
    };
    let flat = seq::reduce(append, &Seq::empty(), &grid);
    let copies = counters.copies.get();
    let peak_cells = counters.peak.get() - given;
    let total = seq::reduce(counters.n(), &counters.probe(), &flat);
    let right = Costs {
        n_calls: counters.calls.get(),
        append_calls,
        reads: counters.copies.get() - copies,
        cells,
        peak_cells,
        n_chain: total.chain,
    };
    [left, right]
}

proptest! {
    #[test]
    fn trees_cost_what_is_stated(t in trees(trees(Just(())))) {
        let [left, right] = of_trees(&t);
        prop_assert_eq!([left, right], measure_trees(&t));
        prop_assert!(right.n_chain <= left.n_chain);
    }

    #[test]
    fn sequences_cost_what_is_stated(lengths in lengths()) {
        let [left, right] = of_sequences(&lengths);
        prop_assert_eq!([left, right], measure_sequences(&lengths));
        prop_assert!(right.n_chain <= left.n_chain);
        let steps = ceil_lg(lengths.len() as u64) + right.n_chain;
        prop_assert!(left.n_chain <= steps && steps <= 2 * left.n_chain);
        let (rows, elements) = (lengths.len() as u64, lengths.iter().sum::<u64>());
        prop_assert!(elements * u64::from(rows.max(1).ilog2()) <= right.cells);
        prop_assert!(right.cells <= elements * ceil_lg(rows));
    }

    #[test]
    fn copies_of_rows_of_one_length(length in 0..50u64, rows in 1..300u64) {
        let h = ceil_lg(rows);
        let stated = length * (rows * h + rows - (1 << h));
        prop_assert_eq!(copied(&vec![length; rows as usize]), stated);
    }
}

#[test]
fn the_examples_of_the_document() {
    let row = || tree::leaf(node(tree::leaf(()), tree::leaf(())));
    let of = of_trees(&node(row(), node(row(), row())));
    let told = of.map(|side| (side.n_calls, side.n_chain, side.cells));
    assert_eq!(told, [(5, 3, 5), (5, 3, 2)]);
    let of = of_sequences(&[1000; 1000]);
    assert_eq!(
        of.map(|side| (side.n_calls, side.n_chain)),
        [(999_999, 20); 2]
    );
    let cells = of.map(|side| (side.cells, side.peak_cells));
    assert_eq!(cells, [(1000, 1000), (9_976_000, 2_000_000)]);
}

/// The costs of `n` on both sides if a call costs the size of its result.
fn costs_of_joining(sizes: &[Vec<u64>]) -> (u64, u64) {
    let grid: Seq<Seq<u64>> = sizes
        .iter()
        .map(|row| row.iter().copied().collect())
        .collect();
    let (mut left, mut right) = (0, 0);
    let join = |cost: &mut u64, x, y| {
        *cost += x + y;
        x + y
    };
    seq::by_rows(|x, y| join(&mut left, x, y), &0, &grid);
    seq::at_once(|x, y| join(&mut right, x, y), &0, &grid);
    (left, right)
}

#[test]
fn either_side_may_win_when_n_is_expensive() {
    for p in 0..11u64 {
        let m = 1 << p;
        let mut ragged = vec![vec![1; m as usize]];
        ragged.resize(m as usize, vec![1]);
        let stated = ((3 * m - 1) * p, (2 * m - 1) * (p + 1) - 1);
        assert_eq!(costs_of_joining(&ragged), stated);

        let rows = [vec![1; m as usize], vec![50]];
        let stated = (m * p + m + 50, (m + 50) * (p + 1) - m + 1);
        assert_eq!(costs_of_joining(&rows), stated);
    }
}
