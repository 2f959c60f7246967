//! Sends signals.

use std::process::Command;

/// Sends a signal by its name (`TERM`) to a process.
pub fn send(pid: u32, signal: &str) {
    let sent = Command::new("kill")
        .args(["-s", signal, &pid.to_string()])
        .status();
    assert!(sent.expect("kill").success());
}
