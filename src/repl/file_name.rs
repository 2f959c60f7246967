//! The name of a file, as a person typed it and as the system knows it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::env;

/// The folders that names of files are understood in.
///
/// Those of the default are nobody's: names are understood in the working directory of the process,
/// and there is no home folder.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// What relative names are relative to; if it is empty, the working directory of the process.
    pub working: PathBuf,
    /// What `~/` stands for.
    pub home: Option<PathBuf>,
}

impl Folders {
    /// The folders of the user of this program.
    #[must_use]
    pub fn of_user() -> Self {
        Folders {
            working: PathBuf::new(),
            home: env::home(),
        }
    }

    /// The path that a typed name means: `~/` at the beginning is the home folder.
    #[must_use]
    pub fn path_of(&self, name: &str) -> PathBuf {
        match (name.strip_prefix("~/"), &self.home) {
            (Some(rest), Some(home)) => home.join(rest.trim_start_matches('/')),
            _ => self.working.join(name),
        }
    }

    /// The name of a path in the working folder.
    #[must_use]
    pub fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.working).unwrap_or(path)
    }
}

/// The name of a file. It is shown as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileName {
    typed: PathBuf,
    path: PathBuf,
}

impl FileName {
    /// A name that was typed at the prompt, where no shell puts the home folder in for `~/`.
    #[must_use]
    pub fn typed(name: &str, folders: &Folders) -> Self {
        FileName {
            typed: PathBuf::from(name),
            path: folders.path_of(name),
        }
    }

    /// A name that means what it says.
    #[must_use]
    pub fn exact(path: &Path, folders: &Folders) -> Self {
        FileName {
            typed: path.to_owned(),
            path: folders.working.join(path),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_folder_is_put_in_for_a_tilde_and_a_slash_in_front() {
        let user = Folders {
            home: Some(PathBuf::from("/home/x")),
            ..Folders::default()
        };
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
            assert_eq!(user.path_of(name), Path::new(path), "{name}");
            let nobody = Folders::default();
            assert_eq!(nobody.path_of(name), Path::new(name), "{name}");
        }
    }

    #[test]
    fn relative_names_are_names_in_the_working_folder() {
        let folders = Folders {
            working: PathBuf::from("/games"),
            home: None,
        };
        for (name, path) in [("a", "/games/a"), ("b/a", "/games/b/a"), ("/a", "/a")] {
            let typed = FileName::typed(name, &folders);
            assert_eq!(typed.path(), Path::new(path));
            assert_eq!(folders.relative(typed.path()), Path::new(name));
            assert_eq!(FileName::exact(Path::new(name), &folders), typed);
            assert_eq!(
                Folders::default().relative(Path::new(name)),
                Path::new(name)
            );
        }
    }

    #[test]
    fn a_name_is_shown_as_it_was_typed() {
        let user = Folders {
            home: Some(PathBuf::from("/home/x")),
            ..Folders::default()
        };
        assert_eq!(FileName::typed("~/a.csv", &user).to_string(), "~/a.csv");
        let exact = FileName::exact(Path::new("~/a.csv"), &user);
        assert_eq!(exact.path(), Path::new("~/a.csv"));
    }
}
