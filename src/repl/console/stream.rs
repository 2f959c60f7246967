//! Unbuffered standard streams that wait where `O_NONBLOCK` would fail.
//!
//! Another program can set `O_NONBLOCK` on a shared terminal or pipe at any time. The streams of the
//! standard library then fail in the middle of a text.

use std::io::{self, IsTerminal, Read, Write};
use std::os::fd::BorrowedFd;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::Errno;
use rustix::stdio;
use rustix::termios::tcgetwinsize;

/// A standard stream.
#[derive(Clone, Copy, Debug)]
pub struct Stream(BorrowedFd<'static>);

impl Stream {
    /// Standard input.
    #[must_use]
    pub fn input() -> Self {
        Stream(stdio::stdin())
    }

    /// Standard output.
    #[must_use]
    pub fn output() -> Self {
        Stream(stdio::stdout())
    }

    /// Standard error.
    #[must_use]
    pub fn error() -> Self {
        Stream(stdio::stderr())
    }

    /// Whether it is a terminal.
    #[must_use]
    pub fn is_terminal(self) -> bool {
        self.0.is_terminal()
    }

    /// How many columns it has, if it is a terminal that says so.
    #[must_use]
    pub fn width(self) -> Option<usize> {
        let size = tcgetwinsize(self.0).ok()?;
        Some(size.ws_col.into()).filter(|&columns| columns > 0)
    }

    /// Clears `O_NONBLOCK`, for a reader that cannot deal with it. Shells do the same.
    pub(super) fn make_blocking(self) {
        if let Ok(flags) = fcntl_getfl(self.0)
            && flags.contains(OFlags::NONBLOCK)
        {
            // If it cannot be done, reading will fail and say why.
            let _ = fcntl_setfl(self.0, flags - OFlags::NONBLOCK);
        }
    }

    /// Waits until there is something to read.
    fn wait_to_read(self) -> io::Result<()> {
        self.wait(PollFlags::IN)
    }

    /// Waits until something can be written.
    pub(super) fn wait_to_write(self) -> io::Result<()> {
        self.wait(PollFlags::OUT)
    }

    fn wait(self, what: PollFlags) -> io::Result<()> {
        match poll(&mut [PollFd::from_borrowed_fd(self.0, what)], None) {
            Ok(_) | Err(Errno::INTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        loop {
            match rustix::io::read(self.0, &mut *into) {
                Err(Errno::AGAIN) => self.wait_to_read()?,
                done => return done.map_err(io::Error::from),
            }
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match rustix::io::write(self.0, bytes) {
                Err(Errno::AGAIN) => self.wait_to_write()?,
                done => return done.map_err(io::Error::from),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
