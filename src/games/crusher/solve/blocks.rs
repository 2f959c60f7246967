//! The bytes of a large file in blocks, each read when it is first needed and checked before it is
//! believed.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::OnceLock;

use crate::engine::rng::mix;
use crate::store;

/// How many bytes a block has; the last one of a file may be shorter.
pub(super) const BLOCK: usize = 1 << 16;

/// A part of a file, from a place on to its end.
pub(super) struct Blocks {
    file: File,
    /// Where the first block begins in the file.
    start: u64,
    len: usize,
    checksums: Vec<u64>,
    read: Vec<OnceLock<Box<[u8]>>>,
}

impl Blocks {
    /// The `len` bytes of a file from `start` on, given the [`checksums`] of its blocks.
    pub(super) fn new(file: File, start: u64, len: usize, checksums: Vec<u64>) -> Self {
        let read = checksums.iter().map(|_| OnceLock::new()).collect();
        Blocks {
            file,
            start,
            len,
            checksums,
            read,
        }
    }

    /// One byte, counted from the beginning of the first block.
    ///
    /// # Errors
    /// When its block cannot be read, or is not what was written
    /// ([`InvalidData`](ErrorKind::InvalidData)).
    #[inline]
    pub(super) fn get(&self, place: usize) -> io::Result<u8> {
        let number = place / BLOCK;
        let block = match self.read[number].get() {
            Some(block) => block,
            None => self.load(number)?,
        };
        Ok(block[place % BLOCK])
    }

    #[cold]
    fn load(&self, number: usize) -> io::Result<&[u8]> {
        let begin = number * BLOCK;
        let mut block = vec![0; BLOCK.min(self.len - begin)].into_boxed_slice();
        self.file
            .read_exact_at(&mut block, self.start + begin as u64)?;
        if checksum(&block) != self.checksums[number] {
            return Err(ErrorKind::InvalidData.into());
        }
        Ok(self.read[number].get_or_init(|| block))
    }

    /// Whether the file that is found there is the one that has these bytes.
    pub(super) fn are_in(&self, path: &Path) -> bool {
        store::is_the_file(&self.file, fs::symlink_metadata(path)).unwrap_or(false)
    }

    /// All bytes.
    ///
    /// # Errors
    /// As with [`get`](Self::get).
    pub(super) fn read_all(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(self.len);
        for number in 0..self.read.len() {
            bytes.extend_from_slice(self.load(number)?);
        }
        Ok(bytes)
    }
}

/// The checksums of the blocks that bytes are cut into.
pub(super) fn checksums(bytes: &[u8]) -> Vec<u64> {
    bytes.chunks(BLOCK).map(checksum).collect()
}

/// A number in which every bit counts, and every place.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
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
    use std::io::Write;

    #[test]
    fn bytes_are_read_block_by_block_and_damage_is_found_where_it_is() {
        let bytes: Vec<u8> = (0..BLOCK * 2 + 100).map(|i| (i / 7) as u8).collect();
        let sums = checksums(&bytes);
        assert_eq!(sums.len(), 3);
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"head").unwrap();
        file.write_all(&bytes).unwrap();
        let open = || Blocks::new(file.try_clone().unwrap(), 4, bytes.len(), sums.clone());
        let blocks = open();
        for place in [0, 1, BLOCK - 1, BLOCK, BLOCK * 2, bytes.len() - 1] {
            assert_eq!(blocks.get(place).unwrap(), bytes[place]);
        }
        assert_eq!(blocks.read_all().unwrap(), bytes);
        let damaged = BLOCK + 5;
        file.write_all_at(&[!bytes[damaged]], 4 + damaged as u64)
            .unwrap();
        assert_eq!(
            blocks.get(damaged).unwrap(),
            bytes[damaged],
            "read before, and kept"
        );
        let blocks = open();
        assert_eq!(blocks.get(BLOCK - 1).unwrap(), bytes[BLOCK - 1]);
        assert_eq!(
            blocks.get(BLOCK).unwrap_err().kind(),
            ErrorKind::InvalidData
        );
        assert!(blocks.read_all().is_err());
        file.set_len(BLOCK as u64).unwrap();
        assert_eq!(
            open().get(BLOCK * 2).unwrap_err().kind(),
            ErrorKind::UnexpectedEof
        );
    }
}
