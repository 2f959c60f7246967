//! Which transcripts are meant.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::fixtures::{Case, Fixtures};

/// No transcript begins like this.
#[derive(Debug, thiserror::Error)]
pub enum NoMatch {
    /// There are others.
    #[error("no transcript begins with {prefix}; there are\n{there}")]
    Prefix {
        /// What was asked for.
        prefix: String,
        /// The folders, and how many transcripts are in each.
        there: String,
    },
    /// There are none at all.
    #[error("there is no transcript in {0} (a transcript is a file that ends in .txt)")]
    Empty(String),
}

/// The transcripts that begin with one of the prefixes.
///
/// # Errors
/// When a prefix fits none.
pub fn select<'a>(fixtures: &'a Fixtures, prefixes: &[String]) -> Result<Vec<&'a Case>, NoMatch> {
    for prefix in prefixes {
        if !fixtures.cases.iter().any(|case| fits(case, prefix)) {
            return Err(NoMatch::Prefix {
                prefix: prefix.clone(),
                there: folders(&fixtures.cases),
            });
        }
    }
    let is_meant = |case: &&Case| prefixes.iter().any(|prefix| fits(case, prefix));
    Ok(fixtures.cases.iter().filter(is_meant).collect())
}

/// The name of a file stands for that file alone.
fn fits(case: &Case, prefix: &str) -> bool {
    match prefix.strip_suffix(".txt") {
        Some(name) => case.name == name,
        None => case.name.starts_with(prefix),
    }
}

/// All folders that hold transcripts, a line each.
fn folders(cases: &[Case]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases {
        *counts.entry(case.folder()).or_default() += 1;
    }
    let mut out = String::new();
    for (folder, count) in counts {
        let _ = writeln!(out, "  {folder} ({count})");
    }
    out.trim_end().to_owned()
}

/// The section of each transcript: its folder, without what all folders have in common.
#[must_use]
pub fn sections(cases: &[&Case]) -> Vec<String> {
    let folders: Vec<Vec<&str>> = cases
        .iter()
        .map(|case| case.folder().split('/').collect())
        .collect();
    let Some(first) = folders.first() else {
        return Vec::new();
    };
    let in_all = |depth: usize| {
        let part = first.get(depth);
        part.is_some() && folders.iter().all(|folder| folder.get(depth) == part)
    };
    let common = (0..first.len()).take_while(|&depth| in_all(depth)).count();
    folders
        .iter()
        .map(|folder| {
            // Where nothing is left, the innermost folder.
            let from = common.min(folder.len() - 1);
            folder[from..].join("/")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::transcript::Transcript;
    use super::*;

    fn fixtures(names: &[&str]) -> Fixtures {
        let case = |name: &&str| Case {
            name: (*name).to_owned(),
            transcript: Transcript::parse("$ game\n").unwrap(),
        };
        Fixtures {
            cases: names.iter().map(case).collect(),
            states: Vec::new(),
        }
    }

    #[test]
    fn sections_leave_out_what_all_have_in_common() {
        let of = |names: &[&str]| {
            let fixtures = fixtures(names);
            sections(&fixtures.cases.iter().collect::<Vec<_>>())
        };
        assert_eq!(of(&["a/c/moving/x", "a/c/ending/y"]), ["moving", "ending"]);
        assert_eq!(of(&["a/c/x", "a/c/y"]), ["c", "c"]);
        assert_eq!(of(&["a/c/x", "b/c/m/y"]), ["a/c", "b/c/m"]);
        assert_eq!(of(&["a/c/x", "a/c/m/y"]), ["c", "m"]);
        assert_eq!(of(&["x"]), [""]);
        assert!(of(&[]).is_empty());
    }

    #[test]
    fn a_prefix_that_fits_nothing_is_answered_with_what_there_is() {
        let fixtures = fixtures(&["a/c/x", "a/c/y", "b/c/z"]);
        let select = |prefix: &str| select(&fixtures, &[prefix.to_owned()]);
        assert_eq!(select("a/c").unwrap().len(), 2);
        assert_eq!(select("a/c/x.txt").unwrap().len(), 1);
        assert!(select("a/c.txt").is_err());
        let said = select("c").unwrap_err().to_string();
        assert_eq!(
            said,
            "no transcript begins with c; there are\n  a/c (2)\n  b/c (1)"
        );
    }
}
