//! Files that may be written but not replaced, although a file can be made beside them.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use rustix::process::geteuid;

use super::temp_file::folder_of;

/// In a folder with this bit only the owner of a file, or of the folder, may rename or remove it.
const STICKY: u32 = 0o1000;

/// Refuses a file that could be written, but to which no other file could be renamed.
///
/// # Errors
/// When that is so, or the folder cannot be looked at.
pub(super) fn must_be_replaceable(path: &Path, file: &Metadata) -> io::Result<()> {
    let folder = fs::metadata(folder_of(path))?;
    let user = geteuid();
    let owners = [file.uid(), folder.uid()];
    if folder.mode() & STICKY != 0 && !user.is_root() && !owners.contains(&user.as_raw()) {
        return Err(io::Error::new(
            ErrorKind::PermissionDenied,
            "its folder is sticky: only its owner may replace it",
        ));
    }
    if is_mount_point(path, file.dev() != folder.dev()) {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is a mount point",
        ));
    }
    Ok(())
}

/// Whether a file is mounted there. `other_device` tells where the system does not.
#[cfg(target_os = "linux")]
fn is_mount_point(path: &Path, other_device: bool) -> bool {
    match [path, folder_of(path)].map(mount_of) {
        [Some(file), Some(folder)] => file != folder,
        _ => other_device,
    }
}

#[cfg(not(target_os = "linux"))]
fn is_mount_point(_: &Path, other_device: bool) -> bool {
    other_device
}

/// The number of the mount that a path leads to.
#[cfg(target_os = "linux")]
fn mount_of(path: &Path) -> Option<u64> {
    use rustix::fs::{AtFlags, CWD, StatxFlags, statx};

    let wanted = StatxFlags::MNT_ID;
    let found = statx(CWD, path, AtFlags::empty(), wanted).ok()?;
    let told = StatxFlags::from_bits_retain(found.stx_mask).contains(wanted);
    told.then_some(found.stx_mnt_id)
}
