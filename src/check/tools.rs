//! The few tools that a transcript may use beside the game. They are built in, so that a case
//! depends on no tool of the machine it runs on.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Component, Path};

use crate::store;

/// The most bytes that are read from a file: as many as a program may print.
const LONGEST_FILE: usize = 1 << 20;

/// Splits a command line into words. Quotes, `'` or `"`, keep blanks.
///
/// # Errors
/// When a quotation mark is not closed.
pub fn words(command: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c == ' ' => words.extend(word.take()),
            Some(_) | None => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err(format!("a quotation mark in {command:?} is not closed"));
    }
    words.extend(word);
    Ok(words)
}

/// Refuses a name outside the folder of a transcript.
///
/// # Errors
/// When it is such a name.
pub fn check_name(name: &str) -> Result<(), String> {
    let mut parts = Path::new(name).components();
    if parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
        return Ok(());
    }
    Err(format!(
        "{name:?} is not in the folder of the transcript (a name is relative and has no \"..\")"
    ))
}

/// The tools of a transcript.
#[derive(Clone, Copy, Debug)]
pub struct Tools<'a> {
    /// Where the files are.
    pub folder: &'a Path,
    /// The exit status of the last game.
    pub status: Option<i32>,
}

impl Tools<'_> {
    /// Makes a file.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make_file(self, name: &str, content: &[u8]) -> Result<(), String> {
        fs::write(self.folder.join(name), content).map_err(|why| why.to_string())
    }

    /// Runs a tool and returns its output.
    ///
    /// # Errors
    /// When there is no such tool, or it fails.
    pub fn run(self, words: &[String]) -> Result<Vec<u8>, String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let path = |name: &str| self.folder.join(name);
        let done = match words[..] {
            ["echo", "$?"] => {
                let status = self.status.ok_or("no game has ended yet")?;
                Ok(format!("{status}\n").into_bytes())
            }
            ["cat", file] => read(&path(file)),
            ["wc", "-c", file] => {
                let bytes = read(&path(file));
                bytes.map(|bytes| format!("{} {file}\n", bytes.len()).into())
            }
            ["wc", "-l", file] => read(&path(file)).map(|bytes| {
                let lines = bytes.split(|&byte| byte == b'\n').count() - 1;
                format!("{lines} {file}\n").into()
            }),
            ["ls", folder] => names(&path(folder)),
            ["mkdir", folder] => fs::create_dir(path(folder)).map(|()| Vec::new()),
            ["cp", from, to] => fs::copy(path(from), path(to)).map(|_| Vec::new()),
            ["rm", file] => fs::remove_file(path(file)).map(|()| Vec::new()),
            ["ln", "-s", target, link] => symlink(target, path(link)).map(|()| Vec::new()),
            ["readlink", link] => {
                let target = fs::read_link(path(link));
                target.map(|target| format!("{}\n", target.display()).into_bytes())
            }
            ["chmod", mode, file] => {
                let mode = u32::from_str_radix(mode, 8).map_err(|why| format!("{mode}: {why}"))?;
                let permissions = fs::Permissions::from_mode(mode);
                fs::set_permissions(path(file), permissions).map(|()| Vec::new())
            }
            ["stat", "-c", "%a", file] => fs::metadata(path(file))
                .map(|found| format!("{:o}\n", found.permissions().mode() & 0o7777).into_bytes()),
            _ => {
                return Err("no such tool; fixtures/transcripts/README.md lists them".into());
            }
        };
        done.map_err(|why| why.to_string())
    }
}

/// Reads a file, but waits for no pipe that a program has made in its place.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    store::load(path, LONGEST_FILE)
}

fn names(directory: &Path) -> io::Result<Vec<u8>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        names.push(format!("{}\n", entry?.file_name().display()));
    }
    names.sort();
    Ok(names.concat().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_quoted() {
        let split = |text| words(text).unwrap();
        assert_eq!(split("game  --test"), ["game", "--test"]);
        assert_eq!(
            split(r#"game '["W-B"]' "a b"c "" W"#),
            ["game", r#"["W-B"]"#, "a bc", "", "W"]
        );
        assert!(words("game 'oh").is_err());
    }

    #[test]
    fn tools_do_what_their_namesakes_do() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a"), "one\ntwo").unwrap();
        let run = |command: &str| {
            let tools = Tools {
                folder: folder.path(),
                status: Some(1),
            };
            let printed = tools.run(&words(command)?)?;
            String::from_utf8(printed).map_err(|why| why.to_string())
        };
        for (command, printed) in [
            ("cat a", "one\ntwo"),
            ("wc -c a", "7 a\n"),
            ("wc -l a", "1 a\n"),
            ("echo $?", "1\n"),
            ("mkdir d", ""),
            ("cp a d/b", ""),
            ("ln -s b d/c", ""),
            ("ls d", "b\nc\n"),
            ("readlink d/c", "b\n"),
            ("cat d/c", "one\ntwo"),
            ("chmod 640 a", ""),
            ("stat -c %a a", "640\n"),
            ("rm d/c", ""),
            ("ls d", "b\n"),
        ] {
            assert_eq!(run(command).as_deref(), Ok(printed), "{command}");
        }
        for wrong in [
            "cat none",
            "ls none",
            "dance",
            "cat",
            "chmod x a",
            "rm .",
            "cat d",
        ] {
            assert!(run(wrong).is_err(), "{wrong}");
        }
    }
}
