//! The context of a command: drawing style, interruption, files, the other modes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::console::{Activity, OutputOptions};
use super::text::Marks;
use crate::os::env;
use crate::os::signals::Interrupt;

/// The style of boards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// ASCII characters only.
    pub ascii: bool,
    /// The marks of the last moves, at a terminal.
    pub marks: Marks,
    /// The width in columns; `None` in a pipe, where boards have their full width.
    pub width: Option<usize>,
}

impl DrawStyle {
    /// Whether a line of this length fits.
    #[must_use]
    pub fn fits(self, columns: usize) -> bool {
        self.width.is_none_or(|width| columns <= width)
    }

    /// Spells out `λ` if only ASCII is wanted.
    #[must_use]
    pub fn spelled(self, text: &str) -> String {
        if self.ascii {
            text.replace('λ', "lambda")
        } else {
            text.to_owned()
        }
    }
}

/// The context of a command.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Options for showing replies, including `--test` and the width.
    pub output: OutputOptions,
    /// Interrupts long computations.
    pub interrupt: Interrupt,
    /// The RNG seed.
    pub seed: u64,
    /// The folders for typed file names.
    pub folders: Folders,
    /// The file of the game in progress, for `--resume`; `None` in a pipe.
    pub current: Option<PathBuf>,
    /// All modes; the dispatcher fills them in.
    pub modes: Modes,
}

impl Context {
    /// Returns the current style of boards.
    #[must_use]
    pub fn style(&self) -> DrawStyle {
        self.output.style()
    }

    /// Whether advice will be shown, so that it is worth computing.
    #[must_use]
    pub fn person(&self) -> bool {
        self.output.terminal && !self.output.test
    }

    /// Runs a long computation that Ctrl-C stops.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.interrupt.computing(work)
    }

    /// Runs a long computation that Ctrl-C stops, and shows its progress. The computation reports its
    /// results so far, a few words each.
    pub fn computing_shown<R>(
        &self,
        task: Activity,
        work: impl FnOnce(&AtomicBool, &mut dyn FnMut(Vec<String>)) -> R,
    ) -> R {
        self.computing(|cancel| {
            let shown = (self.output.editing && self.person()).then(|| task.show(self.output));
            work(cancel, &mut |found| {
                if let Some(shown) = &shown {
                    shown.tell(found);
                }
            })
        })
    }
}

/// The names of all modes, and functions that describe them.
#[derive(Clone, Copy, Debug)]
pub struct Modes {
    /// Their names.
    pub names: &'static [&'static str],
    /// Returns the title of the mode with this name.
    pub title: fn(&str) -> &'static str,
    /// Returns the mode whose saved game is in this file.
    pub owner: fn(&Path) -> Option<&'static str>,
}

impl Modes {
    /// Creates modes with names only.
    #[must_use]
    pub const fn named(names: &'static [&'static str]) -> Self {
        Modes {
            names,
            title: |_| "",
            owner: |_| None,
        }
    }
}

impl Default for Modes {
    fn default() -> Self {
        Modes::named(&[])
    }
}

/// The folders for file names: by default the working directory of the process, and no home folder.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// The base of relative names; empty for the working directory of the process.
    pub working: PathBuf,
    /// The meaning of `~/`.
    pub home: Option<PathBuf>,
}

impl Folders {
    /// Returns the folders of the user.
    #[must_use]
    pub fn of_user() -> Self {
        Folders {
            working: PathBuf::new(),
            home: env::home(),
        }
    }

    /// Resolves a typed name; `~/` at the beginning is the home folder.
    #[must_use]
    pub fn path_of(&self, name: &Path) -> PathBuf {
        match (name.strip_prefix("~"), &self.home) {
            (Ok(rest), Some(home)) if name.as_os_str() != "~" => home.join(rest),
            _ => self.working.join(name),
        }
    }

    /// Returns a path relative to the working folder.
    #[must_use]
    pub fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.working).unwrap_or(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leading_tilde_and_slash_become_the_home_folder() {
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
            assert_eq!(user.path_of(name.as_ref()), Path::new(path), "{name}");
            let homeless = Folders::default();
            assert_eq!(homeless.path_of(name.as_ref()), Path::new(name), "{name}");
        }
    }

    #[test]
    fn relative_names_are_resolved_in_the_working_folder() {
        let folders = Folders {
            working: PathBuf::from("/games"),
            home: None,
        };
        for (name, path) in [("a", "/games/a"), ("b/a", "/games/b/a"), ("/a", "/a")] {
            assert_eq!(folders.path_of(name.as_ref()), Path::new(path));
            assert_eq!(folders.relative(path.as_ref()), Path::new(name));
        }
    }
}
