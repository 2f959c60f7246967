//! Plays one transcript in a fresh folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::diff::diff;
use crate::process;
use crate::shell;
use crate::transcript::{Step, Transcript};

/// The program, and what it finds around itself.
#[derive(Clone, Debug)]
pub struct Stage {
    pub program: PathBuf,
    /// Whether anything on standard error is a fault. Our own program says everything on standard
    /// output; another one may grumble.
    pub silent: bool,
    /// Files that are there before anything runs: names and contents.
    pub files: Vec<(PathBuf, Vec<u8>)>,
    pub limit: Duration,
}

/// What came of playing a transcript.
#[derive(Debug)]
pub struct Played {
    /// The transcript as it really went.
    pub actual: Transcript,
    /// What was wrong, for people; nothing if all was right.
    pub faults: Vec<String>,
}

/// Plays all commands of a transcript one after another.
///
/// # Errors
/// When the folder cannot be made.
pub fn play(expected: &Transcript, stage: &Stage, term: &str) -> Result<Played, String> {
    let folder = stage.set_up(expected).map_err(|why| why.to_string())?;
    let mut actual = Transcript {
        about: expected.about.clone(),
        steps: Vec::new(),
    };
    let mut faults = Vec::new();
    let mut same = true;
    let mut status = None;
    for (index, step) in expected.steps.iter().enumerate() {
        let asked_for = expected
            .steps
            .get(index + 1)
            .is_some_and(|next| next.command == "echo $?");
        let output = if step.is_game() {
            let run = stage.game(step, folder.path(), term)?;
            status = run.status.and_then(|status| status.code());
            faults.extend(stage.complaints(&run, asked_for));
            run.stdout
        } else {
            shell::words(&step.command)
                .and_then(|words| shell::tool(&words, folder.path(), status))
                .unwrap_or_else(|why| {
                    faults.push(format!("$ {}: {why}", step.command));
                    Vec::new()
                })
        };
        same &= output == step.output();
        actual.steps.push(step.with_output(&output));
    }
    if !same {
        faults.push(diff(&expected.to_string(), &actual.to_string()));
    }
    Ok(Played { actual, faults })
}

impl Stage {
    /// A fresh folder. Of the files only those are put there that the transcript speaks of: there
    /// are many files and many transcripts.
    fn set_up(&self, transcript: &Transcript) -> std::io::Result<tempfile::TempDir> {
        let folder = in_memory()?;
        let text = transcript.to_string();
        for (name, content) in &self.files {
            let path = folder.path().join(name);
            if !text.contains(&name.display().to_string()) {
                continue;
            }
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, content)?;
        }
        Ok(folder)
    }

    fn game(&self, step: &Step, folder: &Path, term: &str) -> Result<process::Run, String> {
        let words = shell::words(&step.command)?;
        let (args, input) = (&words[1..], step.input()?);
        process::run(&self.program, args, folder, term, input, self.limit)
    }

    /// What is wrong with a run apart from what it printed.
    fn complaints(&self, run: &process::Run, status_is_asked_for: bool) -> Vec<String> {
        let mut faults = Vec::new();
        match run.status {
            None => faults.push(format!("it did not end within {:?}", self.limit)),
            Some(status) if !status.success() && !status_is_asked_for => {
                faults.push(format!("it ended with {status}"));
            }
            Some(_) => {}
        }
        if !run.stderr.is_empty() && (self.silent || !faults.is_empty()) {
            let said = String::from_utf8_lossy(&run.stderr);
            faults.push(format!("it said on standard error: {}", said.trim_end()));
        }
        faults
    }
}

/// A fresh folder that needs no disk, if the system has such a place: a program that saves a game
/// waits until it is safe on the disk, and hundreds of such waits would take long.
fn in_memory() -> std::io::Result<tempfile::TempDir> {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The faults of a transcript played by a shell, which finds this script as a file.
    fn faults(script: &str, limit: Option<Duration>, transcript: &str) -> String {
        let stage = Stage {
            program: "/bin/sh".into(),
            silent: true,
            files: vec![
                ("toy".into(), script.into()),
                ("in/file".into(), b"content\n".to_vec()),
            ],
            limit: limit.unwrap_or(process::LIMIT),
        };
        let expected = Transcript::parse(transcript).unwrap();
        play(&expected, &stage, "dumb").unwrap().faults.join("\n")
    }

    const ECHO: &str = r#"while echo "toy> "; read line; do echo "you said $line"; done"#;
    const GOOD: &str = "$ game toy\ntoy> hello\nyou said hello\ntoy> ^D\n$ cat in/file\ncontent\n";

    #[test]
    fn a_transcript_that_holds_has_no_faults() {
        assert_eq!(faults(ECHO, None, GOOD), "");
    }

    #[test]
    fn another_answer_is_shown_beside_the_expected_one() {
        let wrong = GOOD.replace("you said hello", "You said hello");
        let said = faults(ECHO, None, &wrong);
        assert!(
            said.contains("    toy> hello\n  - You said hello\n  + you said hello\n"),
            "{said}"
        );
    }

    #[test]
    fn a_missing_or_superfluous_line_is_a_fault() {
        for wrong in [
            GOOD.replace("you said hello\n", ""),
            GOOD.replace("you said hello\n", "you said hello\n\n"),
            GOOD.replace("you said hello\n", "you said hello \n"),
            GOOD.replace("toy> ^D\n", ""),
            GOOD.replace("content\n", "contents\n"),
            GOOD.replace("toy> hello", "toy> help"),
        ] {
            assert_ne!(faults(ECHO, None, &wrong), "", "{wrong}");
        }
    }

    #[test]
    fn a_missing_line_break_at_the_end_is_a_fault() {
        let said = faults("printf 'oh'", None, "$ game toy\noh\n");
        assert!(said.contains("line break at the end is missing"), "{said}");
    }

    #[test]
    fn a_status_must_be_asked_for_unless_it_is_zero() {
        let transcript = "$ game toy\n$ echo $?\n7\n";
        assert_eq!(faults("exit 7", None, transcript), "");
        assert_ne!(faults("exit 6", None, transcript), "");
        assert_ne!(faults("exit 7", None, "$ game toy\n"), "");
    }

    #[test]
    fn standard_error_must_be_silent() {
        let said = faults("echo oh >&2", None, "$ game toy\n");
        assert!(said.contains("oh"), "{said}");
    }

    #[test]
    fn a_program_that_hangs_is_a_fault() {
        let limit = Some(Duration::from_millis(300));
        let said = faults("exec sleep 1000", limit, "$ game toy\ntoy> hello\n");
        assert!(
            said.contains("did not end") && said.contains("- toy> hello"),
            "{said}"
        );
    }
}
