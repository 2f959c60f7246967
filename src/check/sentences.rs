//! The known sentences, and finding the one that a line is or resembles.

use strsim::levenshtein;

use crate::repl::console::steers;

/// The placeholder for a file name at the end of a sentence.
pub const NAME: &str = "<fname>";

/// The longest line that is shown, and the longest that can be a sentence, in characters.
const LONGEST: usize = 200;

/// A sentence that is judged.
#[derive(Clone, Debug)]
struct Known {
    /// The sentence, with `<fname>` if a name follows.
    text: String,
    /// Whether a name follows.
    named: bool,
    /// Its letters and digits in lower case, without the name.
    letters: String,
}

/// All sentences that are judged, identified by their index.
#[derive(Clone, Debug, Default)]
pub struct Sentences(Vec<Known>);

impl Sentences {
    /// Collects sentences.
    pub fn new<'a>(texts: impl Iterator<Item = &'a str>) -> Self {
        let mut all = Sentences::default();
        for text in texts {
            if all.find(text).is_none() {
                let unnamed = text.strip_suffix(NAME);
                all.0.push(Known {
                    text: text.to_owned(),
                    named: unnamed.is_some(),
                    letters: letters(unnamed.unwrap_or(text)),
                });
            }
        }
        all
    }

    /// Returns the sentence that a line equals, ignoring case, blanks and punctuation.
    #[must_use]
    pub fn find(&self, line: &str) -> Option<usize> {
        let said = letters(line);
        self.0.iter().position(|known| match &*known.letters {
            "" => known.text.trim() == line.trim(),
            letters if known.named => said.starts_with(letters),
            letters => said == letters,
        })
    }

    /// Returns the only sentence that a line resembles: it differs by at most a quarter.
    #[must_use]
    pub fn nearest(&self, line: &str) -> Option<usize> {
        if line.len() > LONGEST {
            return None;
        }
        let whole = letters(line);
        let unnamed = letters(without_last_word(line));
        let distance = |known: &Known| {
            let quarter = known.letters.chars().count() / 4;
            let texts = [&whole, &unnamed]
                .into_iter()
                .take(1 + usize::from(known.named));
            let near = texts.filter(|text| text.len().abs_diff(known.letters.len()) <= quarter);
            let least = near.map(|text| levenshtein(text, &known.letters)).min();
            least.filter(|&distance| distance <= quarter)
        };
        let distances = self.0.iter().map(distance).enumerate();
        let mut near: Vec<_> = distances
            .filter_map(|(index, distance)| Some((distance?, index)))
            .collect();
        near.sort_unstable();
        match near[..] {
            [(_, only)] => Some(only),
            [(least, best), (next, _), ..] if least < next => Some(best),
            _ => None,
        }
    }

    /// Masks the file name in a line, and truncates the line for a report.
    #[must_use]
    pub fn masked(&self, line: &str) -> String {
        match self.find(line).or_else(|| self.nearest(line)) {
            Some(index) if self.0[index].named && self.0[index].letters != letters(line) => {
                format!("{} {NAME}", shown(without_last_word(line)))
            }
            _ => shown(line),
        }
    }

    /// Whether a line is exactly this sentence, apart from the file name.
    #[must_use]
    pub fn is_exact(&self, index: usize, line: &str) -> bool {
        let known = &self.0[index];
        match known.text.strip_suffix(NAME) {
            Some(text) => line.starts_with(text),
            None => line == known.text.trim(),
        }
    }
}

fn without_last_word(line: &str) -> &str {
    let cut = line.trim_end().rsplit_once(' ');
    cut.map_or(line, |(most, _)| most)
}

/// Returns the letters and digits of a line in lower case.
#[must_use]
pub fn letters(line: &str) -> String {
    let kept = line.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// Formats a line for a report: truncated, without characters that control a terminal or are
/// invalid in XML.
#[must_use]
pub fn shown(line: &str) -> String {
    let is_bad = |c: char| steers(c) || c as u32 & 0xfffe == 0xfffe;
    let mut chars = line.chars();
    let first = chars.by_ref().take(LONGEST);
    let text: String = first
        .map(|c| if is_bad(c) { '\u{fffd}' } else { c })
        .collect();
    match chars.count() {
        0 => text,
        more => format!("{text}… ({more} more characters)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_and_cannot_control_anything() {
        let line = "a\u{1b}[2J\u{202e}\u{fffe}\u{ffff}\0\t".to_owned() + &"x".repeat(400);
        let line = shown(&line);
        let harmless = "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}x";
        assert!(line.starts_with(harmless), "{line:?}");
        assert!(line.ends_with("x… (210 more characters)"), "{line:?}");
    }
}
