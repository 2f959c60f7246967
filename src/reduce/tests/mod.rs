//! The functions compute what the recursive definitions of the course text say; the theorem holds on
//! random trees and grids; the counterexamples of `docs/reduce.md` are some.

mod costs;

use super::seq::{self, Seq};
use super::tree::{
    self, Tree, append_dropping_empty, at_once, by_rows, flatten, flatten_with, leaf, node,
};
use super::{is_associative, is_left_identity, is_right_identity};
use proptest::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// Trees of any shape.
fn trees<T: Clone + std::fmt::Debug + 'static>(
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<Tree<T>> {
    let end = prop_oneof![1 => Just(Tree::Empty), 3 => value.prop_map(leaf)];
    let both = |tree: BoxedStrategy<_>| (tree.clone(), tree).prop_map(|(l, r)| node(l, r));
    end.prop_recursive(8, 32, 2, both).boxed()
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

/// The lengths of the rows of a grid: any, or one long row among short ones.
fn lengths() -> BoxedStrategy<Vec<u64>> {
    let any = prop::collection::vec(0..9u64, 0..40);
    let long = (prop::collection::vec(0..2u64, 0..40), 0..200u64).prop_map(|(mut rows, length)| {
        let middle = rows.len() / 2;
        rows.insert(middle, length);
        rows
    });
    prop_oneof![any, long].boxed()
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

/// The table of any operation on four values: with hardly any chance a law holds.
fn operations() -> impl Strategy<Value = [[u8; 4]; 4]> {
    prop::array::uniform4(prop::array::uniform4(0..4u8))
}

fn apply(table: &[[u8; 4]; 4]) -> impl Fn(u8, u8) -> u8 + Copy {
    |x, y| table[usize::from(x)][usize::from(y)]
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

/// The recursive definition, to the letter.
fn map_by_definition<T, U>(f: &mut dyn FnMut(&T) -> U, t: &Tree<T>) -> Tree<U> {
    match t {
        Tree::Empty => Tree::Empty,
        Tree::Leaf(x) => leaf(f(x)),
        Tree::Node(fork) => {
            let left = map_by_definition(f, fork.left());
            node(left, map_by_definition(f, fork.right()))
        }
    }
}

/// The recursive definition, to the letter.
fn reduce_by_definition<T: Clone>(n: &mut dyn FnMut(T, T) -> T, e: &T, t: &Tree<T>) -> T {
    match t {
        Tree::Empty => e.clone(),
        Tree::Leaf(x) => T::clone(x),
        Tree::Node(fork) => {
            let left = reduce_by_definition(n, e, fork.left());
            let right = reduce_by_definition(n, e, fork.right());
            n(left, right)
        }
    }
}

proptest! {
    #[test]
    fn map_is_the_definition(t in trees(0..100i32)) {
        let (mut seen, mut expected) = (Vec::new(), Vec::new());
        let mapped = tree::map(|x| { seen.push(*x); x * 2 }, &t);
        let defined = map_by_definition(&mut |x| { expected.push(*x); x * 2 }, &t);
        prop_assert_eq!((mapped, seen), (defined, expected));
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
        let defined = reduce_by_definition(&mut |x, y| join(&mut expected, x, y), &e, &t);
        prop_assert_eq!((value, calls), (defined, expected));
    }

    #[test]
    fn flatten_keeps_the_values_in_order(t in trees(trees(0..100i32))) {
        let values: Vec<_> = t.values().flat_map(Tree::values).collect();
        prop_assert!(flatten(&t).values().eq(values.iter().copied()));
        let dropping = flatten_with(append_dropping_empty, &Tree::Empty, &t);
        prop_assert!(dropping.values().eq(values));
        prop_assert!(dropping == Tree::Empty || counts(&dropping)[2] <= counts(&flatten(&t))[2]);
    }

    #[test]
    fn trees_are_equal_if_they_print_the_same(a in trees(0..2u8), b in trees(0..2u8)) {
        prop_assert_eq!(a == b, format!("{a:?}") == format!("{b:?}"));
        prop_assert!(a == a.clone());
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

proptest! {
    #[test]
    fn theorem_1_asks_for_no_law(t in trees(trees(0..4u8)), op in operations(), e in 0..4u8) {
        prop_assert_eq!(by_rows(apply(&op), &e, &t), at_once(apply(&op), &e, &t));
    }

    /// The result of `n` tells its whole history, so equal results mean equal calls.
    #[test]
    fn theorem_1_both_sides_make_the_same_calls(
        t in trees(trees(prop::char::range('a', 'c').prop_map(String::from)))
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
    fn theorem_1_with_one_way_to_fail(t in trees(trees(0..3u8)), op in operations(), e in 0..3u8) {
        let n = |x, y| match apply(&op)(x, y) {
            3 => resume_unwind(Box::new(())),
            z => z,
        };
        let left = catch_unwind(AssertUnwindSafe(|| by_rows(n, &e, &t)));
        let right = catch_unwind(AssertUnwindSafe(|| at_once(n, &e, &t)));
        prop_assert_eq!(left.ok(), right.ok());
    }

    #[test]
    fn corollary_3_with_an_identity(t in trees(trees(0..4u8)), mut op in operations(), e in 0..4u8) {
        for x in 0..4 {
            op[usize::from(e)][usize::from(x)] = x;
            op[usize::from(x)][usize::from(e)] = x;
        }
        let flat = flatten_with(append_dropping_empty, &Tree::Empty, &t);
        prop_assert_eq!(by_rows(apply(&op), &e, &t), tree::reduce(apply(&op), &e, &flat));
    }

    /// Keeping the second: associative, and anything is a left identity.
    #[test]
    fn corollary_4_with_associativity_and_a_left_identity(t in trees(trees(0..100u8))) {
        let second = |_, y| y;
        let flat = flatten_with(|l, r| append_at_the_right_end(&l, r), &Tree::Empty, &t);
        prop_assert_eq!(by_rows(second, &7, &t), tree::reduce(second, &7, &flat));
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
    assert!(is_associative(first, &values) && is_right_identity(first, &0, &values));
    assert!(!is_left_identity(first, &0, &values));
    let t = node(leaf(Tree::Empty), leaf(leaf(5)));
    assert_eq!(sides(first, &t), (0, 5));
}

#[test]
fn on_sequences_associativity_and_an_identity_are_needed() {
    let sides = |n: fn(i32, i32) -> i32, e, rows: Seq<Seq<i32>>| {
        (seq::by_rows(n, &e, &rows), seq::at_once(n, &e, &rows))
    };
    let rows = || Seq::from([Seq::from([1, 2]), Seq::from([3])]);
    assert_eq!(sides(|x, y| x - y, 0, rows()), (-4, 2));
    let rows = || Seq::from([Seq::empty(), Seq::from([5])]);
    assert_eq!(sides(|x, _| x, 0, rows()), (0, 5));
}
