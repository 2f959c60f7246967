//! Transcripts and the saved games that they speak of: those of the binary, or those of a folder.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry};

use super::transcript::Transcript;

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
    /// What a binary carries: the folders `transcripts` and `states`.
    ///
    /// # Errors
    /// When a file is no transcript.
    pub fn embedded(root: &Dir<'static>) -> Result<Self, Unusable> {
        let mut all = Fixtures::default();
        for (path, content) in contents(root) {
            all.add(&path, Cow::Borrowed(content))?;
        }
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
        Fixtures::read(root, |path| {
            if path.starts_with(STATES) {
                path
            } else {
                format!("{TRANSCRIPTS}{path}")
            }
        })
    }

    fn read(root: &Path, place: impl Fn(String) -> String) -> Result<Self, Unusable> {
        let mut all = Fixtures::default();
        for path in files_below(root)? {
            let name = path.strip_prefix(root).unwrap_or(&path);
            let name = place(name.display().to_string());
            if name.starts_with(STATES) || name.starts_with(TRANSCRIPTS) {
                let content =
                    fs::read(&path).map_err(|source| Unusable::Unreadable { path, source })?;
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
        } else if let Some(path) = path.strip_prefix(TRANSCRIPTS)
            && let Some(name) = path.strip_suffix(".txt")
        {
            let no_transcript = |why: String| Unusable::NoTranscript {
                name: path.to_owned(),
                why,
            };
            let text = str::from_utf8(&content).map_err(|why| no_transcript(why.to_string()))?;
            self.cases.push(Case {
                name: name.to_owned(),
                transcript: Transcript::parse(text).map_err(no_transcript)?,
            });
        }
        Ok(())
    }

    fn sort(&mut self) {
        self.cases.sort_by(|a, b| a.name.cmp(&b.name));
        self.states.sort_by(|a, b| a.name.cmp(&b.name));
    }
}

const STATES: &str = "states/";
const TRANSCRIPTS: &str = "transcripts/";

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
