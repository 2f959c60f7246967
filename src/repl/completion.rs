//! Tab completion, and the grey hint after the cursor.

use super::command::{FILE, MANY, Row};
use super::dispatch::Dispatcher;
use super::session::{CommandInfo, Mode};

/// Completions of the last word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Completion {
    /// One of these words.
    Words {
        /// The start of the word that they replace.
        start: usize,
        /// The words, sorted.
        words: Vec<String>,
        /// Whether the line needs a word after this one.
        more: bool,
    },
    /// The name of a file.
    File {
        /// Its start in the line.
        start: usize,
    },
}

/// The hint after a line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The missing end of the command's name, if only one command fits.
    pub name: String,
    /// The arguments, as `:help` shows them.
    pub args: String,
    /// The whole command, as `:help` shows it.
    pub usage: String,
}

/// Completes the last word of `line` with words that can be used now.
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
        let more = rows.any(|row| words == [row.name] && needs(row.args, 0));
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
    let names: Vec<&str> = row.args.split(' ').collect();
    let next = names.get(given.len());
    if next == Some(&FILE) {
        return Completion::File { start };
    }
    // After an argument of several words, the position of this word is unknown.
    let known = next.is_some() && !names[..given.len()].iter().any(|name| name.ends_with(MANY));
    let words = if known {
        (row.completions)(&session.mode, given)
    } else {
        Vec::new()
    };
    Completion::Words {
        start,
        words: fitting(words, typed),
        more: needs(row.args, given.len() + 1),
    }
}

/// Returns the possible lines without a colon: the answers to a question, or those of the mode.
fn texts<M: Mode>(session: &Dispatcher<M>) -> Vec<String> {
    let Some(question) = &session.question else {
        return session.mode.text_completions();
    };
    let given: Vec<&str> = question.answers.iter().map(String::as_str).collect();
    (session.rows[question.row].completions)(&session.mode, &given)
}

/// Returns the rest of the only command that `line` can become, with its arguments, or the arguments
/// still missing after a complete name.
#[must_use]
pub fn hint(commands: &[CommandInfo], line: &str) -> Option<Hint> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (&name, given) = words.split_first()?;
    let typing = !line.ends_with([' ', '\t']);
    let mut usable = commands.iter().filter(|command| command.usable);
    if let Some(command) = usable.clone().find(|command| command.name == name) {
        let blank = if typing { " " } else { "" };
        let args = rest(command.args, given.len(), blank);
        let hidden = args.is_empty() || (typing && !given.is_empty());
        return (!hidden).then(|| Hint {
            name: String::new(),
            args,
            usage: command.usage.clone(),
        });
    }
    let begins = |command: &&CommandInfo| command.name.starts_with(name);
    let (only, None) = (usable.find(begins)?, usable.find(begins)) else {
        return None;
    };
    (given.is_empty() && typing).then(|| Hint {
        name: only.name[name.len()..].to_owned(),
        args: rest(only.args, 0, " "),
        usage: only.usage.clone(),
    })
}

/// Returns the arguments after the first `given`, with `blank` in front if there are any.
fn rest(args: &str, given: usize, blank: &str) -> String {
    let rest: Vec<&str> = args.split_ascii_whitespace().skip(given).collect();
    let rest = rest.join(" ");
    let [open, closed] = ['[', ']'].map(|bracket| rest.matches(bracket).count());
    let rest = &rest[..rest.len() - (closed - open)];
    let blank = if rest.is_empty() { "" } else { blank };
    format!("{blank}{rest}")
}

/// Whether the argument with this index is required if all before it are given.
fn needs(args: &str, number: usize) -> bool {
    let mut names = args.split_ascii_whitespace();
    names.nth(number).is_some_and(|name| !name.starts_with('['))
}

/// Returns the words that start with `typed`, ignoring case if none does exactly. Numbers come first,
/// in numerical order.
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
    use std::path::Path;

    use super::*;
    use crate::repl::command::always;
    use crate::repl::{Context, Modes, Reply, Session};

    /// A mode whose commands do nothing. Counts the requests for completions.
    #[derive(Default)]
    struct Toy {
        asked: Cell<usize>,
    }

    fn row(name: &'static str, args: &'static str) -> Row<Toy> {
        let run = |_: &mut Toy, (): (), _: &Context| Reply::new();
        Row::with_args(name, args, "", always, |_| Ok(()), run)
    }

    impl Mode for Toy {
        const NAME: &'static str = "toy";
        const RULES: &'static str = "";
        const LONGEST_FILE: usize = 0;

        fn commands() -> Vec<Row<Self>> {
            let never = |_: &Toy| Err("never");
            let moves = |toy: &Toy| {
                toy.asked.set(toy.asked.get() + 1);
                ["a1 a2", "a1 a3", "b1 b2"].map(str::to_owned).to_vec()
            };
            vec![
                Row::new(":start", "", never, |_, _| Reply::new()),
                row(":save", "FILE"),
                row(":move", "FROM TO").completing(moves),
                row(":place", "A B C D"),
                row(":tell", "STORY... WHOM").completing(|_| vec!["me".to_owned()]),
                row(":find", "[X Y]").completing(|_| vec!["1 1".to_owned()]),
            ]
        }

        fn prompt(&self) -> String {
            String::new()
        }

        fn playing(&self) -> bool {
            false
        }

        fn saved(&self) -> Option<String> {
            None
        }

        fn load(&mut self, _: &[u8], _: Option<&Path>, _: &Context) -> Result<Reply, String> {
            Ok(Reply::new())
        }

        fn lines(&self, _: &Context) -> Result<Vec<String>, String> {
            Ok(Vec::new())
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

    /// Returns the completions, each with a blank after it if the line needs more words.
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
    fn only_usable_words_are_offered() {
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
    fn numbers_are_offered_in_numerical_order() {
        assert_eq!(offered("1"), ["1", "10"]);
        assert_eq!(offered("")[..3], ["1", "9", "10"]);
        assert_eq!(offered("")[3..].len(), 11);
    }

    #[test]
    fn case_is_ignored_if_no_word_fits_exactly() {
        assert_eq!(offered(":move A"), ["a1 "]);
        assert_eq!(offered(":MOD"), [":mode"]);
        assert_eq!(offered(":move λ"), [""; 0]);
    }

    #[test]
    fn nothing_is_offered_after_an_argument_of_several_words() {
        assert_eq!(offered(":tell "), ["me "]);
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
    fn after_the_first_optional_word_the_others_are_required() {
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
