//! Things that are no saved game: devices, pipes, folders, sockets, files without end. An answer
//! comes, and memory stays small.

use std::fs::File;
use std::path::Path;
use std::process::Command;

use tempfile::{TempDir, tempdir};

use crate::process::{Outcome, Running, game, listen, modes, run, shell};
use crate::skip::skip;

/// The most memory that any of this may take, in kilobytes.
const MOST: u64 = 64 * 1024;

const MALFORMED: &str = "Malformed Game State\n";
const UNREADABLE: &str = "Cannot load saved game state\n";

/// A folder with things that are no files, and a file of a gigabyte that takes no room.
fn zoo() -> TempDir {
    let folder = tempdir().expect("the machine allows it");
    let mut pipe = shell("mkfifo pipe");
    pipe.current_dir(folder.path());
    assert!(run(pipe, "").status.success());
    let huge = File::create(folder.path().join("huge")).expect("the machine allows it");
    huge.set_len(1 << 30).expect("the machine allows it");
    folder
}

/// What is in the zoo and elsewhere, and how loading it is answered.
const ANIMALS: [(&str, &str); 11] = [
    ("huge", MALFORMED),
    ("/dev/zero", MALFORMED),
    ("/dev/full", MALFORMED),
    ("/dev/null", MALFORMED),
    ("/dev/urandom", MALFORMED),
    ("/proc/self/status", MALFORMED),
    ("/proc/self/mem", UNREADABLE),
    ("pipe", MALFORMED),
    ("socket", UNREADABLE),
    (".", UNREADABLE),
    // Without a terminal there is none.
    ("/dev/tty", UNREADABLE),
];

/// Whether the tests have a terminal: a person who types nothing.
fn has_terminal() -> bool {
    File::open("/dev/tty").is_ok()
}

/// Our program without a terminal, where that can be had.
fn alone(args: &[&str]) -> Command {
    if !has_terminal() || !can_leave_terminal() {
        return game(args);
    }
    let mut command = shell(r#"exec setsid "$GAME" "$@""#);
    command.arg("sh").args(args);
    command
}

fn can_leave_terminal() -> bool {
    run(shell("setsid true"), "").status.success()
}

/// The animals that can be loaded without waiting for a person.
fn animals() -> impl Iterator<Item = (&'static str, &'static str)> {
    let waits = has_terminal() && !can_leave_terminal();
    if waits {
        skip("loading /dev/tty without a terminal", "there is no setsid");
    }
    let mute = move |animal: &str| !waits || animal != "/dev/tty";
    ANIMALS.into_iter().filter(move |(animal, _)| mute(animal))
}

#[test]
fn loading_them_is_answered_and_the_game_goes_on() {
    let folder = zoo();
    let _socket = listen(folder.path(), "socket");
    for (mode, start) in modes() {
        let mut command = alone(&["--test", "--mode", mode]);
        let mut running = Running::spawn(command.current_dir(folder.path()));
        running.say(format!("{start}\n"));
        running.until("Starting Game.\n");
        running.until("> ");
        for (animal, answer) in animals() {
            running.say(format!(":load {animal}\n"));
            running.until(answer);
            running.until(&format!("{mode} game "));
        }
        let peak = running.peak();
        println!("{mode}: at most {peak} kB");
        assert!(peak < MOST, "{mode}: {peak} kB");
        assert_eq!(running.wait().code(), Some(0));
    }
}

#[test]
fn beginning_with_them_is_status_1() {
    let folder = zoo();
    let _socket = listen(folder.path(), "socket");
    for (mode, _) in modes() {
        for (animal, answer) in animals() {
            let mut command = alone(&["--test", "--mode", mode, "--state", animal]);
            command.current_dir(folder.path());
            let outcome = run(command, ":start\n");
            assert_eq!(outcome.stdout, answer, "{mode} {animal}");
            assert_eq!(outcome.status.code(), Some(1));
        }
    }
}

/// Runs a command with no more address space than this: one that reads on and on fails otherwise
/// than it should, or is killed.
#[track_caller]
fn within(kilobytes: u64, folder: &Path, command: &str) -> (Option<i32>, String) {
    let mut shell = shell(&format!("ulimit -v {kilobytes}; exec \"$GAME\" {command}"));
    let outcome = run(
        {
            shell.current_dir(folder).env("XDG_CACHE_HOME", folder);
            shell
        },
        "",
    );
    (outcome.status.code(), outcome.stderr)
}

#[test]
fn the_other_readers_read_no_further_than_they_must() {
    let folder = zoo();
    let _socket = listen(folder.path(), "socket");
    let readers = [
        "--mode countdown --memory",
        "train countdown --out",
        "battleship prove --log",
        "perft tafl --depth 1 --state",
        "perft crusher --depth 1 --state",
    ];
    for reader in readers {
        for animal in [
            "huge",
            "/dev/zero",
            "/dev/full",
            "/proc/self/mem",
            "pipe",
            "socket",
            ".",
        ] {
            let (status, said) = within(400_000, folder.path(), &format!("{reader} {animal}"));
            assert_eq!(status, Some(1), "{reader} {animal}: {said}");
            assert!(said.starts_with("game: "), "{reader} {animal}: {said}");
            assert!(
                !said.contains("memory allocation"),
                "{reader} {animal}: {said}"
            );
        }
    }
}

/// Runs a command on a pipe that somebody else writes to, for ever. The shell has it open too: a
/// reader that comes before the writer must not find it at its end.
fn fed_by(writer: &str, command: &str) -> Outcome {
    let folder = tempdir().expect("a folder");
    let mut shell = shell(&format!(
        "mkfifo pipe; exec 3<>pipe; ({writer}) >pipe & writer=$!
        (ulimit -v 400000; exec \"$GAME\" {command} pipe); status=$?
        kill $writer 2>/dev/null; exit $status"
    ));
    shell.current_dir(folder.path());
    run(shell, "")
}

#[test]
fn a_pipe_without_end_is_not_read_to_its_end() {
    // Its head is right, so it is believed until it has said too much.
    let memory = "printf 'game memory 1\\nlearnt countdown 21\\npositions 99999999999\\n'; \
        i=0; while :; do i=$((i + 1)); echo $i 0.5; done";
    for (writer, command) in [
        (memory, "--mode countdown --memory"),
        (memory, "train countdown --out"),
        ("yes", "--mode countdown --memory"),
        ("yes", "battleship prove --log"),
        ("yes", "--test --state"),
        ("yes", "perft tafl --depth 1 --state"),
    ] {
        let outcome = fed_by(writer, command);
        assert_eq!(outcome.status.code(), Some(1), "{command}: {outcome:?}");
    }
}

#[test]
fn a_pipe_that_delivers_a_byte_now_and_then_is_given_up() {
    // Never as much as a whole saved game, however long the reader is kept from reading.
    let drip = "i=0; while :; do [ $i -lt 150 ] && printf O; i=$((i + 1)); sleep 0.05; done";
    let outcome = fed_by(drip, "--test --state");
    assert_eq!(outcome.stdout, UNREADABLE);
    assert_eq!(outcome.status.code(), Some(1));
    let outcome = fed_by(drip, "--mode countdown --memory");
    assert!(outcome.stderr.contains("in time"), "{outcome:?}");
    assert_eq!(outcome.status.code(), Some(1));
}
