//! Transcripts and the saved games that they speak of: those of the binary, or those of a folder.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry};

use super::files;
use super::transcript::{Step, Transcript};
use crate::games;

/// Why transcripts cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// A file or folder cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file is no transcript.
    #[error("{name}: {why}")]
    NoTranscript {
        /// Which.
        name: String,
        /// Why.
        why: String,
    },
}

/// A file that a transcript may speak of.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name as the program sees it.
    pub name: String,
    /// What is in it.
    pub content: Cow<'static, [u8]>,
}

/// A transcript and its name, which is its path without the ending.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name.
    pub name: String,
    /// The transcript.
    pub transcript: Transcript,
}

impl Case {
    /// The folder that it lies in.
    #[must_use]
    pub fn folder(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// What it is about, in one line: the sentence of the course text that it shows.
    #[must_use]
    pub fn sentence(&self) -> String {
        let lines = self.transcript.about.iter();
        let words = lines.flat_map(|line| line.trim_start_matches('#').split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Transcripts, and files for them.
#[derive(Clone, Debug, Default)]
pub struct Fixtures {
    /// The transcripts, by name.
    pub cases: Vec<Case>,
    /// The files.
    pub states: Vec<State>,
}

impl Fixtures {
    /// What a binary carries for other programs: the folders `transcripts` and `states`.
    ///
    /// # Errors
    /// When a file is no transcript.
    pub fn embedded(root: &Dir<'static>) -> Result<Self, Unusable> {
        let mut all = Fixtures::default();
        for (path, content) in contents(root) {
            all.add(&path, Cow::Borrowed(content))?;
        }
        // No other program speaks the dialogues of the other modes, or our own extras.
        all.cases.retain(|case| is_for_others(&case.name));
        all.sort();
        Ok(all)
    }

    /// What a folder like `fixtures` holds.
    ///
    /// # Errors
    /// When it cannot be read, or a file is no transcript.
    pub fn of_repository(root: &Path) -> Result<Self, Unusable> {
        Fixtures::read(root, |path| path)
    }

    /// What somebody's own folder of transcripts holds: files that end in `.txt` are transcripts,
    /// those below `states` are for them.
    ///
    /// # Errors
    /// When it cannot be read, or a file is no transcript.
    pub fn of_folder(root: &Path) -> Result<Self, Unusable> {
        let place = |path: String| {
            if is_state(&path) {
                path
            } else {
                format!("{TRANSCRIPTS}{path}")
            }
        };
        Fixtures::read(root, place)
    }

    fn read(root: &Path, place: impl Fn(String) -> String) -> Result<Self, Unusable> {
        let mut all = Fixtures::default();
        for path in files_below(root)? {
            let name = path.strip_prefix(root).unwrap_or(&path);
            let name = place(name.display().to_string());
            if is_state(&name) || transcript_name(&name).is_some() {
                let content = files::read(&path, LONGEST_FILE);
                let content = content.map_err(|source| Unusable::Unreadable { path, source })?;
                all.add(&name, Cow::Owned(content))?;
            }
        }
        all.sort();
        Ok(all)
    }

    fn add(&mut self, path: &str, content: Cow<'static, [u8]>) -> Result<(), Unusable> {
        if let Some(name) = path.strip_prefix(STATES) {
            self.states.push(State {
                name: name.to_owned(),
                content,
            });
        } else if let Some(name) = transcript_name(path) {
            let no_transcript = |why: String| Unusable::NoTranscript {
                name: format!("{name}{ENDING}"),
                why,
            };
            let text = str::from_utf8(&content).map_err(|why| no_transcript(why.to_string()))?;
            let transcript = Transcript::parse(text).map_err(no_transcript)?;
            if !transcript.steps.iter().any(Step::is_game) {
                return Err(no_transcript(
                    "no command runs the program: $ game".to_owned(),
                ));
            }
            self.cases.push(Case {
                name: name.to_owned(),
                transcript,
            });
        }
        Ok(())
    }

    fn sort(&mut self) {
        self.cases.sort_by(|a, b| a.name.cmp(&b.name));
        self.states.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

/// Whether other programs are checked with a transcript of this name.
fn is_for_others(name: &str) -> bool {
    let mut parts = name.split('/');
    let mode = parts.next().and_then(games::find);
    mode.is_some_and(|row| row.checking.is_some())
        && parts.next().is_some_and(|level| level != "extras")
}

const STATES: &str = "states/";
const TRANSCRIPTS: &str = "transcripts/";
const ENDING: &str = ".txt";

/// How long a transcript or a saved game may be, in bytes: far longer than any that somebody wrote.
const LONGEST_FILE: usize = 1 << 24;

fn is_state(path: &str) -> bool {
    path.starts_with(STATES)
}

/// The name of the transcript that a file is, if it is one.
fn transcript_name(path: &str) -> Option<&str> {
    path.strip_prefix(TRANSCRIPTS)?.strip_suffix(ENDING)
}

/// The files of an embedded folder with their paths.
fn contents(folder: &Dir<'static>) -> Vec<(String, &'static [u8])> {
    let mut found = Vec::new();
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => found.extend(contents(inner)),
            DirEntry::File(file) => {
                found.push((file.path().display().to_string(), file.contents()));
            }
        }
    }
    found
}

/// All files below a folder, in order. Links to folders are not followed: they may go in circles.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Unusable> {
    let unreadable = |source| Unusable::Unreadable {
        path: folder.to_owned(),
        source,
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        if entry.file_type().map_err(unreadable)?.is_dir() {
            found.extend(files_below(&entry.path())?);
        } else {
            found.push(entry.path());
        }
    }
    found.sort();
    Ok(found)
}

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
    use super::files::make_pipe;
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn pipes_and_devices_in_a_folder_are_refused_and_what_is_no_transcript_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("states")).unwrap();
        fs::write(path("good.txt"), "$ game\n").unwrap();
        make_pipe(&path("pipe"));
        symlink("/dev/zero", path("endless")).unwrap();
        let read = || Fixtures::of_folder(folder.path());
        assert_eq!(read().unwrap().cases.len(), 1);
        for name in ["bad.txt", "states/bad.txt"] {
            let refused = || {
                let said = read().unwrap_err().to_string();
                let why = "bad.txt: it is not a regular file";
                assert!(said.ends_with(why), "{said}");
                fs::remove_file(path(name)).unwrap();
            };
            make_pipe(&path(name));
            refused();
            symlink("/dev/zero", path(name)).unwrap();
            refused();
        }
        let long = fs::File::create(path("long.txt")).unwrap();
        long.set_len(1 << 30).unwrap();
        let said = read().unwrap_err().to_string();
        assert!(said.contains("it has more than 16777216 bytes"), "{said}");
    }

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
