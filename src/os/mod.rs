//! The operating system: environment, signals, command lines, progress bars.

pub(crate) mod env;
pub(crate) mod progress;
pub(crate) mod signals;
pub(crate) mod threads;
pub(crate) mod words;
