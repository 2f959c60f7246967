//! Divides the output of a program into answers to the typed lines, and judges each.

use std::slice;

use similar::{Algorithm, capture_diff_slices};

use super::form::Form;
use super::process::{End, Run};
use super::sentences::{NAME, letters, shown};
use super::slips::{Kind, Slip};
use super::transcript::Turn;
use super::{EXIT, LOAD, SAVE, STATE};

/// The maximum number of lines read of an output: far more than any session prints.
const MAX_LINES: usize = 5000;

/// The judgement of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    Right,
    /// Other lines were printed.
    Wrong,
    /// The answer is right, but this prompt follows.
    WrongPrompt(String),
    /// The program ended, or was stopped: how.
    Ended(String),
    #[default]
    NotJudged,
}

/// The answer to a turn.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    pub verdict: Verdict,
    /// The known sentences, or a few other lines; typed words are masked.
    pub said: Vec<String>,
    /// All lines.
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
    /// Judges the output of a run. Returns an answer for each turn, and the formal deviations of
    /// right answers.
    pub fn hear(&self, turns: &[Turn], run: &Run) -> (Vec<Answer>, Vec<Slip>) {
        let text = run.text();
        let mut slips = Vec::new();
        if text != String::from_utf8_lossy(&run.output) {
            let is = "(colours or a byte order mark)";
            slips.push(Slip::new(Kind::Invisible, "", is));
        }
        if text.contains("\r\n") {
            slips.push(Slip::new(Kind::Crlf, "\\n", "\\r\\n"));
        }
        let lines: Vec<&str> = text.lines().take(MAX_LINES).collect();
        let parts = if let Some(prompts) = &self.prompts {
            cut(prompts, turns, &lines)
        } else {
            let due = turns.get(1).map_or("", |turn| turn.prompt.trim_end());
            slips.push(Slip::new(Kind::NoPrompt, due, "(none)"));
            self.align(turns, &lines, run.end == End::Status(0))
        };
        let has_left = matches!(run.end, End::Status(_));
        let is_whole = !has_left || parts.len() > turns.len() || text.ends_with('\n');
        if let Some(last) = lines.last().filter(|_| !is_whole) {
            slips.push(Slip::new(Kind::LastLineBreak, &format!("{last}\\n"), last));
        }
        let loaded = self.suite.sentences.find(self.suite.checking.loaded);
        let mut spoilt = false;
        let mut answers = vec![Answer::default(); turns.len()];
        for (index, turn) in turns.iter().enumerate() {
            let none = Part::default();
            let part = parts.get(index).unwrap_or(&none);
            let (right, said, mut noted) = self.compare(turn, &turn.answer, part);
            let other = turn.other.iter();
            let mut others = other.map(|other| self.compare(turn, slice::from_ref(other), part));
            let is_other = !right && others.any(|(right, ..)| right);
            // Then the program plays another game.
            let is_refused = is_other && self.sentences_of(turn).first() == loaded.as_ref();
            let prompt = self.prompt(turn);
            if prompt != turn.prompt.trim_end() {
                noted.push(Slip::new(Kind::Prompt, turn.prompt.trim_end(), prompt));
            }
            let verdict = match (turns.get(index + 1), parts.get(index + 1)) {
                _ if spoilt => Verdict::NotJudged,
                (Some(_), None) => Verdict::Ended(mask(turn, &how(run))),
                (None, _) if !has_left => Verdict::Ended(mask(turn, &how(run))),
                (None, Some(_)) if turn.typed == EXIT => {
                    Verdict::Ended("it does not end".to_owned())
                }
                _ if is_refused => Verdict::Right,
                _ if !right && !is_other => Verdict::Wrong,
                (Some(turn), Some(next))
                    if self.prompts.is_some() && self.prompt(turn) != next.prompt =>
                {
                    Verdict::WrongPrompt(next.prompt.to_owned())
                }
                _ => Verdict::Right,
            };
            let changes = index == 0 || self.suite.checking.changing.contains(&turn.word());
            match verdict {
                Verdict::Right => {
                    slips.append(&mut noted);
                    spoilt |= is_refused;
                }
                Verdict::Ended(_) => spoilt = true,
                _ => spoilt |= changes && !turn.is_aside,
            }
            let lines = part.lines.iter().map(|line| shown(line.trim()));
            answers[index] = Answer {
                verdict,
                said,
                lines: lines.filter(|line| !line.is_empty()).collect(),
            };
        }
        (answers, slips)
    }

    /// Returns the learnt prompt of a turn.
    pub fn prompt<'t>(&'t self, turn: &'t Turn) -> &'t str {
        let known = self.suite.checking.prompts.iter();
        let mut pairs = known.zip(self.prompts.iter().flatten());
        let found = pairs.find(|(known, _)| **known == turn.prompt);
        found.map_or(turn.prompt.trim_end(), |(_, learnt)| learnt)
    }

    /// Assigns the sentences of a program without prompts to turns, in order.
    fn align<'o>(&self, turns: &[Turn], lines: &[&'o str], went_well: bool) -> Vec<Part<'o>> {
        let mut due = Vec::new();
        let mut places = Vec::new();
        for (place, turn) in turns.iter().enumerate() {
            due.extend(self.sentences_of(turn));
            places.resize(due.len(), place);
        }
        let said = lines.iter().filter_map(|line| self.sentence_in(line));
        let (said, texts): (Vec<usize>, Vec<&str>) = said.unzip();
        let mut parts = vec![Part::default(); turns.len()];
        for op in capture_diff_slices(Algorithm::Myers, &due, &said) {
            let old = op.old_range();
            for (offset, text) in texts[op.new_range()].iter().enumerate() {
                // An extra sentence belongs to the turn before.
                let place = places.get((old.start + offset).min(old.end.saturating_sub(1)));
                parts[place.copied().unwrap_or_default()].lines.push(text);
            }
        }
        if !went_well {
            // It ended at the turn after the last answered one.
            let answered = parts.iter().rposition(|part| !part.lines.is_empty());
            parts.truncate(answered.map_or(1, |last| last + 2));
        }
        parts
    }

    /// Returns the sentence at the end of a line, after an unknown prompt.
    fn sentence_in<'o>(&self, line: &'o str) -> Option<(usize, &'o str)> {
        let starts = line.char_indices().filter(|&(at, c)| {
            at == 0 || c.is_alphanumeric() && !line[..at].ends_with(char::is_alphanumeric)
        });
        let mut texts = starts.take(20).map(|(at, _)| &line[at..]);
        let found = texts.find_map(|text| Some((self.suite.sentences.find(text)?, text)));
        found.or_else(|| Some((self.meaning(line)?, line)))
    }

    /// Returns the sentence that a line is, or counts as where that one is due.
    fn meaning(&self, line: &str) -> Option<usize> {
        let sentences = &self.suite.sentences;
        sentences.find(line).or_else(|| {
            let near = sentences.nearest(line);
            near.filter(|_| !self.misused.contains(&letters(&sentences.masked(line))))
        })
    }

    /// Compares the lines of a turn with the expected sentences: whether they are right, the
    /// sentences, and their form.
    fn compare(
        &self,
        turn: &Turn,
        mut due: &[String],
        part: &Part<'_>,
    ) -> (bool, Vec<String>, Vec<Slip>) {
        let sentences = &self.suite.sentences;
        let mut slips = part.slips.clone();
        // There is no prompt before the first answer, that to `--state`, which need not come.
        let is_opening = turn.prompt.is_empty();
        if is_opening
            && let [first, rest @ ..] = due
            && let Some(loaded) = sentences.find(first)
            && sentences.find(self.suite.checking.loaded) == Some(loaded)
            && !part
                .lines
                .iter()
                .any(|line| self.meaning(line) == Some(loaded))
        {
            slips.push(Slip::new(Kind::StateAnswer, first, "(nothing)"));
            due = rest;
        }
        let typed = turn.typed.trim();
        let mut right = true;
        // The sentences that came, and other lines.
        let mut said: Vec<(&str, bool)> = Vec::new();
        let (mut known, mut before, mut after) = (0, Vec::new(), Vec::new());
        for line in &part.lines {
            let text = line.trim();
            let wanted = due.first().and_then(|line| sentences.find(line));
            let wanted = wanted.filter(|_| self.meaning(text) == wanted);
            if text.is_empty() {
                if before.is_empty() && after.is_empty() {
                    slips.push(Slip::new(Kind::BlankLines, "", "(a blank line)"));
                }
            } else if wanted.is_some() || sentences.find(text).is_some() {
                right &= wanted.is_some();
                if let Some(wanted) = wanted {
                    self.note_wording(&due[0], line, wanted, &mut slips);
                    due = &due[1..];
                }
                said.push((text, true));
                known += 1;
            } else if !typed.is_empty() && text.ends_with(typed) {
                slips.push(Slip::new(Kind::Echo, "", text));
            } else {
                said.push((text, false));
                if known == 0 || is_opening && self.greeting.contains(text) {
                    before.push(text);
                } else {
                    after.push(text);
                }
            }
        }
        right &= due.is_empty();
        let masked = |line: &str| mask(turn, &sentences.masked(line));
        // Other lines can be the missing sentences, unless they are a board.
        let most = match said.len() - known {
            _ if known == 0 => 3,
            others if !right && others <= due.len() => said.len(),
            _ => 0,
        };
        said.retain(|(_, is_known)| *is_known || most > 0);
        let texts = said.iter().take(known.max(most));
        let texts = texts.map(|(line, _)| masked(line)).collect();
        // `:help` can print anything.
        if !(turn.answer.is_empty() && typed.starts_with(':')) {
            let extra = [Kind::ExtraLine, Kind::Greeting][usize::from(is_opening)];
            let board = if after.len() > 1 { Kind::Board } else { extra };
            for (kind, lines) in [(extra, before), (board, after)] {
                let first = lines.first().map(|line| masked(line));
                slips.extend(first.map(|line| Slip::new(kind, "", &line)));
            }
        }
        (right, texts, slips)
    }

    /// Records how a sentence is written.
    fn note_wording(&self, due: &str, line: &str, sentence: usize, slips: &mut Vec<Slip>) {
        let text = line.trim();
        if line != text {
            slips.push(Slip::new(Kind::Spaces, text, &line.replace(' ', "␠")));
        }
        if !self.suite.sentences.is_exact(sentence, text) {
            let [due, text] = [due, text].map(|line| self.suite.sentences.masked(line));
            let differs = letters(&due) != letters(&text);
            let kind = [Kind::Punctuation, Kind::Wording][usize::from(differs)];
            slips.push(Slip::new(kind, &due, &text));
        }
    }

    /// Whether a program prints any sentence, or something similar.
    pub fn knows(&self, run: &Run) -> bool {
        let text = run.text();
        let mut lines = text.lines().take(MAX_LINES);
        lines.any(|line| self.sentence_in(line).is_some())
    }

    /// Learns from the last answer of a probe, except the closing one: how it is worded, and which
    /// lines resemble another sentence than the one that is due. These never count as it.
    pub fn learn_wording(&mut self, turns: &[Turn], answers: &[Answer]) {
        let ([.., turn, _], [before @ .., last, _]) = (turns, answers) else {
            return;
        };
        if before.iter().any(|answer| answer.verdict != Verdict::Right) {
            return;
        }
        let sentences = &self.suite.sentences;
        let due = self.sentences_of(turn);
        let others = last
            .said
            .iter()
            .filter(|line| sentences.find(line).is_none());
        let others: Vec<&String> = others.collect();
        if others.len() == last.said.len() {
            self.wordings.insert((last.said.concat(), due.clone()));
        }
        let near = |line: &str| sentences.nearest(line);
        let misused = others
            .iter()
            .filter(|line| near(line).is_some_and(|near| !due.contains(&near)));
        self.misused.extend(misused.map(|line| letters(line)));
    }

    /// Whether an answer is the program's wording of what is due, whatever is typed.
    pub fn is_wording(&self, said: &[String], turn: &Turn) -> bool {
        self.wordings
            .contains(&(said.concat(), self.sentences_of(turn)))
    }

    fn sentences_of(&self, turn: &Turn) -> Vec<usize> {
        let lines = turn.answer.iter();
        lines
            .filter_map(|line| self.suite.sentences.find(line))
            .collect()
    }
}

/// Whether a run shows a prompt where it is due.
pub fn shows(prompts: &[String; 3], due: &str, turns: &[Turn], run: &Run) -> bool {
    let text = run.text();
    let lines: Vec<&str> = text.lines().take(MAX_LINES).collect();
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
                slips.push(Slip::new(
                    Kind::BlankAfterPrompt,
                    &format!("{prompt}␠"),
                    prompt,
                ));
            }
            rest = rest.trim();
            let typed = turns.get(parts.len()).map_or("", |turn| turn.typed.trim());
            if !typed.is_empty() && rest.starts_with(typed) {
                slips.push(Slip::new(Kind::Echo, prompt, whole));
                rest = &rest[typed.len()..];
            }
            if !rest.is_empty() {
                slips.push(Slip::new(
                    Kind::LineBreakAfterPrompt,
                    &format!("{prompt}\\n"),
                    whole,
                ));
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

/// Masks the words typed after a command, so that messages about any file or move are equal.
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

/// Describes how a run ended that should have continued.
pub fn how(run: &Run) -> String {
    let errors = String::from_utf8_lossy(&run.errors);
    // After the message of an exception come the frames of the stack, mostly indented.
    let is_frame = |line: &str| {
        let others = ["Caused by:", "CallStack (from", "Node.js v"];
        line.starts_with(char::is_whitespace) || others.iter().any(|other| line.starts_with(other))
    };
    let mut lines = errors.lines().rev();
    let last = lines.find(|line| !line.trim().is_empty() && !is_frame(line));
    let last = last.map_or_else(String::new, |line| format!(": {}", shown(line.trim())));
    match run.end {
        End::TimedOut => "the program hangs".to_owned(),
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
