//! The functions equal their recursive definitions; the equation of `docs/reduce.md` holds exactly
//! where its theorems say so.

mod costs;

use super::seq::{self, Seq};
use super::tree::{self, Tree, at_once, by_rows, leaf, node};
use proptest::prelude::*;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Trees of any shape.
fn trees<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Tree<T>> {
    let end = prop_oneof![1 => Just(Tree::Empty), 3 => value.prop_map(leaf)];
    let both = |tree: BoxedStrategy<_>| (tree.clone(), tree).prop_map(|(l, r)| node(l, r));
    end.prop_recursive(8, 32, 2, both).boxed()
}

/// The row lengths of a grid.
fn lengths() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(prop_oneof![5 => 0..9u64, 1 => 0..200u64], 0..40)
}

fn height<T>(t: &Tree<T>) -> u64 {
    tree::fold(t, || 0, |_| 0, |l, r| l.max(r) + 1)
}

/// Records a call and returns a result that shows all calls below it.
fn join(calls: &mut Vec<(String, String)>, x: String, y: String) -> String {
    let result = format!("({x}{y})");
    calls.push((x, y));
    result
}

fn reduce_by_definition<T: Clone>(n: &mut dyn FnMut(T, T) -> T, e: &T, t: &Tree<T>) -> T {
    match t {
        Tree::Empty => e.clone(),
        Tree::Leaf(x) => T::clone(x),
        Tree::Node(fork) => {
            let left = reduce_by_definition(n, e, &fork.left);
            let right = reduce_by_definition(n, e, &fork.right);
            n(left, right)
        }
    }
}

proptest! {
    #[test]
    fn reduce_equals_its_definition(t in trees("[a-c]")) {
        let (mut calls, mut expected) = (Vec::new(), Vec::new());
        let e = "e".to_owned();
        let value = tree::reduce(|x, y| join(&mut calls, x, y), &e, &t);
        let defined = reduce_by_definition(&mut |x, y| join(&mut expected, x, y), &e, &t);
        prop_assert_eq!((value, calls), (defined, expected));
    }

    #[test]
    fn trees_are_equal_if_they_print_the_same(a in trees(0..2u8), b in trees(0..2u8)) {
        prop_assert_eq!(a == b, format!("{a:?}") == format!("{b:?}"));
        prop_assert!(a == a.clone());
    }

    #[test]
    fn flattening_a_sequence_concatenates(rows in prop::collection::vec(prop::collection::vec(0..9u8, 0..9), 0..9)) {
        let grid = rows.iter().map(|row| row.iter().copied().collect()).collect();
        let flat = seq::flatten(&grid);
        prop_assert_eq!(flat.as_slice(), rows.concat());
    }

    /// The strings show all calls, so equal results mean equal calls, for any `n` and `e`.
    #[test]
    fn theorem_1_both_sides_make_the_same_calls(t in trees(trees("[a-c]"))) {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let e = "e".to_owned();
        let by_rows = by_rows(|x, y| join(&mut left, x, y), &e, &t);
        let at_once = at_once(|x, y| join(&mut right, x, y), &e, &t);
        left.sort();
        right.sort();
        prop_assert_eq!((by_rows, left), (at_once, right));
    }

    /// Fails, by not returning, if the operation gives 3.
    #[test]
    fn theorem_1_with_one_way_to_fail(
        t in trees(trees(0..3usize)),
        table in prop::array::uniform3(prop::array::uniform3(0..4usize)),
        e in 0..3usize,
    ) {
        let n = |x: usize, y: usize| match table[x][y] {
            3 => resume_unwind(Box::new(())),
            z => z,
        };
        let left = catch_unwind(AssertUnwindSafe(|| by_rows(n, &e, &t)));
        let right = catch_unwind(AssertUnwindSafe(|| at_once(n, &e, &t)));
        prop_assert_eq!(left.ok(), right.ok());
    }

    /// Concatenating strings shows every wrong order.
    #[test]
    fn theorem_3_on_strings(lengths in lengths()) {
        let mut letters = ('a'..='z').cycle().map(String::from);
        let row = |&length: &u64| letters.by_ref().take(length as usize).collect();
        let grid: Seq<Seq<String>> = lengths.iter().map(row).collect();
        let join = |x: String, y: String| x + &y;
        let e = String::new();
        prop_assert_eq!(seq::by_rows(join, &e, &grid), seq::at_once(join, &e, &grid));
    }
}

#[test]
fn tall_trees_do_not_overflow_the_stack() {
    let test = || {
        let mut leaves = (0..=100_000).map(leaf);
        let left = leaves.clone().reduce(node).unwrap();
        let first = leaves.next_back().unwrap();
        let right = leaves.rev().fold(first, |right, left| node(left, right));
        for t in [left, right] {
            let sum = t.values().sum::<u64>();
            assert_eq!(tree::reduce(|x, y| x + y, &0, &t), sum);
            assert!(t == tree::map(|x| *x, &t));
        }
    };
    let thread = std::thread::Builder::new().stack_size(64 * 1024);
    thread.spawn(test).unwrap().join().unwrap();
}

#[test]
fn dropping_a_clone_leaves_the_tree_to_its_other_owner() {
    let value = Arc::new(());
    let t = iter::repeat_n(leaf(Arc::clone(&value)), 100).reduce(node);
    let t = t.unwrap();
    let u = node(t.clone(), t.clone());
    drop(t);
    assert_eq!(u.values().count(), 200);
    drop(u);
    assert_eq!(Arc::strong_count(&value), 1);
}

/// The appends of Theorem 2.
fn append_dropping_empty<T>(left: Tree<T>, right: Tree<T>) -> Tree<T> {
    match (left, right) {
        (Tree::Empty, kept) | (kept, Tree::Empty) => kept,
        (left, right) => node(left, right),
    }
}

fn append_regrouping<T>(left: &Tree<T>, right: Tree<T>) -> Tree<T> {
    match left {
        Tree::Empty => right,
        Tree::Leaf(_) => node(left.clone(), right),
        Tree::Node(fork) => node(fork.left.clone(), append_regrouping(&fork.right, right)),
    }
}

/// All `Node`s of two of these trees.
fn pairs<T>(trees: &[Tree<T>]) -> Vec<Tree<T>> {
    let with =
        |l: &Tree<T>| -> Vec<_> { trees.iter().map(|r| node(l.clone(), r.clone())).collect() };
    trees.iter().flat_map(with).collect()
}

/// Tries all operations on two values on all trees and grids of at most two small rows.
#[test]
fn the_equation_holds_exactly_where_the_theorems_say_so() {
    let ends = [Tree::Empty, leaf(0), leaf(1)];
    let rows = ends.iter().cloned().chain(pairs(&ends));
    let single: Vec<_> = rows.map(leaf).collect();
    let two = pairs(&single);
    let all: Vec<_> = [vec![Tree::Empty], single, two].concat();
    let row = |row: &Tree<usize>| row.values().copied().collect::<Seq<_>>();
    let grids: Vec<Seq<_>> = all.iter().map(|t| t.values().map(row).collect()).collect();

    for (table, e) in (0..16usize).flat_map(|table| [(table, 0), (table, 1)]) {
        let n = |x, y| table >> (2 * x + y) & 1;
        let bits = [0, 1];
        let associates = |[x, y, z]: [usize; 3]| n(n(x, y), z) == n(x, n(y, z));
        let associative = (0..8).all(|bits| associates([bits >> 2, bits >> 1 & 1, bits & 1]));
        let left_identity = bits.iter().all(|&x| n(e, x) == x);
        let right_identity = bits.iter().all(|&x| n(x, e) == x);

        let on_trees = |append: fn(Tree<usize>, Tree<usize>) -> Tree<usize>| {
            all.iter().all(|t| {
                let flat = tree::reduce(append, &Tree::Empty, t);
                by_rows(n, &e, t) == tree::reduce(n, &e, &flat)
            })
        };
        let on_grid = |grid: &Seq<_>| seq::by_rows(n, &e, grid) == seq::at_once(n, &e, grid);
        let no_row_is_empty = |grid: &&Seq<Seq<_>>| !grid.as_slice().iter().any(Seq::is_empty);
        assert_eq!(
            [
                on_trees(node),
                on_trees(append_dropping_empty),
                on_trees(|l, r| append_regrouping(&l, r)),
                grids.iter().filter(no_row_is_empty).all(on_grid),
                grids.iter().all(on_grid),
            ],
            [
                true,
                left_identity && right_identity,
                associative && left_identity,
                associative,
                associative && left_identity && right_identity,
            ],
            "table {table:04b}, e = {e}"
        );
    }
}

/// Both sides on the tree and on the grid of appendix A. `n` creates a fresh operation for each.
fn sides<N: FnMut(i8, i8) -> i8>(
    elements: [i8; 4],
    n: impl Fn() -> N,
) -> [Result<i8, &'static str>; 4] {
    let row = |x| leaf(leaf(x));
    let [first, second, third, last] = elements;
    let pair = leaf(node(leaf(third), leaf(last)));
    let t = node(node(row(first), row(second)), pair);
    let pair = Seq::from([third, last]);
    let g = Seq::from([Seq::from([first]), Seq::from([second]), pair]);
    let runs: [&dyn Fn() -> i8; 4] = [
        &|| tree::by_rows(n(), &0, &t),
        &|| tree::at_once(n(), &0, &t),
        &|| seq::by_rows(n(), &0, &g),
        &|| seq::at_once(n(), &0, &g),
    ];
    runs.map(|run| {
        catch_unwind(AssertUnwindSafe(run)).map_err(|raised| *raised.downcast().expect("a name"))
    })
}

#[test]
fn an_impure_n_breaks_the_equation() {
    let add_then_max = || {
        let mut calls = 0;
        move |x: i8, y: i8| {
            calls += 1;
            if calls % 2 == 1 { x + y } else { x.max(y) }
        }
    };
    assert_eq!(sides([1, 2, 3, 4], add_then_max), [9, 7, 8, 7].map(Ok));
}

#[test]
fn two_ways_to_fail_break_the_equation() {
    let plus = |x: i8, y: i8| match x.checked_add(y) {
        Some(sum) => sum,
        None if x > 0 => resume_unwind(Box::new("TooLarge")),
        None => resume_unwind(Box::new("TooSmall")),
    };
    let [small, large] = ["TooSmall", "TooLarge"].map(Err);
    let raised = sides([100, 100, -100, -100], || plus);
    assert_eq!(raised, [small, large, small, large]);
}
