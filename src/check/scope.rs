//! The scope of random sessions: a situation that no transcript shows is not typed.
//!
//! The course text leaves much open, and a program is not wrong because it settled that in another
//! way than ours. What is settled by the text is shown by the transcripts in `<mode>/course`; those in
//! `settled` and `extras` go further. So the scope is read off the transcripts. A situation is the
//! kind of prompt, the shape of the words typed there, and the shape of the answer.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::fixtures::{Case, State};
use super::reference::{Reference, files_of};
use super::script::{EXIT, Script};
use super::transcript::Shown;
use crate::repl::CommandInfo;

/// The folders of a mode, from what the text says to what is ours alone.
const LEVELS: [&str; 3] = ["course", "settled", "extras"];

/// Commands that are never typed: the text of help is free, and what a search finds takes long.
const NEVER: [&str; 5] = [":help", ":rules", ":hint", ":review", ":solve"];

/// The situations that the transcripts of a mode show.
pub struct Scope {
    /// The mode.
    pub mode: &'static str,
    /// Whatever can be typed is settled.
    free: bool,
    commands: Vec<CommandInfo>,
    typed: HashSet<(String, Vec<String>)>,
    seen: HashSet<(String, Vec<String>, String)>,
    states: HashSet<String>,
    letters: HashMap<String, (char, char)>,
    /// Sessions of the transcripts, to begin with.
    pub corpus: Vec<Script>,
    /// The names of the files that they speak of.
    pub files: Vec<String>,
    /// The bytes that occur in these files.
    pub alphabet: Vec<u8>,
}

/// How far transcripts of this name go.
fn level(name: &str) -> usize {
    let folder = name.split('/').nth(1);
    let level = LEVELS.iter().position(|level| Some(*level) == folder);
    level.unwrap_or(0)
}

impl Scope {
    /// The scope of a mode as far as the chosen transcripts go.
    #[must_use]
    pub fn new(mode: &'static str, chosen: &[&Case], all: &[Case], states: &[State]) -> Self {
        let is_of = |case: &Case| case.name.split('/').next() == Some(mode);
        let levels = chosen.iter().filter(|case| is_of(case));
        let highest = levels.map(|case| level(&case.name)).max().unwrap_or(0);
        let mut scope = Scope {
            mode,
            free: highest + 1 == LEVELS.len(),
            commands: Reference::open(mode, true, ".".as_ref())
                .session()
                .commands(),
            typed: HashSet::new(),
            seen: HashSet::new(),
            states: HashSet::new(),
            letters: HashMap::new(),
            corpus: Vec::new(),
            files: Vec::new(),
            alphabet: Vec::new(),
        };
        let cases = all
            .iter()
            .filter(|case| is_of(case) && level(&case.name) <= highest);
        let mut bytes = BTreeSet::new();
        for case in cases {
            scope.explore(case);
            let text = case.transcript.to_string();
            for state in states.iter().filter(|state| text.contains(&state.name)) {
                bytes.extend(state.content.iter().copied());
                if !scope.files.contains(&state.name) {
                    scope.files.push(state.name.clone());
                }
            }
        }
        scope.alphabet = bytes.into_iter().collect();
        scope
    }

    /// Whether everything goes, our own commands included.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.free
    }

    /// Takes in the situations of a transcript.
    fn explore(&mut self, case: &Case) {
        for step in &case.transcript.steps {
            let Some(script) = Script::of_step(step).filter(|script| script.mode == self.mode)
            else {
                continue;
            };
            self.corpus.push(script);
            let mut situation: Option<(String, String)> = None;
            let mut answer = String::new();
            for shown in &step.screen {
                match shown {
                    Shown::Output(line) => {
                        answer.push_str(line);
                        answer.push('\n');
                    }
                    Shown::Prompt { prompt, typed, .. } => {
                        self.include(situation.take(), &answer);
                        answer.clear();
                        situation = Some((prompt.clone(), typed.clone()));
                    }
                }
            }
            self.include(situation, &answer);
        }
    }

    fn include(&mut self, situation: Option<(String, String)>, answer: &str) {
        let Some((prompt, line)) = situation else {
            self.states.insert(answer_shape(answer, ""));
            return;
        };
        for (command, letter) in self.letters_of(&line) {
            let range = self.letters.entry(command).or_insert((letter, letter));
            *range = (range.0.min(letter), range.1.max(letter));
        }
        let (prompt, words) = (prompt_shape(&prompt), self.words_shape(&line));
        self.typed.insert((prompt.clone(), words.clone()));
        self.seen
            .insert((prompt, words, answer_shape(answer, &line)));
    }

    /// Whether a line may be worth typing at this prompt, whatever it is answered.
    #[must_use]
    pub fn could_admit(&self, prompt: &str, line: &str) -> bool {
        let command = line.split_ascii_whitespace().next().unwrap_or_default();
        let words = self.words_shape(line);
        let in_range = |(command, letter): (String, char)| {
            let range = self.letters.get(&command);
            range.is_some_and(|&(low, high)| (low..=high).contains(&letter))
        };
        if NEVER.contains(&command) {
            return false;
        }
        // Every session must come to an end, wherever it is.
        if line == EXIT {
            return true;
        }
        if self.free {
            // Everybody may say anything anywhere, in the words that were used somewhere.
            return self.typed.iter().any(|(_, typed)| *typed == words);
        }
        self.typed.contains(&(prompt_shape(prompt), words))
            && self.letters_of(line).into_iter().all(in_range)
    }

    /// Whether this line at this prompt with this answer is a situation like those of the
    /// transcripts.
    #[must_use]
    pub fn admits(&self, prompt: &str, line: &str, answer: &str) -> bool {
        let situation = || {
            let words = self.words_shape(line);
            (prompt_shape(prompt), words, answer_shape(answer, line))
        };
        line == EXIT
            || self.could_admit(prompt, line) && (self.free || self.seen.contains(&situation()))
    }

    /// Whether `--state` is answered like this in the transcripts.
    #[must_use]
    pub fn admits_state(&self, answer: &str) -> bool {
        self.free || self.states.contains(&answer_shape(answer, ""))
    }

    /// Whether the mode has a command of this name.
    fn has(&self, name: &str) -> bool {
        self.commands.iter().any(|command| command.name == name)
    }

    /// The letters in the words behind a command, small and capital ones apart.
    fn letters_of(&self, line: &str) -> Vec<(String, char)> {
        let mut words = line.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        if !self.has(name) {
            return Vec::new();
        }
        let files = files_of(&self.commands, name);
        let words = words
            .enumerate()
            .filter(|(index, _)| !files.contains(index));
        words
            .flat_map(|(_, word)| word.chars())
            .filter(char::is_ascii_alphabetic)
            .map(|letter| {
                let case = if letter.is_ascii_lowercase() {
                    'a'
                } else {
                    'A'
                };
                (format!("{name} {case}"), letter)
            })
            .collect()
    }

    /// The shape of a typed line: the command, and what its words look like.
    fn words_shape(&self, line: &str) -> Vec<String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        // Blanks are words of their own where there are more than needed.
        let plain = words.join(" ");
        let mut shapes = Vec::new();
        if plain != line {
            shapes.push(
                if words.is_empty() {
                    "(blank)"
                } else {
                    "(blanks)"
                }
                .to_owned(),
            );
        }
        let Some((name, args)) = words.split_first() else {
            return shapes;
        };
        if !self.has(name) && name.starts_with(':') {
            // An unknown command is unknown whatever stands behind it.
            shapes.push(shape(name, true));
            return shapes;
        }
        if !self.has(name) {
            let digits = line.contains(|c: char| c.is_ascii_digit());
            shapes.extend(words.iter().map(|word| shape(word, !digits)));
            return shapes;
        }
        let files = files_of(&self.commands, name);
        shapes.push((*name).to_owned());
        let args = args.iter().enumerate();
        shapes.extend(args.map(|(index, word)| {
            if files.contains(&index) {
                "FILE".to_owned()
            } else {
                shape(word, false)
            }
        }));
        shapes
    }
}

/// What a word looks like: `d1` is `a9`. Letters in a row become one, if wanted.
fn shape(word: &str, collapsed: bool) -> String {
    let mut out = String::new();
    for c in word.chars() {
        let class = match c {
            'a'..='z' => 'a',
            'A'..='Z' => 'A',
            '1'..='9' => '9',
            other => other,
        };
        if !(collapsed && class.is_ascii_alphabetic() && out.ends_with(class)) {
            out.push(class);
        }
    }
    out
}

/// A prompt whoever is to move.
fn prompt_shape(prompt: &str) -> String {
    let prompt = prompt.trim_end_matches('\n');
    let any = |c: char| if c.is_ascii_uppercase() { 'A' } else { c };
    prompt.chars().map(any).collect()
}

/// An answer without its particulars: words that were typed, numbers, sides; lists of any length.
fn answer_shape(answer: &str, line: &str) -> String {
    let typed: Vec<&str> = line.split_ascii_whitespace().skip(1).collect();
    let mut lines = Vec::new();
    for answer in answer.lines() {
        let mut words: Vec<String> = Vec::new();
        for word in answer.split(' ') {
            let word = if typed.contains(&word)
                || word.contains(['.', '/']) && word.len() > 2 && !word.ends_with('.')
            {
                "*".to_owned()
            } else if word.len() == 1 && word.chars().all(|c| c.is_ascii_uppercase()) {
                "A".to_owned()
            } else {
                number_shape(word)
            };
            if words.last() != Some(&word) {
                words.push(word);
            }
        }
        lines.push(words.join(" "));
    }
    lines.join("\n")
}

fn number_shape(word: &str) -> String {
    let mut out = String::new();
    for c in word.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('9') {
            out.push('9');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_keep_what_matters() {
        assert_eq!(shape("d10", false), "a90");
        assert_eq!(shape("j1", false), shape("d4", false));
        assert_eq!(shape(":strat", true), ":a");
        assert_eq!(prompt_shape("toy game X> "), prompt_shape("toy game O> "));
        assert_eq!(answer_shape("0, 2, 1\n", ""), answer_shape("1, 1, 0\n", ""));
        assert_eq!(
            answer_shape("State saved in a.csv\n", ":save a.csv"),
            answer_shape("State saved in here/b\n", ":save here/b")
        );
        assert_ne!(answer_shape("X wins!\n", ""), answer_shape("Draw\n", ""));
        assert_eq!(
            answer_shape("  1, 2, 3, \n", ""),
            answer_shape("  4, \n", "")
        );
    }
}
