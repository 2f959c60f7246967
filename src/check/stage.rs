//! A fresh folder in which the commands of a transcript run.

use std::fs;
use std::io;

use tempfile::TempDir;

use super::fixtures::State;
use super::process::{End, NotStarted, Program, Run};
use super::tools::{self, Tools};
use super::transcript::Step;
use crate::store::fresh_folder;

/// Why a transcript could not be played.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The program could not be started.
    #[error(transparent)]
    NotStarted(#[from] NotStarted),
    /// No folder could be made for it.
    #[error("no folder for the program: {0}")]
    NoFolder(#[from] io::Error),
}

/// A program in a folder of its own.
pub struct Stage<'a> {
    program: &'a dyn Program,
    folder: TempDir,
    status: Option<i32>,
}

impl<'a> Stage<'a> {
    /// Makes a folder with those of the files that a text mentions: there are many files and many
    /// transcripts.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new(program: &'a dyn Program, states: &[State], text: &str) -> io::Result<Self> {
        let folder = fresh_folder()?;
        for state in states.iter().filter(|state| text.contains(&state.name)) {
            let path = folder.path().join(&state.name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, &state.content)?;
        }
        Ok(Stage {
            program,
            folder,
            status: None,
        })
    }

    /// Runs the program as a command of a transcript says.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn game(&mut self, command: &str, input: &[u8]) -> Result<Run, NotStarted> {
        // The words were looked at when the transcript was read.
        let words = tools::words(command).unwrap_or_default();
        let args = words.get(1..).unwrap_or_default();
        let run = self.program.run(args, input, self.folder.path())?;
        if let End::Status(status) = run.end {
            self.status = Some(status);
        }
        Ok(run)
    }

    /// Makes a file or runs a tool: what it prints.
    ///
    /// # Errors
    /// When there is no such tool, or it fails.
    pub fn tool(&self, step: &Step) -> Result<Vec<u8>, String> {
        let tools = Tools {
            folder: self.folder.path(),
            status: self.status,
        };
        if let Some(name) = step.makes_file() {
            return tools.make_file(name, &step.input()?).map(|()| Vec::new());
        }
        tools.run(&tools::words(&step.command)?)
    }

    /// Removes the folder: where it is, if that is not possible.
    #[must_use]
    pub fn close(self) -> Option<String> {
        let place = self.folder.path().display().to_string();
        self.folder.close().is_err().then_some(place)
    }
}
