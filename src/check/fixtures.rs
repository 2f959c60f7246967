//! Transcripts and the saved games that they use: those in the binary, or those of a folder.

use std::borrow::Cow;
use std::fs;
use std::io;
use std::path::Path;

use include_dir::{Dir, DirEntry};

use super::transcript::{Step, Transcript};
use crate::games;
use crate::store::named;

/// Why there are no transcripts.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// A file or folder cannot be read.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
    /// A file is not a transcript.
    #[error("{0}.txt: {1}")]
    NotATranscript(String, String),
    /// No transcript has a name that begins like this.
    #[error("no transcript begins with {0} (game check --list shows them all)")]
    NoMatch(String),
    /// A weight is for no section.
    #[error("no section {0} for a weight: there are {1}")]
    NoSection(String, String),
    /// A folder has no transcripts.
    #[error("no transcripts in {0} (their names end in .txt)")]
    Empty(String),
}

/// A file that a transcript may use.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name as the program sees it.
    pub name: String,
    /// Its content.
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
    /// The section that it belongs to: the innermost folder.
    #[must_use]
    pub fn section(&self) -> &str {
        self.name.rsplit('/').nth(1).unwrap_or("transcripts")
    }

    /// The comment at its top in one line: the sentence of the course text that it shows.
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
    /// The transcripts for other programs in the binary: those of games that can be checked, without
    /// our own extras.
    ///
    /// # Errors
    /// When a file is not a transcript.
    pub fn embedded(root: &Dir<'static>) -> Result<Self, Unusable> {
        let mut all = Fixtures::default();
        let mut entries: Vec<_> = root.entries().iter().collect();
        while let Some(entry) = entries.pop() {
            match entry {
                DirEntry::Dir(folder) => entries.extend(folder.entries()),
                DirEntry::File(file) => {
                    all.add(&file.path().display().to_string(), file.contents().into())?;
                }
            }
        }
        all.cases.retain(|case| {
            let mode = case.name.split('/').next().and_then(games::find);
            mode.is_some_and(|row| row.checking.is_some()) && !case.name.contains("/extras/")
        });
        Ok(all.sorted())
    }

    /// The content of a folder like `fixtures`.
    ///
    /// # Errors
    /// When it cannot be read, or a file is not a transcript.
    pub fn of_repository(root: &Path) -> Result<Self, Unusable> {
        let mut all = Fixtures::default();
        all.read(root, "")?;
        Ok(all.sorted())
    }

    /// The transcripts of a folder: the files that end in `.txt`. Those below `states` are files for
    /// them.
    ///
    /// # Errors
    /// When it cannot be read, or a file is not a transcript.
    pub fn of_folder(root: &Path) -> Result<Self, Unusable> {
        let mut all = Fixtures::default();
        for entry in fs::read_dir(root).map_err(named(root))? {
            let name = entry?.file_name().display().to_string();
            let prefix = if name == "states" { "" } else { TRANSCRIPTS };
            all.read(&root.join(&name), &format!("{prefix}{name}"))?;
        }
        Ok(all.sorted())
    }

    /// Adds a file, or all files below a folder. Links to folders are not followed.
    fn read(&mut self, path: &Path, name: &str) -> Result<(), Unusable> {
        if fs::symlink_metadata(path).map_err(named(path))?.is_dir() {
            for entry in fs::read_dir(path).map_err(named(path))? {
                let file = entry?.file_name().display().to_string();
                let name = format!("{name}/{file}");
                self.read(&path.join(file), name.trim_start_matches('/'))?;
            }
        } else if name.starts_with(STATES) || transcript_name(name).is_some() {
            let content = fs::read(path).map_err(named(path))?;
            self.add(name, content.into())?;
        }
        Ok(())
    }

    fn add(&mut self, path: &str, content: Cow<'static, [u8]>) -> Result<(), Unusable> {
        if let Some(name) = path.strip_prefix(STATES) {
            let name = name.to_owned();
            self.states.push(State { name, content });
        } else if let Some(name) = transcript_name(path) {
            let wrong = |why: String| Unusable::NotATranscript(name.to_owned(), why);
            let text = str::from_utf8(&content).map_err(|why| wrong(why.to_string()))?;
            let transcript = Transcript::parse(text).map_err(wrong)?;
            if !transcript.steps.iter().any(Step::is_game) {
                return Err(wrong("no command runs the program: $ game".to_owned()));
            }
            let name = name.to_owned();
            self.cases.push(Case { name, transcript });
        }
        Ok(())
    }

    fn sorted(mut self) -> Self {
        self.cases.sort_by(|a, b| a.name.cmp(&b.name));
        self.states.sort_by(|a, b| a.name.cmp(&b.name));
        self
    }
}

const STATES: &str = "states/";
const TRANSCRIPTS: &str = "transcripts/";

/// The name of a transcript, from the path of its file.
fn transcript_name(path: &str) -> Option<&str> {
    path.strip_prefix(TRANSCRIPTS)?.strip_suffix(".txt")
}

/// Returns the transcripts that begin with one of the prefixes. The name of a file is that file alone.
///
/// # Errors
/// When a prefix fits none.
pub fn select<'a>(fixtures: &'a Fixtures, prefixes: &[String]) -> Result<Vec<&'a Case>, Unusable> {
    let fits = |case: &Case, prefix: &String| match prefix.strip_suffix(".txt") {
        Some(name) => case.name == name,
        None => case.name.starts_with(prefix),
    };
    for prefix in prefixes {
        if !fixtures.cases.iter().any(|case| fits(case, prefix)) {
            return Err(Unusable::NoMatch(prefix.clone()));
        }
    }
    let is_meant = |case: &&Case| prefixes.iter().any(|prefix| fits(case, prefix));
    Ok(fixtures.cases.iter().filter(is_meant).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_selects_a_folder_and_a_name_one_file() {
        let case = |name: &str| Case {
            name: name.to_owned(),
            transcript: Transcript::parse("$ game\n").unwrap(),
        };
        let fixtures = Fixtures {
            cases: ["a/c/x", "a/c/y", "b/c/z"].map(case).to_vec(),
            states: Vec::new(),
        };
        let select = |prefix: &str| select(&fixtures, &[prefix.to_owned()]);
        assert_eq!(select("a/c").unwrap().len(), 2);
        assert_eq!(select("a/c/x.txt").unwrap().len(), 1);
        assert!(select("a/c.txt").is_err() && select("c").is_err());
        assert_eq!(case("x").section(), "transcripts");
        assert_eq!(case("a/c/x").section(), "c");
    }
}
