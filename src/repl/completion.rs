//! Completions of an unfinished line for Tab, and the grey hint after the cursor.

use super::command::{Arg, Kind, Row, usage};
use super::dispatch::Dispatcher;
use super::session::{CommandInfo, Mode};

/// Completions of the last word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// One of these words.
    Words {
        /// Where the word begins that they replace.
        start: usize,
        /// The words, in the order of a list.
        words: Vec<String>,
        /// Whether the line needs another word after this one.
        more: bool,
    },
    /// The name of a file.
    File {
        /// Where it begins.
        start: usize,
    },
}

/// The hint after a line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The missing end of the command's name, if that can only be one.
    pub name: String,
    /// The arguments, as `:help` shows them.
    pub args: String,
    /// The whole command, as `:help` shows it.
    pub usage: String,
}

/// Completes the last word of `line` with words that can be typed now.
pub(super) fn complete<M: Mode>(session: &Dispatcher<M>, line: &str) -> Completion {
    let start = line.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
    let (before, typed) = line.split_at(start);
    let given: Vec<&str> = before.split_ascii_whitespace().collect();
    let usable = |row: &&Row<M>| (row.when)(&session.mode).is_ok();
    let mut rows = session.rows.iter().filter(usable);
    let Some((&name, given)) = given.split_first() else {
        // A command, or a line without a colon.
        let names = rows.clone().map(|row| row.name.to_owned());
        let words = fitting(names.chain(texts(session)).collect(), typed);
        let more = rows.any(|row| words == [row.name] && needs(row, 0));
        return Completion::Words { start, words, more };
    };
    let Some(row) = rows.find(|row| row.name == name) else {
        let words = Vec::new();
        return Completion::Words {
            start,
            words,
            more: false,
        };
    };
    if row.args.get(given.len()).map(|arg| arg.kind) == Some(Kind::File) {
        return Completion::File { start };
    }
    Completion::Words {
        start,
        words: fitting(argument(row, &session.mode, given), typed),
        more: needs(row, given.len() + 1),
    }
}

/// Lines without a colon: the answers to a question, or those of the mode.
fn texts<M: Mode>(session: &Dispatcher<M>) -> Vec<String> {
    let Some(question) = &session.question else {
        return session.mode.text_completions();
    };
    let given: Vec<&str> = question.answers.iter().map(String::as_str).collect();
    argument(&session.rows[question.row], &session.mode, &given)
}

/// Completions of the argument after these words of a command.
fn argument<M>(row: &Row<M>, mode: &M, given: &[&str]) -> Vec<String> {
    let number = given.len();
    // After an argument of several words, the number of this one is not known.
    if row.args.iter().take(number).any(|arg| arg.many) {
        return Vec::new();
    }
    let owned = |word: &&str| (*word).to_owned();
    match row.args.get(number).map(|arg| arg.kind) {
        None | Some(Kind::File) => Vec::new(),
        Some(Kind::OneOf(fixed)) => fixed.iter().map(owned).collect(),
        Some(Kind::Distinct { words, group }) => {
            let group = &given[number - number % group..];
            let same = |old: &str, word: &str| old.trim_end_matches(',').eq_ignore_ascii_case(word);
            let left = |word: &&&str| !group.iter().any(|old| same(old, word));
            words.iter().filter(left).map(owned).collect()
        }
        Some(Kind::Free) => {
            let next = |possible: &String| {
                let mut words = possible.split(' ');
                let same = given.iter().all(|&word| words.next() == Some(word));
                words.next().filter(|_| same).map(str::to_owned)
            };
            (row.completions)(mode).iter().filter_map(next).collect()
        }
    }
}

/// The rest of the only command that `line` can become, with its arguments; or the arguments that
/// are still missing after a complete one.
#[must_use]
pub fn hint(commands: &[CommandInfo], line: &str) -> Option<Hint> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (&name, given) = words.split_first()?;
    let typing = !line.ends_with([' ', '\t']);
    let mut usable = commands.iter().filter(|command| command.usable);
    if let Some(command) = usable.clone().find(|command| command.name == name) {
        let args = usage(&command.args, given.len());
        let args = if typing { &args } else { args.trim_start() };
        let hidden = args.is_empty() || (typing && !given.is_empty());
        return (!hidden).then(|| Hint {
            name: String::new(),
            args: args.to_owned(),
            usage: command.usage.clone(),
        });
    }
    let begins = |command: &&CommandInfo| command.name.starts_with(name);
    let (only, None) = (usable.find(begins)?, usable.find(begins)) else {
        return None;
    };
    (given.is_empty() && typing).then(|| Hint {
        name: only.name[name.len()..].to_owned(),
        args: usage(&only.args, 0),
        usage: only.usage.clone(),
    })
}

/// Whether an argument with this number must be given if all before it are.
fn needs<M>(row: &Row<M>, number: usize) -> bool {
    let before = number.checked_sub(1).and_then(|last| row.args.get(last));
    let begun = before.is_some_and(|arg| arg.optional && !arg.may_end);
    let must = |arg: &Arg| begun || !arg.optional;
    row.args.get(number).is_some_and(must)
}

/// The words that begin as typed; if there are none, those that do in the other case. Numbers come
/// in their order, before everything else.
fn fitting(words: Vec<String>, typed: &str) -> Vec<String> {
    let exact = words.iter().any(|word| word.starts_with(typed));
    let begins = |word: &String| match word.get(..typed.len()) {
        Some(beginning) if exact => beginning == typed,
        Some(beginning) => beginning.eq_ignore_ascii_case(typed),
        None => false,
    };
    let mut found: Vec<String> = words.into_iter().filter(begins).collect();
    found.sort_by_cached_key(|word| (word.parse().unwrap_or(u64::MAX), word.clone()));
    found.dedup();
    found
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::repl::command::{Arg, always};
    use crate::repl::{Context, FileName, Modes, Reply, Session};

    /// A mode whose commands do nothing; it counts how often it is asked for completions.
    #[derive(Default)]
    struct Toy {
        asked: Cell<usize>,
    }

    fn row(name: &'static str, args: Vec<Arg>) -> Row<Toy> {
        let run = |_: &mut Toy, (): (), _: &Context| Reply::new();
        Row::with_args(name, args, "", always, |_| Ok(()), run)
    }

    impl Mode for Toy {
        const NAME: &'static str = "toy";
        const RULES: &'static str = "";

        fn commands() -> Vec<Row<Self>> {
            let place = Kind::Distinct {
                words: &["N", "E", "S", "W"],
                group: 2,
            };
            let never = |_: &Toy| Err("never");
            let moves = |toy: &Toy| {
                toy.asked.set(toy.asked.get() + 1);
                ["a1 a2", "a1 a3", "b1 b2"].map(str::to_owned).to_vec()
            };
            vec![
                Row::new(":start", "", never, |_, _| Reply::new()),
                row(":save", vec![Arg::needed("FILE", Kind::File)]),
                row(
                    ":move",
                    ["FROM", "TO"]
                        .map(|name| Arg::needed(name, Kind::Free))
                        .to_vec(),
                )
                .completing(moves),
                row(
                    ":place",
                    ["A", "B", "C", "D"]
                        .map(|name| Arg::needed(name, place))
                        .to_vec(),
                ),
                row(
                    ":tell",
                    vec![
                        Arg::many("STORY", Kind::Free),
                        Arg::needed("WHOM", Kind::OneOf(&["me"])),
                    ],
                ),
                row(
                    ":find",
                    ["X", "Y"]
                        .map(|name| Arg::optional(name, Kind::OneOf(&["1"])))
                        .to_vec(),
                ),
            ]
        }

        fn prompt(&self) -> String {
            String::new()
        }

        fn playing(&self) -> bool {
            false
        }

        fn load(&mut self, _: &FileName, _: &Context) -> Reply {
            Reply::new()
        }

        fn text_completions(&self) -> Vec<String> {
            ["10", "9", "1"].map(str::to_owned).to_vec()
        }
    }

    fn toy() -> Dispatcher<Toy> {
        Dispatcher::new(
            Toy::default(),
            Modes::named(&["chess", "go"]),
            Context::default(),
        )
    }

    /// What is offered, with a blank behind it if the line needs more.
    fn offered(line: &str) -> Vec<String> {
        match toy().complete(line) {
            Completion::File { .. } => vec!["a file".into()],
            Completion::Words { words, more, .. } => {
                let end = if more { " " } else { "" };
                words.iter().map(|word| format!("{word}{end}")).collect()
            }
        }
    }

    #[test]
    fn only_what_can_be_typed_now_is_offered() {
        assert_eq!(offered(":m"), [":mode", ":move"]);
        assert_eq!(offered(":mod"), [":mode"]);
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
        assert_eq!(offered("")[3..].len(), 11);
    }

    #[test]
    fn a_word_is_found_in_the_other_case_if_in_no_other_way() {
        assert_eq!(offered(":move A"), ["a1 "]);
        assert_eq!(offered(":MOD"), [":mode"]);
        assert_eq!(offered(":move λ"), [""; 0]);
    }

    #[test]
    fn distinct_words_are_offered_once_in_their_group() {
        assert_eq!(offered(":place "), ["E ", "N ", "S ", "W "]);
        assert_eq!(offered(":place n "), ["E ", "S ", "W "]);
        assert_eq!(offered(":place N E "), ["E ", "N ", "S ", "W "]);
        assert_eq!(offered(":place N E S "), ["E", "N", "W"]);
    }

    #[test]
    fn after_an_argument_of_many_words_nothing_is_offered() {
        assert_eq!(offered(":tell "), [""; 0]);
        assert_eq!(offered(":tell once "), [""; 0]);
    }

    #[test]
    fn completions_are_computed_on_demand() {
        let toy = toy();
        toy.prompt();
        assert!(hint(&toy.commands(), ":move a1 ").is_some());
        toy.complete(":mov");
        toy.complete(":place ");
        assert_eq!(toy.mode.asked.get(), 0);
        toy.complete(":move ");
        assert_eq!(toy.mode.asked.get(), 1);
    }

    #[test]
    fn after_the_first_optional_word_the_others_are_needed() {
        assert_eq!(offered(":find "), ["1 "]);
        assert_eq!(offered(":find 1 "), ["1"]);
        assert_eq!(offered(":fin"), [":find"]);
        let args = |line| hint(&toy().commands(), line).map(|hint| hint.args);
        assert_eq!(args(":find"), Some(" [X Y]".to_owned()));
        assert_eq!(args(":find 1 "), Some("Y".to_owned()));
    }

    #[test]
    fn the_rest_of_a_command_is_shown() {
        let rest = |line| hint(&toy().commands(), line).map_or(String::new(), |h| h.name + &h.args);
        assert_eq!(rest(":sa"), "ve FILE");
        assert_eq!(rest(":mo"), "");
        assert_eq!(rest(":mov"), "e FROM TO");
        assert_eq!(rest(":move"), " FROM TO");
        assert_eq!(rest(":move "), "FROM TO");
        assert_eq!(rest(":move a1 "), "TO");
        assert_eq!(rest(":move a1"), "");
        assert_eq!(rest(":move a1 a2 "), "");
        assert_eq!(rest(":move a1 a2 a3 a4 "), "");
        assert_eq!(rest(":start"), "");
        assert_eq!(rest(" :sa"), "ve FILE");
        assert_eq!(rest(""), "");
        assert_eq!(rest("  "), "");
        assert_eq!(
            hint(&toy().commands(), ":mov").map(|h| h.usage),
            Some(":move FROM TO".into())
        );
    }
}
