//! The few tools that a transcript may use beside the game. They are built in, so that a case
//! depends on no tool of the machine it runs on.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::files::{self, Folder};

/// How much of a file is read: as much as a program may print, more than any transcript shows.
const LONGEST_FILE: usize = 1 << 20;

/// The words of a command line. A word with blanks stands between `'` or `"`.
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

/// The words of a command for a tool, none of which leads out of the folder of its transcript.
///
/// # Errors
/// When a quotation mark is not closed, or a word could name a file elsewhere.
pub fn words_for_a_tool(command: &str) -> Result<Vec<String>, String> {
    let words = words(command)?;
    words.iter().try_for_each(|word| check_name(word))?;
    Ok(words)
}

/// Refuses a name outside the folder of a transcript: what is checked there must not touch anything
/// else.
///
/// # Errors
/// When it is such a name.
pub fn check_name(name: &str) -> Result<(), String> {
    if files::is_below(name) {
        Ok(())
    } else {
        Err(format!(
            "{name:?} is not in the folder of the transcript (a name is relative and has no \"..\")"
        ))
    }
}

/// What the tools of a transcript work with.
#[derive(Clone, Copy, Debug)]
pub struct Tools<'a> {
    /// Where the files are.
    pub folder: &'a Path,
    /// The status of the last game.
    pub status: Option<i32>,
}

impl<'a> Tools<'a> {
    /// Makes a file.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn make_file(self, name: &str, content: &[u8]) -> Result<(), String> {
        let written = self.files().write(name, content);
        written.map_err(|why| why.to_string())
    }

    /// What a tool prints.
    ///
    /// # Errors
    /// When there is no such tool, or it fails.
    pub fn run(self, words: &[String]) -> Result<Vec<u8>, String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let files = self.files();
        let nothing = |()| Vec::new();
        let done = match words[..] {
            ["echo", "$?"] => {
                let status = self.status.ok_or("no game has ended yet")?;
                Ok(format!("{status}\n").into_bytes())
            }
            ["cat", file] => self.read(file),
            ["wc", "-c", file] => {
                let bytes = self.read(file);
                bytes.map(|bytes| format!("{} {file}\n", bytes.len()).into())
            }
            ["wc", "-l", file] => self.read(file).map(|bytes| {
                let lines = bytes.split(|&byte| byte == b'\n').count() - 1;
                format!("{lines} {file}\n").into()
            }),
            ["ls", directory] => files.target(directory).and_then(|path| names(&path)),
            ["mkdir", directory] => files.entry(directory).and_then(fs::create_dir).map(nothing),
            ["cp", from, to] => self.copy(from, to).map(nothing),
            ["rm", file] => files.entry(file).and_then(fs::remove_file).map(nothing),
            ["ln", "-s", target, link] => {
                let link = files.entry(link);
                link.and_then(|link| symlink(target, link)).map(nothing)
            }
            ["readlink", link] => {
                let target = files.entry(link).and_then(fs::read_link);
                target.map(|target| format!("{}\n", target.display()).into_bytes())
            }
            ["chmod", mode, file] => {
                let mode = u32::from_str_radix(mode, 8).map_err(|why| format!("{mode}: {why}"))?;
                let permissions = fs::Permissions::from_mode(mode);
                let path = files.target(file);
                path.and_then(|path| fs::set_permissions(path, permissions))
                    .map(nothing)
            }
            ["stat", "-c", "%a", file] => files
                .target(file)
                .and_then(fs::metadata)
                .map(|found| format!("{:o}\n", found.permissions().mode() & 0o7777).into_bytes()),
            _ => {
                return Err(
                    "there is no such tool; fixtures/transcripts/README.md lists them".into(),
                );
            }
        };
        done.map_err(|why| why.to_string())
    }

    fn files(self) -> Folder<'a> {
        Folder(self.folder)
    }

    fn read(self, name: &str) -> io::Result<Vec<u8>> {
        files::read(&self.files().target(name)?, LONGEST_FILE)
    }

    /// Copies a file with its permissions.
    fn copy(self, from: &str, to: &str) -> io::Result<()> {
        let permissions = fs::metadata(self.files().target(from)?)?.permissions();
        self.files().write(to, &self.read(from)?)?;
        fs::set_permissions(self.files().entry(to)?, permissions)
    }
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
            "cat ../a",
            "cp a /a",
        ] {
            assert!(run(wrong).is_err(), "{wrong}");
        }
    }
}
