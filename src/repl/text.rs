//! Text with tones: a drawing says what each part means, and the console chooses the colours. And
//! numbers as bars.

/// What a piece of drawn text means. A pipe gets the same characters without colours, so nothing
/// may depend on the tone alone.
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
    /// The piece that decides the game: λ.
    Royal,
    /// The cells of the last move.
    Trace,
    /// A captured piece.
    Loss,
    /// A measure from 0 (cold) to 9 (hot).
    Heat(u8),
}

/// One line: pieces of text, each with its tone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line(Vec<(Tone, String)>);

impl Line {
    /// An empty line.
    #[must_use]
    pub fn new() -> Self {
        Line::default()
    }

    /// Appends text. Neighbours of one tone are joined, so that the console changes colours as little
    /// as possible.
    pub fn push(&mut self, tone: Tone, text: &str) {
        match self.0.last_mut() {
            Some((last, joined)) if *last == tone => joined.push_str(text),
            _ => self.0.push((tone, text.to_owned())),
        }
    }

    /// [`push`](Line::push) for writing a line in one expression.
    #[must_use]
    pub fn with(mut self, tone: Tone, text: &str) -> Self {
        self.push(tone, text);
        self
    }

    /// A line in which each character gets its tone from a function.
    pub fn painted(text: &str, tone: impl Fn(char) -> Tone) -> Self {
        let mut line = Line::new();
        for symbol in text.chars() {
            line.push(tone(symbol), symbol.encode_utf8(&mut [0; 4]));
        }
        line
    }

    /// The pieces in order.
    pub fn spans(&self) -> impl Iterator<Item = (Tone, &str)> {
        self.0.iter().map(|(tone, text)| (*tone, text.as_str()))
    }

    /// The characters alone.
    #[must_use]
    pub fn plain(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Self {
        Line::new().with(Tone::Plain, text)
    }
}

/// Some lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(pub Vec<Line>);

impl Text {
    /// The lines of a string, without tones.
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

/// The bars from the lowest to the highest, and what stands for them in ASCII.
const BARS: [[char; 8]; 2] = [
    ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
    ['_', '.', '-', '~', '=', '+', '*', '#'],
];

/// A bar for each number from 0 (lowest) to 1 (highest).
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_tone_are_joined() {
        let line = Line::new()
            .with(Tone::Plain, "a")
            .with(Tone::Plain, "b")
            .with(Tone::Loss, "c");
        assert_eq!(
            line.spans().collect::<Vec<_>>(),
            [(Tone::Plain, "ab"), (Tone::Loss, "c")]
        );
        assert_eq!(line.plain(), "abc");
    }
}
