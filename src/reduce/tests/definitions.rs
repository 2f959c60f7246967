//! The functions without recursion do what the recursive text says, in the order it says.

use super::{grids, oracle, trees, trees_of_trees};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{self, Tree, append_dropping_empty, flatten, flatten_with, leaf, node};
use proptest::prelude::*;

proptest! {
    #[test]
    fn map_is_the_text(t in trees(0..100i32)) {
        let mut seen = Vec::new();
        let mut seen_by_the_text = Vec::new();
        let mapped = tree::map(|x| { seen.push(*x); x * 2 }, &t);
        let run = oracle::map(&mut |x| {
            seen_by_the_text.push(*x);
            oracle::Run { value: x * 2, calls: 0, levels: 0 }
        }, &t);
        prop_assert!(oracle::equal(&mapped, &run.value));
        prop_assert_eq!(seen, seen_by_the_text);
    }

    #[test]
    fn reduce_is_the_text(t in trees("[a-c]")) {
        let mut calls = Vec::new();
        let mut calls_of_the_text = Vec::new();
        let join = |x: &str, y: &str| format!("({x}{y})");
        let value = tree::reduce(|x, y| {
            calls.push((x.clone(), y.clone()));
            join(&x, &y)
        }, &"e".to_owned(), &t);
        let run = oracle::reduce(&mut |x: String, y: String| {
            calls_of_the_text.push((x.clone(), y.clone()));
            join(&x, &y)
        }, &"e".to_owned(), &t);
        prop_assert_eq!(value, run.value);
        prop_assert_eq!(calls, calls_of_the_text);
    }

    #[test]
    fn flatten_is_the_text(t in trees_of_trees(0..100i32)) {
        let by_text = oracle::reduce(&mut node, &Tree::Empty, &t).value;
        prop_assert!(oracle::equal(&flatten(&t), &by_text));
        let values: Vec<_> = t.values().flat_map(Tree::values).collect();
        prop_assert!(flatten(&t).values().eq(values.iter().copied()));
        let dropping = flatten_with(append_dropping_empty, &Tree::Empty, &t);
        prop_assert!(dropping.values().eq(values));
        prop_assert!(dropping == Tree::Empty || dropping.shape().empties <= flatten(&t).shape().empties);
    }

    #[test]
    fn equality_and_printing_are_what_would_be_derived(a in trees(0..2u8), b in trees(0..2u8)) {
        prop_assert_eq!(a == b, oracle::equal(&a, &b));
        prop_assert_eq!(a == a.clone(), true);
        prop_assert_eq!(format!("{a:?}"), oracle::printed(&a));
        prop_assert_eq!(a == b, oracle::printed(&a) == oracle::printed(&b));
    }

    #[test]
    fn shapes_are_consistent(t in trees(0..2u8)) {
        let shape = t.shape();
        prop_assert_eq!(shape.nodes + 1, shape.leaves + shape.empties);
        prop_assert_eq!(shape.leaves, t.values().count() as u64);
        prop_assert_eq!(shape.nodes + shape.leaves, t.cells().count() as u64);
        let printed = format!("{t:?}");
        prop_assert_eq!(shape.nodes, printed.matches("Node").count() as u64);
        prop_assert_eq!(shape.empties, printed.matches("Empty").count() as u64);
        let levels = oracle::reduce(&mut |x, _| x, &0, &t).levels;
        prop_assert_eq!(shape.height + 1, levels);
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

#[test]
fn trees_that_only_look_alike_differ() {
    let three = || node(leaf(1), node(leaf(2), leaf(3)));
    assert_eq!(three(), three());
    assert_ne!(three(), node(node(leaf(1), leaf(2)), leaf(3)));
    assert_ne!(leaf(1), node(leaf(1), Tree::Empty));
    assert_ne!(leaf(1), Tree::Empty);
    assert_ne!(leaf(f64::NAN), leaf(f64::NAN));
}

#[test]
fn the_halves_of_a_sequence_are_as_equal_as_can_be() {
    let s: Seq<String> = ["a", "b", "c", "d", "e"].map(str::to_owned).into();
    let joined = seq::reduce(|x, y| format!("({x}{y})"), &String::new(), &s);
    assert_eq!(joined, "((ab)(c(de)))");
}

#[test]
fn one_row_is_shared_and_not_copied() {
    let row = Seq::from([1, 2, 3]);
    let flat = seq::flatten(&Seq::from([row.clone()]));
    assert!(flat.is_same_array(&row));
    let flat = seq::flatten(&Seq::from([row.clone(), Seq::empty()]));
    assert!(!flat.is_same_array(&row));
}
