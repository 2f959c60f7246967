//! A fresh folder in which the commands of a transcript run: the program, and a few tools. The
//! tools are built in, so a case does not depend on those of the machine.

use std::fs;
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use tempfile::TempDir;

use super::Error;
use super::process::{Program, Run};
use super::transcript::Step;
use crate::games::File;
use crate::os::words;
use crate::store::{self, fresh_folder};

/// The maximum number of bytes read from a file, as for the output of a program.
const LONGEST_FILE: usize = 1 << 20;

/// A program in its own folder.
pub struct Stage<'a> {
    program: &'a dyn Program,
    folder: TempDir,
}

impl<'a> Stage<'a> {
    /// Creates a folder with these files.
    ///
    /// # Errors
    /// When it cannot be created.
    pub fn new(program: &'a dyn Program, files: &[File]) -> Result<Self, Error> {
        let folder = fresh_folder()?;
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap_or(folder.path()))?;
            fs::write(path, content)?;
        }
        Ok(Stage { program, folder })
    }

    /// Runs the program with a command of a transcript.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn game(&self, command: &str, input: &[u8]) -> Result<Run, Error> {
        // The words were checked when the transcript was parsed.
        let words = words::split(command).unwrap_or_default();
        let args = words.get(1..).unwrap_or_default();
        self.program.run(args, input, self.folder.path())
    }

    /// Creates a file, or runs a tool and returns its output.
    ///
    /// # Errors
    /// When there is no such tool, or it fails.
    pub fn tool(&self, step: &Step) -> Result<Vec<u8>, String> {
        let words = words::split(&step.command)?;
        // A transcript from elsewhere must not reach the reader's own files.
        let leaves =
            |word: &String| word.starts_with('/') || word.split('/').any(|part| part == "..");
        if let Some(name) = words.iter().find(|word| leaves(word)) {
            return Err(format!("{name} is outside the folder of the transcript"));
        }
        let path = |name: &str| self.folder.path().join(name);
        let load = |name: &str| store::load(&path(name), LONGEST_FILE);
        if let Some(name) = step.makes_file() {
            let made = fs::write(path(name), step.input()?);
            return made.map(|()| Vec::new()).map_err(|why| why.to_string());
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let done = match words[..] {
            ["cat", file] => load(file),
            ["wc", "-c", file] => {
                let bytes = load(file);
                bytes.map(|bytes| format!("{} {file}\n", bytes.len()).into())
            }
            ["wc", "-l", file] => load(file).map(|bytes| {
                let lines = bytes.split(|&byte| byte == b'\n').count() - 1;
                format!("{lines} {file}\n").into()
            }),
            ["ls", folder] => names(&path(folder)).map(String::into_bytes),
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

    /// Removes the folder. Returns its path if that fails.
    #[must_use]
    pub fn close(self) -> Option<String> {
        let place = self.folder.path().display().to_string();
        self.folder.close().is_err().then_some(place)
    }
}

/// Lists a folder.
///
/// # Errors
/// When it cannot be read.
pub fn names(directory: &Path) -> io::Result<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(directory)? {
        names.push(format!("{}\n", entry?.file_name().display()));
    }
    names.sort();
    Ok(names.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_work_like_their_namesakes() {
        let program = |_: &[String], _: &[u8], _: &Path| -> Run { unreachable!() };
        let stage = Stage::new(&program, &[]).unwrap();
        fs::write(stage.folder.path().join("a"), "one\ntwo").unwrap();
        let run = |command: &str| {
            let printed = stage.tool(&Step::new(command))?;
            String::from_utf8(printed).map_err(|why| why.to_string())
        };
        for (command, printed) in [
            ("cat a", "one\ntwo"),
            ("wc -c a", "7 a\n"),
            ("wc -l a", "1 a\n"),
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
            "cat > ../x",
            "rm d/../../x",
            "cp a /tmp/x",
        ] {
            assert!(run(wrong).is_err(), "{wrong}");
        }
    }
}
