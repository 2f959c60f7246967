//! Runs the program on a pseudo terminal, as a person sees it.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use rexpect::reader::Options;
use rexpect::session::spawn_with_options;

/// The time limit for each answer in milliseconds, generous for busy machines.
const PATIENCE: u64 = 180_000;

const PROMPT: &str = r"(?:^|\n)[a-z][a-z0-9]*(?: game [A-Z])?> ";

/// Types each line after a prompt. Returns the screen before the first line, then each line with its
/// output and the next prompt.
pub fn record(args: &[&str], lines: &[&str], folder: &Path) -> Vec<String> {
    let mut command = Command::new(cargo_bin!("game"));
    command
        .args(args)
        .current_dir(folder)
        .env_clear()
        // A dumb terminal has no line editing: the program prints only text and colours.
        .envs([("TERM", "dumb"), ("LANG", "C.UTF-8")])
        .env("HOME", folder);
    let options = Options::new().timeout_ms(Some(PATIENCE));
    let mut session = spawn_with_options(command, options).expect("a pseudo terminal");
    let mut until_prompt = |typed: Option<&str>| {
        // rexpect has switched echo off.
        let mut screen = String::new();
        if let Some(line) = typed {
            session.send_line(line).expect("the terminal takes input");
            screen = format!("{line}\n");
        }
        if typed == Some(":exit") {
            return screen + &as_text(&session.exp_eof().expect("the end"));
        }
        let (before, prompt) = session.exp_regex(PROMPT).expect("a prompt");
        screen + &as_text(&(before + &prompt))
    };
    let first = until_prompt(None);
    let rest = lines.iter().map(|line| until_prompt(Some(line)));
    std::iter::once(first).chain(rest).collect()
}

/// Decodes UTF-8: rexpect turns each byte into a character.
fn as_text(bytes: &str) -> String {
    let bytes = bytes.chars().map(|byte| byte as u8).collect();
    let text = String::from_utf8(bytes).expect("the program prints UTF-8");
    let text = text.replace("\r\n", "\n");
    assert!(!text.contains('\r'), "{text:?}");
    text
}
