//! Trees with values at their leaves, and `map`, `reduce` and `flatten` on them.
//!
//! The functions below compute what these recursive definitions of the course say:
//!
//! ```text
//! datatype 'a tree = Empty | Leaf of 'a | Node of 'a tree * 'a tree
//!
//! fun map (f, Empty)       = Empty
//!   | map (f, Leaf x)      = Leaf (f x)
//!   | map (f, Node (l, r)) = Node (map (f, l), map (f, r))
//!
//! fun reduce (n, e, Empty)       = e
//!   | reduce (n, e, Leaf x)      = x
//!   | reduce (n, e, Node (l, r)) = n (reduce (n, e, l), reduce (n, e, r))
//!
//! fun flatten t = reduce (Node, Empty, t)
//! ```
//!
//! As in SML a tree never changes, a copy of a tree is a copy of a pointer, every `Leaf` and every
//! `Node` is one cell on the heap and `Empty` is none. Functions are called in SML's order: what
//! is left before what is right, arguments before the call.
//!
//! Unlike the recursive definitions, nothing here uses stack in proportion to the height of a tree:
//! a tree of a million nodes on one branch can be built, walked, compared, printed and dropped.

use std::fmt;
use std::mem;
use std::sync::Arc;

/// A binary tree with values at its leaves.
///
/// ```
/// use game::reduce::tree::{Tree, leaf, node};
///
/// let t = node(leaf(1), node(Tree::Empty, leaf(2)));
/// assert_eq!(format!("{t:?}"), "Node(Leaf(1), Node(Empty, Leaf(2)))");
/// ```
#[derive(Default)]
pub enum Tree<T> {
    /// No value at all.
    #[default]
    Empty,
    /// One value.
    Leaf(Arc<T>),
    /// Two trees side by side.
    Node(Arc<Fork<T>>),
}

/// The two trees of a `Node`.
pub struct Fork<T> {
    left: Tree<T>,
    right: Tree<T>,
}

impl<T> Fork<T> {
    /// The first tree.
    #[must_use]
    pub fn left(&self) -> &Tree<T> {
        &self.left
    }

    /// The second tree.
    #[must_use]
    pub fn right(&self) -> &Tree<T> {
        &self.right
    }
}

/// The tree of one value.
pub fn leaf<T>(x: T) -> Tree<T> {
    Tree::Leaf(Arc::new(x))
}

/// The constructor `Node` as a function: the append that keeps everything it is given.
#[must_use]
pub fn node<T>(left: Tree<T>, right: Tree<T>) -> Tree<T> {
    Tree::Node(Arc::new(Fork { left, right }))
}

/// The append that drops `Empty`: a `Node` is made only where both sides have something to keep.
#[must_use]
pub fn append_dropping_empty<T>(left: Tree<T>, right: Tree<T>) -> Tree<T> {
    match (left, right) {
        (Tree::Empty, kept) | (kept, Tree::Empty) => kept,
        (left, right) => node(left, right),
    }
}

/// Replaces each constructor of a tree by a function: the one walk behind [`map`] and [`reduce`].
///
/// The call stack of the recursive definition is the vector `waiting`, so the height of the tree
/// costs heap and not stack.
pub fn fold<T, B>(
    t: &Tree<T>,
    mut empty: impl FnMut() -> B,
    mut leaf: impl FnMut(&T) -> B,
    mut node: impl FnMut(B, B) -> B,
) -> B {
    /// What is left to do when a subtree has its value.
    enum Frame<'a, T, B> {
        /// It was the left one: walk the right one.
        ThenRight(&'a Tree<T>),
        /// It was the right one: join it with the value of the left one.
        JoinWith(B),
    }

    let mut waiting = Vec::new();
    let mut at = t;
    loop {
        let mut value = match at {
            Tree::Empty => empty(),
            Tree::Leaf(x) => leaf(x),
            Tree::Node(fork) => {
                waiting.push(Frame::ThenRight(&fork.right));
                at = &fork.left;
                continue;
            }
        };
        at = loop {
            match waiting.pop() {
                None => return value,
                Some(Frame::JoinWith(left)) => value = node(left, value),
                Some(Frame::ThenRight(right)) => {
                    waiting.push(Frame::JoinWith(value));
                    break right;
                }
            }
        };
    }
}

/// Applies `f` to every value, left to right.
///
/// ```
/// use game::reduce::tree::{leaf, map, node};
///
/// let t = node(leaf(1), leaf(2));
/// assert_eq!(map(|x| x * 10, &t), node(leaf(10), leaf(20)));
/// ```
pub fn map<T, U>(mut f: impl FnMut(&T) -> U, t: &Tree<T>) -> Tree<U> {
    fold(t, || Tree::Empty, |x| leaf(f(x)), node)
}

/// Joins all values with `n`; `e` stands for each `Empty`.
///
/// ```
/// use game::reduce::tree::{Tree, leaf, node, reduce};
///
/// let t = node(leaf(1), node(leaf(2), Tree::Empty));
/// assert_eq!(reduce(|x, y| x - y, &100, &t), 1 - (2 - 100));
/// ```
pub fn reduce<T: Clone>(n: impl FnMut(T, T) -> T, e: &T, t: &Tree<T>) -> T {
    fold(t, || e.clone(), T::clone, n)
}

/// Turns a tree of trees (the rows) into one tree: `reduce(Node, Empty, t)`.
///
/// No row is copied: the result shares them with `t`.
#[must_use]
pub fn flatten<T>(t: &Tree<Tree<T>>) -> Tree<T> {
    flatten_with(node, &Tree::Empty, t)
}

/// Flattens with the given append and base: `reduce(append, base, t)`.
///
/// ```
/// use game::reduce::tree::{Tree, append_dropping_empty, flatten, flatten_with, leaf, node};
///
/// let t = node(leaf(Tree::Empty), leaf(leaf(1)));
/// assert_eq!(flatten(&t), node(Tree::Empty, leaf(1)));
/// assert_eq!(flatten_with(append_dropping_empty, &Tree::Empty, &t), leaf(1));
/// ```
pub fn flatten_with<T>(
    append: impl FnMut(Tree<T>, Tree<T>) -> Tree<T>,
    base: &Tree<T>,
    t: &Tree<Tree<T>>,
) -> Tree<T> {
    reduce(append, base, t)
}

/// The left side of the theorem: `reduce(n, e, map(fn t' => reduce(n, e, t'), t))`.
pub fn by_rows<T: Clone>(mut n: impl FnMut(T, T) -> T, e: &T, t: &Tree<Tree<T>>) -> T {
    let results = map(|row| reduce(&mut n, e, row), t);
    reduce(n, e, &results)
}

/// The right side of the theorem: `reduce(n, e, flatten t)`.
pub fn at_once<T: Clone>(n: impl FnMut(T, T) -> T, e: &T, t: &Tree<Tree<T>>) -> T {
    reduce(n, e, &flatten(t))
}

impl<T> Tree<T> {
    /// Every part of the tree, the whole first, then what is left before what is right.
    fn parts(&self) -> impl Iterator<Item = &Tree<T>> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let part = waiting.pop()?;
            if let Tree::Node(fork) = part {
                waiting.push(&fork.right);
                waiting.push(&fork.left);
            }
            Some(part)
        })
    }

    /// The values from left to right.
    ///
    /// ```
    /// use game::reduce::tree::{leaf, node};
    ///
    /// let t = node(node(leaf(1), leaf(2)), leaf(3));
    /// assert!(t.values().eq(&[1, 2, 3]));
    /// ```
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.parts().filter_map(|part| match part {
            Tree::Leaf(x) => Some(&**x),
            _ => None,
        })
    }
}

impl<T> Clone for Tree<T> {
    /// Copies a pointer, whatever the size of the tree.
    fn clone(&self) -> Self {
        match self {
            Tree::Empty => Tree::Empty,
            Tree::Leaf(x) => Tree::Leaf(Arc::clone(x)),
            Tree::Node(fork) => Tree::Node(Arc::clone(fork)),
        }
    }
}

impl<T> Drop for Fork<T> {
    /// Takes the trees below apart one cell at a time: letting each cell drop the next would need
    /// stack in proportion to the height.
    fn drop(&mut self) {
        let mut doomed = Vec::new();
        let doom = |fork: &mut Fork<T>, doomed: &mut Vec<_>| {
            for side in [&mut fork.left, &mut fork.right] {
                if let Tree::Node(below) = mem::take(side) {
                    doomed.push(below);
                }
            }
        };
        doom(self, &mut doomed);
        while let Some(fork) = doomed.pop() {
            // Only the last owner takes a cell apart; a cell that others share stays.
            if let Some(mut fork) = Arc::into_inner(fork) {
                doom(&mut fork, &mut doomed);
            }
        }
    }
}

impl<T: PartialEq> PartialEq for Tree<T> {
    fn eq(&self, other: &Self) -> bool {
        // The constructors in this order determine a tree, and no tree's list of them begins
        // another's: if all pairs agree, both lists have ended together.
        self.parts()
            .zip(other.parts())
            .all(|(mine, theirs)| match (mine, theirs) {
                (Tree::Leaf(x), Tree::Leaf(y)) => x == y,
                _ => mem::discriminant(mine) == mem::discriminant(theirs),
            })
    }
}

impl<T: Eq> Eq for Tree<T> {}

impl<T: fmt::Debug> fmt::Debug for Tree<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Piece<'a, T> {
            Part(&'a Tree<T>),
            Text(&'static str),
        }
        let mut waiting = vec![Piece::Part(self)];
        while let Some(piece) = waiting.pop() {
            match piece {
                Piece::Text(text) => f.write_str(text)?,
                Piece::Part(Tree::Empty) => f.write_str("Empty")?,
                Piece::Part(Tree::Leaf(x)) => {
                    f.write_str("Leaf(")?;
                    x.fmt(f)?;
                    f.write_str(")")?;
                }
                Piece::Part(Tree::Node(fork)) => {
                    f.write_str("Node(")?;
                    waiting.extend([
                        Piece::Text(")"),
                        Piece::Part(&fork.right),
                        Piece::Text(", "),
                        Piece::Part(&fork.left),
                    ]);
                }
            }
        }
        Ok(())
    }
}
