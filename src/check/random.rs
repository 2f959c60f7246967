//! Random sessions with our own answers: the transcripts that a program should make of them.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::escape;
use super::reference::Reference;
use super::tools::{self, Tools};
use super::transcript::{Shown, Step, Transcript};
use crate::engine::rng::{Rng, mix};
use crate::games::{Checking, GameEntry, Script};
use crate::store::fresh_folder;

/// The line that ends a session.
const EXIT: &str = ":exit";

/// A random session and the transcript it should make. A few numbers have none.
#[must_use]
pub fn session(
    row: &GameEntry,
    checking: &Checking,
    settled: bool,
    seed: u64,
    number: u64,
) -> Option<(Script, Transcript)> {
    let mut rng = Rng::new(mix(seed).wrapping_add(mix(number)));
    let script = (checking.random)(&mut rng, settled);
    let transcript = answered(&script, row)?;
    Some((script, transcript))
}

/// Makes the folders and files that are there before the session.
fn set_up(script: &Script, folder: &Path) -> io::Result<()> {
    for name in &script.folders {
        fs::create_dir(folder.join(name))?;
    }
    let mut files = script.files.iter();
    files.try_for_each(|(name, content)| fs::write(folder.join(name), content))
}

/// Leaves out folders and files that no line names.
fn without_unused(script: &Script) -> Script {
    let mentions = |name: &String| {
        script.state.as_ref() == Some(name) || script.lines.iter().any(|line| line.contains(name))
    };
    let mut used = script.clone();
    used.folders.retain(mentions);
    used.files.retain(|(name, _)| mentions(name));
    used
}

/// The session with our own answers, and what it leaves in files; `None` if the saved game cannot
/// be loaded, or the session ends before everything is typed.
#[must_use]
pub fn answered(script: &Script, row: &GameEntry) -> Option<Transcript> {
    let script = without_unused(script);
    let folder = fresh_folder().ok()?;
    set_up(&script, folder.path()).ok()?;
    let before = contents(folder.path());
    let mut reference = Reference::open(row, folder.path());
    let mut game = Step::new("game --test");
    if let Some(state) = &script.state {
        game.command = format!("game --test --state {state}");
        let answer = reference.load(state)?;
        print(&mut game, &answer);
    }
    let lines = script.lines.iter().map(String::as_str);
    let last = script.lines.len();
    for (index, line) in lines.chain([EXIT]).enumerate() {
        let prompt = reference.prompt();
        let (answer, ends) = reference.feed(line);
        if ends && index < last {
            return None;
        }
        let typed = escape::line(line.as_bytes());
        game.screen.push(Shown::prompt(&prompt, &typed));
        print(&mut game, &answer);
    }
    let after = contents(folder.path());
    let mut steps: Vec<Step> = Vec::new();
    let folders = script.folders.iter();
    steps.extend(folders.map(|name| Step::new(&format!("mkdir {name}"))));
    let files = script.files.iter();
    steps.extend(files.map(|(name, content)| Step::file(name, content)));
    steps.push(game);
    for (name, content) in &after {
        if before.get(name) != Some(content) {
            steps.push(Step::new(&format!("cat {name}")).with_output(content));
        }
    }
    for name in &script.folders {
        let step = Step::new(&format!("ls {name}"));
        let words = tools::words(&step.command).ok()?;
        let tools = Tools {
            folder: folder.path(),
            status: None,
        };
        let listed = tools.run(&words).ok()?;
        steps.push(step.with_output(&listed));
    }
    Some(Transcript {
        about: Vec::new(),
        steps,
    })
}

/// Puts what is printed on the screen.
fn print(step: &mut Step, text: &str) {
    let lines = text.lines().map(|line| Shown::Output(line.to_owned()));
    step.screen.extend(lines);
}

/// The files below a folder and what is in them.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().display().to_string();
        if entry.path().is_dir() {
            let inner = contents(&entry.path()).into_iter();
            found.extend(inner.map(|(file, content)| (format!("{name}/{file}"), content)));
        } else if let Ok(content) = fs::read(entry.path()) {
            found.insert(name, content);
        }
    }
    found
}
