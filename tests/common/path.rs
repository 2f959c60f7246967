//! Where tests find the tools of the system.

use std::ffi::OsString;

/// The usual folders, and then those of whoever runs the tests: some systems have nothing in the usual
/// ones.
pub fn path() -> OsString {
    let mut path = OsString::from("/usr/sbin:/usr/bin:/sbin:/bin");
    if let Some(own) = std::env::var_os("PATH").filter(|own| !own.is_empty()) {
        path.push(":");
        path.push(own);
    }
    path
}
