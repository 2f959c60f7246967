//! Sequences, and `map`, `reduce`, `append` and `flatten` on them.
//!
//! A sequence is an array, as in the course's `Seq`: indexing takes constant time, cloning copies a
//! pointer, and `append` copies both arguments into one new array.
//!
//! ```text
//! reduce(n, e, ⟨⟩)  = e
//! reduce(n, e, ⟨x⟩) = x
//! reduce(n, e, s)   = n(reduce(n, e, l), reduce(n, e, r))
//!                     where l is the first ⌊m/2⌋ of the m ≥ 2 elements of s, r the others
//!
//! flatten s = reduce(append, ⟨⟩, s)
//! ```

use std::fmt;
use std::sync::Arc;

/// An immutable array.
///
/// ```
/// use game::reduce::seq::Seq;
///
/// let s = Seq::from([1, 2, 3]);
/// assert_eq!(s.as_slice(), [1, 2, 3]);
/// assert_eq!(format!("{s:?}"), "[1, 2, 3]");
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Seq<T>(Arc<[T]>);

impl<T> Seq<T> {
    /// Returns the empty sequence.
    #[must_use]
    pub fn empty() -> Self {
        Seq(Arc::new([]))
    }

    /// Returns the elements.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether the sequence has no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T> Clone for Seq<T> {
    /// Copies a pointer.
    fn clone(&self) -> Self {
        Seq(Arc::clone(&self.0))
    }
}

impl<T> Default for Seq<T> {
    fn default() -> Self {
        Seq::empty()
    }
}

impl<T, const N: usize> From<[T; N]> for Seq<T> {
    fn from(elements: [T; N]) -> Self {
        Seq(Arc::new(elements))
    }
}

impl<T> FromIterator<T> for Seq<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Seq(elements.into_iter().collect())
    }
}

impl<T: fmt::Debug> fmt::Debug for Seq<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Applies `f` to every element, first to last.
///
/// ```
/// use game::reduce::seq::{Seq, map};
///
/// assert_eq!(map(|x| x * 10, &Seq::from([1, 2])), Seq::from([10, 20]));
/// ```
pub fn map<T, U>(f: impl FnMut(&T) -> U, s: &Seq<T>) -> Seq<U> {
    s.as_slice().iter().map(f).collect()
}

/// Combines all elements with `n`, halving the sequence recursively; returns `e` for ⟨⟩ only.
///
/// ```
/// use game::reduce::seq::{Seq, reduce};
///
/// let minus = |x, y| x - y;
/// assert_eq!(reduce(minus, &100, &Seq::from([1, 2, 3])), 1 - (2 - 3));
/// assert_eq!(reduce(minus, &100, &Seq::from([1, 2, 3, 4])), (1 - 2) - (3 - 4));
/// assert_eq!(reduce(minus, &100, &Seq::empty()), 100);
/// ```
pub fn reduce<T: Clone>(mut n: impl FnMut(T, T) -> T, e: &T, s: &Seq<T>) -> T {
    reduce_slice(&mut n, e, s.as_slice())
}

fn reduce_slice<T: Clone>(n: &mut impl FnMut(T, T) -> T, e: &T, s: &[T]) -> T {
    match s {
        [] => e.clone(),
        [x] => x.clone(),
        _ => {
            let (first, rest) = s.split_at(s.len() / 2);
            let left = reduce_slice(n, e, first);
            let right = reduce_slice(n, e, rest);
            n(left, right)
        }
    }
}

/// Copies both sequences into one new array.
///
/// ```
/// use game::reduce::seq::{Seq, append};
///
/// assert_eq!(append(&Seq::from([1, 2]), &Seq::from([3])), Seq::from([1, 2, 3]));
/// ```
#[must_use]
pub fn append<T: Clone>(a: &Seq<T>, b: &Seq<T>) -> Seq<T> {
    a.as_slice().iter().chain(b.as_slice()).cloned().collect()
}

/// Flattens a sequence of sequences (the rows) into one: `reduce(append, ⟨⟩, s)`.
///
/// ```
/// use game::reduce::seq::{Seq, flatten};
///
/// let grid = Seq::from([Seq::from([1, 2]), Seq::empty(), Seq::from([3])]);
/// assert_eq!(flatten(&grid), Seq::from([1, 2, 3]));
/// ```
#[must_use]
pub fn flatten<T: Clone>(s: &Seq<Seq<T>>) -> Seq<T> {
    reduce(|a, b| append(&a, &b), &Seq::empty(), s)
}

/// Computes the left side of the theorem: `reduce(n, e, map(fn s' => reduce(n, e, s'), s))`.
pub fn by_rows<T: Clone>(mut n: impl FnMut(T, T) -> T, e: &T, s: &Seq<Seq<T>>) -> T {
    let results = map(|row| reduce(&mut n, e, row), s);
    reduce(n, e, &results)
}

/// Computes the right side of the theorem: `reduce(n, e, flatten s)`.
pub fn at_once<T: Clone>(n: impl FnMut(T, T) -> T, e: &T, s: &Seq<Seq<T>>) -> T {
    reduce(n, e, &flatten(s))
}
