//! The modes that were left by `:mode`.

use super::session::Session;

/// Modes that were left. Their last games are still at hand for whoever comes back.
#[derive(Default)]
pub struct LeftModes(Vec<Box<dyn Session>>);

impl LeftModes {
    /// Changes to the mode with this name, which `open` opens if it was not open before.
    pub fn switch(
        &mut self,
        present: &mut Box<dyn Session>,
        name: &str,
        open: impl FnOnce(&str) -> Box<dyn Session>,
    ) {
        if present.name() == name {
            return;
        }
        let left = self.0.iter().position(|session| session.name() == name);
        let next = left.map_or_else(|| open(name), |at| self.0.swap_remove(at));
        self.0.push(std::mem::replace(present, next));
    }
}
