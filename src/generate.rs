//! Shell completions and the manual page, generated from the command line's definition.

use std::io;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::cli::{self, Document};

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
    if let Some(more) = command.get_after_long_help() {
        let mut roff = heading("SH", "EXAMPLES");
        // Lines as they are: in a table, filling them would put everything in a heap.
        roff.control("nf", []);
        for line in more.to_string().lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
        roff.to_writer(&mut text)?;
    }
    page.render_version_section(&mut text)?;
    Ok(text)
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
    fn the_manual_is_one_page_with_examples() {
        let text = String::from_utf8(manual().unwrap()).unwrap();
        assert!(!text.contains("game\\-perft(1)"));
        assert!(text.contains(".SH EXAMPLES"));
        assert_eq!(text.matches(".TH ").count(), 1);
    }
}
