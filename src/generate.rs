//! Shell completions and the manual page, generated from the command line's definition.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use crate::cli::{self, Document};
use crate::games::{GAMES, GameEntry};
use crate::play::Options;
use crate::repl::Context;

/// The text of a document.
///
/// # Errors
/// When it cannot be written down.
pub(crate) fn text(what: Document) -> io::Result<Vec<u8>> {
    match what {
        Document::Bash => Ok(completions(Shell::Bash)),
        Document::Zsh => Ok(completions(Shell::Zsh)),
        Document::Fish => Ok(completions(Shell::Fish)),
        Document::Man => manual(),
    }
}

fn completions(shell: Shell) -> Vec<u8> {
    let mut command = cli::command();
    let name = command.get_name().to_owned();
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut text);
    text
}

/// One page with everything: a page for each subcommand would have to be looked for.
fn manual() -> io::Result<Vec<u8>> {
    let mut command = cli::command().disable_help_subcommand(true);
    command.build();
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    page.render_synopsis_section(&mut text)?;
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    heading("SH", "SUBCOMMANDS").to_writer(&mut text)?;
    for task in command.get_subcommands() {
        describe(task, &mut text)?;
    }
    prompt_commands(&mut text)?;
    if let Some(more) = command.get_after_long_help() {
        for section in more.to_string().split("\n\n") {
            let Some((title, lines)) = section.split_once(":\n") else {
                continue;
            };
            let mut roff = heading("SH", &title.to_uppercase());
            // Lines as they are: in a table, filling them would put everything in a heap.
            roff.control("nf", []);
            for line in lines.lines() {
                roff.text([roman(line)]);
            }
            roff.control("fi", []);
            roff.to_writer(&mut text)?;
        }
    }
    page.render_version_section(&mut text)?;
    Ok(text)
}

/// What can be typed at the prompt: the commands that all modes share, then each mode's own.
fn prompt_commands(text: &mut Vec<u8>) -> io::Result<()> {
    let lines = |entry: &GameEntry| -> Vec<(String, &'static str)> {
        let session = (entry.open)(Options::default(), Context::default());
        let commands = session.commands().into_iter();
        commands
            .map(|command| (command.usage, command.summary))
            .collect()
    };
    let modes: Vec<_> = GAMES.iter().map(|entry| (entry, lines(entry))).collect();
    let shared = |line: &_| modes.iter().all(|(_, lines)| lines.contains(line));
    let mut roff = heading("SH", "COMMANDS AT THE PROMPT");
    let list = |roff: &mut Roff, line: &(String, &str)| {
        roff.control("TP", []);
        roff.text([bold(line.0.as_str())]);
        roff.text([roman(line.1)]);
    };
    roff.control("SS", ["every game"]);
    if let Some((_, lines)) = modes.first() {
        lines
            .iter()
            .filter(|line| shared(line))
            .for_each(|line| list(&mut roff, line));
    }
    for (entry, lines) in &modes {
        roff.control("SS", [entry.title()]);
        let own = lines.iter().filter(|line| !shared(line));
        own.for_each(|line| list(&mut roff, line));
    }
    roff.to_writer(text)
}

/// A subcommand, and those below it: how it is used, what it does, its options.
fn describe(task: &Command, text: &mut Vec<u8>) -> io::Result<()> {
    let usage = task.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:");
    for way in usage.lines().map(str::trim) {
        heading("SS", way).to_writer(text)?;
    }
    let page = Man::new(task.clone());
    let mut below = Vec::new();
    page.render_description_section(&mut below)?;
    if task.get_arguments().next().is_some() {
        page.render_options_section(&mut below)?;
    }
    let below = String::from_utf8_lossy(&below);
    // What is a section of its own elsewhere is a part of this one.
    for line in below.lines().filter(|line| !line.starts_with(".SH")) {
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    let tasks = task.get_subcommands();
    tasks.into_iter().try_for_each(|task| describe(task, text))
}

fn heading(level: &str, title: &str) -> Roff {
    let mut roff = Roff::new();
    roff.control(level, [title]);
    roff
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all subcommands.
    fn tasks() -> Vec<String> {
        let command = cli::command();
        let names = command
            .get_subcommands()
            .map(|task| task.get_name().to_owned());
        names.collect()
    }

    #[test]
    fn every_document_names_every_subcommand_and_option() {
        for what in [Document::Bash, Document::Zsh, Document::Fish, Document::Man] {
            let text = String::from_utf8(text(what).unwrap()).unwrap();
            let plain = text.replace("\\-", "-");
            for name in tasks() {
                assert!(plain.contains(&name), "{what:?} lacks {name}");
            }
            for option in ["seed", "ascii", "depth", "opening", "goal"] {
                assert!(plain.contains(option), "{what:?} lacks {option}");
            }
        }
    }

    #[test]
    fn the_manual_has_the_commands_of_every_mode() {
        let text = String::from_utf8(manual().unwrap())
            .unwrap()
            .replace("\\-", "-");
        for entry in GAMES {
            for command in (entry.open)(Options::default(), Context::default()).commands() {
                assert!(text.contains(&command.usage), "{}", command.usage);
                assert!(text.contains(command.name), "{}", command.name);
            }
        }
    }

    #[test]
    fn the_manual_is_one_page_with_examples() {
        let text = String::from_utf8(manual().unwrap()).unwrap();
        assert!(!text.contains("game\\-perft(1)"));
        for section in ["EXAMPLES", "EXIT STATUS", "FILES", "ENVIRONMENT"] {
            assert!(
                text.contains(&format!(".SH \"{section}\""))
                    || text.contains(&format!(".SH {section}")),
                "{section}"
            );
        }
        assert_eq!(text.matches(".TH ").count(), 1);
    }
}
