//! A bare pseudo terminal, for tests that cannot use `rexpect`.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command, ExitStatus};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// Generous even for a busy machine; after it the program counts as hung.
pub const PATIENCE: Duration = Duration::from_mins(3);

/// Reads the available bytes, waiting for the first; none at the end.
#[track_caller]
fn read(near: &mut File, into: &mut [u8], shown: &[u8]) -> usize {
    loop {
        let patience = PATIENCE.try_into().expect("it is short");
        let mut ready = [PollFd::new(&*near, PollFlags::IN)];
        let silent = matches!(poll(&mut ready, Some(&patience)), Ok(0));
        let shown = || String::from_utf8_lossy(shown).into_owned();
        assert!(!silent, "nothing more came after {:?}", shown());
        match near.read(into) {
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            // A closed terminal gives an error.
            read => return read.unwrap_or(0),
        }
    }
}

/// The two ends of a new terminal: the user's and the program's.
pub fn open() -> (File, File) {
    let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
        .expect("the machine allows it");
    grantpt(&near).expect("the machine allows it");
    unlockpt(&near).expect("the machine allows it");
    let name = ptsname(&near, Vec::new()).expect("the machine allows it");
    let far = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(OFlags::NOCTTY.bits() as i32)
        .open(name.to_str().expect("the machine allows it"))
        .expect("the machine allows it");
    (near.into(), far)
}

/// Runs a command with output and errors on a terminal, and returns what it printed.
pub fn run(command: &mut Command) -> (ExitStatus, String) {
    let (mut near, far) = open();
    let clone = || far.try_clone().expect("the machine allows it");
    let mut child = command
        .stdout(clone())
        .stderr(clone())
        .spawn()
        .expect("it can be started");
    // The user's end closes only after all copies of the program's end.
    drop(far);
    // The command holds copies as well.
    command.stdout(std::process::Stdio::null());
    command.stderr(std::process::Stdio::null());
    let mut shown = Vec::new();
    let mut chunk = [0; 4096];
    while let length @ 1.. = read(&mut near, &mut chunk, &shown) {
        shown.extend_from_slice(&chunk[..length]);
    }
    let status = child.wait().expect("it is our child");
    (status, String::from_utf8_lossy(&shown).into_owned())
}
