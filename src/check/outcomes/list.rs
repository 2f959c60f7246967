//! The transcripts and the sentences they show.

use std::fmt::Write;

use serde_json::{Value, json};

use super::super::fixtures::Case;
use super::super::options::Format;

/// A line for each transcript: its name, and the sentence that it shows. For machines the same as a
/// JSON array.
#[must_use]
pub fn list(cases: &[&Case], format: Format) -> String {
    if format == Format::Json {
        let all: Vec<Value> = cases
            .iter()
            .map(|case| json!({ "name": case.name, "sentence": case.sentence() }))
            .collect();
        return format!("{}\n", Value::Array(all));
    }
    let mut out = String::new();
    for case in cases {
        let _ = writeln!(out, "{}\n    {}", case.name, case.sentence());
    }
    out
}
