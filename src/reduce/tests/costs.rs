//! The costs in the tables of `docs/reduce.md` equal those counted by running both sides.

use super::{height, lengths, trees};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{self, Tree, node};
use proptest::prelude::*;
use std::cell::Cell;

/// Costs of one side of the equation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Costs {
    work: u64,
    n_calls: u64,
    /// The longest chain of calls of `n`, each waiting for the one before.
    n_chain: u64,
    /// Cells allocated by `map` or `flatten`: `Leaf`s and `Node`s, or elements of arrays.
    cells: u64,
    /// The most of these cells in use at once.
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

fn stated_for_trees<T>(t: &Tree<Tree<T>>) -> [Costs; 2] {
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

#[derive(Default)]
struct Counters {
    calls: Cell<u64>,
    alive: Cell<u64>,
    peak: Cell<u64>,
}

impl Counters {
    fn probe(&self, chain: u64) -> Probe<'_> {
        self.alive.set(self.alive.get() + 1);
        self.peak.set(self.peak.get().max(self.alive.get()));
        Probe {
            counters: self,
            chain,
        }
    }

    fn n<'a>(&'a self) -> impl Fn(Probe<'a>, Probe<'a>) -> Probe<'a> + Copy {
        |x, y| {
            self.calls.set(self.calls.get() + 1);
            self.probe(x.chain.max(y.chain) + 1)
        }
    }
}

/// An element that knows the longest chain of calls of `n` before it.
struct Probe<'a> {
    counters: &'a Counters,
    chain: u64,
}

impl Clone for Probe<'_> {
    fn clone(&self) -> Self {
        self.counters.probe(self.chain)
    }
}

impl Drop for Probe<'_> {
    fn drop(&mut self) {
        self.counters.alive.set(self.counters.alive.get() - 1);
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

fn measured_for_trees(t: &Tree<Tree<()>>) -> [Costs; 2] {
    let counters = Counters::default();
    let probes = tree::map(|row| tree::map(|()| counters.probe(0), row), t);
    let e = counters.probe(0);
    let results = tree::map(|row| tree::reduce(counters.n(), &e, row), &probes);
    let [nodes, leaves, _] = counts(&results);
    // `map` returns before the second `reduce` begins.
    let rows_done = results.values().map(|row| row.chain).max().unwrap_or(0);
    let results = tree::map(|_| counters.probe(rows_done), &results);
    let total = tree::reduce(counters.n(), &counters.probe(rows_done), &results);
    let left = Costs {
        work: calls(t, |row| calls(row, none)).0 + calls(&results, none).0,
        n_calls: counters.calls.get(),
        n_chain: total.chain,
        cells: nodes + leaves,
        peak_cells: nodes + leaves,
    };

    let counters = Counters::default();
    let probes = tree::map(|row| tree::map(|()| counters.probe(0), row), t);
    let mut appends = 0;
    let append = |l, r| {
        appends += 1;
        node(l, r)
    };
    let flat = tree::reduce(append, &Tree::Empty, &probes);
    let total = tree::reduce(counters.n(), &counters.probe(0), &flat);
    let right = Costs {
        work: calls(t, none).0 + calls(&flat, none).0,
        n_calls: counters.calls.get(),
        n_chain: total.chain,
        cells: appends,
        peak_cells: appends,
    };
    [left, right]
}

/// The calls of `reduce` on this many values.
fn calls_on(values: u64) -> u64 {
    match values {
        0 | 1 => 1,
        _ => 1 + calls_on(values / 2) + calls_on(values.div_ceil(2)),
    }
}

fn measured_for_sequences(lengths: &[u64]) -> [Costs; 2] {
    fn grid<'a>(counters: &'a Counters, lengths: &[u64]) -> Seq<Seq<Probe<'a>>> {
        let row = |&length| (0..length).map(|_| counters.probe(0)).collect();
        lengths.iter().map(row).collect()
    }
    let rows = lengths.len() as u64;
    let counters = Counters::default();
    let e = counters.probe(0);
    let results = seq::map(
        |row| seq::reduce(counters.n(), &e, row),
        &grid(&counters, lengths),
    );
    let rows_done = results.as_slice().iter().map(|row| row.chain).max();
    let results = seq::map(|_| counters.probe(rows_done.unwrap_or(0)), &results);
    let total = seq::reduce(counters.n(), &e, &results);
    let cells = results.len() as u64;
    let left = Costs {
        work: lengths.iter().copied().map(calls_on).sum::<u64>() + cells + calls_on(rows),
        n_calls: counters.calls.get(),
        n_chain: total.chain,
        cells,
        peak_cells: cells,
    };

    let counters = Counters::default();
    let grid = grid(&counters, lengths);
    let given = counters.alive.get();
    let mut cells = 0;
    let append = |a, b| {
        let both = seq::append(&a, &b);
        cells += both.len() as u64;
        both
    };
    let flat = seq::reduce(append, &Seq::empty(), &grid);
    let peak_cells = counters.peak.get() - given;
    let total = seq::reduce(counters.n(), &counters.probe(0), &flat);
    let right = Costs {
        work: calls_on(rows) + cells + calls_on(flat.len() as u64),
        n_calls: counters.calls.get(),
        n_chain: total.chain,
        cells,
        peak_cells,
    };
    [left, right]
}

proptest! {
    #[test]
    fn costs_on_trees(t in trees(trees(Just(())))) {
        let [left, right] = stated_for_trees(&t);
        prop_assert_eq!([left, right], measured_for_trees(&t));
        prop_assert!(right.n_chain <= left.n_chain);
    }

    #[test]
    fn span_on_trees(t in trees(trees(Just(())))) {
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

/// The costs of `n` on both sides if a call costs the size of its result.
fn costs_of_joining(rows: &[Vec<u64>]) -> (u64, u64) {
    let grid: Seq<Seq<u64>> = rows
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
fn either_side_can_win_if_n_is_expensive() {
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
