//! What Tab offers and what is shown in grey behind the cursor: both read the menu.

use std::borrow::Cow;

use anstyle::Style;
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use crate::repl::command::{Kind, usage};
use crate::repl::menu::Menu;

/// Helps a person to type a line of the present menu.
pub(super) struct Assistant {
    menu: Menu,
    files: FilenameCompleter,
    colour: bool,
}

impl Assistant {
    pub(super) fn new(colour: bool) -> Self {
        Assistant {
            menu: Menu::default(),
            files: FilenameCompleter::new(),
            colour,
        }
    }

    pub(super) fn set_menu(&mut self, menu: Menu) {
        self.menu = menu;
    }
}

/// What could stand where the last word of `line` begins, and where that is. `None` means a file
/// name.
fn candidates(menu: &Menu, line: &str) -> Option<(usize, Vec<String>)> {
    let start = line.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
    let word = &line[start..];
    let before: Vec<&str> = line[..start].split_ascii_whitespace().collect();
    let fitting = |all: &mut dyn Iterator<Item = String>| {
        let mut found: Vec<String> = all.filter(|offer| offer.starts_with(word)).collect();
        found.sort();
        found.dedup();
        found
    };
    let Some((&name, given)) = before.split_first() else {
        let commands = menu.entries.iter().filter(|entry| entry.usable);
        let mut all = commands
            .map(|entry| entry.name.to_owned())
            .chain(menu.bare.iter().cloned());
        // An empty line offers commands only when nothing else can be typed.
        return Some((start, fitting(&mut all)));
    };
    let Some(entry) = menu.find(name).filter(|entry| entry.usable) else {
        return Some((start, Vec::new()));
    };
    match entry.args.get(given.len()).map(|arg| arg.kind) {
        Some(Kind::File) => None,
        Some(Kind::OneOf(words)) => {
            let mut all = words.iter().map(|&word| word.to_owned());
            Some((start, fitting(&mut all)))
        }
        Some(Kind::Offered) => {
            let mut all = entry.offers.iter().filter_map(|offer| {
                let mut words = offer.split(' ');
                let same = given.iter().all(|&word| words.next() == Some(word));
                words.next().filter(|_| same).map(str::to_owned)
            });
            Some((start, fitting(&mut all)))
        }
        Some(Kind::Free) | None => Some((start, Vec::new())),
    }
}

/// The rest of the only command that `line` can become, with its words; or the words still
/// missing behind a complete one.
fn rest(menu: &Menu, line: &str) -> Option<String> {
    if line.is_empty() {
        return None;
    }
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (&name, given) = words.split_first()?;
    if let Some(entry) = menu.find(name).filter(|entry| entry.usable) {
        let typing = !line.ends_with(' ');
        if typing && !given.is_empty() {
            return None;
        }
        let missing = usage("", entry.args.get(given.len()..)?);
        return Some(if typing {
            missing
        } else {
            missing.trim_start().to_owned()
        });
    }
    if words.len() > 1 || line.ends_with(' ') {
        return None;
    }
    let mut fitting = menu
        .entries
        .iter()
        .filter(|entry| entry.usable && entry.name.starts_with(line));
    let (only, other) = (fitting.next()?, fitting.next());
    if other.is_some() {
        return None;
    }
    Some(usage(&only.name[line.len()..], &only.args))
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        match candidates(&self.menu, &line[..pos]) {
            None => self.files.complete(line, pos, context),
            Some((start, found)) => {
                let pairs = found.into_iter().map(|text| Pair {
                    display: text.clone(),
                    replacement: text,
                });
                Ok((start, pairs.collect()))
            }
        }
    }
}

impl Hinter for Assistant {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, _context: &Context<'_>) -> Option<String> {
        if pos < line.len() {
            return None;
        }
        rest(&self.menu, line).filter(|hint| !hint.is_empty())
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if !self.colour {
            return Cow::Borrowed(hint);
        }
        let faint = Style::new().dimmed();
        Cow::Owned(format!("{faint}{hint}{faint:#}"))
    }
}

impl Validator for Assistant {}

impl Helper for Assistant {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::command::Arg;
    use crate::repl::menu::Entry;

    fn menu() -> Menu {
        let entry = |name, args, usable, offers: &[&str]| Entry {
            name,
            args,
            summary: "",
            usable,
            offers: offers.iter().map(|&offer| offer.to_owned()).collect(),
        };
        Menu {
            entries: vec![
                entry(":start", vec![], false, &[]),
                entry(":save", vec![Arg::needed("FILE", Kind::File)], true, &[]),
                entry(
                    ":move",
                    vec![
                        Arg::needed("FROM", Kind::Offered),
                        Arg::needed("TO", Kind::Offered),
                    ],
                    true,
                    &["a1 a2", "a1 a3", "b1 b2"],
                ),
                entry(
                    ":mode",
                    vec![Arg::needed("NAME", Kind::OneOf(&["chess", "go"]))],
                    true,
                    &[],
                ),
            ],
            bare: vec![],
        }
    }

    fn offered(line: &str) -> Vec<String> {
        candidates(&menu(), line).map_or(vec!["a file".into()], |(_, found)| found)
    }

    #[test]
    fn only_what_can_be_typed_now_is_offered() {
        assert_eq!(offered(":"), [":mode", ":move", ":save"]);
        assert_eq!(offered(":mo"), [":mode", ":move"]);
        assert_eq!(offered(":st"), [""; 0]);
        assert_eq!(offered(":move "), ["a1", "b1"]);
        assert_eq!(offered(":move a"), ["a1"]);
        assert_eq!(offered(":move a1 "), ["a2", "a3"]);
        assert_eq!(offered(":move a1 a2 "), [""; 0]);
        assert_eq!(offered(":mode c"), ["chess"]);
        assert_eq!(offered(":save x"), ["a file"]);
        assert_eq!(offered(":start "), [""; 0]);
        assert_eq!(offered(":nonsense "), [""; 0]);
    }

    #[test]
    fn the_rest_of_a_command_is_shown() {
        let rest = |line| rest(&menu(), line).unwrap_or_default();
        assert_eq!(rest(":s"), "ave FILE");
        assert_eq!(rest(":mo"), "");
        assert_eq!(rest(":mov"), "e FROM TO");
        assert_eq!(rest(":move"), " FROM TO");
        assert_eq!(rest(":move "), "FROM TO");
        assert_eq!(rest(":move a1 "), "TO");
        assert_eq!(rest(":move a1 a2 "), "");
        assert_eq!(rest(":move a1 a2 a3 a4 "), "");
        assert_eq!(rest(""), "");
    }
}
