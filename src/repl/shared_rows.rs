//! The commands that every mode has.

use std::path::Path;

use super::command::{Alone, Arg, Kind, Row, WrongWords, always, idle};
use super::console::{Input, has_room, read_line};
use super::context::{Context, Modes};
use super::file_name::FileName;
use super::reply::{FileLines, Next, Part, Reply};
use super::session::Mode;
use crate::store;

/// The rows of a mode, with those of every mode around them: what one looks for first comes first.
pub(super) fn around<M: Mode>(mut rows: Vec<Row<M>>, modes: Modes) -> Vec<Row<M>> {
    rows.extend([
        Row::with_file(
            ":read",
            ":read game.txt",
            "Type the lines of a file, until one is refused",
            always,
            |_, file, _| read(file),
        ),
        Row::new(":rules", "Explain the game", always, |_, context| {
            let rules = context.style.spelled(M::RULES);
            Reply::new().with(Part::Prose(rules))
        })
        .looking(),
        mode_row(modes.names),
        Row::new(":seed", "Tell the RNG seed", always, |_, context| {
            let (mode, seed) = (M::NAME, context.seed);
            Reply::say(format_args!("Seed: {seed}")).and_advise(format_args!(
                "game {mode} --seed {seed} plays the same again"
            ))
        })
        .looking(),
        Row::new(":exit", "Leave the program", always, |_, _| {
            Reply::say("Good Bye!").and_next(Next::Leave)
        }),
    ]);
    rows.insert(0, help_row(&rows));
    rows
}

/// `:load`, whose place in the list is the mode's choice.
#[must_use]
pub fn load_row<M: Mode>(example: &'static str) -> Row<M> {
    let summary = "Load a game from a file and go on with it";
    Row::with_file(":load", example, summary, always, |mode, file, context| {
        let stop = if mode.playing() { ":stop, " } else { "" };
        load(mode, file, context, |owner| {
            format!("{stop}:mode {owner}, then :load it")
        })
    })
}

/// Loads a file. If it holds something else, a person is told so; `how` says how a game of another
/// mode is loaded.
pub(super) fn load<M: Mode>(
    mode: &mut M,
    file: &FileName,
    context: &Context,
    how: impl FnOnce(&str) -> String,
) -> Reply {
    let reply = mode.load(file, context);
    if !reply.failed {
        return reply;
    }
    match (context.modes.owner)(file.path()) {
        Some(owner) if owner != M::NAME => reply.and_advise(format_args!(
            "this is a saved game of {owner}: {}",
            how(owner)
        )),
        None if holds_commands(file.path()) => {
            reply.and_advise("these are lines to be typed: :read types them")
        }
        _ => reply,
    }
}

/// The longest file whose lines are typed, in bytes.
const LONGEST: usize = 1 << 20;

/// Whether a file holds lines for `:read`, as `:record` writes them.
fn holds_commands(path: &Path) -> bool {
    // What is read from a pipe is gone.
    path.is_file() && store::load(path, 1).is_ok_and(|bytes| bytes.starts_with(b":"))
}

fn read(file: &FileName) -> Reply {
    let failed = |reason: String| Reply::fail("Cannot read commands").and_advise(reason);
    let bytes = match store::load(file.path(), LONGEST) {
        Ok(bytes) if bytes.len() > LONGEST => return failed("it is too long".to_owned()),
        Ok(bytes) => bytes,
        Err(error) => return failed(store::reason(&error)),
    };
    let mut rest = bytes.as_slice();
    let next = || read_line(&mut rest).ok().filter(|line| *line != Input::End);
    let lines = FileLines {
        file: file.to_string(),
        lines: std::iter::from_fn(next).collect(),
    };
    Reply::say(format_args!("Reading {file}")).and_next(Next::Read(lines))
}

/// `:mode` opens another mode, or lists all.
fn mode_row<M: Mode>(names: &'static [&'static str]) -> Row<M> {
    let parse = move |words: &[&str]| -> Result<Option<&'static str>, WrongWords> {
        let Some(word) = words.first() else {
            return Ok(None);
        };
        let name = names.iter().find(|name| *name == word);
        name.map(|name| Some(*name)).ok_or(None)
    };
    let run = |_: &mut M, name: Option<&'static str>, _: &Context| {
        name.map_or_else(Reply::new, |name| {
            Reply::say(format_args!("Mode: {name}")).and_next(Next::Switch(name))
        })
    };
    let name = Arg::optional("NAME", Kind::OneOf(names));
    let summary = "Play another game; without a name, list all";
    let row = Row::with_args(":mode", vec![name], ":mode NAME", summary, idle, parse, run);
    row.alone(Alone::Looks(|_, context| {
        let list = context.modes.list(context.style).into_iter();
        let list = list.fold(Reply::new(), Reply::and_say);
        list.and_advise(format_args!("this is {}", M::NAME))
    }))
}

/// The widest usage that the column of summaries makes room for.
const WIDEST_USAGE: usize = 25;

/// What `:help` says of a row: what is typed, and what it does.
type HelpEntry = (String, &'static str);

/// `:help` lists itself and the other rows.
fn help_row<M: Mode>(others: &[Row<M>]) -> Row<M> {
    const SUMMARY: &str = "Show this list";
    let others = others.iter().map(|row| (row.usage(), row.summary));
    let entries: Vec<HelpEntry> = std::iter::once((":help".to_owned(), SUMMARY))
        .chain(others)
        .collect();
    let parse = move |_: &[&str]| Ok(entries.clone());
    let run = |_: &mut M, entries: Vec<HelpEntry>, context: &Context| {
        let lines = help(&entries, context.style.width).into_iter();
        lines.fold(Reply::new(), Reply::and_say)
    };
    Row::with_args(":help", vec![], ":help", SUMMARY, always, parse, run).looking()
}

/// The lines of `:help`. In a window without room for two columns every summary is below its command.
fn help(entries: &[HelpEntry], window: Option<usize>) -> Vec<String> {
    let widths = entries.iter().map(|(usage, _)| usage.chars().count());
    // One long line would leave little room for what is said about the others.
    let width = widths.filter(|&width| width <= WIDEST_USAGE).max();
    let width = width.unwrap_or(0);
    if window.is_some_and(|window| !has_room(width + 2, window)) {
        let pair = |(usage, summary): &HelpEntry| [usage.clone(), format!("    {summary}")];
        return entries.iter().flat_map(pair).collect();
    }
    let line = |(usage, summary): &HelpEntry| format!("{usage:width$}  {summary}");
    entries.iter().map(line).collect()
}
