//! Feeds a mode, and checks that it answers every line and shows the right prompt.

use std::fs;
use std::path::PathBuf;

use game::games::battleship::{PLACEMENTS, Placement};
use game::repl::{Completion, Next, Session};
use proptest::sample::Index;
use tempfile::TempDir;

use super::lines::Step;
use crate::modes::{completed, open_in, project, start};

/// The answer to a command that cannot be used now.
pub const NOT_NOW: &str = "The command cannot be used.\n";

/// Commands that take long or leave the mode. Only some laws use them.
const AVOIDED: [&str; 8] = [
    ":hint",
    ":read",
    ":review",
    ":computer",
    ":depth",
    ":crusher",
    ":mode",
    ":solve",
];

/// A mode, and a folder for its files.
pub struct Driver {
    pub mode: &'static str,
    pub session: Box<dyn Session>,
    folder: TempDir,
}

/// Replaces lines that take long, and keeps files in the working folder.
pub fn tame(line: &str) -> String {
    let name = line.split_ascii_whitespace().next().unwrap_or_default();
    if AVOIDED.contains(&name) {
        ":board".to_owned()
    } else {
        line.replace('/', "_")
    }
}

/// Creates a folder with a few saved games.
pub fn furnished() -> TempDir {
    let folder = game::store::fresh_folder().expect("a folder");
    for name in [
        "start.csv",
        "walled-in.csv",
        "tictactoe-4.csv",
        "guessed-by-others.txt",
    ] {
        let saved = project("fixtures/states").join(name);
        fs::copy(saved, folder.path().join(name)).expect("room for a file");
    }
    folder
}

impl Driver {
    /// Opens a mode in which the computer plays no side.
    pub fn new(mode: &'static str) -> Self {
        let folder = furnished();
        let mut driver = Driver {
            mode,
            session: open_in(folder.path(), mode, true),
            folder,
        };
        driver.quicken();
        driver
    }

    /// Opens a mode and begins a game.
    pub fn begun(mode: &'static str) -> Self {
        let mut driver = Driver::new(mode);
        driver.feed(&start(mode));
        assert!(driver.is_playing());
        driver
    }

    /// Turns the computer off, and limits it to one move ahead if a line turns it on.
    pub fn quicken(&mut self) {
        for line in [":depth 1", ":computer none"] {
            self.session.feed(line);
        }
    }

    /// Returns the answer to a line, and everything that follows without input.
    pub fn feed(&mut self, line: &str) -> String {
        let reply = self.session.feed(line);
        let mut told = reply.scripted();
        if reply.next == Next::Leave {
            self.session = open_in(self.folder.path(), self.mode, true);
            self.quicken();
            return told;
        }
        while let Some(more) = self.session.step() {
            told += &more.scripted();
        }
        let prompt = self.prompt();
        let is_blank = line.trim_ascii().is_empty();
        let asks = !prompt.starts_with(self.mode);
        assert!(told.is_empty() || !is_blank, "{line:?} {told:?}");
        assert!(!told.is_empty() || is_blank || asks, "{line:?} {prompt:?}");
        if !asks {
            let rest = &prompt[self.mode.len()..];
            let in_game = rest.len() == " game X> ".len() && rest.starts_with(" game ");
            assert!(in_game || rest == "> ", "{line:?} {prompt:?}");
            assert_eq!(self.is_playing(), in_game, "{line:?} {prompt:?}");
        }
        told
    }

    pub fn prompt(&self) -> String {
        self.session.prompt()
    }

    /// Whether a game is in progress, according to a command that needs one.
    pub fn is_playing(&mut self) -> bool {
        let probe = if self.mode == "battleship" {
            ":left"
        } else {
            ":moves"
        };
        self.session.feed(probe).scripted() != NOT_NOW
    }

    /// The number of words of `:move`.
    pub fn words_of_a_move(&self) -> usize {
        let commands = self.session.commands();
        let row = commands.iter().find(|row| row.name == ":move");
        row.expect("a board game").args.split(' ').count()
    }

    /// Returns the path of a file of this mode.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the lines that make a legal move, as Tab offers them.
    pub fn legal(&self) -> Vec<String> {
        let mut legal = completed(self.session.as_ref(), ":move ");
        legal.extend(completed(self.session.as_ref(), ":answer "));
        legal
    }

    /// Returns the words that Tab offers after a line.
    pub fn offered(&self, line: &str) -> Vec<String> {
        match self.session.complete(line) {
            Completion::Words { words, .. } => words,
            Completion::File { .. } => Vec::new(),
        }
    }

    /// Makes a legal move, if a game is in progress, and returns the answer.
    pub fn play(&mut self, choice: Index) -> Option<String> {
        let mut legal = self.legal();
        if self.mode == "battleship" && legal.is_empty() && self.is_playing() {
            let guess = Placement::from_index(choice.index(PLACEMENTS)).expect("a placement");
            legal.push(format!(":guess {guess}"));
        }
        if legal.is_empty() {
            return None;
        }
        let line = &legal[choice.index(legal.len())];
        let told = self.feed(line);
        assert!(
            !told.starts_with("Invalid") && !told.starts_with("The "),
            "{line}: {told}"
        );
        Some(told)
    }

    /// Types and plays some steps, then turns the computer off.
    pub fn go_through(&mut self, steps: &[Step]) {
        self.play_steps(steps);
        self.session.feed(":computer none");
    }

    /// Types and plays some steps.
    pub fn play_steps(&mut self, steps: &[Step]) {
        for step in steps {
            match step {
                Step::Type(line) => drop(self.feed(line)),
                Step::Play(choice) => drop(self.play(*choice)),
            }
        }
    }

    /// Returns everything shown of a game.
    pub fn look(&mut self) -> Vec<String> {
        let shown = [":board", ":moves", ":left"].map(|line| self.feed(line));
        shown.into_iter().chain([self.prompt()]).collect()
    }

    /// Returns the bytes that `:save` writes now.
    pub fn saved(&mut self, name: &str) -> Vec<u8> {
        assert_eq!(
            self.feed(&format!(":save {name}")),
            format!("State saved in {name}\n")
        );
        fs::read(self.path(name)).expect("it was saved")
    }
}
