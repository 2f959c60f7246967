//! Random sessions with our own answers: the transcripts that a program should make of them.

use std::fs;
use std::path::Path;

use super::EXIT;
use super::stage::names;
use super::transcript::{Step, Transcript, Turn};
use crate::games::{GameEntry, Script};
use crate::play::Options;
use crate::repl::{Context, Folders, Next, Session};
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
        fs::create_dir_all(place(name).parent()?).ok()?;
        fs::write(place(name), content).ok()?;
        steps.push(Step::file(name, &String::from_utf8_lossy(content)));
    }
    let mut session = reference(row, folder.path());
    let mut game = Step::new("game --test");
    if let Some(state) = &script.state {
        game.command = format!("game --test --state {state}");
        let reply = session.load(Path::new(state));
        if reply.failed {
            return None;
        }
        game.print(&reply.scripted());
    }
    let lines = script.lines.iter().map(String::as_str);
    for (index, line) in lines.chain([EXIT]).enumerate() {
        game.turns.push(Turn::new(&session.prompt(), line));
        let reply = session.feed(line);
        if reply.next == Next::Leave && index < script.lines.len() {
            return None;
        }
        game.print(&reply.scripted());
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
            let mut cat = Step::new(&format!("cat {name}"));
            cat.print(&String::from_utf8_lossy(&content));
            steps.push(cat);
        }
    }
    for name in folders {
        let mut ls = Step::new(&format!("ls {name}"));
        ls.print(&names(&place(name)).ok()?);
        steps.push(ls);
    }
    Some(Transcript {
        about: Vec::new(),
        steps,
    })
}

/// Opens our own program with `--test`. It finds its files, and its home, in `folder`: many sessions
/// share one process, which has only one working directory.
#[must_use]
pub fn reference(row: &GameEntry, folder: &Path) -> Box<dyn Session> {
    let context = Context {
        folders: Folders {
            working: folder.to_owned(),
            home: Some(folder.to_owned()),
        },
        ..Context::default()
    };
    (row.open)(Options::default(), context)
}
