//! Tests of the theorem, its assumptions and the costs; here the trees and grids they run on.

mod costs;
mod counterexamples;
mod definitions;
mod depth;
mod oracle;
mod theorem;

use super::seq::Seq;
use super::tree::{Tree, append_dropping_empty, leaf, node};
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
