//! The context of a running command: drawing style, interruption, files, the other modes.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::console::{Activity, OutputOptions};
use super::text::Marks;
use crate::os::env;
use crate::os::signals::Interrupt;

/// How boards are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DrawStyle {
    /// ASCII characters only.
    pub ascii: bool,
    /// How the last moves are marked; for a person at a terminal.
    pub marks: Marks,
    /// How many columns there are; none in a pipe, where a board is never made narrower.
    pub width: Option<usize>,
}

impl DrawStyle {
    /// Whether a line of so many characters can be shown without a break.
    #[must_use]
    pub fn fits(self, columns: usize) -> bool {
        self.width.is_none_or(|width| columns <= width)
    }

    /// A sentence of ours as it can be shown: without letters beyond ASCII if only that is wanted.
    #[must_use]
    pub fn spelled(self, text: &str) -> String {
        if self.ascii {
            text.replace('λ', "lambda")
        } else {
            text.to_owned()
        }
    }
}

/// The context of a running command.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// How replies are shown, `--test` and the width included.
    pub output: OutputOptions,
    /// Tells long computations whether to stop.
    pub interrupt: Interrupt,
    /// The RNG seed.
    pub seed: u64,
    /// Where typed file names are resolved.
    pub folders: Folders,
    /// The file of the game in progress, which another run resumes; `None` in a pipe.
    pub current: Option<PathBuf>,
    /// All modes; the dispatcher fills them in.
    pub modes: Modes,
}

impl Context {
    /// How to draw a board now.
    #[must_use]
    pub fn style(&self) -> DrawStyle {
        self.output.style()
    }

    /// Whether a person at a terminal will see advice, so that it is worth computing.
    #[must_use]
    pub fn person(&self) -> bool {
        self.output.terminal && !self.output.test
    }

    /// Runs a long computation that Ctrl-C may cut short.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.interrupt.computing(work)
    }

    /// Runs a long computation that Ctrl-C may cut short, and shows its progress. The computation
    /// passes on its findings so far, a few words each.
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

/// All modes, as far as each of them knows the others.
#[derive(Clone, Copy, Debug)]
pub struct Modes {
    /// Their names.
    pub names: &'static [&'static str],
    /// The title of the mode with this name.
    pub title: fn(&str) -> &'static str,
    /// The mode whose saved game is in this file.
    pub owner: fn(&Path) -> Option<&'static str>,
}

impl Modes {
    /// Modes of which only the names are known.
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

/// The folders in which file names are resolved.
///
/// By default names are relative to the working directory of the process, and there is no home
/// folder.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// The base of relative names; if empty, the working directory of the process.
    pub working: PathBuf,
    /// The meaning of `~/`.
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
    pub fn path_of(&self, name: &Path) -> PathBuf {
        match (name.strip_prefix("~"), &self.home) {
            (Ok(rest), Some(home)) if name.as_os_str() != "~" => home.join(rest),
            _ => self.working.join(name),
        }
    }

    /// The name of a path in the working folder.
    #[must_use]
    pub fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.working).unwrap_or(path)
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
            assert_eq!(user.path_of(name.as_ref()), Path::new(path), "{name}");
            let homeless = Folders::default();
            assert_eq!(homeless.path_of(name.as_ref()), Path::new(name), "{name}");
        }
    }

    #[test]
    fn relative_names_are_names_in_the_working_folder() {
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
