//! What the program is built from: licences, sources and versions of all dependencies, as `cargo
//! tree` tells them for this platform, and the table that says why each is there.
//!
//! `cargo deny check licenses bans sources` checks the same for all platforms: crates of other
//! platforms need not be at hand here.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// A crate: its name, its version and under what licence it comes.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    licence: String,
}

fn tree() -> Vec<Crate> {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--locked", "--offline", "--no-dedupe"])
        .args(["--edges", "normal,build,dev", "--prefix", "none"])
        .args(["--format", "{p}|{l}|{r}"])
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).expect("text");
    let crates: BTreeSet<Crate> = text.lines().map(read).collect();
    assert!(crates.len() > 20, "that cannot be all: {crates:?}");
    crates.into_iter().collect()
}

/// Reads `name vVERSION (notes)|LICENCE|repository`.
fn read(line: &str) -> Crate {
    let fields: Vec<&str> = line.split('|').collect();
    let mut words = fields[0].split(' ');
    let mut word = || words.next().unwrap_or_default().to_owned();
    Crate {
        name: word(),
        version: word(),
        licence: fields[1].to_owned(),
    }
}

/// The licences under which the program may be given away under its own.
fn allowed() -> Vec<String> {
    let rules = project_file(".cargo/deny.toml");
    let (_, list) = rules.split_once("\nallow = [").expect("a list");
    let list = list.split(']').next().unwrap_or_default();
    let names = list.split(',').map(|name| name.trim().trim_matches('"'));
    names.map(str::to_owned).collect()
}

/// Whether a licence expression lets us choose only licences that are allowed. `/` is an old way
/// to write `OR`. Brackets are found only round alternatives.
fn is_free(expression: &str) -> bool {
    let allowed = allowed();
    let plain = expression.replace('/', " OR ");
    let mut parts = plain.split(" AND ");
    parts.all(|part| {
        let mut choices = part.trim_matches(['(', ')']).split(" OR ");
        choices.any(|choice| allowed.iter().any(|name| name == choice.trim()))
    })
}

#[test]
fn licences_are_read_rightly() {
    for free in [
        "MIT",
        "MIT/Apache-2.0",
        "Unlicense OR MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    ] {
        assert!(is_free(free), "{free}");
    }
    for other in [
        "",
        "GPL-3.0",
        "MIT AND GPL-3.0",
        "(MIT OR Zlib) AND MPL-2.0",
    ] {
        assert!(!is_free(other), "{other}");
    }
}

#[test]
fn every_licence_is_allowed() {
    let bad: Vec<Crate> = tree()
        .into_iter()
        .filter(|one| !is_free(&one.licence))
        .collect();
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn no_crate_is_there_in_two_versions() {
    for pair in tree().windows(2) {
        assert_ne!(pair[0].name, pair[1].name, "{pair:?}");
    }
}

fn project_file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(path).expect(name)
}

#[test]
fn every_crate_comes_from_the_registry_with_a_checksum() {
    let lock = project_file("Cargo.lock");
    let packages = lock.split("[[package]]").skip(1);
    let (ours, others): (Vec<&str>, Vec<&str>) =
        packages.partition(|package| package.contains("\nname = \"game\"\n"));
    assert_eq!(ours.len(), 1);
    for package in others {
        assert!(package.contains("\nsource = \"registry+"), "{package}");
        assert!(package.contains("\nchecksum = \""), "{package}");
    }
}

/// The names in a section of `Cargo.toml`.
fn named_in(section: &str) -> Vec<String> {
    let manifest = project_file("Cargo.toml");
    let (_, rest) = manifest
        .split_once(&format!("\n[{section}]\n"))
        .expect(section);
    let lines = rest.lines().take_while(|line| !line.starts_with('['));
    lines
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.to_owned())
        .collect()
}

#[test]
fn a_page_says_why_each_dependency_is_there() {
    let page = project_file("docs/dependencies.md");
    let (_, section) = page
        .split_once("\n## Crates, and why\n")
        .expect("a section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let told: BTreeSet<&str> = section
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split(" | ").next())
        .flat_map(|cell| cell.split([' ', ',']))
        .collect();
    for name in [named_in("dependencies"), named_in("dev-dependencies")].concat() {
        assert!(told.contains(name.as_str()), "{name} is not in {told:?}");
    }
}
