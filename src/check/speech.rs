//! How a program speaks: which lines of its output are prompts, sentences, or something else.

use std::collections::HashMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use strsim::levenshtein;

use super::process::{End, Run};
use super::transcript::{Shown, Step};
use crate::games::Checking;

/// Stands for a file name at the end of a sentence.
const NAME: &str = "<fname>";

/// Lines longer than this are no sentences.
const LONGEST_SENTENCE: usize = 200;

/// How many lines of an output are looked at.
const MOST_LINES: usize = 5000;

/// A sentence that is judged.
#[derive(Clone, Debug)]
struct Known {
    /// The sentence, without the name at its end.
    text: String,
    /// Whether a name follows.
    named: bool,
    /// Its letters and digits in lower case.
    letters: String,
}

/// The sentences that are judged: those of the game, and all lines that the transcripts expect.
#[derive(Clone, Debug)]
pub struct Sentences(Vec<Known>);

impl Sentences {
    /// The sentences of a game and of transcripts.
    pub fn new<'a>(checking: &Checking, steps: impl Iterator<Item = &'a Step>) -> Self {
        let mut all = Sentences(Vec::new());
        for (text, _) in checking.sentences {
            all.0.push(Known::new(text));
        }
        for step in steps.filter(|step| step.is_game()) {
            for shown in &step.screen {
                if let Shown::Output(line) = shown
                    && all.find(line).is_none()
                {
                    all.0.push(Known::new(line));
                }
            }
        }
        all
    }

    /// The sentence that a line is, apart from case, blanks and punctuation.
    #[must_use]
    pub fn find(&self, line: &str) -> Option<usize> {
        let line = line.trim();
        let exact = self.0.iter().position(|known| {
            if known.named {
                line.starts_with(&known.text)
            } else {
                line == known.text.trim()
            }
        });
        exact.or_else(|| {
            let letters = letters(line);
            self.0.iter().position(|known| {
                !known.letters.is_empty()
                    && if known.named {
                        letters.starts_with(&known.letters)
                    } else {
                        letters == known.letters
                    }
            })
        })
    }

    /// The sentence that a line resembles, if it differs by at most a quarter and resembles no other
    /// as much.
    #[must_use]
    fn nearest(&self, line: &str) -> Option<usize> {
        if line.len() > LONGEST_SENTENCE {
            return None;
        }
        let whole = letters(line);
        let cut = letters(
            line.trim_end()
                .rsplit_once(' ')
                .map_or("", |(most, _)| most),
        );
        let apart = |text: &str, known: &Known| {
            // Texts of very different lengths are far from each other.
            let most = known.letters.len().abs_diff(text.len());
            if most * 2 > known.letters.len() {
                return most;
            }
            levenshtein(text, &known.letters)
        };
        let distance = |known: &Known| {
            let whole = apart(&whole, known);
            if known.named {
                whole.min(apart(&cut, known))
            } else {
                whole
            }
        };
        let mut near: Vec<(usize, usize)> = self.0.iter().map(distance).zip(0..).collect();
        near.sort_unstable();
        let &(least, best) = near.first()?;
        let alone = near.get(1).is_none_or(|&(next, _)| next > least);
        let length = self.0[best].letters.chars().count();
        (alone && least * 4 <= length).then_some(best)
    }

    /// The sentence with its name masked.
    #[must_use]
    pub fn text(&self, index: usize) -> String {
        let known = &self.0[index];
        if known.named {
            format!("{}{NAME}", known.text)
        } else {
            known.text.clone()
        }
    }

    /// The sentence that ends a line, whatever stands before it.
    fn at_end(&self, line: &str) -> Option<usize> {
        self.find(line).or_else(|| {
            self.0.iter().position(|known| {
                let at = if known.named {
                    line.rfind(&known.text)
                } else {
                    line.trim_end()
                        .strip_suffix(known.text.trim())
                        .map(str::len)
                };
                at.is_some_and(|at| !line[..at].ends_with(char::is_alphanumeric))
            })
        })
    }
}

impl Known {
    fn new(line: &str) -> Self {
        let named = line.strip_suffix(NAME);
        let text = named.unwrap_or(line);
        Known {
            text: text.to_owned(),
            named: named.is_some(),
            letters: letters(text),
        }
    }
}

/// The letters and digits of a line in lower case.
fn letters(line: &str) -> String {
    let kept = line.chars().filter(|c| c.is_alphanumeric());
    kept.flat_map(char::to_lowercase).collect()
}

/// One typed line, what should come before and after it.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The prompt; empty where any will do.
    pub prompt: String,
    /// The typed line, with the escapes of a transcript.
    pub typed: String,
    /// The sentences of the answer.
    pub expected: Vec<String>,
    /// How many answers it counts for.
    pub worth: usize,
    /// Whether it stands in for a saved file: then one wrong answer spoils all of them.
    pub proof: bool,
}

impl Turn {
    /// A turn that counts once.
    #[must_use]
    pub fn new(prompt: &str, typed: &str, expected: Vec<String>) -> Self {
        Turn {
            prompt: prompt.to_owned(),
            typed: typed.to_owned(),
            expected,
            worth: 1,
            proof: false,
        }
    }
}

/// What one run should look like.
#[derive(Clone, Debug, Default)]
pub struct Dialogue {
    /// The sentences before the first prompt.
    pub opening: Vec<String>,
    /// The lines typed.
    pub turns: Vec<Turn>,
}

impl Dialogue {
    /// The dialogue that a transcript shows.
    #[must_use]
    pub fn of(step: &Step) -> Self {
        let mut dialogue = Dialogue::default();
        for shown in &step.screen {
            match shown {
                Shown::Prompt { prompt, typed, .. } => {
                    dialogue.turns.push(Turn::new(prompt, typed, Vec::new()));
                }
                Shown::Output(line) => match dialogue.turns.last_mut() {
                    Some(turn) => turn.expected.push(line.clone()),
                    None => dialogue.opening.push(line.clone()),
                },
            }
        }
        dialogue
    }
}

/// A kind of formal deviation. The order is that of the report where counts are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// No prompt, or one that changes.
    NoPrompt,
    /// Another prompt.
    Prompt,
    /// Full stops and other punctuation.
    Punctuation,
    /// Upper and lower case.
    Case,
    /// Other words.
    Wording,
    /// Two or more lines after an answer.
    Board,
    /// Any other line.
    Extra,
    /// No blank after a prompt.
    Blank,
    /// No line break after a prompt.
    LineBreak,
    /// Blank lines.
    BlankLines,
    /// Blanks before or after a sentence.
    Spaces,
    /// Lines end in carriage return and line feed.
    Crlf,
    /// Lines before the first prompt.
    Greeting,
    /// The typed line is printed.
    Echo,
    /// The exit status.
    Status,
    /// `--state` says nothing.
    StateAnswer,
    /// The last line has no line break.
    LastLine,
}

/// One formal deviation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// Its kind.
    pub kind: Kind,
    /// The expected text.
    pub expected: String,
    /// The actual text.
    pub actual: String,
}

/// What is thought of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is right.
    Right,
    /// It is wrong: what was expected, and what came instead.
    Wrong(String, Came),
    /// It cannot be judged.
    NotJudged,
}

/// What came instead of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Came {
    /// These lines, or none; names of files are masked.
    Lines(Vec<String>),
    /// The prompt that follows is not the right one.
    Prompt(String),
    /// The program ended: how.
    Ended(String),
    /// The program neither answered nor ended.
    Hung,
}

/// What was learnt about the speech of a program.
#[derive(Clone, Debug)]
pub struct Speech<'a> {
    /// What is known of the game.
    pub checking: &'static Checking,
    /// The sentences that are judged.
    pub sentences: &'a Sentences,
    /// The three prompts without blanks at their ends; none if the program has none.
    pub prompts: Option<[String; 3]>,
    /// Lines, and the sentences that were due where probes saw them.
    pub seen: HashMap<String, Vec<usize>>,
    /// The letters of the answer to an unknown command, and the sentence that was due.
    pub unknown: Option<(String, usize)>,
}

/// The lines between two prompts.
#[derive(Clone, Debug, Default)]
struct Segment<'o> {
    prompt: Option<String>,
    lines: Vec<&'o str>,
}

/// The answer to a turn as far as sentences go.
struct Match {
    /// Sentences that came, as indices; `None` is a line that stands for none.
    right: bool,
    came: Vec<String>,
    slips: Vec<Slip>,
}

impl Speech<'_> {
    /// Judges what a run printed. The first verdict is about what came before the first prompt, then
    /// follows one for each turn.
    pub fn judge(&self, dialogue: &Dialogue, run: &Run, slips: &mut Vec<Slip>) -> Vec<Verdict> {
        let text = readable(&run.output);
        let slip = |kind, expected: &str, actual: &str| Slip {
            kind,
            expected: expected.to_owned(),
            actual: actual.to_owned(),
        };
        let plain = text.replace("\r\n", "\n");
        if plain.len() < text.len() {
            slips.push(slip(Kind::Crlf, "\\n", "\\r\\n"));
        }
        let ended = matches!(run.end, End::Status(_));
        if ended && !plain.is_empty() && !plain.ends_with('\n') {
            let last = plain.lines().next_back().unwrap_or_default();
            slips.push(slip(Kind::LastLine, &format!("{last}\\n"), last));
        }
        let mut verdicts = match &self.prompts {
            Some(prompts) => self.by_prompts(dialogue, run, &plain, prompts, slips),
            None => self.by_order(dialogue, run, &plain, slips),
        };
        // The first wrong answer that changes the game spoils the rest.
        let changes = |index: usize| match index.checked_sub(1) {
            None => true,
            Some(turn) => {
                let typed = &dialogue.turns[turn].typed;
                let word = typed.split_ascii_whitespace().next().unwrap_or_default();
                self.checking.changing.contains(&word)
            }
        };
        let wrong = |verdict: &Verdict| matches!(verdict, Verdict::Wrong(..));
        let gone =
            |verdict: &Verdict| matches!(verdict, Verdict::Wrong(_, Came::Ended(_) | Came::Hung));
        if let Some(first) = (0..verdicts.len())
            .find(|&index| gone(&verdicts[index]) || wrong(&verdicts[index]) && changes(index))
        {
            verdicts[first + 1..].fill(Verdict::NotJudged);
        }
        verdicts
    }

    fn by_prompts(
        &self,
        dialogue: &Dialogue,
        run: &Run,
        text: &str,
        prompts: &[String; 3],
        slips: &mut Vec<Slip>,
    ) -> Vec<Verdict> {
        let segments = self.segments(text, prompts, &dialogue.turns, slips);
        let mut verdicts = Vec::new();
        for index in 0..=dialogue.turns.len() {
            let (expected, typed) = match index.checked_sub(1) {
                None => (&dialogue.opening, ""),
                Some(turn) => (&dialogue.turns[turn].expected, &*dialogue.turns[turn].typed),
            };
            let Some(segment) = segments.get(index) else {
                verdicts.push(Verdict::Wrong(self.joined(expected), end(run)));
                continue;
            };
            let found = self.compare(expected, &segment.lines, typed, index == 0);
            let next = dialogue.turns.get(index).map(|turn| &turn.prompt);
            let verdict = match (found.right, next, segments.get(index + 1)) {
                // The program ended where it should have gone on.
                (_, Some(_), None) if index < dialogue.turns.len() => {
                    Verdict::Wrong(self.joined(expected), end(run))
                }
                (false, ..) => Verdict::Wrong(self.joined(expected), Came::Lines(found.came)),
                (true, Some(due), Some(next)) => {
                    match self.wrong_prompt(due, next.prompt.as_deref(), prompts) {
                        Some(came) => Verdict::Wrong(due.trim_end().to_owned(), came),
                        None => Verdict::Right,
                    }
                }
                (true, ..) => Verdict::Right,
            };
            if verdict == Verdict::Right {
                slips.extend(found.slips);
            }
            verdicts.push(verdict);
        }
        verdicts
    }

    /// Whether another prompt came than the one that was learnt for this moment.
    fn wrong_prompt(&self, due: &str, came: Option<&str>, prompts: &[String; 3]) -> Option<Came> {
        let place = self
            .checking
            .prompts
            .iter()
            .position(|&known| known == due)?;
        let came = came?;
        (prompts[place] != came).then(|| Came::Prompt(came.to_owned()))
    }

    /// Cuts the output at its prompts, and notes how they are printed.
    fn segments<'o>(
        &self,
        text: &'o str,
        prompts: &[String; 3],
        turns: &[Turn],
        slips: &mut Vec<Slip>,
    ) -> Vec<Segment<'o>> {
        let mut sorted: Vec<&String> = prompts.iter().collect();
        sorted.sort_by_key(|prompt| std::cmp::Reverse(prompt.len()));
        let mut segments = vec![Segment::default()];
        let mut lines: Vec<&str> = text.split('\n').collect();
        if lines.last().is_some_and(|last| last.is_empty()) {
            lines.pop();
        }
        for line in lines {
            let mut rest = line;
            let mut prompted = false;
            while let Some(prompt) = sorted
                .iter()
                .find(|prompt| rest.trim_start().starts_with(prompt.as_str()))
            {
                let turn = turns.get(segments.len() - 1);
                let before = rest.trim_start();
                rest = &before[prompt.len()..];
                prompted = true;
                segments.push(Segment {
                    prompt: Some((*prompt).clone()),
                    lines: Vec::new(),
                });
                let place = prompts.iter().position(|known| known == *prompt);
                let due = place.map_or("", |place| self.checking.prompts[place]);
                let slip = |kind, expected: String, actual: String| Slip {
                    kind,
                    expected,
                    actual,
                };
                if !rest.starts_with(' ') {
                    let blank = slip(Kind::Blank, format!("{prompt}␠"), (*prompt).clone());
                    slips.push(blank);
                }
                let typed = turn.map_or("", |turn| turn.typed.trim());
                if !typed.is_empty()
                    && let Some(more) = rest.trim_start().strip_prefix(typed)
                {
                    let whole = before.trim_end().to_owned();
                    slips.push(slip(Kind::Echo, (*prompt).clone(), whole));
                    rest = more;
                } else if rest.trim().is_empty() && rest.len() > 1 {
                    slips.push(slip(Kind::Spaces, (*prompt).clone(), visible(before)));
                }
                if !rest.trim().is_empty() {
                    let whole = before.trim_end().to_owned();
                    slips.push(slip(Kind::LineBreak, format!("{prompt}\\n"), whole));
                }
                if let Some(turn) = turn
                    && self.checking.prompts.contains(&turn.prompt.as_str())
                    && turn.prompt.trim_end() != *prompt
                {
                    let due = if turn.prompt.is_empty() {
                        due
                    } else {
                        &turn.prompt
                    };
                    let shape = slip(Kind::Prompt, due.trim_end().to_owned(), (*prompt).clone());
                    slips.push(shape);
                }
            }
            if let Some(segment) = segments.last_mut()
                && !(prompted && rest.trim().is_empty())
            {
                segment
                    .lines
                    .push(rest.strip_prefix(' ').filter(|_| prompted).unwrap_or(rest));
            }
        }
        segments
    }

    /// Compares the lines after a prompt with the expected sentences.
    fn compare(&self, expected: &[String], lines: &[&str], typed: &str, opening: bool) -> Match {
        let mut due = expected.iter().peekable();
        let mut found = Match {
            right: true,
            came: Vec::new(),
            slips: Vec::new(),
        };
        let mut others: [Vec<&str>; 2] = Default::default();
        let mut answered = false;
        // `:help` may say anything.
        let free = expected.is_empty() && typed.starts_with(':');
        for line in lines {
            let text = line.trim();
            if text.is_empty() {
                if others.iter().all(Vec::is_empty) {
                    let slip = Slip {
                        kind: Kind::BlankLines,
                        expected: String::new(),
                        actual: "(a blank line)".to_owned(),
                    };
                    found.slips.push(slip);
                }
                continue;
            }
            let known = self.sentences.find(text);
            let wanted = due.peek().and_then(|line| self.sentences.find(line));
            // `--state` need not answer.
            let silent = opening
                && wanted.is_some()
                && wanted == self.sentences.find(self.checking.loaded)
                && known != wanted;
            let wanted = if silent {
                let second = expected.get(1).and_then(|line| self.sentences.find(line));
                second.filter(|_| second == known)
            } else {
                wanted
            };
            let stands = match (known, wanted) {
                (Some(known), Some(wanted)) => known == wanted,
                (None, Some(wanted)) => self.stands_for(text, wanted),
                (_, None) => false,
            };
            if stands {
                if silent {
                    due.next();
                }
                let line_due = due.next().map_or("", String::as_str);
                self.note_wording(line_due, line, wanted, &mut found.slips);
                found.came.push(self.masked(text));
                answered = true;
            } else if known.is_some() {
                found.right = false;
                found.came.push(self.masked(text));
            } else {
                others[usize::from(answered)].push(text);
            }
        }
        let mut rest: Vec<&String> = due.collect();
        if opening
            && let Some(first) = rest.first()
            && self.sentences.find(first) == self.sentences.find(self.checking.loaded)
            && rest.len() == expected.len()
        {
            found.slips.push(Slip {
                kind: Kind::StateAnswer,
                expected: (*first).clone(),
                actual: "(nothing)".to_owned(),
            });
            rest.remove(0);
        }
        found.right &= rest.is_empty();
        if found.came.is_empty() {
            let few = others.iter().flatten().take(3);
            found.came.extend(few.map(|line| self.masked(line)));
        }
        if found.right && !free {
            self.note_others(others, typed, opening, &mut found.slips);
        }
        found
    }

    /// Notes lines that are no sentences: those before the answer, and those after it.
    fn note_others(
        &self,
        others: [Vec<&str>; 2],
        typed: &str,
        opening: bool,
        slips: &mut Vec<Slip>,
    ) {
        let mut slip = |kind, actual: String| {
            slips.push(Slip {
                kind,
                expected: String::new(),
                actual,
            });
        };
        let typed = typed.trim();
        let [before, after] = others.map(|mut lines| {
            lines.retain(|line| {
                let is_echo = !typed.is_empty() && line.ends_with(typed);
                if is_echo {
                    slip(Kind::Echo, (*line).to_owned());
                }
                !is_echo
            });
            lines
        });
        if let [first, ..] = before[..] {
            let kind = if opening { Kind::Greeting } else { Kind::Extra };
            slip(kind, self.masked(first));
        }
        match after[..] {
            [] => {}
            [line] => slip(Kind::Extra, self.masked(line)),
            [first, ..] => slip(Kind::Board, first.to_owned()),
        }
    }

    /// Notes how a sentence is written.
    fn note_wording(&self, due: &str, line: &str, wanted: Option<usize>, slips: &mut Vec<Slip>) {
        let text = line.trim();
        if line != text {
            slips.push(Slip {
                kind: Kind::Spaces,
                expected: text.to_owned(),
                actual: visible(line),
            });
        }
        let Some(known) = wanted.map(|index| &self.sentences.0[index]) else {
            return;
        };
        let same = if known.named {
            text.starts_with(&known.text)
        } else {
            text == due.trim()
        };
        if same {
            return;
        }
        let only =
            |line: &str, keep: fn(&char) -> bool| -> String { line.chars().filter(keep).collect() };
        let words = |c: &char| !c.is_ascii_punctuation() && !c.is_whitespace();
        let (due_words, said_words) = (only(due, words), only(text, words));
        let kind = if due_words == said_words {
            Kind::Punctuation
        } else if letters(due) == letters(text) {
            Kind::Case
        } else {
            Kind::Wording
        };
        slips.push(Slip {
            kind,
            expected: self.masked(due),
            actual: self.masked(text),
        });
    }

    /// Whether a line that is no known sentence stands for one.
    fn stands_for(&self, line: &str, wanted: usize) -> bool {
        if self.sentences.nearest(line) != Some(wanted) {
            return false;
        }
        let letters = letters(line);
        if self.unknown.as_ref() == Some(&(letters, wanted)) {
            return true;
        }
        let seen = self.seen.get(&self.masked(line));
        seen.is_none_or(|due| due.iter().all(|&due| due == wanted))
    }

    /// A line with the name of a file masked: the last word of a sentence that has one.
    fn masked(&self, line: &str) -> String {
        let index = self
            .sentences
            .find(line)
            .or_else(|| self.sentences.nearest(line));
        match index {
            Some(index) if self.sentences.0[index].named => {
                let most = line
                    .trim_end()
                    .rsplit_once(' ')
                    .map_or(line, |(most, _)| most);
                format!("{most} {NAME}")
            }
            _ => shortened(line),
        }
    }

    /// Judges a program without prompts: its sentences in their order.
    fn by_order(
        &self,
        dialogue: &Dialogue,
        run: &Run,
        text: &str,
        slips: &mut Vec<Slip>,
    ) -> Vec<Verdict> {
        slips.extend(dialogue.turns.iter().map(|turn| Slip {
            kind: Kind::NoPrompt,
            expected: turn.prompt.trim_end().to_owned(),
            actual: "(none)".to_owned(),
        }));
        let turns = dialogue.turns.iter().map(|turn| &turn.expected);
        let answers: Vec<&Vec<String>> = [&dialogue.opening].into_iter().chain(turns).collect();
        let optional = self.sentences.find(self.checking.loaded);
        let mut due: Vec<(usize, usize)> = Vec::new();
        for (place, expected) in answers.iter().enumerate() {
            let known = expected.iter().filter_map(|line| self.sentences.find(line));
            due.extend(known.map(|sentence| (sentence, place)));
        }
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let said: Vec<(usize, &str)> = lines
            .filter_map(|line| {
                let known = self.sentences.at_end(line);
                let near = || {
                    self.sentences
                        .nearest(line)
                        .filter(|&near| self.stands_for(line, near))
                };
                Some((known.or_else(near)?, line))
            })
            .collect();
        if let [first, ..] = due[..]
            && first.1 == 0
            && Some(first.0) == optional
            && said.first().map(|&(sentence, _)| sentence) != optional
        {
            due.remove(0);
            slips.push(Slip {
                kind: Kind::StateAnswer,
                expected: dialogue.opening[0].clone(),
                actual: "(nothing)".to_owned(),
            });
        }
        let wanted: Vec<usize> = due.iter().map(|&(sentence, _)| sentence).collect();
        let came: Vec<usize> = said.iter().map(|&(sentence, _)| sentence).collect();
        let mut right = vec![true; answers.len()];
        let mut heard: Vec<Vec<String>> = vec![Vec::new(); answers.len()];
        let place_of = |at: usize| due.get(at).map_or(answers.len() - 1, |&(_, place)| place);
        for op in capture_diff_slices(Algorithm::Myers, &wanted, &came) {
            let (old, new) = (op.old_range(), op.new_range());
            if matches!(op, DiffOp::Equal { .. }) {
                for (old, new) in old.zip(new) {
                    let (sentence, place) = due[old];
                    let line = said[new].1;
                    heard[place].push(self.sentences.text(sentence));
                    // A prompt may stand before the sentence.
                    if !line.contains(&self.sentences.0[sentence].text) {
                        let expected = answers[place].iter();
                        let mut expected =
                            expected.filter(|due| self.sentences.find(due) == Some(sentence));
                        let text = expected.next().map_or("", String::as_str);
                        self.note_wording(text, line, Some(sentence), slips);
                    }
                }
                continue;
            }
            let first = if old.is_empty() {
                old.start.saturating_sub(1)
            } else {
                old.start
            };
            for at in first..old.end.max(first + 1) {
                right[place_of(at)] = false;
            }
            for (number, new) in new.enumerate() {
                let place = place_of((first + number).min(old.end.max(first + 1) - 1));
                heard[place].push(self.sentences.text(said[new].0));
            }
        }
        let ended = said.len() < due.len() && !matches!(run.end, End::Status(0));
        let verdicts = right.into_iter().zip(heard).zip(answers);
        let verdict = |((right, heard), expected): ((bool, Vec<String>), &Vec<String>)| {
            if right {
                Verdict::Right
            } else if heard.is_empty() && ended {
                Verdict::Wrong(self.joined(expected), end(run))
            } else {
                Verdict::Wrong(self.joined(expected), Came::Lines(heard))
            }
        };
        verdicts.map(verdict).collect()
    }

    /// The sentences of an answer in one line, names masked.
    #[must_use]
    pub fn joined(&self, lines: &[String]) -> String {
        let lines: Vec<String> = lines.iter().map(|line| self.masked(line)).collect();
        lines.join(" / ")
    }

    /// Records which sentences were due where lines came, from a probe.
    pub fn learn(&mut self, dialogue: &Dialogue, run: &Run) {
        let Some(prompts) = &self.prompts else { return };
        let text = readable(&run.output).replace("\r\n", "\n");
        let segments = self.segments(&text, prompts, &dialogue.turns, &mut Vec::new());
        let mut seen = Vec::new();
        for (turn, segment) in dialogue.turns.iter().zip(segments.iter().skip(1)) {
            let due: Vec<usize> = turn
                .expected
                .iter()
                .filter_map(|line| self.sentences.find(line))
                .collect();
            let mut fits = true;
            for line in &segment.lines {
                if self
                    .sentences
                    .find(line)
                    .is_some_and(|known| !due.contains(&known))
                {
                    fits = false;
                }
                let Some(near) = self.sentences.nearest(line) else {
                    continue;
                };
                if self.sentences.find(line).is_none() {
                    let wanted = if due.contains(&near) {
                        near
                    } else {
                        *due.first().unwrap_or(&near)
                    };
                    fits &= wanted == near;
                    seen.push((self.masked(line.trim()), wanted));
                }
            }
            if !fits {
                break;
            }
        }
        for (line, due) in seen {
            self.seen.entry(line).or_default().push(due);
        }
    }

    /// Whether any line of an output is a known sentence, or resembles one.
    #[must_use]
    pub fn knows(&self, output: &[u8]) -> bool {
        let text = readable(output);
        let mut lines = text.lines();
        lines.any(|line| {
            self.sentences.at_end(line).is_some() || self.sentences.nearest(line).is_some()
        })
    }

    /// The answer to the last of these turns, as far as a probe can see it.
    #[must_use]
    pub fn last_answer(&self, turns: usize, run: &Run) -> Vec<String> {
        let text = readable(&run.output).replace("\r\n", "\n");
        let lines: Vec<&str> = match &self.prompts {
            Some(prompts) => {
                let segments = self.segments(&text, prompts, &[], &mut Vec::new());
                let segment = segments.into_iter().nth(turns);
                segment.map_or_else(Vec::new, |segment| segment.lines)
            }
            None => text.lines().collect(),
        };
        let said = lines
            .into_iter()
            .map(|line| match self.sentences.at_end(line) {
                Some(known) => self.sentences.text(known),
                None => line.trim().to_owned(),
            });
        said.filter(|line| !line.is_empty()).collect()
    }

    /// The letters of the answer to an unknown command, if it resembles a sentence.
    pub fn learn_unknown(&mut self, turns: &[Turn], run: &Run) {
        let due = turns
            .last()
            .and_then(|turn| self.sentences.find(turn.expected.first()?));
        let Some(due) = due else { return };
        let answer = self.last_answer(turns.len(), run);
        let near = answer
            .iter()
            .find(|line| self.sentences.nearest(line) == Some(due));
        self.unknown = near.map(|line| (letters(line), due));
    }
}

/// The beginning of an output: far more than any session prints.
fn readable(output: &[u8]) -> String {
    let ends = output
        .iter()
        .enumerate()
        .filter(|(_, byte)| **byte == b'\n');
    let most = ends
        .map(|(at, _)| at + 1)
        .nth(MOST_LINES)
        .unwrap_or(output.len());
    String::from_utf8_lossy(&output[..most]).into_owned()
}

/// A line with blanks at its ends visible.
fn visible(line: &str) -> String {
    let inner = line.trim_matches(' ');
    let (before, after) = (
        line.len() - line.trim_start_matches(' ').len(),
        line.len() - line.trim_end_matches(' ').len(),
    );
    format!("{}{inner}{}", "␠".repeat(before), "␠".repeat(after))
}

/// A line cut to a length that fits in a report.
#[must_use]
pub fn shortened(line: &str) -> String {
    match line.char_indices().nth(160) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}

/// How a run ended that should have gone on.
fn end(run: &Run) -> Came {
    let errors = String::from_utf8_lossy(&run.errors);
    let last = errors
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty());
    let last = last.map_or_else(String::new, |line| format!(": {}", shortened(line)));
    Came::Ended(match run.end {
        End::TimedOut | End::Cancelled => return Came::Hung,
        End::Flooded => "it prints without end".to_owned(),
        End::Status(0) => format!("it ends{last}"),
        End::Status(status) => format!("it ends with status {status}{last}"),
        End::Signal(signal) => {
            let name = signal_hook::low_level::signal_name(signal).unwrap_or("unknown");
            format!("it crashes with {name}{last}")
        }
    })
}
