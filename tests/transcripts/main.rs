//! Runs the golden transcripts: sessions at the prompt, kept as they would look on a screen.
//!
//! Every file below `fixtures/transcripts` is typed into the real program through a pipe, and what
//! comes back must be the same to the byte. How such a file is written and how to run them against
//! another program is told in `fixtures/transcripts/README.md`. In short:
//!
//! * `ONLY=tafl/course` runs the files whose path contains this text.
//! * `GOLDEN=rewrite` rewrites the files from what the program prints.
//! * `GAME=path` runs another program, and `LIMIT=seconds` gives it up earlier or later.

mod case;
mod diff;
mod escape;
mod form;
mod process;
mod shell;
mod suite;
mod transcript;

#[test]
fn every_transcript_holds() {
    let suite = suite::Suite::from_environment();
    let report = suite.run();
    assert!(report.is_good(), "{report}");
}
