//! The source files of the crate as these tests see them: the code, without comments and tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A source file.
pub struct Source {
    /// Its path below `src`, with `/`.
    pub path: String,
    /// What is compiled into the program: comments and tests are left out.
    pub code: String,
}

impl Source {
    /// Whether it belongs to a folder or file directly below `src`.
    pub fn is_in(&self, part: &str) -> bool {
        self.path.split('/').next() == Some(part) || self.path == format!("{part}.rs")
    }

    /// The file's name without its folder and its ending.
    pub fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap_or(&self.path);
        name.trim_end_matches(".rs")
    }

    /// The parts of the crate that the code names.
    pub fn uses(&self) -> BTreeSet<&str> {
        uses(&self.code)
    }
}

/// All files below `src` but those that are tests only.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut tests_only = Vec::new();
    let mut found = Vec::new();
    for path in rust_files(&root) {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let (code, modules) = code_of(&text);
        let folder = match path.file_stem().and_then(|stem| stem.to_str()) {
            Some("mod" | "lib" | "main") => path.parent().unwrap_or(&root).to_owned(),
            _ => path.with_extension(""),
        };
        tests_only.extend(modules.into_iter().map(|module| folder.join(module)));
        found.push((path, code));
    }
    found.retain(|(path, _)| !tests_only.iter().any(|module| is_part_of(path, module)));
    let name = |path: PathBuf| {
        path.strip_prefix(&root)
            .unwrap_or(&path)
            .display()
            .to_string()
    };
    found
        .into_iter()
        .map(|(path, code)| Source {
            path: name(path),
            code,
        })
        .collect()
}

/// All files with Rust in them below a folder.
pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(rust_files(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

fn is_part_of(path: &Path, module: &Path) -> bool {
    path == module.with_extension("rs") || path.starts_with(module)
}

/// The code of a file, and the names of the modules in other files that are for tests only.
fn code_of(text: &str) -> (String, Vec<String>) {
    let mut code = String::new();
    let mut modules = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let next = lines.next().unwrap_or_default().trim();
            let Some(item) = next.strip_suffix(';') else {
                // The tests of a file are at its end.
                break;
            };
            modules.extend(item.split_once("mod ").map(|(_, name)| name.to_owned()));
            continue;
        }
        let line = if line.trim_start().starts_with("//") {
            ""
        } else {
            line.split(" // ").next().unwrap_or(line)
        };
        code.push_str(line);
        code.push('\n');
    }
    (code, modules)
}

/// The names behind `crate::`, of `crate::{a, b::c}` as well.
fn uses(code: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = BTreeSet::new();
    for (at, marker) in code.match_indices("crate::") {
        let rest = &code[at + marker.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            found.extend(rest.split(|c| !is_name(c)).next());
            continue;
        };
        let mut depth = 0;
        let mut begins = true;
        for (at, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => begins = true,
                _ if begins && is_name(c) => {
                    found.extend(list[at..].split(|c| !is_name(c)).next());
                    begins = false;
                }
                _ => {}
            }
        }
    }
    found
}

#[test]
fn comments_and_tests_are_no_code() {
    let text = "//! tafl\nuse a; // tafl\n/// tafl\nfn f() {}\n#[cfg(test)]\nmod helper;\nfn g() {}\n#[cfg(test)]\nmod tests {\n  tafl\n}\n";
    let (code, modules) = code_of(text);
    assert_eq!(code, "\nuse a;\n\nfn f() {}\nfn g() {}\n");
    assert_eq!(modules, ["helper"]);
}

#[test]
fn used_parts_are_found() {
    let code = "use crate::a::b; use crate::{c, d::{e, f}, g::h}; fn x() { crate::i::j() }";
    let found: Vec<&str> = uses(code).into_iter().collect();
    assert_eq!(found, ["a", "c", "d", "g", "i"]);
}
