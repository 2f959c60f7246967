//! Text with tones, for which the console chooses colours, and numbers as bars.

/// The meaning of a span of text. A pipe gets the same characters without colours, so the tone must
/// never be the only difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// Frames, labels, empty cells.
    Faint,
    /// A piece of the side that moves first.
    First,
    /// A piece of the other side.
    Second,
    /// The decisive piece: λ.
    Royal,
    /// The cells of the last move.
    Trace,
    /// Bold in the default colour: a white piece.
    Bright,
    /// A mistake.
    Mistake,
    /// A blunder.
    Blunder,
    /// A measure from 0 (cold) to 9 (hot).
    Heat(u8),
}

/// The marks of the last moves on a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Marks {
    /// No marks.
    #[default]
    None,
    /// Brackets around cells.
    Brackets,
    /// Background colours.
    Colours,
}

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its meaning.
    pub tone: Tone,
    /// Whether the colour is the background.
    pub marked: bool,
    /// The characters.
    pub text: String,
}

/// A line of spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(Vec<Span>);

impl Line {
    /// Creates an empty line.
    #[must_use]
    pub fn new() -> Self {
        Line::default()
    }

    /// Appends text. Joins spans of the same tone, so that colours change as little as possible.
    pub fn push(&mut self, tone: Tone, text: &str) {
        self.push_span(tone, false, text);
    }

    /// Appends text with the colour as its background.
    pub fn push_marked(&mut self, tone: Tone, text: &str) {
        self.push_span(tone, true, text);
    }

    fn push_span(&mut self, tone: Tone, marked: bool, text: &str) {
        match self.0.last_mut() {
            Some(last) if (last.tone, last.marked) == (tone, marked) => last.text.push_str(text),
            _ => self.0.push(Span {
                tone,
                marked,
                text: text.to_owned(),
            }),
        }
    }

    /// Appends text, for building a line in one expression.
    #[must_use]
    pub fn with(mut self, tone: Tone, text: &str) -> Self {
        self.push(tone, text);
        self
    }

    /// Creates a line with a tone for each character.
    pub fn painted(text: &str, tone: impl Fn(char) -> Tone) -> Self {
        let mut line = Line::new();
        for symbol in text.chars() {
            line.push(tone(symbol), symbol.encode_utf8(&mut [0; 4]));
        }
        line
    }

    /// Returns the spans in order.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// Removes blanks at the end.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        if let Some(last) = self.0.last_mut().filter(|last| !last.marked) {
            last.text.truncate(last.text.trim_end().len());
        }
        self
    }

    /// Returns the characters without tones.
    #[must_use]
    pub fn plain(&self) -> String {
        self.0.iter().map(|span| span.text.as_str()).collect()
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Line::new().with(Tone::Plain, text)
    }
}

/// Several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Line>);

impl Text {
    /// Creates the lines of a string, without tones.
    #[must_use]
    pub fn plain(text: &str) -> Self {
        Text(text.lines().map(Line::from).collect())
    }
}

impl From<Line> for Text {
    fn from(line: Line) -> Self {
        Text(vec![line])
    }
}

/// The bars from the lowest to the highest, in Unicode and in ASCII.
const BARS: [[char; 8]; 2] = [
    ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
    ['_', '.', '-', '~', '=', '+', '*', '#'],
];

/// Returns a bar for each number from 0 (lowest) to 1 (highest).
///
/// ```
/// use game::repl::bars;
///
/// assert_eq!(bars([0.0, 0.5, 1.0], false), "▁▅█");
/// assert_eq!(bars([0.0, 0.5, 1.0], true), "_=#");
/// ```
pub fn bars(values: impl IntoIterator<Item = f64>, ascii: bool) -> String {
    let bars = BARS[usize::from(ascii)];
    let bar = |value: f64| {
        let step = (value * bars.len() as f64) as usize;
        bars[step.min(bars.len() - 1)]
    };
    values.into_iter().map(bar).collect()
}

/// Returns a horizontal bar, its length in eighths of a column.
///
/// ```
/// assert_eq!(game::repl::bar(22), "██▊");
/// ```
#[must_use]
pub fn bar(eighths: usize) -> String {
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    "█".repeat(eighths / 8) + part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_tone_are_joined() {
        let line = Line::new()
            .with(Tone::Plain, "a")
            .with(Tone::Plain, "b")
            .with(Tone::Trace, "c");
        let texts: Vec<&str> = line.spans().iter().map(|span| span.text.as_str()).collect();
        assert_eq!(texts, ["ab", "c"]);
        assert_eq!(line.plain(), "abc");
    }
}
