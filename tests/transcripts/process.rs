//! Runs a program that may hang, flood or ignore its input.

use std::io::{Read, Write};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// How long a program may take unless the environment says otherwise. It is there for programs
/// that never end, so it is generous.
pub const LIMIT: Duration = Duration::from_secs(20);

/// How much of its output is looked at: a program that does not notice the end of input prints
/// prompts for ever.
const MOST_OUTPUT: u64 = 1 << 20;

/// What became of a run.
#[derive(Debug)]
pub struct Run {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// How it ended; `None` when it did not in time.
    pub status: Option<ExitStatus>,
}

/// Runs a program in a folder, with nothing of our environment but what every program may expect.
///
/// # Errors
/// When it cannot be started.
pub fn run(
    program: &Path,
    args: &[String],
    folder: &Path,
    term: &str,
    input: Vec<u8>,
    limit: Duration,
) -> Result<Run, String> {
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .process_group(0)
        .env_clear()
        .env("TERM", term)
        .env("HOME", folder)
        .env("LC_ALL", "C.UTF-8")
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|why| format!("{}: {why}", program.display()))?;
    let deadline = Instant::now() + limit;
    if let Some(mut stdin) = child.stdin.take() {
        // A program that ends early does not read everything: that is for the transcript to judge.
        thread::spawn(move || stdin.write_all(&input));
    }
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let status = wait(&mut child, deadline);
    // Whoever still holds the other end of a pipe is not waited for.
    let rest = |output: Option<Receiver<Vec<u8>>>| {
        let left = deadline.saturating_duration_since(Instant::now());
        let patience = left.max(Duration::from_millis(100));
        output
            .and_then(|output| output.recv_timeout(patience).ok())
            .unwrap_or_default()
    };
    Ok(Run {
        stdout: rest(stdout),
        stderr: rest(stderr),
        status,
    })
}

/// Reads everything in the background, up to the limit; then the pipe is closed.
fn collect(pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What came before an error is still worth looking at.
        let _ = pipe.take(MOST_OUTPUT).read_to_end(&mut bytes);
        send.send(bytes)
    });
    receive
}

fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    let mut pause = Duration::from_micros(200);
    while Instant::now() < deadline {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
    // Whatever it has started goes with it: they are one group of processes. It may have ended in
    // this moment; then there is nothing left to kill.
    let group = format!("kill -s KILL -- -{}", child.id());
    let _ = Command::new("/bin/sh").args(["-c", &group]).status();
    let _ = child.kill();
    let _ = child.wait();
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Run {
        let args = ["-c".to_owned(), script.to_owned()];
        let input = b"a line\n".to_vec();
        run(
            Path::new("/bin/sh"),
            &args,
            Path::new("/"),
            "dumb",
            input,
            limit,
        )
        .unwrap()
    }

    #[test]
    fn what_a_program_prints_and_its_status_come_back() {
        let run = shell("read x; echo \"$x $TERM\"; echo oh >&2; exit 3", LIMIT);
        assert_eq!(run.stdout, b"a line dumb\n");
        assert_eq!(run.stderr, b"oh\n");
        assert_eq!(run.status.unwrap().code(), Some(3));
    }

    #[test]
    fn a_program_that_hangs_is_given_up() {
        let run = shell("echo first; exec sleep 1000", Duration::from_millis(300));
        assert_eq!(run.status, None);
        assert_eq!(run.stdout, b"first\n");
    }

    #[test]
    fn a_program_that_leaves_others_behind_is_not_waited_for() {
        let run = shell("sleep 5 & exit 0", Duration::from_millis(300));
        assert!(run.status.unwrap().success());
    }

    #[test]
    fn a_program_that_prints_for_ever_is_cut_off() {
        let run = shell("yes", LIMIT);
        assert_eq!(run.stdout.len() as u64, MOST_OUTPUT);
        assert!(!run.status.unwrap().success());
    }
}
