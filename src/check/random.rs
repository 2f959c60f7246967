//! Random sessions with our own answers, as transcripts for other programs.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::EXIT;
use super::transcript::{Step, Transcript, Turn};
use crate::games::{GameEntry, Script};
use crate::play::Options;
use crate::repl::{Context, Folders, Next, Session};
use crate::store::fresh_folder;

/// Returns the session with our own answers and the files it saves; `None` if the saved game cannot
/// be loaded, or the session ends before everything is typed.
#[must_use]
pub fn answered(script: &Script, row: &GameEntry) -> Option<Transcript> {
    let folder = fresh_folder().ok()?;
    let place = |name: &str| folder.path().join(name);
    let mut steps = Vec::new();
    let typed = script.lines.concat();
    let folders = script.folders.iter().filter(|name| typed.contains(*name));
    for name in folders {
        fs::create_dir(place(name)).ok()?;
        steps.push(Step::new(&format!("mkdir {name}")));
    }
    for (name, content) in &script.files {
        fs::create_dir_all(place(name).parent()?).ok()?;
        fs::write(place(name), content).ok()?;
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
    let lines = script.lines.iter();
    let words = lines.flat_map(|line| line.split_ascii_whitespace());
    let written: BTreeSet<&str> = words.filter(|name| place(name).is_file()).collect();
    for name in written {
        let content = fs::read(place(name)).ok()?;
        let mut before = script.files.iter();
        if !before.any(|(old, before)| old == name && *before == content) {
            let mut cat = Step::new(&format!("cat {name}"));
            cat.print(&String::from_utf8_lossy(&content));
            steps.push(cat);
        }
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
