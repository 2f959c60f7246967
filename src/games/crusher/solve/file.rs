//! The file of a solution: making it takes about a minute, opening it a few milliseconds.
//!
//! The file is a line that names its kind, three numbers of eight bytes (N, how many positions, a
//! checksum of the rest of this header), a checksum for each block of values, and then a byte for
//! each position. Opening reads the header only; a block is read when one of its values is needed.
//! Whatever was cut short or changed is noticed before it is believed.

use super::blocks::{BLOCK, Blocks, checksum, checksums};
use super::solution::{Solution, SolveError};
use crate::env;
use crate::games::crusher::Crusher;
use crate::store::{self, Links, WriteLock};
use rustix::fs::OFlags;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What the file of any version begins with: by this we know our own.
const FAMILY: &[u8; 15] = b"crusher solved ";

/// The first line of a file. A new form of the file needs a new number.
const KIND: &[u8; 16] = b"crusher solved 2";

/// The length of the header without the checksums of the blocks.
const HEADER: usize = KIND.len() + 3 * 8;

/// Why a file is not a solution, or cannot be used as one.
#[derive(Debug, Error)]
pub enum SolutionError {
    /// It cannot be read.
    #[error("it cannot be read: {}", store::reason(.0))]
    Io(io::Error),
    /// It cannot be written.
    #[error("it cannot be written: {}", store::reason(.0))]
    Unwritable(io::Error),
    /// It is a symbolic link. Nobody needs one there, so it is not followed.
    #[error("it is a symbolic link")]
    Link,
    /// It is something else, and not ours to replace.
    #[error("it is not a table of a solved game")]
    Foreign,
    /// It was written by another version of the program.
    #[error("another version of this program has made it")]
    Version,
    /// It is cut short, or it was changed.
    #[error("it is damaged")]
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

    /// Whether the place may be taken: nothing is there, or a file that we have made.
    const fn is_replaceable(&self) -> bool {
        matches!(self, SolutionError::Version | SolutionError::Damaged)
    }
}

/// A file that ends too early or has other bytes than were written is damaged.
impl From<io::Error> for SolutionError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::InvalidData => SolutionError::Damaged,
            _ => SolutionError::Io(error),
        }
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
    /// Opens the solution of a game. Only the header is read, so this is quick.
    ///
    /// # Errors
    /// If the file cannot be read, is something else, or is damaged as far as can be seen.
    pub fn open(game: &Crusher, path: &Path) -> Result<Self, SolutionError> {
        let positions = Solution::count(game)?;
        let file = open_file(path)?;
        let mut kind = [0; KIND.len()];
        let begins_with_kind = file.read_exact_at(&mut kind, 0).is_ok();
        if !begins_with_kind || !kind.starts_with(FAMILY) {
            return Err(SolutionError::Foreign);
        } else if kind != *KIND {
            return Err(SolutionError::Version);
        }
        let blocks = positions.div_ceil(BLOCK);
        let mut header = vec![0; HEADER + 8 * blocks];
        file.read_exact_at(&mut header, 0)?;
        let (front, sums) = header.split_at(HEADER);
        let sums: Vec<u64> = sums
            .as_chunks()
            .0
            .iter()
            .map(|&bytes| u64::from_le_bytes(bytes))
            .collect();
        let length = (header.len() + positions) as u64;
        if *front != self::front(game.size(), positions, &sums) || file.metadata()?.len() != length
        {
            return Err(SolutionError::Damaged);
        }
        let values = Blocks::new(file, header.len() as u64, positions, sums);
        Ok(Solution::in_blocks(game, values)?)
    }

    /// Prepares the place for the solution of a game before the work begins: makes the folders,
    /// locks out other programs that want to write it, and reserves room on the disk.
    ///
    /// # Errors
    /// If it could not be saved there, or if something else is there already.
    pub fn claim(game: &Crusher, path: &Path) -> Result<WriteLock, SolutionError> {
        let positions = Solution::count(game)?;
        if let Some(folder) = path.parent() {
            DirBuilder::new()
                .recursive(true)
                .mode(0o700)
                .create(folder)
                .map_err(SolutionError::Unwritable)?;
        }
        must_be_replaceable(game, path)?;
        let mut lock =
            WriteLock::acquire(path, Links::Refuse).map_err(SolutionError::Unwritable)?;
        let length = HEADER + 8 * positions.div_ceil(BLOCK) + positions;
        lock.reserve(length as u64)
            .map_err(SolutionError::Unwritable)?;
        Ok(lock)
    }

    /// Writes the solution to the place that was prepared for it, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written, or if something else has been put there in the meantime.
    pub fn save(
        &self,
        game: &Crusher,
        path: &Path,
        lock: &mut WriteLock,
    ) -> Result<(), SolutionError> {
        must_be_replaceable(game, path)?;
        let values = self.bytes()?;
        let sums = checksums(&values);
        let mut header = front(self.size(), values.len(), &sums).to_vec();
        header.extend(sums.iter().flat_map(|sum| sum.to_le_bytes()));
        lock.save(&[&header, &values])
            .map_err(SolutionError::Unwritable)
    }
}

/// Opens a regular file for reading. A link is not followed, and a pipe not waited for.
fn open_file(path: &Path) -> Result<File, SolutionError> {
    let opened = OpenOptions::new()
        .read(true)
        .custom_flags(store::without_waiting() | OFlags::NOFOLLOW.bits() as i32)
        .open(path);
    let file = match opened {
        Err(_) if path.is_symlink() => return Err(SolutionError::Link),
        opened => opened.map_err(SolutionError::Io)?,
    };
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(SolutionError::Foreign)
    }
}

/// Refuses to take the place of anything that we have not made.
fn must_be_replaceable(game: &Crusher, path: &Path) -> Result<(), SolutionError> {
    match Solution::open(game, path) {
        Err(error) if !error.is_missing() && !error.is_replaceable() => Err(error),
        _ => Ok(()),
    }
}

/// The header without the checksums of the blocks.
fn front(size: usize, positions: usize, sums: &[u64]) -> [u8; HEADER] {
    let mut front = [0; HEADER];
    let (kind, numbers) = front.split_at_mut(KIND.len());
    kind.copy_from_slice(KIND);
    let sums: Vec<u8> = sums.iter().flat_map(|sum| sum.to_le_bytes()).collect();
    let values = [size as u64, positions as u64, checksum(&sums)];
    for (place, value) in numbers.chunks_exact_mut(8).zip(values) {
        place.copy_from_slice(&value.to_le_bytes());
    }
    front
}

/// Makes a table that calls every position a draw, at once and in no room. All its values are
/// damaged but those in the block of one position.
#[cfg(test)]
pub(in crate::games::crusher) fn forge(game: &Crusher, path: &Path, whole: Option<usize>) {
    let positions = Solution::count(game).unwrap();
    let zeros = vec![0; BLOCK];
    let mut sums = vec![checksum(&zeros); positions / BLOCK];
    sums.push(checksum(&zeros[..positions % BLOCK]));
    let mut header = front(game.size(), positions, &sums).to_vec();
    header.extend(sums.iter().flat_map(|sum| sum.to_le_bytes()));
    let file = File::create(path).unwrap();
    file.write_all_at(&header, 0).unwrap();
    file.set_len((header.len() + positions) as u64).unwrap();
    let whole = whole.map(|number| number / BLOCK);
    for block in (0..sums.len()).filter(|block| Some(*block) != whole) {
        let place = header.len() + block * BLOCK;
        file.write_all_at(&[1], place as u64).unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::all_cores;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::sync::atomic::AtomicBool;

    fn game() -> Crusher {
        Crusher::new(2).unwrap()
    }

    fn solution() -> Solution {
        Solution::build(&game(), all_cores(), &AtomicBool::new(false), |_, _| ()).unwrap()
    }

    fn save(path: &Path) -> Result<(), SolutionError> {
        let mut lock = Solution::claim(&game(), path)?;
        solution().save(&game(), path, &mut lock)
    }

    fn load(path: &Path) -> Result<Solution, SolutionError> {
        Solution::open(&game(), path)?.read_all()
    }

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn what_is_saved_is_opened_in_folders_of_our_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a/b/c.table");
        save(&path).unwrap();
        let opened = Solution::open(&game(), &path).unwrap();
        assert_eq!(opened.bytes().unwrap(), solution().bytes().unwrap());
        assert_eq!(
            opened
                .inconsistency(1, all_cores(), &AtomicBool::new(false), |_| ())
                .unwrap(),
            None
        );
        save(&path).unwrap();
        assert_eq!(names(path.parent().unwrap()), 1);
        for folder in [folder.path().join("a"), folder.path().join("a/b")] {
            let mode = fs::metadata(folder).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o700);
        }
    }

    #[test]
    fn every_change_is_noticed_and_what_is_ours_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        save(&path).unwrap();
        let good = fs::read(&path).unwrap();
        for place in 0..good.len() {
            let mut bad = good.clone();
            bad[place] ^= 1 << (place % 8);
            fs::write(&path, &bad).unwrap();
            let error = load(&path).unwrap_err();
            let foreign = matches!(error, SolutionError::Foreign);
            assert_eq!(foreign, place < FAMILY.len(), "byte {place}: {error}");
            assert_eq!(
                Solution::claim(&game(), &path).is_err(),
                foreign,
                "byte {place}"
            );
            // What matters for finding a value is seen at once, the values when they are needed.
            let values = good.len() - solution().positions();
            assert_eq!(Solution::open(&game(), &path).is_err(), place < values);
        }
        let longer = [&good[..], &[0]].concat();
        let cuts = [KIND.len(), HEADER - 1, HEADER, good.len() - 1];
        for bad in cuts.iter().map(|&end| &good[..end]).chain([&longer[..]]) {
            fs::write(&path, bad).unwrap();
            let opened = Solution::open(&game(), &path);
            assert!(matches!(opened, Err(SolutionError::Damaged)));
        }
        save(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), good);
    }

    #[test]
    fn what_is_not_ours_is_neither_read_nor_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        assert!(load(&path).unwrap_err().is_missing());
        for content in ["", "notes", &"a".repeat(5000)] {
            fs::write(&path, content).unwrap();
            assert!(matches!(load(&path), Err(SolutionError::Foreign)));
            assert!(matches!(save(&path), Err(SolutionError::Foreign)));
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(load(&path).is_err() && save(&path).is_err());
        fs::remove_dir(&path).unwrap();
        // Not even a link to a table of ours is followed.
        let real = folder.path().join("real");
        save(&real).unwrap();
        symlink("real", &path).unwrap();
        let target = fs::read(&real).unwrap();
        assert!(matches!(load(&path), Err(SolutionError::Link)));
        assert!(matches!(save(&path), Err(SolutionError::Link)));
        assert_eq!(fs::read(&real).unwrap(), target);
        assert!(path.is_symlink());
    }

    #[test]
    fn a_table_of_another_version_or_board_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        fs::write(&path, "crusher solved 1 and whatever it was").unwrap();
        assert!(matches!(load(&path), Err(SolutionError::Version)));
        save(&path).unwrap();
        let of_size = |size| Solution::open(&Crusher::new(size).unwrap(), &path);
        assert!(matches!(of_size(3), Err(SolutionError::Damaged)));
        assert!(matches!(of_size(4), Err(SolutionError::Solve(_))));
    }

    #[test]
    fn a_second_writer_is_refused_at_once_and_a_stranger_s_file_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        let mut lock = Solution::claim(&game(), &path).unwrap();
        let second = Solution::claim(&game(), &path).map(drop).unwrap_err();
        assert_eq!(
            second.to_string(),
            "it cannot be written: another program is writing it"
        );
        // Somebody puts a file there while the work is done.
        fs::write(&path, "theirs").unwrap();
        let saved = solution().save(&game(), &path, &mut lock);
        assert!(matches!(saved, Err(SolutionError::Foreign)));
        drop(lock);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(names(folder.path()), 1);
    }
}
