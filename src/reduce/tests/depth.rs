//! No height of a tree overflows the stack. Each test runs on a stack on which a recursion over
//! a small part of the tree would end the process.

use super::{lean_left, lean_right};
use crate::reduce::tree::{self, Tree, at_once, by_rows, flatten, leaf, node};

/// The first tree leans to the left, a million high; the others take other ways down.
const HEIGHTS: [u64; 3] = [1_000_000, 100_000, 100_000];

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(64 * 1024);
    thread.spawn(test).unwrap().join().unwrap();
}

fn deep_trees() -> [Tree<u64>; 3] {
    let zigzag = |t, x| {
        if x % 2 == 0 {
            node(t, leaf(x))
        } else {
            node(leaf(x), t)
        }
    };
    let [left, right, both] = HEIGHTS;
    [
        lean_left((0..=left).map(leaf)),
        lean_right((0..=right).map(leaf)),
        (0..both).fold(leaf(both), zigzag),
    ]
}

#[test]
fn every_walk_bears_a_deep_tree() {
    on_a_small_stack(|| {
        for (t, height) in deep_trees().into_iter().zip(HEIGHTS) {
            let sum = height * (height + 1) / 2;
            assert_eq!(t.shape().height, height);
            assert_eq!(tree::reduce(|x, y| x + y, &0, &t), sum);
            let other = tree::map(|x| x + 1, &t);
            assert!(t != other);
            assert!(t == tree::map(|x| x - 1, &other));
            assert_eq!(t.values().sum::<u64>(), sum);
            assert_eq!(format!("{t:?}").matches("Node").count() as u64, height);
        }
    });
}

#[test]
fn both_sides_bear_deep_trees_outside_and_inside() {
    on_a_small_stack(|| {
        for t in deep_trees() {
            let many_rows = tree::map(|&x| leaf(x), &t);
            let one_row = leaf(t.clone());
            assert!(flatten(&many_rows) == t);
            assert!(flatten(&one_row) == t);
            for rows in [many_rows, one_row] {
                let minus = |x: u64, y| x.wrapping_sub(y);
                assert_eq!(by_rows(minus, &7, &rows), at_once(minus, &7, &rows));
            }
        }
    });
}

#[test]
fn dropping_one_owner_leaves_the_tree_to_the_other() {
    on_a_small_stack(|| {
        let [t, ..] = deep_trees();
        let shared = node(t.clone(), t.clone());
        drop(t);
        let Tree::Node(fork) = &shared else {
            panic!("a node was made");
        };
        let kept = fork.left().clone();
        drop(shared);
        assert_eq!(kept.shape().leaves, HEIGHTS[0] + 1);
    });
}

#[test]
fn dropping_a_tree_drops_every_value_once() {
    use std::sync::Arc;
    let value = Arc::new(());
    let t = lean_left((0..100).map(|_| leaf(Arc::clone(&value))));
    let u = node(t.clone(), t.clone());
    assert_eq!(Arc::strong_count(&value), 101);
    drop(t);
    assert_eq!(Arc::strong_count(&value), 101);
    drop(u);
    assert_eq!(Arc::strong_count(&value), 1);
}
