//! The theorem about `reduce`, `map` and `flatten`: code, proof and costs.
//!
//! [`tree`] and [`seq`] are the two types with `map`, `reduce` and `flatten`; `by_rows` is the
//! theorem's left side, `at_once` its right side. The functions here test the laws that a variant
//! of the theorem may need.
//!
//! The written answer follows; it is the file `docs/reduce.md`.
//!
#![doc = include_str!("../../docs/reduce.md")]

pub mod seq;
pub mod tree;

#[cfg(test)]
mod tests;

/// Whether `n(n(x, y), z) = n(x, n(y, z))` for all of these values.
///
/// ```
/// use game::reduce::is_associative;
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
