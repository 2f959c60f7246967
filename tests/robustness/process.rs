//! Our program as a child: fed, watched, measured, killed.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write, empty};
use std::os::fd::AsRawFd;
use std::os::unix::fs::DirEntryExt;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use game::games::NAMES;

use crate::path::path;
use crate::signals;
use crate::skip::skip;
use crate::tours::start;

/// Nothing that is tested takes so long, even on a busy machine: it hangs.
const PATIENCE: Duration = Duration::from_mins(3);

/// Waits until something is so.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "in vain: {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Waits until a program holds its lock in a folder. That the file of the lock is there does not say
/// that it is locked yet.
#[track_caller]
pub fn wait_for_lock(folder: &Path) {
    wait_until("its lock", || {
        let Ok(entries) = fs::read_dir(folder) else {
            return false;
        };
        // Only Linux tells.
        let locks = fs::read_to_string("/proc/locks").ok();
        let device = device_of(folder).unwrap_or_default();
        let mut files = entries.filter_map(Result::ok).filter(|entry| {
            let name = entry.file_name();
            name.to_string_lossy().starts_with(".game-")
        });
        files.any(|file| {
            let locked = format!("{device}:{} ", file.ino());
            locks.as_ref().is_none_or(|locks| locks.contains(&locked))
        })
    });
}

/// The device that a folder is on, as `/proc/locks` writes it. What `stat` says is another one on
/// some file systems: a part of theirs.
fn device_of(folder: &Path) -> Option<String> {
    let folder = File::open(folder).ok()?;
    let opened = format!("/proc/self/fdinfo/{}", folder.as_raw_fd());
    let opened = fs::read_to_string(opened).ok()?;
    let mount = opened.lines().find_map(|line| line.strip_prefix("mnt_id:"));
    let mount = mount?.trim();
    let mounts = fs::read_to_string("/proc/self/mountinfo").ok()?;
    let mut mounts = mounts.lines().map(|line| line.split(' '));
    let mut mounted = mounts.find(|fields| fields.clone().next() == Some(mount))?;
    let (major, minor) = mounted.nth(2)?.split_once(':')?;
    let [major, minor]: [u32; 2] = [major.parse().ok()?, minor.parse().ok()?];
    Some(format!(" {major:02x}:{minor:02x}"))
}

/// A path of an open folder that is short and has no blank, wherever the folder is. Others can use
/// it, too, as long as it is open.
pub fn short_path(folder: &File) -> PathBuf {
    let process = std::process::id();
    format!("/proc/{process}/fd/{}", folder.as_raw_fd()).into()
}

/// A socket in a folder. The path of a socket has to be short.
#[track_caller]
pub fn listen(folder: &Path, name: &str) -> UnixListener {
    let folder = File::open(folder).expect("the folder is there");
    UnixListener::bind(short_path(&folder).join(name)).expect("the machine allows it")
}

/// The modes, and how a game is begun in each.
pub fn modes() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.into_iter().map(|mode| (mode, start(mode)))
}

/// Our program in a clean environment.
pub fn game<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(cargo_bin!("game"));
    command.env_clear().args(args);
    command
}

/// Our program, called `$GAME` by a shell that prepares its env.
pub fn shell(script: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command
        .env_clear()
        .env("PATH", path())
        .env("GAME", cargo_bin!("game"))
        .args(["-c", script]);
    command
}

/// The signals that a process ignores, as a mask.
#[track_caller]
pub fn ignored_by(process: &str) -> u64 {
    // Only Linux tells.
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.map_or(0, |mask| {
        u64::from_str_radix(mask.trim(), 16).expect("a mask")
    })
}

/// How a shell starts our program so that it hears SIGHUP, SIGINT and SIGTERM.
///
/// A shell starts programs in the background with SIGINT ignored, nohup with SIGHUP, and tests that
/// run there hand it on: our program would rightly leave it at that. Not every `env` can change it;
/// then `what` is not tested.
pub fn hearing_signals(what: &str) -> Option<&'static str> {
    let ours = [1, 2, 15].map(|signal| 1 << (signal - 1));
    if ignored_by("self") & ours.iter().sum::<u64>() == 0 {
        return Some("exec \"$GAME\"");
    }
    let tried = run(shell("env --default-signal=INT,HUP,TERM true"), "");
    if !tried.status.success() {
        skip(what, &format!("they are ignored: {}", tried.stderr.trim()));
        return None;
    }
    Some("exec env --default-signal=INT,HUP,TERM \"$GAME\"")
}

/// What came of a run.
#[derive(Debug)]
pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// Runs a command to its end with this input. One that hangs is stopped, and the test fails.
#[track_caller]
pub fn run(mut command: Command, input: impl AsRef<[u8]>) -> Outcome {
    command.stderr(Stdio::piped());
    let mut running = Running::spawn(&mut command);
    running.feed(input.as_ref().to_vec());
    running.outcome()
}

/// The answers of a scripted run: what is printed, without the prompts.
#[track_caller]
pub fn answers(command: Command, lines: &[&str]) -> Vec<String> {
    let outcome = run(command, lines.join("\n") + "\n");
    assert_eq!(outcome.stderr, "");
    assert_eq!(outcome.status.code(), Some(0));
    let said = outcome.stdout.lines().filter(|line| !line.ends_with("> "));
    said.map(str::to_owned).collect()
}

/// A child that runs, with pipes to and from it.
pub struct Running {
    pub child: Child,
    to: Option<ChildStdin>,
    from: Receiver<Vec<u8>>,
    /// Standard error, if the command has a pipe there.
    errors: Option<Receiver<Vec<u8>>>,
    read: Vec<u8>,
}

impl Running {
    #[track_caller]
    pub fn spawn(command: &mut Command) -> Self {
        Self::spawn_as_it_is(command.stdin(Stdio::piped()).stdout(Stdio::piped()))
    }

    /// Starts a command with the streams that it has.
    #[track_caller]
    pub fn spawn_as_it_is(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("it can be started");
        let stdout = child.stdout.take().map(collect);
        Running {
            to: child.stdin.take(),
            errors: child.stderr.take().map(collect),
            child,
            from: stdout.unwrap_or_else(|| collect(empty())),
            read: Vec::new(),
        }
    }

    /// Writes all this to the child while others read, then closes its input.
    pub fn feed(&mut self, input: Vec<u8>) {
        let mut to = self.to.take().expect("the input is open");
        // A child that has heard enough is no failure.
        thread::spawn(move || to.write_all(&input));
    }

    /// Writes something to the child and keeps its input open.
    pub fn say(&mut self, text: impl AsRef<[u8]>) {
        let to = self.to.as_mut().expect("the input is open");
        to.write_all(text.as_ref()).expect("it listens");
    }

    /// Waits until this has been printed; what came before it is forgotten.
    #[track_caller]
    pub fn until(&mut self, text: &str) {
        loop {
            let found = self
                .read
                .windows(text.len())
                .position(|window| window == text.as_bytes());
            if let Some(at) = found {
                self.read.drain(..at + text.len());
                return;
            }
            // Nothing of what was looked through can belong to it, but the end may be its beginning.
            let looked_through = self.read.len().saturating_sub(text.len().max(1000));
            self.read.drain(..looked_through);
            match self.from.recv_timeout(PATIENCE) {
                Ok(chunk) => self.read.extend(chunk),
                Err(why) => {
                    let said = String::from_utf8_lossy(&self.read).into_owned();
                    let _ = self.child.kill();
                    panic!("{text:?} did not come ({why}) but {said:?}");
                }
            }
        }
    }

    /// All that is printed until the end.
    #[track_caller]
    pub fn rest(&mut self) -> Vec<u8> {
        loop {
            match self.from.recv_timeout(PATIENCE) {
                Ok(chunk) => self.read.extend(chunk),
                Err(RecvTimeoutError::Disconnected) => return std::mem::take(&mut self.read),
                Err(RecvTimeoutError::Timeout) => {
                    let _ = self.child.kill();
                    panic!("it hangs");
                }
            }
        }
    }

    /// The most memory that it has had so far, in kilobytes.
    #[track_caller]
    pub fn peak(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = fs::read_to_string(path).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let digits: Option<String> =
            line.map(|line| line.chars().filter(char::is_ascii_digit).collect());
        let digits = digits.expect("it has not ended");
        digits.parse().expect("a number of kilobytes")
    }

    /// What comes of it in the end.
    #[track_caller]
    pub fn outcome(&mut self) -> Outcome {
        let stdout = self.rest();
        let status = self.wait();
        let stderr: Vec<u8> = self.errors.iter().flatten().flatten().collect();
        Outcome {
            status,
            stdout: String::from_utf8_lossy(&stdout).into_owned(),
            stderr: String::from_utf8_lossy(&stderr).into_owned(),
        }
    }

    /// Sends it a signal again and again until it has ended.
    #[track_caller]
    pub fn pester(&mut self, signal: &str) {
        wait_until("the end", || {
            let ended = self.child.try_wait().expect("it is our child").is_some();
            if !ended {
                self.signal(signal);
            }
            ended
        });
    }

    /// Closes the input and waits for the end.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        drop(self.to.take());
        wait_until("the end", || {
            self.child.try_wait().expect("it is our child").is_some()
        });
        self.child.wait().expect("it is our child")
    }

    /// Kills it as the system would: it cannot notice.
    pub fn kill(&mut self) {
        self.child.kill().expect("it is our child");
        self.child.wait().expect("it is our child");
    }

    /// Sends it a signal by name.
    #[track_caller]
    pub fn signal(&self, name: &str) {
        signals::send(self.child.id(), name);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A test that failed leaves nothing running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads all that comes, in a thread of its own.
fn collect(mut from: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver): (Sender<Vec<u8>>, _) = channel();
    thread::spawn(move || {
        let mut chunk = vec![0; 1 << 16];
        while let Ok(length @ 1..) = from.read(&mut chunk) {
            if sender.send(chunk[..length].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The names in a folder, in order.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = entries
        .map(|entry| entry.expect("it can be read").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
