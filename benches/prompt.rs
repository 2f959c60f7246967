//! The prompt as a script sees it: start-up time, and commands per second through a pipe. Baselines
//! in the same run: a program that does nothing, and the same commands fed to the mode without a
//! process.

#![allow(clippy::print_stdout, missing_docs)]

mod timer;

use std::io::Write;
use std::process::{Command, Stdio};

use game::games::GAMES;
use game::play::Options;
use game::repl::{Context, Session};

const GAME: &str = env!("CARGO_BIN_EXE_game");

/// A few moves, there and back, with some rejected commands: eight lines.
const LINES: [&str; 8] = [
    ":move d1 d4",
    ":move c5 c4",
    ":undo",
    ":undo",
    ":move e5 e6",
    ":nonsense",
    ":move",
    ":moves d1",
];

fn spawn(program: &str, args: &[&str], input: &[u8]) {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the program can be started");
    // A program that reads nothing may have ended already.
    let _ = child.stdin.take().map(|mut pipe| pipe.write_all(input));
    assert!(child.wait().expect("it ends").success());
}

fn main() {
    let ((), nothing) = timer::wall_time(50, || spawn("true", &[], b""));
    let ((), start) = timer::wall_time(50, || spawn(GAME, &["--test"], b":exit\n"));
    println!(
        "start-up: {:.2} ms, {:.1} times a program that does nothing ({:.2} ms)",
        start.as_secs_f64() * 1e3,
        start.as_secs_f64() / nothing.as_secs_f64(),
        nothing.as_secs_f64() * 1e3,
    );

    let rounds = 50_000;
    let commands = f64::from(rounds) * LINES.len() as f64;
    let mut script = String::from(":start\n");
    for _ in 0..rounds {
        for line in LINES {
            script.push_str(line);
            script.push('\n');
        }
    }
    let ((), piped) = timer::wall_time(3, || spawn(GAME, &["--test"], script.as_bytes()));
    let ((), fed) = timer::wall_time(3, || {
        // As with --test: nothing is drawn.
        let context = Context {
            ..Context::default()
        };
        let mut session: Box<dyn Session> = (GAMES[0].open)(Options::default(), context);
        session.feed(":start");
        for _ in 0..rounds {
            for line in LINES {
                std::hint::black_box(session.feed(line));
            }
        }
    });
    println!(
        "through a pipe: {:.0} commands/s, {:.2} times the time of feeding the mode itself ({:.0} commands/s)",
        commands / piped.as_secs_f64(),
        piped.as_secs_f64() / fed.as_secs_f64(),
        commands / fed.as_secs_f64(),
    );
}
