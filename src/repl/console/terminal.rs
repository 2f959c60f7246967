//! The console for a person at a terminal, with line editing by rustyline.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{
    Cmd, ColorMode, ConditionalEventHandler, Config, Editor, Event, EventContext, EventHandler,
    KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use super::complete::PromptHelper;
use super::history::{HistoryFile, MOST_LINES};
use super::render::{OutputOptions, write_reply};
use super::sanitize::sanitize;
use super::stream::Stream;
use super::terminal_guard::TerminalGuard;
use super::{Console, Input, LONGEST_LINE};
use crate::repl::interrupt::Interrupt;
use crate::repl::reply::Reply;
use crate::repl::session::SharedSession;

/// A terminal with line editing, completion and history.
pub struct Terminal {
    editor: Editor<PromptHelper, DefaultHistory>,
    options: OutputOptions,
    /// Where lines are kept for the next run; none once that has failed.
    history: Option<HistoryFile>,
    /// Lines of a bracketed paste that are still to be run.
    pasted: VecDeque<String>,
    /// Whether the last key can have been Ctrl-C.
    control: ControlKey,
    /// Restores the terminal. Dropped last, as the line editor changes the terminal too.
    guard: TerminalGuard,
}

/// Whether the last key was other than a letter. The line editor takes SIGINT for a key: it was none
/// if the last one was a letter.
#[derive(Clone, Debug, Default)]
struct ControlKey(Arc<AtomicBool>);

impl ControlKey {
    fn set(&self, control: bool) {
        self.0.store(control, Ordering::SeqCst);
    }
}

impl ConditionalEventHandler for ControlKey {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, _: &EventContext<'_>) -> Option<Cmd> {
        let letter = matches!(
            event.get(0),
            Some(KeyEvent(
                KeyCode::Char(_),
                Modifiers::NONE | Modifiers::SHIFT
            ))
        );
        self.set(!letter);
        // It does what it always does.
        None
    }
}

impl Terminal {
    /// Opens the terminal, with the lines of earlier runs as history.
    ///
    /// # Errors
    /// When rustyline cannot work with it.
    pub fn new(
        options: OutputOptions,
        history: Option<HistoryFile>,
        interrupt: &Interrupt,
    ) -> io::Result<Self> {
        let guard = TerminalGuard::new(interrupt, true)?;
        let config = Config::builder()
            .completion_type(rustyline::CompletionType::List)
            // Our helper offers no more than fits, and at the question the editor hears no Ctrl-C.
            .completion_prompt_limit(usize::MAX)
            .max_history_size(MOST_LINES)
            .and_then(|config| config.history_ignore_dups(true))
            .map_err(io::Error::other)?
            // Our helper decides on colours itself, and must see to more than colours.
            .color_mode(ColorMode::Forced)
            .build();
        let mut editor = Editor::with_config(config).map_err(io::Error::other)?;
        editor.set_helper(Some(PromptHelper::new(options.colour, &guard)));
        let suspend = EventHandler::Conditional(Box::new(guard.suspend()));
        editor.bind_sequence(KeyEvent::ctrl('Z'), suspend);
        let control = ControlKey::default();
        let note = EventHandler::Conditional(Box::new(control.clone()));
        editor.bind_sequence(Event::Any, note);
        // No file yet, or one that cannot be read: a game can be played without.
        let earlier = history.as_ref().and_then(|file| file.read().ok());
        for line in earlier.unwrap_or_default() {
            editor.add_history_entry(line).map_err(io::Error::other)?;
        }
        Ok(Terminal {
            editor,
            options,
            history,
            pasted: VecDeque::new(),
            control,
            guard,
        })
    }

    /// Has a line edited. Another program that shares the terminal may switch it to `O_NONBLOCK`
    /// meanwhile, which the line editor takes for an error: then it goes on with what was typed.
    fn edit(&mut self, prompt: &str) -> rustyline::Result<String> {
        let (mut left, mut right) = (String::new(), String::new());
        loop {
            Stream::input().make_blocking();
            Stream::output().make_blocking();
            match self.editor.readline_with_initial(prompt, (&left, &right)) {
                Err(error) if would_block(&error) => {
                    Stream::output().wait_to_write()?;
                    if let Some(helper) = self.editor.helper() {
                        (left, right) = helper.take_typed();
                    }
                }
                done => return done,
            }
        }
    }

    /// A line to be run; it is remembered before, so that nothing that happens then can lose it.
    fn run(&mut self, line: String) -> io::Result<Input> {
        if line.len() > LONGEST_LINE {
            return Ok(Input::NotText);
        }
        let added = self
            .editor
            .add_history_entry(line.as_str())
            .map_err(io::Error::other)?;
        if added
            && let Some(file) = &self.history
            && file.append(&line).is_err()
        {
            self.history = None;
        }
        Ok(Input::Line(line))
    }
}

impl Console for Terminal {
    fn read(&mut self, session: &SharedSession) -> io::Result<Input> {
        let prompt = session.borrow().prompt();
        if let Some(line) = self.pasted.pop_front() {
            self.guard.reading().begin();
            self.guard.reading().end();
            self.echo(session, &line)?;
            return self.run(line);
        }
        if let Some(helper) = self.editor.helper_mut() {
            helper.serve(session);
        }
        // The line editor counts on a prompt of one line: what stands above it is simply printed.
        let last = prompt.rfind('\n').map_or(0, |end| end + 1);
        let (above, prompt) = prompt.split_at(last);
        Stream::output().write_all(above.as_bytes())?;
        self.control.set(false);
        let edited = self.edit(prompt);
        self.guard.reading().end();
        match edited {
            Err(ReadlineError::Interrupted) if !self.control.0.load(Ordering::SeqCst) => {
                self.guard.end_by_interrupt();
                Ok(Input::End)
            }
            Ok(text) => {
                // A bracketed paste comes as one string with line breaks in it.
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
        let shown = format!("{}{}\n", session.borrow().prompt(), sanitize(line));
        Stream::output().write_all(shown.as_bytes())
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        let options = OutputOptions {
            width: self.width(),
            ..self.options
        };
        let mut out = BufWriter::new(Stream::output());
        write_reply(&mut out, options, reply)?;
        out.flush()
    }

    fn width(&self) -> Option<usize> {
        // As the line editor has it.
        Some(Stream::output().width().unwrap_or(80))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn would_block(error: &ReadlineError) -> bool {
    let kind = match error {
        ReadlineError::Io(error) => error.kind(),
        ReadlineError::Errno(error) => io::Error::from(*error).kind(),
        _ => return false,
    };
    kind == io::ErrorKind::WouldBlock
}
