//! Modes without a console, as most tests use them.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use game::app;
use game::games::{self, NAMES};
use game::play::Options;
use game::repl::console::{Console, Input, OutputOptions, write_reply};
use game::repl::{Completion, Context, Folders, Interrupt, Reply, Session, SharedSession};

/// A file of the project.
pub fn project(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The options of a pipe, with or without `--test --ascii`.
pub fn output(test: bool) -> OutputOptions {
    OutputOptions {
        test,
        ascii: test,
        ..OutputOptions::default()
    }
}

/// Opens a mode with its files in a folder; with `test`, as `--test --ascii` does.
pub fn open_in(folder: &Path, mode: &str, test: bool) -> Box<dyn Session> {
    let context = Context {
        output: output(test),
        folders: Folders {
            working: folder.to_owned(),
            home: None,
        },
        ..Context::default()
    };
    (games::find(mode).expect("a mode").open)(Options::default(), context)
}

/// Types a line, and makes all automatic steps after it.
pub fn play_out(session: &mut dyn Session, line: &str) -> Reply {
    let mut reply = session.feed(line);
    while let Some(more) = session.step() {
        reply = reply.then(more);
    }
    reply
}

/// Opens a mode and types some lines.
pub fn after(mode: &str, lines: &[impl AsRef<str>]) -> Box<dyn Session> {
    let mut session = open_in(Path::new(""), mode, true);
    for line in lines {
        play_out(&mut *session, line.as_ref());
    }
    session
}

/// A console with prepared input that records its output.
struct Script {
    inputs: VecDeque<Input>,
    options: OutputOptions,
    printed: Vec<u8>,
}

impl Console for Script {
    fn read(&mut self, session: &SharedSession) -> io::Result<Input> {
        self.echo(session, "")?;
        Ok(self.inputs.pop_front().unwrap_or(Input::End))
    }

    fn echo(&mut self, session: &SharedSession, line: &str) -> io::Result<()> {
        writeln!(self.printed, "{}{line}", session.borrow().prompt())
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        write_reply(&mut self.printed, self.options, reply)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs the main loop on these inputs, and returns everything printed.
pub fn run(
    folder: &Path,
    mode: &str,
    test: bool,
    inputs: impl IntoIterator<Item = Input>,
) -> String {
    let mut script = Script {
        inputs: inputs.into_iter().collect(),
        options: output(test),
        printed: Vec::new(),
    };
    let open = |name: &str| open_in(folder, name, test);
    let begun = (open(mode), Reply::new());
    app::run(&mut script, mode, begun, &open, &Interrupt::default()).expect("writing to a vector");
    String::from_utf8(script.printed).expect("only text is printed")
}

/// Returns the line of the tour that begins a game, without a computer after `:computer none`.
pub fn start(mode: &str) -> String {
    let mut lines = tours(mode).concat().into_iter();
    let start = lines.find(|line| line.starts_with(":start"));
    start.expect("every tour begins a game")
}

/// Returns every line typed in the transcripts of a mode.
pub fn typed_lines(mode: &str) -> Vec<String> {
    let mut lines = tours(mode).concat();
    let mut folders = vec![project(&format!("fixtures/transcripts/{mode}"))];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            match fs::read_to_string(&path) {
                Ok(transcript) => lines.extend(typed(&transcript)),
                Err(_) => folders.push(path),
            }
        }
    }
    lines
}

/// Returns all completions of a line that ends in a blank.
pub fn completed(session: &dyn Session, line: &str) -> Vec<String> {
    let Completion::Words { words, more, .. } = session.complete(line) else {
        return Vec::new();
    };
    let lines = words.iter().map(|word| format!("{line}{word}"));
    if !more {
        return lines.collect();
    }
    lines
        .flat_map(|line| completed(session, &format!("{line} ")))
        .collect()
}

/// Returns the lines typed in `fixtures/transcripts/MODE/extras/tour*.txt`, which lead through the
/// states of a mode.
pub fn tours(mode: &str) -> Vec<Vec<String>> {
    let folder = format!("fixtures/transcripts/{mode}/extras");
    let entries = fs::read_dir(project(&folder))
        .into_iter()
        .flatten()
        .flatten();
    let mut files: Vec<PathBuf> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("tour"))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "{mode} has no tour: add {folder}/tour.txt, a transcript that makes the computer quick \
         (:computer none), begins a game, makes two moves, takes one back and stops"
    );
    let read = |path: &PathBuf| typed(&fs::read_to_string(path).expect("a transcript"));
    files.iter().map(read).collect()
}

/// Returns the typed lines of a transcript: after a prompt, and after or below a question.
fn typed(transcript: &str) -> Vec<String> {
    let mut lines = transcript.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let is_prompt =
            |prompt: &str| NAMES.contains(&prompt.split(' ').next().unwrap_or_default());
        let typed = match line.split_once("> ") {
            Some((prompt, rest)) if is_prompt(prompt) => Some(rest),
            _ if line.ends_with(" is:") => lines.next(),
            _ => line
                .split_once(" from: ")
                .or(line.split_once(" to: "))
                .map(|(_, rest)| rest),
        };
        found.extend(typed.filter(|line| *line != ":exit").map(str::to_owned));
    }
    found
}
