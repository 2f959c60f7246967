//! Measures the costs of both sides by running them, to test the formulas of
//! [`costs`](super::costs).
//!
//! The measured code is that of [`tree`] and [`seq`]; only the elements are special. Each is a
//! [`Probe`]: it reports copies and drops to its [`Counters`], and knows the longest chain of calls
//! of `n` behind it.

use super::costs::{Costs, Sides};
use super::seq::{self, Seq};
use super::tree::{self, Tree};
use std::cell::Cell;
use std::collections::HashSet;

/// The counters of one run.
#[derive(Debug, Default)]
pub struct Counters {
    calls: Cell<u64>,
    copies: Cell<u64>,
    alive: Cell<u64>,
    peak: Cell<u64>,
}

impl Counters {
    /// A new element.
    pub fn probe(&self) -> Probe<'_> {
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

    /// An `n` that joins two probes into one and notes the call.
    pub fn n<'a>(&'a self) -> impl Fn(Probe<'a>, Probe<'a>) -> Probe<'a> + Copy {
        |x, y| {
            self.calls.set(self.calls.get() + 1);
            self.probe_after(x.chain.max(y.chain) + 1)
        }
    }

    /// How often `n` was called.
    pub fn calls(&self) -> u64 {
        self.calls.get()
    }

    /// How often a probe was copied.
    pub fn copies(&self) -> u64 {
        self.copies.get()
    }

    /// How many probes are in use now.
    pub fn alive(&self) -> u64 {
        self.alive.get()
    }

    /// How many probes were in use at the same time, at most.
    pub fn peak(&self) -> u64 {
        self.peak.get()
    }
}

/// An element that counts its copies.
///
/// ```
/// use game::reduce::counters::Counters;
/// use game::reduce::seq::{Seq, reduce};
///
/// let counters = Counters::default();
/// let s: Seq<_> = (0..5).map(|_| counters.probe()).collect();
/// let sum = reduce(counters.n(), &counters.probe(), &s);
/// assert_eq!((counters.calls(), counters.copies(), sum.chain()), (4, 5, 3));
/// ```
#[derive(Debug)]
pub struct Probe<'a> {
    counters: &'a Counters,
    chain: u64,
}

impl Probe<'_> {
    /// The longest chain of calls of `n` that this value had to wait for.
    #[must_use]
    pub fn chain(&self) -> u64 {
        self.chain
    }
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
#[must_use]
pub fn measure_trees<T>(t: &Tree<Tree<T>>) -> Sides {
    Sides {
        left: trees_by_rows(t),
        right: trees_at_once(t),
    }
}

fn trees_by_rows<T>(t: &Tree<Tree<T>>) -> Costs {
    let counters = Counters::default();
    let t = tree::map(|row| tree::map(|_| counters.probe(), row), t);

    let results = tree::map(|row| tree::reduce(counters.n(), &counters.probe(), row), &t);
    let rows_done = results.values().map(Probe::chain).max().unwrap_or(0);
    let cells = new_cells(&t, results.cells());
    // `map` has to return before the second `reduce` begins: no value is there any earlier.
    let results = tree::map(|_| counters.probe_after(rows_done), &results);
    let total = tree::reduce(counters.n(), &counters.probe_after(rows_done), &results);

    Costs {
        n_calls: counters.calls(),
        fetches: counters.copies(),
        allocations: cells,
        cells,
        peak_cells: cells,
        n_chain: total.chain(),
        ..Costs::default()
    }
}

fn trees_at_once<T>(t: &Tree<Tree<T>>) -> Costs {
    let counters = Counters::default();
    let t = tree::map(|row| tree::map(|_| counters.probe(), row), t);

    let mut append_calls = 0;
    let flat = tree::flatten_with(
        |l, r| {
            append_calls += 1;
            tree::node(l, r)
        },
        &Tree::Empty,
        &t,
    );
    let cells = new_cells(&t, flat.cells());
    let copies = counters.copies();
    let total = tree::reduce(counters.n(), &counters.probe(), &flat);

    // The appends wait for each other as calls of any other `n` would.
    let rounds = Counters::default();
    let rows = tree::map(|_| rounds.probe(), &t);
    let append_chain = tree::reduce(rounds.n(), &rounds.probe(), &rows).chain();

    Costs {
        n_calls: counters.calls(),
        append_calls,
        fetches: counters.copies() - copies,
        copies,
        allocations: cells,
        cells,
        peak_cells: cells,
        n_chain: total.chain(),
        append_chain,
    }
}

/// How many of the cells `made` belong neither to `t` nor to a row of it.
fn new_cells<T>(t: &Tree<Tree<T>>, made: impl Iterator<Item = usize>) -> u64 {
    let old: HashSet<usize> = t.cells().chain(t.values().flat_map(Tree::cells)).collect();
    let made: HashSet<usize> = made.collect();
    made.difference(&old).count() as u64
}

/// Runs both sides on a sequence of rows of these lengths.
#[must_use]
pub fn measure_sequences(lengths: &[u64]) -> Sides {
    Sides {
        left: sequences_by_rows(lengths),
        right: sequences_at_once(lengths),
    }
}

fn grid<'a>(counters: &'a Counters, lengths: &[u64]) -> Seq<Seq<Probe<'a>>> {
    let row = |&length| (0..length).map(|_| counters.probe()).collect();
    lengths.iter().map(row).collect()
}

fn sequences_by_rows(lengths: &[u64]) -> Costs {
    let counters = Counters::default();
    let grid = grid(&counters, lengths);

    let results = seq::map(
        |row| seq::reduce(counters.n(), &counters.probe(), row),
        &grid,
    );
    let rows_done = results.as_slice().iter().map(Probe::chain).max();
    let rows_done = rows_done.unwrap_or(0);
    let results = seq::map(|_| counters.probe_after(rows_done), &results);
    let total = seq::reduce(counters.n(), &counters.probe_after(rows_done), &results);

    Costs {
        n_calls: counters.calls(),
        fetches: counters.copies(),
        allocations: 1,
        cells: results.len() as u64,
        peak_cells: results.len() as u64,
        n_chain: total.chain(),
        ..Costs::default()
    }
}

fn sequences_at_once(lengths: &[u64]) -> Costs {
    let counters = Counters::default();
    let grid = grid(&counters, lengths);
    let given = counters.alive();

    let (mut append_calls, mut allocations, mut cells) = (0, 0, 0);
    let flat = seq::flatten_with(
        |a, b| {
            let both = seq::append(&a, &b);
            append_calls += 1;
            allocations += u64::from(!both.is_same_array(&a) && !both.is_same_array(&b));
            cells += both.len() as u64;
            both
        },
        &Seq::empty(),
        &grid,
    );
    let copies = counters.copies();
    let peak_cells = counters.peak() - given;
    let total = seq::reduce(counters.n(), &counters.probe(), &flat);

    // The appends wait for each other as calls of any other `n` would.
    let rounds = Counters::default();
    let rows: Seq<_> = lengths.iter().map(|_| rounds.probe()).collect();
    let append_chain = seq::reduce(rounds.n(), &rounds.probe(), &rows).chain();

    Costs {
        n_calls: counters.calls(),
        append_calls,
        fetches: counters.copies() - copies,
        copies,
        allocations,
        cells,
        peak_cells,
        n_chain: total.chain(),
        append_chain,
    }
}
