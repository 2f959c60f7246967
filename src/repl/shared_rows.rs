//! The commands that every mode has.

use std::path::Path;

use super::command::{Arg, Kind, Row, WrongWords, always, idle};
use super::console::{Input, read_line};
use super::context::{Context, FileName, Modes};
use super::reply::{FileLines, Next, Part, Refusal, Reply};
use super::session::Mode;
use super::wrap::has_room;
use crate::store;

/// Adds the rows that every mode has: `:help` first, the others last.
pub(super) fn around<M: Mode>(mut rows: Vec<Row<M>>, modes: Modes) -> Vec<Row<M>> {
    rows.extend([
        Row::with_file(":read", "Run commands from a file", always, |_, file, _| {
            read(file)
        }),
        Row::new(":rules", "Explain the game", always, |_, _| {
            Reply::new().with(Part::Prose(M::RULES.to_owned()))
        }),
        mode_row(modes.names),
        Row::new(":seed", "Show the RNG seed", always, |_, context| {
            let (mode, seed) = (M::NAME, context.seed);
            Reply::say(format_args!("Seed: {seed}")).and_advise(format_args!(
                "game {mode} --seed {seed} plays the same again"
            ))
        }),
        Row::new(":exit", "Leave the program", always, |_, _| {
            Reply::say("Good Bye!").and_next(Next::Leave)
        }),
    ]);
    rows.insert(0, help_row(&rows));
    rows
}

/// `:load`, whose place in the list is the mode's choice.
#[must_use]
pub fn load_row<M: Mode>() -> Row<M> {
    let summary = "Load a game from a file and go on with it";
    Row::with_file(":load", summary, always, |mode, file, context| {
        let stop = if mode.playing() { ":stop, " } else { "" };
        load(mode, file, context, |owner| {
            format!("{stop}:mode {owner}, then :load it")
        })
    })
}

/// Loads a file. If it holds something else, advice says so; `how` says how to load a game of another
/// mode.
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
            reply.and_advise("these are commands: :read runs them")
        }
        _ => reply,
    }
}

/// The longest file that `:read` reads, in bytes.
const LONGEST: usize = 1 << 20;

/// Whether a file holds lines for `:read`, as `:record` writes them.
fn holds_commands(path: &Path) -> bool {
    // Bytes read from a pipe are gone.
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
    let run = |mode: &mut M, name: Option<&'static str>, context: &Context| match (name, idle(mode))
    {
        (Some(_), Err(reason)) => Reply::refuse(Refusal::NotNow, reason),
        (Some(name), Ok(())) => {
            Reply::say(format_args!("Mode: {name}")).and_next(Next::Switch(name))
        }
        (None, _) => {
            let list = context.modes.list(context.style()).into_iter();
            let list = list.fold(Reply::new(), Reply::and_say);
            list.and_advise(format_args!("this is {}", M::NAME))
        }
    };
    let name = Arg::optional("NAME", Kind::OneOf(names));
    let summary = "Play another game; without a name, list all";
    Row::with_args(":mode", vec![name], summary, always, parse, run)
}

/// The widest usage that the column of summaries makes room for.
const WIDEST_USAGE: usize = 25;

/// A row in `:help`: the usage and the summary.
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
        let lines = help(&entries, context.output.columns()).into_iter();
        lines.fold(Reply::new(), Reply::and_say)
    };
    Row::with_args(":help", vec![], SUMMARY, always, parse, run)
}

/// The lines of `:help`. In a window without room for two columns every summary is below its command.
fn help(entries: &[HelpEntry], window: Option<usize>) -> Vec<String> {
    let widths = entries.iter().map(|(usage, _)| usage.chars().count());
    // One long usage would leave little room for the other summaries.
    let width = widths.filter(|&width| width <= WIDEST_USAGE).max();
    let width = width.unwrap_or(0);
    if window.is_some_and(|window| !has_room(width + 2, window)) {
        let pair = |(usage, summary): &HelpEntry| [usage.clone(), format!("    {summary}")];
        return entries.iter().flat_map(pair).collect();
    }
    let line = |(usage, summary): &HelpEntry| format!("{usage:width$}  {summary}");
    entries.iter().map(line).collect()
}
