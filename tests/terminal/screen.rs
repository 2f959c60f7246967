//! A pseudo terminal with our program on it.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use assert_cmd::cargo::cargo_bin;
use rexpect::process::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};
use signal_hook::consts::{SIGINT, SIGQUIT};
use signal_hook::flag::register_conditional_shutdown;

/// The time limit for expected output, in milliseconds. Generous for a busy machine; only failing
/// tests reach it.
const PATIENCE: u64 = 180_000;

/// The end of bracketed paste, which the line editor sends after each line. It may redraw the
/// prompt before it at every key.
pub const LINE_IS_LEFT: &str = "\u{1b}[?2004l";

/// The arrow keys.
pub const UP: &str = "\u{1b}[A";
/// The arrow that accepts a hint.
pub const RIGHT: &str = "\u{1b}[C";

/// A terminal with our program on it.
pub struct Screen(PtySession);

/// The settings of a program on a terminal.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    /// The command line.
    pub args: &'a [&'a str],
    /// The environment, apart from `TERM`.
    pub env: &'a [(&'a str, &'a str)],
    /// The kind of terminal.
    pub term: &'a str,
    /// Its width, if that matters.
    pub columns: Option<u16>,
}

impl Default for Setting<'_> {
    fn default() -> Self {
        Setting {
            args: &["--ascii", "--color", "never"],
            env: &[],
            term: "xterm",
            columns: None,
        }
    }
}

impl Setting<'_> {
    pub fn open(&self) -> Screen {
        let game = cargo_bin!("game");
        let mut command = match self.columns {
            None => Command::new(game),
            Some(columns) => {
                let mut shell = Command::new("/bin/sh");
                let script = format!("/usr/bin/env stty cols {columns} rows 24 && exec \"$@\"");
                shell.args(["-c", &script, "sh"]).arg(game);
                shell
            }
        };
        command
            .args(self.args)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/states"))
            .env_clear()
            .envs(self.env.iter().copied())
            .env("TERM", self.term);
        if let (Some(_), Some(path)) = (self.columns, std::env::var_os("PATH")) {
            command.env("PATH", path);
        }
        Screen::of(command)
    }
}

/// A terminal with a shell on it that runs a script in a folder. It calls our program `$GAME`, and
/// the folder is its home.
pub fn shell(folder: &Path, script: &str) -> Screen {
    let mut command = Command::new("/bin/sh");
    command
        .args(["-c", script])
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("TERM", "xterm")
        .env("HOME", folder)
        .env("GAME", cargo_bin!("game"));
    Screen::of(command)
}

/// An ordinary terminal without colours, because most tests look at characters.
pub fn open(args: &[&str]) -> Screen {
    let args = [Setting::default().args, args].concat();
    let setting = Setting {
        args: &args,
        ..Setting::default()
    };
    setting.open()
}

/// In a background job of a script the shell ignores SIGINT and SIGQUIT, and programs inherit that. A
/// signal that this process handles has its default again in the programs that it starts.
static HANDLED: LazyLock<()> = LazyLock::new(|| {
    for signal in [SIGINT, SIGQUIT] {
        let always = Arc::new(AtomicBool::new(true));
        register_conditional_shutdown(signal, 128 + signal, always).expect("it can be handled");
    }
});

impl Screen {
    fn of(command: Command) -> Screen {
        LazyLock::force(&HANDLED);
        let options = Options::new().timeout_ms(Some(PATIENCE));
        Screen(spawn_with_options(command, options).expect("a pseudo terminal"))
    }

    /// Waits for a text and returns everything before it.
    #[track_caller]
    pub fn until(&mut self, text: &str) -> String {
        match self.0.exp_string(text) {
            Ok(before) => before.replace("\r\n", "\n"),
            Err(why) => panic!("{text:?} did not come: {why}"),
        }
    }

    /// Types a line, waits for the first words of the answer and then for the next prompt. Returns
    /// the text between them.
    #[track_caller]
    pub fn ask(&mut self, line: &str, answer: &str, prompt: &str) -> String {
        self.type_text(&format!("{line}\r"));
        self.until(answer);
        self.until(prompt)
    }

    pub fn type_text(&mut self, text: &str) {
        self.0.send(text).expect("the terminal takes input");
        self.0.flush().expect("the terminal takes input");
    }

    pub fn press_control(&mut self, key: char) {
        self.0.send_control(key).expect("the terminal takes input");
    }

    /// Waits until the program ends and returns the exit status.
    #[track_caller]
    pub fn status(&mut self) -> i32 {
        self.0.exp_eof().expect("the program ends");
        match self.0.process().wait() {
            Ok(WaitStatus::Exited(_, status)) => status,
            other => panic!("it ended otherwise: {other:?}"),
        }
    }
}
