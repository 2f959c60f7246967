//! Renders replies: which parts are shown, in which colours.

use std::io::{self, Write};

use anstyle::{Ansi256Color, Style};

use super::sanitize::sanitize;
use super::wrap::wrap;
use crate::repl::prose;
use crate::repl::reply::{Part, Reply};
use crate::repl::text::{Line, Span, Tone};

/// Options for rendering replies.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own, and all combinations occur"
)]
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
    /// The width of the terminal, if it is known.
    pub width: Option<usize>,
}

/// Writes the parts of a reply that these options ask for.
///
/// # Errors
/// When it cannot be written.
pub fn write_reply(out: &mut dyn Write, options: OutputOptions, reply: &Reply) -> io::Result<()> {
    for part in &reply.parts {
        match part {
            Part::Say(line) => {
                for line in wrap(line, options.width) {
                    write_line(out, options, &Line::from(line.as_str()))?;
                }
            }
            Part::Script(line) if options.test => {
                write_line(out, options, &Line::from(line.as_str()))?;
            }
            Part::Show(text) => write_text(out, options, &text.0)?,
            Part::Prose(page) => {
                for line in prose::lines(page, options.width) {
                    write_line(out, options, &Line::from(line.as_str()))?;
                }
            }
            Part::Board(text) if !options.test => write_text(out, options, &text.0)?,
            Part::Advice(advice) if options.terminal && !options.test => {
                for line in advice.lines() {
                    for line in wrap(&format!("  {line}"), options.width) {
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

/// Colours of the fixed palette of 256, each with a contrast of at least 3.5 to black and to white:
/// those of the first sixteen depend on the terminal, and its yellow is invisible on white.
fn style_of(tone: Tone) -> Style {
    let colour = |number| Style::new().fg_color(Some(Ansi256Color(number).into()));
    match tone {
        Tone::Plain => Style::new(),
        Tone::Faint | Tone::Heat(0) => Style::new().dimmed(),
        Tone::Bright => Style::new().bold(),
        Tone::First | Tone::Blunder | Tone::Heat(7..) => colour(RED).bold(),
        Tone::Second => colour(TEAL).bold(),
        Tone::Royal => colour(PURPLE).bold(),
        Tone::Loss => colour(PINK).bold(),
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
const PINK: u8 = 163;
const GREEN: u8 = 28;
const OCHRE: u8 = 136;
const BLUE: u8 = 26;

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
        let nobody = OutputOptions::default();
        assert_eq!(printed(nobody), "said\nboard\nshown\n");
        let test = OutputOptions {
            test: true,
            ..nobody
        };
        assert_eq!(printed(test), "said\nshown\nscripted\n");
        let person = OutputOptions {
            terminal: true,
            ..nobody
        };
        assert_eq!(printed(person), "said\nboard\nshown\n  advised\n");
        let tested_person = OutputOptions {
            test: true,
            ..person
        };
        assert_eq!(printed(tested_person), "said\nshown\nscripted\n");
    }

    #[test]
    fn a_name_cannot_steer_a_terminal_and_a_pipe_gets_every_byte() {
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
}
