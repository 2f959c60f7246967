//! The dispatcher of every mode: look the name up, count the words, check the moment, run.

use std::path::Path;

use super::command::{Arg, Kind, Row, When};
use super::completion::{Entry, Menu};
use super::context::Context;
use super::mode::Mode;
use super::reply::{Next, Refusal, Refused, Reply};
use super::session::Session;
use super::suggest;

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
        let own = mode
            .commands()
            .into_iter()
            .map(|row| row.lift(Command::Own));
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
            && let Some(reply) = self.mode.run_text(line.trim_ascii(), &self.context)
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
                Ok(self.menu().help().into_iter().fold(reply, Reply::and_say))
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

    fn has_automatic_step(&self) -> bool {
        self.mode.has_automatic_step()
    }

    fn automatic_step(&mut self) -> Option<Reply> {
        self.mode.automatic_step(&self.context)
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
            bare: self.mode.text_completions(),
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
