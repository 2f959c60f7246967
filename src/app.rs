//! The main loop: read a line, feed it to the session, write the reply, switch the mode.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;

use crate::repl::console::{Console, Input};
use crate::repl::{FileLines, Interrupt, Next, Refusal, Reply, Session, SharedSession};

/// The advice after Ctrl-C at the prompt.
const HOW_TO_LEAVE: &str = ":exit or Ctrl-D leaves the program";

/// The command suggested after a file: in a record the computer plays no side.
const PLAYERS: &str = ":computer";

/// How the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// `:exit` or the end of input.
    Normal,
    /// The same, but a line was rejected.
    Refused,
    /// The saved game could not be loaded, so there was no prompt.
    NotLoaded,
}

/// Opens a mode by its name.
type Open<'a> = &'a dyn Fn(&str) -> Box<dyn Session>;

/// Runs the prompt. `first` is printed before the first prompt: a greeting, or a game that has begun.
/// If it failed, there is no prompt.
///
/// # Errors
/// When reading or writing fails, also with a broken pipe.
pub fn run(
    console: &mut dyn Console,
    mode: &str,
    (session, first): (Box<dyn Session>, Reply),
    open: Open<'_>,
    interrupt: &Interrupt,
) -> io::Result<End> {
    let session: SharedSession = Rc::new(RefCell::new(session));
    console.write(&first)?;
    if first.failed {
        console.flush()?;
        return Ok(End::NotLoaded);
    }
    steps(console, &session)?;
    let mut end = End::Normal;
    let mut mode = mode.to_owned();
    // The modes left by `:mode`, which keep their last games.
    let mut left: BTreeMap<String, Box<dyn Session>> = BTreeMap::new();
    let mut reading: Option<Reading> = None;
    loop {
        let input = if let Some(input) = reading.as_mut().and_then(Reading::next_line) {
            let line = match &input {
                Input::Line(line) => line,
                _ => "",
            };
            console.echo(&session, line)?;
            input
        } else {
            let rows = || session.borrow().commands();
            if reading.take().is_some() && rows().iter().any(|row| row.name == PLAYERS) {
                let advice = format!("the file ends here; {PLAYERS} lists the players");
                console.write(&Reply::new().and_advise(advice))?;
            }
            console.read(&session)?
        };
        let mut reply = match input {
            Input::Line(line) => {
                console.flush()?;
                session.borrow_mut().feed(&line)
            }
            Input::NotText => Reply::fail(Refusal::Malformed),
            Input::Interrupt => {
                if !session.borrow_mut().cancel() {
                    console.write(&Reply::new().and_advise(HOW_TO_LEAVE))?;
                }
                continue;
            }
            Input::Leave if session.borrow_mut().cancel() => continue,
            Input::Leave | Input::End => session.borrow_mut().feed(":exit"),
        };
        // Files that read each other would run forever.
        if reading.is_some() && matches!(reply.next, Next::Read(_)) {
            let reason = "another file is being read";
            reply = Reply::refuse(Refusal::NotNow, reason);
        }
        console.write(&reply)?;
        if reply.failed {
            end = End::Refused;
        }
        match reply.next {
            Next::Stay => steps(console, &session)?,
            Next::Leave => {
                console.flush()?;
                return Ok(end);
            }
            Next::Switch(name) if name == mode => {}
            Next::Switch(name) => {
                let next = left.remove(name).unwrap_or_else(|| open(name));
                let previous = session.replace(next);
                left.insert(std::mem::replace(&mut mode, name.to_owned()), previous);
            }
            Next::Read(FileLines { file, lines }) => {
                reading = Some(Reading {
                    file,
                    lines: lines.into_iter(),
                    number: 0,
                });
                continue;
            }
        }
        let stopped = reply.failed || interrupt.was_pressed();
        if let Some(Reading { number, file, .. }) = reading.take_if(|_| stopped) {
            console.write(&Reply::say(format_args!(
                "Stopped at line {number} of {file}"
            )))?;
        }
    }
}

/// A file whose lines are being typed.
struct Reading {
    file: String,
    lines: std::vec::IntoIter<Input>,
    /// The number of the line that was typed last.
    number: usize,
}

impl Reading {
    fn next_line(&mut self) -> Option<Input> {
        self.number += 1;
        self.lines.next()
    }
}

/// Makes the automatic steps of a session, such as the computer's moves. Flushes before each, so that
/// answers neither wait for the computer nor get lost if a signal ends the program.
fn steps(console: &mut dyn Console, session: &SharedSession) -> io::Result<()> {
    loop {
        console.flush()?;
        let Some(reply) = session.borrow_mut().step() else {
            return Ok(());
        };
        console.write(&reply)?;
    }
}
