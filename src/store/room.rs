//! Disk space, reserved before it is needed.

use std::fs::File;
use std::io::{self, ErrorKind};

use rustix::fs::{FallocateFlags, fallocate, fstatvfs};
use rustix::io::Errno;
use rustix::process::{Resource, getrlimit};

/// Reserves disk space for so many bytes of a file, without changing its length or content.
///
/// # Errors
/// When there is not enough, or a file may not become so long.
pub(super) fn reserve(file: &File, bytes: u64) -> io::Result<()> {
    if bytes == 0 {
        return Ok(());
    }
    // A file that keeps its length is not checked by the system.
    let longest = getrlimit(Resource::Fsize).current;
    if longest.is_some_and(|longest| bytes > longest) {
        return Err(Errno::FBIG.into());
    }
    match fallocate(file, FallocateFlags::KEEP_SIZE, 0, bytes) {
        // Not every file system can promise room. Then what is free now must do.
        Err(Errno::OPNOTSUPP | Errno::NOSYS | Errno::INVAL) => {
            let free = free(file)?;
            let more = bytes.saturating_sub(file.metadata()?.len());
            if free < more {
                return Err(ErrorKind::StorageFull.into());
            }
            Ok(())
        }
        done => done.map_err(io::Error::from),
    }
}

/// How much room there is on the disk that a file is on, in bytes.
pub(super) fn free(file: &File) -> io::Result<u64> {
    let disk = fstatvfs(file)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}
