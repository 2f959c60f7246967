//! What the prompt must be, told from outside: from the answers, from the files that were loaded and
//! from what `:board` and `:history` show.

use std::fs;
use std::path::Path;

use game::games::{self, BoardGame, GAMES};
use game::repl::Question;

use super::driver::NOT_NOW;

/// A command that changes nothing and cannot be used while no game is in progress.
pub fn probe_of(mode: &str) -> &'static str {
    match board(mode) {
        Some(_) => ":moves",
        None if mode == "battleship" => ":left",
        None => panic!("tests/it/laws/prompt.rs: say which command needs a game in {mode}"),
    }
}

/// Whether a prompt is a question of some game.
pub fn is_question(prompt: &str) -> bool {
    let boards = GAMES.iter().filter_map(|entry| entry.board.as_ref());
    let mut questions = boards.flat_map(|board| (board.questions)().into_iter().flatten());
    questions.any(|question| question.prompt == prompt)
}

/// Whether a prompt is that of a game in progress.
pub fn is_game(prompt: &str) -> bool {
    prompt.contains(" game ")
}

/// Whether the answer to a line may be nothing but the next question: the line answers a question,
/// or it is one of the two commands that ask.
pub fn may_ask(before: &str, line: &str) -> bool {
    let line = line.trim_ascii();
    let answers = is_question(before) && !line.starts_with(':');
    answers || line == ":start" || line == ":move"
}

/// The letters of a mode's prompt, the side that begins first.
fn letters(mode: &str) -> [char; 2] {
    match board(mode) {
        Some(board) => board.letters,
        None if mode == "battleship" => ['S', 'H'],
        None => panic!("tests/it/laws/prompt.rs: say which letters stand in the prompt of {mode}"),
    }
}

fn board(mode: &str) -> Option<&'static BoardGame> {
    games::find(mode).expect("a mode").board.as_ref()
}

/// Somebody who hears what is said and knows what the prompt must be.
pub struct Watcher {
    mode: &'static str,
    /// The letter of the side that was to move when the present or the last game began or was
    /// loaded. In battleship it stays.
    first: Option<char>,
    /// The questions that are still open: the one that is asked now, and those after it.
    open: &'static [Question],
}

impl Watcher {
    pub fn new(mode: &'static str) -> Self {
        Watcher {
            mode,
            first: None,
            open: &[],
        }
    }

    /// Takes note of a line and its answer; files are in this folder.
    pub fn heard(&mut self, before: &str, line: &str, told: &str, folder: &Path) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some(&command) = words.first() else {
            return;
        };
        let [one, other] = letters(self.mode);
        if told.starts_with("Starting Game.\n") {
            let playing = self.was_playing(before);
            let begun = !playing || words.len() > 1 || self.mode == "battleship";
            match command {
                ":search" => self.first = Some(other),
                _ if begun => self.first = Some(one),
                // Nothing had happened in the game: it goes on.
                _ => {}
            }
        }
        if told.starts_with("State loaded from ") {
            let file = fs::read_to_string(folder.join(words[1])).expect("it was loaded");
            let turn = file.lines().next().expect("a first line");
            let side = board(self.mode).map(|board| {
                let position = (board.read)(file.as_bytes()).expect("it was loaded");
                board.letters[position.to_move().index()]
            });
            // In battleship the role stands at the end of the line.
            self.first = side.or(turn.chars().last());
        }
        self.open = self.next_questions(before, line, told);
    }

    /// Whether a game was in progress behind this prompt: it is a game's, or a question about a move.
    fn was_playing(&self, prompt: &str) -> bool {
        let questions = board(self.mode).map(|board| (board.questions)()[1]);
        let mut about_move = questions.into_iter().flatten();
        is_game(prompt) || about_move.any(|question| question.prompt == prompt)
    }

    fn next_questions(&self, before: &str, line: &str, told: &str) -> &'static [Question] {
        let Some(board) = board(self.mode) else {
            return &[];
        };
        let [to_start, to_move] = (board.questions)();
        let line = line.trim_ascii();
        if !line.starts_with(':') {
            return match self.open {
                [question, rest @ ..] if (question.check)(line).is_ok() => rest,
                open => open,
            };
        }
        let playing = self.was_playing(before);
        match line {
            ":start" if !playing && !to_start.is_empty() => return to_start,
            ":move" if playing && !to_move.is_empty() => return to_move,
            _ => {}
        }
        // Looking around, a slip and a file that cannot be loaded leave a question open.
        let looks = [
            ":help", ":board", ":moves", ":history", ":hint", ":review", ":rules", ":seed",
        ];
        let looks_alone = [":mode", ":computer"].contains(&line);
        let command = line.split_ascii_whitespace().next().unwrap_or_default();
        let slip = told == NOT_NOW
            || told.starts_with("The entered command was ")
            || told == "Malformed Game State\n"
            || told == "Cannot load saved game state\n";
        if slip || looks_alone || looks.contains(&command) {
            self.open
        } else {
            &[]
        }
    }

    /// What the prompt must be now; `probe` types a line that changes nothing.
    pub fn expects(&mut self, probe: &mut dyn FnMut(&str) -> String) -> String {
        if let [question, ..] = self.open {
            return question.prompt.to_owned();
        }
        let mode = self.mode;
        if probe(probe_of(mode)) == NOT_NOW {
            return format!("{mode}> ");
        }
        let first = self.first.expect("somebody began the game");
        let [one, other] = letters(mode);
        // Only in board games the sides take turns at the prompt.
        let history = board(mode).map(|_| probe(":history"));
        let moves = match history.as_deref() {
            None | Some("No moves yet.\n") => 0,
            Some(history) => history.lines().count(),
        };
        let second = if first == one { other } else { one };
        let side = if moves % 2 == 0 { first } else { second };
        format!("{mode} game {side}> ")
    }
}
