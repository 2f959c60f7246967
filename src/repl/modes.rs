//! The modes that `:mode` can open.

use std::path::Path;

use super::context::DrawStyle;

/// All modes, as far as each of them knows the others.
#[derive(Clone, Copy, Debug)]
pub struct Modes {
    /// Their names.
    pub names: &'static [&'static str],
    /// The rules of the mode with this name, in Markdown.
    pub rules: fn(&str) -> &'static str,
    /// The mode whose saved game is in this file.
    pub owner: fn(&Path) -> Option<&'static str>,
}

impl Modes {
    /// Modes of which only the names are known.
    #[must_use]
    pub const fn named(names: &'static [&'static str]) -> Self {
        Modes {
            names,
            rules: |_| "",
            owner: |_| None,
        }
    }

    /// A line for each mode: its name, and what it is.
    pub(super) fn list(&self, style: DrawStyle) -> Vec<String> {
        let width = self.names.iter().map(|name| name.len()).max().unwrap_or(0);
        let line = |name: &&str| {
            format!(
                "{name:width$}  {}",
                style.spelled(title((self.rules)(name)))
            )
        };
        self.names.iter().map(line).collect()
    }
}

impl Default for Modes {
    fn default() -> Self {
        Modes::named(&[])
    }
}

/// What a game is, by the title of its rules: `# tafl: Protect the λ`.
fn title(rules: &str) -> &str {
    let title = rules.lines().next().unwrap_or_default();
    title.split_once(": ").map_or("", |(_, what)| what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_listed_with_the_titles_of_their_rules() {
        let modes = Modes {
            rules: |name| match name {
                "go" => "# go: surround\n\nMore: than that\n",
                _ => "",
            },
            ..Modes::named(&["go", "chess"])
        };
        assert_eq!(
            modes.list(DrawStyle::default()),
            ["go     surround", "chess  "]
        );
    }
}
