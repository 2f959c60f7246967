//! Tours: transcripts that lead through the states of a mode. They are where tests learn how a mode
//! is played that they have never heard of.

// Each test program uses a part of this.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use game::games::{self, GAMES, NAMES};
use game::play::Options;
use game::repl::{Context, Session};

/// What tests know about a mode.
struct Known {
    tours: Vec<Vec<String>>,
    opening: Vec<String>,
    start: String,
}

static KNOWN: LazyLock<BTreeMap<&'static str, Known>> =
    LazyLock::new(|| NAMES.into_iter().map(|mode| (mode, know(mode))).collect());

fn known(mode: &str) -> &'static Known {
    KNOWN.get(mode).expect("a mode of the registry")
}

fn open(mode: &str) -> Box<dyn Session> {
    let entry = games::find(mode).expect("a mode of the registry");
    (entry.open)(Options::default(), Context::default())
}

fn know(mode: &str) -> Known {
    let tours = read(mode);
    let mut session = open(mode);
    let idle = session.prompt();
    let mut before = tours[0].clone();
    let begins = before.iter().position(|line| {
        session.feed(line);
        session.prompt() != idle
    });
    before.truncate(begins.unwrap_or_else(|| panic!("the tour of {mode} begins no game")));
    let mut commands = session.commands().into_iter();
    let start = commands.find(|command| command.name == ":start");
    Known {
        tours,
        opening: before,
        start: start.expect("every mode has :start").example,
    }
}

/// What is typed in the tours of a mode, without the `:exit` at the end.
fn read(mode: &str) -> Vec<Vec<String>> {
    let place = format!("fixtures/transcripts/{mode}/extras");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(&place);
    let mut files: Vec<_> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("tour"))
        .map(|entry| entry.path())
        .collect();
    files.sort();
    assert!(
        !files.is_empty(),
        "{mode} has no tour: add {place}/tour.txt, a transcript that makes the computer quick \
         (:computer none), begins a game, makes two moves, takes one back and stops"
    );
    let tour = |path: &Path| {
        let text = fs::read_to_string(path).expect("a text");
        let lines = typed(&text).into_iter().filter(|line| *line != ":exit");
        lines.map(str::to_owned).collect()
    };
    files.iter().map(|path| tour(path)).collect()
}

/// What is typed in a transcript: behind a prompt, behind a question, or below one.
pub fn typed(transcript: &str) -> Vec<&str> {
    let boards = GAMES.iter().filter_map(|entry| entry.board.as_ref());
    let questions: Vec<&str> = boards
        .flat_map(|board| (board.questions)().into_iter().flatten())
        .map(|question| question.prompt)
        .collect();
    let mut lines = transcript.lines();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        let prompt = line.split_once("> ");
        let mode = prompt.and_then(|(prompt, _)| prompt.split(' ').next());
        if mode.is_some_and(|mode| NAMES.contains(&mode)) {
            found.extend(prompt.map(|(_, rest)| rest));
        } else if questions
            .iter()
            .any(|text| text.strip_suffix('\n') == Some(line))
        {
            found.extend(lines.next());
        } else {
            found.extend(questions.iter().find_map(|text| line.strip_prefix(text)));
        }
    }
    found
}

/// The tours of a mode: the lines that each types.
pub fn tours(mode: &str) -> &'static [Vec<String>] {
    &known(mode).tours
}

/// What is typed in a fresh mode so that no computer thinks long: the lines of the tour before its
/// game.
pub fn opening(mode: &str) -> &'static [String] {
    &known(mode).opening
}

/// The line that begins a game without a computer, once the [opening](opening) has been typed: the
/// example of `:start`.
pub fn start(mode: &str) -> &'static str {
    &known(mode).start
}
