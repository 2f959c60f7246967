//! The consoles without line editing: for pipes, files and dumb terminals, and for tests.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use super::render::{OutputOptions, sanitize, write_reply};
use super::terminal::restore_on_signals;
use super::{Console, Input, LONGEST_LINE};
use crate::os::signals::Interrupt;
use crate::repl::reply::Reply;
use crate::repl::session::SharedSession;

/// Reads lines of bytes and prints prompts and replies, without line editing.
pub struct Plain<R, W: Write> {
    input: BufReader<R>,
    output: BufWriter<W>,
    options: OutputOptions,
    /// Whether the input echoes what is typed, line breaks included, as a terminal does.
    echoes: bool,
    /// Signals at the terminal of a person.
    interrupt: Option<Interrupt>,
}

impl<R: Read, W: Write> Plain<R, W> {
    /// A console over any input and output.
    pub fn new(input: R, output: W, options: OutputOptions, echoes: bool) -> Self {
        Plain {
            input: BufReader::new(input),
            output: BufWriter::new(output),
            options,
            echoes,
            interrupt: None,
        }
    }

    /// The same at a terminal with a person, whose Ctrl-C stops computations.
    ///
    /// # Errors
    /// When signals cannot be handled.
    pub fn at_terminal(self, interrupt: &Interrupt) -> io::Result<Self> {
        restore_on_signals(interrupt)?;
        Ok(Plain {
            interrupt: Some(interrupt.clone()),
            ..self
        })
    }
}

impl<R: Read, W: Write> Console for Plain<R, W> {
    fn read(&mut self, session: &SharedSession) -> io::Result<Input> {
        self.output
            .write_all(session.borrow().prompt().as_bytes())?;
        // A program that waits for the answer must get it now. While more lines are waiting in the
        // buffer nobody waits, and printing many answers at once is much faster.
        if !self.input.buffer().contains(&b'\n') {
            self.output.flush()?;
        }
        let input = match &self.interrupt {
            Some(interrupt) => interrupt.reading(|| read_line(&mut self.input))?,
            None => read_line(&mut self.input)?,
        };
        if !self.echoes || input == Input::End {
            self.output.write_all(b"\n")?;
        }
        // At a terminal it is Ctrl-D, and more can be typed after it.
        Ok(match input {
            Input::End if self.echoes => Input::Leave,
            input => input,
        })
    }

    fn echo(&mut self, session: &SharedSession, line: &str) -> io::Result<()> {
        let line = if self.options.sanitize {
            sanitize(line)
        } else {
            line.to_owned()
        };
        writeln!(self.output, "{}{line}", session.borrow().prompt())
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        write_reply(&mut self.output, self.options, reply)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// A console with prepared input that records its output.
#[derive(Debug, Default)]
pub struct Script {
    inputs: VecDeque<Input>,
    options: OutputOptions,
    /// Everything printed, prompts included.
    pub printed: Vec<u8>,
}

impl Script {
    /// A console that will deliver these inputs and then end.
    pub fn new(inputs: impl IntoIterator<Item = Input>, options: OutputOptions) -> Self {
        Script {
            inputs: inputs.into_iter().collect(),
            options,
            printed: Vec::new(),
        }
    }
}

impl Console for Script {
    fn read(&mut self, session: &SharedSession) -> io::Result<Input> {
        self.printed
            .extend_from_slice(session.borrow().prompt().as_bytes());
        self.printed.push(b'\n');
        Ok(self.inputs.pop_front().unwrap_or(Input::End))
    }

    fn echo(&mut self, session: &SharedSession, line: &str) -> io::Result<()> {
        writeln!(self.printed, "{}{line}", session.borrow().prompt())
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        write_reply(&mut self.printed, self.options, reply)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads the next line without its line break (`\n` or `\r\n`). Of a line that is too long, no more than
/// the limit is ever kept.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Input> {
    let mut line = Vec::new();
    let mut too_long = false;
    let mut anything = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            Err(e) => return Err(e),
        };
        if chunk.is_empty() {
            break;
        }
        anything = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let piece = &chunk[..end.unwrap_or(chunk.len())];
        // Two more than fit: a line break of two bytes is not part of the line.
        let room = (LONGEST_LINE + 2).saturating_sub(line.len());
        too_long |= piece.len() > room;
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = piece.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            if line.last() == Some(&b'\r') {
                line.pop();
            }
            break;
        }
    }
    if !anything {
        return Ok(Input::End);
    }
    if too_long || line.len() > LONGEST_LINE {
        return Ok(Input::NotText);
    }
    Ok(String::from_utf8(line).map_or(Input::NotText, Input::Line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        // A tiny buffer, so that lines cross its border.
        let mut input = io::BufReader::with_capacity(3, bytes);
        let mut all = Vec::new();
        loop {
            let next = read_line(&mut input).unwrap();
            if next == Input::End {
                return all;
            }
            all.push(next);
        }
    }

    fn line(text: &str) -> Input {
        Input::Line(text.to_owned())
    }

    #[test]
    fn lines_end_in_either_line_break_or_in_none() {
        assert_eq!(
            lines(b"one\ntwo\r\n\nlast"),
            [line("one"), line("two"), line(""), line("last")]
        );
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [line("")]);
    }

    #[test]
    fn bytes_that_are_no_text_spoil_their_line_only() {
        assert_eq!(
            lines(b"a\n\xff\xfe\nb\n"),
            [line("a"), Input::NotText, line("b")]
        );
    }

    #[test]
    fn a_line_may_be_as_long_as_the_limit_and_no_longer() {
        let fits = "x".repeat(LONGEST_LINE);
        for end in ["\n", "\r\n"] {
            let input = format!("{fits}{end}next\n");
            assert_eq!(lines(input.as_bytes()), [line(&fits), line("next")]);
            let input = format!("{fits}x{end}next\n");
            assert_eq!(lines(input.as_bytes()), [Input::NotText, line("next")]);
            let input = format!("{fits}{fits}{end}next\n");
            assert_eq!(lines(input.as_bytes()), [Input::NotText, line("next")]);
        }
    }
}
