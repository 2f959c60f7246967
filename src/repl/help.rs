//! The answer to `:help`, made from the table.

use super::command::usage;
use super::menu::Menu;

/// A line for each command: what is typed, and what it does.
pub(super) fn lines(menu: &Menu) -> Vec<String> {
    let rows: Vec<(String, &str)> = menu
        .entries
        .iter()
        .map(|entry| (usage(entry.name, &entry.args), entry.summary))
        .collect();
    let width = rows
        .iter()
        .map(|(usage, _)| usage.chars().count())
        .max()
        .unwrap_or(0);
    rows.iter()
        .map(|(usage, summary)| format!("{usage:width$}  {summary}"))
        .collect()
}
