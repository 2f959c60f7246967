//! The main loop: read a line, feed it to the session, write the reply, switch the mode.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use crate::repl::console::{Console, Input};
use crate::repl::{FileLines, Interrupt, Next, Refusal, Reply, Session, SharedSession};

/// What somebody needs to know who presses Ctrl-C at the prompt.
const HOW_TO_LEAVE: &str = ":exit or Ctrl-D leaves the program";

/// How a run of the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By `:exit` or the end of input.
    Normal,
    /// In the same way, but some line was refused.
    Refused,
    /// Before the first prompt: the saved game could not be loaded.
    NotLoaded,
}

/// Makes a session out of the name of a mode.
type Open<'a> = &'a dyn Fn(&str) -> Box<dyn Session>;

/// Runs the prompt until its end. `first` is the reply before the first prompt: a greeting, or a
/// game that has begun. If it failed, there is no prompt.
///
/// # Errors
/// When reading or writing fails; a broken pipe among them, which is for the caller to judge.
pub fn run(
    console: &mut dyn Console,
    mode: &str,
    (session, first): (Box<dyn Session>, Reply),
    open: Open<'_>,
    interrupt: &Interrupt,
) -> io::Result<End> {
    let end = converse(console, mode, (session, first), open, interrupt)?;
    console.flush()?;
    Ok(end)
}

fn converse(
    console: &mut dyn Console,
    mode: &str,
    (session, first): (Box<dyn Session>, Reply),
    open: Open<'_>,
    interrupt: &Interrupt,
) -> io::Result<End> {
    let session: SharedSession = Rc::new(RefCell::new(session));
    console.write(&first)?;
    if first.failed {
        return Ok(End::NotLoaded);
    }
    steps(console, &session)?;
    let mut end = End::Normal;
    let mut left = LeftModes {
        present: mode.to_owned(),
        others: Vec::new(),
    };
    let mut reading: Option<Reading> = None;
    loop {
        let read = reading.as_mut().and_then(Reading::next_line);
        let input = if let Some(input) = read {
            let line = match &input {
                Input::Line(line) => line,
                _ => "",
            };
            console.echo(&session, line)?;
            input
        } else {
            reading = None;
            console.read(&session)?
        };
        let mut reply = match input {
            Input::Line(line) => timely(console, &session, |session| session.feed(&line))?,
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
        // Files that read each other would never end.
        if reading.is_some() && matches!(reply.next, Next::Read(_)) {
            let reason = "the lines of another file are being typed";
            reply = Reply::refuse(Refusal::NotNow, reason);
        }
        console.write(&reply)?;
        if reply.failed {
            end = End::Refused;
        }
        match reply.next {
            Next::Stay => steps(console, &session)?,
            Next::Leave => return Ok(end),
            Next::Switch(name) => left.switch(&mut session.borrow_mut(), name, open),
            Next::Read(lines) => {
                reading = Some(Reading::new(lines));
                continue;
            }
        }
        let stopped = reply.failed || interrupt.was_pressed();
        if let Some(reading) = reading.take_if(|_| stopped) {
            let Reading { number, file, .. } = reading;
            console.write(&Reply::say(format_args!(
                "Stopped at line {number} of {file}"
            )))?;
        }
    }
}

/// Modes that `:mode` has left. Their last games are still at hand for whoever comes back.
struct LeftModes {
    present: String,
    others: Vec<(String, Box<dyn Session>)>,
}

impl LeftModes {
    /// Changes to the mode with this name, which is opened if it was not open before.
    fn switch(&mut self, session: &mut Box<dyn Session>, name: &str, open: Open<'_>) {
        if self.present == name {
            return;
        }
        let left = self.others.iter().position(|(other, _)| other == name);
        let next = left.map_or_else(|| open(name), |at| self.others.swap_remove(at).1);
        let present = std::mem::replace(&mut self.present, name.to_owned());
        self.others
            .push((present, std::mem::replace(session, next)));
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
    fn new(lines: FileLines) -> Self {
        Reading {
            file: lines.file,
            lines: lines.lines.into_iter(),
            number: 0,
        }
    }

    fn next_line(&mut self) -> Option<Input> {
        self.number += 1;
        self.lines.next()
    }
}

/// Does something in a session that may take a while. What has been answered must not wait for it,
/// nor be lost if somebody ends us meanwhile.
fn timely<R>(
    console: &mut dyn Console,
    session: &SharedSession,
    work: impl FnOnce(&mut dyn Session) -> R,
) -> io::Result<R> {
    console.flush()?;
    let mut session = session.borrow_mut();
    Ok(work(session.as_mut()))
}

/// Writes down what happens by itself, a step at a time, so that a person sees each as it comes.
fn steps(console: &mut dyn Console, session: &SharedSession) -> io::Result<()> {
    while let Some(reply) = timely(console, session, |session| session.step())? {
        console.write(&reply)?;
    }
    Ok(())
}
