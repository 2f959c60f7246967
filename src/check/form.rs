//! Probes a program, to learn how it speaks and which commands it has.

use std::collections::HashMap;

use super::process::{End, Program, Run};
use super::random::answered;
use super::speech::{Dialogue, Sentences, Speech};
use super::stage::{Failure, Stage};
use super::transcript::{Step, Transcript};
use crate::games::{Checking, GameEntry, Script};

/// How a saved game can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loading {
    /// By `--state`.
    State,
    /// By `--state`, and then a game has to be started.
    StateAndStart,
    /// By the command.
    Command,
    /// By the command in a game.
    StartAndCommand,
    /// Not at all.
    No,
}

/// What was learnt about a program.
#[derive(Debug)]
pub struct Form<'a> {
    /// How it speaks.
    pub speech: Speech<'a>,
    /// How it loads a saved game.
    pub loading: Loading,
    /// Whether it saves games as it should.
    pub saves: bool,
    /// The first words of lines at which it hung.
    pub hung: Vec<String>,
}

/// Learns everything about a program. The inner error says why it cannot be judged.
///
/// # Errors
/// When it cannot be started.
pub fn learn<'a>(
    program: &dyn Program,
    row: &GameEntry,
    checking: &'static Checking,
    sentences: &'a Sentences,
) -> Result<Result<Form<'a>, String>, Failure> {
    let mut prober = Prober {
        program,
        row,
        hung: Vec::new(),
    };
    let nothing = prober.type_lines("game --test", &[])?;
    if nothing.end == End::TimedOut {
        return Ok(Err(
            "cannot be judged: it does not end when its input ends".to_owned()
        ));
    }
    let mut speech = Speech {
        checking,
        sentences,
        prompts: None,
        seen: HashMap::new(),
        unknown: None,
    };
    let mut known = false;
    for line in [checking.unknown, checking.start, checking.exit] {
        known = known || speech.knows(&prober.type_lines("game --test", &[line])?.output);
    }
    if !known {
        return Ok(Err(format!(
            "cannot be judged: it says no sentence of the text when {}, {} or an unknown command is typed",
            checking.start, checking.exit
        )));
    }
    speech.prompts = prober.prompts(checking)?;
    let unknown = Script {
        lines: vec![checking.unknown.to_owned()],
        ..Script::default()
    };
    if let Some((dialogue, run, _)) = prober.probe(&unknown)? {
        speech.learn_unknown(&dialogue.turns, &run);
    }
    let mut saves = true;
    for script in (checking.probes)() {
        if let Some((dialogue, run, as_expected)) = prober.probe(&script)? {
            speech.learn(&dialogue, &run);
            saves &= as_expected;
        }
    }
    let loading = prober.loading(checking, &speech)?;
    Ok(Ok(Form {
        speech,
        loading,
        saves,
        hung: prober.hung,
    }))
}

struct Prober<'a> {
    program: &'a dyn Program,
    row: &'a GameEntry,
    hung: Vec<String>,
}

impl Prober<'_> {
    fn type_lines(&mut self, command: &str, lines: &[&str]) -> Result<Run, Failure> {
        let mut stage = Stage::new(self.program, &[], "")?;
        let run = stage.game(command, &input(lines))?;
        self.note_hang(&run, lines.last().copied().unwrap_or_default());
        Ok(run)
    }

    fn note_hang(&mut self, run: &Run, line: &str) {
        if run.end == End::TimedOut {
            let word = line.split_ascii_whitespace().next();
            self.hung.push(word.unwrap_or_default().to_owned());
        }
    }

    /// Types a script without a closing command: what should come, what came, and whether the files
    /// are as they should be.
    fn probe(&mut self, script: &Script) -> Result<Option<(Dialogue, Run, bool)>, Failure> {
        let Some(Transcript { steps, .. }) = answered(script, self.row) else {
            return Ok(None);
        };
        let mut stage = Stage::new(self.program, &[], "")?;
        let mut found = None;
        let mut as_expected = true;
        for step in &steps {
            if step.is_game() {
                let mut dialogue = Dialogue::of(step);
                // The closing command.
                dialogue.turns.pop();
                let run = stage.game(&step.command, &step.input().unwrap_or_default())?;
                self.note_hang(&run, script.lines.last().map_or("", String::as_str));
                found = Some((dialogue, run));
            } else {
                let output = stage.tool(step);
                as_expected &= output.is_ok_and(|output| output == step.output());
            }
        }
        Ok(found.map(|(dialogue, run)| (dialogue, run, as_expected)))
    }

    /// Learns the three prompts.
    fn prompts(&mut self, checking: &Checking) -> Result<Option<[String; 3]>, Failure> {
        let before: [&[&str]; 3] = [
            &[],
            &[checking.start],
            &[checking.start, checking.first_move],
        ];
        let mut found: Vec<Option<String>> = Vec::new();
        for lines in before {
            let mut outputs = Vec::new();
            for times in 0..3 {
                let typed = [lines, &[checking.unknown].repeat(times)].concat();
                let run = self.type_lines("game --test", &typed)?;
                outputs.push(String::from_utf8_lossy(&run.output).replace("\r\n", "\n"));
            }
            found.push(prompt_of(&outputs[0], &outputs[1], &outputs[2]));
        }
        let [idle, first, second] = [0, 1, 2].map(|place: usize| found[place].take());
        let Some(idle) = idle.or_else(|| first.clone()).or_else(|| second.clone()) else {
            return Ok(None);
        };
        // A prompt that could not be learnt is the usual one where the others are.
        let due = checking.prompts.map(str::trim_end);
        let usual = |place: usize, one: &str, at: usize| {
            if one == due[at] {
                due[place].to_owned()
            } else {
                one.to_owned()
            }
        };
        let first = first.unwrap_or_else(|| usual(1, &idle, 0));
        let second = second.unwrap_or_else(|| usual(2, &first, 1));
        Ok(Some([idle, first, second]))
    }

    /// Finds out how a saved game can be loaded: a move of it must be answered differently than
    /// without it.
    fn loading(&mut self, checking: &Checking, speech: &Speech<'_>) -> Result<Loading, Failure> {
        let (position, mv) = checking.position;
        let load = format!("{} position.csv", checking.load);
        let option = "game --test --state position.csv";
        let ways: [(Loading, &str, &[&str]); 4] = [
            (Loading::State, option, &[mv]),
            (Loading::StateAndStart, option, &[checking.start, mv]),
            (Loading::Command, "game --test", &[&load, mv]),
            (
                Loading::StartAndCommand,
                "game --test",
                &[checking.start, &load, mv],
            ),
        ];
        for (way, command, lines) in ways {
            let without: Vec<&str> = lines.iter().copied().filter(|line| *line != load).collect();
            let without_run = self.type_lines("game --test", &without)?;
            let mut stage = Stage::new(self.program, &[], "")?;
            if stage
                .tool(&Step::file("position.csv", position.as_bytes()))
                .is_err()
            {
                continue;
            }
            let run = stage.game(command, &input(lines))?;
            self.note_hang(&run, lines[lines.len().saturating_sub(2)]);
            let answer = speech.last_answer(lines.len(), &run);
            let good = answer.iter().any(|line| line == checking.moved)
                || !answer.is_empty()
                    && !answer
                        .iter()
                        .any(|line| speech.sentences.find(line).is_some());
            if good && answer != speech.last_answer(without.len(), &without_run) {
                return Ok(way);
            }
        }
        Ok(Loading::No)
    }
}

/// Lines as they are typed.
fn input(lines: &[&str]) -> Vec<u8> {
    let mut input = lines.join("\n");
    if !lines.is_empty() {
        input.push('\n');
    }
    input.into_bytes()
}

/// The prompt of a program that printed these outputs when an unknown command was typed not at all,
/// once and twice: what repeats, without the answer.
fn prompt_of(none: &str, once: &str, twice: &str) -> Option<String> {
    let head = common_prefix(none, once);
    let length = once
        .len()
        .checked_sub(none.len())
        .filter(|&length| length > 0)?;
    let block = once.get(head..head + length)?;
    // Prompts that change are as good as none.
    if twice.get(head..head + 2 * length)? != block.repeat(2) {
        return None;
    }
    let before = &none[..head];
    let same = common_suffix(before, block);
    let mut prompt = &before[before.len() - same..];
    // A prompt begins a line.
    if same < before.len().min(block.len()) {
        prompt = prompt.split_once('\n').map_or("", |(_, lines)| lines);
    }
    let last = prompt
        .lines()
        .rev()
        .map(str::trim)
        .find(|line| !line.is_empty())?;
    Some(last.to_owned())
}

fn common_prefix(a: &str, b: &str) -> usize {
    let same = a.char_indices().zip(b.chars()).find(|((_, a), b)| a != b);
    same.map_or(a.len().min(b.len()), |((at, _), _)| at)
}

fn common_suffix(a: &str, b: &str) -> usize {
    let mut pairs = a.chars().rev().zip(b.chars().rev());
    let mut length = 0;
    while let Some((a, b)) = pairs.next()
        && a == b
    {
        length += a.len_utf8();
    }
    length
}
