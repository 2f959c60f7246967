//! Sessions on a page show what the program prints.
//!
//! A code block that begins with `$ ` is a session. `$ game …` with prompts below runs on a
//! terminal, and the text after the prompts is typed; a shell runs everything else. The commands of a
//! block run in one fresh folder with the files of `fixtures/states` that they name. Blocks that run
//! another program, `./mine`, are skipped.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use game::games::NAMES;

use super::pages::{all, parts, path, read, rewrites};
use super::terminal::record;

#[test]
fn every_session_is_what_the_program_prints() {
    let mut sessions = 0;
    // `transcripts` tests the transcripts below fixtures.
    for page in all().iter().filter(|page| !page.starts_with("fixtures/")) {
        let text = read(page);
        let is_odd = |letter: char| letter.is_control() && letter != '\n';
        assert!(!text.contains(is_odd), "{page} has a control character");
        let mut actual = String::new();
        for (number, part) in parts(&text).into_iter().enumerate() {
            if number % 2 == 1 && part.starts_with("$ ") && !runs_another(&part) {
                actual += &play(&part);
                sessions += 1;
            } else {
                actual += &part;
            }
        }
        if rewrites() {
            fs::write(path(page), actual).expect("the page can be written");
        } else {
            assert_eq!(text, actual, "{page}: GOLDEN=rewrite shows what is printed");
        }
    }
    assert!(sessions > 4, "only {sessions} sessions were found");
}

/// Whether a block runs another program.
fn runs_another(block: &str) -> bool {
    let mut commands = block.lines().filter_map(|line| line.strip_prefix("$ "));
    commands.any(|command| command.contains("./mine"))
}

/// Runs a block and returns it with the actual output.
fn play(block: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for file in fs::read_dir(path("fixtures/states")).expect("states") {
        let file = file.expect("a file");
        if block.contains(&*file.file_name().to_string_lossy()) && file.path().is_file() {
            fs::copy(file.path(), folder.path().join(file.file_name())).expect("a copy");
        }
    }
    let mut commands: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in block.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command, Vec::new())),
            (None, Some((_, shown))) => shown.push(line),
            (None, None) => unreachable!("a session begins with a command"),
        }
    }
    let run = |(command, shown): &(&str, Vec<&str>)| {
        let printed = run(command, shown, folder.path());
        format!("$ {command}\n{printed}")
    };
    commands.iter().map(run).collect()
}

fn run(command: &str, shown: &[&str], folder: &Path) -> String {
    let lines: Vec<&str> = shown.iter().copied().filter_map(typed).collect();
    match command.strip_prefix("game ") {
        Some(args) if !command.contains('|') && !lines.is_empty() => {
            let args: Vec<&str> = args.split_whitespace().collect();
            record(&args, &lines, folder).concat()
        }
        _ => in_a_shell(command, folder),
    }
}

/// Returns the text after the prompt of a line.
fn typed(line: &str) -> Option<&str> {
    let (prompt, typed) = line.split_once("> ")?;
    let mode = prompt.split(" game ").next()?;
    NAMES.contains(&mode).then_some(typed)
}

/// Runs a command in a shell with the program in its `PATH`.
fn in_a_shell(command: &str, folder: &Path) -> String {
    let program = cargo_bin!("game").parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("/bin/sh")
        .args(["-c", command])
        .current_dir(folder)
        .env_clear()
        .env("PATH", format!("{}:{path}", program.display()))
        .output()
        .expect("a shell");
    assert!(output.status.success(), "$ {command}: {output:?}");
    String::from_utf8(output.stdout).expect("text")
}
