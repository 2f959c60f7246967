//! Plays a transcript and compares every byte.

use std::fmt::Write;

use game::check::{End, Error, Program, Stage, State, Step, Transcript, Turn};
use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// Returns the transcript with the actual output, and a description of the first difference.
///
/// # Errors
/// If the program cannot be started or the folder cannot be created.
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
        actual.steps.push(with_output(step, &output));
        if difference.is_none() && (output != step.output() || !troubles.is_empty()) {
            let lines = diff(&step.to_string(), &actual.steps[index].to_string());
            difference = Some(lines + &troubles);
        }
    }
    Ok((actual, difference))
}

/// Returns the same command with this output, and the typed lines at its prompts. A prompt without
/// a typed line gets `^D`.
fn with_output(step: &Step, output: &[u8]) -> Step {
    if step.makes_file().is_some() {
        return step.clone();
    }
    let visible = |line: &[u8]| match str::from_utf8(line) {
        Ok(text) => format!("{text}\n"),
        Err(_) => format!("{}\n", line.escape_ascii()),
    };
    let lines = output
        .strip_suffix(b"\n")
        .unwrap_or(output)
        .split(|&byte| byte == b'\n');
    let mut text: String = lines.map(visible).collect();
    if output.is_empty() {
        text.clear();
    } else if !output.ends_with(b"\n") {
        text += "(the line break at the end is missing)\n";
    }
    let mut actual = Step::new(&step.command);
    let Ok(parsed) = Transcript::parse(&format!("$ {}\n{text}", step.command)) else {
        actual.print(&text);
        return actual;
    };
    let mut typed = step.typed();
    for (index, turn) in parsed.steps[0].turns.iter().enumerate() {
        let is_prompt = index > 0 && turn.typed.is_empty();
        if is_prompt {
            let typed = typed.next().unwrap_or("^D");
            actual.turns.push(Turn::new(&turn.prompt, typed));
        } else if index > 0 {
            actual.print(&format!("{}{}", turn.prompt, turn.typed));
        }
        turn.answer
            .iter()
            .for_each(|line| actual.print(&format!("{line}\n")));
    }
    actual
}

#[test]
fn output_and_typed_text_restore_the_step() {
    let text = "$ game --test\ntafl> :start\nStarting Game.\ntafl game O> \n\ntafl> :save \\x41\n\
                \\tafl> :read by the program\ntafl> ^D\nGood Bye!\n$ cat A\ntafl> not typed\n\
                $ game --mode crusher\nN is:\n3\n from: 5\n";
    let transcript = Transcript::parse(text).unwrap();
    for step in &transcript.steps {
        assert_eq!(&with_output(step, &step.output()), step);
    }
    let other = |output: &[u8]| with_output(&transcript.steps[0], output).to_string();
    assert_eq!(
        other(b"tafl> \ntafl> \nBye\n"),
        "$ game --test\ntafl> :start\ntafl> \nBye\n"
    );
    assert_eq!(
        other(b"a\xff\ntafl> "),
        "$ game --test\na\\xff\ntafl> :start\n(the line break at the end is missing)\n"
    );
    assert_eq!(other(b""), "$ game --test\n");
    assert_eq!(other(b"\n"), "$ game --test\n\n");
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
