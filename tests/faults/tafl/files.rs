//! Saved games.

use std::fs;
use std::io::Write;

use super::Tafl;
use super::rules::CENTRE;

impl Tafl {
    fn written(&self) -> Vec<u8> {
        let turn = if self.has("turn-is-not-saved") {
            'O'
        } else {
            self.turn as char
        };
        let turn = if turn == 'G' && self.has("saves-l-to-play") {
            'L'
        } else {
            turn
        };
        let mut out = format!("{turn} to play\n").into_bytes();
        for row in 0..9 {
            let y = if self.has("file-from-the-bottom") {
                row
            } else {
                8 - row
            };
            for x in 0..9 {
                let square = y * 9 + x;
                let cell = match self.cells[square] {
                    b' ' if square == CENTRE && !self.has("saves-no-x") => b'X',
                    b'O' if self.has("saves-zeros") => b'0',
                    cell => cell,
                };
                out.push(cell);
                out.push(b',');
            }
            let last = out.len() - 1;
            out[last] = b'\n';
            if self.has("saves-crlf") {
                out.insert(last, b'\r');
            }
        }
        if self.has("saves-without-last-line-break") {
            out.pop();
        }
        out
    }

    pub(super) fn save(&self, name: &str) -> String {
        let mut options = fs::OpenOptions::new();
        let keep = self.has("save-appends");
        options
            .write(true)
            .create(true)
            .truncate(!keep)
            .append(keep);
        let done = options
            .open(name)
            .and_then(|mut file| file.write_all(&self.written()));
        match done {
            Ok(()) if self.has("saved-to") => format!("State saved to {name}\n"),
            Ok(()) => format!("State saved in {name}\n"),
            Err(_) if self.has("save-never-fails") => format!("State saved in {name}\n"),
            Err(_) => "Cannot save game\n".to_owned(),
        }
    }

    /// Loads a file: the answer, and whether it went well.
    pub fn load(&mut self, name: &str) -> (String, bool) {
        let Ok(bytes) = fs::read(name) else {
            let word = match () {
                () if self.has("missing-file-is-malformed") => "Malformed Game State",
                () => "Cannot load saved game state",
            };
            return (format!("{word}\n"), false);
        };
        let Some((turn, cells)) = self.parsed(&bytes) else {
            let word = match () {
                () if self.has("malformed-file-cannot-be-loaded") => "Cannot load saved game state",
                () => "Malformed Game State",
            };
            return (format!("{word}\n"), false);
        };
        self.turn = if self.has("turn-is-not-loaded") {
            b'O'
        } else {
            turn
        };
        self.cells = cells;
        self.playing = !self.has("load-does-not-begin");
        self.moved = false;
        let outcome = if self.has("no-end-at-loading") {
            String::new()
        } else {
            self.outcome()
        };
        (
            format!("State loaded from {name}\n{}{outcome}", self.picture()),
            true,
        )
    }

    fn parsed(&self, bytes: &[u8]) -> Option<(u8, [u8; 81])> {
        let text = str::from_utf8(bytes).ok()?;
        let text = match text.strip_suffix('\n') {
            None if self.has("loads-without-last-line-break") => text,
            found => found?,
        };
        let lower = text.to_ascii_uppercase().replace(" TO PLAY", " to play");
        let text = if self.has("loads-small-letters") {
            &lower
        } else {
            text
        };
        let mut lines = text.split('\n');
        let turn = match lines.next()? {
            "O to play" | "0 to play" => b'O',
            "G to play" => b'G',
            "L to play" if self.has("loads-l-to-play") => b'G',
            line if self.has("loads-any-first-line") && line.starts_with('O') => b'O',
            _ => return None,
        };
        let mut cells = [b' '; 81];
        for row in 0..9 {
            let y = if self.has("file-from-the-bottom") {
                row
            } else {
                8 - row
            };
            let line = lines.next()?;
            let row: Vec<&str> = match () {
                () if self.has("loads-semicolons") => line.split([',', ';']).collect(),
                () => line.split(',').collect(),
            };
            let nine = row.len() == 9 || row.len() > 9 && self.has("loads-more-cells");
            if !nine {
                return None;
            }
            for (x, cell) in row.into_iter().take(9).enumerate() {
                let square = y * 9 + x;
                let centre = square == CENTRE;
                cells[square] = match cell {
                    "O" | "0" if !centre => b'O',
                    "G" if !centre => b'G',
                    "L" => b'L',
                    " " if !centre || self.has("loads-blank-centre") => b' ',
                    "X" if centre || self.has("loads-x-anywhere") => b' ',
                    "" if self.has("loads-empty-cells") => b' ',
                    _ if self.has("loads-unknown-cells") => b' ',
                    _ => return None,
                };
            }
        }
        if lines.next().is_some() && !self.has("loads-more-lines") {
            return None;
        }
        let of = |letter: u8| move |cell: &&u8| **cell == letter;
        let count = |letter: u8| cells.iter().filter(of(letter)).count();
        let fits = (count(b'L') <= 1 || self.has("loads-two-lambdas"))
            && (count(b'G') <= 8 || self.has("loads-nine-guards"))
            && (count(b'O') <= 16 || self.has("loads-seventeen-objects"));
        fits.then_some((turn, cells))
    }
}
