//! How good is `game check`? Programs with one fault each are checked with the transcripts of the
//! course text and with 200 random sessions of seed 1; every fault must be found. A table tells which
//! of the two finds it, and how soon. The reports on the page about checking are compared with those of
//! one of these programs.
//!
//! This binary is both the judge and the faulty programs: `--fault NAME` makes it one.
//! `cargo test --test faults -- centre` tries only the faults with `centre` in their names; where all
//! tests are filtered, none may be left.

mod others;
mod page;
mod program;
mod tafl;
mod wanted;
mod wrapped;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use game::check::{Case, Fixtures, Limits, Plan, Runner, State, Transcript, Trouble};
use game::parallel;
use wanted::Wanted;

const SESSIONS: u64 = 200;
const SEED: u64 = 1;

/// What a mode is checked with.
struct Suite {
    mode: &'static str,
    cases: Vec<Case>,
    sessions: Vec<Transcript>,
}

/// Which transcript and which session show a fault first.
struct Found {
    mode: &'static str,
    name: String,
    transcript: Option<usize>,
    session: Option<usize>,
    time: Duration,
}

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    if args.next_if(|word| word == "--fault").is_some() {
        let fault = args.next().unwrap_or_default().display().to_string();
        return program::run(&fault, args).unwrap_or(ExitCode::FAILURE);
    }
    let wanted = Wanted::parse(args);
    if let Some(list) = wanted.list() {
        let _ = io::stdout().write_all(list.as_bytes());
        return ExitCode::SUCCESS;
    }
    let mut report = judge(&wanted);
    if wanted.takes_all()
        && let Some(printed) = page::wrong_samples()
    {
        report.good = false;
        report.text += "docs/checking.md shows something else than this:\n";
        report.text += &printed;
    }
    // Nobody to tell it to: the status is enough.
    let _ = io::stdout().write_all(report.text.as_bytes());
    if report.good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

struct Report {
    text: String,
    good: bool,
}

fn judge(wanted: &Wanted) -> Report {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let fixtures = Fixtures::of_repository(&root).unwrap_or_else(|why| panic!("{why}"));
    let mut faults: Vec<(&'static str, String)> = Vec::new();
    let tafl = tafl::faults().into_iter();
    let loops = program::FAULTS.iter().map(ToString::to_string);
    faults.extend(tafl.chain(loops).map(|name| ("tafl", name)));
    faults.extend(
        others::FAULTS
            .iter()
            .map(|fault| (fault.mode, fault.name.to_owned())),
    );
    let all = faults.len();
    faults.retain(|(_, name)| wanted.takes(name));
    if faults.is_empty() {
        let text = format!("0 of {all} faults tried\n");
        return Report { text, good: true };
    }
    let modes: Vec<&'static str> = game::games::NAMES.to_vec();
    let jobs = parallel::all_cores();
    let suites = parallel::map(jobs, &modes, |mode| suite(mode, &fixtures));
    let right: Vec<(&'static str, String)> = modes
        .iter()
        .map(|mode| (*mode, "none".to_owned()))
        .collect();
    let try_all = |faults: &[(&'static str, String)]| {
        parallel::map(jobs, faults, |(mode, name)| {
            let suite = suites
                .iter()
                .find(|suite| suite.mode == *mode)
                .expect("each mode has one");
            look_for(suite, name, &fixtures.states)
        })
    };
    let innocent = try_all(&right);
    let guilty = try_all(&faults);
    report(&innocent, &guilty)
}

/// The transcripts of the course text of a mode, and random sessions that keep to it.
fn suite(mode: &'static str, fixtures: &Fixtures) -> Suite {
    let prefix = format!("{mode}/course/");
    let mut cases = fixtures.cases.clone();
    cases.retain(|case| case.name.starts_with(&prefix));
    let chosen: Vec<&Case> = cases.iter().collect();
    let plan = Plan::new(&chosen, fixtures, SEED, SESSIONS);
    let sessions = (0..SESSIONS).filter_map(|index| plan.session(index));
    let sessions = sessions.map(|(_, transcript)| transcript).collect();
    // Boards are drawn as everybody likes, and the faulty programs draw none.
    cases.retain(|case| {
        let mut games = case.transcript.steps.iter().filter(|step| step.is_game());
        mode == "tafl" || games.all(|step| step.command.contains("--test"))
    });
    // One of each section by turns: what is wrong is found sooner then.
    let mut sections: HashMap<String, usize> = HashMap::new();
    cases.sort_by_cached_key(|case| {
        let seen = sections.entry(case.folder().to_owned()).or_default();
        *seen += 1;
        *seen
    });
    Suite {
        mode,
        cases,
        sessions,
    }
}

fn look_for(suite: &Suite, fault: &str, states: &[State]) -> Found {
    let begun = Instant::now();
    let me = std::env::current_exe().expect("a name").into_os_string();
    let program = [me, OsString::from("--fault"), OsString::from(fault)];
    let runner = Runner {
        program: &program,
        states,
        limits: Limits {
            // No fault makes a program hang, but the machine may be busy.
            time: Duration::from_mins(3),
            ..Limits::default()
        },
        term: "dumb",
        silent: false,
    };
    let differs = |transcript: &Transcript| {
        let played = runner
            .play(transcript, &AtomicBool::new(false))
            .expect("it starts");
        let too_slow = |trouble: &Trouble| matches!(trouble, Trouble::TimedOut(_));
        let difference = played.difference;
        difference.is_some_and(|found| !found.troubles.iter().any(too_slow))
    };
    Found {
        mode: suite.mode,
        name: fault.to_owned(),
        transcript: suite
            .cases
            .iter()
            .position(|case| differs(&case.transcript)),
        session: suite.sessions.iter().position(differs),
        time: begun.elapsed(),
    }
}

fn report(innocent: &[Found], guilty: &[Found]) -> Report {
    let mut text = String::new();
    let mut good = true;
    for program in innocent {
        if program.transcript.is_some() || program.session.is_some() {
            good = false;
            let _ = writeln!(text, "{} without a fault is found guilty", program.mode);
        }
    }
    let told = |at: Option<usize>| at.map_or("-".to_owned(), |at| (at + 1).to_string());
    for found in guilty {
        let missed = found.transcript.is_none() && found.session.is_none();
        good &= !missed;
        let _ = writeln!(
            text,
            "{:10} {:42} transcript {:>4}  session {:>4}  {:>6.2?}{}",
            found.mode,
            found.name,
            told(found.transcript),
            told(found.session),
            found.time,
            if missed { "  NOT FOUND" } else { "" }
        );
    }
    for mode in game::games::NAMES {
        let of: Vec<&Found> = guilty.iter().filter(|found| found.mode == mode).collect();
        let count = |is: fn(&Found) -> bool| of.iter().filter(|found| is(found)).count();
        let _ = writeln!(
            text,
            "{mode}: {} faults; transcripts alone find {}, {SESSIONS} random sessions alone {}, both {}",
            of.len(),
            count(|found| found.transcript.is_some()),
            count(|found| found.session.is_some()),
            count(|found| found.transcript.is_some() || found.session.is_some()),
        );
    }
    Report { text, good }
}
