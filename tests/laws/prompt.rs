//! What the prompt must be, told from outside: from the answers, from the files that were loaded and
//! from what `:board` and `:history` show.

use std::fs;

use crate::driver::NOT_NOW;

/// The questions of Crusher, as the course text asks them.
const SIZE: &str = "N is:\n";
const COLOUR: &str = "Colour is:\n";
const FROM: &str = " from: ";
const TO: &str = " to: ";

/// Whether a prompt is a question.
pub fn is_null_window(prompt: &str) -> bool {
    [SIZE, COLOUR, FROM, TO].contains(&prompt)
}

/// Whether a prompt is that of a game in progress.
pub fn is_game(prompt: &str) -> bool {
    prompt.contains(" game ")
}

/// Whether the answer to a line may be nothing but the next question: the line answers a question,
/// or it is one of the two commands that ask.
pub fn may_ask(before: &str, line: &str) -> bool {
    let line = line.trim_ascii();
    let answers = is_null_window(before) && !line.starts_with(':');
    answers || line == ":start" || line == ":move"
}

/// The letters of a mode's prompt, the side that begins first.
fn letters(mode: &str) -> [char; 2] {
    match mode {
        "tafl" => ['O', 'L'],
        "crusher" => ['W', 'B'],
        "battleship" => ['S', 'H'],
        _ => ['X', 'O'],
    }
}

/// Somebody who hears what is said and knows what the prompt must be.
pub struct Watcher {
    mode: &'static str,
    /// The letter of the side that was to move when the present game began or was loaded. In
    /// battleship it stays.
    first: Option<char>,
    question: Option<&'static str>,
}

impl Watcher {
    pub fn new(mode: &'static str) -> Self {
        Watcher {
            mode,
            first: None,
            question: None,
        }
    }

    /// Takes note of a line and its answer.
    pub fn heard(&mut self, before: &str, line: &str, told: &str) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some(&command) = words.first() else {
            return;
        };
        let [one, other] = letters(self.mode);
        if told.starts_with("Starting Game.\n") {
            let begun = self.first.is_none() || words.len() > 1 || self.mode == "battleship";
            match command {
                ":search" => self.first = Some(other),
                _ if begun => self.first = Some(one),
                // Nothing had happened in the game: it goes on.
                _ => {}
            }
        }
        if told.starts_with("State loaded from ") {
            let file = fs::read_to_string(words[1]).expect("it was loaded");
            let turn = file.lines().next().expect("a first line");
            self.first = Some(match self.mode {
                "battleship" => turn.chars().last().expect("a role"),
                "tafl" if turn.starts_with('G') => 'L',
                "tafl" => 'O',
                _ => turn.chars().next().expect("a side"),
            });
        }
        self.question = self.next_question(before, line, told);
    }

    fn next_question(&self, before: &str, line: &str, told: &str) -> Option<&'static str> {
        if self.mode != "crusher" {
            return None;
        }
        let line = line.trim_ascii();
        if !line.starts_with(':') {
            return match self.question? {
                SIZE if ["3", "4", "5", "6"].contains(&line) => Some(COLOUR),
                SIZE => Some(SIZE),
                COLOUR if ["W", "B", "WB"].contains(&line) => None,
                COLOUR => Some(COLOUR),
                FROM => Some(TO),
                _ => None,
            };
        }
        let playing = is_game(before) || [FROM, TO].contains(&before);
        match line {
            ":start" if !playing => return Some(SIZE),
            ":move" if playing => return Some(FROM),
            _ => {}
        }
        // Looking around, a slip and a file that cannot be loaded leave a question open.
        let looks = [":help", ":board", ":moves", ":history", ":hint"];
        let command = line.split_ascii_whitespace().next().unwrap_or_default();
        let slip = told == NOT_NOW
            || told.starts_with("The entered command was ")
            || told == "Malformed Game State\n"
            || told == "Cannot load saved game state\n";
        self.question.filter(|_| slip || looks.contains(&command))
    }

    /// What the prompt must be now; `probe` types a line that changes nothing.
    pub fn expects(&mut self, probe: &mut dyn FnMut(&str) -> String) -> String {
        if let Some(question) = self.question {
            return question.to_owned();
        }
        let mode = self.mode;
        if probe(":board") == NOT_NOW {
            self.first = None;
            return format!("{mode}> ");
        }
        let first = self.first.expect("somebody began the game");
        let [one, other] = letters(mode);
        let moves = match mode {
            "battleship" => 0,
            _ => match probe(":history").as_str() {
                "No moves yet.\n" => 0,
                history => history.lines().count(),
            },
        };
        let second = if first == one { other } else { one };
        let side = if moves % 2 == 0 { first } else { second };
        format!("{mode} game {side}> ")
    }
}
