//! The recursive definitions of the course text, to the letter, and what they cost: how often one
//! of them is called, and how many levels of calls wait for each other.

use crate::reduce::tree::{Tree, leaf, node};

/// What an evaluation gives and costs.
pub struct Run<T> {
    pub value: T,
    pub calls: u64,
    pub levels: u64,
}

pub fn map<T, U>(f: &mut dyn FnMut(&T) -> Run<U>, t: &Tree<T>) -> Run<Tree<U>> {
    match t {
        Tree::Empty => end(Tree::Empty),
        Tree::Leaf(x) => {
            let run = f(x);
            Run {
                value: leaf(run.value),
                calls: run.calls + 1,
                levels: run.levels + 1,
            }
        }
        Tree::Node(fork) => {
            let left = map(f, fork.left());
            let right = map(f, fork.right());
            both(left, right, &mut node)
        }
    }
}

pub fn reduce<T: Clone>(n: &mut dyn FnMut(T, T) -> T, e: &T, t: &Tree<T>) -> Run<T> {
    match t {
        Tree::Empty => end(e.clone()),
        Tree::Leaf(x) => end(T::clone(x)),
        Tree::Node(fork) => {
            let left = reduce(n, e, fork.left());
            let right = reduce(n, e, fork.right());
            both(left, right, n)
        }
    }
}

fn end<T>(value: T) -> Run<T> {
    Run {
        value,
        calls: 1,
        levels: 1,
    }
}

/// One call after two that may run at the same time.
fn both<T>(l: Run<T>, r: Run<T>, join: &mut dyn FnMut(T, T) -> T) -> Run<T> {
    Run {
        value: join(l.value, r.value),
        calls: l.calls + r.calls + 1,
        levels: l.levels.max(r.levels) + 1,
    }
}

/// What `#[derive(PartialEq)]` would do.
pub fn equal<T: PartialEq>(a: &Tree<T>, b: &Tree<T>) -> bool {
    match (a, b) {
        (Tree::Empty, Tree::Empty) => true,
        (Tree::Leaf(x), Tree::Leaf(y)) => x == y,
        (Tree::Node(a), Tree::Node(b)) => equal(a.left(), b.left()) && equal(a.right(), b.right()),
        _ => false,
    }
}

/// What `#[derive(Debug)]` would print.
pub fn printed<T: std::fmt::Debug>(t: &Tree<T>) -> String {
    match t {
        Tree::Empty => "Empty".to_owned(),
        Tree::Leaf(x) => format!("Leaf({x:?})"),
        Tree::Node(fork) => format!("Node({}, {})", printed(fork.left()), printed(fork.right())),
    }
}
