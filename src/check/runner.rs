//! Plays one transcript in a fresh folder.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use tempfile::TempDir;

use super::difference::{Difference, Trouble};
use super::fixtures::State;
use super::process::{self, Call, End, Limits, NotStarted, Run};
use super::tools::{self, Tools};
use super::transcript::{Step, Transcript};
use crate::store::fresh_folder;

/// Why a transcript could not be played.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The program could not be started.
    #[error(transparent)]
    NotStarted(#[from] NotStarted),
    /// No folder could be made for it.
    #[error("no folder for the program: {0}")]
    NoFolder(#[from] io::Error),
}

/// A program, and what it finds around itself.
#[derive(Clone, Debug)]
pub struct Runner<'a> {
    /// The program and the arguments that always come first.
    pub program: &'a [OsString],
    /// Files that are there before anything runs, if the transcript speaks of them.
    pub states: &'a [State],
    /// How far it may go.
    pub limits: Limits,
    /// The terminal that it is told of.
    pub term: &'a str,
    /// Whether writing to standard error is a fault. Nothing in the course text forbids it.
    pub silent: bool,
}

/// What came of playing a transcript.
#[derive(Clone, Debug)]
pub struct Played {
    /// The transcript as it really went.
    pub actual: Transcript,
    /// The first difference, if there is one.
    pub difference: Option<Difference>,
    /// What the program wrote to standard error, if it did.
    pub grumble: Option<Trouble>,
}

impl Runner<'_> {
    /// Plays all commands of a transcript one after another.
    ///
    /// # Errors
    /// When the program cannot be started, or the folder cannot be made.
    pub fn play(&self, expected: &Transcript, cancel: &AtomicBool) -> Result<Played, Failure> {
        let folder = self.set_up(expected)?;
        let mut actual = Transcript {
            about: expected.about.clone(),
            steps: Vec::new(),
        };
        let mut troubles = Vec::new();
        let mut grumble = None;
        let mut at = None;
        let mut status = None;
        for (index, step) in expected.steps.iter().enumerate() {
            let next = expected.steps.get(index + 1);
            let any_status = next.is_some_and(|next| next.command == "echo $?");
            let output = if step.is_game() {
                let run = self.game(step, folder.path(), cancel)?;
                if let End::Status(code) = run.end {
                    status = Some(code);
                }
                troubles.extend(Trouble::of(run.end, self.limits, any_status));
                if !run.errors.is_empty() {
                    let said = Trouble::grumbled(&run.errors);
                    troubles.extend(self.silent.then(|| said.clone()));
                    grumble.get_or_insert(said);
                }
                run.output
            } else {
                let tools = Tools {
                    folder: folder.path(),
                    status,
                };
                perform(step, tools).unwrap_or_else(|why| {
                    troubles.push(Trouble::Tool(step.command.clone(), why));
                    Vec::new()
                })
            };
            if at.is_none() && (!troubles.is_empty() || output != step.output()) {
                at = Some(index);
            }
            actual.steps.push(step.with_output(&output));
        }
        let difference = at.map(|_| {
            // Beside a difference it may tell the reason.
            if !self.silent {
                troubles.extend(grumble.clone());
            }
            Difference::new(expected, &actual, troubles, at)
        });
        Ok(Played {
            actual,
            difference,
            grumble,
        })
    }

    /// A fresh folder. Of the files only those are put there that the transcript speaks of: there
    /// are many files and many transcripts.
    fn set_up(&self, transcript: &Transcript) -> io::Result<TempDir> {
        let folder = fresh_folder()?;
        let text = transcript.to_string();
        for state in self.states {
            if !text.contains(&state.name) {
                continue;
            }
            let path = folder.path().join(&state.name);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, &state.content)?;
        }
        Ok(folder)
    }

    fn game(&self, step: &Step, folder: &Path, cancel: &AtomicBool) -> Result<Run, NotStarted> {
        // Both were looked at when the transcript was read.
        let words = tools::words(&step.command).unwrap_or_default();
        let input = step.input().unwrap_or_default();
        let call = Call {
            program: self.program,
            args: words.get(1..).unwrap_or_default(),
            folder,
            term: self.term,
            input: &input,
        };
        process::run(call, self.limits, cancel)
    }
}

/// Makes a file or runs a tool: what it prints.
///
/// # Errors
/// When there is no such tool, or it fails.
fn perform(step: &Step, tools: Tools<'_>) -> Result<Vec<u8>, String> {
    if let Some(name) = step.makes_file() {
        return tools.make_file(name, &step.input()?).map(|()| Vec::new());
    }
    tools.run(&tools::words(&step.command)?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// What is wrong with a transcript played by a shell, which finds this script as a file.
    fn faults_within(time: Duration, script: &str, transcript: &str) -> String {
        let state = |name: &str, content: &str| State {
            name: name.into(),
            content: content.as_bytes().to_vec().into(),
        };
        let runner = Runner {
            program: &["/bin/sh".into()],
            states: &[state("toy", script), state("in/file", "content\n")],
            limits: Limits {
                time,
                ..Limits::default()
            },
            term: "dumb",
            silent: true,
        };
        let expected = Transcript::parse(transcript).unwrap();
        let played = runner.play(&expected, &AtomicBool::new(false)).unwrap();
        played
            .difference
            .map_or_else(String::new, |found| found.to_string())
    }

    fn faults(script: &str, transcript: &str) -> String {
        faults_within(Duration::from_mins(3), script, transcript)
    }

    const ECHO: &str = r#"while echo "toy> "; read line; do echo "you said $line"; done"#;
    const GOOD: &str = "$ game toy\ntoy> hello\nyou said hello\ntoy> ^D\n$ cat in/file\ncontent\n";

    #[test]
    fn a_transcript_that_holds_has_no_faults() {
        assert_eq!(faults(ECHO, GOOD), "");
    }

    #[test]
    fn another_answer_is_shown_beside_the_expected_one() {
        let wrong = GOOD.replace("you said hello", "You said hello");
        assert_eq!(
            faults(ECHO, &wrong),
            "$ game toy\ntoy> hello\n- You said hello\n+ you said hello\n"
        );
    }

    #[test]
    fn all_that_is_typed_before_the_difference_is_shown_and_nothing_behind_it() {
        let wrong =
            "$ cat > x\nlines\n$ game toy\ntoy> a\nyou said a\ntoy> b\nyou said c\ntoy> d\n";
        assert_eq!(
            faults(ECHO, wrong),
            "$ cat > x\nlines\n$ game toy\ntoy> a\ntoy> b\n- you said c\n+ you said b\n"
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
            assert_ne!(faults(ECHO, &wrong), "", "{wrong}");
        }
    }

    #[test]
    fn a_missing_line_break_at_the_end_is_a_fault() {
        let said = faults("printf 'oh'", "$ game toy\noh\n");
        assert!(said.contains("line break at the end is missing"), "{said}");
    }

    #[test]
    fn missing_line_breaks_behind_prompts_are_told_as_such() {
        let script = r#"while printf 'toy> '; read line; do echo "you said $line"; done"#;
        let said = faults(script, "$ game toy\ntoy> hello\nyou said hello\ntoy> ^D\n");
        assert!(said.contains("nobody echoes"), "{said}");
    }

    #[test]
    fn a_status_must_be_asked_for_unless_it_is_zero() {
        let transcript = "$ game toy\n$ echo $?\n7\n";
        assert_eq!(faults("exit 7", transcript), "");
        assert_eq!(
            faults("exit 6", transcript),
            "$ game toy\n$ echo $?\n- 7\n+ 6\n"
        );
        let said = faults("exit 7", "$ game toy\n");
        assert_eq!(said, "$ game toy\n(it ended with status 7, not 0)\n");
    }

    #[test]
    fn how_it_ended_is_told_as_what_it_is() {
        let hello = "$ game toy\ntoy> hello\n";
        for (script, told) in [
            ("echo oh >&2", "(on standard error: oh)"),
            ("exit 0", "(it ended here, without an error)"),
            (
                "ulimit -c 0; kill -s SEGV $$",
                "(it crashed: signal 11 (SIGSEGV))",
            ),
            (
                "yes",
                "(it printed more than 1048576 bytes, and was stopped)",
            ),
        ] {
            let said = faults(script, hello);
            assert!(
                said.contains("- toy> hello") && said.contains(told),
                "{said}"
            );
        }
    }

    /// What is wrong with a transcript in which the program leaves something behind, and then this
    /// command is used.
    fn after_leaving(script: &str, command: &str) -> String {
        faults(script, &format!("$ game toy\n$ {command}\n"))
    }

    #[test]
    fn a_pipe_or_a_device_that_the_program_leaves_is_a_fault_and_not_waited_for() {
        for command in ["cat left", "wc -c left", "wc -l left", "cp left copy"] {
            for (script, why) in [
                ("mkfifo left", "it is not a regular file"),
                (
                    "ln -s /dev/zero left",
                    "it is outside the folder of the transcript",
                ),
                ("truncate -s 1G left", "it has more than 1048576 bytes"),
            ] {
                let said = after_leaving(script, command);
                assert!(said.contains(&format!("($ {command}: {why})")), "{said}");
            }
        }
        for command in ["cat > left\nx", "cp in/file left"] {
            let said = after_leaving("mkfifo left", command);
            assert!(said.contains("($ c"), "{said}");
        }
    }

    #[test]
    fn a_link_that_the_program_leaves_leads_nowhere_else() {
        let outside = tempfile::tempdir().unwrap();
        let file = outside.path().join("file");
        fs::write(&file, "old\n").unwrap();
        let mode = || fs::metadata(&file).unwrap().permissions();
        let before = mode();
        let link_to = |path: &Path| {
            let quoted = path.display().to_string().replace('\'', r"'\''");
            format!("ln -s '{quoted}' left")
        };
        let [to_file, to_folder] = [&*file, outside.path()].map(link_to);
        for (script, command) in [
            (&to_file, "cat > left\nnew"),
            (&to_file, "cp in/file left"),
            (&to_file, "chmod 777 left"),
            (&to_file, "cat left\nold"),
            (&to_folder, "cat > left/file\nnew"),
            (&to_folder, "cp in/file left/new"),
            (&to_folder, "mkdir left/new"),
            (&to_folder, "ln -s x left/new"),
            (&to_folder, "rm left/file"),
            (&to_folder, "ls left\nfile"),
        ] {
            assert_ne!(after_leaving(script, command), "", "{command}");
        }
        assert_eq!(fs::read(&file).unwrap(), b"old\n");
        assert_eq!(mode(), before);
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
        assert_eq!(after_leaving(&to_folder, "rm left"), "");
    }

    #[test]
    fn a_program_that_hangs_is_a_fault() {
        let limit = Duration::from_millis(300);
        let said = faults_within(limit, "exec sleep 1000", "$ game toy\ntoy> hello\n");
        assert!(
            said.contains("did not end within 300ms") && said.contains("- toy> hello"),
            "{said}"
        );
    }
}
