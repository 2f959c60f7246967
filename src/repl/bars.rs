//! Numbers as a row of bars.

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
