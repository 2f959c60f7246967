//! What can be typed now: `:help`, Tab and the grey hints behind the cursor read it.

use super::command::{Arg, Kind, usage};

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

/// What could become of the last word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offer {
    /// One of these words.
    Words {
        /// Where the word begins that they replace.
        start: usize,
        /// The words, in the order of a list.
        words: Vec<String>,
        /// Whether the line needs another word behind this one.
        more: bool,
    },
    /// The name of a file.
    File {
        /// Where it begins.
        start: usize,
    },
}

/// What is shown behind a line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// What is missing of the command's name, if that can only be one.
    pub name: String,
    /// The words that can stand behind it, as `:help` shows them.
    pub args: String,
    /// The whole command, as `:help` shows it.
    pub usage: String,
}

impl Menu {
    /// A line for each command: what is typed, and what it does.
    pub(super) fn help(&self) -> Vec<String> {
        let rows: Vec<(String, &str)> = self
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

    /// What could become of the last word of `line`. Only what can be typed now is offered.
    #[must_use]
    pub fn offer(&self, line: &str) -> Offer {
        let start = line.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
        let typed = &line[start..];
        let before: Vec<&str> = line[..start].split_ascii_whitespace().collect();
        let words = |words: &[String], more| Offer::Words {
            start,
            words: fitting(words, typed),
            more,
        };
        let Some((&name, given)) = before.split_first() else {
            let offered = self.entries.iter().filter(|entry| entry.offered);
            let names = offered.map(|entry| entry.name.to_owned());
            let all: Vec<String> = names.chain(self.bare.iter().cloned()).collect();
            let found = fitting(&all, typed);
            let more = match found.as_slice() {
                [only] => self.find(only).is_some_and(|entry| needs(&entry.args, 0)),
                _ => false,
            };
            return words(&found, more);
        };
        let Some(entry) = self.find(name).filter(|entry| entry.offered) else {
            return words(&[], false);
        };
        // Behind words without a fixed number nobody can tell which one this is.
        let number = given.len();
        let countable = !entry.args.iter().take(number).any(|arg| arg.many);
        let Some(arg) = entry.args.get(number).filter(|_| countable) else {
            return words(&[], false);
        };
        let all: Vec<String> = match arg.kind {
            Kind::File => return Offer::File { start },
            Kind::OneOf(fixed) => fixed.iter().map(|&word| word.to_owned()).collect(),
            Kind::Distinct { words, group } => {
                let group = &given[number - number % group..];
                let is_new = |word: &&&str| !group.iter().any(|old| old.eq_ignore_ascii_case(word));
                let left = words.iter().filter(is_new);
                left.map(|&word| word.to_owned()).collect()
            }
            Kind::Offered => {
                let next = entry.offers.iter().filter_map(|offer| {
                    let mut words = offer.split(' ');
                    let same = given.iter().all(|&word| words.next() == Some(word));
                    words.next().filter(|_| same).map(str::to_owned)
                });
                next.collect()
            }
            Kind::Free => Vec::new(),
        };
        words(&all, needs(&entry.args, number + 1))
    }

    /// The rest of the only command that `line` can become, with its words; or the words that are
    /// still missing behind a complete one.
    #[must_use]
    pub fn hint(&self, line: &str) -> Option<Hint> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let (&name, given) = words.split_first()?;
        let typing = !line.ends_with([' ', '\t']);
        if let Some(entry) = self.find(name).filter(|entry| entry.offered) {
            if typing && !given.is_empty() {
                return None;
            }
            let args = usage("", entry.args.get(given.len()..)?);
            let args = if typing { &args } else { args.trim_start() };
            return (!args.is_empty()).then(|| Hint {
                name: String::new(),
                args: args.to_owned(),
                usage: usage(entry.name, &entry.args),
            });
        }
        if !given.is_empty() || !typing {
            return None;
        }
        let mut fitting = self
            .entries
            .iter()
            .filter(|entry| entry.offered && entry.name.starts_with(name));
        let (only, None) = (fitting.next()?, fitting.next()) else {
            return None;
        };
        Some(Hint {
            name: only.name[name.len()..].to_owned(),
            args: usage("", &only.args),
            usage: usage(only.name, &only.args),
        })
    }
}

/// Whether an argument with this number must be given.
fn needs(args: &[Arg], number: usize) -> bool {
    args.get(number).is_some_and(|arg| !arg.optional)
}

/// The words that begin as typed; if there are none, those that do in the other case. Numbers come
/// in their order, before everything else.
fn fitting(words: &[String], typed: &str) -> Vec<String> {
    let begins = |word: &&String| word.starts_with(typed);
    let begins_somehow = |word: &&String| {
        let beginning = word.get(..typed.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(typed))
    };
    let mut found: Vec<String> = words.iter().filter(begins).cloned().collect();
    if found.is_empty() {
        found = words.iter().filter(begins_somehow).cloned().collect();
    }
    found.sort_by_cached_key(|word| (word.parse().unwrap_or(u64::MAX), word.clone()));
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> Menu {
        let entry = |name, args, offered, offers: &[&str]| Entry {
            name,
            args,
            summary: "",
            usable: true,
            offered,
            offers: offers.iter().map(|&offer| offer.to_owned()).collect(),
        };
        let place = Kind::Distinct {
            words: &["N", "E", "S", "W"],
            group: 2,
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
                entry(
                    ":place",
                    ["A", "B", "C", "D"]
                        .map(|name| Arg::needed(name, place))
                        .to_vec(),
                    true,
                    &[],
                ),
                entry(
                    ":tell",
                    vec![
                        Arg::many("STORY", Kind::Free),
                        Arg::needed("WHOM", Kind::OneOf(&["me"])),
                    ],
                    true,
                    &[],
                ),
            ],
            bare: ["10", "9", "1"].map(str::to_owned).to_vec(),
        }
    }

    /// What is offered, with a blank behind it if the line needs more.
    fn offered(line: &str) -> Vec<String> {
        match menu().offer(line) {
            Offer::File { .. } => vec!["a file".into()],
            Offer::Words { words, more, .. } => {
                let end = if more { " " } else { "" };
                words.iter().map(|word| format!("{word}{end}")).collect()
            }
        }
    }

    #[test]
    fn only_what_can_be_typed_now_is_offered() {
        assert_eq!(offered(":m"), [":mode", ":move"]);
        assert_eq!(offered(":mod"), [":mode "]);
        assert_eq!(offered(":st"), [""; 0]);
        assert_eq!(offered(":move "), ["a1 ", "b1 "]);
        assert_eq!(offered(":move a"), ["a1 "]);
        assert_eq!(offered(":move a1 "), ["a2", "a3"]);
        assert_eq!(offered("  :move   a1  a"), ["a2", "a3"]);
        assert_eq!(offered(":move a1 a2 "), [""; 0]);
        assert_eq!(offered(":mode c"), ["chess"]);
        assert_eq!(offered(":save x"), ["a file"]);
        assert_eq!(offered(":start "), [""; 0]);
        assert_eq!(offered(":nonsense "), [""; 0]);
    }

    #[test]
    fn lines_without_a_colon_are_offered_in_the_order_of_their_numbers() {
        assert_eq!(offered("1"), ["1", "10"]);
        assert_eq!(offered("")[..3], ["1", "9", "10"]);
        assert_eq!(offered("")[3..].len(), 5);
    }

    #[test]
    fn a_word_is_found_in_the_other_case_if_in_no_other_way() {
        assert_eq!(offered(":move A"), ["a1 "]);
        assert_eq!(offered(":MOD"), [":mode "]);
        assert_eq!(offered(":move λ"), [""; 0]);
    }

    #[test]
    fn what_must_be_different_is_offered_once_in_its_group() {
        assert_eq!(offered(":place "), ["E ", "N ", "S ", "W "]);
        assert_eq!(offered(":place n "), ["E ", "S ", "W "]);
        assert_eq!(offered(":place N E "), ["E ", "N ", "S ", "W "]);
        assert_eq!(offered(":place N E S "), ["E", "N", "W"]);
    }

    #[test]
    fn behind_a_story_nobody_knows_what_comes() {
        assert_eq!(offered(":tell "), [""; 0]);
        assert_eq!(offered(":tell once "), [""; 0]);
    }

    #[test]
    fn the_rest_of_a_command_is_shown() {
        let rest = |line| {
            menu()
                .hint(line)
                .map_or(String::new(), |h| h.name + &h.args)
        };
        assert_eq!(rest(":s"), "ave FILE");
        assert_eq!(rest(":mo"), "");
        assert_eq!(rest(":mov"), "e FROM TO");
        assert_eq!(rest(":move"), " FROM TO");
        assert_eq!(rest(":move "), "FROM TO");
        assert_eq!(rest(":move a1 "), "TO");
        assert_eq!(rest(":move a1"), "");
        assert_eq!(rest(":move a1 a2 "), "");
        assert_eq!(rest(":move a1 a2 a3 a4 "), "");
        assert_eq!(rest(":start"), "");
        assert_eq!(rest(" :s"), "ave FILE");
        assert_eq!(rest(""), "");
        assert_eq!(rest("  "), "");
        assert_eq!(
            menu().hint(":mov").map(|h| h.usage),
            Some(":move FROM TO".into())
        );
    }
}
