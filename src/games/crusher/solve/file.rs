//! The file of a solution: a line that names its kind, then N, the number of positions and a checksum
//! of the values in eight bytes each, then a byte for each position. It is read whole.

use super::solution::{Solution, SolveError};
use crate::engine::rng::mix;
use crate::env;
use crate::games::crusher::Crusher;
use std::fs::{DirBuilder, File};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use thiserror::Error;

/// The first line of a file. A new form of the file needs a new number.
const KIND: &[u8; 16] = b"crusher solved 3";

/// The length of the header.
const HEADER: usize = KIND.len() + 3 * 8;

/// Why a file is not a solution, or cannot be used as one.
#[derive(Debug, Error)]
pub enum SolutionError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is something else, or it was changed or cut short.
    #[error("it is damaged; remove it, and game crusher solve makes it again")]
    Damaged,
    /// There can be no solution of this game.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl SolutionError {
    /// Whether there is no file at all.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, SolutionError::Io(error) if error.kind() == ErrorKind::NotFound)
    }
}

/// Where the solution of a game is kept: `crusher-3.table` in a cache folder.
#[must_use]
pub fn file_in(cache: &Path, size: usize) -> PathBuf {
    cache.join(format!("crusher-{size}.table"))
}

/// Where the user's solution of a game is: in the folder `game` of the user's cache folder, which is
/// `$XDG_CACHE_HOME` or else `$HOME/.cache`. Nothing if there is neither.
#[must_use]
pub fn cache_file(size: usize) -> Option<PathBuf> {
    Some(file_in(&env::cache()?, size))
}

impl Solution {
    /// Reads the solution of a game.
    ///
    /// # Errors
    /// If the file cannot be read, or is not what [`save`](Self::save) has written.
    pub fn open(game: &Crusher, path: &Path) -> Result<Self, SolutionError> {
        let positions = Solution::count(game)?;
        let mut file = File::open(path)?;
        let mut front = [0; HEADER];
        let mut values = Vec::with_capacity(positions + 1);
        match file.read_exact(&mut front) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return Err(SolutionError::Damaged);
            }
            read => read?,
        }
        file.take(positions as u64 + 1).read_to_end(&mut values)?;
        if values.len() != positions || front != header(game.size(), &values) {
            return Err(SolutionError::Damaged);
        }
        Ok(Solution::with_values(game, values)?)
    }

    /// Makes the folder and a temporary file for a solution, so that a cache without room or rights
    /// is noticed before the work.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn begin_file(path: &Path) -> io::Result<NamedTempFile> {
        let folder = path.parent().unwrap_or(Path::new("."));
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        NamedTempFile::new_in(folder)
    }

    /// Writes the solution into the temporary file and puts that in its place.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, mut file: NamedTempFile, path: &Path) -> io::Result<()> {
        file.write_all(&header(self.size(), self.values()))?;
        file.write_all(self.values())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }
}

fn header(size: usize, values: &[u8]) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    let (kind, numbers) = header.split_at_mut(KIND.len());
    kind.copy_from_slice(KIND);
    let all = [size as u64, values.len() as u64, checksum(values)];
    for (place, value) in numbers.chunks_exact_mut(8).zip(all) {
        place.copy_from_slice(&value.to_le_bytes());
    }
    header
}

/// A checksum that takes 64 MB in some ten milliseconds.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| {
        let next = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        next.rotate_left(29)
    });
    rest.iter()
        .fold(mix(sum), |sum, &byte| mix(sum ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::all_cores;
    use std::fs;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn what_is_saved_is_opened_and_every_change_is_noticed() {
        let game = Crusher::new(2).unwrap();
        let never = AtomicBool::new(false);
        let solution = Solution::build(&game, all_cores(), &never, |_, _| ()).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/c.table");
        let open = || Solution::open(&game, &path);
        assert!(open().unwrap_err().is_missing());
        solution
            .save(Solution::begin_file(&path).unwrap(), &path)
            .unwrap();
        assert_eq!(open().unwrap().values(), solution.values());
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        let good = fs::read(&path).unwrap();
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            fs::write(&path, &bad).unwrap();
            assert!(
                matches!(open(), Err(SolutionError::Damaged)),
                "byte {place}"
            );
        }
        let longer = [&good[..], &[0]].concat();
        for bad in [&good[..5], &good[..good.len() - 1], &longer[..], b""] {
            fs::write(&path, bad).unwrap();
            assert!(matches!(open(), Err(SolutionError::Damaged)));
        }
        fs::write(&path, &good).unwrap();
        let of_size = |size| Solution::open(&Crusher::new(size).unwrap(), &path);
        assert!(matches!(of_size(3), Err(SolutionError::Damaged)));
        assert!(matches!(of_size(4), Err(SolutionError::Solve(_))));
    }
}
