//! Random sessions with our own answers: the transcripts that a program should make of them.

use std::fs;
use std::path::Path;

use super::EXIT;
use super::escape;
use super::stage::names;
use super::transcript::{Shown, Step, Transcript};
use crate::games::{GameEntry, Script};
use crate::play::Options;
use crate::repl::console::{OutputOptions, write_reply};
use crate::repl::{Context, Folders, Next, Reply, Session};
use crate::store::fresh_folder;

/// The session with our own answers, and what it leaves in files; `None` if the saved game cannot
/// be loaded, or the session ends before everything is typed.
#[must_use]
pub fn answered(script: &Script, row: &GameEntry) -> Option<Transcript> {
    let is_used = |name: &str| {
        let mut lines = script.lines.iter().chain(&script.state);
        lines.any(|line| line.contains(name))
    };
    let folder = fresh_folder().ok()?;
    let place = |name: &str| folder.path().join(name);
    let mut steps = Vec::new();
    let folders = script.folders.iter().filter(|name| is_used(name));
    for name in folders.clone() {
        fs::create_dir(place(name)).ok()?;
        steps.push(Step::new(&format!("mkdir {name}")));
    }
    for (name, content) in script.files.iter().filter(|(name, _)| is_used(name)) {
        fs::write(place(name), content).ok()?;
        steps.push(Step::file(name, content));
    }
    let mut reference = Reference::open(row, folder.path());
    let mut game = Step::new("game --test");
    if let Some(state) = &script.state {
        game.command = format!("game --test --state {state}");
        print(&mut game, &reference.load(state)?);
    }
    let lines = script.lines.iter().map(String::as_str);
    for (index, line) in lines.chain([EXIT]).enumerate() {
        let prompt = reference.prompt();
        let (answer, ends) = reference.feed(line);
        if ends && index < script.lines.len() {
            return None;
        }
        let typed = escape::line(line.as_bytes());
        game.screen.push(Shown::prompt(&prompt, &typed));
        print(&mut game, &answer);
    }
    steps.push(game);
    let words = script
        .lines
        .iter()
        .flat_map(|line| line.split_ascii_whitespace());
    let mut written: Vec<&str> = words.filter(|name| place(name).is_file()).collect();
    written.sort_unstable();
    written.dedup();
    for name in written {
        let content = fs::read(place(name)).ok()?;
        let mut before = script.files.iter();
        if !before.any(|(old, before)| old == name && *before == content) {
            steps.push(Step::new(&format!("cat {name}")).with_output(&content));
        }
    }
    for name in folders {
        let listed = names(&place(name)).ok()?;
        steps.push(Step::new(&format!("ls {name}")).with_output(&listed));
    }
    Some(Transcript {
        about: Vec::new(),
        steps,
    })
}

/// Puts lines on the screen.
fn print(step: &mut Step, text: &str) {
    let lines = text.lines().map(|line| Shown::Output(line.to_owned()));
    step.screen.extend(lines);
}

/// A session of ours whose files lie in a folder of its own.
pub struct Reference(Box<dyn Session>);

impl Reference {
    /// Opens a mode with `--test`. It finds its files, and its home, in `folder`: many sessions share
    /// one process, which has only one working directory.
    #[must_use]
    pub fn open(row: &GameEntry, folder: &Path) -> Self {
        let context = Context {
            folders: Folders {
                working: folder.to_owned(),
                home: Some(folder.to_owned()),
            },
            ..Context::default()
        };
        Reference((row.open)(Options::default(), context))
    }

    /// The prompt.
    #[must_use]
    pub fn prompt(&self) -> String {
        self.0.prompt()
    }

    /// Loads a file of the folder as `--state` does: the answer, unless it failed.
    pub fn load(&mut self, name: &str) -> Option<String> {
        let reply = self.0.load(Path::new(name));
        (!reply.failed).then(|| printed(&reply))
    }

    /// The answer to a line, and whether it ends the program.
    pub fn feed(&mut self, line: &str) -> (String, bool) {
        let reply = self.0.feed(line);
        (printed(&reply), reply.next == Next::Leave)
    }
}

fn printed(reply: &Reply) -> String {
    let options = OutputOptions {
        test: true,
        ..OutputOptions::default()
    };
    let mut printed = Vec::new();
    // Writing to a vector cannot fail.
    let _ = write_reply(&mut printed, options, reply);
    String::from_utf8_lossy(&printed).into_owned()
}
