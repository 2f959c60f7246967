//! A mode without its types: what the main loop and its tests talk to.

use std::path::Path;

use super::completion::Menu;
use super::reply::Reply;

/// A mode without its types: what the loop of the program and its tests talk to.
pub trait Session {
    /// The name of the mode.
    fn name(&self) -> &'static str;
    /// What stands before the cursor.
    fn prompt(&self) -> String;
    /// The answer to a line.
    fn feed(&mut self, line: &str) -> Reply;
    /// Whether something happens by itself now, which may take long.
    fn has_automatic_step(&self) -> bool;
    /// The next thing that happens by itself, if anything does.
    fn automatic_step(&mut self) -> Option<Reply>;
    /// Loads a saved state as `--state` does: the answer, and whether it went well.
    fn load(&mut self, path: &Path) -> (Reply, bool);
    /// What can be typed now.
    fn menu(&self) -> Menu;
    /// The example line of each command: tests type them.
    fn examples(&self) -> Vec<String>;

    /// The answer to a line and all that happens by itself after it: for tests.
    fn play_out(&mut self, line: &str) -> Reply {
        let mut reply = self.feed(line);
        while let Some(more) = self.automatic_step() {
            reply = reply.then(more);
        }
        reply
    }
}
