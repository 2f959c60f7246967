//! Runs a program that may hang, flood, fork or ignore its input.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// How long the output of processes that were left behind is waited for.
const GRACE: Duration = Duration::from_millis(100);

/// The longest pause between two looks at whether the program has ended.
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// What is written to a pipe at once: POSIX promises that so much never blocks where there is room.
const CHUNK: usize = 512;

/// How far a program may go.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long one run may take.
    pub time: Duration,
    /// How many bytes it may print.
    pub output: usize,
    /// How many megabytes of memory it may use.
    pub memory: Option<u64>,
}

/// The longest file that a program may write, in bytes.
#[cfg(target_os = "linux")]
const LONGEST_FILE: u64 = 64 << 20;

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(5),
            output: 1 << 20,
            memory: None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The program left with this status.
    Status(i32),
    /// A signal ended it: it crashed.
    Signal(i32),
    /// It did not end in time, and was killed.
    TimedOut,
    /// It printed more than it may, and was killed.
    Flooded,
    /// Nobody wants to know any more.
    Cancelled,
}

/// What became of a run.
#[derive(Debug)]
pub struct Run {
    /// What it printed.
    pub output: Vec<u8>,
    /// What it wrote to standard error.
    pub errors: Vec<u8>,
    /// How it ended.
    pub end: End,
}

/// The program could not be started.
#[derive(Debug, thiserror::Error)]
#[error("{program}: {}", reason(source))]
pub struct NotStarted {
    program: String,
    source: io::Error,
}

impl NotStarted {
    /// The reason in few words.
    #[must_use]
    pub fn brief(&self) -> String {
        let reason = reason(&self.source);
        let words = reason.split(" (").next().unwrap_or_default();
        let words = words.strip_prefix("it is ").unwrap_or(words);
        words.strip_prefix("there is ").unwrap_or(words).to_owned()
    }
}

/// Why a program could not be started, and what to do about it.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such program".to_owned(),
        io::ErrorKind::PermissionDenied => {
            "it is not executable (chmod +x makes it so; a script can be named behind its \
             interpreter: game check python3 mine.py)"
                .to_owned()
        }
        // ENOEXEC: a script without its first line, or a program for another machine.
        _ if error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error()) => {
            "it is no program (a script begins with a line such as #!/usr/bin/env python3, or is \
             named behind its interpreter: game check python3 mine.py)"
                .to_owned()
        }
        _ => error.to_string(),
    }
}

/// A program that can be run.
pub trait Program: Sync {
    /// Runs it once with these arguments and this input in a folder.
    ///
    /// # Errors
    /// When it cannot be started.
    fn run(&self, args: &[String], input: &[u8], folder: &Path) -> Result<Run, NotStarted>;
}

impl<F: Fn(&[String], &[u8], &Path) -> Run + Sync> Program for F {
    fn run(&self, args: &[String], input: &[u8], folder: &Path) -> Result<Run, NotStarted> {
        Ok(self(args, input, folder))
    }
}

/// A program of the system.
#[derive(Clone, Copy, Debug)]
pub struct Process<'a> {
    /// The program and the arguments that always come first.
    pub words: &'a [OsString],
    /// The value of `TERM`.
    pub term: &'a str,
    /// How far a run may go.
    pub limits: Limits,
    /// Ends a run early.
    pub cancel: &'a AtomicBool,
}

impl Program for Process<'_> {
    /// Runs the program with nothing of our environment but the path to other programs.
    fn run(&self, args: &[String], input: &[u8], folder: &Path) -> Result<Run, NotStarted> {
        let (name, first) = self.words.split_first().ok_or_else(|| NotStarted {
            program: String::new(),
            source: io::ErrorKind::NotFound.into(),
        })?;
        let mut command = Command::new(name);
        command
            .args(first)
            .args(args)
            .current_dir(folder)
            .process_group(0)
            .env_clear()
            .env("TERM", self.term)
            .env("HOME", folder)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        let child = command.spawn().map_err(|source| NotStarted {
            program: name.display().to_string(),
            source,
        })?;
        if let Some(megabytes) = self.limits.memory {
            restrict(&child, megabytes);
        }
        Ok(Watched::new(child, input, self.limits).watch(self.cancel))
    }
}

/// Limits the memory of a program and the length of its files, before it gets any input.
#[cfg(target_os = "linux")]
fn restrict(child: &Child, megabytes: u64) {
    use rustix::process::{Resource, Rlimit, prlimit};
    let Some(pid) = Pid::from_raw(child.id() as i32) else {
        return;
    };
    for (resource, bytes) in [
        (Resource::Data, megabytes << 20),
        (Resource::Fsize, LONGEST_FILE),
    ] {
        let limit = Rlimit {
            current: Some(bytes),
            maximum: Some(bytes),
        };
        // The program may have ended already.
        let _ = prlimit(Some(pid), resource, limit);
    }
}

#[cfg(not(target_os = "linux"))]
fn restrict(_: &Child, _: u64) {}

/// A running program and the three pipes to it.
struct Watched<'a> {
    child: Child,
    stdin: Option<ChildStdin>,
    input: &'a [u8],
    stdout: Collected,
    stderr: Collected,
    limits: Limits,
}

/// What came out of a pipe so far.
#[derive(Default)]
struct Collected {
    pipe: Option<Box<dyn Pipe>>,
    bytes: Vec<u8>,
}

trait Pipe: Read + AsFd {}
impl<P: Read + AsFd> Pipe for P {}

impl Collected {
    fn new(pipe: Option<impl Pipe + 'static>) -> Self {
        Collected {
            pipe: pipe.map(|pipe| Box::new(pipe) as Box<dyn Pipe>),
            bytes: Vec::new(),
        }
    }

    /// Takes what is there now. At its end, or when it cannot be read, the pipe is closed.
    fn read(&mut self) {
        let mut buffer = [0; 16 * 1024];
        let count = match &mut self.pipe {
            Some(pipe) => pipe.read(&mut buffer).unwrap_or(0),
            None => 0,
        };
        self.bytes.extend(&buffer[..count]);
        if count == 0 {
            self.pipe = None;
        }
    }
}

impl<'a> Watched<'a> {
    fn new(mut child: Child, input: &'a [u8], limits: Limits) -> Self {
        Watched {
            stdin: child.stdin.take().filter(|_| !input.is_empty()),
            input,
            stdout: Collected::new(child.stdout.take()),
            stderr: Collected::new(child.stderr.take()),
            child,
            limits,
        }
    }

    /// Writes and reads until the program has ended or gone too far.
    fn watch(mut self, cancel: &AtomicBool) -> Run {
        let begun = Instant::now();
        let mut stop_reading = None;
        let mut pause = Duration::from_micros(200);
        let mut was_ready = true;
        let stopped = loop {
            let now = Instant::now();
            if stop_reading.is_none() && self.has_ended() {
                // Whatever it has left behind goes with it: they are one group of processes. One that
                // has left the group may still hold the pipes, and is not waited for.
                self.kill();
                stop_reading = Some(now + GRACE);
            }
            if self.stdout.bytes.len().max(self.stderr.bytes.len()) > self.limits.output {
                break Some(End::Flooded);
            }
            match stop_reading {
                Some(_) if self.stdout.pipe.is_none() && self.stderr.pipe.is_none() => break None,
                // What it had printed is in the pipes, however late we come to read it.
                Some(end) if now >= end && !was_ready => break None,
                None if cancel.load(Ordering::Relaxed) => break Some(End::Cancelled),
                None if begun.elapsed() >= self.limits.time => break Some(End::TimedOut),
                _ => {}
            }
            was_ready = self.transfer(pause);
            pause = if was_ready {
                Duration::from_micros(200)
            } else {
                (pause * 2).min(LONGEST_PAUSE)
            };
        };
        self.kill();
        let status = self.child.wait();
        let limit = self.limits.output;
        self.stdout.bytes.truncate(limit);
        self.stderr.bytes.truncate(limit);
        Run {
            output: self.stdout.bytes,
            errors: self.stderr.bytes,
            end: stopped.unwrap_or(match status {
                Ok(status) => match (status.code(), status.signal()) {
                    (Some(code), _) => End::Status(code),
                    (None, signal) => End::Signal(signal.unwrap_or_default()),
                },
                Err(_) => End::Cancelled,
            }),
        }
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Whether the program itself has ended. Its number stays taken until it is waited for, so
    /// that its group can still be named.
    fn has_ended(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.pid()
            .is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    /// Ends the whole group of processes.
    fn kill(&self) {
        if let Some(pid) = self.pid() {
            // Nobody may be left in it; then there is nothing to do.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }

    /// Waits until something can be written or read, and does so; whether there was anything.
    fn transfer(&mut self, pause: Duration) -> bool {
        let mut fds = Vec::with_capacity(3);
        if let Some(stdin) = &self.stdin {
            fds.push(PollFd::new(stdin, PollFlags::OUT));
        }
        for collected in [&self.stdout, &self.stderr] {
            if let Some(pipe) = &collected.pipe {
                fds.push(PollFd::from_borrowed_fd(pipe.as_fd(), PollFlags::IN));
            }
        }
        let timeout = Timespec {
            tv_sec: 0,
            tv_nsec: i64::from(pause.subsec_nanos()),
        };
        if !retry_on_intr(|| poll(&mut fds, Some(&timeout))).is_ok_and(|ready| ready > 0) {
            return false;
        }
        let mut ready = fds.iter().map(|fd| !fd.revents().is_empty());
        let mut is_ready = |open: bool| open && ready.next().unwrap_or(false);
        let [write, out, err] = [
            is_ready(self.stdin.is_some()),
            is_ready(self.stdout.pipe.is_some()),
            is_ready(self.stderr.pipe.is_some()),
        ];
        drop(fds);
        if write {
            self.write();
        }
        if out {
            self.stdout.read();
        }
        if err {
            self.stderr.read();
        }
        true
    }

    /// Writes a piece of the input. A program that has closed its input gets no more of it; what
    /// that means is for the transcript to judge.
    fn write(&mut self) {
        let Some(stdin) = &mut self.stdin else { return };
        let piece = &self.input[..self.input.len().min(CHUNK)];
        let written = stdin.write(piece).unwrap_or(0);
        self.input = &self.input[written..];
        if written == 0 || self.input.is_empty() {
            self.stdin = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    use super::super::files::make_pipe;
    use super::*;

    fn shell_in(folder: &Path, script: &str, limits: Limits) -> Run {
        let program = Process {
            words: &["/bin/sh", "-c", script].map(OsString::from),
            term: "dumb",
            limits,
            cancel: &AtomicBool::new(false),
        };
        program.run(&[], b"a line\n", folder).unwrap()
    }

    fn shell_with(script: &str, limits: Limits) -> Run {
        let folder = tempfile::tempdir().unwrap();
        shell_in(folder.path(), script, limits)
    }

    /// A program that is not to hang has this time, and the machine may be busy.
    const PATIENCE: Duration = Duration::from_mins(3);

    fn patient() -> Limits {
        Limits {
            time: PATIENCE,
            ..Limits::default()
        }
    }

    fn shell(script: &str) -> Run {
        shell_with(script, patient())
    }

    #[test]
    fn what_a_program_prints_and_its_status_come_back() {
        let run = shell("read x; echo \"$x $TERM\"; echo oh >&2; exit 3");
        assert_eq!(run.output, b"a line dumb\n");
        assert_eq!(run.errors, b"oh\n");
        assert_eq!(run.end, End::Status(3));
    }

    #[test]
    fn a_program_that_hangs_is_given_up() {
        // On a busy machine it may not have begun by then.
        let printed = (0..8).find_map(|doubled| {
            let limits = Limits {
                time: Duration::from_millis(300 << doubled),
                ..Limits::default()
            };
            let run = shell_with("echo first; exec sleep 1000", limits);
            assert_eq!(run.end, End::TimedOut);
            (!run.output.is_empty()).then_some(run.output)
        });
        assert_eq!(printed.as_deref(), Some(&b"first\n"[..]));
    }

    #[test]
    fn a_limit_may_be_longer_than_any_clock_runs() {
        let limits = Limits {
            time: Duration::MAX,
            ..Limits::default()
        };
        assert_eq!(shell_with("exit 3", limits).end, End::Status(3));
    }

    #[test]
    fn a_crash_is_told_by_its_signal() {
        assert_eq!(shell("ulimit -c 0; kill -s SEGV $$").end, End::Signal(11));
    }

    #[test]
    fn a_program_that_leaves_others_behind_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        make_pipe(&pipe);
        let nonblocking = OFlags::NONBLOCK.bits() as i32;
        let mut options = OpenOptions::new();
        let pipe = options.read(true).custom_flags(nonblocking).open(pipe);
        let script = "exec 3>pipe; sleep 1000 & exit 3";
        assert_eq!(
            shell_in(folder.path(), script, patient()).end,
            End::Status(3)
        );
        // It dies as soon as it is its turn, and then nobody has the pipe open.
        let deadline = Instant::now() + PATIENCE;
        let mut pipe = pipe.unwrap();
        while pipe.read(&mut [0]).is_err() {
            assert!(Instant::now() < deadline, "it goes on");
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_program_that_prints_for_ever_is_cut_off() {
        for script in ["yes", "yes >&2"] {
            let run = shell(script);
            assert_eq!(run.end, End::Flooded, "{script}");
            assert!(run.output.len().max(run.errors.len()) == Limits::default().output);
        }
    }

    #[test]
    fn a_program_may_close_its_input_and_output_first() {
        assert_eq!(shell("exec <&-; echo on").output, b"on\n");
        assert_eq!(
            shell("echo on; exec >&- 2>&-; sleep 0.05").end,
            End::Status(0)
        );
    }

    fn run(program: &str, input: &[u8]) -> Result<Run, NotStarted> {
        let program = Process {
            words: &[program.into()],
            term: "dumb",
            limits: patient(),
            cancel: &AtomicBool::new(false),
        };
        program.run(&[], input, Path::new("/"))
    }

    #[test]
    fn much_input_and_much_output_do_not_wait_for_each_other() {
        let input = b"0123456789abcde\n".repeat(1 << 15);
        let run = run("/bin/cat", &input).unwrap();
        assert_eq!(run.output, input);
    }

    #[test]
    fn what_cannot_be_started_is_told() {
        let start = |program: &str| {
            let run = run(program, b"");
            run.unwrap_err().to_string()
        };
        assert_eq!(start("./none"), "./none: there is no such program");
        assert!(start("/dev/null").starts_with("/dev/null: it is not executable"));
    }
}
