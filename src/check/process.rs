//! Runs a program that may hang, flood, fork or ignore its input.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::Error;
use crate::store;

/// The interval between checks of a running program.
const PAUSE: Duration = Duration::from_micros(500);

/// The maximum output of a program, in bytes.
const LONGEST_OUTPUT: u64 = 1 << 20;

/// The maximum size of a file that a program writes.
#[cfg(target_os = "linux")]
const LONGEST_FILE: u64 = 64 << 20;

/// Begins a sequence that colours a terminal.
const COLOUR: &str = "\x1b[";

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The program exited with this status.
    Status(i32),
    /// A signal ended it: it crashed.
    Signal(i32),
    /// It did not end in time, or the check was interrupted: it was killed.
    TimedOut,
    /// It printed too much and was killed.
    Flooded,
}

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    /// Its standard output.
    pub output: Vec<u8>,
    /// Its standard error.
    pub errors: Vec<u8>,
    /// How it ended.
    pub end: End,
}

impl Run {
    /// Returns the output as text, without a byte order mark and terminal colours.
    #[must_use]
    pub fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.output);
        let text = text.trim_start_matches('\u{feff}');
        let mut parts = text.split(COLOUR);
        let first = parts.next().unwrap_or_default().to_owned();
        let end = |c: char| ('@'..='~').contains(&c);
        let rest = parts.map(|part| part.split_once(end).map_or("", |(_, text)| text));
        first + &rest.collect::<String>()
    }
}

/// Explains briefly why a program could not be started.
fn not_started(program: &OsString, error: &io::Error) -> Error {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => "no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "not executable".to_owned(),
        // ENOEXEC: a script without its first line, or a program for another machine.
        _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
            "not a program, or a script without a #! line".to_owned()
        }
        _ => store::reason(error),
    };
    Error::NotStarted(program.display().to_string(), reason)
}

/// A program that can be run.
pub trait Program: Sync {
    /// Runs it once with these arguments and this input in a folder.
    ///
    /// # Errors
    /// When it cannot be started.
    fn run(&self, args: &[String], input: &[u8], folder: &Path) -> Result<Run, Error>;
}

impl<F: Fn(&[String], &[u8], &Path) -> Run + Sync> Program for F {
    fn run(&self, args: &[String], input: &[u8], folder: &Path) -> Result<Run, Error> {
        Ok(self(args, input, folder))
    }
}

/// A program of the system.
#[derive(Clone, Copy, Debug)]
pub struct Process<'a> {
    /// The program and its own arguments.
    pub words: &'a [OsString],
    /// The value of `TERM`.
    pub term: &'a str,
    /// The time limit of a run.
    pub time: Duration,
    /// The memory limit in megabytes, on Linux.
    pub memory: Option<u64>,
    /// Ends a run early.
    pub cancel: &'a AtomicBool,
}

impl Program for Process<'_> {
    /// Standard output and error are unnamed files: no pipe fills up, and processes that the program
    /// leaves behind delay nothing. The input comes once the limits are set.
    fn run(&self, args: &[String], input: &[u8], folder: &Path) -> Result<Run, Error> {
        let name = self.words.first().cloned().unwrap_or_default();
        let (mut child, output, errors) = self
            .start(&name, args, folder)
            .map_err(|error| not_started(&name, &error))?;
        self.restrict(&child);
        if let Some(mut stdin) = child.stdin.take() {
            let input = input.to_vec();
            // The thread ends with the program, which need not read everything.
            thread::spawn(move || stdin.write_all(&input));
        }
        let begun = Instant::now();
        let floods = || {
            let mut sizes = [&output, &errors].into_iter().flat_map(File::metadata);
            sizes.any(|data| data.len() > LONGEST_OUTPUT)
        };
        let end = loop {
            match child.try_wait() {
                Ok(Some(status)) => {
                    let code = status.code().map(End::Status);
                    break code.unwrap_or(End::Signal(status.signal().unwrap_or_default()));
                }
                Ok(None) if floods() => break End::Flooded,
                Ok(None) if !self.cancel.load(Ordering::Relaxed) && begun.elapsed() < self.time => {
                    thread::sleep(PAUSE);
                }
                _ => break End::TimedOut,
            }
        };
        // Children that the program leaves behind are in its group.
        if let Some(group) = Pid::from_raw(child.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = child.wait();
        Ok(Run {
            end: if floods() { End::Flooded } else { end },
            output: content(output),
            errors: content(errors),
        })
    }
}

impl Process<'_> {
    /// Starts the program with only `PATH` of our environment.
    fn start(
        &self,
        name: &OsString,
        args: &[String],
        folder: &Path,
    ) -> io::Result<(Child, File, File)> {
        let (output, errors) = (tempfile::tempfile()?, tempfile::tempfile()?);
        let path = std::env::var_os("PATH").map(|path| ("PATH", path));
        let child = Command::new(name)
            .args(self.words.iter().skip(1))
            .args(args)
            .current_dir(folder)
            .process_group(0)
            .env_clear()
            .envs(path)
            .env("TERM", self.term)
            .env("HOME", folder)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(output.try_clone()?)
            .stderr(errors.try_clone()?)
            .spawn()?;
        Ok((child, output, errors))
    }

    /// Limits memory and the size of files.
    #[cfg(target_os = "linux")]
    fn restrict(&self, child: &Child) {
        use rustix::process::{Resource, Rlimit, prlimit};
        let memory = self.memory.map(|megabytes| megabytes << 20);
        for (resource, maximum) in [
            (Resource::Data, memory),
            (Resource::Fsize, Some(LONGEST_FILE)),
        ] {
            let limit = Rlimit {
                current: maximum,
                maximum,
            };
            // The program may have ended already.
            let _ = prlimit(Pid::from_raw(child.id() as i32), resource, limit);
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn restrict(&self, _: &Child) {}
}

/// Reads the beginning of a program's output.
fn content(mut file: File) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A file that was just written can be read.
    let _ = file.rewind();
    let _ = file.take(LONGEST_OUTPUT).read_to_end(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Generous, because the machine may be busy.
    const PATIENCE: Duration = Duration::from_mins(3);

    fn run_in(folder: &Path, words: &[&str], input: &[u8], time: Duration) -> Run {
        let program = Process {
            words: &words.iter().map(OsString::from).collect::<Vec<_>>(),
            term: "dumb",
            time,
            memory: None,
            cancel: &AtomicBool::new(false),
        };
        program.run(&[], input, folder).unwrap()
    }

    fn shell(script: &str) -> Run {
        let words = ["/bin/sh", "-c", script];
        run_in(Path::new("/"), &words, b"a line\n", PATIENCE)
    }

    #[test]
    fn output_errors_and_status_come_back() {
        let run = shell("read x; echo \"$x $TERM\"; echo oh >&2; exit 3");
        assert_eq!(run.output, b"a line dumb\n");
        assert_eq!(run.errors, b"oh\n");
        assert_eq!(run.end, End::Status(3));
    }

    #[test]
    fn a_program_that_hangs_is_killed() {
        // On a busy machine it may not have begun by then.
        let printed = (0..8).find_map(|doubled| {
            let time = Duration::from_millis(300 << doubled);
            let words = ["/bin/sh", "-c", "echo first; exec sleep 1000"];
            let run = run_in(Path::new("/"), &words, b"", time);
            assert_eq!(run.end, End::TimedOut);
            (!run.output.is_empty()).then_some(run.output)
        });
        assert_eq!(printed.as_deref(), Some(&b"first\n"[..]));
    }

    #[test]
    fn a_crash_has_its_signal() {
        assert_eq!(shell("ulimit -c 0; kill -s SEGV $$").end, End::Signal(11));
    }

    #[test]
    fn processes_left_behind_are_killed() {
        let folder = tempfile::tempdir().unwrap();
        let script = "sleep 1000 & echo $! >pid; exit 3";
        let run = run_in(folder.path(), &["/bin/sh", "-c", script], b"", PATIENCE);
        assert_eq!(run.end, End::Status(3));
        let pid = std::fs::read_to_string(folder.path().join("pid")).unwrap();
        let pid = Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
        let deadline = Instant::now() + PATIENCE;
        // It stays a zombie until its new parent waits for it.
        let status = format!("/proc/{}/status", pid.as_raw_nonzero());
        while std::fs::read_to_string(&status).is_ok_and(|text| !text.contains("State:\tZ")) {
            assert!(Instant::now() < deadline, "it goes on");
            thread::yield_now();
        }
    }

    #[test]
    fn a_program_that_prints_for_ever_is_cut_off() {
        for script in ["yes", "yes >&2"] {
            let run = shell(script);
            assert_eq!(run.end, End::Flooded, "{script}");
            let printed = run.output.len().max(run.errors.len());
            assert_eq!(printed as u64, LONGEST_OUTPUT);
        }
    }

    #[test]
    fn colours_are_not_text() {
        let run = shell(
            "printf '\\357\\273\\277\\033[32mtafl> \\033[0m\\033[mGood\\033[1;31m Bye!\\n\\033['",
        );
        assert_eq!(run.text(), "tafl> Good Bye!\n");
    }

    #[test]
    fn large_inputs_and_outputs_pass() {
        let input = b"0123456789abcde\n".repeat(1 << 15);
        let run = run_in(Path::new("/"), &["/bin/cat"], &input, PATIENCE);
        assert_eq!(run.output, input);
    }
}
