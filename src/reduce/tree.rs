//! Trees with values at their leaves, and `map`, `reduce` and `flatten` on them.
//!
//! The functions compute the recursive definitions of the course:
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
//! As in SML, trees are immutable, cloning a tree copies a pointer, and each `Leaf` and each `Node` is
//! one heap cell. Functions are called in SML's order: left before right, arguments before the call.
//!
//! Only printing recurses over the height of a tree: a branch of a million nodes can be built,
//! walked, compared and dropped.

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
    /// No value.
    #[default]
    Empty,
    /// One value.
    Leaf(Arc<T>),
    /// Two trees side by side.
    Node(Arc<Fork<T>>),
}

/// The children of a `Node`.
pub struct Fork<T> {
    /// The first tree.
    pub left: Tree<T>,
    /// The second tree.
    pub right: Tree<T>,
}

/// Returns a tree of one value.
pub fn leaf<T>(x: T) -> Tree<T> {
    Tree::Leaf(Arc::new(x))
}

/// The constructor `Node` as a function.
#[must_use]
pub fn node<T>(left: Tree<T>, right: Tree<T>) -> Tree<T> {
    Tree::Node(Arc::new(Fork { left, right }))
}

/// Replaces each constructor of a tree by a function; [`map`] and [`reduce`] are folds.
///
/// The vector `waiting` takes the place of the call stack.
pub fn fold<T, B>(
    t: &Tree<T>,
    mut empty: impl FnMut() -> B,
    mut leaf: impl FnMut(&T) -> B,
    mut node: impl FnMut(B, B) -> B,
) -> B {
    /// The next step after a subtree is reduced.
    enum Frame<'a, T, B> {
        /// Walk the right subtree.
        ThenRight(&'a Tree<T>),
        /// Combine with the value of the left subtree.
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

/// Combines all values with `n`; `e` replaces each `Empty`.
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

/// Flattens a tree of trees (the rows) into one tree: `reduce(Node, Empty, t)`.
///
/// The result shares the rows with `t`.
///
/// ```
/// use game::reduce::tree::{Tree, flatten, leaf, node};
///
/// let t = node(leaf(Tree::Empty), leaf(node(leaf(1), leaf(2))));
/// assert_eq!(flatten(&t), node(Tree::Empty, node(leaf(1), leaf(2))));
/// ```
#[must_use]
pub fn flatten<T>(t: &Tree<Tree<T>>) -> Tree<T> {
    reduce(node, &Tree::Empty, t)
}

/// Computes the left side of the theorem: `reduce(n, e, map(fn t' => reduce(n, e, t'), t))`.
pub fn by_rows<T: Clone>(mut n: impl FnMut(T, T) -> T, e: &T, t: &Tree<Tree<T>>) -> T {
    let results = map(|row| reduce(&mut n, e, row), t);
    reduce(n, e, &results)
}

/// Computes the right side of the theorem: `reduce(n, e, flatten t)`.
pub fn at_once<T: Clone>(n: impl FnMut(T, T) -> T, e: &T, t: &Tree<Tree<T>>) -> T {
    reduce(n, e, &flatten(t))
}

impl<T> Tree<T> {
    /// Iterates over the tree and its subtrees in preorder.
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

    /// Iterates over the values from left to right.
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
    /// Copies a pointer.
    fn clone(&self) -> Self {
        match self {
            Tree::Empty => Tree::Empty,
            Tree::Leaf(x) => Tree::Leaf(Arc::clone(x)),
            Tree::Node(fork) => Tree::Node(Arc::clone(fork)),
        }
    }
}

impl<T> Drop for Fork<T> {
    /// Drops the subtrees one cell at a time; the default would recurse over the height.
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
            // Cells with other owners stay.
            if let Some(mut fork) = Arc::into_inner(fork) {
                doom(&mut fork, &mut doomed);
            }
        }
    }
}

impl<T: PartialEq> PartialEq for Tree<T> {
    fn eq(&self, other: &Self) -> bool {
        // A preorder list of constructors is never a prefix of another tree's list: if all pairs
        // agree, both lists end together.
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
        match self {
            Tree::Empty => f.write_str("Empty"),
            Tree::Leaf(x) => f.debug_tuple("Leaf").field(x).finish(),
            Tree::Node(fork) => f
                .debug_tuple("Node")
                .field(&fork.left)
                .field(&fork.right)
                .finish(),
        }
    }
}
