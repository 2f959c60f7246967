//! A command: one [`Row`] says everything about it.
//!
//! The dispatcher, `:help`, completion, hints and "did you mean" read rows, and tests walk them. A
//! new command is one row and the handler that it names.

use super::context::Context;
use super::file_name::FileName;
use super::reply::{Refused, Reply};
use super::session::Mode;

/// What may stand in the place of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything; the row's [`completions`](Row::completions) tell what is worth typing.
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
    /// What it is called in `:help`.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// Whether it may be left out. Optional arguments come last and go together: all or none, unless
    /// one of them may [end](Arg::may_end) the line.
    pub optional: bool,
    /// Whether the optional arguments behind it may be left out when it is given.
    pub may_end: bool,
    /// Whether it may be more than one word.
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

    /// An argument that must be given and may contain blanks.
    #[must_use]
    pub const fn many(name: &'static str, kind: Kind) -> Self {
        Arg {
            many: true,
            ..Arg::needed(name, kind)
        }
    }

    /// An argument that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Arg {
            optional: true,
            ..Arg::needed(name, kind)
        }
    }

    /// The same argument, behind which other optional ones may be left out.
    #[must_use]
    pub const fn ending(mut self) -> Self {
        self.may_end = true;
        self
    }
}

/// Whether so many words may stand in the place of these arguments.
#[must_use]
pub fn takes(args: &[Arg], words: usize) -> bool {
    let needed = args.iter().filter(|arg| !arg.optional).count();
    words == needed
        || words == args.len()
        || (words > needed && args.iter().any(|arg| arg.many))
        || (needed..args.len()).any(|last| last + 1 == words && args[last].may_end)
}

/// A question that a command asks when its arguments are left out.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The prompt for the answer.
    pub prompt: &'static str,
    /// What can be answered, for a person who does not know; may be empty.
    pub advice: &'static str,
    /// Whether this is an answer. If not, the question comes again, with the reason.
    pub check: fn(&str) -> Result<(), String>,
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

/// Why the words behind a command's name are wrong, where there is more to say than the usage.
pub type WrongWords = Option<String>;

/// What a handler returns, or a [`Reply`] if it never refuses.
pub type Outcome = Result<Reply, Refused>;

impl From<Reply> for Outcome {
    fn from(reply: Reply) -> Self {
        Ok(reply)
    }
}

/// A command with its arguments, ready to run.
pub type Action<M> = Box<dyn FnOnce(&mut M, &Context) -> Outcome>;

type Parse<M> = Box<dyn Fn(&[&str]) -> Result<Action<M>, WrongWords>>;

/// What a command does if nothing stands behind its name.
pub enum Alone<M> {
    /// It runs like any other.
    Runs,
    /// It only looks, and can be used at any time.
    Looks(fn(&M, &Context) -> Reply),
    /// It asks for its arguments; it runs if there is nothing to ask now.
    Asks(fn(&M) -> &'static [Question]),
}

/// A command of the mode `M`.
pub struct Row<M> {
    /// The name with its colon, as it is typed.
    pub name: &'static str,
    /// What stands behind the name.
    pub args: Vec<Arg>,
    /// One line for `:help`.
    pub summary: &'static str,
    /// A line that a person could type. The name of an argument that is [one of](Kind::OneOf) a few
    /// words stands for the first of them.
    pub example: &'static str,
    /// Whether it can be used now.
    pub when: When<M>,
    /// What could stand behind the name now, in the place of [free](Kind::Free) arguments: all words
    /// of each possibility, with one blank between them.
    pub completions: fn(&M) -> Vec<String>,
    /// What it does without arguments.
    pub alone: Alone<M>,
    /// Whether it only looks: an open question stays open.
    pub looks: bool,
    /// Whether its arguments may have commas between them.
    pub takes_commas: bool,
    parse: Parse<M>,
}

impl<M: 'static> Row<M> {
    /// A command without arguments.
    pub fn new<R: Into<Outcome> + 'static>(
        name: &'static str,
        summary: &'static str,
        when: When<M>,
        run: fn(&mut M, &Context) -> R,
    ) -> Self {
        let parse = |_: &[&str]| Ok(());
        let run = move |mode: &mut M, (): (), context: &Context| run(mode, context);
        Row::with_args(name, vec![], name, summary, when, parse, run)
    }

    /// A command whose words `parse` turns into an `A`. Their number has been checked before.
    pub fn with_args<A: 'static, R: Into<Outcome>>(
        name: &'static str,
        args: Vec<Arg>,
        example: &'static str,
        summary: &'static str,
        when: When<M>,
        parse: impl Fn(&[&str]) -> Result<A, WrongWords> + 'static,
        run: impl Fn(&mut M, A, &Context) -> R + Copy + 'static,
    ) -> Self {
        Row {
            name,
            args,
            summary,
            example,
            when,
            completions: |_| Vec::new(),
            alone: Alone::Runs,
            looks: false,
            takes_commas: false,
            parse: Box::new(move |words| {
                let args = parse(words)?;
                Ok(Box::new(move |mode, context| {
                    run(mode, args, context).into()
                }))
            }),
        }
    }

    /// A command with the name of a file.
    pub fn with_file(
        name: &'static str,
        example: &'static str,
        summary: &'static str,
        when: When<M>,
        run: fn(&mut M, &FileName, &Context) -> Reply,
    ) -> Self {
        let args = vec![Arg::needed("FILE", Kind::File)];
        let parse = |words: &[&str]| Ok(words.concat());
        let run = move |mode: &mut M, name: String, context: &Context| {
            run(mode, &FileName::typed(&name, &context.folders), context)
        };
        Row::with_args(name, args, example, summary, when, parse, run)
    }

    /// The same command with completions for its free arguments.
    #[must_use]
    pub fn completing(mut self, completions: fn(&M) -> Vec<String>) -> Self {
        self.completions = completions;
        self
    }

    /// The same command, which does something else without arguments.
    #[must_use]
    pub fn alone(mut self, alone: Alone<M>) -> Self {
        self.alone = alone;
        self
    }

    /// The same command, which only looks.
    #[must_use]
    pub fn looking(mut self) -> Self {
        self.looks = true;
        self
    }

    /// The same command, also with commas between its arguments.
    #[must_use]
    pub fn taking_commas(mut self) -> Self {
        self.takes_commas = true;
        self
    }
}

impl<M> Row<M> {
    /// The command that these words behind the name make.
    ///
    /// # Errors
    /// When they make none.
    pub fn parse(&self, words: &[&str]) -> Result<Action<M>, WrongWords> {
        let line = words.join(" ");
        let separated = self.takes_commas.then(|| without_commas(&line)).flatten();
        let words = separated.as_deref().unwrap_or(words);
        if !takes(&self.args, words.len()) {
            let file = self.args.iter().any(|arg| arg.kind == Kind::File);
            let blanks = file && words.len() > self.args.len();
            return Err(blanks.then(|| "the name of a file is one word, without blanks".to_owned()));
        }
        (self.parse)(words).map_err(|reason| reason.or_else(|| self.wrong_choice(words)))
    }

    /// What the first word could have been that is not one of the few that may stand in its place.
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

    /// The questions that it asks now if its arguments are left out.
    pub(super) fn questions(&self, mode: &M) -> &'static [Question] {
        match self.alone {
            Alone::Asks(questions) => questions(mode),
            Alone::Runs | Alone::Looks(_) => &[],
        }
    }

    /// Whether it can be used at any time if nothing stands behind its name.
    pub(super) const fn looks_alone(&self) -> bool {
        matches!(self.alone, Alone::Looks(_))
    }

    /// The example as it can be typed.
    #[must_use]
    pub fn example(&self) -> String {
        let fixed = |word: &str| {
            let arg = self.args.iter().find(|arg| arg.name == word)?;
            match arg.kind {
                Kind::OneOf(words) => words.first().copied(),
                _ => None,
            }
        };
        let words = self.example.split(' ');
        let typed: Vec<&str> = words.map(|word| fixed(word).unwrap_or(word)).collect();
        typed.join(" ")
    }
}

/// The words of a line in which commas stand between some of them; `None` if a comma stands
/// anywhere else.
fn without_commas(line: &str) -> Option<Vec<&str>> {
    let pieces: Vec<&str> = line.split(',').collect();
    let between = pieces.iter().all(|piece| !piece.trim_ascii().is_empty());
    let words = pieces
        .iter()
        .flat_map(|piece| piece.split_ascii_whitespace());
    between.then(|| words.collect())
}

/// These arguments from the first one on as `:help` shows them, each with a blank before it.
pub(super) fn usage(args: &[Arg], first: usize) -> String {
    // Behind the first of several optional arguments the others are needed, as a rule.
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
    fn commas_may_stand_between_words_and_nowhere_else() {
        for line in ["1 2 0", "1, 2, 0", "1,2,0", "1 ,2 , 0", "1,2 0"] {
            assert_eq!(without_commas(line), Some(vec!["1", "2", "0"]), "{line}");
        }
        for line in [",1 2 0", "1 2 0,", "1,, 2, 0", "1, , 2 0", ","] {
            assert_eq!(without_commas(line), None, "{line}");
        }
    }
}
