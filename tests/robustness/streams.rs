//! Standard input and output that close, fill up or go away, in every mode; signals without a
//! terminal; an environment with nothing in it.

use std::os::unix::process::ExitStatusExt;

use crate::process::{Running, hearing_signals, modes, run, shell};

#[test]
fn a_full_standard_output_is_status_1_and_no_panic() {
    let prompts: Vec<String> = modes()
        .map(|(mode, _)| format!("--mode {mode} </dev/null"))
        .collect();
    let tasks = [
        "--help",
        "--version",
        "generate man",
        "perft tafl --depth 1",
        "match tictactoe random random --games 2",
        "battleship evaluate",
        "battleship solve 'H1 B2 D3'",
        "crusher '[\"WWW-WW-------BB-BBB\"]' W 1 3",
    ];
    for task in prompts.iter().map(String::as_str).chain(tasks) {
        let outcome = run(shell(&format!("exec \"$GAME\" {task} >/dev/full")), "");
        assert_eq!(outcome.status.code(), Some(1), "{task}: {outcome:?}");
        assert!(outcome.stderr.starts_with("game: "), "{task}: {outcome:?}");
        assert!(!outcome.stderr.contains("panic"), "{task}: {outcome:?}");
    }
}

#[test]
fn closed_streams_and_a_listener_who_goes_away_are_no_failure() {
    for (mode, start) in modes() {
        for streams in [
            "<&-",
            ">&-",
            "2>&-",
            "<&- >&-",
            "<&- >&- 2>&-",
            "| head -c 1",
            "| true",
        ] {
            let script = format!("\"$GAME\" --mode {mode} {streams}");
            let outcome = run(shell(&script), format!("{start}\n:help\n").repeat(100));
            assert_eq!(outcome.status.code(), Some(0), "{script}: {outcome:?}");
            assert_eq!(outcome.stderr, "", "{script}");
        }
    }
}

#[test]
fn nothing_in_the_environment_is_needed() {
    for (mode, start) in modes() {
        for variables in [
            "",
            "HOME=relative",
            "HOME=/proc/nothing XDG_STATE_HOME=/dev/full XDG_CACHE_HOME=/dev/null",
            "TERM=nonsense LANG=nonsense CLICOLOR_FORCE=nonsense",
        ] {
            let script = format!("exec env -i {variables} \"$GAME\" --test --mode {mode}");
            let outcome = run(shell(&script), format!("{start}\n:stop\n"));
            assert!(outcome.stdout.ends_with("Good Bye!\n"), "{outcome:?}");
            assert_eq!(outcome.status.code(), Some(0));
            assert_eq!(outcome.stderr, "");
        }
    }
}

#[test]
fn signals_end_a_scripted_run_as_they_should() {
    let Some(heard) = hearing_signals("signals in a scripted run") else {
        return;
    };
    for (name, number) in [("TERM", 15), ("HUP", 1), ("INT", 2)] {
        // At the prompt, and while the computer thinks.
        for lines in [":start\n", ":start\n:computer O 3600s\n"] {
            let mut running = Running::spawn(&mut shell(&format!("{heard} --test")));
            running.say(lines);
            running.until("Starting Game.\n");
            if lines.contains("computer") {
                running.until("level 3600s.\n");
            }
            running.signal(name);
            let status = running.wait();
            assert_eq!(status.signal(), Some(number), "{name}: {status:?}");
        }
    }
}
