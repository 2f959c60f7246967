//! Judges a program by one transcript, answer by answer, in the form that was learnt.

use std::slice;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::fixtures::{Case, used};
use super::form::{BY_STATE, Form};
use super::process::End;
use super::random::answered;
use super::report::{Cause, SessionLine, each};
use super::sentences::shown;
use super::slips::{Kind, Slip};
use super::speech::{Answer, Verdict, how};
use super::stage::Stage;
use super::transcript::{MAKE_FILE, Step, Turn};
use super::{EXIT, Error, LOAD, SAVE, STATE, escape};
use crate::games::{File, Script};
use crate::os::words;

/// The maximum number of lines shown of an answer or a file.
const MAX_LINES: usize = 24;

/// Judges transcripts of one program.
pub struct Judge<'a> {
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
    /// All answers, including those that were not judged.
    pub total: usize,
    /// A cause for each wrong answer.
    pub causes: Vec<Cause>,
    pub slips: Vec<Slip>,
    /// The first word of the line at which the program hung.
    pub hung: Vec<String>,
    /// A folder that could not be removed.
    pub left: Option<String>,
}

impl Judge<'_> {
    /// Judges one transcript, if there is time left.
    ///
    /// # Errors
    /// When the program cannot be started, or the folder cannot be created.
    pub fn judge(&self, case: &Case) -> Result<Outcome, Error> {
        let mut files = used(&self.form.suite.states, &case.text);
        files.extend(case.script.iter().flat_map(|script| script.files.clone()));
        let stage = Stage::new(self.form.program, &files)?;
        let steps = case.transcript.steps.iter();
        files.extend(steps.filter_map(|step| {
            let name = step.makes_file()?;
            Some((name.to_owned(), step.input().ok()?))
        }));
        let mut playing = Playing {
            form: self.form,
            case,
            files,
            steps: Vec::new(),
            impossible: Vec::new(),
            broken: Vec::new(),
            unsure: Vec::new(),
            outcome: Outcome::default(),
        };
        playing.plan();
        playing.outcome.total = playing.steps.iter().map(answers).sum();
        let unjudged = playing.outcome.clone();
        let is_cancelled = || self.cancel.load(Ordering::Relaxed);
        if is_cancelled() || Instant::now() > self.deadline {
            return Ok(unjudged);
        }
        for index in 0..playing.steps.len() {
            if playing.steps[index].is_game() {
                playing.game(index, &stage)?;
            } else {
                playing.tool(index, &stage);
            }
        }
        playing.outcome.left = stage.close();
        // An interrupted run says nothing about the program.
        Ok(if is_cancelled() {
            unjudged
        } else {
            playing.outcome
        })
    }
}

/// A transcript that is being judged.
struct Playing<'a> {
    form: &'a Form<'a>,
    case: &'a Case,
    /// The files that the program finds.
    files: Vec<File>,
    /// The steps, adapted to the commands that the program has.
    steps: Vec<Step>,
    /// The steps for which it lacks a command.
    impossible: Vec<usize>,
    /// Wrong files that were already reported, and those that are not to be loaded.
    broken: Vec<String>,
    unsure: Vec<String>,
    outcome: Outcome,
}

impl Playing<'_> {
    /// Adapts the steps to the commands that the program has.
    fn plan(&mut self) {
        let checking = self.form.suite.checking;
        let section = self.case.section();
        let is_random = self.case.script.is_some();
        let is_settled = self.case.name.contains("/settled/");
        let must_save = is_random || checking.saving_sections.contains(&section);
        let mut proved: Vec<String> = Vec::new();
        for step in &self.case.transcript.steps {
            // The exit status is a matter of form.
            if step.command == "echo $?" || !step.is_game() && mentions_any(&step.command, &proved)
            {
                continue;
            }
            let mut step = step.clone();
            if step.is_game() {
                for turn in step.turns.iter_mut().filter(|_| !is_settled) {
                    let is_in_game = turn.prompt != checking.prompts[0];
                    let other = (checking.open)(&turn.typed, is_in_game, is_random);
                    turn.other = other.map(str::to_owned);
                }
                let state = state_of(&step.command);
                step.turns[0].is_aside = state.is_none();
                step.turns[0].typed = each(&state, |name| format!("{STATE} {name}"));
                let mut is_possible = true;
                if !self.form.saves
                    && !must_save
                    && step.turns.iter().any(|turn| turn.word() == SAVE)
                {
                    let name = self.prove(&mut step);
                    is_possible = name.is_some();
                    proved.extend(name);
                }
                if let Some(name) = state
                    && self.form.loading != Some(BY_STATE)
                    && !self.form.misses_state(self.case)
                {
                    is_possible &= self.load_otherwise(&mut step, &name);
                }
                let last = step.turns.last_mut();
                if let Some(last) = last.filter(|last| [EXIT, escape::END].contains(&&*last.typed))
                {
                    last.is_aside = section != checking.exit_section;
                }
                if !is_possible {
                    self.impossible.push(self.steps.len());
                }
            }
            self.steps.push(step);
        }
    }

    /// Returns what is typed in a run before a turn, and its files.
    fn script(&self, step: &Step, end: usize) -> Script {
        let steps = self.case.transcript.steps.iter();
        let folders = steps.filter_map(|step| step.command.strip_prefix("mkdir "));
        Script {
            state: state_of(&step.command),
            folders: folders.map(str::to_owned).collect(),
            files: self.files.clone(),
            lines: step.typed().take(end - 1).map(str::to_owned).collect(),
        }
    }

    /// Replaces saving a game by moves that prove the same. Returns the file that is then not
    /// saved.
    fn prove(&self, step: &mut Step) -> Option<String> {
        let suite = self.form.suite;
        let at = step.turns.iter().position(|turn| turn.word() == SAVE)?;
        // Only the closing command may follow.
        let mut script = self.script(step, at);
        let proof = (suite.checking.proof)(&script).filter(|_| at + 2 == step.turns.len());
        script.lines.extend(proof?);
        let mut steps = answered(&script, suite.row)?.steps.into_iter();
        let played = steps.find(Step::is_game)?;
        let name = saved(&step.turns[at]);
        step.turns.splice(at.., played.turns.into_iter().skip(at));
        name
    }

    /// Loads the game in another way than by `--state` alone. Returns whether there is one.
    fn load_otherwise(&self, step: &mut Step, name: &str) -> bool {
        let (checking, sentences) = (self.form.suite.checking, &self.form.suite.sentences);
        let opening = &mut step.turns[0];
        let answer = opening.answer.first().and_then(|line| sentences.find(line));
        let loads = answer.is_some() && answer == sentences.find(checking.loaded);
        let Some((by_option, commands)) = self.form.loading.filter(|_| loads) else {
            return false;
        };
        opening.is_aside = true;
        let mut opened = std::mem::take(&mut opening.answer);
        let mut turns = Vec::new();
        for (prompt, &word) in checking.prompts.iter().zip(commands) {
            let mut turn = Turn::new(prompt, word);
            turn.is_aside = true;
            turn.answer = vec![checking.sentences[0].0.to_owned()];
            if word == LOAD {
                turn.typed = format!("{LOAD} {name}");
                turn.answer = vec![opened[0].clone()];
            }
            turns.push(turn);
        }
        // The last command also says what follows the answer to the option.
        if let Some(last) = turns.last_mut() {
            last.answer.extend(opened.drain(1..));
            last.is_aside = false;
        }
        step.turns.splice(1..1, turns);
        if !by_option {
            step.command = step.command.replace(&format!(" {STATE} {name}"), "");
        }
        true
    }

    fn tool(&mut self, index: usize, stage: &Stage<'_>) {
        let step = &self.steps[index];
        let output = stage.tool(step);
        let lists = step.command.starts_with("ls ") && !self.broken.is_empty();
        if !shows(step) || lists || mentions_any(&step.command, &self.broken) {
            return;
        }
        let expected = step.printed().into_bytes();
        if output.as_ref() == Ok(&expected) {
            self.outcome.right += 1;
            return;
        }
        self.outcome.wrong += 1;
        let lines = |bytes: &[u8]| -> Vec<String> {
            let text = String::from_utf8_lossy(bytes);
            let end = (!text.ends_with('\n')).then_some("(no line break at the end)");
            let lines = text.lines().take(MAX_LINES).chain(end);
            lines.map(shown).collect()
        };
        let is = lines(output.as_deref().unwrap_or_default());
        let due = lines(&expected);
        let title = match &output {
            Err(why) => format!("the saved file cannot be read: {why}"),
            Ok(actual) if step.command.starts_with("cat ") => {
                (self.form.suite.checking.compare)(&expected, actual)
            }
            Ok(_) => {
                let [is, due] = [&is, &due].map(|lines| lines.join(" "));
                format!("`{}` shows \"{is}\" instead of \"{due}\"", step.command)
            }
        };
        let mut evidence = vec![SessionLine::Same(format!("$ {}", step.command))];
        evidence.extend(differing(&due, &is));
        let name = step.command.split_ascii_whitespace().next_back();
        self.broken.extend(name.map(str::to_owned));
        self.unsure.clone_from(&self.broken);
        self.add_cause(&title, None, "", index, None, evidence);
    }

    fn game(&mut self, index: usize, stage: &Stage<'_>) -> Result<(), Error> {
        let step = self.steps[index].clone();
        let turns = &step.turns;
        let hangs = turns.iter().any(|turn| self.form.hangs_at(turn.word()));
        let lacks = mentions_any(&step.command, &self.unsure);
        if hangs || lacks || self.impossible.contains(&index) {
            self.lose_files(turns);
            return Ok(());
        }
        // The transcript was read: it has bytes.
        let run = stage.game(&step.command, &step.input().unwrap_or_default())?;
        let (mut answers, mut slips) = self.form.hear(turns, &run);
        if self.form.misses_state(self.case) {
            slips.clear();
            answers.fill(Answer::default());
            answers[0].verdict = Verdict::Wrong;
        }
        let mut verdicts = answers.iter().map(|answer| &answer.verdict);
        if let End::Status(status) = run.end
            && status != 0
            && turns.len() > 1
            && verdicts.all(|verdict| *verdict == Verdict::Right)
        {
            slips.push(Slip::new(Kind::ExitStatus, "0", &status.to_string()));
        }
        self.outcome.slips.append(&mut slips);
        if matches!(run.end, End::Signal(_)) && run.output.is_empty() {
            self.outcome.wrong += 1;
            let title = format!("{}, and what it had printed is lost", how(&run));
            self.add_cause(&title, None, "", index, None, Vec::new());
            self.lose_files(turns);
            return Ok(());
        }
        let mut depends = false;
        for (place, (turn, answer)) in turns.iter().zip(&answers).enumerate() {
            depends |= turn.word() == LOAD && mentions_any(&turn.typed, &self.unsure);
            if depends {
                self.broken.extend(saved(turn));
                continue;
            }
            if answer.verdict != Verdict::Right || !self.form.saves {
                self.unsure.extend(saved(turn));
            }
            if answer.verdict == Verdict::Right {
                self.outcome.right += usize::from(!turn.is_aside);
                continue;
            }
            if matches!(answer.verdict, Verdict::Ended(_)) && run.end == End::TimedOut {
                self.outcome.hung.push(turn.word().to_owned());
            }
            self.broken.extend(saved(turn));
            if !turn.is_aside && answer.verdict != Verdict::NotJudged {
                self.outcome.wrong += 1;
                self.wrong_answer(index, place, answer);
            }
        }
        Ok(())
    }

    /// Records that a run did not save what it should. The folder is then also wrong.
    fn lose_files(&mut self, turns: &[Turn]) {
        let saved = turns.iter().filter_map(saved);
        self.broken.extend(saved.chain([".".to_owned()]));
        self.unsure.clone_from(&self.broken);
    }

    fn wrong_answer(&mut self, index: usize, place: usize, answer: &Answer) {
        let step = &self.steps[index];
        let turn = &step.turns[place];
        let checking = self.form.suite.checking;
        let sentences = &self.form.suite.sentences;
        let masked = turn.answer.iter().map(|line| sentences.masked(line));
        let expected: Vec<String> = masked.collect();
        let (due, said) = (quoted(&expected), quoted(&answer.said));
        let what = match &*turn.typed {
            _ if place == 0 => "`--state`".to_owned(),
            escape::END => "the end of input".to_owned(),
            // The move itself is right.
            _ if !expected.is_empty() && expected.first() == answer.said.first() => {
                format!("`{}`", turn.word())
            }
            typed => {
                let is_in_game = turn.prompt != checking.prompts[0];
                (checking.describe)(&self.script(step, place), typed, is_in_game)
            }
        };
        let about = expected.last().map_or("", |line| checking.about(line));
        let mut due_lines = turn.answer.clone();
        let mut came = answer.lines.clone();
        // A board around the sentences is a matter of form.
        let is_known = |line: &String| sentences.find(line).is_some();
        let known = came.iter().filter(|line| is_known(line)).count();
        if known > 0 && came.len() > known + 1 {
            came.retain(is_known);
        }
        let mut wording = None;
        let title = match &answer.verdict {
            Verdict::Ended(how) => {
                came.push(format!("({how})"));
                let next = each(step.turns.get(place + 1), |turn| {
                    format!("; the prompt \"{}\" is expected", turn.prompt.trim_end())
                });
                if answer.said == expected && !expected.is_empty() {
                    format!("after {due} {how}{next}")
                } else {
                    format!("at {what} {how}; {due} is expected")
                }
            }
            Verdict::WrongPrompt(actual) => {
                let expected = self.form.prompt(&step.turns[place + 1]);
                came = [&due_lines[..], slice::from_ref(actual)].concat();
                due_lines.push(expected.to_owned());
                format!("after {due} the prompt is \"{actual}\" instead of \"{expected}\"")
            }
            // A single cause, whatever the text demands.
            _ if self.form.missing.contains(turn.word()) => {
                format!("`{}` is missing: it is answered {said}", turn.word())
            }
            _ if !answer.said.is_empty() => {
                let is_wording = self.form.is_wording(&answer.said, turn);
                wording = is_wording.then(|| format!("{said} instead of {due}"));
                format!("{what} is answered {said} instead of {due}")
            }
            _ if self.form.misses_state(self.case) => "`--state` does not load the game".to_owned(),
            _ => format!("{what} is not answered; {due} is expected"),
        };
        if came.is_empty() {
            came.push("(nothing)".to_owned());
        }
        let evidence = differing(&due_lines, &came);
        self.add_cause(
            &title,
            wording.as_deref(),
            about,
            index,
            Some(place + 1),
            evidence,
        );
    }

    /// Adds the cause of a wrong answer, seen at a turn of a step.
    fn add_cause(
        &mut self,
        title: &str,
        wording: Option<&str>,
        about: &str,
        index: usize,
        end: Option<usize>,
        evidence: Vec<SessionLine>,
    ) {
        let mut known = self.form.suite.checking.causes.iter();
        let about = match known.find(|(part, _)| title.contains(part)) {
            Some((_, about)) => (*about).to_owned(),
            // A transcript has its own sentence.
            None if self.case.script.is_none() => self.case.sentence(),
            None => about.to_owned(),
        };
        let steps = &self.steps[..=index];
        let at = steps.iter().rposition(Step::is_game).unwrap_or_default();
        let end = end.unwrap_or_else(|| length(&steps[at]));
        let mut session = self.session(at, end);
        session.extend(evidence);
        let cause = Cause {
            group: shown(wording.unwrap_or(title)),
            title: shown(title),
            about: about.replace("Course text ", ""),
            session,
            script: self.script(&steps[at], end),
            case: self.case.name.clone(),
            ..Cause::default()
        };
        cause.add_to(&mut self.outcome.causes);
    }

    /// Returns the commands that create the files of a run, and the lines typed up to a turn.
    fn session(&self, at: usize, end: usize) -> Vec<SessionLine> {
        let run = typed(&self.steps[at], end);
        let needs = |name: &str| run.iter().any(|line| line.contains(name));
        let mut lines = Vec::new();
        for (name, content) in self.files.iter().filter(|(name, _)| needs(name)) {
            let folder = name
                .rsplit_once('/')
                .map(|(folder, _)| format!("$ mkdir {folder}"));
            lines.extend(folder.filter(|line| !lines.contains(line)));
            lines.push(format!("$ {MAKE_FILE}{name}"));
            lines.extend(escape::lines(&String::from_utf8_lossy(content)));
        }
        for step in &self.steps[..at] {
            let mut names: Vec<String> = step.turns.iter().filter_map(saved).collect();
            if !step.is_game() && !shows(step) && step.makes_file().is_none() {
                names.extend(step.command.split(' ').next_back().map(str::to_owned));
            }
            if names.iter().any(|name| needs(name)) {
                lines.extend(typed(step, length(step)));
            }
        }
        lines.extend(run);
        let lines = lines.iter().map(|line| shown(line));
        lines.map(SessionLine::Same).collect()
    }
}

/// Returns the number of answers that count.
fn answers(step: &Step) -> usize {
    if !step.is_game() {
        return usize::from(shows(step));
    }
    step.turns.iter().filter(|turn| !turn.is_aside).count()
}

/// Whether the output of a tool counts as an answer.
fn shows(step: &Step) -> bool {
    let tools = ["cat ", "wc ", "ls ", "readlink ", "stat "];
    step.makes_file().is_none() && tools.iter().any(|tool| step.command.starts_with(tool))
}

/// Returns the number of turns without the closing command.
fn length(step: &Step) -> usize {
    let mut turns = step.turns.iter();
    turns
        .rposition(|turn| turn.typed != EXIT)
        .map_or(1, |last| last + 1)
}

/// Returns a command with the lines typed up to a turn.
fn typed(step: &Step, end: usize) -> Vec<String> {
    let turns = step.turns.iter().take(end).skip(1);
    let lines = turns.map(|turn| format!("{}{}", turn.prompt, turn.typed));
    [format!("$ {}", step.command)]
        .into_iter()
        .chain(lines)
        .collect()
}

/// Quotes the lines of an answer.
fn quoted(lines: &[String]) -> String {
    match lines {
        [] => "nothing".to_owned(),
        lines => format!("\"{}\"", lines.join(" / ")),
    }
}

/// Returns the name of the file that a turn saves.
fn saved(turn: &Turn) -> Option<String> {
    let (word, name) = turn.typed.split_once(' ')?;
    (word == SAVE).then(|| name.trim().to_owned())
}

/// Returns the name after `--state`.
fn state_of(command: &str) -> Option<String> {
    let words = words::split(command).ok()?;
    let at = words.iter().position(|word| word == STATE)?;
    words.get(at + 1).cloned()
}

fn mentions_any(text: &str, names: &[String]) -> bool {
    let mut words = text.split_ascii_whitespace();
    words.any(|word| names.iter().any(|name| name == word))
}

/// Compares two outputs line by line.
fn differing(expected: &[String], actual: &[String]) -> Vec<SessionLine> {
    let [old, new] = [expected, actual].map(|lines| &lines[..lines.len().min(MAX_LINES)]);
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    let changes = ops.iter().flat_map(|op| op.iter_changes(old, new));
    let line = |change: similar::Change<String>| match change.tag() {
        ChangeTag::Equal => SessionLine::Same(shown(&change.value())),
        ChangeTag::Delete => SessionLine::Expected(shown(&change.value())),
        ChangeTag::Insert => SessionLine::Actual(shown(&change.value())),
    };
    changes.map(line).collect()
}
