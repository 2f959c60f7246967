//! The console without line editing: for pipes, files and dumb terminals.

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Read, Stdin, Stdout, Write};

use super::render::{OutputOptions, sanitize, write_reply};
use super::{Console, Input, LONGEST_LINE};
use crate::os::signals::Interrupt;
use crate::repl::reply::Reply;
use crate::repl::session::SharedSession;

/// Reads lines of bytes and prints prompts and replies, without line editing.
pub struct Plain {
    input: BufReader<Stdin>,
    output: BufWriter<Stdout>,
    options: OutputOptions,
    /// Whether the input echoes typed text, line breaks included, as a terminal does.
    echoes: bool,
    /// Signals, at a terminal.
    interrupt: Option<Interrupt>,
}

impl Plain {
    /// Creates a console on standard input and output. At a terminal Ctrl-C stops computations.
    ///
    /// # Errors
    /// When signals cannot be handled.
    pub fn new(options: OutputOptions, interrupt: &Interrupt) -> io::Result<Self> {
        if options.terminal {
            interrupt.install(|| ())?;
        }
        Ok(Plain {
            input: BufReader::new(io::stdin()),
            output: BufWriter::new(io::stdout()),
            options,
            echoes: io::stdin().is_terminal(),
            interrupt: options.terminal.then(|| interrupt.clone()),
        })
    }
}

impl Console for Plain {
    fn read(&mut self, session: &SharedSession) -> io::Result<Input> {
        self.output
            .write_all(session.borrow().prompt().as_bytes())?;
        // A program may be waiting for the answer. While there are more lines in the buffer, printing
        // many answers at once is much faster.
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
        // At a terminal it is Ctrl-D, and input can continue.
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

/// Reads the next line without its line break (`\n` or `\r\n`). Never keeps more than the limit of a
/// line that is too long.
pub(crate) fn read_line(input: &mut impl BufRead) -> io::Result<Input> {
    // Two more than the limit, for the line break.
    let max = LONGEST_LINE + 2;
    let mut line = Vec::new();
    let mut beginning = input.by_ref().take(max as u64);
    beginning.read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(Input::End);
    }
    if line.pop_if(|byte| *byte == b'\n').is_some() {
        line.pop_if(|byte| *byte == b'\r');
    } else if line.len() == max {
        input.skip_until(b'\n')?;
    }
    if line.len() > LONGEST_LINE {
        return Ok(Input::NotText);
    }
    Ok(String::from_utf8(line).map_or(Input::NotText, Input::Line))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Input> {
        // A tiny buffer, so that lines cross its end.
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
    fn invalid_utf8_affects_only_its_line() {
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
