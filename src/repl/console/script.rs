//! A console for tests: prepared input, recorded output.

use std::collections::VecDeque;
use std::io::{self, Write};

use super::render::{OutputOptions, write_reply};
use super::{Console, Input};
use crate::repl::reply::Reply;
use crate::repl::session::SharedSession;

/// A console with prepared input that records its output.
#[derive(Debug, Default)]
pub struct Script {
    inputs: VecDeque<Input>,
    options: OutputOptions,
    /// Everything printed, prompts included.
    pub printed: Vec<u8>,
}

impl Script {
    /// A console that will deliver these inputs and then end.
    pub fn new(inputs: impl IntoIterator<Item = Input>, options: OutputOptions) -> Self {
        Script {
            inputs: inputs.into_iter().collect(),
            options,
            printed: Vec::new(),
        }
    }
}

impl Console for Script {
    fn read(&mut self, session: &SharedSession) -> io::Result<Input> {
        self.printed
            .extend_from_slice(session.borrow().prompt().as_bytes());
        self.printed.push(b'\n');
        Ok(self.inputs.pop_front().unwrap_or(Input::End))
    }

    fn echo(&mut self, session: &SharedSession, line: &str) -> io::Result<()> {
        writeln!(self.printed, "{}{line}", session.borrow().prompt())
    }

    fn write(&mut self, reply: &Reply) -> io::Result<()> {
        write_reply(&mut self.printed, self.options, reply)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
