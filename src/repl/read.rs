//! `:read` types the lines of a file.

use std::path::Path;

use super::command::{Row, always};
use super::console::{Input, read_line};
use super::file_name::FileName;
use super::reply::{Next, Reply};
use crate::store;

/// The longest file whose lines are typed, in bytes.
const LONGEST: usize = 1 << 20;

/// The lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileLines {
    /// The name of the file.
    pub file: String,
    /// Its lines, as a console reads them.
    pub lines: Vec<Input>,
}

/// The row of `:read`, which every mode has.
pub(super) fn row<M: 'static>() -> Row<M> {
    Row::with_file(
        ":read",
        ":read game.txt",
        "Type the lines of a file, until one is refused",
        always,
        |_, file, _| read(file),
    )
    .taking_time()
}

/// Whether a file holds lines for `:read`, as `:record` writes them.
pub(super) fn holds_commands(path: &Path) -> bool {
    // What is read from a pipe is gone.
    path.is_file() && store::load(path, 1).is_ok_and(|bytes| bytes.starts_with(b":"))
}

fn read(file: &FileName) -> Reply {
    let failed = |reason: String| Reply::fail("Cannot read commands").and_advise(reason);
    let bytes = match store::load(file.path(), LONGEST) {
        Ok(bytes) if bytes.len() > LONGEST => return failed("it is too long".to_owned()),
        Ok(bytes) => bytes,
        Err(error) => return failed(store::reason(&error)),
    };
    let mut rest = bytes.as_slice();
    let next = || read_line(&mut rest).ok().filter(|line| *line != Input::End);
    let lines = FileLines {
        file: file.to_string(),
        lines: std::iter::from_fn(next).collect(),
    };
    Reply::say(format_args!("Reading {file}")).and_next(Next::Read(lines))
}
