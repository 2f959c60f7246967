//! Output of one-shot commands and errors: exact bytes to a pipe, sanitized text to a terminal.

use std::io::{self, IsTerminal, Write};

use super::sanitize::sanitize_but;

/// Line-buffered standard output or standard error, for text without colours.
pub struct Output {
    stream: Box<dyn Write>,
    sanitizes: bool,
    /// An incomplete line.
    pending: Vec<u8>,
}

impl Output {
    /// Standard output.
    #[must_use]
    pub fn standard() -> Self {
        Self::to(io::stdout())
    }

    /// Standard error.
    #[must_use]
    pub fn error() -> Self {
        Self::to(io::stderr())
    }

    fn to(stream: impl Write + IsTerminal + 'static) -> Self {
        Output {
            sanitizes: stream.is_terminal(),
            stream: Box::new(stream),
            pending: Vec::new(),
        }
    }

    /// Writes the first so many of the pending bytes.
    fn send(&mut self, length: usize) -> io::Result<()> {
        let bytes: Vec<u8> = self.pending.drain(..length).collect();
        if self.sanitizes {
            let text = String::from_utf8_lossy(&bytes);
            let text = sanitize_but(&['\n', '\t'], &text);
            return self.stream.write_all(text.as_bytes());
        }
        self.stream.write_all(&bytes)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if let Some(end) = self.pending.iter().rposition(|&byte| byte == b'\n') {
            self.send(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.send(self.pending.len())?;
        self.stream.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // Whoever cares for success has flushed it before.
        let _ = self.flush();
    }
}
