//! Tests of the theorem, its assumptions and its costs: here the random trees and grids, and that
//! the functions compute what the recursive definitions of the course text say.

mod costs;
mod theorem;

use super::seq::{self, Seq};
use super::tree::{
    self, Tree, append_dropping_empty, at_once, by_rows, flatten, flatten_with, leaf, node,
};
use proptest::prelude::*;

/// Trees of all kinds: of any shape, leaning to one side, or of one constructor.
fn trees<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + Clone + 'static,
) -> BoxedStrategy<Tree<T>> {
    let end = prop_oneof![
        1 => Just(Tree::Empty),
        3 => value.prop_map(leaf),
    ]
    .boxed();
    let ends = prop::collection::vec(end.clone(), 1..16);
    let places = prop::collection::vec(0..16usize, 15);
    let any_shape = (ends.clone(), places).prop_map(|(ends, places)| join_at(ends, &places));
    let leaning_left = ends.clone().prop_map(lean_left);
    let leaning_right = ends.clone().prop_map(lean_right);
    // No `Empty` in it, unless it is nothing else.
    let full = ends.prop_map(|ends| ends.into_iter().fold(Tree::Empty, append_dropping_empty));
    prop_oneof![4 => any_shape, 1 => leaning_left, 1 => leaning_right, 1 => full, 1 => end].boxed()
}

/// Joins two neighbours at a time until one tree is left; the places say which.
fn join_at<T>(mut ends: Vec<Tree<T>>, places: &[usize]) -> Tree<T> {
    for place in places {
        if ends.len() > 1 {
            let at = place % (ends.len() - 1);
            let right = ends.remove(at + 1);
            ends[at] = node(ends[at].clone(), right);
        }
    }
    lean_left(ends)
}

/// Node(… Node(Node(a, b), c) …, z).
fn lean_left<T>(ends: impl IntoIterator<Item = Tree<T>>) -> Tree<T> {
    let joined = ends.into_iter().reduce(node);
    joined.unwrap_or_default()
}

/// Node(a, Node(b, … Node(y, z) …)).
fn lean_right<T>(
    ends: impl IntoIterator<Item = Tree<T>, IntoIter: DoubleEndedIterator>,
) -> Tree<T> {
    let joined = ends
        .into_iter()
        .rev()
        .reduce(|right, left| node(left, right));
    joined.unwrap_or_default()
}

/// Trees of rows of values.
fn trees_of_trees<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + Clone + 'static,
) -> BoxedStrategy<Tree<Tree<T>>> {
    trees(trees(value))
}

/// The lengths of the rows of a grid: none, one, many, all empty, one long row among short ones.
fn lengths() -> BoxedStrategy<Vec<u64>> {
    let any = prop::collection::vec(0..9u64, 0..40);
    let same = (0..9u64, 0..40usize).prop_map(|(length, rows)| vec![length; rows]);
    let one = (0..200u64).prop_map(|length| vec![length]);
    let long = (prop::collection::vec(0..2u64, 0..40), 0..200u64).prop_map(|(mut rows, length)| {
        let middle = rows.len() / 2;
        rows.insert(middle, length);
        rows
    });
    prop_oneof![3 => any, 1 => same, 1 => one, 1 => long].boxed()
}

/// Grids of values.
fn grids<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + Clone + 'static,
) -> BoxedStrategy<Seq<Seq<T>>> {
    lengths()
        .prop_flat_map(move |lengths| {
            let row = |length| prop::collection::vec(value.clone(), length as usize);
            lengths.into_iter().map(row).collect::<Vec<_>>()
        })
        .prop_map(|rows| rows.into_iter().map(Seq::from_iter).collect())
        .boxed()
}

/// An operation on the values below `order`, given by its table.
#[derive(Clone, Debug)]
struct Operation {
    order: u8,
    table: Vec<u8>,
}

impl Operation {
    fn n(&self) -> impl Fn(u8, u8) -> u8 + Copy + '_ {
        |x, y| self.table[usize::from(x * self.order + y)]
    }
}

/// Any operation on four values: with hardly any chance a law holds.
fn operations() -> impl Strategy<Value = Operation> {
    prop::collection::vec(0..4u8, 16).prop_map(|table| Operation { order: 4, table })
}

/// The height of a tree: the number of `Node`s on the longest path down.
fn height<T>(t: &Tree<T>) -> u64 {
    tree::fold(t, || 0, |_| 0, |l, r| l.max(r) + 1)
}

/// The numbers of `Node`s, `Leaf`s and `Empty`s.
fn counts<T>(t: &Tree<T>) -> [u64; 3] {
    let add = |l: [u64; 3], r: [u64; 3]| [l[0] + r[0] + 1, l[1] + r[1], l[2] + r[2]];
    tree::fold(t, || [0, 0, 1], |_| [0, 1, 0], add)
}

/// The recursive definitions, to the letter, with their costs.
mod definition {
    use super::*;

    /// The value of an evaluation, the number of calls, and the levels of calls that wait for each other.
    pub struct Run<T> {
        pub value: T,
        pub calls: u64,
        pub levels: u64,
    }

    pub fn map<T, U>(f: &mut dyn FnMut(&T) -> Run<U>, t: &Tree<T>) -> Run<Tree<U>> {
        match t {
            Tree::Empty => end(Tree::Empty),
            Tree::Leaf(x) => {
                let run = f(x);
                Run {
                    value: leaf(run.value),
                    calls: run.calls + 1,
                    levels: run.levels + 1,
                }
            }
            Tree::Node(fork) => {
                let left = map(f, fork.left());
                let right = map(f, fork.right());
                both(left, right, &mut node)
            }
        }
    }

    pub fn reduce<T: Clone>(n: &mut dyn FnMut(T, T) -> T, e: &T, t: &Tree<T>) -> Run<T> {
        match t {
            Tree::Empty => end(e.clone()),
            Tree::Leaf(x) => end(T::clone(x)),
            Tree::Node(fork) => {
                let left = reduce(n, e, fork.left());
                let right = reduce(n, e, fork.right());
                both(left, right, n)
            }
        }
    }

    pub fn end<T>(value: T) -> Run<T> {
        Run {
            value,
            calls: 1,
            levels: 1,
        }
    }

    /// One call after two that may run at the same time.
    fn both<T>(l: Run<T>, r: Run<T>, join: &mut dyn FnMut(T, T) -> T) -> Run<T> {
        Run {
            value: join(l.value, r.value),
            calls: l.calls + r.calls + 1,
            levels: l.levels.max(r.levels) + 1,
        }
    }

    /// What `#[derive(PartialEq)]` would do.
    pub fn equal<T: PartialEq>(a: &Tree<T>, b: &Tree<T>) -> bool {
        match (a, b) {
            (Tree::Empty, Tree::Empty) => true,
            (Tree::Leaf(x), Tree::Leaf(y)) => x == y,
            (Tree::Node(a), Tree::Node(b)) => {
                equal(a.left(), b.left()) && equal(a.right(), b.right())
            }
            _ => false,
        }
    }

    /// What `#[derive(Debug)]` would print.
    pub fn printed<T: std::fmt::Debug>(t: &Tree<T>) -> String {
        match t {
            Tree::Empty => "Empty".to_owned(),
            Tree::Leaf(x) => format!("Leaf({x:?})"),
            Tree::Node(fork) => {
                format!("Node({}, {})", printed(fork.left()), printed(fork.right()))
            }
        }
    }
}

proptest! {
    #[test]
    fn map_is_the_definition(t in trees(0..100i32)) {
        let (mut seen, mut expected) = (Vec::new(), Vec::new());
        let mapped = tree::map(|x| { seen.push(*x); x * 2 }, &t);
        let run = definition::map(&mut |x| {
            expected.push(*x);
            definition::end(x * 2)
        }, &t);
        prop_assert!(definition::equal(&mapped, &run.value));
        prop_assert_eq!(seen, expected);
    }

    #[test]
    fn reduce_is_the_definition(t in trees("[a-c]")) {
        let (mut calls, mut expected) = (Vec::new(), Vec::new());
        let join = |calls: &mut Vec<_>, x: String, y: String| {
            calls.push((x.clone(), y.clone()));
            format!("({x}{y})")
        };
        let e = "e".to_owned();
        let value = tree::reduce(|x, y| join(&mut calls, x, y), &e, &t);
        let run = definition::reduce(&mut |x, y| join(&mut expected, x, y), &e, &t);
        prop_assert_eq!(value, run.value);
        prop_assert_eq!(calls, expected);
    }

    #[test]
    fn flatten_keeps_the_values_in_order(t in trees_of_trees(0..100i32)) {
        let values: Vec<_> = t.values().flat_map(Tree::values).collect();
        prop_assert!(flatten(&t).values().eq(values.iter().copied()));
        let dropping = flatten_with(append_dropping_empty, &Tree::Empty, &t);
        prop_assert!(dropping.values().eq(values));
        prop_assert!(dropping == Tree::Empty || counts(&dropping)[2] <= counts(&flatten(&t))[2]);
    }

    #[test]
    fn equality_and_printing_are_those_that_would_be_derived(a in trees(0..2u8), b in trees(0..2u8)) {
        prop_assert_eq!(a == b, definition::equal(&a, &b));
        prop_assert!(a == a.clone());
        prop_assert_eq!(format!("{a:?}"), definition::printed(&a));
    }

    #[test]
    fn a_sequence_is_reduced_in_the_shape_of_its_tree(s in prop::collection::vec("[a-c]", 0..40)) {
        let s: Seq<String> = s.into_iter().collect();
        let join = |x: String, y: String| format!("({x}{y})");
        let e = "e".to_owned();
        let t = seq::to_tree(&s);
        prop_assert_eq!(seq::reduce(join, &e, &s), tree::reduce(join, &e, &t));
        prop_assert!(t.values().eq(s.as_slice()));
    }

    #[test]
    fn flattening_a_sequence_concatenates(g in grids(0..100i32)) {
        let rows: Vec<&[i32]> = g.as_slice().iter().map(Seq::as_slice).collect();
        let flat = seq::flatten(&g);
        prop_assert_eq!(flat.as_slice(), rows.concat());
    }
}

/// Runs a test on a stack too small for a recursion over a fraction of a deep tree.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 * 1024);
    thread.spawn(test).unwrap().join().unwrap();
}

#[test]
fn no_height_of_a_tree_overflows_the_stack() {
    on_a_small_stack(|| {
        for t in [
            lean_left((0..=1_000_000).map(leaf)),
            lean_right((0..=100_000).map(leaf)),
        ] {
            let sum = t.values().sum::<u64>();
            assert_eq!(tree::reduce(|x, y| x + y, &0, &t), sum);
            assert!(t == tree::map(|x| *x, &t));
            assert_eq!(format!("{t:?}").matches("Node").count() as u64, height(&t));
            for rows in [tree::map(|&x| leaf(x), &t), leaf(t.clone())] {
                let minus = |x: u64, y| x.wrapping_sub(y);
                assert_eq!(by_rows(minus, &7, &rows), at_once(minus, &7, &rows));
                assert!(flatten(&rows) == t);
            }
        }
    });
}

#[test]
fn dropping_one_owner_leaves_the_tree_to_the_other() {
    use std::sync::Arc;
    let value = Arc::new(());
    let t = lean_left((0..100).map(|_| leaf(Arc::clone(&value))));
    let u = node(t.clone(), t.clone());
    drop(t);
    assert_eq!(Arc::strong_count(&value), 101);
    drop(u);
    assert_eq!(Arc::strong_count(&value), 1);
}
