//! Transcripts and the saved games they use, from the binary or from a folder.

use std::fs;
use std::path::Path;

use include_dir::{Dir, DirEntry};

use super::Error;
use super::random::answered;
use super::transcript::{Step, Transcript};
use crate::games::{self, File, GameEntry, Script};
use crate::store::named;

/// Returns the files that a text mentions.
#[must_use]
pub fn used(files: &[File], text: &str) -> Vec<File> {
    let files = files.iter();
    files
        .filter(|(name, _)| text.contains(name))
        .cloned()
        .collect()
}

/// A transcript or a random session.
#[derive(Clone, Debug)]
pub struct Case {
    /// The path of a transcript without its ending, or the name of a random session.
    pub name: String,
    /// The text of its file; empty in a random session.
    pub text: String,
    /// The expected dialogue.
    pub transcript: Transcript,
    /// The source of a random session.
    pub script: Option<Script>,
}

impl Case {
    /// Creates a random session; `None` if our own program does not play it to its end.
    pub(super) fn random(name: String, script: Script, row: &GameEntry) -> Option<Self> {
        Some(Case {
            name,
            text: String::new(),
            transcript: answered(&script, row)?,
            script: Some(script),
        })
    }

    /// Returns its section: the innermost folder.
    #[must_use]
    pub fn section(&self) -> &str {
        self.name.rsplit('/').nth(1).unwrap_or("transcripts")
    }

    /// Returns the comment at its top in one line: the sentence of the course text that it tests.
    #[must_use]
    pub fn sentence(&self) -> String {
        let lines = self.transcript.about.iter();
        let words = lines.flat_map(|line| line.trim_start_matches('#').split_whitespace());
        words.collect::<Vec<_>>().join(" ")
    }
}

/// Transcripts and their files.
#[derive(Clone, Debug, Default)]
pub struct Fixtures {
    /// The transcripts, by name.
    pub cases: Vec<Case>,
    /// The files.
    pub states: Vec<File>,
}

impl Fixtures {
    /// Returns the transcripts in the binary that test other programs: those of games that can be
    /// checked, without our own extras.
    ///
    /// # Errors
    /// When a file is not a transcript.
    pub fn embedded(root: &Dir<'static>) -> Result<Self, Error> {
        let mut all = Fixtures::default();
        let mut entries: Vec<_> = root.entries().iter().collect();
        while let Some(entry) = entries.pop() {
            match entry {
                DirEntry::Dir(folder) => entries.extend(folder.entries()),
                DirEntry::File(file) => {
                    let path = file.path().display().to_string();
                    let state = Some(&*path).filter(|path| path.starts_with(STATES));
                    if let Some(name) = path.strip_prefix("transcripts/").or(state) {
                        all.add(name, file.contents())?;
                    }
                }
            }
        }
        all.cases.retain(|case| {
            let mode = case.name.split('/').next().and_then(games::find);
            mode.is_some_and(|row| row.checking.is_some()) && !case.name.contains("/extras/")
        });
        Ok(all)
    }

    /// Reads the transcripts of a folder: the files that end in `.txt`. Files below `states` are
    /// for their use.
    ///
    /// # Errors
    /// When it cannot be read, or a file is not a transcript.
    pub fn of_folder(root: &Path) -> Result<Self, Error> {
        let mut all = Fixtures::default();
        all.read(root, "")?;
        if all.cases.is_empty() {
            let root = root.display();
            let why = format!("no transcripts in {root} (their names end in .txt)");
            return Err(Error::Other(why));
        }
        Ok(all)
    }

    /// Adds a file under this name, or all files below a folder. Links to folders are not followed.
    ///
    /// # Errors
    /// When it cannot be read, or a file is not a transcript.
    pub fn read(&mut self, path: &Path, name: &str) -> Result<(), Error> {
        if fs::symlink_metadata(path).map_err(named(path))?.is_dir() {
            for entry in fs::read_dir(path).map_err(named(path))? {
                let file = entry?.file_name().display().to_string();
                let name = format!("{name}/{file}");
                self.read(&path.join(file), name.trim_start_matches('/'))?;
            }
        } else if name.starts_with(STATES) || name.strip_suffix(".txt").is_some() {
            let content = fs::read(path).map_err(named(path))?;
            self.add(name, &content)?;
        }
        Ok(())
    }

    fn add(&mut self, path: &str, content: &[u8]) -> Result<(), Error> {
        if let Some(name) = path.strip_prefix(STATES) {
            self.states.push((name.to_owned(), content.to_vec()));
        } else if let Some(name) = path.strip_suffix(".txt") {
            let wrong = |why: String| Error::Other(format!("{name}.txt: {why}"));
            let text = str::from_utf8(content).map_err(|why| wrong(why.to_string()))?;
            let transcript = Transcript::parse(text).map_err(wrong)?;
            if !transcript.steps.iter().any(Step::is_game) {
                return Err(wrong("no command runs the program: $ game".to_owned()));
            }
            let name = name.to_owned();
            self.cases.push(Case {
                name,
                text: text.to_owned(),
                transcript,
                script: None,
            });
        }
        Ok(())
    }

    /// Selects the transcripts that begin with one of the prefixes, or all.
    ///
    /// # Errors
    /// When no transcript begins with a prefix.
    pub(super) fn select(mut self, prefixes: &[String]) -> Result<Vec<Case>, Error> {
        let fits = |case: &Case, prefix: &String| case.name.starts_with(prefix);
        for prefix in prefixes {
            if !self.cases.iter().any(|case| fits(case, prefix)) {
                let why = "(game check --list shows them all)";
                let why = format!("no transcript begins with {prefix} {why}");
                return Err(Error::Other(why));
            }
        }
        self.cases
            .retain(|case| prefixes.is_empty() || prefixes.iter().any(|prefix| fits(case, prefix)));
        self.cases.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(self.cases)
    }
}

const STATES: &str = "states/";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_selects_the_paths_that_begin_with_it() {
        let case = |name: &str| Case {
            name: name.to_owned(),
            text: String::new(),
            transcript: Transcript::parse("$ game\n").unwrap(),
            script: None,
        };
        let fixtures = Fixtures {
            cases: ["a/c/x", "a/c/y", "b/c/z"].map(case).to_vec(),
            states: Vec::new(),
        };
        let select = |prefix: &str| fixtures.clone().select(&[prefix.to_owned()]);
        assert_eq!(select("a/c").unwrap().len(), 2);
        assert_eq!(select("a/c/x").unwrap().len(), 1);
        assert!(select("c").is_err());
        assert_eq!(case("x").section(), "transcripts");
        assert_eq!(case("a/c/x").section(), "c");
    }
}
