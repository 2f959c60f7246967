//! A command: one [`Row`] says everything about it.
//!
//! The dispatcher, `:help`, completion, hints and "did you mean" read rows, and tests walk them. A
//! new command is one row and its handler.

use super::context::{Context, FileName};
use super::reply::{Refusal, Reply};
use super::session::Mode;

/// The values of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything; the row's [`completions`](Row::completions) list what is worth typing.
    Free,
    /// A file name.
    File,
    /// One of a few fixed words.
    OneOf(&'static [&'static str]),
    /// One of a few fixed words, none of them twice in a group of so many arguments.
    Distinct {
        /// The words.
        words: &'static [&'static str],
        /// How many arguments make a group; the first group begins with the first argument.
        group: usize,
    },
}

/// An argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Its name in `:help`.
    pub name: &'static str,
    /// Its values.
    pub kind: Kind,
    /// Whether it can be left out. Optional arguments come last and go together: all or none, unless
    /// one of them can [end](Arg::may_end) the line.
    pub optional: bool,
    /// Whether the optional arguments after it can be left out when it is given.
    pub may_end: bool,
    /// Whether it can be more than one word.
    pub many: bool,
}

impl Arg {
    /// An argument that must be given.
    #[must_use]
    pub const fn needed(name: &'static str, kind: Kind) -> Self {
        Arg {
            name,
            kind,
            optional: false,
            may_end: false,
            many: false,
        }
    }

    /// An argument that must be given and can contain blanks.
    #[must_use]
    pub const fn many(name: &'static str, kind: Kind) -> Self {
        Arg {
            many: true,
            ..Arg::needed(name, kind)
        }
    }

    /// An argument that can be left out.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Arg {
            optional: true,
            ..Arg::needed(name, kind)
        }
    }

    /// The same argument, after which other optional ones can be left out.
    #[must_use]
    pub const fn ending(mut self) -> Self {
        self.may_end = true;
        self
    }
}

/// Whether so many words can be given for these arguments.
#[must_use]
pub fn takes(args: &[Arg], words: usize) -> bool {
    let needed = args.iter().filter(|arg| !arg.optional).count();
    words == needed
        || words == args.len()
        || (words > needed && args.iter().any(|arg| arg.many))
        || (needed..args.len()).any(|last| last + 1 == words && args[last].may_end)
}

/// Questions that a command asks when its arguments are left out.
pub struct Dialogue<M: 'static> {
    /// The reply that opens it; `None` if the command runs without arguments now.
    pub open: fn(&M) -> Option<Reply>,
    /// The questions, in order.
    pub questions: &'static [Question<M>],
    /// Runs the command with all answers. If the reply has failed, the first question comes again.
    pub finish: fn(&mut M, &[String], &Context) -> Reply,
}

/// One question of a [`Dialogue`].
pub struct Question<M> {
    /// The prompt for the answer.
    pub prompt: &'static str,
    /// Possible answers, for a person who does not know; may be empty.
    pub advice: &'static str,
    /// Checks an answer. After a wrong one the question comes again.
    pub check: fn(&M, &str) -> Result<(), Reply>,
}

/// Whether a command can be used now, and if not, why.
pub type When<M> = fn(&M) -> Result<(), &'static str>;

/// The command can be used at any time.
///
/// # Errors
/// None.
pub const fn always<M>(_: &M) -> Result<(), &'static str> {
    Ok(())
}

/// The command can be used while a game is in progress.
///
/// # Errors
/// When there is none.
pub fn playing<M: Mode>(mode: &M) -> Result<(), &'static str> {
    if mode.playing() {
        return Ok(());
    }
    Err("no game is in progress: :start begins one")
}

/// The command can be used while no game is in progress.
///
/// # Errors
/// When there is one.
pub fn idle<M: Mode>(mode: &M) -> Result<(), &'static str> {
    if mode.playing() {
        return Err("a game is in progress: :stop ends it");
    }
    Ok(())
}

/// Why the words after a command's name are wrong, where there is more to say than the usage.
pub type WrongWords = Option<String>;

type Run<M> = Box<dyn Fn(&mut M, &[&str], &Context) -> Result<Reply, WrongWords>>;

/// A command of the mode `M`.
pub struct Row<M: 'static> {
    /// The name with its colon, as it is typed.
    pub name: &'static str,
    /// The arguments.
    pub args: Vec<Arg>,
    /// One line for `:help`.
    pub summary: &'static str,
    /// Whether it can be used now.
    pub when: When<M>,
    /// What can be typed now for [free](Kind::Free) arguments: all words of each possibility, with
    /// one blank between them.
    pub completions: fn(&M) -> Vec<String>,
    /// Asks for arguments that are left out.
    pub dialogue: Option<Dialogue<M>>,
    /// Whether commas can separate its arguments.
    pub commas: bool,
    run: Run<M>,
}

impl<M: 'static> Row<M> {
    /// A command without arguments.
    pub fn new<R: Into<Reply> + 'static>(
        name: &'static str,
        summary: &'static str,
        when: When<M>,
        run: fn(&mut M, &Context) -> R,
    ) -> Self {
        let run = move |mode: &mut M, (): (), context: &Context| run(mode, context);
        Row::with_args(name, vec![], summary, when, |_| Ok(()), run)
    }

    /// A command whose words `parse` turns into an `A`. Their number has been checked before.
    pub fn with_args<A, R: Into<Reply>>(
        name: &'static str,
        args: Vec<Arg>,
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
            completions: |_| Vec::new(),
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

    /// A command with the name of a file.
    pub fn with_file(
        name: &'static str,
        summary: &'static str,
        when: When<M>,
        run: fn(&mut M, &FileName, &Context) -> Reply,
    ) -> Self {
        let args = vec![Arg::needed("FILE", Kind::File)];
        let parse = |words: &[&str]| Ok(words.concat());
        let run = move |mode: &mut M, name: String, context: &Context| {
            run(mode, &FileName::typed(&name, &context.folders), context)
        };
        Row::with_args(name, args, summary, when, parse, run)
    }

    /// The same command with completions for its free arguments.
    #[must_use]
    pub fn completing(mut self, completions: fn(&M) -> Vec<String>) -> Self {
        self.completions = completions;
        self
    }

    /// The same command, which asks for its arguments.
    #[must_use]
    pub fn asking(mut self, dialogue: Dialogue<M>) -> Self {
        self.dialogue = Some(dialogue);
        self
    }

    /// The same command, also with commas between its arguments.
    #[must_use]
    pub fn taking_commas(mut self) -> Self {
        self.commas = true;
        self
    }
}

impl<M: 'static> Row<M> {
    /// Splits what is typed after the name.
    pub(super) fn words<'a>(&self, rest: &'a str) -> Vec<&'a str> {
        let separated = self.commas.then(|| without_commas(rest)).flatten();
        separated.unwrap_or_else(|| rest.split_ascii_whitespace().collect())
    }

    /// Runs the command with these words, or refuses it if it cannot be used now.
    ///
    /// # Errors
    /// When the words are malformed.
    pub(super) fn run(
        &self,
        mode: &mut M,
        words: &[&str],
        context: &Context,
    ) -> Result<Reply, WrongWords> {
        if !takes(&self.args, words.len()) {
            let file = self.args.iter().any(|arg| arg.kind == Kind::File);
            let blanks = file && words.len() > self.args.len();
            return Err(blanks.then(|| "the name of a file is one word, without blanks".to_owned()));
        }
        (self.run)(mode, words, context)
            .map_err(|reason| reason.or_else(|| self.wrong_choice(words)))
    }

    /// Names the choices for the first word that is not one of them.
    fn wrong_choice(&self, words: &[&str]) -> WrongWords {
        let mut wrong = self.args.iter().zip(words);
        wrong.find_map(|(arg, word)| match arg.kind {
            Kind::OneOf(choices) if !choices.contains(word) => {
                Some(format!("{} is one of {}", arg.name, choices.join(", ")))
            }
            _ => None,
        })
    }

    /// The command with its arguments as `:help` shows it: `:start [N COLOUR]`.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{}{}", self.name, usage(&self.args, 0))
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

/// Formats the arguments from number `first` on as `:help` shows them, each after a blank.
pub(super) fn usage(args: &[Arg], first: usize) -> String {
    // After the first of several optional arguments the others are needed, as a rule.
    let before = first.checked_sub(1).and_then(|last| args.get(last));
    let mut begun = before.is_some_and(|arg| arg.optional && !arg.may_end);
    let mut usage = String::new();
    let mut open = 0;
    for arg in args.get(first..).unwrap_or_default() {
        let bracket = if arg.optional && !begun { "[" } else { "" };
        usage.extend([" ", bracket, arg.name]);
        open += bracket.len();
        begun = arg.optional && !arg.may_end;
    }
    usage + &"]".repeat(open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_words_and_are_nowhere_else() {
        for line in ["1 2 0", "1, 2, 0", "1,2,0", "1 ,2 , 0", "1,2 0"] {
            assert_eq!(without_commas(line), Some(vec!["1", "2", "0"]), "{line}");
        }
        for line in [",1 2 0", "1 2 0,", "1,, 2, 0", "1, , 2 0", ","] {
            assert_eq!(without_commas(line), None, "{line}");
        }
    }
}
