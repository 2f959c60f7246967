//! The loop of the program: read a line, feed it, write the reply, switch the mode.

use std::io;
use std::path::Path;

use crate::repl::console::{Console, Input};
use crate::repl::{Next, Refusal, Refused, Reply, Seat};

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
    open: &dyn Fn(&str) -> Box<dyn Seat>,
) -> io::Result<End> {
    let end = converse(console, mode, state, open)?;
    console.flush()?;
    Ok(end)
}

fn converse(
    console: &mut dyn Console,
    mode: &str,
    state: Option<&Path>,
    open: &dyn Fn(&str) -> Box<dyn Seat>,
) -> io::Result<End> {
    let mut seat = open(mode);
    if state.is_none() {
        console.write(&Reply::new().and_advise(GREETING))?;
    }
    if let Some(path) = state {
        let (reply, loaded) = seat.load(path);
        console.write(&reply)?;
        if !loaded {
            return Ok(End::NotLoaded);
        }
        proceed(console, seat.as_mut())?;
    }
    loop {
        let reply = match console.read(seat.as_ref())? {
            Input::Line(line) => seat.feed(&line),
            Input::NotText => Reply::from(Refused::from(Refusal::Malformed)),
            Input::Interrupt => continue,
            Input::End => seat.feed(":exit"),
        };
        console.write(&reply)?;
        match reply.next {
            Next::Stay => proceed(console, seat.as_mut())?,
            Next::Leave => return Ok(End::Normal),
            Next::Switch(name) => seat = open(name),
        }
    }
}

/// Writes down what happens by itself, a step at a time, so that a person sees each as it comes.
fn proceed(console: &mut dyn Console, seat: &mut dyn Seat) -> io::Result<()> {
    while seat.proceeds() {
        // What has been answered must not wait for the computer, nor be lost if somebody ends us.
        console.flush()?;
        let Some(reply) = seat.proceed() else {
            break;
        };
        console.write(&reply)?;
    }
    Ok(())
}
