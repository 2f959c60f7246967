//! What the environment says: colours, letters, line editing, the user's folders.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A folder of the user for files of this program, after the XDG rules: the folder that `variable`
/// names, or else `fallback` in the home folder.
pub(crate) fn user_folder(variable: &str, fallback: &str) -> Option<PathBuf> {
    // A home folder that does not exist is not made.
    let home = env::var_os("HOME").filter(|home| Path::new(home).is_dir());
    user_folder_in(env::var_os(variable), home, fallback)
}

fn user_folder_in(
    folder: Option<OsString>,
    home: Option<OsString>,
    fallback: &str,
) -> Option<PathBuf> {
    // A relative path is to be ignored: it would mean another folder in every working directory.
    let absolute = |path: OsString| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    let folder = folder
        .and_then(absolute)
        .or_else(|| Some(home.and_then(absolute)?.join(fallback)))?;
    Some(folder.join("game"))
}

/// The user's folder for what can be made again.
pub(crate) fn cache() -> Option<PathBuf> {
    user_folder("XDG_CACHE_HOME", ".cache")
}

/// The home folder.
pub(crate) fn home() -> Option<PathBuf> {
    let home = PathBuf::from(env::var_os("HOME")?);
    home.is_absolute().then_some(home)
}

/// Whether the terminal can do more than print.
pub(crate) fn can_edit_lines() -> bool {
    env::var_os("TERM").is_some_and(|term| term != "dumb" && !term.is_empty())
}

/// Whether colours are wanted, if nobody said so on the command line.
pub(crate) fn want_colour(terminal: bool) -> bool {
    if anstyle_query::no_color() {
        return false;
    }
    if forces(env::var_os("CLICOLOR_FORCE").as_deref()) {
        return true;
    }
    terminal && can_edit_lines() && anstyle_query::clicolor().unwrap_or(true)
}

/// By its definition `CLICOLOR_FORCE=0` forces nothing.
fn forces(value: Option<&OsStr>) -> bool {
    value.is_some_and(|value| !value.is_empty() && value != "0")
}

/// Whether the locale can show more than ASCII. One that is not set says nothing, and most
/// terminals can.
pub(crate) fn shows_unicode() -> bool {
    // The first that is set decides, as everywhere.
    let deciding = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(env::var_os)
        .find(|value| !value.is_empty());
    deciding.is_none_or(|locale| is_unicode(&locale.to_string_lossy()))
}

/// Whether a locale's name, `language_COUNTRY.charset@variant`, stands for Unicode.
fn is_unicode(locale: &str) -> bool {
    let locale = locale.split('@').next().unwrap_or_default();
    match locale.split_once('.') {
        Some((_, charset)) => {
            let letters = charset.chars().filter(char::is_ascii_alphanumeric);
            letters.collect::<String>().eq_ignore_ascii_case("utf8")
        }
        None => !matches!(locale, "C" | "POSIX"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_tells_whether_letters_can_be_shown() {
        for locale in ["C.UTF-8", "en_US.utf8", "de_AT.UTF-8@euro", "de_AT", "eo"] {
            assert!(is_unicode(locale), "{locale}");
        }
        for locale in [
            "C",
            "POSIX",
            "de_DE.ISO-8859-1",
            "ja_JP.eucJP",
            "en_US.",
            "C@x",
        ] {
            assert!(!is_unicode(locale), "{locale}");
        }
    }

    #[test]
    fn a_folder_of_the_user_has_an_absolute_path() {
        let path = |folder: Option<&str>, home: Option<&str>| {
            let [folder, home] = [folder, home].map(|path| path.map(OsString::from));
            user_folder_in(folder, home, ".local/state").map(|path| path.display().to_string())
        };
        let at = |text: &str| Some(text.to_owned());
        assert_eq!(path(Some("/s"), Some("/h")), at("/s/game"));
        let usual = at("/h/.local/state/game");
        assert_eq!(path(None, Some("/h")), usual);
        assert_eq!(path(Some(""), Some("/h")), usual);
        assert_eq!(path(Some("s"), Some("/h")), usual);
        assert_eq!(path(None, Some("h")), None);
        assert_eq!(path(None, None), None);
    }

    #[test]
    fn a_nought_forces_nothing() {
        assert!(forces(Some(OsStr::new("1"))) && forces(Some(OsStr::new("yes"))));
        assert!(!forces(Some(OsStr::new("0"))) && !forces(Some(OsStr::new(""))) && !forces(None));
    }
}
