//! How good is `game check`? A small tafl with one fault at a time is checked with the transcripts of
//! the course text and with 200 random sessions of seed 1. The transcripts must find every fault, the
//! sessions all but one (two captures by one move are rare), and neither one where there is none.
//!
//! This binary is both the judge and the faulty programs: `--fault NAME` makes it one.
//! `cargo test --test faults -- --nocapture` prints which case and which session come first.

mod page;
mod tafl;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::check::{Case, Fixtures, Limits, Plan, Runner, Transcript};
use game::parallel;

const NAME: &str = "every_fault_is_found";
const SESSIONS: u64 = 200;
const SEED: u64 = 1;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    if args.next_if(|word| word == "--fault").is_some() {
        let fault = args.next().unwrap_or_default().display().to_string();
        return tafl::run(&fault, args).unwrap_or(ExitCode::FAILURE);
    }
    let words: Vec<String> = args.map(|word| word.display().to_string()).collect();
    let is_wanted = |filter: &String| filter.starts_with('-') || NAME.contains(filter.as_str());
    if !words.iter().all(is_wanted) || words.contains(&"--ignored".to_owned()) {
        return ExitCode::SUCCESS;
    }
    if words.contains(&"--list".to_owned()) {
        let _ = writeln!(io::stdout(), "{NAME}: test");
        return ExitCode::SUCCESS;
    }
    let mut good = judge();
    if let Some(printed) = page::wrong_samples() {
        good = false;
        let _ = writeln!(
            io::stdout(),
            "docs/checking.md shows something else than this:\n{printed}"
        );
    }
    ExitCode::from(u8::from(!good))
}

/// Whether every fault is found, and none where there is none.
fn judge() -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let fixtures = Fixtures::of_repository(&root).unwrap_or_else(|why| panic!("{why}"));
    let cases = fixtures.cases.iter();
    let cases: Vec<&Case> = cases
        .filter(|case| case.name.starts_with("tafl/course/"))
        .collect();
    let plan = Plan::new(&cases, SEED, SESSIONS).expect("a game that can be checked");
    let sessions = (0..SESSIONS).filter_map(|index| plan.session(index));
    let sessions: Vec<Transcript> = sessions.map(|(_, transcript)| transcript).collect();
    let me = std::env::current_exe().expect("a name").into_os_string();
    let faults = [&["none"], &tafl::FAULTS[..]].concat();
    let found = parallel::map(parallel::all_cores(), &faults, |fault| {
        let program = [
            me.clone(),
            OsString::from("--fault"),
            OsString::from(*fault),
        ];
        let runner = Runner {
            program: &program,
            states: &fixtures.states,
            limits: Limits {
                time: Duration::from_mins(3),
                ..Limits::default()
            },
            term: "dumb",
            silent: false,
        };
        let differs = |transcript: &Transcript| {
            let played = runner.play(transcript, &AtomicBool::new(false));
            played.expect("it starts").difference.is_some()
        };
        let case = cases.iter().find(|case| differs(&case.transcript));
        let case = case.map(|case| case.name.clone());
        (case, sessions.iter().position(differs))
    });
    let mut good = true;
    let mut missed = 0;
    for (fault, (case, session)) in faults.iter().zip(found) {
        let wrong = match *fault {
            "none" => case.is_some() || session.is_some(),
            _ => case.is_none(),
        };
        missed += usize::from(*fault != "none" && session.is_none());
        good &= !wrong;
        let (mark, case) = (if wrong { "WRONG " } else { "" }, case.unwrap_or_default());
        let _ = writeln!(
            io::stdout(),
            "{mark}{fault}: {case}, random session {session:?}"
        );
    }
    good && missed <= 1
}
