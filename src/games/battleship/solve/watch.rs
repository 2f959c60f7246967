//! Long computations report their progress and can be stopped.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

/// How far a long computation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is done.
    pub done: usize,
    /// What there is to do.
    pub all: usize,
}

/// Somebody who watches a long computation.
pub struct Watch<'a> {
    cancel: &'a AtomicBool,
    report: &'a mut dyn FnMut(Progress),
}

/// The computation was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("interrupted")]
pub struct Interrupted;

impl<'a> Watch<'a> {
    /// `report` is called now and then; the computation ends soon after `cancel` is set.
    pub fn new(cancel: &'a AtomicBool, report: &'a mut dyn FnMut(Progress)) -> Watch<'a> {
        Watch { cancel, report }
    }

    /// Tells how far the computation is.
    pub(crate) fn report(&mut self, done: usize, all: usize) -> Result<(), Interrupted> {
        (self.report)(Progress { done, all });
        self.check()
    }

    /// What stops the computation when it is set.
    pub(crate) const fn cancel(&self) -> &'a AtomicBool {
        self.cancel
    }

    /// Fails if the computation is to stop.
    pub(crate) fn check(&self) -> Result<(), Interrupted> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }
}
