//! Commands: one [`Row`] describes each.
//!
//! The dispatcher, `:help`, completion, hints, "did you mean" and tests read the rows. A new command
//! is a row and its handler.

use std::path::Path;

use super::context::Context;
use super::reply::{Refusal, Reply};
use super::session::Mode;

/// Whether arguments written as in [`Row::args`] accept this number of words.
#[must_use]
pub fn takes(args: &str, words: usize) -> bool {
    let names: Vec<&str> = args.split_ascii_whitespace().collect();
    let next = names.get(words);
    next.map_or(words == names.len(), |name| name.starts_with('['))
        || (words > names.len() && args.contains(MANY))
}

/// The argument that is a file name.
pub(super) const FILE: &str = "FILE";

/// The suffix of an argument that can be several words.
pub(super) const MANY: &str = "...";

/// Questions that a command asks when it is typed without arguments.
pub struct Dialogue<M: 'static> {
    /// Returns the opening reply, or `None` if the command runs without arguments now.
    pub open: fn(&M) -> Option<Reply>,
    /// The questions, in order.
    pub questions: &'static [Question<M>],
    /// A line above the resulting board; can be empty. The command runs with the answers as its words.
    /// If that fails, the questions start again.
    pub heading: &'static str,
}

/// One question of a [`Dialogue`].
pub struct Question<M> {
    /// The prompt for the answer.
    pub prompt: &'static str,
    /// Advice on possible answers; can be empty.
    pub advice: &'static str,
    /// Checks an answer. After a wrong one the question is repeated.
    pub check: fn(&M, &str) -> Result<(), Reply>,
}

/// Whether a command can be used now, or why not.
pub type When<M> = fn(&M) -> Result<(), &'static str>;

/// Allows a command at any time.
///
/// # Errors
/// None.
pub const fn always<M>(_: &M) -> Result<(), &'static str> {
    Ok(())
}

/// Allows a command while a game is in progress.
///
/// # Errors
/// When there is none.
pub fn playing<M: Mode>(mode: &M) -> Result<(), &'static str> {
    if mode.playing() {
        return Ok(());
    }
    Err("no game is in progress: :start begins one")
}

/// Allows a command while no game is in progress.
///
/// # Errors
/// When there is one.
pub fn idle<M: Mode>(mode: &M) -> Result<(), &'static str> {
    if mode.playing() {
        return Err("a game is in progress: :stop ends it");
    }
    Ok(())
}

/// Why the words after a command are wrong; empty if the usage says enough.
pub type WrongWords = String;

type Run<M> = Box<dyn Fn(&mut M, &[&str], &Context) -> Result<Reply, WrongWords>>;

/// Completions of the word that follows some words.
type Complete<M> = Box<dyn Fn(&M, &[&str]) -> Vec<String>>;

/// A command of the mode `M`.
pub struct Row<M: 'static> {
    /// The name with its colon, as it is typed.
    pub name: &'static str,
    /// The arguments as `:help` shows them: those in brackets are optional, `NAME...` can be several
    /// words, and `FILE` is completed as a file name.
    pub args: &'static str,
    /// One line for `:help`.
    pub summary: &'static str,
    /// Whether it can be used now.
    pub when: When<M>,
    /// Completes the word after the given ones.
    pub completions: Complete<M>,
    /// Asks for missing arguments.
    pub dialogue: Option<Dialogue<M>>,
    /// Whether commas can separate its arguments.
    pub commas: bool,
    pub(super) run: Run<M>,
}

impl<M: 'static> Row<M> {
    /// Creates a command without arguments.
    pub fn new<R: Into<Reply> + 'static>(
        name: &'static str,
        summary: &'static str,
        when: When<M>,
        run: fn(&mut M, &Context) -> R,
    ) -> Self {
        let run = move |mode: &mut M, (): (), context: &Context| run(mode, context);
        Row::with_args(name, "", summary, when, |_| Ok(()), run)
    }

    /// Creates a command whose words `parse` turns into an `A`. Their number is checked first.
    pub fn with_args<A, R: Into<Reply>>(
        name: &'static str,
        args: &'static str,
        summary: &'static str,
        when: When<M>,
        parse: impl Fn(&[&str]) -> Result<A, WrongWords> + 'static,
        run: impl Fn(&mut M, A, &Context) -> R + 'static,
    ) -> Self {
        Row {
            name,
            args,
            summary,
            when,
            completions: Box::new(|_, _| Vec::new()),
            dialogue: None,
            commas: false,
            run: Box::new(move |mode, words, context| {
                let args = parse(words)?;
                Ok(match when(mode) {
                    Ok(()) => run(mode, args, context).into(),
                    Err(reason) => Reply::refuse(Refusal::NotNow, reason),
                })
            }),
        }
    }

    /// Creates a command with a file name.
    pub fn with_file(
        name: &'static str,
        summary: &'static str,
        when: When<M>,
        run: fn(&mut M, &Path, &Context) -> Reply,
    ) -> Self {
        let parse = |words: &[&str]| Ok(words.concat());
        let run =
            move |mode: &mut M, name: String, context: &Context| run(mode, name.as_ref(), context);
        Row::with_args(name, FILE, summary, when, parse, run)
    }

    /// Adds completions: all words of each possibility, separated by blanks.
    #[must_use]
    pub fn completing(self, all: impl Fn(&M) -> Vec<String> + 'static) -> Self {
        self.completing_words(move |mode, given| {
            let next = |possible: &String| {
                let mut words = possible.split(' ');
                let same = given.iter().all(|&word| words.next() == Some(word));
                words.next().filter(|_| same).map(str::to_owned)
            };
            all(mode).iter().filter_map(next).collect()
        })
    }

    /// Adds completions of the word after the given ones.
    #[must_use]
    pub fn completing_words(
        mut self,
        completions: impl Fn(&M, &[&str]) -> Vec<String> + 'static,
    ) -> Self {
        self.completions = Box::new(completions);
        self
    }

    /// Adds questions for missing arguments.
    #[must_use]
    pub fn asking(mut self, dialogue: Dialogue<M>) -> Self {
        self.dialogue = Some(dialogue);
        self
    }

    /// Allows commas between the arguments.
    #[must_use]
    pub fn taking_commas(mut self) -> Self {
        self.commas = true;
        self
    }
}

impl<M: 'static> Row<M> {
    /// Runs the command with the rest of its line, or rejects it if it cannot be used now.
    ///
    /// # Errors
    /// When its words are malformed.
    pub(super) fn run(
        &self,
        mode: &mut M,
        rest: &str,
        context: &Context,
    ) -> Result<Reply, WrongWords> {
        let separated = self.commas.then(|| without_commas(rest)).flatten();
        let words = separated.unwrap_or_else(|| rest.split_ascii_whitespace().collect());
        if !takes(self.args, words.len()) {
            let blanks = self.args == FILE && words.len() > 1;
            return Err(if blanks {
                "a file is one word, without blanks"
            } else {
                ""
            }
            .to_owned());
        }
        (self.run)(mode, &words, context)
    }

    /// Returns the command with its arguments as `:help` shows it: `:start [N COLOUR]`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.args).trim_end().to_owned()
    }
}

/// Splits words with commas between some of them; `None` if a comma is anywhere else.
fn without_commas(line: &str) -> Option<Vec<&str>> {
    let pieces: Vec<&str> = line.split(',').collect();
    let between = pieces.iter().all(|piece| !piece.trim_ascii().is_empty());
    let words = pieces
        .iter()
        .flat_map(|piece| piece.split_ascii_whitespace());
    between.then(|| words.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_can_only_separate_words() {
        for line in ["1 2 0", "1, 2, 0", "1,2,0", "1 ,2 , 0", "1,2 0"] {
            assert_eq!(without_commas(line), Some(vec!["1", "2", "0"]), "{line}");
        }
        for line in [",1 2 0", "1 2 0,", "1,, 2, 0", "1, , 2 0", ","] {
            assert_eq!(without_commas(line), None, "{line}");
        }
    }
}
