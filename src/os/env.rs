//! Reads the environment: colours, letters, line editing, the user's folders.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Returns this program's folder under an XDG base directory: that of `variable`, or else `fallback`
/// in the home folder.
pub(crate) fn user_folder(variable: &str, fallback: &str) -> Option<PathBuf> {
    // A home folder that does not exist is not created.
    let home = env::var_os("HOME").filter(|home| Path::new(home).is_dir());
    user_folder_in(env::var_os(variable), home, fallback)
}

fn user_folder_in(
    folder: Option<OsString>,
    home: Option<OsString>,
    fallback: &str,
) -> Option<PathBuf> {
    // XDG: relative paths are ignored.
    let absolute = |path: OsString| Some(PathBuf::from(path)).filter(|path| path.is_absolute());
    let folder = folder
        .and_then(absolute)
        .or_else(|| Some(home.and_then(absolute)?.join(fallback)))?;
    Some(folder.join("game"))
}

/// Returns the user's cache folder.
pub(crate) fn cache() -> Option<PathBuf> {
    user_folder("XDG_CACHE_HOME", ".cache")
}

/// Returns the home folder.
pub(crate) fn home() -> Option<PathBuf> {
    let home = PathBuf::from(env::var_os("HOME")?);
    home.is_absolute().then_some(home)
}

/// Whether the terminal supports line editing.
pub(crate) fn can_edit_lines() -> bool {
    env::var_os("TERM").is_some_and(|term| term != "dumb" && !term.is_empty())
}

/// Whether the environment wants colours.
pub(crate) fn want_colour(terminal: bool) -> bool {
    if anstyle_query::no_color() {
        return false;
    }
    // `CLICOLOR_FORCE=0` forces nothing.
    let forced = |value: OsString| !value.is_empty() && value != "0";
    env::var_os("CLICOLOR_FORCE").is_some_and(forced)
        || (terminal && can_edit_lines() && anstyle_query::clicolor().unwrap_or(true))
}

/// Whether the locale can show more than ASCII. Without a locale it is assumed: most terminals can.
pub(crate) fn shows_unicode() -> bool {
    let locales = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let mut set = locales
        .filter_map(env::var_os)
        .filter(|name| !name.is_empty());
    set.next()
        .is_none_or(|name| is_unicode(&name.to_string_lossy()))
}

/// Whether a locale, `language_COUNTRY.charset@variant`, is Unicode.
fn is_unicode(locale: &str) -> bool {
    let locale = locale.split('@').next().unwrap_or_default();
    match locale.split_once('.') {
        Some((_, charset)) => charset.replace('-', "").eq_ignore_ascii_case("utf8"),
        None => !matches!(locale, "C" | "POSIX"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_locales_are_recognised() {
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
    fn relative_user_folders_are_ignored() {
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
}
