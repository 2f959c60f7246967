//! What the two sides of the theorem cost: work, span and memory, for trees and for sequences.
//!
//! Work is the time on one processor, span the time when everything that does not wait for
//! something else runs at once. First, `n` takes constant time; the last section drops that.
//! All numbers below are exact unless they stand in an O or Θ. [`of_trees`] and [`of_sequences`]
//! compute them from the sizes alone, [`counters`](super::counters) finds them by running the
//! code, and tests compare the two on random trees and grids.
//!
//! Below, lg is the logarithm to base 2, and ⌈lg 0⌉ is taken as 0.
//!
//! # Trees
//!
//! Let t have D `Node`s, k `Leaf`s (these hold the rows s₁ … sₖ) and z `Empty`s; then
//! D + 1 = k + z, because each `Node` joins two trees into one. Let |t| = D + k + z, let Dᵢ be
//! the number of `Node`s of sᵢ, h(·) a height (the number of `Node`s on the longest way down) and
//! H = h(flatten t).
//!
//! | | left: `reduce(n,e, map(…, t))` | right: `reduce(n,e, flatten t)` |
//! |---|---|---|
//! | calls of `n` | D + Σ Dᵢ | D + Σ Dᵢ |
//! | calls of `map`, `reduce`, `flatten` as in the text | 2·\|t\| + Σ\|sᵢ\| | 2·\|t\| + Σ\|sᵢ\| − k |
//! | values fetched from leaves, or `e` for an `Empty` | D + Σ Dᵢ + 1 + k | D + Σ Dᵢ + 1 |
//! | cells allocated | D `Node`s and k `Leaf`s | D `Node`s |
//! | elements copied | none | none |
//! | levels of calls, one waiting for the next | h(t) + H + 3 or + 2 | h(t) + H + 2 |
//! | longest chain of calls of `n` | h(t) + max h(sᵢ) | H |
//!
//! **Calls of n.** `reduce` calls `n` once for each `Node`. On the left that is Σ Dᵢ for the rows
//! and D for the tree of their results, which has the shape of t. On the right it is the number of
//! `Node`s of `flatten t`: those of t and those of the rows. Not only the number is the same: the
//! two sides call `n` with the same arguments, in another order (by the proof: where the left side
//! joins two results, the right side joins the same two values).
//!
//! **Calls.** `map` and `flatten` are called once for each constructor of t, in all |t| times. On
//! the left `reduce` visits the rows and then the |t| constructors of the mapped tree; on the right
//! it visits `flatten t`, in which a row has taken the place of each of the k `Leaf`s. So the right
//! side saves k calls, and with them k values that are put into a `Leaf` only to be fetched again.
//!
//! **Memory.** `map` builds a tree of the shape of t. `flatten` builds only the `Node`s of t: for
//! `Leaf s` the answer is the row s itself, shared, not copied, however long it is. As
//! D = k + z − 1, the left side allocates 2k + z − 1 cells and the right side k + z − 1: half as
//! many if t has no `Empty`. Both free them after use, neither depends on the size of the rows. The
//! call stack of the recursive text is H + 2 or H + 1 calls high on the left, H + 1 on the right.
//!
//! **Span.** The two halves of a `Node` may be done at the same time, so the span is a number of
//! levels. On the left `map` goes down to a row and the row's `reduce` goes on from there: together
//! as deep as `flatten t`, and one level more, the `Leaf` (no more, if only an `Empty` of t lies
//! that deep). Only when all rows are done the other `reduce` can begin: h(t) + 1 levels. On the
//! right `flatten` takes h(t) + 1 levels and `reduce` H + 1.
//!
//! So **work is Θ(\|t\| + Σ\|sᵢ\|) and span Θ(1 + H) on both sides** (note h(t) ≤ H). No side
//! wins in big-O; in exact costs the right side is a little better everywhere: k calls and k
//! cells less. For balanced trees H is about lg of the number of elements; for a tree that leans
//! to one side H is the number of its `Node`s, and hardly anything can run in parallel.
//!
//! Neither is the best that can be done: [`fold`](super::tree::fold) reduces a row as soon as it
//! meets it and hands the result to `n`, with |t| + Σ|sᵢ| calls and no cell at all.
//!
//! ```
//! use game::reduce::costs;
//! use game::reduce::tree::{leaf, node};
//!
//! let row = |x| node(leaf(x), leaf(x + 1));
//! let t = node(leaf(row(1)), node(leaf(row(3)), leaf(row(5))));
//! let sides = costs::of_trees(&t);
//! assert_eq!((sides.left.n_calls, sides.right.n_calls), (5, 5));
//! assert_eq!((sides.left.allocations, sides.right.allocations), (5, 2));
//! assert_eq!((sides.left.n_chain, sides.right.n_chain), (3, 3));
//! ```
//!
//! # Sequences
//!
//! Let there be k rows of lengths ℓ₁ … ℓₖ, N = Σℓᵢ elements in all, z of the rows empty, the
//! longest of length ℓₘₐₓ. `reduce` halves: k rows become ⌊k/2⌋ and ⌈k/2⌉. Let dᵢ be the depth of
//! row i in that shape: the number of appends that row i goes through.
//!
//! | | left: `reduce(n,e, map(…, s))` | right: `reduce(n,e, flatten s)` |
//! |---|---|---|
//! | calls of `n` | N − 1 + z (0 if k = 0) | N − 1 (0 if N = 0) |
//! | calls of `append` | none | k − 1 (0 if k = 0) |
//! | values fetched by `reduce` | Σ max(ℓᵢ, 1) + max(k, 1) | max(N, 1) |
//! | elements copied | none | C = Σ ℓᵢ·dᵢ, N·⌊lg k⌋ ≤ C ≤ N·⌈lg k⌉ |
//! | arrays allocated | 1 | k − 1 (0 if k = 0) |
//! | cells in them | k | C |
//! | of these in use at once, at most | k | 0 if k ≤ 1, N if k = 2, 2N − ℓ₁ if k = 3, 2N if k ≥ 4 |
//! | longest chain of calls of `n` | ⌈lg ℓₘₐₓ⌉ + ⌈lg k⌉ | ⌈lg N⌉ |
//! | longest chain of appends | none | ⌈lg k⌉ |
//!
//! **Calls of n.** Joining m ≥ 1 values takes m − 1 calls, in any shape. The k − z rows with
//! elements take N − (k − z), the k results k − 1. So each empty row costs the left side one call
//! of `n` more (all but one of them, if there is no element at all); without empty rows both sides
//! call `n` equally often, though not with the same arguments.
//!
//! **Copies.** An append copies both its arguments, so a row is copied once for each append above
//! it. *All dᵢ are ⌊lg k⌋ or ⌈lg k⌉:* for k = 1 both are 0; for k ≥ 2 the rows lie one deeper than
//! in their half, so by induction between ⌊lg ⌊k/2⌋⌋ + 1 = ⌊lg k⌋ and ⌈lg ⌈k/2⌉⌉ + 1 = ⌈lg k⌉. Let
//! h = ⌈lg k⌉, and let q of the rows lie at depth h, the others at h − 1. Give the weight 1 to the
//! whole and let each part pass on half its weight to each of its halves; at the end the rows
//! together still weigh 1, that is q/2ʰ + (k − q)/2ʰ⁻¹ = 1, so q = 2k − 2ʰ. Rows of one length ℓ
//! therefore give **C = ℓ·(k·h + k − 2ʰ)**. (Were `reduce` not balanced, but a fold that appends row after row to
//! what it has: ℓ·(k·(k + 1)/2 − 1), as the first rows would be copied again and again.)
//!
//! **Work** is Θ(N + k) on the left and **Θ(N·(1 + lg k) + k)** on the right, for k ≥ 1. The
//! logarithm is the copying: in each of the about lg k rounds all the elements are copied. The
//! sides are equal in big-O only for a bounded number of rows, or if nearly all rows are empty,
//! with N no more than about k/lg k.
//!
//! **Span** is the same, Θ(1 + lg k + lg ℓₘₐₓ), if an append has constant span, which it has
//! when all elements are copied at once. On the left the longest row comes first, then the
//! results. On the right come ⌈lg k⌉ appends, then ⌈lg N⌉ calls of `n`, and from
//! ℓₘₐₓ ≤ N ≤ k·ℓₘₐₓ follows lg ℓₘₐₓ ≤ lg N ≤ lg k + lg ℓₘₐₓ. In exact numbers the right side never
//! waits for more calls of `n` than the left, ⌈lg N⌉ ≤ ⌈lg k⌉ + ⌈lg ℓₘₐₓ⌉, and for about half as
//! many if there are m rows of one element and one of m, because its halves do not care where a
//! row ends. If an append copies one element after the other, the
//! longest chain of appends alone takes from N (the last append) up to N·⌈lg k⌉ steps (all
//! elements in one row) for k ≥ 2, and the left side has the shorter span, by far if N is large.
//!
//! **Memory.** The left side has one array of k results. The right side allocates C cells in all;
//! an array can be freed as soon as the append that reads it is done, and then the last append sets
//! the record: its two arguments and its result, N + N cells. (A row by itself is shared and takes
//! none, hence the smaller numbers for k ≤ 3.) N cells stay for the `reduce` that follows, none if
//! k ≤ 1. Appends that run at the same time do not change the record: no element is in more than
//! two of the new arrays at once.
//!
//! So for sequences **the left side is better**: by a factor of about lg k in work (if the rows
//! are not nearly all empty), and in memory by a factor of 2N/k, twice the average length of a
//! row. It is the fault of this `flatten`. One that adds up the lengths first and then copies
//! each element to its place makes one array of N cells with work Θ(N + k) and span Θ(1 + lg k);
//! with it the sides differ by constant factors in time, and in memory by N/k.
//!
//! ```
//! use game::reduce::costs;
//!
//! // A thousand rows of a thousand elements.
//! let sides = costs::of_sequences(&[1000; 1000]);
//! assert_eq!((sides.left.n_calls, sides.right.n_calls), (999_999, 999_999));
//! assert_eq!((sides.left.cells, sides.right.cells), (1000, 9_976_000));
//! assert_eq!((sides.left.peak_cells, sides.right.peak_cells), (1000, 2_000_000));
//! assert_eq!((sides.left.n_chain, sides.right.n_chain), (20, 20));
//! ```
//!
//! # When n does not take constant time
//!
//! *Trees.* Both sides call `n` with the same arguments, so `n` costs the same work on both,
//! whatever it costs. If it is dear, the smaller differences above vanish beside it. The span
//! can differ: the left side finishes all rows before it joins two results. If a call takes time
//! c, the chains of `n` take c·(h(t) + max h(sᵢ)) on the left and c·H on the right, which is
//! never more. And if results are large: the left side holds all k of them in the mapped tree at
//! the same time; the right side, on one processor, only those that wait for their right
//! neighbour, at most H at a time.
//!
//! *Sequences.* If each call takes at most time c, the calls of `n` take at most c·(N − 1 + z)
//! on the left and c·(N − 1) on the right, and the copying does not grow with c: for large c the
//! logarithm no longer matters, and the right side's shorter chain of calls may make its span
//! the smaller one. If the cost of a call depends on its arguments, the sides differ because
//! they group differently, and neither always wins. Let a call cost the size of its result, as
//! when strings are joined, let m = 2ᵖ, and count only what `n` costs:
//!
//! | rows | left | right |
//! |---|---|---|
//! | one of m letters, then m − 1 of one letter | (3m − 1)·p | (2m − 1)·(p + 1) − 1 |
//! | one of m letters, then one with a word of W letters | m·p + m + W | (m + W)·(p + 1) − m + 1 |
//!
//! In the first grid the left side joins the long row and then carries it through p more joins; the
//! right side balances over all elements. In the second the left side touches the long word once,
//! the right side in every round.

use super::tree::{self, Tree};

/// What one side of the theorem costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// Calls of `n`.
    pub n_calls: u64,
    /// Calls of `append`.
    pub append_calls: u64,
    /// Values that `reduce` with `n` fetched: an element, the result of a row, or `e`.
    pub fetches: u64,
    /// Elements that `append` copied.
    pub copies: u64,
    /// Blocks of memory allocated by `map` or `flatten`: cells of a tree, or arrays.
    pub allocations: u64,
    /// Cells in these blocks: one for each `Leaf` and `Node`, one for each element of an array.
    pub cells: u64,
    /// How many of these cells are in use at the same time, at most.
    pub peak_cells: u64,
    /// The longest chain of calls of `n`, each waiting for the one before.
    pub n_chain: u64,
    /// The longest chain of calls of `append`, each waiting for the one before.
    pub append_chain: u64,
}

/// The costs of both sides of the theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// `reduce(n, e, map(fn t' => reduce(n, e, t'), t))`.
    pub left: Costs,
    /// `reduce(n, e, flatten t)`.
    pub right: Costs,
}

/// The costs for a tree of trees, by the formulas of the [module](self).
#[must_use]
pub fn of_trees<T>(t: &Tree<Tree<T>>) -> Sides {
    let outer = t.shape();
    let rows: Vec<tree::Shape> = t.values().map(Tree::shape).collect();
    let highest_row = rows.iter().map(|row| row.height).max().unwrap_or(0);
    let flat_height = tree::fold(t, || 0, |row| row.shape().height, |l, r| l.max(r) + 1);

    let n_calls = outer.nodes + rows.iter().map(|row| row.nodes).sum::<u64>();
    let map_cells = outer.nodes + outer.leaves;
    Sides {
        left: Costs {
            n_calls,
            fetches: n_calls + 1 + outer.leaves,
            allocations: map_cells,
            cells: map_cells,
            peak_cells: map_cells,
            n_chain: outer.height + highest_row,
            ..Costs::default()
        },
        right: Costs {
            n_calls,
            append_calls: outer.nodes,
            fetches: n_calls + 1,
            allocations: outer.nodes,
            cells: outer.nodes,
            peak_cells: outer.nodes,
            n_chain: flat_height,
            append_chain: outer.height,
            ..Costs::default()
        },
    }
}

/// The costs for a sequence of rows of these lengths, by the formulas of the [module](self).
#[must_use]
pub fn of_sequences(lengths: &[u64]) -> Sides {
    let rows = lengths.len() as u64;
    let elements: u64 = lengths.iter().sum();
    let empty_rows = lengths.iter().filter(|&&length| length == 0).count() as u64;
    let longest = lengths.iter().copied().max().unwrap_or(0);

    let copies = copied(lengths);
    Sides {
        left: Costs {
            n_calls: (elements + empty_rows).saturating_sub(1),
            fetches: elements + empty_rows + rows.max(1),
            allocations: 1,
            cells: rows,
            peak_cells: rows,
            n_chain: ceil_lg(longest) + ceil_lg(rows),
            ..Costs::default()
        },
        right: Costs {
            n_calls: elements.saturating_sub(1),
            append_calls: rows.saturating_sub(1),
            fetches: elements.max(1),
            copies,
            allocations: rows.saturating_sub(1),
            cells: copies,
            peak_cells: match lengths {
                [] | [_] => 0,
                [_, _] => elements,
                [first, _, _] => 2 * elements - first,
                _ => 2 * elements,
            },
            n_chain: ceil_lg(elements),
            append_chain: ceil_lg(rows),
        },
    }
}

/// Σ ℓᵢ·dᵢ: what the appends of a balanced `flatten` copy.
///
/// For rows of one length this is ℓ·(k·h + k − 2ʰ) with h = ⌈lg k⌉:
///
/// ```
/// use game::reduce::costs::copied;
///
/// assert_eq!(copied(&[7; 5]), 7 * (5 * 3 + 5 - 8));
/// ```
#[must_use]
pub fn copied(lengths: &[u64]) -> u64 {
    if lengths.len() < 2 {
        return 0;
    }
    let (l, r) = lengths.split_at(lengths.len() / 2);
    copied(l) + copied(r) + lengths.iter().sum::<u64>()
}

/// ⌈log₂ m⌉, and 0 for m = 0.
#[must_use]
pub fn ceil_lg(m: u64) -> u64 {
    if m < 2 {
        0
    } else {
        u64::from(u64::BITS - (m - 1).leading_zeros())
    }
}
