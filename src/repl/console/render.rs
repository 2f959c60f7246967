//! Output of replies, in colours, and of plain text.
//! Text for a terminal is sanitized; a pipe gets the exact bytes.

use std::io::{self, IsTerminal, Write};

use anstyle::{Ansi256Color, Style};

use super::output_width;
use crate::repl::context::DrawStyle;
use crate::repl::reply::{Part, Reply};
use crate::repl::text::{Line, Marks, Span, Tone};
use crate::repl::wrap;

/// Options for showing replies: the only place of `--test`, colours and width.
#[expect(clippy::struct_excessive_bools, reason = "all combinations occur")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputOptions {
    /// Suppress boards (`--test`).
    pub test: bool,
    /// A person reads and types on a terminal: show advice.
    pub terminal: bool,
    /// The output goes to a terminal: replace control characters.
    pub sanitize: bool,
    /// Use colours.
    pub colour: bool,
    /// Use ASCII characters only.
    pub ascii: bool,
    /// The terminal edits lines, and can show the progress of a computation.
    pub editing: bool,
    /// A fixed width, instead of that of the terminal.
    pub width: Option<usize>,
}

impl OutputOptions {
    /// Returns the current width in columns; `None` in a pipe, where nothing is wrapped.
    #[must_use]
    pub fn columns(&self) -> Option<usize> {
        let window = || self.terminal.then(|| output_width().unwrap_or(80));
        self.width.or_else(window)
    }

    /// Returns the current style of boards.
    #[must_use]
    pub fn style(&self) -> DrawStyle {
        DrawStyle {
            ascii: self.ascii,
            marks: match self.terminal {
                true if self.colour && !self.ascii => Marks::Colours,
                true => Marks::Brackets,
                false => Marks::None,
            },
            width: self.columns(),
        }
    }
}

/// Writes the parts of a reply that these options select.
///
/// # Errors
/// When it cannot be written.
pub fn write_reply(out: &mut dyn Write, options: OutputOptions, reply: &Reply) -> io::Result<()> {
    let style = options.style();
    let width = style.width;
    for part in &reply.parts {
        match part {
            Part::Say(line) => {
                for line in wrap::line(line, width) {
                    write_line(out, options, &Line::from(line.as_str()))?;
                }
            }
            Part::Script(line) if options.test => {
                write_line(out, options, &Line::from(line.as_str()))?;
            }
            Part::Show(text) => write_text(out, options, &text.0)?,
            Part::Prose(page) => {
                for line in wrap::page(&style.spelled(page), width) {
                    write_line(out, options, &Line::from(line.as_str()))?;
                }
            }
            Part::Board(text) if !options.test => write_text(out, options, &text.0)?,
            Part::Advice(advice) if options.terminal && !options.test => {
                for line in style.spelled(advice).lines() {
                    for line in wrap::line(&format!("  {line}"), width) {
                        let line = line.replace(wrap::UNBROKEN, " ");
                        let line = Line::new().with(Tone::Faint, &line);
                        write_line(out, options, &line)?;
                    }
                }
            }
            Part::Script(_) | Part::Board(_) | Part::Advice(_) => {}
        }
    }
    Ok(())
}

fn write_text(out: &mut dyn Write, options: OutputOptions, lines: &[Line]) -> io::Result<()> {
    lines
        .iter()
        .try_for_each(|line| write_line(out, options, line))
}

fn write_line(out: &mut dyn Write, options: OutputOptions, line: &Line) -> io::Result<()> {
    for Span { tone, marked, text } in line.spans() {
        let style = match options.colour {
            true if *marked => style_of(*tone).invert(),
            true => style_of(*tone),
            false => Style::new(),
        };
        if options.sanitize {
            write!(out, "{style}{}{style:#}", sanitize(text))?;
        } else {
            write!(out, "{style}{text}{style:#}")?;
        }
    }
    writeln!(out)
}

/// Returns a colour of the fixed palette, with a contrast of at least 3.3 to black and to white. The
/// first sixteen colours depend on the terminal, and its yellow is invisible on white.
fn style_of(tone: Tone) -> Style {
    let colour = |number| Style::new().fg_color(Some(Ansi256Color(number).into()));
    match tone {
        Tone::Plain => Style::new(),
        Tone::Faint | Tone::Heat(0) => Style::new().dimmed(),
        Tone::Bright => Style::new().bold(),
        Tone::First | Tone::Blunder | Tone::Heat(7..) => colour(RED).bold(),
        Tone::Second => colour(TEAL).bold(),
        Tone::Royal => colour(PURPLE).bold(),
        Tone::Trace => colour(GREEN),
        Tone::Mistake => colour(OCHRE).bold(),
        Tone::Heat(1..=2) => colour(BLUE),
        Tone::Heat(3..=4) => colour(TEAL),
        Tone::Heat(5..=6) => colour(OCHRE),
    }
}

const RED: u8 = 160;
const TEAL: u8 = 30;
const PURPLE: u8 = 129;
const GREEN: u8 = 28;
const OCHRE: u8 = 136;
const BLUE: u8 = 26;

/// Whether a character controls the terminal instead of being shown: a control character, or a
/// bidirectional control, which can make one name look like another.
#[must_use]
pub fn steers(c: char) -> bool {
    let bidirectional = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    c.is_control() || bidirectional
}

/// Replaces characters that [control](steers) a terminal with `�`, except those to keep.
pub(super) fn sanitize_but(keep: &[char], text: &str) -> String {
    let shown = |c: char| match c {
        c if steers(c) && !keep.contains(&c) => '\u{fffd}',
        c => c,
    };
    text.chars().map(shown).collect()
}

/// Replaces characters that [control](steers) a terminal with `�`.
#[must_use]
pub fn sanitize(line: &str) -> String {
    sanitize_but(&[], line)
}

/// Line-buffered standard output or standard error, for text without colours.
pub struct Output {
    stream: Box<dyn Write>,
    sanitizes: bool,
    /// An incomplete line.
    pending: Vec<u8>,
}

impl Output {
    /// Standard output.
    #[must_use]
    pub fn standard() -> Self {
        Self::to(io::stdout())
    }

    /// Standard error.
    #[must_use]
    pub fn error() -> Self {
        Self::to(io::stderr())
    }

    fn to(stream: impl Write + IsTerminal + 'static) -> Self {
        Output {
            sanitizes: stream.is_terminal(),
            stream: Box::new(stream),
            pending: Vec::new(),
        }
    }

    /// Writes the first `length` pending bytes.
    fn send(&mut self, length: usize) -> io::Result<()> {
        let bytes: Vec<u8> = self.pending.drain(..length).collect();
        if self.sanitizes {
            let text = String::from_utf8_lossy(&bytes);
            let text = sanitize_but(&['\n', '\t'], &text);
            return self.stream.write_all(text.as_bytes());
        }
        self.stream.write_all(&bytes)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if let Some(end) = self.pending.iter().rposition(|&byte| byte == b'\n') {
            self.send(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send(self.pending.len())?;
        self.stream.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // A caller that needs the result has flushed before.
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::text::Text;

    fn printed(options: OutputOptions) -> String {
        let reply = Reply::say("said")
            .with(Part::Board(Text::plain("board")))
            .with(Part::Show(Text::plain("shown")))
            .with(Part::Script("scripted".into()))
            .and_advise("advised");
        let mut out = Vec::new();
        write_reply(&mut out, options, &reply).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_reader_gets_its_parts() {
        let pipe = OutputOptions::default();
        assert_eq!(printed(pipe), "said\nboard\nshown\n");
        let test = OutputOptions { test: true, ..pipe };
        assert_eq!(printed(test), "said\nshown\nscripted\n");
        let person = OutputOptions {
            terminal: true,
            ..pipe
        };
        assert_eq!(printed(person), "said\nboard\nshown\n  advised\n");
        let tested_person = OutputOptions {
            test: true,
            ..person
        };
        assert_eq!(printed(tested_person), "said\nshown\nscripted\n");
    }

    #[test]
    fn a_name_cannot_control_a_terminal_and_a_pipe_gets_every_byte() {
        let evil = "State saved in \u{1b}[2J\u{9b}2J\u{202e}";
        let written = |sanitize: bool| {
            let mut out = Vec::new();
            let options = OutputOptions {
                sanitize,
                ..OutputOptions::default()
            };
            write_reply(&mut out, options, &Reply::say(evil)).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(
            written(true),
            "State saved in \u{fffd}[2J\u{fffd}2J\u{fffd}\n"
        );
        assert_eq!(written(false), format!("{evil}\n"));
    }

    #[test]
    fn colour_is_added_around_the_same_characters() {
        let reply = Reply::new().with(Part::Show(Line::new().with(Tone::First, "O").into()));
        let mut out = Vec::new();
        let options = OutputOptions {
            colour: true,
            ..OutputOptions::default()
        };
        write_reply(&mut out, options, &reply).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert!(out.contains('\u{1b}') && out.contains('O'), "{out:?}");
    }

    #[test]
    fn only_control_characters_are_replaced() {
        assert_eq!(
            sanitize_but(&['\n', '\t'], "a\u{1b}[2J\n\u{9b}b\r\t\u{7f}"),
            "a\u{fffd}[2J\n\u{fffd}b\u{fffd}\t\u{fffd}"
        );
        assert_eq!(sanitize("\n\t"), "\u{fffd}\u{fffd}");
        let marks = ['\u{61c}', '\u{200e}', '\u{200f}'];
        let embeddings = '\u{202a}'..='\u{202e}';
        for c in embeddings.chain('\u{2066}'..='\u{2069}').chain(marks) {
            assert_eq!(sanitize(&format!("x{c}y")), "x\u{fffd}y", "{c:?}");
        }
        let text = "λ äö \u{200d}\u{2010}\u{2029}\u{2065}\u{206a} 日本 e\u{301}";
        assert_eq!(sanitize(text), text);
    }
}
