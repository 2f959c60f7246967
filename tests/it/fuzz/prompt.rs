//! What is typed at the prompt.

use std::fs;
use std::io::Read;
use std::path::Path;

use game::app;
use game::games::{self, NAMES};
use game::play::Options;
use game::repl::console::{Input, LONGEST_LINE, OutputOptions, Plain, Script, write_reply};
use game::repl::{CommandInfo, Context, Folders, Kind, Next, Part, Reply, Session, Text};

use super::mutate::Mutator;
use super::quick::quick;
use super::tours::opening;
use super::{corpus, files, rounds};

/// A mode whose files are in a folder.
fn open(folder: &Path, mode: &str) -> Box<dyn Session> {
    let context = Context {
        folders: Folders {
            working: folder.to_owned(),
            home: None,
        },
        ..Context::default()
    };
    let mut session = (games::find(mode).expect("a mode").open)(Options::default(), context);
    for line in opening(mode) {
        session.feed(line);
    }
    session
}

/// A line of a damaged transcript, with its files in the working folder and without a change of mode.
fn harmless(commands: &[CommandInfo], line: &str) -> String {
    let line = quick(commands, line);
    match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
        [":mode", name] if NAMES.contains(&name) => ":mode nowhere".to_owned(),
        _ => files::without_folders(commands, &line),
    }
}

/// Whether there is anything in a reply for a script to see.
fn says_something(reply: &Reply) -> bool {
    let shows = |part: &Part| !matches!(part, Part::Advice(_));
    reply.parts.iter().any(shows)
}

#[test]
fn damaged_sessions_are_answered_line_by_line() {
    let folder = game::store::fresh_folder().unwrap();
    for (number, bytes) in corpus::states().into_iter().take(20).enumerate() {
        fs::write(folder.path().join(number.to_string()), bytes).unwrap();
    }
    for mode in NAMES {
        let mut mutator = Mutator::new(1, corpus::sessions(mode));
        let open = || open(folder.path(), mode);
        let commands = open().commands();
        for _ in rounds(500) {
            let mut session = open();
            for line in mutator.damaged_text().split('\n') {
                let line = harmless(&commands, line);
                let before = session.prompt();
                let reply = session.feed(&line);
                if reply.next != Next::Stay {
                    session = open();
                    continue;
                }
                while session.step().is_some() {}
                session.complete(":move ");
                let after = session.prompt();
                let blank = line.trim_ascii().is_empty();
                // The answer to a question may be the next one, or the same again.
                let asks = after.ends_with(":\n") || after.ends_with(": ");
                assert!(
                    blank || asks || says_something(&reply),
                    "{before:?} {line:?} {after:?}"
                );
                assert!(asks || after.starts_with(mode), "{after:?}");
            }
        }
    }
}

/// Delivers a few bytes at a time.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let length = self.1.min(into.len()).min(self.0.len());
        let (now, later) = self.0.split_at(length);
        into[..length].copy_from_slice(now);
        self.0 = later;
        Ok(length)
    }
}

/// The lines that bytes are, told once more.
fn inputs(bytes: &[u8]) -> Vec<Input> {
    let whole = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        return Vec::new();
    }
    let ended = whole.len() < bytes.len();
    let count = whole.split(|&byte| byte == b'\n').count();
    let lines = whole.split(|&byte| byte == b'\n').enumerate();
    let read = lines.map(|(number, line)| {
        let has_end = ended || number + 1 < count;
        let line = match line.strip_suffix(b"\r") {
            Some(short) if has_end => short,
            _ => line,
        };
        match std::str::from_utf8(line) {
            Ok(text) if line.len() <= LONGEST_LINE => Input::Line(text.to_owned()),
            _ => Input::NotText,
        }
    });
    read.collect()
}

#[test]
fn bytes_are_read_the_same_however_they_come() {
    let mode = NAMES[0];
    let mut mutator = Mutator::new(2, corpus::sessions(mode));
    // Nothing that is typed here touches files.
    let open = |name: &str| open(Path::new(""), name);
    let commands = open(mode).commands();
    let names_file = |row: &&CommandInfo| row.args.iter().any(|arg| arg.kind == Kind::File);
    let filing = commands.iter().filter(names_file).map(|row| row.name);
    let excluded: Vec<&str> = filing.chain([":hint", ":computer", ":mode"]).collect();
    let options = OutputOptions {
        test: true,
        ..OutputOptions::default()
    };
    for round in rounds(3_000) {
        let mut bytes = mutator.damaged();
        if round % 20 == 7 {
            // About as long as a line may be, whatever ends it.
            let length = LONGEST_LINE - 2 + mutator.rng.below(5);
            bytes.push(b'\n');
            bytes.extend(std::iter::repeat_n(b'x', length));
            bytes.extend_from_slice([&b""[..], b"\n", b"\r\n"][mutator.rng.below(3)]);
        }
        let text = String::from_utf8_lossy(&bytes);
        // Nothing that touches files, thinks or goes elsewhere.
        if excluded.iter().any(|name| text.contains(name)) {
            continue;
        }
        let mut script = Script::new(inputs(&bytes), options);
        app::run(&mut script, mode, None, &open).unwrap();
        let mut printed = Vec::new();
        let trickle = Trickle(&bytes, 1 + round as usize % 9);
        let mut plain = Plain::new(trickle, &mut printed, options, false);
        app::run(&mut plain, mode, None, &open).unwrap();
        drop(plain);
        assert!(
            printed == script.printed,
            "{:?}",
            String::from_utf8_lossy(&bytes)
        );
    }
}

#[test]
fn nothing_that_is_printed_steers_a_terminal() {
    let mut mutator = Mutator::new(3, corpus::sessions(NAMES[NAMES.len() - 1]));
    for round in rounds(5_000) {
        let text = mutator.damaged_text() + "\u{1b}[2J\u{9b}\u{7}\u{202e}\u{2066}";
        let reply = Reply::say(&text)
            .and_advise(&text)
            .with(Part::Show(Text::plain(&text)));
        let person = OutputOptions {
            terminal: true,
            sanitize: true,
            width: [None, Some(0), Some(1), Some(20)][round as usize % 4],
            ..OutputOptions::default()
        };
        let mut out = Vec::new();
        write_reply(&mut out, person, &reply).unwrap();
        let out = String::from_utf8(out).expect("text");
        let steers = |symbol: char| match symbol {
            '\n' => false,
            // These turn the direction of writing round.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
            _ => symbol.is_control(),
        };
        assert!(!out.contains(steers), "{out:?}");
    }
}
