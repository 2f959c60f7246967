//! Programs that run in this process: our own and faulty ones, with any formal deviations.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use game::check::{End, Fixtures, Program, Report, Run, Settings, Suite, reference};
use game::games::GAMES;
use game::repl::{Next, Session};

/// A program in a dialogue.
pub trait Player {
    /// The prompt.
    fn prompt(&self) -> String;
    /// The answer to a line, and whether it ends the program.
    fn feed(&mut self, line: &str) -> (String, bool);
    /// The answer of `--state`, unless it failed.
    fn load(&mut self, name: &str) -> Option<String>;
}

impl Player for Box<dyn Session> {
    fn prompt(&self) -> String {
        Session::prompt(&**self)
    }

    fn feed(&mut self, line: &str) -> (String, bool) {
        let reply = Session::feed(&mut **self, line);
        (reply.scripted(), reply.next == Next::Leave)
    }

    fn load(&mut self, name: &str) -> Option<String> {
        let reply = Session::load(&mut **self, Path::new(name));
        (!reply.failed).then(|| reply.scripted())
    }
}

/// Our own program.
pub fn ours(folder: &Path) -> Box<dyn Player> {
    Box::new(reference(&GAMES[0], folder))
}

/// A formal deviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    NoBlank,
    Crlf,
    Status,
    Greeting,
    NoLineBreak,
    BlankLines,
    Echo,
    SilentState,
    NoFullStops,
    OnePrompt,
    Board,
    OtherWords,
    OtherPrompt,
    NoPrompt,
    NumberedPrompt,
    TrailingBlanks,
    NoLastLineBreak,
}

pub const SLIPS: [Slip; 17] = [
    Slip::NoBlank,
    Slip::Crlf,
    Slip::Status,
    Slip::Greeting,
    Slip::NoLineBreak,
    Slip::BlankLines,
    Slip::Echo,
    Slip::SilentState,
    Slip::NoFullStops,
    Slip::OnePrompt,
    Slip::Board,
    Slip::OtherWords,
    Slip::OtherPrompt,
    Slip::NoPrompt,
    Slip::NumberedPrompt,
    Slip::TrailingBlanks,
    Slip::NoLastLineBreak,
];

impl Slip {
    /// Whether a sentence of the text forbids it.
    pub fn is_difference(self) -> bool {
        matches!(
            self,
            Slip::NoFullStops
                | Slip::OnePrompt
                | Slip::Board
                | Slip::OtherWords
                | Slip::OtherPrompt
                | Slip::NoPrompt
                | Slip::NumberedPrompt
        )
    }
}

/// Prints with formal deviations.
struct Printer<'a> {
    slips: &'a [Slip],
    out: String,
    prompts: usize,
}

impl Printer<'_> {
    fn has(&self, slip: Slip) -> bool {
        self.slips.contains(&slip)
    }

    fn prompt(&mut self, prompt: &str, typed: &str) {
        self.prompts += 1;
        let mut prompt = prompt.to_owned();
        if self.has(Slip::OtherPrompt) {
            prompt = prompt
                .replace("tafl game ", "[")
                .replace("tafl", "[idle")
                .replace('>', "]");
        }
        if self.has(Slip::OnePrompt) {
            prompt = String::from("tafl> ");
        }
        if self.has(Slip::NumberedPrompt) {
            prompt = format!("{}> ", self.prompts);
        }
        if self.has(Slip::NoBlank) {
            prompt.pop();
        }
        if self.has(Slip::NoPrompt) {
            return;
        }
        if self.has(Slip::BlankLines) {
            self.out += "\n";
        }
        self.out += &prompt;
        if self.has(Slip::Echo) {
            self.out += typed;
        }
        if !self.has(Slip::NoLineBreak) {
            self.out += "\n";
        }
    }

    fn answer(&mut self, answer: &str) {
        for line in answer.lines() {
            let mut line = line.to_owned();
            if self.has(Slip::NoFullStops) && line.starts_with("The ") {
                line.pop();
            }
            if self.has(Slip::OtherWords) {
                line = line
                    .replace("Invalid Move!", "Invalid move.")
                    .replace("The entered command was not", "The command was not")
                    .replace("Lambdas Win", "Lambdas Win!");
            }
            if self.has(Slip::TrailingBlanks) {
                line += "  ";
            }
            self.out += &line;
            self.out += "\n";
            let shows = ["Starting", "Move Succ", "State loaded"];
            if self.has(Slip::Board) && shows.iter().any(|start| line.starts_with(start)) {
                self.out += "   a b c\n 3 O . O\n 2 . L .\n\n";
            }
        }
    }
}

/// Runs a player as a program with formal deviations.
pub fn converse(player: &mut dyn Player, slips: &[Slip], args: &[String], input: &[u8]) -> Run {
    let mut printer = Printer {
        slips,
        out: String::new(),
        prompts: 0,
    };
    if printer.has(Slip::Greeting) {
        printer.out += "Welcome to tafl\nType :help for help.\n";
    }
    let mut status = i32::from(printer.has(Slip::Status));
    let state = args.iter().position(|word| word == "--state");
    let mut open = true;
    if let Some(name) = state.and_then(|at| args.get(at + 1)) {
        match player.load(name) {
            Some(answer) if printer.has(Slip::SilentState) => {
                let outcome: Vec<&str> = answer.lines().skip(1).collect();
                printer.answer(&outcome.join("\n"));
            }
            Some(answer) => printer.answer(&answer),
            None => (open, status) = (false, 1),
        }
    }
    let text = String::from_utf8_lossy(input);
    let mut lines = text.lines();
    while open {
        let line = lines.next();
        let typed = line.unwrap_or_default();
        printer.prompt(&player.prompt(), typed);
        let (answer, ends) = player.feed(line.unwrap_or(":exit"));
        printer.answer(&answer);
        open = !ends;
    }
    let mut out = printer.out;
    if slips.contains(&Slip::NoLastLineBreak) && out.ends_with('\n') {
        out.pop();
    }
    if slips.contains(&Slip::Crlf) {
        out = out.replace('\n', "\r\n");
    }
    Run {
        output: out.into_bytes(),
        errors: Vec::new(),
        end: End::Status(status),
    }
}

/// Our own program with formal deviations.
pub fn in_form(slips: &[Slip]) -> impl Program + '_ {
    move |args: &[String], input: &[u8], folder: &Path| {
        converse(&mut *ours(folder), slips, args, input)
    }
}

/// Our own program with its whole output changed: `change` gets the input and the output.
pub fn printing<'a>(change: impl Fn(&str, String) -> String + Sync + 'a) -> impl Program + 'a {
    move |args: &[String], input: &[u8], folder: &Path| {
        let mut run = converse(&mut *ours(folder), &[], args, input);
        let output = String::from_utf8_lossy(&run.output).into_owned();
        run.output = change(&String::from_utf8_lossy(input), output).into_bytes();
        run
    }
}

/// Our own program with some answers changed: `change` gets the line and the answer.
pub fn changed<'a>(change: impl Fn(&str, String) -> String + Sync + 'a) -> impl Program + 'a {
    struct Changed<'c, C>(Box<dyn Player>, &'c C);
    impl<C: Fn(&str, String) -> String> Player for Changed<'_, C> {
        fn prompt(&self) -> String {
            self.0.prompt()
        }

        fn feed(&mut self, line: &str) -> (String, bool) {
            let (answer, ends) = self.0.feed(line);
            ((self.1)(line, answer), ends)
        }

        fn load(&mut self, name: &str) -> Option<String> {
            self.0.load(name)
        }
    }
    move |args: &[String], input: &[u8], folder: &Path| {
        converse(&mut Changed(ours(folder), &change), &[], args, input)
    }
}

/// Settings of `game check` with this number of random sessions.
pub fn settings(random: u32) -> Settings {
    Settings {
        suite: Vec::new(),
        random: Some(random),
        seed: 1,
        time_limit: Duration::from_secs(5),
        total_time: Duration::from_mins(30),
        memory: None,
        jobs: Some(NonZeroUsize::MIN),
        transcripts: None,
        weight: Vec::new(),
    }
}

/// The transcripts and files of the repository.
pub static FIXTURES: LazyLock<Fixtures> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut all = Fixtures::default();
    for (folder, name) in [("states", "states"), ("transcripts", "")] {
        let read = all.read(&root.join(folder), name);
        read.unwrap_or_else(|why| panic!("{why}"));
    }
    all
});

/// The cases of the course text.
pub static CASES: LazyLock<Suite> = LazyLock::new(|| suite(0));

/// The cases of the course text and random sessions.
pub static CASES_AND_SESSIONS: LazyLock<Suite> = LazyLock::new(|| suite(60));

fn suite(random: u32) -> Suite {
    Suite::new(&settings(random), &FIXTURES).unwrap_or_else(|why| panic!("{why}"))
}

/// Checks a program.
pub fn report(program: &dyn Program, suite: &Suite) -> Report {
    let judged = suite.judge(program, &AtomicBool::new(false), &|_, _| {});
    judged.unwrap_or_else(|why| panic!("{why}"))
}

/// The titles of all causes.
pub fn titles(report: &Report) -> Vec<&str> {
    report
        .causes
        .iter()
        .map(|cause| cause.title.as_str())
        .collect()
}
