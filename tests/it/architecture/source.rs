//! The source files of the crate, without comments and tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file.
pub struct Source {
    /// Its path below `src`, with `/`.
    pub path: String,
    /// Its code without comments and tests.
    pub code: String,
}

impl Source {
    /// Returns the name of its folder or file directly below `src`.
    pub fn part(&self) -> &str {
        let top = self.path.split('/').next().unwrap_or_default();
        top.trim_end_matches(".rs")
    }

    /// Whether it belongs to this folder or file directly below `src`.
    pub fn is_in(&self, part: &str) -> bool {
        self.part() == part
    }

    /// Returns its module.
    pub fn module(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.trim_end_matches(".rs")
    }

    /// Returns the names that follow `path`, such as `crate::`; both of `super::{a, b}`.
    pub fn names_after(&self, path: &str) -> BTreeSet<&str> {
        names_after(&self.code, path)
    }
}

fn names_after<'a>(code: &'a str, path: &str) -> BTreeSet<&'a str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let follow = |rest: &'a str| {
        let list = rest
            .strip_prefix('{')
            .and_then(|list| list.split('}').next());
        list.unwrap_or_else(|| rest.split(|c| !is_name(c)).next().unwrap_or_default())
    };
    let found = code.split(path).skip(1).map(follow);
    let names = found.flat_map(|list| list.split(|c| !is_name(c)));
    names.filter(|name| !name.is_empty()).collect()
}

/// Returns all files below `src` but tests.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = rust_files(&root).into_iter().filter_map(|file| {
        let path = file.strip_prefix(&root).ok()?.display().to_string();
        let code = code_of(&fs::read_to_string(&file).ok()?);
        (!path.contains("tests")).then_some(Source { path, code })
    });
    files.collect()
}

/// Returns all Rust files below a folder.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

/// Removes comments, and tests, which are at the end of a file.
fn code_of(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let comment = line.trim_start().starts_with("//");
        let code = if comment {
            ""
        } else {
            line.split(" // ").next().unwrap_or(line)
        };
        format!("{code}\n")
    });
    let code: String = lines.collect();
    code.split("tests {").next().unwrap_or(&code).to_owned()
}

#[test]
fn comments_and_tests_are_not_code() {
    let text = "//! tafl\nuse a; // tafl\n  /// tafl\nfn f() {}\nmod tests {\n  tafl\n}\n";
    assert_eq!(code_of(text), "\nuse a;\n\nfn f() {}\nmod ");
}

#[test]
fn names_are_found_in_paths_and_lists() {
    let code = "use crate::a::b; use crate::{c, d}; fn x() { crate::e::f() }";
    let found: Vec<&str> = names_after(code, "crate::").into_iter().collect();
    assert_eq!(found, ["a", "c", "d", "e"]);
}
