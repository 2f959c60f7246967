//! One row of a command table: the single place where a command is described.
//!
//! The parser, `:help`, completion and "did you mean" all read rows, and tests walk them.

/// What may stand in the place of an argument: completion asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Anything.
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
    /// Something the mode knows at this moment: squares, moves, sides.
    Offered,
}

/// An argument of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    /// What it is called in `:help`.
    pub name: &'static str,
    /// What may stand there.
    pub kind: Kind,
    /// Whether it may be left out. Only the last arguments may.
    pub optional: bool,
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
            many: false,
        }
    }

    /// An argument that must be given and may have blanks in it.
    #[must_use]
    pub const fn many(name: &'static str, kind: Kind) -> Self {
        Arg {
            name,
            kind,
            optional: false,
            many: true,
        }
    }

    /// An argument that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Arg {
            name,
            kind,
            optional: true,
            many: false,
        }
    }
}

/// When a command can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Always.
    Always,
    /// While a game is in progress.
    Playing,
    /// While none is.
    Idle,
}

impl When {
    /// Whether that moment is now.
    #[must_use]
    pub const fn is_now(self, playing: bool) -> bool {
        match self {
            When::Always => true,
            When::Playing => playing,
            When::Idle => !playing,
        }
    }
}

/// How the words behind a command's name become a typed command; `None` if they cannot.
/// Their number has been checked before.
pub type Parse<C> = Box<dyn Fn(&[&str]) -> Option<C>>;

/// A command: its name, its words, when it can be used, and how the words become a value.
pub struct Row<C> {
    /// The name with its colon, as it is typed.
    pub name: &'static str,
    /// What stands behind the name.
    pub args: Vec<Arg>,
    /// One line for `:help`.
    pub summary: &'static str,
    /// When it can be used.
    pub when: When,
    /// A line that a person could type. The name of an argument that is one of a few fixed words
    /// stands for the first of them: a table may be written before the words are known.
    pub example: &'static str,
    /// How the words behind the name become a command.
    pub parse: Parse<C>,
}

impl<C: 'static> Row<C> {
    /// A command without arguments.
    pub fn bare(name: &'static str, when: When, summary: &'static str, command: C) -> Self
    where
        C: Clone,
    {
        Row {
            name,
            args: Vec::new(),
            summary,
            when,
            example: name,
            parse: Box::new(move |_| Some(command.clone())),
        }
    }

    /// The same command inside a larger command type.
    pub fn lift<D>(self, wrap: impl Fn(C) -> D + 'static) -> Row<D> {
        let parse = self.parse;
        Row {
            name: self.name,
            args: self.args,
            summary: self.summary,
            when: self.when,
            example: self.example,
            parse: Box::new(move |words| parse(words).map(&wrap)),
        }
    }
}

impl<C> Row<C> {
    /// The command with its arguments as `:help` shows it: `:moves [FROM]`.
    #[must_use]
    pub fn usage(&self) -> String {
        usage(self.name, &self.args)
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

    /// Whether this many words may stand behind the name.
    #[must_use]
    pub fn takes(&self, words: usize) -> bool {
        let needed = self.args.iter().filter(|arg| !arg.optional).count();
        let unlimited = self.args.iter().any(|arg| arg.many);
        words >= needed && (unlimited || words <= self.args.len())
    }
}

/// A command's name with its arguments.
pub(crate) fn usage(name: &str, args: &[Arg]) -> String {
    let mut out = name.to_owned();
    for arg in args {
        out.push(' ');
        if arg.optional {
            out.push('[');
        }
        out.push_str(arg.name);
        if arg.optional {
            out.push(']');
        }
    }
    out
}
