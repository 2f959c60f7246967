//! A person at a terminal: line editing by rustyline.

use std::collections::VecDeque;
use std::io::{self, Write};

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, Config, Editor};

use super::complete::Assistant;
use super::paint::{Audience, write_reply};
use super::{Console, Input, LONGEST_LINE};
use crate::repl::dispatch::Seat;
use crate::repl::reply::Reply;

/// Reads lines with rustyline.
pub struct Terminal {
    editor: Editor<Assistant, DefaultHistory>,
    audience: Audience,
    /// Lines of a paste that are still to be run.
    pasted: VecDeque<String>,
}

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When rustyline cannot work with it.
    pub fn new(audience: Audience) -> io::Result<Self> {
        let config = Config::builder()
            .auto_add_history(true)
            .completion_type(rustyline::CompletionType::List)
            .color_mode(if audience.colour {
                ColorMode::Forced
            } else {
                ColorMode::Disabled
            })
            .build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(Assistant::new(audience.colour)));
        Ok(Terminal {
            editor,
            audience,
            pasted: VecDeque::new(),
        })
    }
}

impl Console for Terminal {
    fn read(&mut self, seat: &dyn Seat) -> io::Result<Input> {
        let prompt = seat.prompt();
        if let Some(line) = self.pasted.pop_front() {
            let mut out = io::stdout().lock();
            writeln!(out, "{prompt}{line}")?;
            return Ok(Input::Line(line));
        }
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.set_menu(seat.menu());
        }
        match self.editor.readline(&prompt) {
            Ok(text) if text.len() > LONGEST_LINE => Ok(Input::NotText),
            Ok(text) => {
                // A bracketed paste comes as one string with line breaks in it.
                let mut lines = text.lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                Ok(Input::Line(first))
            }
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupt),
            Err(ReadlineError::Eof) => Ok(Input::End),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Input::NotText)
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        let mut out = io::stdout().lock();
        write_reply(&mut out, self.audience, reply)?;
        out.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}
