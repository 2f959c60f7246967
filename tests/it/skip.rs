//! Tests that a machine cannot make: they pass, but not silently.

use std::io::{Write as _, stderr};

/// Says what is not tested here and why, also when the test passes: `println!` and `eprintln!` only
/// show with a test that fails.
pub fn skip(what: &str, why: &str) {
    let _ = writeln!(stderr(), "NOT TESTED HERE: {what}: {why}");
}
