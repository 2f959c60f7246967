//! What Tab offers: every state of every mode, and laws that hold in all of them.

use crate::common::tours::tours;
use game::games::{NAMES, find};
use game::play::Options;
use game::repl::{Completion, Context, Refusal, Session};

/// A mode in which these lines have been typed.
fn after(mode: &str, lines: &[impl AsRef<str>]) -> Box<dyn Session> {
    let entry = find(mode).expect("there is such a mode");
    let mut session = (entry.open)(Options::default(), Context::default());
    for line in lines {
        session.play_out(line.as_ref());
    }
    session
}

fn idle(mode: &str) -> Box<dyn Session> {
    after(mode, &[""; 0])
}

/// What Tab offers behind a line; `FILE` where a file is to be named.
fn tab(session: &dyn Session, line: &str) -> String {
    match session.complete(line) {
        Completion::File { .. } => "FILE".to_owned(),
        Completion::Words { words, .. } => words.join(" "),
    }
}

/// All lines that Tab makes of a beginning that ends in a blank.
fn completed(session: &dyn Session, line: &str) -> Vec<String> {
    let Completion::Words { words, more, .. } = session.complete(line) else {
        return Vec::new();
    };
    let lines = words.iter().map(|word| format!("{line}{word}"));
    if !more {
        return lines.collect();
    }
    lines
        .flat_map(|line| completed(session, &format!("{line} ")))
        .collect()
}

/// Checks what Tab offers behind some lines.
#[track_caller]
fn offers(session: &dyn Session, expected: &[(&str, &str)]) {
    for (line, words) in expected {
        assert_eq!(tab(session, line), *words, "{}{line}", session.prompt());
    }
}

/// The names of the modes that begin so, in alphabetical order.
fn modes(begin: &str) -> String {
    let mut names = NAMES.to_vec();
    names.retain(|name| name.starts_with(begin));
    names.sort_unstable();
    names.join(" ")
}

const IDLE: &str = ":computer :exit :help :load :mode :read :rules :seed :start :stop";
const FRESH: &str = ":board :computer :exit :help :hint :history :load :mode :move :moves :read :record :review :rules :save :seed :start :stop";
const BEGUN: &str = ":board :computer :exit :help :hint :history :load :mode :move :moves :read :record :review :rules :save :seed :stop :undo";

#[test]
fn tafl() {
    offers(
        idle("tafl").as_ref(),
        &[
            ("", IDLE),
            (":", IDLE),
            (":mode ", &modes("")),
            (":mode c", &modes("c")),
            (":computer ", "L O none"),
            (":computer L ", "1 2 3 4 5 6 1s 500ms 5s easy hard medium"),
            (":computer none ", ""),
            (":load ", "FILE"),
            (":save ", ""),
            (":move ", ""),
        ],
    );
    let fresh = after("tafl", &[":start"]);
    offers(
        fresh.as_ref(),
        &[
            ("", FRESH),
            (":mode ", ""),
            (":save ", "FILE"),
            (":move ", "a4 a6 b5 d1 d9 e2 e8 f1 f9 h5 i4 i6"),
            (":move e", "e2 e8"),
            (":move D", "d1 d9"),
            (":move d1 ", "a1 b1 c1 d2 d3 d4"),
            (":move d1 d4 ", ""),
            (":moves d", "d1 d9"),
            (":start ", ""),
        ],
    );
    let begun = after("tafl", &[":start", ":move d1 d4"]);
    offers(
        begun.as_ref(),
        &[
            ("", BEGUN),
            (":move ", "c5 d5 e3 e4 e6 e7 f5 g5"),
            (":move d1 ", ""),
        ],
    );
    let back = after("tafl", &[":start", ":move d1 d4", ":undo"]);
    offers(
        back.as_ref(),
        &[
            (":r", ":read :record :redo :review :rules"),
            (":u", ""),
            (":st", ":start :stop"),
        ],
    );
}

#[test]
fn crusher() {
    let own = ":computer :crusher :depth :exit :help :load :mode :read :rules :seed :start :stop";
    offers(
        idle("crusher").as_ref(),
        &[
            ("", own),
            (":start ", "3 4 5 6"),
            (":start 3 ", "B W WB"),
            (":computer ", "B W none"),
            (":crusher [] ", ""),
            (":depth ", ""),
        ],
    );
    // Questions: their answers come first.
    offers(
        after("crusher", &[":start"]).as_ref(),
        &[("", &format!("3 4 5 6 {own}"))],
    );
    offers(
        after("crusher", &[":start", "3"]).as_ref(),
        &[("W", "W WB"), ("w", "W WB")],
    );
    let playing = after("crusher", &[":start 3 WB"]);
    offers(
        playing.as_ref(),
        &[
            (":move ", "1 2 3 5 6"),
            (":move 5 ", "4 7 9 10"),
            (":moves ", "1 2 3 5 6"),
            ("5", ""),
        ],
    );
    offers(
        after("crusher", &[":start 3 WB", ":move"]).as_ref(),
        &[("5", "5"), ("1", "1")],
    );
    offers(
        after("crusher", &[":start 3 WB", ":move", "5"]).as_ref(),
        &[("1", "10")],
    );
}

#[test]
fn countdown() {
    offers(
        idle("countdown").as_ref(),
        &[("", IDLE), (":start ", ""), ("1", "")],
    );
    let playing = after("countdown", &[":computer none", ":start 30"]);
    offers(
        playing.as_ref(),
        &[
            ("", &format!("1 2 3 {FRESH}")),
            (":move ", "1 2 3"),
            (":moves ", ""),
            (":computer ", "O X none"),
        ],
    );
    let last = after("countdown", &[":computer none", ":start 2"]);
    offers(
        last.as_ref(),
        &[("", &format!("1 2 {FRESH}")), (":move ", "1 2")],
    );
}

#[test]
fn tictactoe() {
    offers(
        idle("tictactoe").as_ref(),
        &[("", IDLE), (":start ", "1 2 3 4 5 6 7 8 9 10")],
    );
    let begun = after("tictactoe", &[":computer none", ":start 4", "1", "16"]);
    offers(
        begun.as_ref(),
        &[
            ("", &format!("2 3 4 5 6 7 8 9 10 11 12 13 14 15 {BEGUN}")),
            ("1", "10 11 12 13 14 15"),
            (":move 1", "10 11 12 13 14 15"),
        ],
    );
}

#[test]
fn battleship() {
    let always = ":exit :feedback :help :load";
    offers(
        idle("battleship").as_ref(),
        &[
            (
                "",
                &format!("{always} :mode :read :rules :search :seed :solve :start :stop"),
            ),
            (":start H", "H1 H2 H3 H4"),
            (":start h1 h", "H2 H3 H4"),
            (":start H1 H2 H3 ", ""),
            (":solve c", "C1 C2 C3 C4"),
            (":feedback A1 A2 A3 A", "A1 A2 A3 A4"),
            (":guess ", ""),
        ],
    );
    let fresh = after("battleship", &[":start H1 B2 D3"]);
    offers(
        fresh.as_ref(),
        &[
            (
                "",
                ":board :exit :feedback :guess :help :hint :history :left :load :mode :read :record :review :rules :save :search :seed :solve :start :stop",
            ),
            (":guess a", "A1 A2 A3 A4"),
            (":guess A1 a2 A", "A3 A4"),
            (":guess A1, A", "A2 A3 A4"),
            (":board ", "chances"),
            (":answer ", ""),
        ],
    );
    let begun = after("battleship", &[":start H1 B2 D3", ":guess A1 A2 A3"]);
    offers(
        begun.as_ref(),
        &[(
            "",
            ":board :exit :feedback :guess :help :hint :history :left :load :mode :read :record :review :rules :save :seed :solve :stop :undo",
        )],
    );
    let hiding = after("battleship", &[":search"]);
    offers(
        hiding.as_ref(),
        &[
            (
                "",
                ":answer :board :exit :feedback :help :history :left :load :mode :read :record :review :rules :save :search :seed :solve :start :stop",
            ),
            (":answer ", "0 1 2 3"),
            (":answer 3 ", "0"),
            (":answer 3 0 ", "0"),
            (":guess ", ""),
        ],
    );
}

/// The tours of all modes: lines that lead through their states.
fn ways() -> impl Iterator<Item = (&'static str, &'static [String])> {
    let tours = |mode| tours(mode).iter().map(move |tour| (mode, &tour[..]));
    NAMES.into_iter().flat_map(tours)
}

/// Every state on these ways.
fn states() -> impl Iterator<Item = Box<dyn Session>> {
    ways().flat_map(|(mode, way)| (0..=way.len()).map(move |steps| after(mode, &way[..steps])))
}

#[test]
fn what_is_not_offered_is_refused_and_what_is_offered_is_not() {
    let refused = format!("{}\n", Refusal::NotNow);
    for (mode, way) in ways() {
        for steps in 0..=way.len() {
            let lines = &way[..steps];
            let session = after(mode, lines);
            for command in session.commands() {
                // These write files or think long.
                if [":save", ":record", ":hint", ":review"].contains(&command.name) {
                    continue;
                }
                let example = command.example;
                let said = after(mode, lines).feed(&example).scripted();
                assert_eq!(
                    said == refused,
                    !command.usable,
                    "{mode} {lines:?} {example}: {said}"
                );
                let offered = tab(session.as_ref(), command.name);
                let usable = command.usable || command.always_alone;
                assert_eq!(offered.is_empty(), !usable, "{mode} {lines:?}");
            }
        }
    }
}

#[test]
fn every_move_that_is_offered_is_legal() {
    for (mode, way) in ways() {
        for steps in 0..=way.len() {
            let lines = &way[..steps];
            for line in completed(after(mode, lines).as_ref(), ":move ") {
                let said = after(mode, lines).feed(&line).scripted();
                assert!(!said.contains("Invalid"), "{mode} {lines:?} {line}: {said}");
            }
        }
    }
}

#[test]
fn a_whole_line_can_be_typed_with_tab_alone() {
    // Whatever is offered, word by word, is never malformed in the end.
    for session in states() {
        let usable = session.commands().into_iter().filter(|row| row.usable);
        for command in usable {
            let mut line = format!("{} ", command.name);
            while let Completion::Words { words, .. } = session.complete(&line) {
                let Some(last) = words.last() else { break };
                line = format!("{line}{last} ");
            }
            assert!(line.split(' ').count() <= command.args.len() + 2, "{line}");
        }
    }
}

#[test]
fn every_command_can_be_used_somewhere() {
    for mode in NAMES {
        let mut commands = idle(mode).commands();
        for session in states().filter(|session| session.prompt().starts_with(mode)) {
            let rows = commands.iter_mut().zip(session.commands());
            rows.for_each(|(command, now)| command.usable |= now.usable);
        }
        for command in commands {
            assert!(command.usable, "{mode}: {} is never usable", command.name);
        }
    }
}
