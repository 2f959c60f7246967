//! The faulty program: the loop of a prompt around a faulty game.

use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use crate::tafl::Tafl;
use crate::wrapped::Wrapped;

enum Game {
    Tafl(Tafl),
    Other(Wrapped),
}

impl Game {
    fn prompt(&self) -> String {
        match self {
            Game::Tafl(game) => game.prompt(),
            Game::Other(game) => game.prompt(),
        }
    }

    fn feed(&mut self, line: &str) -> (String, bool) {
        match self {
            Game::Tafl(game) => game.feed(line),
            Game::Other(game) => game.feed(line),
        }
    }
}

/// Runs the program with a fault and the command line of a transcript.
pub fn run(fault: &str, mut args: impl Iterator<Item = OsString>) -> io::Result<ExitCode> {
    let (mut test, mut state, mut mode) = (false, None, "tafl".to_owned());
    let mut next = || args.next().map(|word| word.display().to_string());
    while let Some(word) = next() {
        match word.as_str() {
            "--test" => test = true,
            "--state" => state = next(),
            "--mode" => mode = next().unwrap_or_default(),
            _ => return Ok(ExitCode::from(2)),
        }
    }
    let mut out = io::stdout().lock();
    let mut game = if mode == "tafl" {
        let mut tafl = Tafl::new(fault, test);
        if let Some(name) = state {
            let (answer, loaded) = tafl.load(&name);
            if fault != "state-is-loaded-silently" {
                write!(out, "{answer}")?;
            }
            if !loaded {
                return Ok(ExitCode::FAILURE);
            }
        }
        Game::Tafl(tafl)
    } else {
        Game::Other(Wrapped::new(&mode, fault))
    };
    let mut lines = io::stdin().lock().lines();
    loop {
        let prompt = game.prompt();
        let below = if prompt.ends_with('\n') { "\n" } else { "" };
        let end = if fault == "no-line-break-behind-prompts" {
            ""
        } else {
            "\n"
        };
        write!(out, "{}{end}{below}", prompt.trim_end_matches('\n'))?;
        let line = lines.next().unwrap_or_else(|| Ok(":exit".to_owned()))?;
        let (answer, ends) = game.feed(&line);
        write!(out, "{answer}")?;
        if ends {
            out.flush()?;
            let status = u8::from(fault == "leaves-with-status-1");
            return Ok(ExitCode::from(status));
        }
    }
}

/// Faults of the loop itself.
pub const FAULTS: [&str; 3] = [
    "state-is-loaded-silently",
    "no-line-break-behind-prompts",
    "leaves-with-status-1",
];
