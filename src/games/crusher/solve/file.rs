//! A solved game on disk: solving takes most of a minute, loading a blink.
//!
//! The file is a line that names its kind, three numbers of eight bytes (N, how many positions, a
//! checksum of everything else) and then a byte for each position. A file that was cut short or
//! changed is noticed before anything in it is believed.

use super::table::{SolveError, Solved};
use crate::engine::rng::mix;
use crate::games::crusher::Crusher;
use crate::store;
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// The first line of a file. A new form of the file needs a new number.
const KIND: &[u8; 16] = b"crusher solved 1";

const HEADER: usize = KIND.len() + 3 * 8;

/// Why a file is not a solved game.
#[derive(Debug, Error)]
pub enum TableError {
    /// It cannot be read.
    #[error("the table cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It is something else.
    #[error("the file is not a table of this game")]
    Foreign,
    /// It is cut short, or it was changed.
    #[error("the table is damaged")]
    Damaged,
    /// There can be no table of this game.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// Where the table of a game is kept: `crusher-3.table` in the folder `game` of the user's cache
/// folder, which is `$XDG_CACHE_HOME` or else `$HOME/.cache`. Nothing if there is neither.
#[must_use]
pub fn cache_file(size: usize) -> Option<PathBuf> {
    cache_file_in(
        size,
        std::env::var_os("XDG_CACHE_HOME"),
        std::env::var_os("HOME"),
    )
}

fn cache_file_in(size: usize, cache: Option<OsString>, home: Option<OsString>) -> Option<PathBuf> {
    // A relative path is to be ignored: it would mean another folder in every working directory.
    let absolute = |path: OsString| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    let folder = cache
        .and_then(absolute)
        .or_else(|| Some(home.and_then(absolute)?.join(".cache")))?;
    Some(folder.join("game").join(format!("crusher-{size}.table")))
}

impl Solved {
    /// Writes the table to a file, with the folders that it needs. At no moment is there a file
    /// with half of it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        Solved::make_room(path)?;
        store::save_pieces(path, &[&self.header(), self.values()])
    }

    /// Makes the folders that a file needs, and sees whether it could be written: better to hear
    /// now than after solving that it cannot.
    ///
    /// # Errors
    /// If it could not.
    pub fn make_room(path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        store::check(path)
    }

    /// Reads a table of this game.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, or is damaged.
    pub fn load(game: &Crusher, path: &Path) -> Result<Self, TableError> {
        let empty = Solved::empty(game)?;
        if !fs::metadata(path)?.is_file() {
            return Err(TableError::Foreign);
        }
        let file = store::open(path)?;
        // No longer than it should be, whatever lies there.
        let whole = HEADER + empty.positions();
        let mut header = [0; HEADER];
        let mut input = file.take(whole as u64 + 1);
        match input.read_exact(&mut header) {
            Err(e) if e.kind() == ErrorKind::UnexpectedEof => return Err(TableError::Damaged),
            other => other?,
        }
        let mut values = Vec::with_capacity(empty.positions() + 1);
        input.read_to_end(&mut values)?;
        let same_until = |end: usize, solved: &Solved| header[..end] == solved.header()[..end];
        // Without values the header differs in the checksum only.
        if !same_until(HEADER - 8, &empty) {
            return Err(TableError::Foreign);
        }
        let solved = empty.with_values(values).ok_or(TableError::Damaged)?;
        if same_until(HEADER, &solved) {
            Ok(solved)
        } else {
            Err(TableError::Damaged)
        }
    }

    /// Reads the table of this game, or solves the game and writes the table when there is none or
    /// a damaged one. That it cannot be written is no reason not to use it.
    ///
    /// # Errors
    /// If N is more than 3, or if `cancel` was set.
    pub fn load_or_build(
        game: &Crusher,
        path: &Path,
        cancel: &AtomicBool,
        watch: impl FnMut(usize, usize),
    ) -> Result<Self, SolveError> {
        if let Ok(solved) = Solved::load(game, path) {
            return Ok(solved);
        }
        let solved = Solved::build(game, cancel, watch)?;
        let _ = solved.save(path);
        Ok(solved)
    }

    fn header(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        let (kind, numbers) = header.split_at_mut(KIND.len());
        kind.copy_from_slice(KIND);
        let values = [
            self.size() as u64,
            self.positions() as u64,
            checksum(self.values()),
        ];
        for (place, value) in numbers.chunks_exact_mut(8).zip(values) {
            place.copy_from_slice(&value.to_le_bytes());
        }
        header
    }
}

/// Every bit counts, and every place.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut sum = bytes.len() as u64;
    for word in words {
        sum = (sum ^ u64::from_le_bytes(*word))
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }
    rest.iter()
        .fold(mix(sum), |sum, &byte| mix(sum ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved() -> (Crusher, Solved) {
        let game = Crusher::new(2).unwrap();
        let never = AtomicBool::new(false);
        let solved = Solved::build(&game, &never, |_, _| ()).unwrap();
        (game, solved)
    }

    #[test]
    fn the_surroundings_tell_where_the_table_is() {
        let [cache, home] = ["XDG_CACHE_HOME", "HOME"].map(std::env::var_os);
        assert_eq!(cache_file(3), cache_file_in(3, cache, home));
    }

    #[test]
    fn what_is_saved_is_loaded() {
        let (game, solved) = solved();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/c.table");
        solved.save(&path).unwrap();
        let loaded = Solved::load(&game, &path).unwrap();
        assert_eq!(loaded.values(), solved.values());
        solved.save(&path).unwrap();
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn every_change_is_noticed_and_the_table_rebuilt() {
        let (game, solved) = solved();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        solved.save(&path).unwrap();
        let good = fs::read(&path).unwrap();
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            fs::write(&path, &bad).unwrap();
            assert!(Solved::load(&game, &path).is_err(), "byte {place}");
        }
        for length in [0, 1, HEADER - 1, HEADER, good.len() - 1] {
            fs::write(&path, &good[..length]).unwrap();
            assert!(matches!(
                Solved::load(&game, &path),
                Err(TableError::Damaged)
            ));
        }
        let mut longer = good.clone();
        longer.push(0);
        fs::write(&path, &longer).unwrap();
        assert!(matches!(
            Solved::load(&game, &path),
            Err(TableError::Damaged)
        ));
        let never = AtomicBool::new(false);
        let rebuilt = Solved::load_or_build(&game, &path, &never, |_, _| ()).unwrap();
        assert_eq!(rebuilt.values(), solved.values());
        assert_eq!(fs::read(&path).unwrap(), good);
    }

    #[test]
    fn other_files_are_foreign() {
        let (game, solved) = solved();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        assert!(matches!(Solved::load(&game, &path), Err(TableError::Io(_))));
        assert!(Solved::load(&game, folder.path()).is_err());
        solved.save(&path).unwrap();
        let three = Crusher::new(3).unwrap();
        assert!(matches!(
            Solved::load(&three, &path),
            Err(TableError::Foreign)
        ));
        fs::write(&path, "a".repeat(5000)).unwrap();
        assert!(matches!(
            Solved::load(&game, &path),
            Err(TableError::Foreign)
        ));
        let four = Crusher::new(4).unwrap();
        assert!(matches!(
            Solved::load(&four, &path),
            Err(TableError::Solve(_))
        ));
    }

    #[test]
    fn a_table_that_cannot_be_written_can_be_used() {
        let game = Crusher::new(2).unwrap();
        let never = AtomicBool::new(false);
        let nowhere = Path::new("/dev/null/table");
        assert!(Solved::load_or_build(&game, nowhere, &never, |_, _| ()).is_ok());
    }

    #[test]
    fn the_cache_folder() {
        let file = |cache: Option<&str>, home: Option<&str>| {
            cache_file_in(3, cache.map(OsString::from), home.map(OsString::from))
        };
        let path = |text| Some(PathBuf::from(text));
        assert_eq!(
            file(Some("/c"), Some("/h")),
            path("/c/game/crusher-3.table")
        );
        assert_eq!(
            file(Some("c"), Some("/h")),
            path("/h/.cache/game/crusher-3.table")
        );
        assert_eq!(
            file(None, Some("/h")),
            path("/h/.cache/game/crusher-3.table")
        );
        assert_eq!(file(None, Some("h")), None);
        assert_eq!(file(None, None), None);
    }
}
