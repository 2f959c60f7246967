//! The one dispatcher: look the name up, count the words, see whether the moment is right, run.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::command::{Arg, Kind, Row, When};
use super::help;
use super::interrupt::Interrupt;
use super::menu::{Entry, Menu};
use super::refusal::{Refusal, Refused};
use super::reply::{Next, Part, Reply};
use super::suggest;
use super::text::Text;

/// How things are to be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Letters of ASCII alone.
    pub ascii: bool,
    /// Mark what the last move did: for a person who follows the game on a terminal.
    pub trace: bool,
}

/// What a mode may use while it runs a command.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// How to draw.
    pub look: Look,
    /// Nobody wants to see scenery, so it need not be drawn.
    pub hide_boards: bool,
    /// Long computations ask this whether they should come to an end.
    pub interrupt: Interrupt,
}

impl Context {
    /// The scenery that `draw` draws, as a reply: nothing where nobody would see it.
    pub fn board(&self, draw: impl FnOnce(Look) -> Text) -> Reply {
        if self.hide_boards {
            return Reply::new();
        }
        Reply::new().with(Part::Board(draw(self.look)))
    }

    /// Does something long that Ctrl-C may cut short.
    pub fn computing<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        self.interrupt.computing(work)
    }
}

/// A set of commands with a state behind it. A mode neither reads nor prints: it turns typed
/// commands into replies, so that all of it can be tested without a process.
pub trait Mode {
    /// What the words of a line become.
    type Command: 'static;

    /// The name that `:mode` takes and the prompt shows.
    fn name(&self) -> &'static str;

    /// The commands, in the order of `:help`.
    fn table(&self) -> Vec<Row<Self::Command>>;

    /// What stands before the cursor.
    fn prompt(&self) -> String;

    /// Whether a game is in progress.
    fn playing(&self) -> bool;

    /// Carries out a command.
    ///
    /// # Errors
    /// When the command cannot be used at this moment after all, or its words turn out wrong.
    fn run(&mut self, command: Self::Command, context: &Context) -> Result<Reply, Refused>;

    /// Loads a saved state as `--state` does: the answer, and whether it went well.
    fn load(&mut self, path: &Path, context: &Context) -> (Reply, bool);

    /// Takes a line that is not a command, if such lines mean something now.
    fn bare(&mut self, _line: &str, _desk: &Context) -> Option<Reply> {
        None
    }

    /// Whether something happens by itself now, which may take long.
    fn proceeds(&self) -> bool {
        false
    }

    /// Does what happens by itself, a step at a time: the computer's moves. `None` when it is the
    /// person's turn.
    fn proceed(&mut self, _desk: &Context) -> Option<Reply> {
        None
    }

    /// All that could stand behind the command `name` now where its table says
    /// [`Kind::Offered`]: each offer is the words in full, with one blank between them.
    fn offers(&self, _name: &str) -> Vec<String> {
        Vec::new()
    }

    /// Whether the command `name`, usable by its table, would be refused now whatever stood behind
    /// it.
    fn refuses(&self, _name: &str) -> bool {
        false
    }

    /// Why these words behind the command `name` are wrong, where more can be said than how it is
    /// used.
    fn why_malformed(&self, _name: &str, _words: &[&str]) -> Option<String> {
        None
    }

    /// What could be typed without a colon now.
    fn bare_offers(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The commands of every mode.
#[derive(Clone, Debug)]
enum Common {
    Help,
    Exit,
    Mode(&'static str),
}

enum Command<C> {
    Common(Common),
    Own(C),
}

/// A mode behind its table of commands.
pub struct Dispatcher<M: Mode> {
    mode: M,
    table: Vec<Row<Command<M::Command>>>,
    context: Context,
}

impl<M: Mode> Dispatcher<M> {
    /// A dispatcher for this mode; `modes` are the names that `:mode` takes.
    pub fn new(mode: M, modes: &'static [&'static str], context: Context) -> Self {
        let mut table: Vec<_> = common_rows(modes)
            .into_iter()
            .map(|row| row.lift(Command::Common))
            .collect();
        // What one does first comes first: help, the mode's own commands, then the way out.
        let own = mode.table().into_iter().map(|row| row.lift(Command::Own));
        table.splice(1..1, own);
        Dispatcher {
            mode,
            table,
            context,
        }
    }

    /// The mode behind the table.
    pub fn mode(&self) -> &M {
        &self.mode
    }

    fn dispatch(&mut self, line: &str) -> Result<Reply, Refused> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&name, args)) = words.split_first() else {
            return Ok(Reply::new());
        };
        if !name.starts_with(':')
            && let Some(reply) = self.mode.bare(line.trim_ascii(), &self.context)
        {
            return Ok(reply);
        }
        let Some(row) = self.table.iter().find(|row| row.name == name) else {
            return Err(Refused::because(
                Refusal::NotRecognised,
                self.did_you_mean(name),
            ));
        };
        let malformed = || {
            let usage = format!("usage: {}", row.usage());
            let reason = self.mode.why_malformed(name, args);
            let advice = match reason.or_else(|| wrong_choice(&row.args, args)) {
                Some(reason) => format!("{reason}\n{usage}"),
                None => usage,
            };
            Refused::because(Refusal::Malformed, advice)
        };
        if !row.takes(args.len()) {
            return Err(malformed());
        }
        let command = (row.parse)(args).ok_or_else(malformed)?;
        if !row.when.is_now(self.mode.playing()) {
            let advice = match row.when {
                When::Playing => "no game is in progress: :start begins one",
                _ => "a game is in progress: :stop ends it",
            };
            return Err(Refused::because(Refusal::NotNow, advice));
        }
        match command {
            Command::Own(command) => self.mode.run(command, &self.context),
            Command::Common(Common::Help) => {
                let reply = Reply::new();
                Ok(help::lines(&self.menu())
                    .into_iter()
                    .fold(reply, Reply::and_say))
            }
            Command::Common(Common::Exit) => Ok(Reply::say("Good Bye!").and_next(Next::Leave)),
            Command::Common(Common::Mode(name)) => {
                Ok(Reply::say(format_args!("Mode: {name}")).and_next(Next::Switch(name)))
            }
        }
    }

    fn did_you_mean(&self, name: &str) -> String {
        let names = self.table.iter().map(|row| row.name);
        match suggest::closest(name, names) {
            Some(meant) => format!("did you mean {meant}? :help lists the commands"),
            None => ":help lists the commands".to_owned(),
        }
    }
}

/// What the first word could have been that is none of the few that may stand in its place.
fn wrong_choice(args: &[Arg], words: &[&str]) -> Option<String> {
    args.iter()
        .zip(words)
        .find_map(|(arg, word)| match arg.kind {
            Kind::OneOf(choices) if !choices.contains(word) => {
                Some(format!("{} is one of {}", arg.name, choices.join(", ")))
            }
            _ => None,
        })
}

/// A mode without its types: what the loop of the program and its tests talk to.
pub trait Session {
    /// The name of the mode.
    fn name(&self) -> &'static str;
    /// What stands before the cursor.
    fn prompt(&self) -> String;
    /// The answer to a line.
    fn feed(&mut self, line: &str) -> Reply;
    /// Whether something happens by itself now, which may take long.
    fn proceeds(&self) -> bool;
    /// The next thing that happens by itself, if anything does.
    fn proceed(&mut self) -> Option<Reply>;
    /// Loads a saved state as `--state` does: the answer, and whether it went well.
    fn load(&mut self, path: &Path) -> (Reply, bool);
    /// What can be typed now.
    fn menu(&self) -> Menu;
    /// The example line of each command: tests type them.
    fn examples(&self) -> Vec<String>;

    /// The answer to a line and all that happens by itself after it: for tests.
    fn play_out(&mut self, line: &str) -> Reply {
        let mut reply = self.feed(line);
        while let Some(more) = self.proceed() {
            reply = reply.then(more);
        }
        reply
    }
}

impl<M: Mode> Session for Dispatcher<M> {
    fn name(&self) -> &'static str {
        self.mode.name()
    }

    fn prompt(&self) -> String {
        self.mode.prompt()
    }

    fn feed(&mut self, line: &str) -> Reply {
        self.context.interrupt.forget();
        self.dispatch(line).unwrap_or_else(Reply::from)
    }

    fn proceeds(&self) -> bool {
        self.mode.proceeds()
    }

    fn proceed(&mut self) -> Option<Reply> {
        self.mode.proceed(&self.context)
    }

    fn load(&mut self, path: &Path) -> (Reply, bool) {
        self.mode.load(path, &self.context)
    }

    fn menu(&self) -> Menu {
        let playing = self.mode.playing();
        let entries = self
            .table
            .iter()
            .map(|row| {
                let usable = row.when.is_now(playing);
                Entry {
                    name: row.name,
                    args: row.args.clone(),
                    summary: row.summary,
                    usable,
                    offered: usable && !self.mode.refuses(row.name),
                    offers: self.mode.offers(row.name),
                }
            })
            .collect();
        Menu {
            entries,
            bare: self.mode.bare_offers(),
        }
    }

    fn examples(&self) -> Vec<String> {
        self.table.iter().map(Row::example).collect()
    }
}

fn common_rows(modes: &'static [&'static str]) -> Vec<Row<Common>> {
    let switch = Row {
        name: ":mode",
        args: vec![Arg::needed("NAME", Kind::OneOf(modes))],
        summary: "Play another game",
        when: When::Idle,
        example: ":mode NAME",
        parse: Box::new(move |words| {
            let &name = modes.iter().find(|name| words == [**name])?;
            Some(Common::Mode(name))
        }),
    };
    vec![
        Row::bare(":help", When::Always, "Show this list", Common::Help),
        switch,
        Row::bare(":exit", When::Always, "Leave the program", Common::Exit),
    ]
}
