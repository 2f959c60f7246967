//! What can be typed now, as plain values: the terminal completes and hints from it.

use super::command::Arg;

/// A command as a person sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name with its colon.
    pub name: &'static str,
    /// The words behind it.
    pub args: Vec<Arg>,
    /// One line of description.
    pub summary: &'static str,
    /// Whether it can be used at this moment.
    pub usable: bool,
    /// Whether it is worth typing at this moment: usable, and not refused for a reason that only the
    /// mode knows.
    pub offered: bool,
    /// What may stand behind the name now, where only the mode can tell: all words of each offer,
    /// with one blank between them.
    pub offers: Vec<String>,
}

/// The commands of a mode at this moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Menu {
    /// In the order of `:help`.
    pub entries: Vec<Entry>,
    /// Lines that mean something without a colon at this moment: moves, answers to a question.
    pub bare: Vec<String>,
}

impl Menu {
    /// The entry of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.name == name)
    }
}
