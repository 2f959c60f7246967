//! The costs stated in `docs/reduce.md` are those counted by running both sides.

use super::{counts, definition, height, lengths, trees_of_trees};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{self, Tree, node};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::HashSet;

/// The costs of one side of the theorem.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Costs {
    n_calls: u64,
    append_calls: u64,
    /// Values that `reduce` with `n` read: an element, the result of a row, or `e`.
    reads: u64,
    /// Elements that `append` copied.
    copies: u64,
    /// Blocks of memory allocated by `map` or `flatten`: cells of a tree, or arrays.
    allocations: u64,
    /// Cells in these blocks: one for each `Leaf` and `Node`, one for each element of an array.
    cells: u64,
    /// The most of these cells in use at the same time.
    peak_cells: u64,
    /// The longest chain of calls of `n`, each waiting for the one before.
    n_chain: u64,
    append_chain: u64,
}

/// The stated costs of the left and the right side for a tree of trees.
fn of_trees<T>(t: &Tree<Tree<T>>) -> [Costs; 2] {
    let [nodes, leaves, _] = counts(t);
    let row_nodes: u64 = t.values().map(|row| counts(row)[0]).sum();
    let n_calls = nodes + row_nodes;
    let left = Costs {
        n_calls,
        reads: n_calls + 1 + leaves,
        allocations: nodes + leaves,
        cells: nodes + leaves,
        peak_cells: nodes + leaves,
        n_chain: height(t) + t.values().map(height).max().unwrap_or(0),
        ..Costs::default()
    };
    let right = Costs {
        n_calls,
        append_calls: nodes,
        reads: n_calls + 1,
        allocations: nodes,
        cells: nodes,
        peak_cells: nodes,
        n_chain: height(&tree::flatten(t)),
        append_chain: height(t),
        ..Costs::default()
    };
    [left, right]
}

/// The stated costs of the left and the right side for rows of these lengths.
fn of_sequences(lengths: &[u64]) -> [Costs; 2] {
    let rows = lengths.len() as u64;
    let elements: u64 = lengths.iter().sum();
    let empty_rows = lengths.iter().filter(|&&length| length == 0).count() as u64;
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let copies = copied(lengths);
    let left = Costs {
        n_calls: (elements + empty_rows).saturating_sub(1),
        reads: elements + empty_rows + rows.max(1),
        allocations: 1,
        cells: rows,
        peak_cells: rows,
        n_chain: ceil_lg(longest) + ceil_lg(rows),
        ..Costs::default()
    };
    let right = Costs {
        n_calls: elements.saturating_sub(1),
        append_calls: rows.saturating_sub(1),
        reads: elements.max(1),
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

/// The addresses of the cells of a tree.
fn cells<T>(t: &Tree<T>) -> HashSet<usize> {
    let mut found = HashSet::new();
    let mut waiting = vec![t];
    while let Some(part) = waiting.pop() {
        match part {
            Tree::Empty => continue,
            Tree::Leaf(x) => found.insert(std::sync::Arc::as_ptr(x).addr()),
            Tree::Node(fork) => {
                waiting.extend([fork.left(), fork.right()]);
                found.insert(std::sync::Arc::as_ptr(fork).addr())
            }
        };
    }
    found
}

/// Runs both sides on a tree of this shape.
fn measure_trees(t: &Tree<Tree<()>>) -> [Costs; 2] {
    let counters = Counters::default();
    let probes = tree::map(|row| tree::map(|()| counters.probe(), row), t);
    let results = tree::map(
        |row| tree::reduce(counters.n(), &counters.probe(), row),
        &probes,
    );
    let made = cells(&results).len() as u64;
    // `map` returns before the second `reduce` begins: no value is there any earlier.
    let rows_done = results.values().map(|row| row.chain).max().unwrap_or(0);
    let results = tree::map(|_| counters.probe_after(rows_done), &results);
    let total = tree::reduce(counters.n(), &counters.probe_after(rows_done), &results);
    let left = Costs {
        n_calls: counters.calls.get(),
        reads: counters.copies.get(),
        allocations: made,
        cells: made,
        peak_cells: made,
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
    let given: HashSet<usize> = probes.values().flat_map(cells).collect();
    let made = cells(&flat).difference(&given).count() as u64;
    let copies = counters.copies.get();
    let total = tree::reduce(counters.n(), &counters.probe(), &flat);
    // The appends wait for each other as calls of any other `n` would.
    let rounds = Counters::default();
    let rows = tree::map(|_| rounds.probe(), t);
    let right = Costs {
        n_calls: counters.calls.get(),
        append_calls,
        reads: counters.copies.get() - copies,
        copies,
        allocations: made,
        cells: made,
        peak_cells: made,
        n_chain: total.chain,
        append_chain: tree::reduce(rounds.n(), &rounds.probe(), &rows).chain,
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
        allocations: 1,
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
    let rounds = Counters::default();
    let rows: Seq<_> = lengths.iter().map(|_| rounds.probe()).collect();
    let right = Costs {
        n_calls: counters.calls.get(),
        append_calls,
        reads: counters.copies.get() - copies,
        copies,
        allocations: append_calls,
        cells,
        peak_cells,
        n_chain: total.chain,
        append_chain: seq::reduce(rounds.n(), &rounds.probe(), &rows).chain,
    };
    [left, right]
}

/// The calls of `reduce` on this many values of a sequence, and the levels that wait for each other.
fn calls_and_levels(values: u64) -> (u64, u64) {
    if values < 2 {
        return (1, 1);
    }
    let (l, r) = (
        calls_and_levels(values / 2),
        calls_and_levels(values.div_ceil(2)),
    );
    (1 + l.0 + r.0, 1 + l.1.max(r.1))
}

proptest! {
    #[test]
    fn trees_cost_what_is_stated(t in trees_of_trees(Just(()))) {
        let [left, right] = of_trees(&t);
        prop_assert_eq!([left, right], measure_trees(&t));
        prop_assert!(right.n_chain <= left.n_chain);
    }

    #[test]
    fn sequences_cost_what_is_stated(lengths in lengths()) {
        let [left, right] = of_sequences(&lengths);
        prop_assert_eq!([left, right], measure_sequences(&lengths));
        prop_assert!(right.n_chain <= left.n_chain);
        let steps = right.append_chain + right.n_chain;
        prop_assert!(left.n_chain <= steps && steps <= 2 * left.n_chain);
    }

    #[test]
    fn the_recursive_definitions_call_themselves_as_often_and_as_deep_as_stated(
        t in trees_of_trees(0..9u8)
    ) {
        let mut n = |x: u8, y| x.wrapping_mul(3).wrapping_add(y);
        let mapped = definition::map(&mut |row| definition::reduce(&mut n, &7, row), &t);
        let outer = definition::reduce(&mut n, &7, &mapped.value);
        let flat = definition::reduce(&mut node, &Tree::Empty, &t);
        let all = definition::reduce(&mut n, &7, &flat.value);
        prop_assert_eq!(outer.value, all.value);

        let size = counts(&t).iter().sum::<u64>();
        let rows: u64 = t.values().map(|row| counts(row).iter().sum::<u64>()).sum();
        prop_assert_eq!(mapped.calls + outer.calls, 2 * size + rows);
        prop_assert_eq!(flat.calls + all.calls, 2 * size + rows - counts(&t)[1]);

        let (high, flat_high) = (height(&t), height(&flat.value));
        // Does a row reach the bottom, or only an `Empty` of t?
        let below = |l: Option<u64>, r| l.max(r).map(|depth| depth + 1);
        let deepest_row = tree::fold(&t, || None, |row| Some(height(row)), below);
        let extra = u64::from(deepest_row == Some(flat_high));
        prop_assert_eq!(mapped.levels + outer.levels, high + flat_high + 2 + extra);
        prop_assert_eq!(flat.levels + all.levels, high + flat_high + 2);
        prop_assert_eq!(mapped.levels.max(outer.levels), flat_high + 1 + extra);
        prop_assert_eq!(flat.levels.max(all.levels), flat_high + 1);
    }

    #[test]
    fn work_and_stack_on_sequences_are_those_stated(lengths in lengths()) {
        let (rows, elements) = (lengths.len() as u64, lengths.iter().sum::<u64>());
        prop_assume!(elements > 0);
        let empty = lengths.iter().filter(|&&length| length == 0).count() as u64;
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let of_rows = lengths.iter().map(|&length| calls_and_levels(length));
        let (outer, flat) = (calls_and_levels(rows), calls_and_levels(elements));
        let left = of_rows.clone().map(|(calls, _)| calls).sum::<u64>() + rows + outer.0;
        let right = outer.0 + copied(&lengths) + flat.0;
        prop_assert_eq!(left, 2 * elements + 2 * rows + 2 * empty - 1);
        prop_assert_eq!(right, 2 * elements + 2 * rows + copied(&lengths) - 2);
        let row_levels = of_rows.map(|(_, levels)| levels).max().unwrap_or(1);
        prop_assert_eq!(row_levels.max(outer.1), ceil_lg(longest).max(ceil_lg(rows)) + 1);
        prop_assert_eq!(outer.1.max(flat.1), ceil_lg(elements).max(ceil_lg(rows)) + 1);
        prop_assert!(elements * u64::from(rows.ilog2()) <= copied(&lengths));
        prop_assert!(copied(&lengths) <= elements * ceil_lg(rows));
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
    let [left, right] = of_trees(&node(row(), node(row(), row())));
    assert_eq!((left.n_calls, left.n_chain, left.cells), (5, 3, 5));
    assert_eq!((right.n_calls, right.n_chain, right.cells), (5, 3, 2));

    let [left, right] = of_sequences(&[1000; 1000]);
    let expected = (999_999, 20, 1000, 1000);
    assert_eq!(
        (left.n_calls, left.n_chain, left.cells, left.peak_cells),
        expected
    );
    let expected = (999_999, 20, 9_976_000, 2_000_000);
    assert_eq!(
        (right.n_calls, right.n_chain, right.cells, right.peak_cells),
        expected
    );
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
