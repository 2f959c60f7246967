//! Plays a transcript and compares every byte.

use std::fmt::Write;

use game::check::{ECHOED, End, Error, Program, Stage, Step, Transcript, Turn, split, used};
use game::games::File;
use similar::{Algorithm, ChangeTag, capture_diff_slices};

/// Returns the transcript with the actual output, and a description of the first difference.
///
/// # Errors
/// If the program cannot be started or the folder cannot be created.
pub fn play(
    program: &dyn Program,
    states: &[File],
    expected: &Transcript,
) -> Result<(Transcript, Option<String>), Error> {
    let stage = Stage::new(program, &used(states, &text(expected)))?;
    let mut actual = Transcript {
        about: expected.about.clone(),
        steps: Vec::new(),
    };
    let mut difference = None;
    let mut exit_code = String::new();
    for (index, step) in expected.steps.iter().enumerate() {
        let mut troubles = String::new();
        let next = expected.steps.get(index + 1);
        let any_status = next.is_some_and(|next| next.command == "echo $?");
        let output = if step.is_game() {
            let run = stage.game(&step.command, &step.input().unwrap_or_default())?;
            match run.end {
                End::Status(code) if any_status || code == 0 => exit_code = format!("{code}\n"),
                end => _ = writeln!(troubles, "(it ended with {end:?})"),
            }
            if !run.errors.is_empty() {
                let errors = String::from_utf8_lossy(&run.errors);
                _ = writeln!(troubles, "(on standard error: {})", errors.trim_end());
            }
            run.output
        } else if step.command == "echo $?" {
            exit_code.clone().into_bytes()
        } else {
            stage.tool(step).unwrap_or_else(|why| {
                _ = writeln!(troubles, "($ {}: {why})", step.command);
                Vec::new()
            })
        };
        actual.steps.push(with_output(step, &output));
        if difference.is_none() && (output != printed(step) || !troubles.is_empty()) {
            let lines = diff(&shown(step), &shown(&actual.steps[index]));
            difference = Some(lines + &troubles);
        }
    }
    Ok((actual, difference))
}

/// Writes a transcript as its file.
pub fn text(transcript: &Transcript) -> String {
    let about = transcript.about.iter().map(|line| format!("{line}\n"));
    about.chain(transcript.steps.iter().map(shown)).collect()
}

/// Writes a step as on a screen.
fn shown(step: &Step) -> String {
    let mut text = format!("$ {}\n", step.command);
    for (index, turn) in step.turns.iter().enumerate() {
        if index > 0 {
            _ = writeln!(text, "{}{}", turn.prompt, turn.typed);
        }
        for line in &turn.answer {
            if step.is_game() && split(line).is_some() {
                text.push(ECHOED);
            }
            _ = writeln!(text, "{line}");
        }
    }
    text
}

/// The bytes that a step prints. A pipe echoes nothing.
fn printed(step: &Step) -> Vec<u8> {
    let turns = step.turns.iter().enumerate();
    let lines = turns
        .filter(|_| step.makes_file().is_none())
        .flat_map(|(index, turn)| {
            let prompt = (index > 0).then_some(&turn.prompt);
            prompt.into_iter().chain(&turn.answer)
        });
    lines
        .flat_map(|line| [line, "\n"].concat().into_bytes())
        .collect()
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
    assert_eq!(super::exact::text(&transcript), text);
    for step in &transcript.steps {
        assert_eq!(&with_output(step, &printed(step)), step);
    }
    let other = |output: &[u8]| shown(&with_output(&transcript.steps[0], output));
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
