//! The record of a game, and its saved form.
//!
//! ```text
//! battleship S
//! H1 B2 D3
//! A1 A3 H1: 1, 0, 1
//! ```
//!
//! The first line says whether a person searches (`S`) or hides (`H`); where a person searches, the
//! second is what the computer has hidden. Then a line for each guess with its answer.

use std::fmt;

use thiserror::Error;

use super::{Answer, Placement, answer};

/// Who does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A person searches for what the computer has hidden here.
    Searching(Placement),
    /// A person has hidden something, and the computer searches.
    Hiding,
}

/// A game so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// Who does what.
    pub role: Role,
    /// The guesses with their answers, oldest first.
    pub turns: Vec<(Placement, Answer)>,
}

impl Log {
    /// The longest file that is read or written, in bytes: fifty thousand guesses.
    pub const LONGEST: usize = 1 << 20;

    /// A game without guesses.
    #[must_use]
    pub const fn new(role: Role) -> Self {
        Log {
            role,
            turns: Vec::new(),
        }
    }

    /// The placements that fit all answers.
    #[must_use]
    pub fn possible(&self) -> Vec<Placement> {
        Placement::all()
            .filter(|&target| {
                let fits = |&(guess, told): &(Placement, Answer)| answer(target, guess) == told;
                self.turns.iter().all(fits)
            })
            .collect()
    }

    /// Whether the last guess has found all ships.
    #[must_use]
    pub fn is_found(&self) -> bool {
        matches!(self.turns.last(), Some((_, Answer::FOUND)))
    }

    /// What a person types for each turn.
    pub(super) fn commands(&self) -> impl Iterator<Item = String> {
        self.turns.iter().map(|(guess, told)| match self.role {
            Role::Searching(_) => format!(":guess {guess}"),
            Role::Hiding => {
                let (exact, one, two) = told.triple();
                format!(":answer {exact} {one} {two}")
            }
        })
    }

    /// Reads the saved form.
    ///
    /// # Errors
    /// When the bytes are not exactly what is written for a game that can be played.
    pub fn read(bytes: &[u8]) -> Result<Log, Malformed> {
        if bytes.len() > Log::LONGEST {
            return Err(Malformed::TooLong);
        }
        let text = std::str::from_utf8(bytes).map_err(|_| Malformed::NotText)?;
        let text = text.strip_suffix('\n').ok_or(Malformed::NoLineBreak)?;
        let mut lines = (1..).zip(text.split('\n'));
        let line = |found: Option<(usize, &str)>| found.map_or("", |(_, line)| line).to_owned();
        let role = match line(lines.next()).as_str() {
            "battleship S" => {
                Role::Searching(placement(&line(lines.next())).ok_or(Malformed::Target)?)
            }
            "battleship H" => Role::Hiding,
            _ => return Err(Malformed::Kind),
        };
        let mut log = Log::new(role);
        for (number, line) in lines {
            let turn = read_turn(line).ok_or(Malformed::Turn(number))?;
            if let Role::Searching(target) = role
                && answer(target, turn.0) != turn.1
            {
                return Err(Malformed::Answer(number));
            }
            // Found: such a game is over, and was never saved.
            if turn.1 == Answer::FOUND {
                return Err(Malformed::Over(number));
            }
            log.turns.push(turn);
        }
        if log.possible().is_empty() {
            return Err(Malformed::Impossible);
        }
        Ok(log)
    }
}

fn read_turn(line: &str) -> Option<(Placement, Answer)> {
    let (guess, told) = line.split_once(": ")?;
    let told = Answer::all().find(|answer| answer.to_string() == told)?;
    Some((placement(guess)?, told))
}

/// Three locations in exactly the form in which they are written.
fn placement(text: &str) -> Option<Placement> {
    text.parse()
        .ok()
        .filter(|placement: &Placement| placement.to_string() == text)
}

/// The saved form.
impl fmt::Display for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.role {
            Role::Searching(target) => writeln!(f, "battleship S\n{target}")?,
            Role::Hiding => writeln!(f, "battleship H")?,
        }
        self.turns
            .iter()
            .try_for_each(|(guess, told)| writeln!(f, "{guess}: {told}"))
    }
}

/// Why a file is no saved game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Malformed {
    /// It is not UTF-8.
    #[error("it is not text")]
    NotText,
    /// It is longer than any game that is saved.
    #[error("it is too long")]
    TooLong,
    /// The last line has no end.
    #[error("the last line does not end in a line break")]
    NoLineBreak,
    /// The first line is wrong.
    #[error("the first line must be \"battleship S\" or \"battleship H\"")]
    Kind,
    /// The second line is wrong.
    #[error("line 2 must be the three hidden locations in reading order, as in \"B2 D3 H1\"")]
    Target,
    /// A line is no guess with its answer.
    #[error("line {0} must be a guess and its answer, as in \"A1 A3 H1: 0, 2, 1\"")]
    Turn(usize),
    /// The answer is wrong.
    #[error("line {0}: that is not the answer to this guess")]
    Answer(usize),
    /// The game was over then.
    #[error("line {0}: the ships are found, the game is over")]
    Over(usize),
    /// No placement fits all answers.
    #[error("no placement fits the answers")]
    Impossible,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_placement() -> impl Strategy<Value = Placement> {
        (0..super::super::PLACEMENTS).prop_map(|i| Placement::from_index(i).unwrap())
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(
            target in any_placement(),
            guesses in prop::collection::vec(any_placement(), 0..12),
            searching: bool,
        ) {
            let role = if searching { Role::Searching(target) } else { Role::Hiding };
            let mut log = Log::new(role);
            let turns = guesses.into_iter().filter(|&guess| guess != target);
            log.turns.extend(turns.map(|guess| (guess, answer(target, guess))));
            prop_assert_eq!(Log::read(log.to_string().as_bytes()), Ok(log));
        }

        #[test]
        fn what_is_read_is_written_the_same(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
            if let Ok(log) = Log::read(&bytes) {
                prop_assert_eq!(log.to_string().into_bytes(), bytes);
            }
        }
    }

    #[test]
    fn each_way_of_being_wrong_is_told() {
        for (text, reason) in [
            ("", Malformed::NoLineBreak),
            ("battleship H", Malformed::NoLineBreak),
            ("\n", Malformed::Kind),
            ("battleship\n", Malformed::Kind),
            ("battleship S\n", Malformed::Target),
            ("battleship S\nH1 B2 D3\n", Malformed::Target),
            ("battleship S\nB2 D3 D3\n", Malformed::Target),
            ("battleship S\nB2 D3 H1\nA1\n", Malformed::Turn(3)),
            (
                "battleship S\nB2 D3 H1\nB3 C3 H3: 0, 2, 0\n",
                Malformed::Answer(3),
            ),
            (
                "battleship S\nB2 D3 H1\nB2 D3 H1: 3, 0, 0\n",
                Malformed::Over(3),
            ),
            ("battleship H\nB3 C3 H3: 0, 2, 1\n\n", Malformed::Turn(3)),
            ("battleship H\nB3 C3 H3: 0, 2, 2\n", Malformed::Turn(2)),
            (
                "battleship H\nA1 A2 A3: 2, 0, 0\nA1 A2 A3: 0, 0, 0\n",
                Malformed::Impossible,
            ),
        ] {
            assert_eq!(Log::read(text.as_bytes()), Err(reason), "{text:?}");
        }
        assert_eq!(Log::read(b"battleship H\n\xff\n"), Err(Malformed::NotText));
        for (length, reason) in [
            (Log::LONGEST, Malformed::NoLineBreak),
            (Log::LONGEST + 1, Malformed::TooLong),
            (Log::LONGEST + 2, Malformed::TooLong),
        ] {
            assert_eq!(Log::read(&vec![b'b'; length]), Err(reason), "{length}");
        }
    }
}
