//! Lines that somebody might type: commands, slips of the finger, and noise.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use game::games::{self, NAMES};
use game::play::Options;
use game::repl::{Completion, Context, Session};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::tours::{opening, start, tours};

/// Names that are free.
const FREE: [&str; 3] = ["a", "b", "λ"];

/// Words that mean something somewhere, and some that look so.
#[rustfmt::skip]
const WORDS: [&str; 57] = [
    "a1", "a4", "d1", "d4", "e5", "e9", "i9", "j1", "d10", "A4", "A1", "A3", "B2", "C3", "D3", "H1", "H3", "h4", "I1",
    "0", "1", "2", "3", "4", "5", "6", "7", "9", "10", "14", "15", "19", "20", "21", "-1", "+1", "01", "1.5", "100",
    "18446744073709551615", "18446744073709551616", "W", "B", "WB", "X", "O", "L", "G", "none", "perfect", "500ms",
    "1s", "[]", "[\"WWW-WW-------BB-BBB\"]", "\u{a0}", "５", "\0",
];

/// Saved games out of `fixtures/states`: for each mode one for every way in which loading is
/// answered, and files that are no game at all.
pub fn saved_games() -> &'static [(String, Vec<u8>)] {
    static GAMES: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/states");
        let entries = fs::read_dir(folder).expect("the saved games").flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| path.is_file());
        paths.sort();
        let mut seen = BTreeSet::new();
        paths.retain(|path| {
            // Not `any`: each mode takes note of its answer.
            let news = NAMES.map(|mode| seen.insert((mode, answer_to(mode, path))));
            news.contains(&true)
        });
        let read = |path: PathBuf| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(path).expect("a file"))
        };
        paths.into_iter().map(read).collect()
    });
    &GAMES
}

/// What a mode answers when this file is loaded, and the prompt afterwards.
fn answer_to(mode: &str, path: &Path) -> (String, String) {
    let mut session = open(mode);
    let reply = session.load(path);
    let told = reply
        .scripted()
        .replace(&path.display().to_string(), "FILE");
    (told, session.prompt())
}

fn open(mode: &str) -> Box<dyn Session> {
    let entry = games::find(mode).expect("a mode");
    (entry.open)(Options::default(), Context::default())
}

/// What can be done in a driver.
#[derive(Clone, Debug)]
pub enum Step {
    /// Type this.
    Type(String),
    /// Make one of the legal moves.
    Play(Index),
}

/// A word: one that means something somewhere, one of the mode's own, a file, or noise.
fn word(own: Vec<String>) -> impl Strategy<Value = String> {
    let files = saved_games().iter().map(|(name, _)| name.clone());
    let files: Vec<String> = files.chain(FREE.map(str::to_owned)).collect();
    let words: Vec<&str> = WORDS.into_iter().chain(NAMES).collect();
    prop_oneof![
        6 => select(words).prop_map(str::to_owned),
        6 => select(own),
        3 => "[a-i][1-9]",
        3 => "[A-H][1-4]",
        3 => "[0-9]{1,2}",
        3 => select(files),
        1 => "\\PC{1,6}",
    ]
}

/// The words that Tab offers here.
fn offered(session: &dyn Session, line: &str) -> Vec<String> {
    match session.complete(line) {
        Completion::Words { words, .. } => words,
        _ => Vec::new(),
    }
}

/// The words of the mode's examples and of what Tab offers once a game has begun.
fn own_words(mode: &str, session: &mut dyn Session) -> Vec<String> {
    session.feed(start(mode));
    let commands = session.commands();
    let examples = commands.iter().map(|command| command.example.clone());
    let offers = commands
        .iter()
        .flat_map(|command| offered(session, &format!("{} ", command.name)));
    let lines: Vec<String> = examples.chain(offers).collect();
    let words = lines.iter().flat_map(|line| line.split(' '));
    let own: BTreeSet<&str> = words.filter(|word| !word.starts_with(':')).collect();
    own.into_iter().map(str::to_owned).collect()
}

/// A line for this mode.
pub fn line(mode: &'static str) -> BoxedStrategy<String> {
    let mut session = open(mode);
    for line in opening(mode) {
        session.feed(line);
    }
    let commands = session.commands();
    let names: Vec<&str> = commands.iter().map(|command| command.name).collect();
    let examples: Vec<String> = commands.iter().map(|row| row.example.clone()).collect();
    let example = select(examples);
    let word = word(own_words(mode, session.as_mut())).boxed();
    let command = (select(names), vec(word.clone(), 0..4))
        .prop_map(|(name, words)| format!("{name} {}", words.join(" ")));
    let sensible = prop_oneof![3 => command, 2 => example, 2 => word].boxed();
    let slip = (sensible.clone(), any::<Index>(), any::<char>(), 0..5)
        .prop_map(|(line, at, symbol, kind)| mistyped(&line, at, symbol, kind));
    prop_oneof![
        12 => sensible,
        4 => slip,
        1 => any::<String>(),
        1 => "[ \t\r\x0c]{0,3}",
        1 => ":\\PC{0,12}",
        1 => "[ :a-z0-9\u{a0}\u{2003}\u{85}]{0,12}",
    ]
    .boxed()
}

/// The line with one slip of the finger.
fn mistyped(line: &str, at: Index, symbol: char, kind: i32) -> String {
    let mut symbols: Vec<char> = line.chars().collect();
    if symbols.is_empty() {
        return symbol.to_string();
    }
    let at = at.index(symbols.len());
    match kind {
        0 => {
            symbols.remove(at);
        }
        1 => symbols.insert(at, symbol),
        2 => symbols[at] = symbol,
        3 => symbols.insert(at, symbols[at]),
        _ => symbols.insert(at, '\u{a0}'),
    }
    symbols.into_iter().collect()
}

/// A driver of up to so many steps.
pub fn steps(mode: &'static str, most: usize) -> BoxedStrategy<Vec<Step>> {
    let tours = tours(mode).iter().flatten().cloned();
    let usual = [
        ":start", ":undo", ":redo", ":save a", ":load a", ":move", ":stop",
    ];
    let usual: Vec<String> = usual.map(str::to_owned).into_iter().chain(tours).collect();
    let step = prop_oneof![
        3 => line(mode).prop_map(Step::Type),
        3 => any::<Index>().prop_map(Step::Play),
        1 => select(usual).prop_map(Step::Type),
    ];
    vec(step, 0..most).boxed()
}

/// A game without slips: moves, some of them taken back and made again.
pub fn moves(most: usize) -> BoxedStrategy<Vec<Step>> {
    let step = prop_oneof![
        8 => any::<Index>().prop_map(Step::Play),
        1 => Just(Step::Type(":undo".to_owned())),
        1 => Just(Step::Type(":redo".to_owned())),
    ];
    vec(step, 0..most).boxed()
}

/// Bytes that come through a pipe: lines of this mode, and lines that are no text.
pub fn bytes(mode: &'static str) -> BoxedStrategy<Vec<u8>> {
    let noise = vec(any::<u8>(), 0..30);
    let piece = prop_oneof![
        8 => line(mode).prop_map(String::into_bytes),
        1 => noise,
    ];
    let end = select(&["\n", "\r\n", "\n\n"][..]);
    vec((piece, end), 0..25)
        .prop_map(|lines| {
            let mut all = Vec::new();
            for (line, end) in lines {
                all.extend(line);
                all.extend(end.as_bytes());
            }
            all
        })
        .boxed()
}
