//! Lines of a hundred megabytes, lines without end, lines without number, games of ten thousand
//! moves: memory stays small.

use std::fs;
use std::process::Stdio;

use game::engine::rng::Rng;
use game::engine::{Game, StateOf};
use game::games::crusher::Crusher;
use tempfile::tempdir;

use crate::process::{Running, answers, game, modes, run, wait_until};

/// The most memory that any of this may take, in kilobytes.
const MOST: u64 = 64 * 1024;

/// So many moves are a long game.
const MOVES: usize = 10_000;

#[test]
fn a_line_of_a_hundred_megabytes_is_malformed() {
    for byte in [b'x', b' ', b'\0', b'\xff', b'\r', b':'] {
        let mut running = Running::spawn(&mut game(["--test"]));
        let piece = vec![byte; 1 << 20];
        for _ in 0..100 {
            running.say(&piece);
        }
        running.say("\n:start\n");
        running.until("tafl> \nThe entered command was malformed.\ntafl> \nStarting Game.\n");
        let peak = running.peak();
        println!("100 MB of byte {byte}: at most {peak} kB");
        assert!(peak < MOST, "{peak} kB");
        assert_eq!(running.wait().code(), Some(0));
    }
}

/// How many bytes a child has read.
fn bytes_read(child: u32) -> u64 {
    let counts = fs::read_to_string(format!("/proc/{child}/io")).expect("it runs");
    let first = counts
        .lines()
        .next()
        .and_then(|line| line.split(' ').nth(1));
    first.and_then(|count| count.parse().ok()).expect("a count")
}

#[test]
fn input_without_end_takes_no_memory() {
    const ENOUGH: u64 = 100 << 20;
    for (mode, _) in modes() {
        let zeros = fs::File::open("/dev/zero").unwrap();
        let mut command = game(["--test", "--mode", mode]);
        command.stdin(zeros).stdout(Stdio::null());
        let mut running = Running::spawn_as_it_is(&mut command);
        wait_until("all that input", || {
            assert!(running.child.try_wait().unwrap().is_none(), "it ended");
            bytes_read(running.child.id()) >= ENOUGH
        });
        let peak = running.peak();
        running.kill();
        assert!(peak < MOST, "{mode}: {peak} kB");
    }
}

#[test]
fn every_line_of_odd_bytes_is_answered() {
    for (mode, start) in modes() {
        let mut input = format!("{start}\n").into_bytes();
        let mut lines = 0;
        // Each byte alone, behind a command, as its word; and each line break that is none here.
        for byte in (0..=255).filter(|&byte| byte != b'\n') {
            for before in [&b""[..], b":load ", b":", b":start "] {
                let line = [before, &[byte, b'\n']].concat();
                let blank = line.iter().all(u8::is_ascii_whitespace);
                lines += usize::from(!blank);
                input.extend(line);
            }
        }
        let outcome = run(game(["--test", "--mode", mode]), input);
        assert_eq!(outcome.status.code(), Some(0));
        assert_eq!(outcome.stderr, "", "{mode}");
        let prompts = outcome.stdout.matches("> \n").count();
        assert!(
            prompts > lines,
            "{mode}: {prompts} prompts for {lines} lines"
        );
        assert!(outcome.stdout.ends_with("Good Bye!\n"));
    }
}

/// Plays a long game, takes it all back, plays it again, and saves it before and after.
#[track_caller]
fn there_and_back(mode: &str, start: &str, moves: &[String]) {
    let folder = tempdir().expect("the machine allows it");
    let mut command = game(["--test", "--mode", mode]);
    let mut running = Running::spawn(command.current_dir(folder.path()));
    let count = moves.len();
    running.say(format!(
        "{start}\n:save first\n{}\n:save last\n",
        moves.join("\n")
    ));
    running.until("State saved in last\n");
    // More often than there is anything to take back.
    running.say(format!("{}:save undone\n", ":undo\n".repeat(count + 1000)));
    running.until("State saved in undone\n");
    running.say(format!("{}:save redone\n", ":redo\n".repeat(count + 1000)));
    running.until("State saved in redone\n");
    running.say(":history\n:load last\n:save again\n");
    running.until("State saved in again\n");
    let peak = running.peak();
    println!("{mode}: {count} moves, at most {peak} kB");
    assert!(peak < MOST, "{mode}: {peak} kB");
    assert_eq!(running.wait().code(), Some(0));
    let file = |name: &str| fs::read(folder.path().join(name)).expect("the machine allows it");
    assert_ne!(file("first"), file("last"));
    assert_eq!(file("first"), file("undone"));
    assert_eq!(file("last"), file("redone"));
    assert_eq!(file("last"), file("again"));
}

#[test]
fn a_game_of_ten_thousand_moves_of_tafl() {
    let round = [":move d1 d2", ":move e3 d3", ":move d2 d1", ":move d3 e3"];
    let moves = round.iter().cycle().take(MOVES + 1);
    let moves: Vec<String> = moves.map(ToString::to_string).collect();
    there_and_back("tafl", ":start", &moves);
}

/// A game of crusher in which nothing is captured, so that it goes on and on: no board may come
/// again, and the moves are those of a random walk.
fn quiet_game(size: usize, length: usize) -> Vec<String> {
    let game = Crusher::new(size).expect("the machine allows it");
    let mut state: StateOf<Crusher> = game.start();
    let mut random = Rng::new(1);
    let mut made = Vec::new();
    while made.len() < length {
        let mut moves = game.move_list(&state);
        random.shuffle(&mut moves);
        let quiet = moves.into_iter().find(|&mv| !game.captures(&state, mv));
        let mv = quiet.expect("there is a quiet move");
        made.push(format!(":move {}", game.show_move(mv)));
        state = game.play(&state, mv);
    }
    made
}

#[test]
fn a_game_of_ten_thousand_moves_of_crusher() {
    there_and_back("crusher", ":start 6 WB", &quiet_game(6, MOVES));
}

#[test]
fn thousands_of_undos_without_a_game_are_refused() {
    for (mode, start) in modes() {
        let mut lines = [":undo", ":redo"].repeat(2000);
        lines.push(start);
        lines.extend([":undo"].repeat(2000));
        let said = answers(game(["--test", "--mode", mode]), &lines);
        let refused = "The command cannot be used.".to_owned();
        let unknown = "The entered command was not recognised.".to_owned();
        let count = said
            .iter()
            .filter(|&line| *line == refused || *line == unknown);
        assert!(count.count() >= 4000, "{mode}");
    }
}
