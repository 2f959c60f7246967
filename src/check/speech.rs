//! Cuts the output of a program into the answers to the typed lines, and judges each.

use similar::{Algorithm, capture_diff_slices};

use super::form::Form;
use super::process::{End, Run};
use super::sentences::{NAME, letters, shortened};
use super::slips::{Kind, Slip};
use super::transcript::Turn;
use super::{EXIT, LOAD, SAVE, STATE};

/// The most lines of an output that are read: far more than any session prints.
const MOST_LINES: usize = 5000;

/// The most lines of an answer that are kept.
const MOST_SHOWN: usize = 100;

/// The judgement of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    Right,
    /// Other lines came.
    Wrong,
    /// The answer is right, but another prompt follows.
    WrongPrompt {
        expected: String,
        actual: String,
    },
    /// The program ended, or was stopped: how.
    Ended(String),
    #[default]
    NotJudged,
}

/// The answer to a turn.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub verdict: Verdict,
    /// The sentences that came, or a few other lines; words that were typed are masked.
    pub said: Vec<String>,
    /// All lines that came.
    pub lines: Vec<String>,
}

/// The lines that belong to a turn.
#[derive(Clone, Debug, Default)]
struct Part<'o> {
    prompt: &'o str,
    lines: Vec<&'o str>,
    slips: Vec<Slip>,
}

impl Form<'_> {
    /// Judges what a run printed: an answer for each turn, and the formal deviations of right answers.
    pub fn hear(&self, turns: &[Turn], run: &Run) -> (Vec<Answer>, Vec<Slip>) {
        let text = run.text();
        let mut slips = Vec::new();
        if text != String::from_utf8_lossy(&run.output) {
            slips.push(Slip::new(
                Kind::Invisible,
                "",
                "(colours or a byte order mark)",
            ));
        }
        if text.contains("\r\n") {
            slips.push(Slip::new(Kind::Crlf, "\\n", "\\r\\n"));
        }
        let lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
        let has_left = matches!(run.end, End::Status(_));
        let is_whole = !has_left || self.goes_on || text.ends_with('\n');
        if let Some(last) = lines.last().filter(|_| !is_whole) {
            slips.push(Slip::new(Kind::LastLine, format!("{last}\\n"), *last));
        }
        let parts = if let Some(prompts) = &self.prompts {
            cut(prompts, turns, &lines)
        } else {
            let due = turns.get(1).map_or("", |turn| turn.prompt.trim_end());
            slips.push(Slip::new(Kind::NoPrompt, due, "(none)"));
            self.align(turns, &lines, run.end == End::Status(0))
        };
        let changing = self.suite.checking.changing;
        let mut spoilt = false;
        let mut answers = Vec::new();
        for (index, turn) in turns.iter().enumerate() {
            if spoilt {
                answers.push(Answer::default());
                continue;
            }
            let none = Part::default();
            let part = parts.get(index).unwrap_or(&none);
            let (mut right, said, mut noted) = self.compare(turn, part, index == 0);
            let lines = part.lines.iter().map(|line| shortened(line.trim()));
            let lines = lines
                .filter(|line| !line.is_empty())
                .take(MOST_SHOWN)
                .collect();
            if let Some(other) = &turn.other {
                let mut turn = turn.clone();
                turn.answer = vec![other.clone()];
                right |= self.compare(&turn, part, false).0;
            }
            let due = turn.prompt.trim_end();
            if let Some(learnt) = self.learnt(due).filter(|learnt| *learnt != due) {
                noted.push(Slip::new(Kind::Prompt, due, learnt));
            }
            let verdict = match (turns.get(index + 1), parts.get(index + 1)) {
                (Some(_), None) => Verdict::Ended(mask(turn, &how(run))),
                (None, _) if !has_left => Verdict::Ended(mask(turn, &how(run))),
                (None, _) if self.goes_on && turn.typed == EXIT => {
                    Verdict::Ended("it does not end".to_owned())
                }
                _ if !right => Verdict::Wrong,
                (Some(turn), Some(next)) => self.check_prompt(&turn.prompt, next.prompt),
                _ => Verdict::Right,
            };
            spoilt = match verdict {
                Verdict::Right => {
                    slips.append(&mut noted);
                    false
                }
                Verdict::Ended(_) => true,
                _ => !turn.is_aside && (index == 0 || changing.contains(&turn.word())),
            };
            answers.push(Answer {
                verdict,
                said,
                lines,
            });
        }
        (answers, slips)
    }

    /// The prompt that was learnt for one of the text.
    fn learnt(&self, due: &str) -> Option<&str> {
        let mut pairs = self
            .suite
            .checking
            .prompts
            .iter()
            .zip(self.prompts.as_ref()?);
        let (_, learnt) = pairs.find(|(known, _)| known.trim_end() == due.trim_end())?;
        Some(learnt)
    }

    fn check_prompt(&self, due: &str, came: &str) -> Verdict {
        match self.learnt(due) {
            Some(learnt) if learnt != came => Verdict::WrongPrompt {
                expected: due.trim_end().to_owned(),
                actual: came.to_owned(),
            },
            _ => Verdict::Right,
        }
    }

    /// Gives the sentences of a program without prompts to the turns where they fit in order.
    fn align<'o>(&self, turns: &[Turn], lines: &[&'o str], went_well: bool) -> Vec<Part<'o>> {
        let mut due = Vec::new();
        let mut places = Vec::new();
        for (place, turn) in turns.iter().enumerate() {
            let lines = turn.answer.iter();
            due.extend(lines.filter_map(|line| self.suite.sentences.find(line)));
            places.resize(due.len(), place);
        }
        let said = lines.iter().filter_map(|line| self.sentence_in(line));
        let (said, texts): (Vec<usize>, Vec<&str>) = said.unzip();
        let mut parts = vec![Part::default(); turns.len()];
        for op in capture_diff_slices(Algorithm::Myers, &due, &said) {
            let old = op.old_range();
            for (offset, text) in texts[op.new_range()].iter().enumerate() {
                // A sentence too many belongs to the turn before.
                let place = places.get((old.start + offset).min(old.end.saturating_sub(1)));
                parts[place.copied().unwrap_or_default()].lines.push(text);
            }
        }
        if !went_well {
            // It ended at the turn after the last that it answered.
            let answered = parts.iter().rposition(|part| !part.lines.is_empty());
            parts.truncate(answered.map_or(1, |last| last + 2));
        }
        parts
    }

    /// The sentence at the end of a line, behind an unknown prompt.
    fn sentence_in<'o>(&self, line: &'o str) -> Option<(usize, &'o str)> {
        let near = |text: &str| {
            let near = self.suite.sentences.nearest(text)?;
            self.stands_for(text, near).then_some(near)
        };
        let starts = line.char_indices().filter(|&(at, c)| {
            at == 0 || c.is_alphanumeric() && !line[..at].ends_with(char::is_alphanumeric)
        });
        let mut texts = starts.take(20).map(|(at, _)| &line[at..]);
        let found = texts.find_map(|text| Some((self.suite.sentences.find(text)?, text)));
        found.or_else(|| Some((near(line)?, line)))
    }

    /// Whether a line stands for a sentence that is due.
    fn stands_for(&self, line: &str, due: usize) -> bool {
        match self.suite.sentences.find(line) {
            Some(known) => known == due,
            None => {
                self.suite.sentences.nearest(line) == Some(due)
                    && !self
                        .misused
                        .contains(&letters(&self.suite.sentences.masked(line)))
            }
        }
    }

    /// Compares the lines of a turn with the expected sentences: whether they are right, what was
    /// said, and how.
    fn compare(
        &self,
        turn: &Turn,
        part: &Part<'_>,
        is_opening: bool,
    ) -> (bool, Vec<String>, Vec<Slip>) {
        let mut slips = part.slips.clone();
        let find = |line: &String| self.suite.sentences.find(line);
        let stands_for = |line: &str, due: usize| self.stands_for(line, due);
        let mut due = &turn.answer[..];
        // `--state` need not answer.
        if is_opening
            && let [first, rest @ ..] = due
            && let Some(loaded) = find(first)
            && self.suite.sentences.find(self.suite.checking.loaded) == Some(loaded)
            && !part.lines.iter().any(|line| stands_for(line, loaded))
        {
            slips.push(Slip::new(Kind::StateAnswer, first, "(nothing)"));
            due = rest;
        }
        let typed = turn.typed.trim();
        let mut right = true;
        let mut said: Vec<(&str, bool)> = Vec::new();
        let mut before = Vec::new();
        let mut after = Vec::new();
        for line in &part.lines {
            let text = line.trim();
            let wanted = due.first().and_then(find);
            if text.is_empty() {
                if before.is_empty() && after.is_empty() {
                    slips.push(Slip::new(Kind::BlankLines, "", "(a blank line)"));
                }
            } else if let Some(wanted) = wanted.filter(|&wanted| stands_for(text, wanted)) {
                self.note_wording(&due[0], line, wanted, &mut slips);
                said.push((text, true));
                due = &due[1..];
            } else if self.suite.sentences.find(text).is_some() {
                right = false;
                said.push((text, true));
            } else if !typed.is_empty() && text.ends_with(typed) {
                slips.push(Slip::new(Kind::Echo, "", text));
            } else {
                let is_first = said.iter().all(|(_, is_known)| !is_known);
                said.push((text, false));
                if is_first || is_opening && self.greeting.contains(text) {
                    before.push(text);
                } else {
                    after.push(text);
                }
            }
        }
        right &= due.is_empty();
        let masked = |line: &&str| mask(turn, &self.suite.sentences.masked(line));
        let known = said.iter().filter(|(_, is_known)| *is_known).count();
        // Other lines may stand for the missing sentences, unless they are a board.
        let most = match known {
            0 => 3,
            _ if !right && said.len() - known <= due.len() => usize::MAX,
            _ => 0,
        };
        let said = said.iter().filter(|(_, is_known)| *is_known || most > 0);
        let said = said
            .map(|(line, _)| masked(line))
            .take(known.max(most))
            .collect();
        // `:help` may say anything.
        if !(turn.answer.is_empty() && typed.starts_with(':')) {
            let mut note = |kind, lines: &[&str]| {
                let first = lines.first().map(masked);
                slips.extend(first.map(|line| Slip::new(kind, "", line)));
            };
            let one = if is_opening {
                Kind::Greeting
            } else {
                Kind::Extra
            };
            note(one, &before);
            note(if after.len() > 1 { Kind::Board } else { one }, &after);
        }
        (right, said, slips)
    }

    /// Notes how a sentence is written.
    fn note_wording(&self, due: &str, line: &str, sentence: usize, slips: &mut Vec<Slip>) {
        let text = line.trim();
        if line != text {
            slips.push(Slip::new(Kind::Spaces, text, line.replace(' ', "␠")));
        }
        if !self.suite.sentences.is_exact(sentence, text) {
            let [due, text] = [due, text].map(|line| self.suite.sentences.masked(line));
            let same = letters(&due) == letters(&text);
            let kind = if same {
                Kind::Punctuation
            } else {
                Kind::Wording
            };
            slips.push(Slip::new(kind, due, text));
        }
    }

    /// Whether a program says any sentence, or something that resembles one.
    #[must_use]
    pub fn knows(&self, run: &Run) -> bool {
        run.text()
            .lines()
            .take(MOST_LINES)
            .any(|line| self.sentence_in(line).is_some())
    }

    /// Learns from the last answer of a probe, except the closing one: lines that resemble another
    /// sentence than the one that is due never stand for it.
    pub fn learn(&mut self, turns: &[Turn], answers: &[Answer]) {
        let ([.., turn, _], [before @ .., last, _]) = (turns, answers) else {
            return;
        };
        if before.iter().all(|answer| answer.verdict == Verdict::Right) {
            let find = |line: &String| self.suite.sentences.find(line);
            let due: Vec<_> = turn.answer.iter().filter_map(find).collect();
            let misused = last.said.iter().filter(|line| {
                let near = self.suite.sentences.nearest(line);
                find(line).is_none() && near.is_some_and(|near| !due.contains(&near))
            });
            self.misused.extend(misused.map(|line| letters(line)));
        }
    }
}

/// Whether a run shows a prompt where it is due.
pub fn shows(prompts: &[String; 3], due: &str, turns: &[Turn], run: &Run) -> bool {
    let text = run.text();
    let lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
    let parts = cut(prompts, turns, &lines);
    let mut pairs = turns.iter().zip(&parts).skip(1);
    pairs.any(|(turn, part)| turn.prompt.trim_end() == due && part.prompt == due)
}

/// Cuts lines at the prompts.
fn cut<'o>(prompts: &'o [String; 3], turns: &[Turn], lines: &[&'o str]) -> Vec<Part<'o>> {
    let mut parts = vec![Part::default()];
    'lines: for line in lines {
        let mut rest = *line;
        while let Some(prompt) = prompts
            .iter()
            .filter(|prompt| rest.trim_start().starts_with(prompt.as_str()))
            .max_by_key(|prompt| prompt.len())
        {
            let whole = rest.trim();
            rest = &rest.trim_start()[prompt.len()..];
            let mut slips = Vec::new();
            if !rest.starts_with(' ') {
                slips.push(Slip::new(Kind::Blank, format!("{prompt}␠"), prompt));
            }
            rest = rest.trim();
            let typed = turns.get(parts.len()).map_or("", |turn| turn.typed.trim());
            if !typed.is_empty() && rest.starts_with(typed) {
                slips.push(Slip::new(Kind::Echo, prompt, whole));
                rest = &rest[typed.len()..];
            }
            if !rest.is_empty() {
                slips.push(Slip::new(Kind::LineBreak, format!("{prompt}\\n"), whole));
            }
            parts.push(Part {
                prompt,
                slips,
                ..Part::default()
            });
            if rest.is_empty() {
                continue 'lines;
            }
        }
        if let Some(part) = parts.last_mut() {
            part.lines.push(rest);
        }
    }
    parts
}

/// Masks the words that were typed after a command: what a program says about a file or a move is
/// the same for all.
fn mask(turn: &Turn, line: &str) -> String {
    let is_file = [STATE, LOAD, SAVE].contains(&turn.word());
    let mark = if is_file { NAME } else { "…" };
    let words = turn.typed.split_ascii_whitespace().skip(1);
    let words = words.filter(|word| word.len() > 1);
    words.fold(line.to_owned(), |line, word| {
        let (mut out, mut rest) = (String::new(), line.as_str());
        while let Some((before, after)) = rest.split_once(word) {
            let is_part =
                before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric);
            out = out + before + if is_part { word } else { mark };
            rest = after;
        }
        out + rest
    })
}

/// How a run ended that should have gone on.
pub fn how(run: &Run) -> String {
    let errors = String::from_utf8_lossy(&run.errors);
    let mut lines = errors.lines().rev().map(str::trim);
    // Java and Node end with the frames of the stack.
    let is_frame = |line: &str| line.starts_with("at ") || line.starts_with("Node.js v");
    let last = lines.find(|line| !line.is_empty() && !is_frame(line));
    let last = last.map_or_else(String::new, |line| format!(": {}", shortened(line)));
    match run.end {
        End::TimedOut | End::Cancelled => "the program hangs".to_owned(),
        End::Flooded => "it prints without end".to_owned(),
        End::Status(0) => format!("it ends{last}"),
        End::Status(status) => format!("it ends with status {status}{last}"),
        End::Signal(signal) => {
            let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown");
            format!("it crashes with {name}{last}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_that_were_typed_are_masked() {
        let masked = |typed: &str, line: &str| mask(&Turn::new("", typed), line);
        assert_eq!(
            masked(":help me", "Command me was malformed."),
            "Command … was malformed."
        );
        assert_eq!(
            masked(":load a.csv", "no 'a.csv' here"),
            "no '<fname>' here"
        );
        assert_eq!(masked(":move d1 d2", "d1d2, d1-d2"), "d1d2, …-…");
    }
}
