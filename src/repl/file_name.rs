//! The name of a file, as a person typed it and as the system knows it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::env;

/// The name of a file. It is shown as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    typed: PathBuf,
    path: PathBuf,
}

impl FileName {
    /// A name that was typed at the prompt, where no shell puts the home folder in for `~/`.
    #[must_use]
    pub fn typed(name: &str) -> Self {
        FileName {
            typed: PathBuf::from(name),
            path: expanded(name),
        }
    }

    /// A name that means what it says.
    #[must_use]
    pub fn exact(path: &Path) -> Self {
        FileName {
            typed: path.to_owned(),
            path: path.to_owned(),
        }
    }

    /// Where the file is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.typed.display().fmt(f)
    }
}

/// The path that a typed name means: `~/` at the beginning is the home folder.
pub(super) fn expanded(name: &str) -> PathBuf {
    expanded_in(name, env::home())
}

fn expanded_in(name: &str, home: Option<PathBuf>) -> PathBuf {
    match (name.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest.trim_start_matches('/')),
        _ => PathBuf::from(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_is_put_in_for_a_tilde_and_a_slash_in_front() {
        let in_home = |name| expanded_in(name, Some(PathBuf::from("/home/x")));
        for (name, path) in [
            ("~/a.csv", "/home/x/a.csv"),
            ("~/b/a.csv", "/home/x/b/a.csv"),
            ("~//etc", "/home/x/etc"),
            ("~/", "/home/x/"),
            ("~", "~"),
            ("~y/a.csv", "~y/a.csv"),
            ("b/~/a.csv", "b/~/a.csv"),
            ("a~/b", "a~/b"),
        ] {
            assert_eq!(in_home(name), Path::new(path), "{name}");
            assert_eq!(expanded_in(name, None), Path::new(name), "{name}");
        }
    }

    #[test]
    fn a_name_is_shown_as_it_was_typed() {
        assert_eq!(FileName::typed("~/a.csv").to_string(), "~/a.csv");
        let exact = FileName::exact(Path::new("~/a.csv"));
        assert_eq!(exact.path(), Path::new("~/a.csv"));
    }
}
