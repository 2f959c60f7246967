//! Judges a program by one transcript: answer by answer, in the form that was learnt.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::fixtures::{Case, used};
use super::form::{Form, Loading};
use super::process::{End, Program};
use super::random::answered;
use super::report::{Cause, SessionLine, each};
use super::sentences::shortened;
use super::slips::{Kind, Slip};
use super::speech::{Answer, Verdict};
use super::stage::Stage;
use super::transcript::{Step, Turn};
use super::{EXIT, Error, LOAD, SAVE, START, STATE, escape};
use crate::games::Script;
use crate::os::words;

/// The most lines of an answer or a file that are shown.
const MOST_LINES: usize = 24;

/// Judges transcripts of one program.
pub struct Judge<'a> {
    pub program: &'a dyn Program,
    pub form: &'a Form<'a>,
    /// Ends the check early.
    pub cancel: &'a AtomicBool,
    /// The end of the time for the whole check.
    pub deadline: Instant,
}

/// The result of one transcript.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub right: usize,
    pub wrong: usize,
    /// All answers, also those that were not judged.
    pub total: usize,
    /// A cause for each wrong answer.
    pub causes: Vec<Cause>,
    pub slips: Vec<Slip>,
    /// The first word of the line at which the program hung.
    pub hung: Vec<String>,
    /// A folder that could not be removed.
    pub left: Option<String>,
}

/// A step of a transcript, adapted to the commands that the program has.
struct Act {
    step: Step,
    /// The expected exit status of a run.
    status: i32,
    /// The saved game that it begins with, and all files.
    script: Script,
    /// Whether the program has the commands that it needs.
    is_possible: bool,
}

impl Act {
    /// The number of answers that count.
    fn answers(&self) -> usize {
        if !self.step.is_game() {
            return usize::from(shows(&self.step));
        }
        let turns = self.step.turns.iter();
        turns.filter(|turn| !turn.is_aside).count()
    }

    /// What was typed before a turn.
    fn before(&self, end: usize) -> Script {
        let lines = self.step.typed().take(end - 1);
        Script {
            lines: lines.map(str::to_owned).collect(),
            ..self.script.clone()
        }
    }

    /// Whether it loads this file.
    fn loads(&self, name: &str) -> bool {
        let turns = self.step.turns.iter().filter(|turn| turn.word() == LOAD);
        let mut texts = turns.map(|turn| &turn.typed).chain([&self.step.command]);
        texts.any(|text| mentions(text, name))
    }
}

impl Judge<'_> {
    /// Judges one transcript, if there is time left. `hung` has the first words of lines that are not
    /// typed again, because the program hangs there.
    ///
    /// # Errors
    /// When the program cannot be started, or the folder cannot be made.
    pub fn judge(&self, case: &Case, hung: &[&str]) -> Result<Outcome, Error> {
        let acts = &self.plan(case);
        let unjudged = Outcome {
            total: acts.iter().map(Act::answers).sum(),
            ..Outcome::default()
        };
        let is_cancelled = || self.cancel.load(Ordering::Relaxed);
        if is_cancelled() || Instant::now() > self.deadline {
            return Ok(unjudged);
        }
        let text = case.transcript.to_string();
        let mut playing = Playing {
            judge: self,
            case,
            stage: Stage::new(self.program, &self.form.suite.states, &text)?,
            acts,
            broken: Vec::new(),
            outcome: unjudged.clone(),
        };
        for (index, act) in acts.iter().enumerate() {
            if act.step.is_game() {
                playing.game(index, act, hung)?;
            } else {
                playing.tool(index, &act.step);
            }
        }
        playing.outcome.left = playing.stage.close();
        // A run that was cut short says nothing about the program.
        Ok(if is_cancelled() {
            unjudged
        } else {
            playing.outcome
        })
    }

    /// Whether a case judges `--state` and the program does not have it.
    fn misses_state(&self, case: &Case) -> bool {
        Path::new(&case.name).ends_with(self.form.suite.checking.state_case)
            && self.form.loading != Loading::State
    }

    fn plan(&self, case: &Case) -> Vec<Act> {
        let checking = self.form.suite.checking;
        let steps = &case.transcript.steps;
        let exits = case.section() == checking.exit_section;
        let saves = case.script.is_some() || checking.saving_sections.contains(&case.section());
        let text = case.transcript.to_string();
        let made = steps.iter().filter_map(|step| {
            let content = step.input().ok()?;
            Some((step.makes_file()?.to_owned(), content))
        });
        let states = used(&self.form.suite.states, &text)
            .map(|state| (state.name.clone(), state.content.to_vec()));
        let files: Vec<_> = made.chain(states).collect();
        let mut proved: Vec<String> = Vec::new();
        let mut acts = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            let is_proved = |name: &String| mentions(&step.command, name);
            // The exit status is a matter of form.
            if step.command == "echo $?" || !step.is_game() && proved.iter().any(is_proved) {
                continue;
            }
            let next = steps.get(index + 1);
            let next = next.filter(|next| next.command == "echo $?");
            let due = next.and_then(|next| next.turns[0].answer.first()?.parse().ok());
            let mut act = Act {
                step: step.clone(),
                status: due.unwrap_or(0),
                script: Script {
                    state: state_of(&step.command),
                    files: files.clone(),
                    ..Script::default()
                },
                is_possible: true,
            };
            if step.is_game() {
                for turn in &mut act.step.turns {
                    let mut open = checking.open.iter().filter(|_| case.script.is_some());
                    let open = open.find(|(lines, _)| lines.contains(&&*turn.typed));
                    turn.other = open.map(|(_, answer)| (*answer).to_owned());
                }
                let opening = &mut act.step.turns[0];
                opening.is_aside = act.script.state.is_none();
                opening.typed = each(&act.script.state, |name| format!("{STATE} {name}"));
                if !self.form.saves && !saves {
                    proved.extend(self.prove(&mut act));
                }
                if self.form.loading != Loading::State && !self.misses_state(case) {
                    self.load_otherwise(&mut act);
                }
                if let Some(last) = act.step.turns.last_mut()
                    && [EXIT, escape::END].contains(&&*last.typed)
                {
                    last.is_aside = !exits;
                }
            }
            acts.push(act);
        }
        acts
    }

    /// Replaces saving a game by moves that show the same. Returns the file that is not saved then.
    fn prove(&self, act: &mut Act) -> Option<String> {
        let turns = &mut act.step.turns;
        let at = turns.iter().position(|turn| turn.word() == SAVE)?;
        let is_last = at + 2 == turns.len();
        let mut script = act.before(at);
        // Only the closing command may follow.
        let proof = (self.form.suite.checking.proof)(&script).filter(|_| is_last);
        let transcript = proof.and_then(|lines| {
            script.lines.extend(lines);
            answered(&script, self.form.suite.row)
        });
        let mut steps = transcript.into_iter().flat_map(|all| all.steps);
        let Some(mut step) = steps.find(Step::is_game) else {
            act.is_possible = false;
            return None;
        };
        let turns = &mut act.step.turns;
        let name = saved(&turns[at]);
        turns.splice(at.., step.turns.drain(at..));
        name
    }

    /// Loads the game by another way than `--state`.
    fn load_otherwise(&self, act: &mut Act) {
        let Some(name) = act.script.state.clone() else {
            return;
        };
        let (loading, sentences) = (self.form.loading, &self.form.suite.sentences);
        let opening = &mut act.step.turns[0];
        opening.is_aside = true;
        let opened = std::mem::take(&mut opening.answer);
        let answer = opened.first().and_then(|line| sentences.find(line));
        let loads = answer.is_some() && answer == sentences.find(self.form.suite.checking.loaded);
        act.is_possible &= loads && loading != Loading::No;
        let [idle, in_game, _] = self.form.suite.checking.prompts;
        let mut start = Turn::new(idle, START);
        start.answer = vec![self.form.suite.checking.sentences[0].0.to_owned()];
        let mut load = Turn::new(idle, &format!("{LOAD} {name}"));
        let turns = match loading {
            Loading::StateAndStart => {
                start.answer.extend(opened.into_iter().skip(1));
                vec![start]
            }
            Loading::StartAndCommand => {
                start.is_aside = true;
                in_game.clone_into(&mut load.prompt);
                load.answer = opened;
                vec![start, load]
            }
            _ => {
                load.answer = opened;
                vec![load]
            }
        };
        act.step.turns.splice(1..1, turns);
        if loading != Loading::StateAndStart {
            act.step.command = act.step.command.replace(&format!(" --state {name}"), "");
            act.script.state = None;
        }
    }
}

/// A transcript that is being judged.
struct Playing<'a, 'j> {
    judge: &'a Judge<'j>,
    case: &'a Case,
    stage: Stage<'a>,
    acts: &'a [Act],
    /// Wrong files that were already reported.
    broken: Vec<String>,
    outcome: Outcome,
}

impl Playing<'_, '_> {
    fn tool(&mut self, index: usize, step: &Step) {
        let output = self.stage.tool(step);
        if !shows(step) {
            return;
        }
        let lists = step.command.starts_with("ls ") && !self.broken.is_empty();
        if lists || self.broken.iter().any(|name| mentions(&step.command, name)) {
            return;
        }
        let expected = step.output();
        if output.as_ref() == Ok(&expected) {
            self.outcome.right += 1;
            return;
        }
        self.outcome.wrong += 1;
        let name = step.command.split_ascii_whitespace().next_back();
        self.broken.extend(name.map(str::to_owned));
        let lines = |bytes: &[u8]| -> Vec<String> {
            let text = String::from_utf8_lossy(bytes);
            text.lines().map(shortened).collect()
        };
        let came = lines(output.as_deref().unwrap_or_default());
        let title = match &output {
            Err(why) => format!("the saved file cannot be read: {why}"),
            Ok(actual) if step.command.starts_with("cat ") => {
                (self.judge.form.suite.checking.compare)(&expected, actual)
            }
            Ok(_) => {
                let [is, due] = [&came, &lines(&expected)].map(|lines| lines.join(" "));
                format!("`{}` shows \"{is}\" instead of \"{due}\"", step.command)
            }
        };
        let mut session = self.session(index, usize::MAX);
        session.push(SessionLine::Same(format!("$ {}", step.command)));
        self.add_cause(title, "", session, &lines(&expected), &came);
    }

    fn game(&mut self, index: usize, act: &Act, hung: &[&str]) -> Result<(), Error> {
        let turns = &act.step.turns;
        let hangs = turns.iter().any(|turn| hung.contains(&turn.word()));
        if hangs || !act.is_possible || self.broken.iter().any(|name| act.loads(name)) {
            // The folder is then wrong, too.
            let saved = turns.iter().filter_map(saved);
            self.broken.extend(saved.chain([".".to_owned()]));
            return Ok(());
        }
        // The transcript was read: it has bytes.
        let input = act.step.input().unwrap_or_default();
        let run = self.stage.game(&act.step.command, &input)?;
        let (mut answers, mut slips) = self.judge.form.hear(turns, &run);
        if self.judge.misses_state(self.case) {
            slips.clear();
            answers.fill(Answer::default());
            answers[0].verdict = Verdict::Wrong;
        }
        let is_right = |answer: &Answer| answer.verdict == Verdict::Right;
        if let End::Status(status) = run.end
            && status != act.status
            && answers.iter().all(is_right)
        {
            let [due, is] = [act.status, status].map(|status| status.to_string());
            slips.push(Slip::new(Kind::Status, due, is));
        }
        self.outcome.slips.append(&mut slips);
        for (place, (turn, answer)) in turns.iter().zip(&answers).enumerate() {
            match &answer.verdict {
                Verdict::Right => {
                    self.outcome.right += usize::from(!turn.is_aside);
                    continue;
                }
                Verdict::Ended(_) if run.end == End::TimedOut => {
                    self.outcome.hung.push(turn.word().to_owned());
                }
                _ => {}
            }
            self.broken.extend(saved(turn));
            if !turn.is_aside && answer.verdict != Verdict::NotJudged {
                self.outcome.wrong += 1;
                self.wrong_answer(index, act, place, answer);
            }
        }
        Ok(())
    }

    fn wrong_answer(&mut self, index: usize, act: &Act, place: usize, answer: &Answer) {
        let turn = &act.step.turns[place];
        let checking = self.judge.form.suite.checking;
        let sentences = &self.judge.form.suite.sentences;
        let masked = turn.answer.iter().map(|line| sentences.masked(line));
        let expected: Vec<String> = masked.collect();
        let quoted = |lines: &[String]| match lines {
            [] => "nothing".to_owned(),
            lines => format!("\"{}\"", lines.join(" / ")),
        };
        let due = quoted(&expected);
        let what = if place == 0 {
            "`--state`".to_owned()
        } else if turn.typed == escape::END {
            "the end of input".to_owned()
        } else {
            let is_in_game = turn.prompt != checking.prompts[0];
            (checking.describe)(&act.before(place), &turn.typed, is_in_game)
        };
        let mut about = expected.last().map_or("", |line| checking.about(line));
        let mut due_lines = turn.answer.clone();
        let mut came = answer.lines.clone();
        let title = match &answer.verdict {
            Verdict::Ended(how) => {
                came.push(format!("({how})"));
                let next = act.step.turns.get(place + 1);
                let next = each(next, |turn| {
                    format!("; the prompt \"{}\" is expected", turn.prompt.trim_end())
                });
                if answer.said == expected && !expected.is_empty() {
                    format!("after {due} {how}{next}")
                } else {
                    format!("at {what} {how}; {due} is expected")
                }
            }
            Verdict::WrongPrompt { expected, actual } => {
                about = checking.prompt_about;
                came.clone_from(&due_lines);
                came.push(actual.clone());
                due_lines.push(expected.clone());
                format!("after {due} the prompt is \"{actual}\" instead of \"{expected}\"")
            }
            // One cause, whatever the text has for it.
            _ if self.judge.form.missing.contains(turn.word()) => {
                let (word, came) = (turn.word(), quoted(&answer.said));
                format!("`{word}` is missing: it is answered {came}")
            }
            _ if !answer.said.is_empty() => {
                let came = quoted(&answer.said);
                format!("{what} is answered {came} instead of {due}")
            }
            _ => {
                came.push("(nothing)".to_owned());
                if place == 0 && self.judge.form.loading != Loading::State {
                    "`--state` does not load the game".to_owned()
                } else {
                    format!("{what} is not answered; {due} is expected")
                }
            }
        };
        let session = self.session(index, place + 1);
        self.add_cause(title, about, session, &due_lines, &came);
    }

    /// Adds the cause of a wrong answer, unless it is there. A transcript has a sentence of its own.
    fn add_cause(
        &mut self,
        title: String,
        about: &str,
        mut session: Vec<SessionLine>,
        due: &[String],
        came: &[String],
    ) {
        if self.outcome.causes.iter().all(|cause| cause.title != title) {
            session.extend(differing(due, came));
            self.outcome.causes.push(Cause {
                title,
                about: match self.case.script {
                    None if about != self.judge.form.suite.checking.prompt_about => {
                        self.case.sentence()
                    }
                    _ => about.to_owned(),
                },
                session,
                case: self.case.name.clone(),
                ..Cause::default()
            });
        }
    }

    /// The lines typed in the last run up to a turn, and what makes the files that it needs. A whole
    /// run is shown without its closing command.
    fn session(&self, index: usize, end: usize) -> Vec<SessionLine> {
        let acts = &self.acts[..=index];
        let Some(at) = acts.iter().rposition(|act| act.step.is_game()) else {
            return Vec::new();
        };
        let saves = |act: &Act| {
            let mut saved = act.step.turns.iter().filter_map(saved);
            saved.any(|name| acts[at].loads(&name))
        };
        let typed = |act: &Act, end: usize| {
            let turns = act.step.turns.iter().take(end).skip(1);
            let turns = turns.filter(|turn| end < usize::MAX || turn.typed != EXIT);
            let typed = turns.map(|turn| format!("{}{}", turn.prompt, turn.typed));
            [format!("$ {}", act.step.command)]
                .into_iter()
                .chain(typed)
                .collect::<Vec<_>>()
        };
        let run = typed(&acts[at], end);
        let mut lines = Vec::new();
        for state in used(&self.judge.form.suite.states, &run.join("\n")) {
            let text = String::from_utf8_lossy(&state.content);
            let file = Step::file(&state.name, &text).to_string();
            lines.extend(file.lines().map(str::to_owned));
        }
        for (place, act) in acts.iter().enumerate() {
            let step = &act.step;
            let name = step.command.split(' ').next_back().unwrap_or_default();
            if place == at {
                lines.extend(run.clone());
            } else if step.is_game() && saves(act) {
                lines.extend(typed(act, usize::MAX));
            } else if !step.is_game() && !shows(step) && run.iter().any(|line| line.contains(name))
            {
                lines.push(format!("$ {}", step.command));
                lines.extend(step.typed().map(str::to_owned));
            }
        }
        lines.into_iter().map(SessionLine::Same).collect()
    }
}

/// Whether a tool shows something that counts as an answer.
fn shows(step: &Step) -> bool {
    let tools = ["cat ", "wc ", "ls ", "readlink ", "stat "];
    step.makes_file().is_none() && tools.iter().any(|tool| step.command.starts_with(tool))
}

/// The name of the file that a turn saves.
fn saved(turn: &Turn) -> Option<String> {
    let (word, name) = turn.typed.split_once(' ')?;
    (word == SAVE).then(|| name.trim().to_owned())
}

/// The name after `--state`.
fn state_of(command: &str) -> Option<String> {
    let words = words::split(command).ok()?;
    let at = words.iter().position(|word| word == STATE)?;
    words.get(at + 1).cloned()
}

fn mentions(text: &str, name: &str) -> bool {
    text.split_ascii_whitespace().any(|word| word == name)
}

/// Compares two outputs line by line.
fn differing(expected: &[String], actual: &[String]) -> Vec<SessionLine> {
    let [old, new] = [expected, actual].map(|lines| &lines[..lines.len().min(MOST_LINES)]);
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    let changes = ops.iter().flat_map(|op| op.iter_changes(old, new));
    let line = |change: similar::Change<String>| match change.tag() {
        ChangeTag::Equal => SessionLine::Same(change.value()),
        ChangeTag::Delete => SessionLine::Expected(change.value()),
        ChangeTag::Insert => SessionLine::Actual(change.value()),
    };
    changes.map(line).collect()
}
