//! The loop of the program: read a line, feed it, write the reply, switch the mode.

use std::io;
use std::path::Path;

use crate::repl::console::{Console, Input};
use crate::repl::{Next, Refusal, Refused, Reply, Session};

/// What a person who has never been here needs to know.
const GREETING: &str = ":start begins a game, :mode chooses another one, :help lists all commands";

/// How a run of the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By `:exit` or the end of input.
    Normal,
    /// Before the first prompt: the saved game could not be loaded.
    NotLoaded,
}

/// Runs the prompt until its end. `open` makes a mode out of its name.
///
/// # Errors
/// When reading or writing fails; a broken pipe among them, which is for the caller to judge.
pub fn run(
    console: &mut dyn Console,
    mode: &str,
    state: Option<&Path>,
    open: &dyn Fn(&str) -> Box<dyn Session>,
) -> io::Result<End> {
    let end = converse(console, mode, state, open)?;
    console.flush()?;
    Ok(end)
}

fn converse(
    console: &mut dyn Console,
    mode: &str,
    state: Option<&Path>,
    open: &dyn Fn(&str) -> Box<dyn Session>,
) -> io::Result<End> {
    let mut session = open(mode);
    if state.is_none() {
        console.write(&Reply::new().and_advise(GREETING))?;
    }
    if let Some(path) = state {
        let (reply, loaded) = session.load(path);
        console.write(&reply)?;
        if !loaded {
            return Ok(End::NotLoaded);
        }
        automatic_steps(console, session.as_mut())?;
    }
    loop {
        let reply = match console.read(session.as_ref())? {
            Input::Line(line) => session.feed(&line),
            Input::NotText => Reply::from(Refused::from(Refusal::Malformed)),
            Input::Interrupt => continue,
            Input::End => session.feed(":exit"),
        };
        console.write(&reply)?;
        match reply.next {
            Next::Stay => automatic_steps(console, session.as_mut())?,
            Next::Leave => return Ok(End::Normal),
            Next::Switch(name) => session = open(name),
        }
    }
}

/// Writes down what happens by itself, a step at a time, so that a person sees each as it comes.
fn automatic_steps(console: &mut dyn Console, session: &mut dyn Session) -> io::Result<()> {
    while session.has_automatic_step() {
        // What has been answered must not wait for the computer, nor be lost if somebody ends us.
        console.flush()?;
        let Some(reply) = session.automatic_step() else {
            break;
        };
        console.write(&reply)?;
    }
    Ok(())
}
