//! A terminal that goes away, or that is not the program's controlling terminal.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use tempfile::{TempDir, tempdir};

use crate::pty;
use crate::signals;
use crate::skip::skip;

/// Nothing here takes so long.
const PATIENCE: Duration = Duration::from_mins(3);

/// Starts a program whose terminal is its own.
const SETSID: &str = "/usr/bin/setsid";

/// Our program on a terminal that can be taken away.
struct Doomed {
    /// The side of the terminal that a person would sit at.
    near: File,
    child: Child,
    home: TempDir,
    /// The terminal before the program came.
    settings: String,
}

/// The settings of a terminal, in words that can be compared.
fn settings(near: &File) -> String {
    let all = rustix::termios::tcgetattr(near).expect("it is a terminal");
    format!("{:?}", (all.local_modes, all.input_modes, all.output_modes))
}

impl Doomed {
    /// `own`: whether the terminal is the program's own, so that its loss is told by a signal.
    fn open(own: bool) -> Self {
        let (near, far) = pty::open();
        let far = || far.try_clone().expect("the machine allows it");
        let home = tempdir().expect("the machine allows it");
        let settings = settings(&near);
        let switch: &[&str] = if own { &[SETSID, "-c"] } else { &[] };
        let child = Command::new("/bin/sh")
            .args(["-c", r#"ulimit -c 0; exec "$@""#, "sh"])
            .args(switch)
            .arg(cargo_bin!("game"))
            .args(["--test", "--ascii", "--color", "never"])
            .current_dir(home.path())
            .env_clear()
            .envs([
                ("TERM", "xterm"),
                ("HOME", home.path().to_str().expect("the machine allows it")),
            ])
            .stdin(far())
            .stdout(far())
            .stderr(far())
            .spawn()
            .expect("the machine allows it");
        Doomed {
            near,
            child,
            home,
            settings,
        }
    }

    fn until(&mut self, text: &str) {
        pty::until(&mut self.near, text);
    }

    /// Takes the terminal away and waits for the end.
    fn hang_up(self) -> (ExitStatus, TempDir) {
        let Doomed {
            near, child, home, ..
        } = self;
        drop(near);
        (wait(child), home)
    }
}

fn wait(mut child: Child) -> ExitStatus {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().expect("the machine allows it") {
            return status;
        }
        if Instant::now() > deadline {
            child.kill().expect("the machine allows it");
            panic!("it goes on without a terminal");
        }
        sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_terminal_that_hangs_up_ends_the_program_and_loses_nothing() {
    for own in [true, false] {
        if own && !std::path::Path::new(SETSID).exists() {
            skip("a terminal of its own that hangs up", "there is no setsid");
            continue;
        }
        for thinking in [false, true] {
            let mut doomed = Doomed::open(own);
            doomed.until("tafl> ");
            doomed.near.write_all(b":start\r").unwrap();
            doomed.until("tafl game O> ");
            let mut typed = ":start\n".to_owned();
            if thinking {
                // Without a signal it notices when it has thought.
                let line = if own {
                    ":computer O 3600s"
                } else {
                    ":computer O 1"
                };
                doomed
                    .near
                    .write_all(format!("{line}\r").as_bytes())
                    .unwrap();
                doomed.until("plays O");
                typed = [&typed, line, "\n"].concat();
            }
            let (status, home) = doomed.hang_up();
            // Where there is a signal, it may come a moment after the read that fails.
            let signalled = own && status.signal() == Some(1);
            assert!(signalled || status.code() == Some(1), "{status:?}");
            let history = home.path().join(".local/state/game/history");
            assert_eq!(fs::read_to_string(history).unwrap(), typed);
        }
    }
}

#[test]
fn a_signal_restores_a_terminal_that_is_not_the_controlling_one() {
    for (signal, number) in [("TERM", 15), ("HUP", 1), ("QUIT", 3)] {
        let mut doomed = Doomed::open(false);
        let before = doomed.settings.clone();
        doomed.until("tafl> ");
        assert_ne!(settings(&doomed.near), before, "the line editor is at work");
        signals::send(doomed.child.id(), signal);
        doomed.until("\u{1b}[?2004l");
        assert_eq!(wait(doomed.child).signal(), Some(number));
        assert_eq!(settings(&doomed.near), before, "{signal}");
    }
}
