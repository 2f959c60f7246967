//! A bare pseudo terminal, for programs that are not to be typed at by a library.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command, ExitStatus};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// The two sides of a new terminal: the one that a person would sit at, and the program's.
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

/// Reads byte by byte until a text has come, and gives back all of it.
pub fn until(near: &mut File, text: &str) -> String {
    let mut shown = Vec::new();
    let mut byte = [0];
    while !shown.ends_with(text.as_bytes()) {
        match near.read(&mut byte) {
            Ok(1) => shown.push(byte[0]),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            other => panic!("{other:?} after {:?}", String::from_utf8_lossy(&shown)),
        }
    }
    String::from_utf8_lossy(&shown).into_owned()
}

/// Runs a command whose output and errors go to a terminal, and gives back what that got.
pub fn run(command: &mut Command) -> (ExitStatus, String) {
    let (mut near, far) = open();
    let clone = || far.try_clone().expect("the machine allows it");
    let mut child = command
        .stdout(clone())
        .stderr(clone())
        .spawn()
        .expect("it can be started");
    // As long as somebody has the far side open, the near side has no end.
    drop(far);
    // The command keeps its streams, too.
    command.stdout(std::process::Stdio::null());
    command.stderr(std::process::Stdio::null());
    let mut shown = Vec::new();
    let mut chunk = [0; 4096];
    loop {
        match near.read(&mut chunk) {
            Ok(length @ 1..) => shown.extend_from_slice(&chunk[..length]),
            Err(e) if e.kind() == ErrorKind::Interrupted => {}
            // That is how a terminal ends.
            _ => break,
        }
    }
    let status = child.wait().expect("it is our child");
    (status, String::from_utf8_lossy(&shown).into_owned())
}
