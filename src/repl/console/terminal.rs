//! The console for a person at a terminal, with line editing by rustyline.

use std::collections::VecDeque;
use std::fs::DirBuilder;
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::PathBuf;
use std::rc::Rc;

use rustix::stdio::{stdin, stdout};
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{ColorMode, Config, Editor};

use super::complete::PromptHelper;
use super::render::{OutputOptions, sanitize, steers, write_reply};
use super::{Console, Input, LONGEST_LINE};
use crate::os::signals::Interrupt;
use crate::repl::reply::Reply;
use crate::repl::session::SharedSession;

/// The maximum number of lines in the history.
const HISTORY: usize = 1000;

/// The longest line in the history, in bytes.
const LONGEST_REMEMBERED: usize = 4096;

/// Removes the prompt or the thinking line, and ends bracketed paste.
const CLEAR: &[u8] = b"\r\x1b[K\x1b[?2004l";

/// A terminal with line editing, completion and history.
pub struct Terminal {
    editor: Editor<PromptHelper, DefaultHistory>,
    options: OutputOptions,
    /// The history file; `None` after a failure.
    history: Option<PathBuf>,
    /// Lines of a bracketed paste still to run.
    pasted: VecDeque<String>,
    interrupt: Interrupt,
}

impl Terminal {
    /// Opens the terminal, with the history in a file.
    ///
    /// # Errors
    /// When rustyline cannot work with it.
    pub fn new(
        options: OutputOptions,
        history: Option<PathBuf>,
        interrupt: &Interrupt,
    ) -> io::Result<Self> {
        restore_on_signals(interrupt)?;
        let config = Config::builder()
            .completion_type(rustyline::CompletionType::List)
            // The helper offers no more than fits, and rustyline's question ignores Ctrl-C.
            .completion_prompt_limit(usize::MAX)
            .max_history_size(HISTORY)
            .and_then(|config| config.history_ignore_dups(true))
            .map_err(io::Error::other)?
            // The helper decides on colours itself, and also replaces control characters.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(PromptHelper {
            session: None,
            suggestion: None,
            colour: options.colour,
        }));
        // Leave a damaged file alone: saving would replace it.
        let history = history.filter(|file| match editor.load_history(file) {
            Ok(()) => true,
            Err(ReadlineError::Io(error)) => error.kind() == io::ErrorKind::NotFound,
            Err(_) => false,
        });
        Ok(Terminal {
            editor,
            options,
            history,
            pasted: VecDeque::new(),
            interrupt: interrupt.clone(),
        })
    }

    /// Returns a line to run, after adding it to the history, so that no failure can lose it.
    fn run(&mut self, line: String) -> io::Result<Input> {
        if line.len() > LONGEST_LINE {
            return Ok(Input::NotText);
        }
        if line.len() <= LONGEST_REMEMBERED && !line.contains(steers) {
            self.remember(&line).map_err(io::Error::other)?;
        }
        Ok(Input::Line(line))
    }

    fn remember(&mut self, line: &str) -> rustyline::Result<()> {
        if !self.editor.add_history_entry(line)? {
            return Ok(());
        }
        if let Some(file) = &self.history {
            let mut folder = DirBuilder::new();
            folder.recursive(true).mode(0o700);
            let made = file.parent().map_or(Ok(()), |parent| folder.create(parent));
            // Play on without a history.
            if made.is_err() || self.editor.append_history(file).is_err() {
                self.history = None;
            }
        }
        Ok(())
    }
}

/// Restores the terminal before a signal ends the program: the line editor turns off echo and line
/// mode while it reads.
fn restore_on_signals(interrupt: &Interrupt) -> io::Result<()> {
    let original = tcgetattr(stdin())?;
    interrupt.install(move || {
        // The terminal may have hung up.
        let _ = tcsetattr(stdin(), OptionalActions::Now, &original);
        let _ = rustix::io::write(stdout(), CLEAR);
    })
}

impl Console for Terminal {
    fn read(&mut self, session: &SharedSession) -> io::Result<Input> {
        let prompt = session.borrow().prompt();
        if let Some(line) = self.pasted.pop_front() {
            self.interrupt.reading(|| ());
            self.echo(session, &line)?;
            return self.run(line);
        }
        if let Some(helper) = self.editor.helper_mut() {
            helper.session = Some(Rc::clone(session));
        }
        // The line editor expects a prompt of one line, so print the lines above it here.
        let last = prompt.rfind('\n').map_or(0, |end| end + 1);
        let (above, prompt) = prompt.split_at(last);
        io::stdout().write_all(above.as_bytes())?;
        io::stdout().flush()?;
        let read = self.interrupt.reading(|| self.editor.readline(prompt));
        if let Some(helper) = self.editor.helper_mut() {
            helper.suggestion = None;
        }
        match read {
            Ok(text) => {
                // A bracketed paste is one string with line breaks.
                let mut lines = text.lines().map(str::to_owned);
                let first = lines.next().unwrap_or_default();
                self.pasted.extend(lines);
                self.run(first)
            }
            Err(ReadlineError::Interrupted) => Ok(Input::Interrupt),
            Err(ReadlineError::Eof) => Ok(Input::Leave),
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Input::NotText)
            }
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn echo(&mut self, session: &SharedSession, line: &str) -> io::Result<()> {
        writeln!(
            io::stdout(),
            "{}{}",
            session.borrow().prompt(),
            sanitize(line)
        )
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        if let (Some(line), Some(helper)) = (&reply.suggestion, self.editor.helper_mut()) {
            helper.suggestion = Some(line.clone());
        }
        let mut out = BufWriter::new(io::stdout());
        write_reply(&mut out, self.options, reply)?;
        out.flush()
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
