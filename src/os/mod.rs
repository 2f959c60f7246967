//! The operating system: environment, signals, threads on the command line, progress bars.

pub(crate) mod env;
pub(crate) mod progress;
pub(crate) mod signals;
pub(crate) mod threads;
