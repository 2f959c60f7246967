//! The theorem on random trees and grids, the exactness of its assumptions on all operations of two
//! and of three values, and the counterexamples of `docs/reduce.md`.

use super::{Operation, grids, operations, trees_of_trees};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{
    self, Tree, append_dropping_empty, at_once, by_rows, flatten_with, leaf, node,
};
use crate::reduce::{is_associative, is_left_identity, is_right_identity};
use proptest::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

proptest! {
    #[test]
    fn theorem_1_asks_for_no_law(t in trees_of_trees(0..4u8), op in operations(), e in 0..4u8) {
        prop_assert_eq!(by_rows(op.n(), &e, &t), at_once(op.n(), &e, &t));
    }

    /// The result of `n` tells its whole history, so equal results mean equal calls.
    #[test]
    fn theorem_1_both_sides_make_the_same_calls(
        t in trees_of_trees(prop::char::range('a', 'c').prop_map(String::from))
    ) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let join = |calls: &mut Vec<_>, x: String, y: String| {
            calls.push((x.clone(), y.clone()));
            format!("({x}{y})")
        };
        by_rows(|x, y| join(&mut left, x, y), &"e".to_owned(), &t);
        at_once(|x, y| join(&mut right, x, y), &"e".to_owned(), &t);
        left.sort();
        right.sort();
        prop_assert_eq!(left, right);
    }

    /// Here 3 is no value but a failure: the call does not return.
    #[test]
    fn theorem_1_with_one_way_to_fail(t in trees_of_trees(0..3u8), op in operations(), e in 0..3u8) {
        let n = |x, y| match op.n()(x, y) {
            3 => resume_unwind(Box::new(())),
            z => z,
        };
        let left = catch_unwind(AssertUnwindSafe(|| by_rows(n, &e, &t)));
        let right = catch_unwind(AssertUnwindSafe(|| at_once(n, &e, &t)));
        prop_assert_eq!(left.ok(), right.ok());
    }

    #[test]
    fn corollary_3_with_an_identity(t in trees_of_trees(0..4u8), mut op in operations(), e in 0..4u8) {
        for x in 0..4 {
            op.table[usize::from(e * 4 + x)] = x;
            op.table[usize::from(x * 4 + e)] = x;
        }
        let flat = flatten_with(append_dropping_empty, &Tree::Empty, &t);
        prop_assert_eq!(by_rows(op.n(), &e, &t), tree::reduce(op.n(), &e, &flat));
    }

    /// Joining strings: associative, with an identity, and every disorder shows.
    #[test]
    fn theorem_5_on_strings(g in grids(prop::char::range('a', 'c').prop_map(String::from))) {
        let join = |x: String, y: String| x + &y;
        let e = String::new();
        prop_assert_eq!(seq::by_rows(join, &e, &g), seq::at_once(join, &e, &g));
    }

    /// Keeping the first: associative, no left identity, so no row may be empty.
    #[test]
    fn theorem_5_without_empty_rows(g in grids(0..100u8)) {
        let rows = g.as_slice().iter();
        let g: Seq<_> = rows.filter(|row| !row.is_empty()).cloned().collect();
        let first = |x, _| x;
        prop_assert_eq!(seq::by_rows(first, &0, &g), seq::at_once(first, &0, &g));
    }
}

/// Hangs `r` at the right end of `l`, as in Corollary 4.
fn append_at_the_right_end<T>(l: &Tree<T>, r: Tree<T>) -> Tree<T> {
    match l {
        Tree::Empty => r,
        Tree::Leaf(_) => node(l.clone(), r),
        Tree::Node(fork) => node(
            fork.left().clone(),
            append_at_the_right_end(fork.right(), r),
        ),
    }
}

/// All operations on the values below `order`, each with every `e`.
fn all_operations(order: u8) -> impl Iterator<Item = (Operation, u8)> {
    let places = u32::from(order) * u32::from(order);
    let digit = move |number: u32, place| (number / u32::from(order).pow(place)) % u32::from(order);
    (0..u32::from(order).pow(places)).flat_map(move |number| {
        let table = (0..places).map(|place| digit(number, place) as u8);
        let table: Vec<u8> = table.collect();
        (0..order).map(move |e| {
            let table = table.clone();
            (Operation { order, table }, e)
        })
    })
}

/// ⟨⟩, all ⟨x⟩ and all ⟨x, y⟩.
fn short_rows(order: u8) -> Vec<Vec<u8>> {
    let pairs = (0..order).flat_map(|x| (0..order).map(move |y| vec![x, y]));
    let singles = (0..order).map(|x| vec![x]);
    std::iter::once(vec![])
        .chain(singles)
        .chain(pairs)
        .collect()
}

/// All trees of at most two short rows in each order with an `Empty`.
fn small_trees(order: u8) -> Vec<Tree<Tree<u8>>> {
    let rows: Vec<Tree<u8>> = short_rows(order)
        .into_iter()
        .map(|row| row.into_iter().map(leaf).reduce(node).unwrap_or_default())
        .collect();
    let mut small = vec![Tree::Empty];
    for row in &rows {
        let row = leaf(row.clone());
        small.extend([
            row.clone(),
            node(row.clone(), Tree::Empty),
            node(Tree::Empty, row.clone()),
        ]);
        small.extend(
            rows.iter()
                .map(|next| node(row.clone(), leaf(next.clone()))),
        );
    }
    small
}

/// All grids of at most three rows out of these.
fn small_grids(rows: &[Vec<u8>]) -> Vec<Seq<Seq<u8>>> {
    let rows: Vec<Seq<u8>> = rows
        .iter()
        .map(|row| row.iter().copied().collect())
        .collect();
    let mut small = vec![Seq::empty()];
    for a in &rows {
        small.push([a.clone()].into());
        for b in &rows {
            small.push([a.clone(), b.clone()].into());
            small.extend(
                rows.iter()
                    .map(|c| [a.clone(), b.clone(), c.clone()].into()),
            );
        }
    }
    small
}

/// For how many operations with an `e` the equation holds; it must hold exactly for those that
/// obey the law.
fn count(
    order: u8,
    holds: impl Fn(&Operation, u8) -> bool,
    law: impl Fn(&Operation, u8, &[u8]) -> bool,
) -> usize {
    let values: Vec<u8> = (0..order).collect();
    all_operations(order)
        .filter(|(op, e)| {
            let holds = holds(op, *e);
            assert_eq!(holds, law(op, *e, &values), "{op:?} with {e}");
            holds
        })
        .count()
}

fn count_trees(
    order: u8,
    flatten: impl Fn(&Tree<Tree<u8>>) -> Tree<u8>,
    law: impl Fn(&Operation, u8, &[u8]) -> bool,
) -> usize {
    let trees = small_trees(order).into_iter().map(|t| (flatten(&t), t));
    let trees: Vec<_> = trees.collect();
    let holds = |op: &Operation, e| {
        let mut trees = trees.iter();
        trees.all(|(flat, t)| by_rows(op.n(), &e, t) == tree::reduce(op.n(), &e, flat))
    };
    count(order, holds, law)
}

fn count_grids(order: u8, rows: &[Vec<u8>], law: impl Fn(&Operation, u8, &[u8]) -> bool) -> usize {
    let grids = small_grids(rows).into_iter().map(|g| (seq::flatten(&g), g));
    let grids: Vec<_> = grids.collect();
    let holds = |op: &Operation, e| {
        let mut grids = grids.iter();
        grids.all(|(flat, g)| seq::by_rows(op.n(), &e, g) == seq::reduce(op.n(), &e, flat))
    };
    count(order, holds, law)
}

fn associative(op: &Operation, _: u8, values: &[u8]) -> bool {
    is_associative(op.n(), values)
}

fn identity(op: &Operation, e: u8, values: &[u8]) -> bool {
    is_left_identity(op.n(), &e, values) && is_right_identity(op.n(), &e, values)
}

#[test]
fn theorem_1_holds_for_every_operation() {
    assert_eq!(count_trees(2, tree::flatten, |_, _, _| true), 16 * 2);
}

#[test]
fn corollary_3_holds_exactly_with_an_identity() {
    let flatten = |t: &_| flatten_with(append_dropping_empty, &Tree::Empty, t);
    // The row and the column of e are given, the other places are free.
    assert_eq!(count_trees(2, flatten, identity), 2 * 2);
    assert_eq!(count_trees(3, flatten, identity), 3 * 3_usize.pow(4));
}

#[test]
fn corollary_4_holds_exactly_with_associativity_and_a_left_identity() {
    let flatten = |t: &_| flatten_with(|l, r| append_at_the_right_end(&l, r), &Tree::Empty, t);
    let law = |op: &Operation, e, values: &[u8]| {
        associative(op, e, values) && is_left_identity(op.n(), &e, values)
    };
    // There are 4 and 33 monoids, but a right identity is not needed.
    assert!(count_trees(2, flatten, law) > 4);
    assert!(count_trees(3, flatten, law) > 33);
}

#[test]
fn theorem_5_holds_exactly_for_semigroups_where_no_row_is_empty() {
    // The numbers of associative operations on two and three values are known: 8 and 113.
    assert_eq!(count_grids(2, &short_rows(2)[1..], associative), 8 * 2);
    assert_eq!(count_grids(3, &short_rows(3)[1..], associative), 113 * 3);
}

#[test]
fn theorem_5_holds_exactly_for_monoids() {
    let monoid =
        |op: &Operation, e, values: &[u8]| associative(op, e, values) && identity(op, e, values);
    // The numbers of monoids on two and three named values are known: 4 and 33.
    assert_eq!(count_grids(2, &short_rows(2), monoid), 4);
    assert_eq!(count_grids(3, &short_rows(3), monoid), 33);
}

/// The tree of trees that shows what purity and totality are for.
fn rows<T>([first, second, third, fourth, fifth]: [T; 5]) -> Tree<Tree<T>> {
    let pair = leaf(node(leaf(third), leaf(fourth)));
    let before = node(leaf(leaf(first)), leaf(leaf(second)));
    node(node(before, pair), leaf(leaf(fifth)))
}

/// The same rows as a grid.
fn grid<T>([first, second, third, fourth, fifth]: [T; 5]) -> Seq<Seq<T>> {
    let rows = [vec![first], vec![second], vec![third, fourth], vec![fifth]];
    rows.map(Seq::from_iter).into()
}

/// Left and right side for the three appends and for sequences. `n` makes a fresh operation for
/// each run.
fn sides<T: Clone, B, N: FnMut(T, T) -> T>(
    values: &[T; 5],
    e: &T,
    n: impl Fn() -> N,
    run: impl Fn(&mut dyn FnMut() -> T) -> B,
) -> [(B, B); 4] {
    let t = rows(values.clone());
    let g = grid(values.clone());
    let flat = [
        tree::flatten(&t),
        flatten_with(append_dropping_empty, &Tree::Empty, &t),
        flatten_with(|l, r| append_at_the_right_end(&l, r), &Tree::Empty, &t),
    ];
    let [keeping, dropping, regrouping] = flat.map(|flat| {
        (
            run(&mut || tree::by_rows(n(), e, &t)),
            run(&mut || tree::reduce(n(), e, &flat)),
        )
    });
    let sequences = (
        run(&mut || seq::by_rows(n(), e, &g)),
        run(&mut || seq::at_once(n(), e, &g)),
    );
    [keeping, dropping, regrouping, sequences]
}

#[test]
fn purity_is_needed_everywhere() {
    let add_then_max = || {
        let mut calls = 0;
        move |x: u32, y: u32| {
            calls += 1;
            if calls % 2 == 1 { x + y } else { x.max(y) }
        }
    };
    let sides = sides(&[1, 2, 3, 4, 5], &0, add_then_max, |side| side());
    assert_eq!(sides, [(9, 7), (9, 7), (9, 11), (12, 8)]);

    // The operations that take turns obey every law.
    let values: Vec<u32> = (0..20).collect();
    for n in [|x, y| x + y, Ord::max] as [fn(u32, u32) -> u32; 2] {
        assert!(is_associative(n, &values));
        assert!(is_left_identity(n, &0, &values) && is_right_identity(n, &0, &values));
    }
}

#[test]
fn totality_is_needed_everywhere() {
    let plus = |x: i8, y: i8| match x.checked_add(y) {
        Some(sum) => sum,
        None if x > 0 => resume_unwind(Box::new("TooLarge")),
        None => resume_unwind(Box::new("TooSmall")),
    };
    let caught = |side: &mut dyn FnMut() -> i8| {
        let side = std::panic::AssertUnwindSafe(side);
        catch_unwind(|| { side }.0()).map_err(|raised| *raised.downcast::<&str>().unwrap())
    };
    let sides = sides(&[100, 100, -100, -100, 100], &0, || plus, caught);
    let (small, large) = (Err("TooSmall"), Err("TooLarge"));
    assert_eq!(
        sides,
        [
            (small, large),
            (small, large),
            (small, Ok(100)),
            (small, large)
        ]
    );
}

#[test]
fn an_append_that_regroups_needs_both_laws() {
    let sides = |n: fn(i32, i32) -> i32, t: &_| {
        let flat = flatten_with(|l, r| append_at_the_right_end(&l, r), &Tree::Empty, t);
        (tree::by_rows(n, &0, t), tree::reduce(n, &0, &flat))
    };
    let values = [0, 1, 2, 5];

    let from_second = |x, y| y - x;
    assert!(is_left_identity(from_second, &0, &values) && !is_associative(from_second, &values));
    let t = node(leaf(node(leaf(1), leaf(2))), leaf(leaf(3)));
    assert_eq!(sides(from_second, &t), (2, 0));

    let first = |x, _| x;
    assert!(is_associative(first, &values) && !is_left_identity(first, &0, &values));
    let t = node(leaf(Tree::Empty), leaf(leaf(5)));
    assert_eq!(sides(first, &t), (0, 5));
}
