//! Plays a transcript and compares every byte.

use std::fmt::Write;

use game::check::{End, Error, Program, Stage, State, Transcript};
use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// The transcript with the actual output, and a description of the first difference.
///
/// # Errors
/// When the program cannot be started, or the folder cannot be made.
pub fn play(
    program: &dyn Program,
    states: &[State],
    expected: &Transcript,
) -> Result<(Transcript, Option<String>), Error> {
    let mut stage = Stage::new(program, states, &expected.to_string())?;
    let mut actual = Transcript {
        about: expected.about.clone(),
        steps: Vec::new(),
    };
    let mut difference = None;
    for (index, step) in expected.steps.iter().enumerate() {
        let mut troubles = String::new();
        let next = expected.steps.get(index + 1);
        let any_status = next.is_some_and(|next| next.command == "echo $?");
        let output = if step.is_game() {
            let run = stage.game(&step.command, &step.input().unwrap_or_default())?;
            match run.end {
                End::Status(code) if any_status || code == 0 => {}
                end => _ = writeln!(troubles, "(it ended with {end:?})"),
            }
            if !run.errors.is_empty() {
                let errors = String::from_utf8_lossy(&run.errors);
                _ = writeln!(troubles, "(on standard error: {})", errors.trim_end());
            }
            run.output
        } else {
            stage.tool(step).unwrap_or_else(|why| {
                _ = writeln!(troubles, "($ {}: {why})", step.command);
                Vec::new()
            })
        };
        actual.steps.push(step.with_output(&output));
        if difference.is_none() && (output != step.output() || !troubles.is_empty()) {
            let lines = diff(&step.to_string(), &actual.steps[index].to_string());
            difference = Some(lines + &troubles);
        }
    }
    Ok((actual, difference))
}

fn diff(expected: &str, actual: &str) -> String {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let (old, new) = (lines(expected), lines(actual));
    let mut out = String::new();
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        for change in op.iter_changes(&old, &new) {
            let mark = match change.tag() {
                ChangeTag::Equal => "",
                ChangeTag::Delete => "- ",
                ChangeTag::Insert => "+ ",
            };
            _ = writeln!(out, "{mark}{}", change.value());
        }
    }
    out
}
