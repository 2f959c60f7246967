//! A session before it is answered: what is typed, and the files that are there.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::escape;
use super::fixtures::State;
use super::form::Prompted;
use super::reference::Reference;
use super::scope::Scope;
use super::tools::{self, Tools};
use super::transcript::{Shown, Step, Transcript};
use crate::games;
use crate::repl::Next;
use crate::store::fresh_folder;

/// The line that ends a session.
pub const EXIT: &str = ":exit";

/// What is typed in a session, and what is there before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// The game.
    pub mode: &'static str,
    /// Whether boards are left out.
    pub test: bool,
    /// The saved game that is loaded before the first prompt.
    pub state: Option<String>,
    /// Folders that are there.
    pub folders: Vec<String>,
    /// Files that are there beside those of the fixtures.
    pub files: Vec<(String, Vec<u8>)>,
    /// What is typed.
    pub lines: Vec<String>,
}

impl Script {
    /// A script in which nothing is typed.
    #[must_use]
    pub fn new(mode: &'static str) -> Self {
        Script {
            mode,
            test: true,
            state: None,
            folders: Vec::new(),
            files: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// What a step of a transcript types, if it is an ordinary session at the prompt.
    #[must_use]
    pub fn of_step(step: &Step) -> Option<Self> {
        let words = tools::words(&step.command).ok()?;
        let mut script = Script::new(games::NAMES[0]);
        script.test = false;
        let mut words = words.iter().skip(1).map(String::as_str);
        while let Some(word) = words.next() {
            match word {
                "--test" => script.test = true,
                "--state" => script.state = Some(words.next()?.to_owned()),
                "--mode" => script.mode = games::find(words.next()?)?.name,
                _ => return None,
            }
        }
        if !step.is_game() {
            return None;
        }
        for line in step.typed() {
            let bytes = escape::input(std::iter::once(line)).ok()?;
            let line = String::from_utf8(bytes).ok()?;
            let Some(line) = line.strip_suffix('\n') else {
                break;
            };
            script.lines.push(line.to_owned());
        }
        Some(script)
    }

    /// The command line that begins the session.
    fn command(&self) -> String {
        let mut command = "game".to_owned();
        if self.test {
            command.push_str(" --test");
        }
        if self.mode != games::NAMES[0] {
            command.push_str(" --mode ");
            command.push_str(self.mode);
        }
        if let Some(state) = &self.state {
            command.push_str(" --state ");
            command.push_str(state);
        }
        command
    }

    /// Makes the folders and files that are there before the session.
    ///
    /// # Errors
    /// When the system does not let us.
    pub fn set_up(&self, folder: &Path, states: &[State]) -> io::Result<()> {
        for name in &self.folders {
            fs::create_dir(folder.join(name))?;
        }
        let put = |name: &str, content: &[u8]| {
            let path = folder.join(name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, content)
        };
        for state in states {
            if self.mentions(&state.name) {
                put(&state.name, &state.content)?;
            }
        }
        self.files
            .iter()
            .try_for_each(|(name, content)| put(name, content))
    }

    fn mentions(&self, name: &str) -> bool {
        self.state.as_deref() == Some(name) || self.lines.iter().any(|line| line.contains(name))
    }

    /// Leaves out folders and files that nothing speaks of.
    pub fn forget_unused(&mut self) {
        let all = self.clone();
        self.folders.retain(|name| all.mentions(name));
        self.files.retain(|(name, _)| all.mentions(name));
    }

    /// The session with our own answers, and what it leaves in files; `None` if it goes where the
    /// scope does not reach, or ends before everything is typed.
    #[must_use]
    pub fn answered(&self, states: &[State], scope: &Scope) -> Option<Transcript> {
        let folder = fresh_folder().ok()?;
        self.set_up(folder.path(), states).ok()?;
        let before = contents(folder.path());
        let mut reference = Reference::open(self.mode, self.test, folder.path());
        let mut game = Step::new(&self.command());
        if let Some(state) = &self.state {
            let (answer, loaded) = reference.load(state);
            if !loaded || answer.computes || !scope.admits_state(&answer.text) {
                return None;
            }
            print(&mut game, &answer.text);
        }
        let exit = EXIT.to_owned();
        for line in self.lines.iter().chain([&exit]) {
            let prompt = reference.prompt();
            let answer = reference.feed(line);
            let left = answer.next == Next::Leave;
            let early = left && !std::ptr::eq(line, &raw const exit);
            if early || answer.computes || !scope.admits(&prompt, line, &answer.text) {
                return None;
            }
            let typed = escape::line(line.as_bytes());
            game.screen
                .push(Prompted::from_session(&prompt).answered(&typed));
            print(&mut game, &answer.text);
        }
        let after = contents(folder.path());
        let mut steps: Vec<Step> = Vec::new();
        let folders = self.folders.iter();
        steps.extend(folders.map(|name| Step::new(&format!("mkdir {name}"))));
        let files = self.files.iter();
        steps.extend(files.map(|(name, content)| Step::file(name, content)));
        steps.push(game);
        for (name, content) in &after {
            if before.get(name) != Some(content) {
                steps.push(Step::new(&format!("cat {name}")).with_output(content));
            }
        }
        for name in &self.folders {
            let step = Step::new(&format!("ls {name}"));
            let words = tools::words(&step.command).ok()?;
            let tools = Tools {
                folder: folder.path(),
                status: None,
                cancel: &AtomicBool::new(false),
            };
            let listed = tools.run(&words).ok()?;
            steps.push(step.with_output(&listed));
        }
        Some(Transcript {
            about: Vec::new(),
            steps,
        })
    }
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
