//! The other commands that write files: refused at once where they cannot, and what was there stays.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use game::games::battleship::bound::BoundLog;
use game::play::read_memory;
use tempfile::tempdir;

use crate::process::{
    Outcome, Running, game, hearing_signals, ignored_by, names, run, shell, wait_for_lock,
    wait_until,
};

/// Runs our program in a folder.
#[track_caller]
fn in_folder(folder: &Path, args: &[&str]) -> Outcome {
    let mut command = game(args);
    command.current_dir(folder);
    run(command, "")
}

#[track_caller]
fn fails(outcome: &Outcome) {
    assert_eq!(outcome.status.code(), Some(1), "{outcome:?}");
    assert!(outcome.stderr.starts_with("game: "), "{outcome:?}");
}

/// Each command that writes, with the file last.
const WRITERS: [&[&str]; 4] = [
    &["train", "countdown", "--plays", "1000", "--out"],
    &["battleship", "optimise", "--out"],
    &["battleship", "prove", "--goal", "22857", "--log"],
    &["match", "tafl", "3", "3", "--record"],
];

#[test]
fn nothing_is_computed_that_could_not_be_written() {
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    for writer in WRITERS {
        for place in ["folder", "gone/f", "/proc/f", "/dev/full"] {
            let refused = in_folder(folder.path(), &[writer, &[place]].concat());
            fails(&refused);
            assert!(refused.stderr.contains(place), "{refused:?}");
        }
    }
    assert_eq!(names(folder.path()), ["folder"]);
}

#[test]
fn what_somebody_else_wrote_is_not_replaced() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("f");
    for writer in [WRITERS[0], WRITERS[2]] {
        for content in [b"mine\n".to_vec(), b"\xff\n".to_vec(), vec![b'\n'; 5 << 20]] {
            fs::write(&file, &content).unwrap();
            fails(&in_folder(folder.path(), &[writer, &["f"]].concat()));
            assert_eq!(fs::read(&file).unwrap(), content);
        }
    }
    assert_eq!(names(folder.path()), ["f"]);
}

/// Starts a command on a disk without room.
fn without_room(folder: &Path, command: &str) -> Outcome {
    let mut shell = shell(&format!(
        "trap '' XFSZ; ulimit -f 0; exec \"$GAME\" {command}"
    ));
    shell.current_dir(folder).env("XDG_CACHE_HOME", folder);
    run(shell, "")
}

#[test]
fn a_full_disk_leaves_what_was_there() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let train = ["train", "countdown", "--plays", "1000", "--out", "memory"];
    assert!(in_folder(path, &train).status.success());
    let memory = fs::read(path.join("memory")).unwrap();
    fails(&without_room(path, &train.join(" ")));
    assert_eq!(fs::read(path.join("memory")).unwrap(), memory);

    fails(&without_room(path, "crusher solve --size 2"));
    assert_eq!(names(&path.join("game")), [""; 0]);

    // It does not go on proving for hours what it cannot write down.
    fails(&without_room(
        path,
        "battleship prove --goal 10000 --log log",
    ));
    assert_eq!(names(path), ["game", "memory"], "nothing was begun");
    let refused = without_room(path, "match tafl 3 3 --record record");
    fails(&refused);
    assert!(refused.stderr.contains("record: "), "{refused:?}");
    assert_eq!(names(path), ["game", "memory"], "nothing was begun");
}

#[test]
fn a_match_is_told_even_if_there_is_no_room_for_all_its_games() {
    let folder = tempdir().unwrap();
    // Room for about a thousand games.
    let task = "match tictactoe random random --games 100000 --record record";
    let mut command = shell(&format!("ulimit -f 200; exec \"$GAME\" {task}"));
    command.current_dir(folder.path());
    let outcome = run(command, "");
    fails(&outcome);
    assert!(outcome.stdout.contains(" of the points"), "{outcome:?}");
    assert!(
        outcome.stderr.contains("record: File too large"),
        "{outcome:?}"
    );
    assert_eq!(names(folder.path()), ["record"]);
    let record = fs::read_to_string(folder.path().join("record")).unwrap();
    assert!(record.starts_with(":mode tictactoe\n") && record.lines().count() > 1000);
}

#[test]
fn a_proof_that_was_not_written_to_its_end_is_made_again() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("log");
    for torn in ["A1 A", "A1 A2 A3 2", "A1 A2 A3 9000 ="] {
        fs::write(&file, format!("# a note\nA1 A2 A4 9000\n{torn}")).unwrap();
        let mut command = game(["battleship", "prove", "--goal", "10000", "--log", "log"]);
        let mut running = Running::spawn(command.current_dir(folder.path()));
        wait_until("more proofs", || {
            fs::read_to_string(&file).unwrap().lines().count() > 3
        });
        running.kill();
        let text = fs::read_to_string(&file).unwrap();
        let log: BoundLog = text.parse().expect("every line makes sense");
        assert!(log.len() > 1 && text.starts_with("# a note\n"), "{text}");
        assert!(text.contains("\nA1 A2 A4 9000\n"), "{text}");
    }
}

#[test]
fn a_proof_is_kept_though_nobody_reads_what_is_printed() {
    for output in ["| true", "| (exec 0<&-; cat)", ">/dev/full"] {
        let folder = tempdir().unwrap();
        let prove = "battleship prove --goal 10000 --log log --only 'A1 A2 A3' --only 'A1 A2 A4'";
        let mut command = shell(&format!("\"$GAME\" {prove} {output}"));
        command.current_dir(folder.path());
        run(command, "");
        let log = fs::read_to_string(folder.path().join("log")).unwrap();
        let log: BoundLog = log.parse().unwrap();
        assert_eq!(log.len(), 2, "{output}");
    }
}

#[test]
fn reading_a_log_that_does_not_come_can_be_interrupted() {
    let folder = tempdir().unwrap();
    // Somebody keeps the pipe open and writes nothing. The program has it open when it waits.
    let interrupted = |pause| {
        let mut command = shell(
            "rm -f pipe; mkfifo pipe; exec 3<>pipe; exec env --default-signal=INT \
             \"$GAME\" battleship merge pipe --out log",
        );
        let command = command.current_dir(folder.path()).stderr(Stdio::piped());
        let mut running = Running::spawn(command);
        wait_for_lock(folder.path());
        thread::sleep(pause);
        running.signal("INT");
        let outcome = running.outcome();
        assert_eq!(outcome.stdout, "");
        let told = "game: interrupted: the logs were not read\n";
        (outcome.status.code(), outcome.stderr) == (Some(130), told.to_owned())
    };
    let mut pauses = (0..6).map(|doubled| Duration::from_millis(5 << doubled));
    assert!(pauses.any(interrupted));
    assert_eq!(names(folder.path()), ["pipe"]);
}

#[test]
fn only_one_program_adds_to_a_log() {
    let folder = tempdir().unwrap();
    let mut first = game(["battleship", "prove", "--log", "log"]);
    let mut running = Running::spawn(first.current_dir(folder.path()));
    // Its lock is there before its first proof, which takes seconds at least.
    wait_for_lock(folder.path());
    let second = in_folder(folder.path(), &["battleship", "prove", "--log", "log"]);
    fails(&second);
    assert_eq!(second.stderr, "game: log: another program is writing it\n");
    let merge = ["battleship", "merge", "/dev/null", "--out", "log"];
    let merged = in_folder(folder.path(), &merge);
    fails(&merged);
    assert_eq!(merged.stderr, second.stderr);
    running.kill();
    let merged = in_folder(folder.path(), &merge);
    assert!(merged.status.success(), "{merged:?}");
}

#[test]
fn a_place_for_the_table_is_needed() {
    let folder = tempdir().unwrap();
    let blocked = folder.path().join("blocked");
    fs::write(&blocked, "mine").unwrap();
    let solve = |size: &str| game(["crusher", "solve", "--size", size]);
    let with = |mut command: Command, name: &str, value: &Path| {
        command.env(name, value);
        run(command, "")
    };
    // Of a board that takes a minute: it is refused before that.
    fails(&run(solve("3"), ""));
    fails(&with(solve("3"), "HOME", Path::new("relative")));
    fails(&with(solve("3"), "HOME", Path::new("/proc/nothing")));
    fails(&with(solve("3"), "XDG_CACHE_HOME", &blocked));
    fails(&with(solve("3"), "XDG_CACHE_HOME", Path::new("/proc")));
    assert_eq!(fs::read(&blocked).unwrap(), b"mine");
    // A pipe that nobody writes to, in the place of the table.
    let cache = folder.path().join("game");
    let mut pipe = shell("mkdir game && mkfifo game/crusher-3.table");
    pipe.current_dir(folder.path());
    assert!(run(pipe, "").status.success());
    fails(&with(solve("3"), "XDG_CACHE_HOME", folder.path()));
    assert_eq!(names(&cache), ["crusher-3.table"]);
    // Without a table the prompt says so, and goes on.
    for place in [&blocked, Path::new("/proc"), Path::new("relative")] {
        let mut command = game(["--test", "--mode", "crusher"]);
        command.env("XDG_CACHE_HOME", place);
        let outcome = run(command, ":start 3 WB\n:computer B perfect\n:stop\n");
        let refused = "The command cannot be used.\ncrusher game W> \nStopping Game.";
        assert!(outcome.stdout.contains(refused), "{outcome:?}");
    }
}

/// Lets our program, started so that it hears signals, learn for a while, tells it to end, and gives back how many positions it knew then.
#[track_caller]
fn learnt_until(heard: &str, signals: &[&str], statuses: &[i32], pause: Duration) -> usize {
    let folder = tempdir().expect("a folder");
    let file = folder.path().join("memory");
    let endless = "train countdown --plays 1000000000000 --out memory";
    let mut command = shell(&format!("{heard} {endless}"));
    let command = command.current_dir(folder.path()).stderr(Stdio::piped());
    let mut running = Running::spawn(command);
    wait_for_lock(folder.path());
    thread::sleep(pause);
    for signal in signals {
        running.signal(signal);
    }
    let outcome = running.outcome();
    // Signals that are sent at once can arrive in any order.
    let code = outcome.status.code().expect("it ends by itself");
    assert!(statuses.contains(&code), "{signals:?}: {code}");
    assert_eq!(names(folder.path()), ["memory"]);
    let (_, memory) = read_memory(&file, "countdown").expect("it is whole");
    let positions = memory.len();
    let told = format!("game: interrupted: {positions} positions in memory\n");
    assert_eq!(outcome.stderr, told);
    positions
}

#[test]
fn what_was_learnt_is_kept_when_the_program_is_told_to_end() {
    let Some(heard) = hearing_signals("training that is told to end") else {
        return;
    };
    for (signals, statuses) in [
        (&["TERM"][..], &[143][..]),
        (&["HUP"], &[129]),
        (&["INT"], &[130]),
        // A terminal that is closed, and `timeout`, send two.
        (&["TERM", "TERM"], &[143]),
        (&["HUP", "HUP", "TERM"], &[129, 143]),
        (&["INT", "TERM"], &[130, 143]),
    ] {
        // A blink is enough to learn something, but a busy machine may not even have begun.
        let mut pauses = (0..12).map(|doubled| Duration::from_millis(50 << doubled));
        assert!(pauses.any(|pause| learnt_until(heard, signals, statuses, pause) > 0));
    }
}

#[test]
fn many_signals_lose_no_result() {
    let record = ["match", "tafl", "9", "9", "--record", "record"];
    let train = ["train", "countdown", "--plays", "1000000000000", "--out"];
    let prove = ["battleship", "prove", "--goal", "10000", "--log", "log"];
    let optimise = ["battleship", "optimise", "--out", "strategy"];
    for (task, left) in [
        (&record[..], &["record"][..]),
        (&[&train[..], &["memory"]].concat(), &["memory"]),
        (&prove, &["log"]),
        (&optimise, &[]),
        (&["crusher", "solve"], &["game"]),
    ] {
        for (signal, status) in [("TERM", 143), ("INT", 130)] {
            let folder = tempdir().unwrap();
            let mut command = game(task);
            command.current_dir(folder.path()).stderr(Stdio::piped());
            command.env("XDG_CACHE_HOME", folder.path());
            let cache = folder.path().join("game");
            let mut running = Running::spawn(&mut command);
            let solves = task.contains(&"solve");
            wait_for_lock(if solves { &cache } else { folder.path() });
            running.pester(signal);
            let outcome = running.outcome();
            assert_eq!(outcome.status.code(), Some(status), "{task:?} {outcome:?}");
            let told = outcome.stderr.strip_prefix("game: interrupted: ");
            assert!(
                told.is_some_and(|told| told.lines().count() == 1),
                "{outcome:?}"
            );
            assert_eq!(names(folder.path()), left, "{task:?}");
            assert!(!cache.exists() || names(&cache).is_empty());
            if task == record {
                assert!(outcome.stdout.contains("games"), "{outcome:?}");
            }
        }
    }
}

#[test]
fn a_full_memory_ends_the_training_and_says_so() {
    let folder = tempdir().unwrap();
    let size = u64::MAX.to_string();
    let train = [
        "train",
        "countdown",
        "--plays",
        "100000000",
        "--out",
        "memory",
    ];
    let outcome = in_folder(folder.path(), &[&train[..], &["--size", &size]].concat());
    assert!(outcome.status.success());
    let told = outcome.stderr.strip_prefix("game: stopped early: ");
    let why = " positions, all that a memory holds, in memory\n";
    assert!(told.is_some_and(|told| told.ends_with(why)), "{outcome:?}");
}

#[test]
fn an_interrupted_function_prints_no_board() {
    // Nothing shows when it has begun: before that a signal ends it as it ends any program, or is
    // ignored, in the background of a shell.
    let interrupted = |pause| {
        let mut command = game(["crusher", "[\"WWW-WW-------BB-BBB\"]", "W", "99", "3"]);
        let mut running = Running::spawn(command.stderr(Stdio::piped()));
        thread::sleep(pause);
        running.pester("INT");
        let outcome = running.outcome();
        assert_eq!(outcome.stdout, "");
        let code = outcome.status.code();
        let told = "game: interrupted: the search did not reach its depth\n";
        assert_eq!(outcome.stderr == told, code == Some(130), "{outcome:?}");
        code == Some(130)
    };
    let mut pauses = (0..12).map(|doubled| Duration::from_millis(20 << doubled));
    assert!(pauses.any(interrupted));
}

#[test]
fn whoever_is_not_to_hear_of_a_hangup_goes_on() {
    let folder = tempdir().unwrap();
    let train = "train countdown --plays 1000000000000 --out memory";
    let mut command = shell(&format!("trap '' HUP; exec \"$GAME\" {train}"));
    let mut running = Running::spawn(command.current_dir(folder.path()));
    wait_for_lock(folder.path());
    let ignored = ignored_by(&running.child.id().to_string());
    assert_eq!(ignored & 1, 1, "SIGHUP has got a handler");
    running.signal("HUP");
    running.signal("TERM");
    assert_eq!(running.wait().code(), Some(143));
}

#[test]
fn a_second_training_of_one_memory_is_refused_at_once() {
    let folder = tempdir().unwrap();
    let path = folder.path();
    let train = ["train", "countdown", "--out", "memory", "--plays"];
    let mut first =
        Running::spawn(game([&train[..], &["1000000000000"]].concat()).current_dir(path));
    wait_for_lock(path);
    let second = in_folder(path, &[&train[..], &["1"]].concat());
    fails(&second);
    let reason = "memory cannot be written: another program is writing it";
    assert!(second.stderr.contains(reason), "{second:?}");
    first.signal("TERM");
    assert_eq!(first.wait().code(), Some(143));
    assert!(
        in_folder(path, &[&train[..], &["1"]].concat())
            .status
            .success()
    );
    assert_eq!(names(path), ["memory"]);
}

#[test]
fn a_strategy_is_written_whole_or_not_at_all() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("strategy");
    fs::write(&file, "old").unwrap();
    for signal in ["INT", "TERM"] {
        let optimise = ["battleship", "optimise", "--out", "strategy"];
        let mut running = Running::spawn(game(optimise).current_dir(folder.path()));
        // Beside the strategy stands the lock: from then on signals are heard.
        wait_for_lock(folder.path());
        let second = in_folder(folder.path(), &optimise);
        fails(&second);
        let reason = "strategy: another program is writing it";
        assert!(second.stderr.contains(reason), "{second:?}");
        running.signal(signal);
        let status = running.wait();
        assert!(!status.success());
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(names(folder.path()), ["strategy"]);
    }
}
