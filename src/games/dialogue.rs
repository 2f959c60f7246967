//! The dialogue of a grader with a driver, which answers each line with one line.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::os::progress::Progress;
use crate::os::words;
use crate::repl::Interrupted;
use crate::store;

/// The longest line, in bytes; longer ones are cut.
const LONGEST_LINE: u64 = 1 << 20;

/// The number of failures before the grader gives up. A timeout counts three times.
const MAX_FAILURES: u32 = 10;

/// Extra time for the first answer of a program that was just started.
const START_UP: Duration = Duration::from_secs(5);

/// The interval between checks for an interruption.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers each line of standard input with one line until the input ends.
///
/// # Errors
/// When standard input or `out` fails.
pub(super) fn serve(
    out: &mut dyn Write,
    mut answer: impl FnMut(&str) -> Result<String, Box<dyn Error>>,
) -> io::Result<()> {
    let mut input = io::stdin().lock();
    while let Some(line) = read_line(&mut input)? {
        let answer = answer(&line).unwrap_or_else(|why| format!("error: {why}"));
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// Reads a line without its line break; `None` at the end.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}

/// The reason why a driver gave no answer: a phrase that follows the question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoAnswer {
    #[error("ended the program ({0})")]
    Ended(String),
    #[error("was not answered in time")]
    TimedOut,
    #[error("came after an extra line, {0:?}")]
    ExtraLine(String),
    /// The driver failed too often, or the grader was interrupted.
    #[error("was not tried")]
    Stopped,
}

/// Grades drivers one by one and prints the reports. `grade` returns a report and whether the driver
/// is faultless.
///
/// # Errors
/// When a driver has a fault or cannot be started, on a signal, or when `out` fails.
pub(super) fn grade_all(
    drivers: &[String],
    out: &mut dyn Write,
    cancel: &AtomicBool,
    grade: fn(Driver<'_>) -> (String, bool),
) -> Result<(), Box<dyn Error>> {
    let mut faulty = 0;
    for (number, command_line) in drivers.iter().enumerate() {
        if drivers.len() > 1 {
            let blank = if number > 0 { "\n" } else { "" };
            writeln!(out, "{blank}{command_line}")?;
        }
        let bar = Progress::new("", 0);
        bar.say_only(&format!("grading {command_line}"));
        let (report, faultless) = match Driver::start(command_line, cancel) {
            Ok(driver) => grade(driver),
            Err(error) => (
                format!("cannot be started: {}\n", store::reason(&error)),
                false,
            ),
        };
        bar.finish("");
        out.write_all(report.as_bytes())?;
        faulty += u32::from(!faultless);
        if cancel.load(Ordering::Relaxed) {
            return Err(Interrupted("grading is incomplete").into());
        }
    }
    match (faulty, drivers) {
        (0, _) => Ok(()),
        (_, [only]) => Err(format!("{only} has faults").into()),
        _ => Err(format!("{faulty} of {} drivers have faults", drivers.len()).into()),
    }
}

/// A driver, restarted after a failure.
pub(super) struct Driver<'a> {
    command_line: &'a str,
    cancel: &'a AtomicBool,
    running: Option<Running>,
    failures: u32,
    /// The kinds of faults, each with an example and a count.
    faults: Vec<(&'static str, String, usize)>,
}

impl<'a> Driver<'a> {
    /// Starts a program. `command_line` is its name, or its name and arguments.
    fn start(command_line: &'a str, cancel: &'a AtomicBool) -> io::Result<Self> {
        Ok(Driver {
            command_line,
            cancel,
            running: Some(Running::start(command_line)?),
            failures: 0,
            faults: Vec::new(),
        })
    }

    /// Whether the program is running. If not, the next question starts it again.
    pub(super) fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Sends a line and returns the answer.
    pub(super) fn ask(&mut self, line: &str, limit: Duration) -> Result<String, NoAnswer> {
        if self.failures >= MAX_FAILURES || self.cancel.load(Ordering::Relaxed) {
            return Err(NoAnswer::Stopped);
        }
        let answer = match &mut self.running {
            Some(running) => running.ask(line, limit, self.cancel),
            none => match Running::start(self.command_line) {
                Ok(started) => none.insert(started).ask(line, limit, self.cancel),
                Err(error) => Err(NoAnswer::Ended(store::reason(&error))),
            },
        };
        match answer {
            Err(NoAnswer::TimedOut) => {
                self.failures += 2;
                self.fail();
            }
            Err(_) => self.fail(),
            Ok(_) => {}
        }
        answer
    }

    /// Ends the program after a failure.
    pub(super) fn fail(&mut self) {
        self.failures += 1;
        self.running = None;
    }

    /// Asks a question with one right answer. Returns whether it came, or `None` if the question
    /// was not asked.
    pub(super) fn expect(
        &mut self,
        kind: &'static str,
        question: &str,
        right: &str,
        limit: Duration,
    ) -> Option<bool> {
        let answer = self.ask(question, limit);
        // An extra line can belong to an earlier question, so it is a separate kind.
        let kind = match answer {
            Err(NoAnswer::ExtraLine(_)) => "extra line",
            _ => kind,
        };
        let fault = match answer {
            Ok(answer) if answer.trim_end() == right => return Some(true),
            Ok(answer) => format!(
                "{question:?} answered {} instead of {right}",
                quoted(&answer)
            ),
            Err(NoAnswer::Stopped) => return None,
            Err(why) => format!("{question:?} {why} instead of answering {right}"),
        };
        self.fault(kind, fault);
        Some(false)
    }

    /// Records a fault.
    pub(super) fn fault(&mut self, kind: &'static str, example: String) {
        match self.faults.iter_mut().find(|(known, ..)| *known == kind) {
            Some((.., count)) => *count += 1,
            None => self.faults.push((kind, example, 1)),
        }
    }

    /// Returns the closing lines of a report, and whether there was no fault.
    pub(super) fn verdict(&mut self) -> (String, bool) {
        if self.failures >= MAX_FAILURES {
            self.fault(
                "given up",
                "given up: the driver failed too often".to_owned(),
            );
        }
        let lines = self.faults.iter().map(|(_, example, count)| match count {
            1 => format!("  {example}\n"),
            _ => format!("  {example} (and {} more like it)\n", count - 1),
        });
        let lines: String = lines.collect();
        let text = match self.faults.iter().map(|(.., count)| count).sum::<usize>() {
            0 => "no fault\n".to_owned(),
            1 => format!("one fault: {}", lines.trim_start()),
            count => format!("{count} faults:\n{lines}"),
        };
        (text, self.faults.is_empty())
    }
}

/// Quotes the beginning of a line that a driver printed.
pub(super) fn quoted(text: &str) -> String {
    let beginning: String = text.chars().take(60).collect();
    format!("{beginning:?}")
}

/// A running program. Dropping it kills its process group.
struct Running {
    child: Child,
    /// Whether nothing has been asked yet.
    fresh: bool,
    stdin: ChildStdin,
    lines: Receiver<String>,
    /// Standard error, as an unnamed file.
    errors: File,
}

impl Running {
    fn start(command_line: &str) -> io::Result<Running> {
        let words = words::split(command_line).map_err(io::Error::other)?;
        let mut words = words.into_iter();
        let program = Path::new(command_line);
        let mut command = if program.is_file() {
            Command::new(Path::new(".").join(program))
        } else {
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words);
            command
        };
        let errors = tempfile::tempfile()?;
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .stderr(errors.try_clone()?)
            .process_group(0)
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        // A bounded channel blocks a program that floods its output.
        let (sender, lines) = sync_channel(8);
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(line)) = read_line(&mut stdout)
                && sender.send(line).is_ok()
            {}
        });
        Ok(Running {
            child,
            fresh: true,
            stdin,
            lines,
            errors,
        })
    }

    fn ask(
        &mut self,
        line: &str,
        limit: Duration,
        cancel: &AtomicBool,
    ) -> Result<String, NoAnswer> {
        if let Ok(extra) = self.lines.try_recv() {
            return Err(NoAnswer::ExtraLine(extra));
        }
        // Writing fails if the program has ended, which is noticed below.
        let _ = self.stdin.write_all(format!("{line}\n").as_bytes());
        let start_up = if self.fresh { START_UP } else { Duration::ZERO };
        self.fresh = false;
        let end = Instant::now() + limit + start_up;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PAUSE)) {
                Ok(answer) => return Ok(answer),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoAnswer::Ended(self.last_words()));
                }
                Err(_) if cancel.load(Ordering::Relaxed) => return Err(NoAnswer::Stopped),
                Err(_) if left.is_zero() => return Err(NoAnswer::TimedOut),
                Err(_) => {}
            }
        }
    }

    /// Returns the last line of standard error, or else the exit status.
    fn last_words(&mut self) -> String {
        self.kill();
        let status = self.child.wait().map(|status| status.to_string());
        let mut errors = Vec::new();
        let read = self.errors.rewind();
        let _ = read.and_then(|()| (&self.errors).take(LONGEST_LINE).read_to_end(&mut errors));
        let errors = String::from_utf8_lossy(&errors);
        let last = errors.lines().rfind(|line| !line.trim().is_empty());
        last.map_or_else(
            || status.unwrap_or_default(),
            |line| line.chars().take(120).collect(),
        )
    }

    fn kill(&self) {
        if let Some(group) = Pid::from_raw(self.child.id() as i32) {
            // Fails if the whole group has ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_driver_that_hangs_is_killed_and_starts_afresh() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("driver");
        let script = "#!/bin/sh\nread -r line; echo \"$line\"; exec sleep 1000";
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        let cancel = AtomicBool::new(false);
        let mut driver = Driver::start(path.to_str().unwrap(), &cancel).unwrap();
        let patient = Duration::from_mins(3);
        for _ in 0..4 {
            assert_eq!(driver.ask("one", patient), Ok("one".to_owned()));
            let hung = driver.ask("two", Duration::from_millis(10));
            assert_eq!(hung, Err(NoAnswer::TimedOut));
            assert!(!driver.is_running());
        }
        assert_eq!(driver.ask("one", patient), Err(NoAnswer::Stopped));
        let (verdict, faultless) = driver.verdict();
        assert_eq!(
            verdict,
            "one fault: given up: the driver failed too often\n"
        );
        assert!(!faultless);
    }
}
