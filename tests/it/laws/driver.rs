//! A mode with somebody who watches: after every line the laws that always hold are checked.

use std::fs;
use std::path::{Path, PathBuf};

use game::games::{self, battleship::PLACEMENTS, battleship::Placement};
use game::play::Options;
use game::repl::console::{OutputOptions, write_reply};
use game::repl::{CommandInfo, Completion, Context, DrawStyle, Folders, Next, Reply, Session};
use proptest::sample::Index;
use tempfile::TempDir;

use super::files;
use super::lines::saved_games;
use super::prompt::{self, Watcher};
use super::quick::quick;
use super::tours::{opening, start};

/// What is answered when a command cannot be used now.
pub const NOT_NOW: &str = "The command cannot be used.\n";

/// A mode, a folder of its own for its files, and the watcher of its prompt.
pub struct Driver {
    pub mode: &'static str,
    test: bool,
    session: Box<dyn Session>,
    commands: Vec<CommandInfo>,
    folder: TempDir,
    watcher: Watcher,
}

/// A folder in memory where there is room: thousands of saved games then wear out no disk.
pub fn folder() -> TempDir {
    game::store::fresh_folder().expect("a folder")
}

/// Files that a mode may find in its folder: games of every mode.
pub fn furnish(folder: &Path) {
    for (name, content) in saved_games() {
        fs::write(folder.join(name), content).expect("room for a file");
    }
}

/// The folders of a session whose files are all in one.
pub fn folders_in(folder: &Path) -> Folders {
    Folders {
        working: folder.to_owned(),
        home: None,
    }
}

/// Opens a mode as the program does. Computers without a level think long, so none is at the
/// table, or only a hasty one.
fn open(folder: &Path, mode: &'static str, test: bool) -> Box<dyn Session> {
    let entry = games::find(mode).expect("a mode");
    let context = Context {
        // Both ways of drawing are looked at; `:board` draws with `--test` too.
        style: DrawStyle {
            ascii: test,
            ..DrawStyle::default()
        },
        folders: folders_in(folder),
        ..Context::default()
    };
    let mut session = (entry.open)(Options::default(), context);
    for line in opening(mode) {
        session.feed(line);
    }
    session
}

/// The lines that Tab makes of this one, word by word.
pub fn completed(session: &dyn Session, line: &str) -> Vec<String> {
    let Completion::Words { words, more, .. } = session.complete(line) else {
        return Vec::new();
    };
    let lines = words.into_iter().map(|word| format!("{line}{word}"));
    if more && line.ends_with(' ') {
        return lines
            .flat_map(|line| completed(session, &(line + " ")))
            .collect();
    }
    lines.collect()
}

impl Driver {
    pub fn new(mode: &'static str, test: bool) -> Self {
        let folder = folder();
        furnish(folder.path());
        let session = open(folder.path(), mode, test);
        Driver {
            mode,
            test,
            commands: session.commands(),
            session,
            folder,
            watcher: Watcher::new(mode),
        }
    }

    /// A driver in which a game has begun that a person plays alone.
    pub fn begun(mode: &'static str, test: bool) -> Self {
        let mut driver = Driver::new(mode, test);
        driver.feed(start(mode));
        assert!(driver.is_playing());
        driver
    }

    /// The answer to a line, as it would be printed, with all that happens by itself after it.
    pub fn feed(&mut self, line: &str) -> String {
        let line = quick(&self.commands, line);
        let line = files::without_folders(&self.commands, &line);
        let before = self.session.prompt();
        let reply = self.session.feed(&line);
        let mut told = self.printed(&reply);
        match reply.next {
            Next::Stay => {
                while let Some(more) = self.session.step() {
                    told.push_str(&self.printed(&more));
                }
            }
            Next::Leave => {
                assert_eq!(told, "Good Bye!\n");
                self.open_again(self.mode);
                return told;
            }
            Next::Read(_) => unreachable!("nobody types the lines of files here"),
            Next::Switch(name) => {
                assert_eq!(told, format!("Mode: {name}\n"));
                self.open_again(name);
                return told;
            }
        }
        let after = self.session.prompt();
        let asked = prompt::is_question(&after) && prompt::may_ask(&before, &line);
        let blank = line.split_ascii_whitespace().next().is_none();
        assert_eq!(
            told.is_empty(),
            blank || (asked && told.is_empty()),
            "{}: {before:?} {line:?} is answered by {told:?}, then {after:?}",
            self.mode
        );
        self.watcher
            .heard(&before, &line, &told, self.folder.path());
        let expected = self.watcher.expects(&mut |probe| {
            let reply = self.session.feed(probe);
            reply.scripted()
        });
        assert_eq!(
            after, expected,
            "{}: {before:?} {line:?} {told:?}",
            self.mode
        );
        assert_eq!(
            self.session.prompt(),
            after,
            "looking around changed the prompt"
        );
        let playing = prompt::is_game(&after);
        assert!(prompt::is_question(&after) || playing == self.is_playing());
        told
    }

    /// The answer to a line that should change nothing, without another look.
    pub fn feed_quietly(&mut self, line: &str) -> String {
        let reply = self.session.feed(line);
        self.printed(&reply)
    }

    fn open_again(&mut self, mode: &'static str) {
        self.mode = mode;
        self.session = open(self.folder.path(), mode, self.test);
        self.commands = self.session.commands();
        self.watcher = Watcher::new(mode);
        assert_eq!(self.session.prompt(), format!("{mode}> "));
    }

    fn printed(&self, reply: &Reply) -> String {
        let options = OutputOptions {
            test: self.test,
            ..OutputOptions::default()
        };
        let mut out = Vec::new();
        write_reply(&mut out, options, reply).expect("a vector takes all");
        String::from_utf8(out).expect("only text is printed")
    }

    pub fn prompt(&self) -> String {
        self.session.prompt()
    }

    /// Whether a game is in progress, as a command tells that needs one.
    pub fn is_playing(&mut self) -> bool {
        self.session.feed(prompt::probe_of(self.mode)).scripted() != NOT_NOW
    }

    /// Whether the mode has a command of this name.
    pub fn has(&self, command: &str) -> bool {
        self.commands.iter().any(|row| row.name == command)
    }

    /// Whether a line without a colon is a move now.
    pub fn takes_bare_moves(&self) -> bool {
        completed(self.session.as_ref(), "")
            .iter()
            .any(|line| !line.starts_with(':'))
    }

    /// Where a file of this driver lies.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The lines that make a legal move, as the mode lists them; none if no game is in progress.
    pub fn legal(&mut self) -> Vec<String> {
        if !self.is_playing() {
            return Vec::new();
        }
        if self.mode == "battleship" {
            return completed(self.session.as_ref(), ":answer ");
        }
        if !self.has(":moves") {
            return Vec::new();
        }
        let listed = self.feed(":moves");
        let lines = listed.lines().flat_map(|line| match line.split_once(": ") {
            Some((from, to)) => to
                .split(' ')
                .map(|to| format!(":move {from} {}", to.trim_end_matches('x')))
                .collect::<Vec<_>>(),
            None => line.split(' ').map(|mv| format!(":move {mv}")).collect(),
        });
        lines.collect()
    }

    /// Makes one of the legal moves, if there is one; the answer to it.
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
        for refusal in ["Invalid", "The ", "No "] {
            assert!(!told.starts_with(refusal), "{line} is listed: {told}");
        }
        Some(told)
    }

    /// All that can be seen of a game without changing it.
    pub fn look(&mut self) -> Vec<String> {
        let mut seen = vec![self.prompt()];
        for command in [":board", ":moves", ":left"] {
            if self.has(command) {
                seen.push(self.feed(command));
            }
        }
        seen
    }

    /// The bytes that `:save` writes now.
    pub fn saved(&mut self, name: &str) -> Vec<u8> {
        let told = self.feed(&format!(":save {name}"));
        assert_eq!(told, format!("State saved in {name}\n"));
        fs::read(self.path(name)).expect("it was saved")
    }
}
