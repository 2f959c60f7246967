//! The stated costs are what running both sides shows.

use super::{lean_left, lean_right, lengths, oracle, trees_of_trees};
use crate::reduce::costs::{ceil_lg, copied, of_sequences, of_trees};
use crate::reduce::counters::{Counters, Probe, measure_sequences, measure_trees};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{self, Tree, leaf, node};
use proptest::prelude::*;

proptest! {
    #[test]
    fn trees_cost_what_is_stated(t in trees_of_trees(Just(()))) {
        let sides = of_trees(&t);
        prop_assert_eq!(sides, measure_trees(&t));
        prop_assert!(sides.right.n_chain <= sides.left.n_chain);
    }

    #[test]
    fn sequences_cost_what_is_stated(lengths in lengths()) {
        let sides = of_sequences(&lengths);
        prop_assert_eq!(sides, measure_sequences(&lengths));
        prop_assert!(sides.right.n_chain <= sides.left.n_chain);
        let steps = sides.right.append_chain + sides.right.n_chain;
        prop_assert!(sides.left.n_chain <= steps && steps <= 2 * sides.left.n_chain);
    }

    /// The measurement takes the left side apart; whole, it makes the same calls and copies.
    #[test]
    fn the_sides_as_they_stand_cost_the_same(t in trees_of_trees(Just(())), lengths in lengths()) {
        let of = of_trees(&t);
        let counters = Counters::default();
        let e = counters.probe();
        let probes = tree::map(|row| tree::map(|()| counters.probe(), row), &t);
        tree::by_rows(counters.n(), &e, &probes);
        prop_assert_eq!((counters.calls(), counters.copies()), (of.left.n_calls, of.left.fetches));
        tree::at_once(counters.n(), &e, &probes);
        prop_assert_eq!(counters.calls(), of.left.n_calls + of.right.n_calls);
        prop_assert_eq!(counters.copies(), of.left.fetches + of.right.fetches);

        let of = of_sequences(&lengths);
        let counters = Counters::default();
        let e = counters.probe();
        let row = |&length: &u64| (0..length).map(|_| counters.probe()).collect();
        let grid: Seq<Seq<Probe>> = lengths.iter().map(row).collect();
        seq::by_rows(counters.n(), &e, &grid);
        prop_assert_eq!((counters.calls(), counters.copies()), (of.left.n_calls, of.left.fetches));
        seq::at_once(counters.n(), &e, &grid);
        prop_assert_eq!(counters.calls(), of.left.n_calls + of.right.n_calls);
        prop_assert_eq!(
            counters.copies(),
            of.left.fetches + of.right.copies + of.right.fetches
        );
    }

    /// The rows of the table that only the recursive text can show: calls, levels and stack.
    #[test]
    fn the_recursive_text_calls_itself_as_often_and_as_deep_as_stated(t in trees_of_trees(0..9u8)) {
        let mut n = |x: u8, y| x.wrapping_mul(3).wrapping_add(y);
        let mapped = oracle::map(&mut |row| oracle::reduce(&mut n, &7, row), &t);
        let outer = oracle::reduce(&mut n, &7, &mapped.value);
        let flat = oracle::reduce(&mut node, &Tree::Empty, &t);
        let all = oracle::reduce(&mut n, &7, &flat.value);
        prop_assert_eq!(outer.value, all.value);

        let size = |shape: tree::Shape| shape.nodes + shape.leaves + shape.empties;
        let (shape, flat_shape) = (t.shape(), flat.value.shape());
        let rows: u64 = t.values().map(|row| size(row.shape())).sum();
        prop_assert_eq!(mapped.calls + outer.calls, 2 * size(shape) + rows);
        prop_assert_eq!(flat.calls + all.calls, 2 * size(shape) + rows - shape.leaves);

        // Does a row reach the bottom, or only an `Empty` of t?
        let deepest_row = deepest_row(&t);
        let extra = u64::from(deepest_row == Some(flat_shape.height));
        prop_assert_eq!(mapped.levels + outer.levels, shape.height + flat_shape.height + 2 + extra);
        prop_assert_eq!(flat.levels + all.levels, shape.height + flat_shape.height + 2);
        prop_assert_eq!(mapped.levels.max(outer.levels), flat_shape.height + 1 + extra);
        prop_assert_eq!(flat.levels.max(all.levels), flat_shape.height + 1);
        prop_assert!(shape.height <= flat_shape.height);
    }

    /// `fold` can do what `map` and `reduce` do together, with no cell in between.
    #[test]
    fn one_fold_does_the_left_side(t in trees_of_trees(0..9i32)) {
        let minus = |x, y| x - y;
        let fused = tree::fold(&t, || 7, |row| tree::reduce(minus, &7, row), minus);
        prop_assert_eq!(fused, tree::by_rows(minus, &7, &t));
    }

    #[test]
    fn few_results_wait_on_the_right_side(t in trees_of_trees(Just(()))) {
        let counters = Counters::default();
        let e = counters.probe();
        let flat = tree::flatten(&tree::map(|row| tree::map(|()| counters.probe(), row), &t));
        let given = counters.alive();
        tree::reduce(counters.n(), &e, &flat);
        // Those that wait; and at a call of n its second argument and its result.
        prop_assert!(counters.peak() - given <= flat.shape().height + 2);
    }

    #[test]
    fn the_work_on_sequences_is_what_is_stated(lengths in lengths()) {
        let (rows, elements) = (lengths.len() as u64, lengths.iter().sum::<u64>());
        prop_assume!(elements > 0);
        let empty = lengths.iter().filter(|&&length| length == 0).count() as u64;
        let of_rows: u64 = lengths.iter().map(|&length| reduce_calls(length)).sum();
        let left = of_rows + rows + reduce_calls(rows);
        let right = reduce_calls(rows) + copied(&lengths) + reduce_calls(elements);
        prop_assert_eq!(left, 2 * elements + 2 * rows + 2 * empty - 1);
        prop_assert_eq!(right, 2 * elements + 2 * rows + copied(&lengths) - 2);
        prop_assert_eq!(left < right, copied(&lengths) > 2 * empty + 1);
    }

    #[test]
    fn the_stack_on_sequences_is_as_deep_as_is_stated(lengths in lengths()) {
        let (rows, elements) = (lengths.len() as u64, lengths.iter().sum::<u64>());
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let deepest_row = lengths.iter().map(|&length| reduce_levels(length)).max();
        let left = deepest_row.unwrap_or(1).max(reduce_levels(rows));
        let right = reduce_levels(rows).max(reduce_levels(elements));
        prop_assert_eq!(left, ceil_lg(longest).max(ceil_lg(rows)) + 1);
        prop_assert_eq!(right, ceil_lg(elements).max(ceil_lg(rows)) + 1);
    }

    #[test]
    fn copies_lie_between_the_bounds(lengths in lengths()) {
        prop_assume!(!lengths.is_empty());
        let (rows, elements) = (lengths.len() as u64, lengths.iter().sum::<u64>());
        let copies = copied(&lengths);
        prop_assert!(elements * u64::from(rows.ilog2()) <= copies);
        prop_assert!(copies <= elements * ceil_lg(rows));
    }

    #[test]
    fn copies_of_rows_of_one_length(length in 0..50u64, rows in 1..300u64) {
        let h = ceil_lg(rows);
        let stated = length * (rows * h + rows - (1 << h));
        prop_assert_eq!(copied(&vec![length; rows as usize]), stated);
    }
}

/// How often `reduce` on sequences calls itself for so many values.
fn reduce_calls(values: u64) -> u64 {
    match values {
        0 | 1 => 1,
        _ => 1 + reduce_calls(values / 2) + reduce_calls(values.div_ceil(2)),
    }
}

/// How many calls of `reduce` on sequences wait for each other for so many values.
fn reduce_levels(values: u64) -> u64 {
    match values {
        0 | 1 => 1,
        _ => 1 + reduce_levels(values / 2).max(reduce_levels(values.div_ceil(2))),
    }
}

/// How deep below the top of `flatten t` the deepest part of a row lies.
fn deepest_row(t: &Tree<Tree<u8>>) -> Option<u64> {
    let below = |depth: Option<u64>| depth.map(|depth| depth + 1);
    tree::fold(
        t,
        || None,
        |row| Some(row.shape().height),
        |l, r| below(l.max(r)),
    )
}

#[test]
fn rows_lie_at_two_depths_in_the_stated_numbers() {
    for k in 1..200u64 {
        // A single element in row i is copied as often as the row is deep.
        let depth = |i: u64| copied(&(0..k).map(|j| u64::from(i == j)).collect::<Vec<_>>());
        let depths: Vec<u64> = (0..k).map(depth).collect();
        let h = ceil_lg(k);
        let at = |depth| depths.iter().filter(|&&d| d == depth).count() as u64;
        assert_eq!(at(h), 2 * k - (1 << h));
        assert_eq!(if h == 0 { 0 } else { at(h - 1) }, (1 << h) - k);
    }
}

#[test]
fn degenerate_grids_by_hand() {
    let numbers = |lengths: &[u64]| {
        let sides = measure_sequences(lengths);
        let (l, r) = (sides.left, sides.right);
        (l.n_calls, r.n_calls, r.copies, r.allocations, r.peak_cells)
    };
    assert_eq!(numbers(&[]), (0, 0, 0, 0, 0));
    assert_eq!(numbers(&[0]), (0, 0, 0, 0, 0));
    assert_eq!(numbers(&[1]), (0, 0, 0, 0, 0));
    assert_eq!(numbers(&[1000]), (999, 999, 0, 0, 0));
    assert_eq!(numbers(&[0, 0, 0]), (2, 0, 0, 2, 0));
    assert_eq!(numbers(&[3, 0]), (3, 2, 3, 1, 3));
    assert_eq!(numbers(&[5, 2, 1]), (7, 7, 11, 2, 11));
    assert_eq!(numbers(&[2, 2, 2, 2]), (7, 7, 16, 3, 16));
}

#[test]
fn leaning_trees_by_hand() {
    let rows = || (0..100).map(|_| leaf(node(leaf(()), leaf(()))));
    for t in [lean_left(rows()), lean_right(rows())] {
        let sides = measure_trees(&t);
        assert_eq!((sides.left.n_calls, sides.right.n_calls), (199, 199));
        assert_eq!((sides.left.cells, sides.right.cells), (199, 99));
        assert_eq!((sides.left.n_chain, sides.right.n_chain), (100, 100));
    }
    // The high row hangs near the top: the right side does not wait for it.
    let high = || leaf(lean_left((0..51).map(|_| leaf(()))));
    let t = node(high(), lean_left((0..51).map(|_| leaf(leaf(())))));
    let sides = measure_trees(&t);
    assert_eq!((sides.left.n_chain, sides.right.n_chain), (101, 51));
}

#[test]
fn the_right_side_of_a_ragged_grid_waits_for_half_the_calls() {
    let mut lengths = vec![1; 1024];
    lengths.push(1024);
    let sides = measure_sequences(&lengths);
    assert_eq!((sides.left.n_chain, sides.right.n_chain), (21, 11));
}

#[test]
fn a_fold_that_appends_row_after_row_copies_far_more() {
    for (length, k) in [(3, 1), (3, 2), (1, 10), (4, 33)] {
        let counters = Counters::default();
        let row = || (0..length).map(|_| counters.probe()).collect::<Seq<_>>();
        let flat = (0..k).map(|_| row()).reduce(|a, b| seq::append(&a, &b));
        assert_eq!(flat.map(|flat| flat.len() as u64), Some(length * k));
        assert_eq!(counters.copies(), length * (k * (k + 1) / 2 - 1));
    }
}

/// If an append copies one element after the other: how long the appends wait for each other.
fn slow_append_chain(lengths: &[u64]) -> u64 {
    let rows: Seq<(u64, u64)> = lengths.iter().map(|&length| (length, 0)).collect();
    let append = |(a, ready_a): (u64, u64), (b, ready_b)| (a + b, ready_a.max(ready_b) + a + b);
    seq::reduce(append, &(0, 0), &rows).1
}

#[test]
fn slow_appends_take_from_n_to_n_lg_k_steps() {
    assert_eq!(slow_append_chain(&[10, 10]), 20);
    assert_eq!(slow_append_chain(&[5; 64]), 2 * 320 - 10);
    let mut one_row = vec![0; 64];
    one_row[17] = 320;
    assert_eq!(slow_append_chain(&one_row), 320 * 6);
}

/// What `n` costs on both sides if a call costs the size of its result.
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
fn when_n_is_dear_either_side_may_win() {
    for p in 0..11u64 {
        let m = 1 << p;
        let mut ragged = vec![vec![1; m as usize]];
        ragged.resize(m as usize, vec![1]);
        let stated = ((3 * m - 1) * p, (2 * m - 1) * (p + 1) - 1);
        assert_eq!(costs_of_joining(&ragged), stated);

        for word in [1, 50, 100_000] {
            let rows = [vec![1; m as usize], vec![word]];
            let stated = (m * p + m + word, (m + word) * (p + 1) - m + 1);
            assert_eq!(costs_of_joining(&rows), stated);
        }
    }
}

#[test]
fn the_ceiling_of_the_logarithm() {
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 8, 9].map(ceil_lg),
        [0, 0, 1, 2, 2, 3, 3, 4]
    );
    assert_eq!(ceil_lg(u64::MAX), 64);
}
