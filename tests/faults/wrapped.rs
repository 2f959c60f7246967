//! The other games with faults: our own session, whose lines, answers and prompts are changed on
//! their way.

use game::games;
use game::play::Options;
use game::repl::{Context, Next, Session};

use crate::others::FAULTS;

/// What goes wrong, and where.
pub enum Change {
    /// Before it is understood: another line is read.
    Line(fn(&str) -> String),
    /// After it is answered: another answer is printed. It sees the line and the moves so far.
    Answer(fn(&str, &str, &[String]) -> String),
    /// A line that is not even looked at gets this answer.
    Instead(fn(&str) -> Option<&'static str>),
    /// Another prompt is shown.
    Prompt(fn(&str) -> String),
}

use Change::{Answer, Instead, Line, Prompt};

/// A fault of a game.
pub struct Fault {
    pub mode: &'static str,
    pub name: &'static str,
    pub change: Change,
}

/// A session of ours with a fault.
pub struct Wrapped {
    session: Box<dyn Session>,
    change: Option<&'static Change>,
    moves: Vec<String>,
}

impl Wrapped {
    pub fn new(mode: &str, fault: &str) -> Self {
        let row = games::find(mode).expect("a mode");
        let context = Context {
            hide_boards: true,
            ..Context::default()
        };
        let known = FAULTS
            .iter()
            .find(|known| known.mode == mode && known.name == fault);
        assert!(
            known.is_some() || fault == "none",
            "{fault}: no such fault of {mode}"
        );
        Wrapped {
            session: (row.open)(Options::default(), context),
            change: known.map(|fault| &fault.change),
            moves: Vec::new(),
        }
    }

    pub fn prompt(&self) -> String {
        let prompt = self.session.prompt();
        match self.change {
            Some(Prompt(change)) => change(&prompt),
            _ => prompt,
        }
    }

    /// The answer to a line, and whether the program ends.
    pub fn feed(&mut self, line: &str) -> (String, bool) {
        let line = match self.change {
            Some(Line(change)) => change(line),
            Some(Instead(change)) => match change(line) {
                Some(answer) => return (answer.to_owned(), false),
                None => line.to_owned(),
            },
            _ => line.to_owned(),
        };
        let reply = self.session.play_out(&line);
        let answer = reply.scripted();
        if answer.starts_with("Starting Game.") {
            self.moves.clear();
        } else if !answer.starts_with("Invalid") && !answer.starts_with("The ") {
            self.moves.push(line.clone());
        }
        let answer = match self.change {
            Some(Answer(change)) => change(&line, &answer, &self.moves),
            _ => answer,
        };
        (answer, reply.next == Next::Leave)
    }
}
