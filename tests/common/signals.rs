//! Signals by name, without a `kill` that a machine may lack.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Sends a signal, named without its `SIG`, to a process.
#[track_caller]
pub fn send(process: u32, name: &str) {
    let signal: Signal = format!("SIG{name}").parse().expect("the name of a signal");
    let process = Pid::from_raw(process.try_into().expect("a process"));
    kill(process, signal).expect("it has not been waited for");
}
