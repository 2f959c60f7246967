//! Each assumption of the theorem is needed: the counterexamples of `docs/reduce.md`, and that each
//! of them lacks one assumption only.

use super::theorem::{all_operations, append_at_the_right_end, associative};
use crate::reduce::laws::{is_associative, is_left_identity, is_right_identity};
use crate::reduce::seq::{self, Seq};
use crate::reduce::tree::{self, Tree, append_dropping_empty, flatten_with, leaf, node};
use std::panic::{catch_unwind, resume_unwind};

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

    // Where both groupings have a value it is the same, and 0 is an identity.
    let values: Vec<i8> = (-128..=127).step_by(17).chain([0]).collect();
    for &x in &values {
        assert_eq!((plus(0, x), plus(x, 0)), (x, x));
        for (&y, &z) in values
            .iter()
            .flat_map(|y| values.iter().map(move |z| (y, z)))
        {
            let left = x.checked_add(y).and_then(|sum| sum.checked_add(z));
            let right = y.checked_add(z).and_then(|sum| x.checked_add(sum));
            assert!(left.is_none() || right.is_none() || left == right);
        }
    }
}

/// With one way to fail, regrouping is harmless only for what is associative, failures included.
#[test]
fn one_way_to_fail_harms_where_calls_are_regrouped() {
    let plus = |x: Option<i8>, y: Option<i8>| x?.checked_add(y?);
    let some = |x| leaf(Some(x));
    let t = node(leaf(node(some(100), some(100))), leaf(some(-100)));
    let right = |flat: &Tree<_>| tree::reduce(plus, &Some(0), flat);
    assert_eq!(tree::by_rows(plus, &Some(0), &t), None);
    assert_eq!(right(&tree::flatten(&t)), None);
    let regrouped = flatten_with(|l, r| append_at_the_right_end(&l, r), &Tree::Empty, &t);
    assert_eq!(right(&regrouped), Some(100));
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

/// For every law that a variant needs there is an operation that breaks this law and keeps the
/// others. (`tests::theorem` shows that the equation fails for it.)
#[test]
fn no_law_follows_from_the_others() {
    const ASSOCIATIVE: usize = 0;
    const LEFT: usize = 1;
    const RIGHT: usize = 2;
    let variants: [&[usize]; 4] = [
        &[LEFT, RIGHT],
        &[ASSOCIATIVE, LEFT],
        &[ASSOCIATIVE],
        &[ASSOCIATIVE, LEFT, RIGHT],
    ];
    let values = [0, 1, 2];
    let operations: Vec<[bool; 3]> = all_operations(3)
        .map(|(op, e)| {
            [
                associative(&op, e, &values),
                is_left_identity(op.n(), &e, &values),
                is_right_identity(op.n(), &e, &values),
            ]
        })
        .collect();
    for needed in variants {
        for &broken in needed {
            let breaks_only_this = |laws: &&[bool; 3]| {
                let mut others = needed.iter().filter(|&&law| law != broken);
                !laws[broken] && others.all(|&law| laws[law])
            };
            let found = operations.iter().find(breaks_only_this);
            assert!(found.is_some(), "law {broken} of {needed:?}");
        }
    }
}
