//! Our own program in this process: what a session should look like.

use std::path::{Path, PathBuf};

use crate::games;
use crate::play::Options;
use crate::repl::console::{OutputOptions, write_reply};
use crate::repl::{CommandInfo, Context, Kind, Next, Reply, Session};

/// A session of ours, whose files lie in a folder of its own.
pub struct Reference {
    session: Box<dyn Session>,
    test: bool,
    folder: PathBuf,
}

/// What comes back for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is printed.
    pub text: String,
    /// What happens then.
    pub next: Next,
    /// Whether the computer is to move now. It may choose what it likes, so there is nothing to
    /// compare.
    pub computes: bool,
}

impl Reference {
    /// A session of this mode; `test` leaves boards out.
    #[must_use]
    pub fn open(mode: &str, test: bool, folder: &Path) -> Self {
        Reference {
            session: open(mode, test),
            test,
            folder: folder.to_owned(),
        }
    }

    /// What stands before the cursor.
    #[must_use]
    pub fn prompt(&self) -> String {
        self.session.prompt()
    }

    /// The session itself.
    #[must_use]
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// Loads a file of the folder as `--state` does: the answer, and whether it went well.
    pub fn load(&mut self, name: &str) -> (Answer, bool) {
        let reply = self.session.load(&self.folder.join(name));
        (self.answer(&reply), !reply.failed)
    }

    /// The answer to a line.
    pub fn feed(&mut self, line: &str) -> Answer {
        let reply = self.session.feed(&self.at_home(line));
        let answer = self.answer(&reply);
        if let Next::Switch(name) = answer.next {
            self.session = open(name, self.test);
        }
        answer
    }

    fn answer(&self, reply: &Reply) -> Answer {
        let options = OutputOptions {
            test: self.test,
            ..OutputOptions::default()
        };
        let mut printed = Vec::new();
        // A vector takes everything.
        let _ = write_reply(&mut printed, options, reply);
        let home = format!("{}/", self.folder.display());
        Answer {
            text: String::from_utf8_lossy(&printed).replace(&home, ""),
            next: reply.next.clone(),
            computes: self.session.has_automatic_step(),
        }
    }

    /// The line with its files in our folder: many sessions share one process, which has but one
    /// working folder.
    fn at_home(&self, line: &str) -> String {
        let mut words = line.split_ascii_whitespace();
        let Some(name) = words.next().filter(|name| name.starts_with(':')) else {
            return line.to_owned();
        };
        let files = files_of(&self.session.commands(), name);
        if files.is_empty() {
            return line.to_owned();
        }
        let mut out = name.to_owned();
        for (index, word) in words.enumerate() {
            out.push(' ');
            if files.contains(&index) {
                out.push_str(&self.folder.join(word).display().to_string());
            } else {
                out.push_str(word);
            }
        }
        out
    }
}

fn open(mode: &str, test: bool) -> Box<dyn Session> {
    let row = games::find(mode).unwrap_or(&games::GAMES[0]);
    let context = Context {
        hide_boards: test,
        ..Context::default()
    };
    (row.open)(Options::default(), context)
}

/// Which of the words behind a command are names of files.
#[must_use]
pub fn files_of(commands: &[CommandInfo], name: &str) -> Vec<usize> {
    let command = commands.iter().find(|command| command.name == name);
    let args = command.map(|command| command.args.as_slice());
    let args = args.unwrap_or_default().iter().enumerate();
    args.filter(|(_, arg)| arg.kind == Kind::File)
        .map(|(index, _)| index)
        .collect()
}
