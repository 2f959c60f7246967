//! Trees and sequences out of random bytes: the theorem about `reduce` and `flatten`.

use game::reduce::costs;
use game::reduce::counters;
use game::reduce::seq::{self, Seq};
use game::reduce::tree::{self, Tree, append_dropping_empty, leaf, node};

use crate::mutate::Mutator;
use crate::rounds;

/// A tree told by bytes, from the leaves up: a byte is a leaf, nothing, or joins the last two.
fn grown<T>(bytes: &[u8], value: impl Fn(u8) -> T) -> Tree<T> {
    let mut waiting: Vec<Tree<T>> = Vec::new();
    for &byte in bytes {
        match byte % 5 {
            0 => waiting.push(Tree::Empty),
            1 | 2 => waiting.push(leaf(value(byte))),
            _ => {
                let right = waiting.pop().unwrap_or_default();
                let left = waiting.pop().unwrap_or_default();
                waiting.push(node(left, right));
            }
        }
    }
    waiting.into_iter().reduce(node).unwrap_or_default()
}

/// A tree of trees: each leaf is grown from the bytes behind it.
fn forest(bytes: &[u8]) -> Tree<Tree<u64>> {
    let rows: Vec<&[u8]> = bytes.split(|byte| byte % 11 == 0).collect();
    grown(bytes, |byte| {
        let row = rows[usize::from(byte) % rows.len()];
        grown(row, u64::from)
    })
}

fn byte_strings() -> Mutator {
    let corpus = (0..40u8).map(|seed| {
        (0..seed)
            .map(|i| i.wrapping_mul(37).wrapping_add(seed) ^ (i << 3))
            .collect()
    });
    let lean = [1, 3].repeat(200);
    Mutator::new(50, corpus.chain([lean]).collect())
}

/// Neither associative nor with an identity.
fn odd(a: u64, b: u64) -> u64 {
    a.rotate_left(7).wrapping_mul(31).wrapping_sub(b ^ 0x55)
}

#[test]
fn trees() {
    let mut mutator = byte_strings();
    for _ in rounds(500) {
        let bytes = mutator.damaged();
        let t = forest(&bytes);
        // For every n at all.
        assert_eq!(
            tree::by_rows(odd, &3, &t),
            tree::at_once(odd, &3, &t),
            "{bytes:?}"
        );
        // Nothing is lost, and nothing changes its place.
        let flat = tree::flatten(&t);
        let in_order: Vec<u64> = t.values().flat_map(|row| row.values().copied()).collect();
        assert!(
            flat.values().copied().eq(in_order.iter().copied()),
            "{bytes:?}"
        );
        // With an append that drops what is empty: for every n with an identity.
        let tight = tree::flatten_with(append_dropping_empty, &Tree::Empty, &t);
        assert!(tight.values().eq(flat.values()));
        let add = |a: u64, b: u64| a.wrapping_add(b);
        let row_sums = tree::map(|row| tree::reduce(add, &0, row), &t);
        assert_eq!(
            tree::reduce(add, &0, &row_sums),
            tree::reduce(add, &0, &tight)
        );
        assert_eq!(
            tree::reduce(add, &0, &tight),
            in_order.iter().copied().fold(0, add)
        );
        // What it costs is what is counted.
        assert_eq!(
            costs::of_trees(&t),
            counters::measure_trees(&t),
            "{bytes:?}"
        );
        // Mapping keeps the shape.
        let mapped = tree::map(|&value| value ^ 1, &flat);
        assert_eq!(mapped.shape(), flat.shape());
    }
}

#[test]
fn sequences() {
    let mut mutator = byte_strings();
    for _ in rounds(8_000) {
        let bytes = mutator.damaged();
        let rows = bytes.split(|byte| byte % 7 == 0);
        let grid: Seq<Seq<String>> = rows
            .map(|row| row.iter().map(|byte| format!("{byte:x}")).collect())
            .collect();
        // Associative, with an identity, and every order and every loss shows.
        let join = |a: String, b: String| a + &b;
        let nothing = String::new();
        let at_once = seq::at_once(join, &nothing, &grid);
        assert_eq!(seq::by_rows(join, &nothing, &grid), at_once);
        let plain: String = grid
            .as_slice()
            .iter()
            .flat_map(Seq::as_slice)
            .cloned()
            .collect();
        assert_eq!(at_once, plain);
        let lengths: Vec<u64> = grid.as_slice().iter().map(|row| row.len() as u64).collect();
        assert_eq!(
            seq::flatten(&grid).len() as u64,
            lengths.iter().sum::<u64>()
        );
        assert_eq!(
            costs::of_sequences(&lengths),
            counters::measure_sequences(&lengths)
        );
    }
}
