//! Tests that hold for every row of every mode, and for Tab completion.

use std::collections::BTreeSet;

use game::games;
use game::games::{GAMES, NAMES};
use game::play::Options;
use game::repl::command::takes;
use game::repl::console::{OutputOptions, write_reply};
use game::repl::{Completion, Context, Refusal, Session};

use crate::modes::{after, completed, open_in, play_out, start, tours, typed_lines};

const NOTHING: [&str; 0] = [];

fn idle(mode: &str) -> Box<dyn Session> {
    after(mode, &NOTHING)
}

/// The two states of every mode: no game, and a game in progress.
fn idle_and_playing(mode: &str) -> [Box<dyn Session>; 2] {
    let playing = after(mode, &[start(mode)]);
    assert!(playing.prompt().starts_with(&format!("{mode} game ")));
    [idle(mode), playing]
}

fn is(refusal: Refusal, answer: &str) -> bool {
    answer == format!("{refusal}\n")
}

/// Every state on the tours of all modes, as the lines that lead to it.
fn states() -> impl Iterator<Item = (&'static str, Vec<String>)> {
    NAMES.into_iter().flat_map(|mode| {
        let ways = tours(mode).into_iter();
        ways.flat_map(move |way| (0..=way.len()).map(move |steps| (mode, way[..steps].to_vec())))
    })
}

#[test]
fn games_and_commands_are_named_once_and_documented() {
    let small = |text: &str| {
        let mut bytes = text.bytes();
        bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let mut games = BTreeSet::new();
    for entry in GAMES {
        assert!(
            games.insert(entry.name) && small(entry.name),
            "{}",
            entry.name
        );
        assert_eq!(idle(entry.name).prompt(), format!("{}> ", entry.name));
        let mut names = BTreeSet::new();
        for command in idle(entry.name).commands() {
            let (name, summary) = (command.name, command.summary);
            let word = name.strip_prefix(':').expect("a colon comes first");
            assert!(
                names.insert(name) && !word.is_empty() && small(word),
                "{name}"
            );
            assert!(
                summary.starts_with(|c: char| c.is_ascii_uppercase()),
                "{name}"
            );
            assert!(!summary.ends_with('.') && !summary.contains('\n'), "{name}");
            let brackets = command.args.find('[').unwrap_or(command.args.len());
            let last = command.args[brackets..].trim_end_matches(']');
            assert!(!last.contains(']'), "{name}: optional arguments come last");
        }
    }
}

#[test]
fn wrong_numbers_of_words_are_malformed_and_names_are_exact() {
    for mode in NAMES {
        for mut session in idle_and_playing(mode) {
            for command in session.commands() {
                let wrong = (0..command.args.len() + 4).filter(|&n| !takes(command.args, n));
                for words in wrong {
                    let line = command.name.to_owned() + &" x".repeat(words);
                    let said = session.feed(&line).scripted();
                    assert!(is(Refusal::Malformed, &said), "{mode}: {line}: {said}");
                }
                for line in [
                    command.name.to_ascii_uppercase(),
                    format!("{}x", command.name),
                ] {
                    let said = session.feed(&line).scripted();
                    assert!(is(Refusal::NotRecognised, &said), "{mode}: {line}: {said}");
                }
            }
        }
    }
}

#[test]
fn help_lists_every_row_and_is_the_same_in_a_game() {
    for mode in NAMES {
        let [mut idle, mut playing] = idle_and_playing(mode);
        let said = idle.feed(":help").scripted();
        assert_eq!(playing.feed(":help").scripted(), said, "{mode}");
        let commands = idle.commands();
        assert_eq!(said.lines().count(), commands.len());
        for (line, command) in said.lines().zip(&commands) {
            let summary = line
                .strip_prefix(&command.usage)
                .expect("the usage comes first");
            assert_eq!(summary.trim_start(), command.summary);
        }
    }
}

/// A terminal has 24 lines; the last is for the next prompt.
#[test]
fn help_and_rules_fit_on_a_screen_and_into_any_width() {
    for mode in NAMES {
        for width in 40..=100 {
            let output = OutputOptions {
                terminal: true,
                width: Some(width),
                ..OutputOptions::default()
            };
            let context = Context {
                output,
                ..Context::default()
            };
            let mode = games::find(mode).expect("a mode");
            let mut session = (mode.open)(Options::default(), context);
            let mode = mode.name;
            for line in [":help", ":rules"] {
                let mut shown = Vec::new();
                write_reply(&mut shown, output, &session.feed(line)).expect("writing to a vector");
                let shown = String::from_utf8(shown).expect("text");
                let widest = shown.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(width), "{mode} {width}: {shown}");
                assert!(!shown.contains('`'), "{mode}: {shown}");
                assert!(width < 80 || shown.lines().count() < 24, "{mode}: {shown}");
            }
        }
    }
}

#[test]
fn a_command_is_offered_exactly_when_it_can_be_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut ever = BTreeSet::new();
    let typed = NAMES.map(|mode| (mode, typed_lines(mode)));
    for (mode, lines) in states() {
        let session = after(mode, &lines);
        for command in session.commands() {
            let offered = !completed_names(session.as_ref(), command.name).is_empty();
            assert_eq!(offered, command.usable, "{mode} {lines:?} {}", command.name);
            if command.usable {
                ever.insert((mode, command.name));
            }
            // These are slow.
            if [":hint", ":review", ":solve", ":crusher"].contains(&command.name) {
                continue;
            }
            let of_command = |line: &&String| {
                let words: Vec<&str> = line.split_ascii_whitespace().collect();
                words.first() == Some(&command.name) && takes(command.args, words.len() - 1)
            };
            let alone = takes(command.args, 0).then(|| command.name.to_owned());
            // A command that all modes share can be in the transcripts of any mode.
            let own = typed.iter().filter(|(other, _)| *other == mode);
            let mut known = own.chain(&typed).flat_map(|(_, lines)| lines);
            let line = alone.or_else(|| known.find(of_command).cloned());
            let line =
                line.unwrap_or_else(|| panic!("{mode}: {} is in no transcript", command.name));
            let mut session = open_in(folder.path(), mode, true);
            for line in &lines {
                play_out(&mut *session, line);
            }
            let said = session.feed(&line.replace('/', "_")).scripted();
            let refused = is(Refusal::NotNow, &said);
            let switches = command.name == ":mode";
            assert!(
                refused != command.usable || switches,
                "{mode} {lines:?} {line}: {said}"
            );
            let misread = is(Refusal::Malformed, &said) || is(Refusal::NotRecognised, &said);
            assert!(!misread, "{mode} {line}: {said}");
        }
    }
    for mode in NAMES {
        for command in idle(mode).commands() {
            assert!(
                ever.contains(&(mode, command.name)),
                "{mode}: {} is never usable",
                command.name
            );
        }
    }
}

fn completed_names(session: &dyn Session, line: &str) -> String {
    match session.complete(line) {
        Completion::File { .. } => "FILE".to_owned(),
        Completion::Words { words, .. } => words.join(" "),
    }
}

#[test]
fn every_move_that_tab_offers_is_legal() {
    for (mode, lines) in states() {
        for line in completed(after(mode, &lines).as_ref(), ":move ") {
            let said = after(mode, &lines).feed(&line).scripted();
            assert!(!said.contains("Invalid"), "{mode} {lines:?} {line}: {said}");
        }
    }
}

/// A mode, lines typed in it, and the completions after the last one.
const OFFERED: &str = "
tafl|:|:computer :exit :help :load :mode :read :rules :seed :start :stop
tafl|:mode c|countdown crusher
tafl|:computer |L O none
tafl|:computer L |1 2 3 4 5 6 1s 500ms 5s easy hard medium
tafl|:computer none |
tafl|:load |FILE
tafl|:save |
tafl|:start/:save |FILE
tafl|:start/:move |a4 a6 b5 d1 d9 e2 e8 f1 f9 h5 i4 i6
tafl|:start/:move D|d1 d9
tafl|:start/:move d1 |a1 b1 c1 d2 d3 d4
tafl|:start/:move d1 d4 |
tafl|:start/:moves d|d1 d9
tafl|:start/:move d1 d4/:move d1 |
tafl|:start/:move d1 d4/:undo/:red|:redo
crusher|:start |3 4 5 6
crusher|:start 3 |B W WB
crusher|:start/3/w|W WB
crusher|:start 3 WB/:move 5 |4 7 9 10
crusher|:start 3 WB/5|
crusher|:start 3 WB/:move/5|5
crusher|:start 3 WB/:move/5/1|10
countdown|1|
countdown|:computer none/:start 2/:move |1 2
tictactoe|:start |1 2 3 4 5 6 7 8 9 10
tictactoe|:computer none/:start 4/1/16/1|10 11 12 13 14 15
battleship|:start h1 h|H2 H3 H4
battleship|:feedback A1 A2 A3 A|A1 A2 A3 A4
battleship|:start H1 B2 D3/:guess A1, A|A2 A3 A4
battleship|:start H1 B2 D3/:board |chances
battleship|:search/:answer |0 1 2 3
battleship|:search/:answer 3 |0
";

#[test]
fn tab_offers_only_usable_words() {
    let rows = OFFERED
        .lines()
        .map(|row| row.split('|').collect::<Vec<_>>());
    for row in rows.filter(|row| row.len() > 1) {
        let [mode, lines, offered] = row[..] else {
            panic!("{row:?} is not a mode, lines and words");
        };
        let lines: Vec<&str> = lines.split('/').collect();
        let (line, before) = lines.split_last().expect("a line");
        let session = after(mode, before);
        assert_eq!(
            completed_names(session.as_ref(), line),
            offered,
            "{mode} {lines:?}"
        );
    }
}
