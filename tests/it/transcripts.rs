//! Runs the golden transcripts: sessions at the prompt, kept as they would look on a screen.
//!
//! Types every file below `fixtures/transcripts` into the program through a pipe, and compares
//! every byte of the output. `fixtures/transcripts/README.md` describes the format. `game check`
//! runs the files against another program.
//!
//! * `ONLY=tafl/course` runs the files whose path contains this text.
//! * `GOLDEN=rewrite` rewrites the files from what the program prints.

use std::ffi::OsString;
use std::fs;
use std::io::{Write as _, stderr};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;
use game::check::{Case, Fixtures, Process};
use game::parallel;

use crate::exact::{self, play};

/// Every transcript must hold with both: the output of a pipe must not depend on `TERM`.
const TERMS: [&str; 2] = ["dumb", "xterm"];

/// Transcripts, and whether to rewrite those that fail.
struct Suite<'a> {
    root: &'a Path,
    only: &'a str,
    rewrite: bool,
}

impl Suite<'_> {
    /// Plays all transcripts and returns the failures, file by file.
    fn run(&self) -> Vec<String> {
        let mut fixtures = Fixtures::default();
        for (folder, name) in [("states", "states"), ("transcripts", "")] {
            let read = fixtures.read(&self.root.join(folder), name);
            read.unwrap_or_else(|why| panic!("{why}"));
        }
        let mut cases = fixtures.cases.clone();
        cases.retain(|case| case.name.contains(self.only));
        assert!(!cases.is_empty(), "no transcript is called {}", self.only);
        // A session mostly waits for a process, so use more threads than cores.
        let jobs = parallel::all_cores().saturating_mul(NonZeroUsize::MIN.saturating_add(1));
        let told = parallel::map(jobs, &cases, |case| self.check(case, &fixtures));
        told.into_iter().flatten().collect()
    }

    fn check(&self, case: &Case, fixtures: &Fixtures) -> Option<String> {
        let words: [OsString; 1] = [cargo_bin!("game").into()];
        let mut expected = case.transcript.clone();
        for term in TERMS {
            let program = Process {
                words: &words,
                // Generous, because the machine may be busy.
                time: Duration::from_mins(3),
                memory: None,
                term,
                cancel: &AtomicBool::new(false),
            };
            let played = play(&program, &fixtures.states, &expected);
            let (actual, difference) = played.expect("it starts");
            if self.rewrite && actual != expected {
                let path = self.root.join(format!("transcripts/{}.txt", case.name));
                fs::write(path, exact::text(&actual)).expect("it can be written");
                expected = actual;
            } else if let Some(difference) = difference {
                return Some(format!("{}: TERM={term}\n{difference}", case.name));
            }
        }
        None
    }
}

#[test]
fn every_transcript_holds() {
    let only = std::env::var("ONLY").unwrap_or_default();
    if !only.is_empty() {
        // Not by `eprintln!`, which only shows with a test that fails.
        let _ = writeln!(stderr(), "ONLY={only}: no other transcripts are run");
    }
    let rewrite = match std::env::var("GOLDEN").as_deref() {
        Ok("rewrite") => true,
        Ok(other) => panic!("GOLDEN={other}: the only value is GOLDEN=rewrite"),
        Err(_) => false,
    };
    let suite = Suite {
        root: &Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures"),
        only: &only,
        rewrite,
    };
    let told = suite.run();
    assert!(
        told.is_empty(),
        "{} transcripts fail (- expected, + actual)\n\n{}",
        told.len(),
        told.join("\n")
    );
}

/// A folder with three transcripts, one of them wrong.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("states")).expect("made");
    let write = |name: &str, text: &str| {
        let path = folder.path().join("transcripts").join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("written");
        fs::write(path, text).expect("written");
    };
    write("good.txt", "$ game --test\ntafl> :exit\nGood Bye!\n");
    write("deep/good.txt", "$ game --test\ntafl> ^D\nGood Bye!\n");
    write(
        "deep/wrong.txt",
        "# Wrong.\n$ game --test\ntafl> :start\nStarting game.\n",
    );
    write("README.md", "not a transcript");
    folder
}

#[test]
fn wrong_transcripts_are_reported_and_rewritten_on_request() {
    let folder = folder();
    let run = |only, rewrite| {
        let suite = Suite {
            root: folder.path(),
            only,
            rewrite,
        };
        suite.run()
    };
    assert_eq!(
        run("", false),
        [
            "deep/wrong: TERM=dumb\n$ game --test\ntafl> :start\n- Starting game.\n+ Starting Game.\n\
             + tafl game O> ^D\n+ Good Bye!\n"
        ]
    );
    assert!(run("good", false).is_empty());
    assert!(run("", true).is_empty());
    assert!(run("", false).is_empty());
    assert_eq!(
        fs::read_to_string(folder.path().join("transcripts/deep/wrong.txt")).unwrap(),
        "# Wrong.\n$ game --test\ntafl> :start\nStarting Game.\ntafl game O> ^D\nGood Bye!\n"
    );
}
