//! The theorem, its proof, and what each variant of `flatten` asks of `n` and `e`.
//!
//! ```text
//! reduce(n, e, map(fn t' => reduce(n, e, t'), t))  =  reduce(n, e, flatten t)
//! ```
//!
//! Throughout, `n` and `e` are fixed and R(t) is short for `reduce(n, e, t)`. So the claim is
//! **R(map(R, t)) = R(flatten t)**. An equation says that both sides evaluate to the same value.
//!
//! # Definitions
//!
//! ```text
//! map(f, Empty)      = Empty                           (m1)
//! map(f, Leaf x)     = Leaf(f x)                       (m2)
//! map(f, Node(l, r)) = Node(map(f, l), map(f, r))      (m3)
//!
//! R(Empty)           = e                               (r1)
//! R(Leaf x)          = x                               (r2)
//! R(Node(l, r))      = n(R(l), R(r))                   (r3)
//!
//! flatten t = reduce(append, base, t), and therefore
//!
//! flatten(Empty)      = base                           (f1)
//! flatten(Leaf s)     = s                              (f2)
//! flatten(Node(l, r)) = append(flatten(l), flatten(r)) (f3)
//! ```
//!
//! Unless something else is said, `append` is the constructor `Node` and `base` is `Empty`.
//!
//! # Theorem 1: trees, with append = Node
//!
//! *Let `n` be pure (equal arguments give equal results, and a call does nothing else) and total
//! (every call returns). Then R(map(R, t)) = R(flatten t) for every tree of trees t. Nothing
//! else is asked: `n` need not be associative and `e` need not be an identity.*
//!
//! **Lemma 0.** *For every tree s, R(s) has a value. For every tree of trees t, map(R, t) and
//! flatten t have values.* By structural induction on s: R(Empty) is `e`, and R(Leaf x) is x.
//! For R(Node(l, r)) the induction hypothesis says that R(l) and R(r) have values, and `n` is
//! total. As R is total, map(R, t) has a value by the same induction. And `flatten` is itself a
//! `reduce`, with the total function `Node` for `n` and the value `Empty` for `e`. ∎
//!
//! A language that evaluates arguments first may use an equation such as (r3) only when the
//! arguments have values. Lemma 0 says that they do wherever it is used below, and purity that
//! it does not matter when and in what order the calls of `n` happen.
//!
//! **Proof of Theorem 1**, by structural induction on t.
//!
//! *Case t = Empty.*
//!
//! ```text
//!   R(map(R, Empty))
//! = R(Empty)                                by (m1)
//! = R(flatten Empty)                        by (f1), from right to left: base is Empty
//! ```
//!
//! *Case t = Leaf s*, where s is a tree (a row).
//!
//! ```text
//!   R(map(R, Leaf s))
//! = R(Leaf(R(s)))                           by (m2)
//! = R(s)                                    by (r2); R(s) has a value by Lemma 0
//! = R(flatten(Leaf s))                      by (f2), from right to left
//! ```
//!
//! *Case t = Node(l, r).* The induction hypotheses are
//!
//! ```text
//! R(map(R, l)) = R(flatten l)               (IH l)
//! R(map(R, r)) = R(flatten r)               (IH r)
//! ```
//!
//! ```text
//!   R(map(R, Node(l, r)))
//! = R(Node(map(R, l), map(R, r)))           by (m3)
//! = n(R(map(R, l)), R(map(R, r)))           by (r3); both maps have values by Lemma 0
//! = n(R(flatten l), R(map(R, r)))           by (IH l)
//! = n(R(flatten l), R(flatten r))           by (IH r)
//! = R(Node(flatten l, flatten r))           by (r3), from right to left; values by Lemma 0
//! = R(flatten(Node(l, r)))                  by (f3), from right to left: append is Node     ∎
//! ```
//!
//! So `n` may be as odd as subtraction, with an `e` that is no identity:
//!
//! ```
//! use game::reduce::tree::{Tree, at_once, by_rows, leaf, node};
//!
//! let minus = |x, y| x - y;
//! let t = node(leaf(node(leaf(1), Tree::Empty)), node(leaf(leaf(5)), Tree::Empty));
//! assert_eq!(by_rows(minus, &7, &t), (1 - 7) - (5 - 7));
//! assert_eq!(at_once(minus, &7, &t), (1 - 7) - (5 - 7));
//! ```
//!
//! The proof shows more: *both sides call `n` with the same pairs of arguments.* In the case
//! `Leaf` both compute R(s) and no more. In the case `Node` both make the calls for l and for r,
//! the same by induction, and one call with the values R(flatten l) and R(flatten r). So even
//! with `n` the addition of floating-point numbers, which is not associative, the two sums agree
//! to the last bit.
//!
//! ## Without purity
//!
//! What differs is the *order* of the calls. The left side finishes all rows before it joins the
//! results of the first two, the right side goes through `flatten t` from left to right. An `n`
//! that remembers how often it was called can tell:
//!
//! ```
//! use game::reduce::tree::{at_once, by_rows, leaf, node};
//!
//! let t = node(node(leaf(leaf(1)), leaf(leaf(1))), leaf(node(leaf(1), leaf(1))));
//! let mut calls = 0;
//! let left = by_rows(|x, y| { calls += 1; x + calls * y }, &0, &t);
//! let mut calls = 0;
//! let right = at_once(|x, y| { calls += 1; x + calls * y }, &0, &t);
//! assert_eq!((left, right), (9, 11));
//! ```
//!
//! ## Without totality
//!
//! If `n` can fail in two ways, the order decides which failure comes first. SML's `div` raises
//! `Div` for a divisor 0 and `Overflow` when the smallest integer is divided by −1:
//!
//! ```
//! use game::reduce::tree::{at_once, by_rows, leaf, node};
//! use std::panic::{catch_unwind, resume_unwind};
//!
//! fn raise(exception: &'static str) -> ! {
//!     resume_unwind(Box::new(exception))
//! }
//! fn div(x: i64, y: i64) -> i64 {
//!     match y {
//!         0 => raise("Div"),
//!         _ => x.checked_div(y).unwrap_or_else(|| raise("Overflow")),
//!     }
//! }
//! fn raised(run: fn() -> i64) -> &'static str {
//!     catch_unwind(run).unwrap_err().downcast_ref::<&str>().unwrap()
//! }
//! fn t() -> game::reduce::tree::Tree<game::reduce::tree::Tree<i64>> {
//!     node(node(leaf(leaf(i64::MIN)), leaf(leaf(-1))), leaf(node(leaf(1), leaf(0))))
//! }
//! assert_eq!(raised(|| by_rows(div, &1, &t())), "Div"); // the last row comes first
//! assert_eq!(raised(|| at_once(div, &1, &t())), "Overflow");
//! ```
//!
//! Likewise one side may raise an exception where the other runs for ever. If `n` can fail in
//! *one* way only, the theorem remains true in this sense: either both sides fail, or both have
//! the same value. To see it, add to the values one more, ⊥, for "failed", and let `n` be ⊥ if
//! an argument is ⊥. This `n` is total, so Theorem 1 holds for it; and as the result of every
//! call goes into the final value, a side is ⊥ exactly when one of its calls fails. In
//! particular the course's `op +`, which can only raise `Overflow`, is safe here.
//!
//! # Theorem 2: which appends will do
//!
//! *Let `n` and `append` be pure and total. R(map(R, t)) = R(flatten t) holds for every t if and
//! only if*
//!
//! ```text
//! R(base)         = e                                    (h1)
//! R(append(l, r)) = n(R(l), R(r))   for all trees l, r   (h2)
//! ```
//!
//! **If:** the proof of Theorem 1 changes in two places. In the case `Node`, the step by (r3) from
//! right to left becomes n(R(flatten l), R(flatten r)) = R(append(flatten l, flatten r)) by (h2), and
//! (f3) follows as before. The case `Empty` becomes
//! R(map(R, Empty)) = R(Empty) = e = R(base) = R(flatten Empty) by (m1), (r1), (h1), (f1). **Only if:** t = Empty gives e = R(base), which is (h1), and
//! t = Node(Leaf l, Leaf r) gives n(R(l), R(r)) = R(append(l, r)), which is (h2). ∎
//!
//! For `append = Node` and `base = Empty`, (h1) is (r1) and (h2) is (r3): they hold by
//! definition, and this is why Theorem 1 needs no laws. In the words of algebra: R has to be a
//! homomorphism from trees with `append` and `base` to values with `n` and `e`.
//!
//! # Corollary 3: an append that drops Empty
//!
//! ```text
//! append(Empty, r) = r
//! append(l, Empty) = l
//! append(l, r)     = Node(l, r)     if neither is Empty
//! ```
//!
//! *With this append and `base = Empty` the equation holds for every t if and only if `e` is a
//! two-sided identity: n(e, x) = x and n(x, e) = x for every x.*
//!
//! **If:** (h1) is (r1). For (h2), if neither l nor r is `Empty`, it is (r3). If l is `Empty`,
//! then R(append(Empty, r)) = R(r), and n(R(Empty), R(r)) = n(e, R(r)) = R(r) by the left
//! identity. If r is `Empty`, the same with the right identity. **Only if:** every value x is
//! R(Leaf x). (h2) for l = Empty, r = Leaf x says x = n(e, x); for l = Leaf x, r = Empty it says
//! x = n(x, e). ∎
//!
//! So each half is needed. "Take the second" has every `e` as a left identity and none as a
//! right one, "take the first" the other way round:
//!
//! ```
//! use game::reduce::tree::*;
//!
//! let right = |n: fn(i32, i32) -> i32, e, t: &_| {
//!     reduce(n, e, &flatten_with(append_dropping_empty, &Tree::Empty, t))
//! };
//! let second = |_, y| y; // 0 is no right identity: second(5, 0) = 0
//! let t = node(leaf(leaf(5)), leaf(Tree::Empty));
//! assert_eq!((by_rows(second, &0, &t), right(second, &0, &t)), (0, 5));
//!
//! let first = |x, _| x; // 0 is no left identity: first(0, 5) = 0
//! let t = node(leaf(Tree::Empty), leaf(leaf(5)));
//! assert_eq!((by_rows(first, &0, &t), right(first, &0, &t)), (0, 5));
//! ```
//!
//! It need not be a row that is `Empty`: an `Empty` of t itself is dropped as well.
//!
//! # Corollary 4: an append that regroups
//!
//! An append that hangs r at the right end of l,
//!
//! ```text
//! append(Empty, r)        = r
//! append(Leaf x, r)       = Node(Leaf x, r)
//! append(Node(l1, l2), r) = Node(l1, append(l2, r))
//! ```
//!
//! *asks for a left identity and for associativity, n(n(x, y), z) = n(x, n(y, z)), and for no
//! more.* **If:** (h2) by structural induction on l. `Empty`: R(r) = n(e, R(r)), the left
//! identity. `Leaf x`: (r3) and (r2). `Node(l1, l2)`: R(append(l, r)) = n(R(l1), R(append(l2,
//! r))) by (r3), which is n(R(l1), n(R(l2), R(r))) by the induction hypothesis for l2, which is
//! n(n(R(l1), R(l2)), R(r)) by associativity, which is n(R(l), R(r)) by (r3). **Only if:** (h2)
//! for l = Empty and r = Leaf x, and for l = Node(Leaf x, Leaf y) and r = Leaf z. ∎
//!
//! # Theorem 5: sequences
//!
//! Let ⧺ be `append`, let |s| be the length of s, and R(s) now `Seq.reduce(n, e, s)`:
//!
//! ```text
//! R(⟨⟩)    = e                                                   (s1)
//! R(⟨x⟩)   = x                                                   (s2)
//! R(l ⧺ r) = n(R(l), R(r))   if |l| = ⌊m/2⌋, m = |l| + |r| ≥ 2   (s3)
//! ```
//!
//! `map` keeps the length and the places, and `flatten` is `reduce(append, ⟨⟩, ·)`, so (s1) to
//! (s3) hold for it too, with `append` and ⟨⟩ for `n` and `e`.
//!
//! *Let `n` be pure and total. Then R(map(R, g)) = R(flatten g)*
//!
//! - *(a) for all grids g without an empty row if and only if `n` is associative;*
//! - *(b) for all grids g if and only if `n` is associative and `e` is a two-sided identity.*
//!
//! Write x·y for n(x, y), and let P(s), for |s| ≥ 1, be the product grouped to the right:
//! P(⟨x⟩) = x and P(⟨x⟩ ⧺ s) = x·P(s).
//!
//! **Lemma 6.** *If n is associative, P(a ⧺ b) = P(a)·P(b) for all a, b with at least one
//! element.* By induction on |a|. For a = ⟨x⟩ it is the definition of P. For a = ⟨x⟩ ⧺ a'
//! with |a'| ≥ 1:
//!
//! ```text
//!   P(a ⧺ b)
//! = x·P(a' ⧺ b)                             definition of P
//! = x·(P(a')·P(b))                          induction hypothesis for a'
//! = (x·P(a'))·P(b)                          n is associative
//! = P(a)·P(b)                               definition of P     ∎
//! ```
//!
//! **Lemma 7.** *If n is associative, R(s) = P(s) for |s| ≥ 1:* the shape of `reduce` does not
//! matter. By strong induction on |s|. For |s| = 1 it is (s2). For |s| ≥ 2 both halves l, r have
//! at least one element and are shorter than s, so R(s) = R(l)·R(r) = P(l)·P(r) = P(l ⧺ r) =
//! P(s) by (s3), twice the induction hypothesis, and Lemma 6. ∎
//!
//! **Lemma 8.** *If n is associative, R(a ⧺ b) = n(R(a), R(b)), provided that a and b have at
//! least one element each or e is a two-sided identity.* If both have one, by Lemmas 7 and 6,
//! R(a ⧺ b) = P(a ⧺ b) = P(a)·P(b) = R(a)·R(b). If a = ⟨⟩, R(a ⧺ b) = R(b) = e·R(b) = R(a)·R(b)
//! by the left identity and (s1); if b = ⟨⟩, the same with the right identity. ∎
//!
//! **Proof of Theorem 5, if**, by strong induction on the number k of rows of the grid g.
//!
//! ```text
//! k = 0:    R(map(R, ⟨⟩))
//!         = R(⟨⟩)                           map keeps the length
//!         = R(flatten ⟨⟩)                   (s1) for flatten
//!
//! k = 1:    R(map(R, ⟨s⟩))
//!         = R(⟨R(s)⟩)                       definition of map
//!         = R(s)                            (s2)
//!         = R(flatten ⟨s⟩)                  (s2) for flatten
//!
//! k ≥ 2, g = l ⧺ r, |l| = ⌊k/2⌋:
//!           R(map(R, g))
//!         = R(map(R, l) ⧺ map(R, r))        map keeps the places
//!         = n(R(map(R, l)), R(map(R, r)))   (s3): map keeps the lengths, the cut is the same
//!         = n(R(flatten l), R(flatten r))   induction hypotheses: l and r have fewer rows than g
//!         = R(flatten l ⧺ flatten r)        Lemma 8
//!         = R(flatten g)                    (s3) for flatten
//! ```
//!
//! In (a) no row is empty and neither l nor r is, so flatten l and flatten r have elements and
//! Lemma 8 asks for no identity. **Only if:** the grid ⟨⟨x, y⟩, ⟨z⟩⟩ gives n(n(x, y), z) on the
//! left and, as the first half of three is one, R(⟨x, y, z⟩) = n(x, n(y, z)) on the right. The
//! grid ⟨⟨⟩, ⟨x⟩⟩ gives n(e, x) and x, the grid ⟨⟨x⟩, ⟨⟩⟩ gives n(x, e) and x. ∎
//!
//! A `reduce` that cuts at another place, but always into two parts with elements, changes
//! nothing in the theorem. If it cuts three elements into two and one, the grid ⟨⟨x⟩, ⟨y, z⟩⟩
//! takes the part of ⟨⟨x, y⟩, ⟨z⟩⟩.
//!
//! The three grids are the counterexamples:
//!
//! ```
//! use game::reduce::seq::{Seq, at_once, by_rows};
//!
//! // Associativity left out. Subtraction, and even the sum of floating-point numbers:
//! let g = Seq::from([Seq::from([1, 2]), Seq::from([3])]);
//! assert_eq!(by_rows(|x, y| x - y, &0, &g), (1 - 2) - 3);
//! assert_eq!(at_once(|x, y| x - y, &0, &g), 1 - (2 - 3));
//! let g = Seq::from([Seq::from([0.1, 0.2]), Seq::from([0.3])]);
//! assert_ne!(by_rows(|x, y| x + y, &0.0, &g), at_once(|x, y| x + y, &0.0, &g));
//!
//! // The left identity left out, then the right one. Both operations are associative.
//! let g = Seq::from([Seq::empty(), Seq::from([5])]);
//! assert_eq!((by_rows(|x, _| x, &0, &g), at_once(|x, _| x, &0, &g)), (0, 5));
//! let g = Seq::from([Seq::from([5]), Seq::empty()]);
//! assert_eq!((by_rows(|_, y| y, &0, &g), at_once(|_, y| y, &0, &g)), (0, 5));
//!
//! // Without empty rows such an e does no harm.
//! let g = Seq::from([Seq::from([5, 6]), Seq::from([7])]);
//! assert_eq!((by_rows(|x, _| x, &0, &g), at_once(|x, _| x, &0, &g)), (5, 5));
//! ```
//!
//! Purity and totality are needed even more than for trees, because here the two sides call `n`
//! with different arguments. An `n` that adds and also prints the sum gives the same value on
//! both sides, but not the same print-out:
//!
//! ```
//! use game::reduce::seq::{Seq, at_once, by_rows};
//!
//! let g = Seq::from([Seq::from([1, 2]), Seq::from([3])]);
//! let mut printed = Vec::new();
//! assert_eq!(by_rows(|x, y| { printed.push(x + y); x + y }, &0, &g), 6);
//! assert_eq!(printed, [3, 6]); // 1 + 2, then 3 + 3
//! let mut printed = Vec::new();
//! assert_eq!(at_once(|x, y| { printed.push(x + y); x + y }, &0, &g), 6);
//! assert_eq!(printed, [5, 6]); // 2 + 3, then 1 + 5
//! ```
//!
//! And one side may fail where the other has a value. Addition that raises `Overflow`, the course's
//! `op +`, is *not* associative in the sense that matters, "both fail or both have the same value":
//!
//! ```
//! use game::reduce::seq::{Seq, at_once, by_rows};
//!
//! // Eight bits show it as well as more. `None` is ⊥: what has failed has failed for good.
//! let plus = |x: Option<i8>, y: Option<i8>| x?.checked_add(y?);
//! let row = |numbers: &[i8]| numbers.iter().copied().map(Some).collect::<Seq<_>>();
//!
//! let g = Seq::from([row(&[100, 100]), row(&[-100])]);
//! assert_eq!(by_rows(plus, &Some(0), &g), None); // (100 + 100) + -100
//! assert_eq!(at_once(plus, &Some(0), &g), Some(100)); // 100 + (100 + -100)
//!
//! let g = Seq::from([row(&[100]), row(&[100, -100]), row(&[0])]);
//! assert_eq!(by_rows(plus, &Some(0), &g), Some(100)); // 100 + ((100 + -100) + 0)
//! assert_eq!(at_once(plus, &Some(0), &g), None); // (100 + 100) + (-100 + 0)
//! ```
//!
//! # All assumptions at a glance
//!
//! | | pure, total | associative | left identity | right identity |
//! |---|---|---|---|---|
//! | trees, append = Node | yes | no | no | no |
//! | trees, append drops `Empty` | yes | no | yes | yes |
//! | trees, append hangs r at the right end of l | yes | yes | yes | no |
//! | sequences, no row empty | yes | yes | no | no |
//! | sequences | yes | yes | yes | yes |
//!
//! "Yes" means that without it the equation fails for some tree or grid. (The trees that tell an
//! impure or partial `n` have no `Empty` and two rows to join first, so they serve for all three
//! appends. If `n` has one way to fail, read every "has the same value" in the laws and in the
//! theorem as "has the same value, or both fail".) Beside the counterexamples above the tests go
//! through all operations on a set of two values, and but for the first line also of three, with
//! every `e`, on all small trees and grids, and find that the equation holds exactly for those that
//! the table says. The three functions below are the laws.

/// Whether `n(n(x, y), z) = n(x, n(y, z))` for all of these values.
///
/// ```
/// use game::reduce::theorem::is_associative;
///
/// assert!(is_associative(|x: i32, y| x.max(y), &[1, 2, 3]));
/// assert!(!is_associative(|x, y| x - y, &[1, 2, 3]));
/// ```
pub fn is_associative<T: Clone + PartialEq>(n: impl Fn(T, T) -> T, values: &[T]) -> bool {
    let n = |x: &T, y: &T| n(x.clone(), y.clone());
    values.iter().all(|x| {
        values
            .iter()
            .all(|y| values.iter().all(|z| n(&n(x, y), z) == n(x, &n(y, z))))
    })
}

/// Whether `n(e, x) = x` for all of these values.
pub fn is_left_identity<T: Clone + PartialEq>(n: impl Fn(T, T) -> T, e: &T, values: &[T]) -> bool {
    values.iter().all(|x| n(e.clone(), x.clone()) == *x)
}

/// Whether `n(x, e) = x` for all of these values.
pub fn is_right_identity<T: Clone + PartialEq>(n: impl Fn(T, T) -> T, e: &T, values: &[T]) -> bool {
    values.iter().all(|x| n(x.clone(), e.clone()) == *x)
}
