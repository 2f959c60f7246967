//! The commands of every mode.

use std::path::Path;

use super::command::{Row, When, WrongWords, always, idle, playing};
use super::console::{Input, read_line};
use super::context::{Context, Modes};
use super::reply::{FileLines, Next, Part, Refusal, Reply};
use super::session::Mode;
use crate::store;

/// Adds the rows of every mode: `:help` first, the others last.
pub(super) fn around<M: Mode>(mut rows: Vec<Row<M>>, modes: Modes) -> Vec<Row<M>> {
    rows.extend([
        Row::with_file(":read", "Run commands from a file", always, read),
        Row::new(":rules", "Explain the game", always, |_, _| {
            Reply::new().with(Part::Prose(M::RULES.to_owned()))
        }),
        mode_row(modes.names),
        Row::new(":seed", "Show the RNG seed", always, |_, context| {
            let (mode, seed) = (M::NAME, context.seed);
            Reply::say(format_args!("Seed: {seed}"))
                .and_advise(format_args!("game {mode} --seed {seed} uses it again"))
        }),
        Row::new(":exit", "Leave the program", always, |_, _| {
            Reply::say("Good Bye!").and_next(Next::Leave)
        }),
    ]);
    rows.insert(0, help_row(&rows));
    rows
}

/// The answer if a file cannot be read.
pub const CANNOT_LOAD: &str = "Cannot load saved game state";
/// The answer if a file holds no saved game.
pub const MALFORMED_STATE: &str = "Malformed Game State";

/// Creates `:save`.
#[must_use]
pub fn save_row<M: Mode>() -> Row<M> {
    Row::with_file(
        ":save",
        "Save the game to a file",
        playing,
        |mode, file, context| {
            let path = context.folders.path_of(file);
            let failed = |reason: &str| Reply::fail("Cannot save game").and_advise(reason);
            match mode.saved() {
                Some(game) if game.len() > M::LONGEST_FILE => failed("the game is too long"),
                game => match store::save(&path, game.unwrap_or_default().as_bytes()) {
                    Ok(()) => Reply::say(format_args!("State saved in {}", file.display())),
                    Err(error) => failed(&store::reason(&error)),
                },
            }
        },
    )
}

/// Creates `:record`, which writes the game as lines for `:read`.
#[must_use]
pub fn record_row<M: Mode>(when: When<M>) -> Row<M> {
    let summary = "Write the game as commands for :read";
    Row::with_file(":record", summary, when, |mode, file, context| {
        let saved = mode.lines(context).and_then(|lines| {
            if lines.contains(&format!(":load {}", file.display())) {
                return Err("the game began from this file: its record needs another".to_owned());
            }
            let text = format!(":mode {}\n{}\n", M::NAME, lines.join("\n"));
            let path = context.folders.path_of(file);
            store::save(&path, text.as_bytes()).map_err(|error| store::reason(&error))
        });
        match saved {
            Ok(()) => Reply::say(format_args!("Game recorded in {}", file.display())),
            Err(reason) => Reply::fail("Cannot record game").and_advise(reason),
        }
    })
}

/// Creates `:load`.
#[must_use]
pub fn load_row<M: Mode>() -> Row<M> {
    let summary = "Continue a game saved in a file";
    Row::with_file(":load", summary, always, |mode, file, context| {
        let stop = if mode.playing() { ":stop, " } else { "" };
        load(mode, file, context, |owner| {
            format!("{stop}:mode {owner}, then :load it")
        })
    })
}

/// Loads a saved game. If the file is something else, advises what to do: `how` for a game of another
/// mode.
pub(super) fn load<M: Mode>(
    mode: &mut M,
    file: &Path,
    context: &Context,
    how: impl FnOnce(&str) -> String,
) -> Reply {
    let path = context.folders.path_of(file);
    let bytes = match store::load(&path, M::LONGEST_FILE) {
        Ok(bytes) => bytes,
        Err(error) => return Reply::fail(CANNOT_LOAD).and_advise(store::reason(&error)),
    };
    let reason = match mode.load(&bytes, Some(&path), context) {
        Ok(told) => {
            return Reply::say(format_args!("State loaded from {}", file.display())).then(told);
        }
        Err(reason) => reason,
    };
    let reply = Reply::fail(MALFORMED_STATE).and_advise(reason);
    match (context.modes.owner)(&path) {
        Some(owner) if owner != M::NAME => reply.and_advise(format_args!(
            "this is a saved game of {owner}: {}",
            how(owner)
        )),
        None if bytes.starts_with(b":") => reply.and_advise("these are commands: :read runs them"),
        _ => reply,
    }
}

/// The longest file that `:read` reads, in bytes.
const LONGEST: usize = 1 << 20;

fn read<M: Mode>(_: &mut M, file: &Path, context: &Context) -> Reply {
    let failed = |reason: String| Reply::fail("Cannot read commands").and_advise(reason);
    let bytes = match store::load(&context.folders.path_of(file), LONGEST) {
        Ok(bytes) if bytes.len() > LONGEST => return failed("it is too long".to_owned()),
        Ok(bytes) => bytes,
        Err(error) => return failed(store::reason(&error)),
    };
    let mut rest = bytes.as_slice();
    let next = || read_line(&mut rest).ok().filter(|line| *line != Input::End);
    let lines = FileLines {
        file: file.display().to_string(),
        lines: std::iter::from_fn(next).collect(),
    };
    Reply::say(format_args!("Reading {}", file.display())).and_next(Next::Read(lines))
}

/// Creates `:mode`, which opens another mode, or lists all.
fn mode_row<M: Mode>(names: &'static [&'static str]) -> Row<M> {
    let parse = move |words: &[&str]| -> Result<Option<&'static str>, WrongWords> {
        let Some(word) = words.first() else {
            return Ok(None);
        };
        let name = names.iter().find(|name| *name == word);
        let reason = || format!("NAME is one of {}", names.join(", "));
        name.map(|name| Some(*name)).ok_or_else(reason)
    };
    let run = |mode: &mut M, name: Option<&'static str>, context: &Context| match (name, idle(mode))
    {
        (Some(_), Err(reason)) => Reply::refuse(Refusal::NotNow, reason),
        (Some(name), Ok(())) => {
            Reply::say(format_args!("Mode: {name}")).and_next(Next::Switch(name))
        }
        (None, _) => {
            let Modes { names, title, .. } = context.modes;
            let width = names.iter().map(|name| name.len()).max().unwrap_or(0);
            let line = |name: &&str| format!("{name:width$}  {}", title(name));
            let lines = names
                .iter()
                .map(line)
                .map(|line| context.style().spelled(&line));
            let list = lines.fold(Reply::new(), Reply::and_say);
            list.and_advise(format_args!("this is {}", M::NAME))
        }
    };
    let summary = "Switch to another game, or list all";
    Row::with_args(":mode", "[NAME]", summary, always, parse, run)
        .completing(|_| names.iter().map(ToString::to_string).collect())
}

/// The widest usage that fits beside a summary.
const WIDEST_USAGE: usize = 25;

/// Creates `:help`, which lists itself and the other rows.
fn help_row<M: Mode>(others: &[Row<M>]) -> Row<M> {
    const SUMMARY: &str = "Show this list";
    let others = others.iter().map(|row| (row.usage(), row.summary));
    let entries: Vec<(String, &str)> = std::iter::once((":help".to_owned(), SUMMARY))
        .chain(others)
        .collect();
    let run = move |_: &mut M, (): (), context: &Context| {
        let lines = help(&entries, context.output.columns()).into_iter();
        lines.fold(Reply::new(), Reply::and_say)
    };
    Row::with_args(":help", "", SUMMARY, always, |_| Ok(()), run)
}

/// Returns the lines of `:help`. In a narrow window each summary is below its command.
fn help(entries: &[(String, &str)], window: Option<usize>) -> Vec<String> {
    let widths = entries.iter().map(|(usage, _)| usage.chars().count());
    // One long usage would leave little room for the other summaries.
    let width = widths.filter(|&width| width <= WIDEST_USAGE).max();
    let width = width.unwrap_or(0);
    let lines = entries
        .iter()
        .map(|(usage, summary)| format!("{usage:width$}  {summary}"));
    let lines: Vec<String> = lines.collect();
    let fits = |line: &String| window.is_none_or(|window| line.chars().count() <= window);
    if lines.iter().all(fits) {
        return lines;
    }
    let pairs = entries.iter();
    let pairs = pairs.map(|(usage, summary)| [usage.clone(), format!("    {summary}")]);
    pairs.flatten().collect()
}
