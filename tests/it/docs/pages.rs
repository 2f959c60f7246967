//! The pages: README.md and all Markdown below docs, src and fixtures.

use std::fs;
use std::path::{Path, PathBuf};

/// Whether to rewrite pictures and sessions.
pub fn rewrites() -> bool {
    std::env::var("GOLDEN").is_ok_and(|value| value == "rewrite")
}

/// Returns the path of a file of the project.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// Reads a file of the project.
pub fn read(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

/// Returns the names of all pages.
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
    assert!(pages.len() > 8, "some pages are missing: {pages:?}");
    pages
}

/// Splits a page into prose (with code fences) and code, alternating.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.split_inclusive('\n') {
        let (in_code, fence) = (parts.len() % 2 == 0, line.starts_with("```"));
        if in_code && fence {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push_str(line);
        }
        if !in_code && fence {
            parts.push(String::new());
        }
    }
    assert!(parts.len() % 2 == 1, "a block of code is not closed");
    parts
}

/// Returns the text of a page outside of code.
pub fn prose(text: &str) -> String {
    parts(text).into_iter().step_by(2).collect()
}
