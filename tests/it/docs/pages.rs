//! The pages: README.md and all Markdown below docs, src and fixtures.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether pictures and sessions are to be made anew.
pub fn rewrites() -> bool {
    std::env::var("GOLDEN").is_ok_and(|value| value == "rewrite")
}

/// A file of the project.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Its text.
pub fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// The names of all pages.
pub fn all() -> Vec<String> {
    let mut pages: Vec<String> = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]
        .map(str::to_owned)
        .to_vec();
    let mut folders: Vec<PathBuf> = ["docs", "src", "fixtures"].map(path).to_vec();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let entry = entry.expect("an entry").path();
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|kind| kind == "md") {
                let name = entry.strip_prefix(env!("CARGO_MANIFEST_DIR"));
                pages.push(name.expect("below the root").display().to_string());
            }
        }
    }
    pages.sort();
    assert!(pages.len() > 8, "that cannot be all: {pages:?}");
    pages
}

/// A part of a page.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// Text, fences of code included.
    Prose(String),
    /// What stands between two fences.
    Code(String),
}

/// Cuts a page into its parts; together they are the page.
pub fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut in_code = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with("```") {
            if in_code {
                parts.push(Part::Code(std::mem::take(&mut part)));
            }
            part += line;
            if !in_code {
                parts.push(Part::Prose(std::mem::take(&mut part)));
            }
            in_code = !in_code;
        } else {
            part += line;
        }
    }
    assert!(!in_code, "a block of code is not closed");
    parts.push(Part::Prose(part));
    parts
}

/// The text of a page outside of code.
pub fn prose(text: &str) -> String {
    let prose = parts(text).into_iter().filter_map(|part| match part {
        Part::Prose(text) => Some(text),
        Part::Code(_) => None,
    });
    prose.collect()
}
