//! Our own program in this process: what a session should look like.

use std::path::Path;

use crate::games::GameEntry;
use crate::play::Options;
use crate::repl::console::{OutputOptions, write_reply};
use crate::repl::{Context, Folders, Next, Reply, Session};

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
