//! Completion of file names.

use std::fs;

use super::sanitize::steers;
use crate::repl::Folders;

/// How many names are offered at most: the line editor cannot count without end.
const MOST: usize = 1000;

/// File names that begin with what was typed, folders with a slash at the end. A name with a blank is
/// left out: it would be two words.
pub(super) fn beginning_with(typed: &str) -> Vec<String> {
    if typed == "~" {
        return vec!["~/".to_owned()];
    }
    let (folder, beginning) = split(typed);
    let place = Folders::of_user().path_of(if folder.is_empty() { "." } else { folder });
    let Ok(entries) = fs::read_dir(place) else {
        return Vec::new();
    };
    let names = entries.flatten().filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let wanted = name.starts_with(beginning)
            && (beginning.starts_with('.') || !name.starts_with('.'))
            && !name.contains(|c: char| c.is_ascii_whitespace() || steers(c));
        // Through links: what they lead to is what can be loaded.
        let slash = |path| fs::metadata(path).is_ok_and(|data| data.is_dir());
        wanted.then(|| {
            let slash = if slash(entry.path()) { "/" } else { "" };
            format!("{folder}{name}{slash}")
        })
    });
    let mut names: Vec<String> = names.take(MOST).collect();
    names.sort();
    names
}

/// The last component of a path.
pub(super) fn last_part(name: &str) -> &str {
    let trimmed = name.strip_suffix('/').unwrap_or(name);
    &name[split(trimmed).0.len()..]
}

/// Splits a path behind its last slash.
fn split(typed: &str) -> (&str, &str) {
    typed.split_at(typed.rfind('/').map_or(0, |slash| slash + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::ffi::OsStrExt;

    #[test]
    fn names_that_can_be_typed_are_offered() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        for name in [
            "a.csv",
            "ab",
            "with blank",
            "tab\there",
            "esc\u{1b}",
            "reversed\u{202e}vsc",
            ".hidden",
            "äö",
        ] {
            fs::write(path.join(name), "").unwrap();
        }
        fs::write(path.join(std::ffi::OsStr::from_bytes(b"a\xff")), "").unwrap();
        fs::create_dir(path.join("sub")).unwrap();
        let root = format!("{}/", path.display());
        let found = |typed: &str| {
            let names = beginning_with(&format!("{root}{typed}"));
            let short = names.iter().map(|name| name.strip_prefix(&root).unwrap());
            short.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(found(""), ["a.csv", "ab", "sub/", "äö"]);
        assert_eq!(found("a"), ["a.csv", "ab"]);
        assert_eq!(found("."), [".hidden"]);
        assert_eq!(found("sub/"), [""; 0]);
        assert_eq!(found("nowhere/"), [""; 0]);
        assert_eq!(last_part("/x/sub/"), "sub/");
        assert_eq!(last_part("x/y"), "y");
        assert_eq!(last_part("y"), "y");
    }
}
