//! All transcripts: found by walking the folder, played on several threads, reported together.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

use crate::case::{Stage, play};
use crate::process::LIMIT;
use crate::transcript::Transcript;

/// Every transcript must hold on both: nothing may depend on the terminal when there is none.
const TERMS: [&str; 2] = ["dumb", "xterm"];

/// Transcripts, and what to play them with.
pub struct Suite {
    folder: PathBuf,
    stage: Stage,
    only: String,
    rewrite: bool,
}

/// What is wrong with which files.
pub struct Report {
    played: usize,
    failed: Vec<(String, String)>,
}

impl Suite {
    /// The transcripts and states of this repository, and what the environment asks for.
    pub fn from_environment() -> Suite {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let other = std::env::var_os("GAME").map(|path| {
            fs::canonicalize(&path).unwrap_or_else(|why| panic!("GAME={}: {why}", path.display()))
        });
        let rewrite = match std::env::var("GOLDEN").as_deref() {
            Ok("rewrite") => true,
            Ok(other) => panic!("GOLDEN={other}: only GOLDEN=rewrite means something"),
            Err(_) => false,
        };
        let limit = std::env::var("LIMIT").map_or(LIMIT, |seconds| {
            Duration::from_secs(seconds.parse().expect("LIMIT is a number of seconds"))
        });
        Suite {
            folder: fixtures.join("transcripts"),
            stage: Stage {
                silent: other.is_none(),
                program: other.unwrap_or_else(|| cargo_bin!("game").to_owned()),
                files: contents(&fixtures.join("states")),
                limit,
            },
            only: std::env::var("ONLY").unwrap_or_default(),
            rewrite,
        }
    }

    /// Plays everything, and rewrites the files if that was asked for.
    pub fn run(&self) -> Report {
        let mut files = files_below(&self.folder);
        files.retain(|file| file.extension().is_some_and(|kind| kind == "txt"));
        files.retain(|file| self.name(file).contains(&self.only));
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(Vec::new());
        let work = || {
            while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(why) = self.check(file) {
                    let mut failed = failed.lock().expect("no thread panics while it holds this");
                    failed.push((self.name(file), why));
                }
            }
        };
        // A session mostly waits for a process or for the disk: more threads than cores.
        let threads = 2 * thread::available_parallelism().map_or(2, usize::from);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        let mut failed = failed.into_inner().expect("all threads have ended");
        failed.sort();
        Report {
            played: files.len(),
            failed,
        }
    }

    fn name(&self, file: &Path) -> String {
        let name = file.strip_prefix(&self.folder).unwrap_or(file);
        name.display().to_string()
    }

    fn check(&self, file: &Path) -> Result<(), String> {
        let text = fs::read_to_string(file).map_err(|why| why.to_string())?;
        let mut expected = Transcript::parse(&text)?;
        for term in TERMS {
            let played = play(&expected, &self.stage, term)?;
            if self.rewrite && played.actual != expected {
                fs::write(file, played.actual.to_string()).map_err(|why| why.to_string())?;
                expected = played.actual;
            } else if !played.faults.is_empty() {
                return Err(format!("TERM={term}\n{}", played.faults.join("\n")));
            }
        }
        Ok(())
    }
}

impl Report {
    /// Whether everything held, and there was something that could.
    pub fn is_good(&self) -> bool {
        self.failed.is_empty() && self.played > 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} of {} transcripts fail",
            self.failed.len(),
            self.played
        )?;
        for (name, why) in &self.failed {
            writeln!(f, "\n{name}: {}", why.trim_end())?;
        }
        if !self.failed.is_empty() {
            writeln!(f, "\n(-: as it should be; +: as it is)\n\nfailed:")?;
        }
        self.failed
            .iter()
            .try_for_each(|(name, _)| writeln!(f, "  {name}"))
    }
}

/// All files below a folder, in order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_below(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The files below a folder with what is in them, under their names as seen from there.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        let name = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        (name, bytes)
    };
    files_below(folder).into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with three transcripts of our own program, one of which is wrong.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("deep")).unwrap();
        write("good.txt", "$ game --test\ntafl> :exit\nGood Bye!\n");
        write("deep/good.txt", "$ game --test\ntafl> ^D\nGood Bye!\n");
        write(
            "deep/wrong.txt",
            "# Wrong.\n$ game --test\ntafl> :start\nStarting game.\n",
        );
        write("README.md", "not a transcript");
        folder
    }

    fn suite(folder: &Path, only: &str, rewrite: bool) -> Suite {
        Suite {
            folder: folder.to_owned(),
            stage: Stage {
                program: cargo_bin!("game").to_owned(),
                silent: true,
                files: Vec::new(),
                limit: LIMIT,
            },
            only: only.to_owned(),
            rewrite,
        }
    }

    #[test]
    fn wrong_transcripts_are_listed_and_the_others_are_not() {
        let folder = folder();
        let report = suite(folder.path(), "", false).run();
        assert!(!report.is_good());
        let said = report.to_string();
        assert!(said.starts_with("1 of 3 transcripts fail\n\ndeep/wrong.txt: TERM=dumb\n"));
        assert!(
            said.contains("  - Starting game.\n  + Starting Game.\n"),
            "{said}"
        );
        assert!(said.ends_with("failed:\n  deep/wrong.txt\n"), "{said}");
    }

    #[test]
    fn only_some_can_be_played() {
        let folder = folder();
        assert!(suite(folder.path(), "good", false).run().is_good());
        assert!(
            !suite(folder.path(), "nothing like this", false)
                .run()
                .is_good()
        );
    }

    #[test]
    fn rewriting_makes_wrong_transcripts_right() {
        let folder = folder();
        assert!(suite(folder.path(), "", true).run().is_good());
        assert!(suite(folder.path(), "", false).run().is_good());
        assert_eq!(
            fs::read_to_string(folder.path().join("deep/wrong.txt")).unwrap(),
            "# Wrong.\n$ game --test\ntafl> :start\nStarting Game.\ntafl game O> ^D\nGood Bye!\n"
        );
    }

    #[test]
    fn a_file_that_is_no_transcript_fails() {
        let folder = folder();
        fs::write(folder.path().join("bad.txt"), "tafl> :start\n").unwrap();
        let said = suite(folder.path(), "bad", false).run().to_string();
        assert!(
            said.contains("bad.txt: line 1: before the first command"),
            "{said}"
        );
    }
}
