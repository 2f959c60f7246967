//! Our own program in this process: what a session should look like.

use std::path::{Path, PathBuf};

use crate::games;
use crate::play::Options;
use crate::repl::console::{OutputOptions, write_reply};
use crate::repl::{CommandInfo, Context, Folders, Kind, LeftModes, Next, Reply, Session};

/// A session of ours, whose files lie in a folder of its own.
pub struct Reference {
    session: Box<dyn Session>,
    left: LeftModes,
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
            session: open(mode, test, folder),
            left: LeftModes::default(),
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
        let reply = self.session.load(Path::new(name));
        (self.answer(&reply), !reply.failed)
    }

    /// The answer to a line.
    pub fn feed(&mut self, line: &str) -> Answer {
        let reply = self.session.feed(line);
        let answer = self.answer(&reply);
        if let Next::Switch(name) = answer.next {
            let open = |name: &str| open(name, self.test, &self.folder);
            self.left.switch(&mut self.session, name, open);
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
        Answer {
            text: String::from_utf8_lossy(&printed).into_owned(),
            next: reply.next.clone(),
            computes: self.session.has_automatic_step(),
        }
    }
}

/// Opens a mode that finds its files, and its home, in a folder: many sessions share one process,
/// which has but one working directory and the environment of its user.
fn open(mode: &str, test: bool, folder: &Path) -> Box<dyn Session> {
    let row = games::find(mode).unwrap_or(&games::GAMES[0]);
    let context = Context {
        hide_boards: test,
        folders: Folders {
            working: folder.to_owned(),
            home: Some(folder.to_owned()),
        },
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
