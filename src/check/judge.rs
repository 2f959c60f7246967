//! Judges a program by one transcript: answer by answer, in the form that was learnt.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use similar::{Algorithm, ChangeTag, capture_diff_slices};

use super::fixtures::{Case, used};
use super::form::{Form, Loading};
use super::process::{End, Program};
use super::random::answered;
use super::report::{Cause, SessionLine};
use super::sentences::shortened;
use super::slips::{Kind, Slip};
use super::speech::{Answer, Turn, Verdict};
use super::stage::Stage;
use super::transcript::Step;
use super::{EXIT, Error, LOAD, SAVE, START, Suite, escape};
use crate::games::Script;
use crate::os::words;

/// How many lines of an answer or a file are shown.
const MOST_LINES: usize = 24;

/// Judges transcripts of one program.
pub struct Judge<'a> {
    pub program: &'a dyn Program,
    pub suite: &'a Suite,
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
enum Act<'t> {
    Tool(&'t Step),
    Game(Game),
}

/// A run of the program.
struct Game {
    command: String,
    turns: Vec<Turn>,
    /// The expected exit status.
    status: i32,
    /// The saved game that it begins with, and all files.
    script: Script,
    /// Whether the program has the commands that the run needs.
    is_possible: bool,
}

impl Game {
    /// The lines typed before a turn.
    fn typed(&self, end: usize) -> Vec<String> {
        let turns = self.turns[..end].iter().skip(1);
        turns.map(|turn| turn.typed.clone()).collect()
    }

    /// The files that are saved.
    fn saved(&self) -> impl Iterator<Item = String> {
        self.turns.iter().filter_map(saved)
    }

    /// Whether it loads this file.
    fn uses(&self, name: &str) -> bool {
        let mut loads = self.turns.iter().filter(|turn| turn.word() == LOAD);
        mentions(&self.command, name) || loads.any(|turn| mentions(&turn.typed, name))
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
        let answers = |act: &Act<'_>| match act {
            Act::Tool(step) => usize::from(shows(step)),
            Act::Game(game) => game.turns.iter().filter(|turn| turn.counts).count(),
        };
        let unjudged = Outcome {
            total: acts.iter().map(answers).sum(),
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
            stage: Stage::new(self.program, &self.suite.states, &text)?,
            acts,
            broken: Vec::new(),
            outcome: unjudged.clone(),
        };
        for (index, act) in acts.iter().enumerate() {
            match act {
                Act::Tool(step) => playing.tool(index, step),
                Act::Game(game) => playing.game(index, game, hung)?,
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
        Path::new(&case.name).ends_with(self.suite.checking.state_case)
            && self.form.loading != Loading::State
    }

    fn plan<'t>(&self, case: &'t Case) -> Vec<Act<'t>> {
        let checking = self.suite.checking;
        let steps = &case.transcript.steps;
        let exits = case.section() == checking.exit_section;
        let saves = case.script.is_some() || checking.saving_sections.contains(&case.section());
        let text = case.transcript.to_string();
        let made = steps.iter().filter_map(|step| {
            let content = step.input().ok()?;
            Some((step.makes_file()?.to_owned(), content))
        });
        let states = used(&self.suite.states, &text)
            .map(|state| (state.name.clone(), state.content.to_vec()));
        let files: Vec<_> = made.chain(states).collect();
        let mut proved: Vec<String> = Vec::new();
        let mut acts = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            if !step.is_game() {
                // The exit status is a matter of form.
                if step.command != "echo $?"
                    && !proved.iter().any(|name| mentions(&step.command, name))
                {
                    acts.push(Act::Tool(step));
                }
                continue;
            }
            let next = steps.get(index + 1);
            let next = next.filter(|next| next.command == "echo $?");
            let due =
                next.and_then(|next| str::from_utf8(&next.output()).ok()?.trim().parse().ok());
            let mut game = Game {
                command: step.command.clone(),
                turns: Turn::all(step),
                status: due.unwrap_or(0),
                script: Script {
                    state: state_of(&step.command),
                    files: files.clone(),
                    ..Script::default()
                },
                is_possible: true,
            };
            game.turns[0].counts = game.script.state.is_some();
            if !self.form.saves && !saves {
                proved.extend(self.prove(&mut game));
            }
            if self.form.loading != Loading::State && !self.misses_state(case) {
                self.load_otherwise(&mut game);
            }
            if let Some(last) = game.turns.last_mut()
                && [EXIT, escape::END].contains(&&*last.typed)
            {
                last.counts = exits;
            }
            acts.push(Act::Game(game));
        }
        acts
    }

    /// Replaces saving a game by moves that show the same. Returns the file that is not saved then.
    fn prove(&self, game: &mut Game) -> Option<String> {
        let at = game.turns.iter().position(|turn| turn.word() == SAVE)?;
        let mut script = Script {
            lines: game.typed(at),
            ..game.script.clone()
        };
        // Only the closing command may follow.
        let proof = (self.suite.checking.proof)(&script).filter(|_| at + 2 == game.turns.len());
        let transcript = proof.and_then(|lines| {
            script.lines.extend(lines);
            answered(&script, self.suite.row)
        });
        let step = transcript
            .as_ref()
            .and_then(|all| all.steps.iter().find(|step| step.is_game()));
        let Some(step) = step else {
            game.is_possible = false;
            return None;
        };
        let name = saved(&game.turns[at]);
        game.turns.splice(at.., Turn::all(step).drain(at..));
        name
    }

    /// Loads the game by another way than `--state`.
    fn load_otherwise(&self, game: &mut Game) {
        let Some(name) = game.script.state.clone() else {
            return;
        };
        let loading = self.form.loading;
        let sentences = self.form.speech.sentences;
        let opened = std::mem::take(&mut game.turns[0].expected);
        let answer = opened.first().and_then(|line| sentences.find(line));
        let loads = answer.is_some() && answer == sentences.find(self.suite.checking.loaded);
        game.is_possible &= loads && loading != Loading::No;
        let [idle, in_game, _] = self.suite.checking.prompts;
        let mut started = vec![self.suite.checking.sentences[0].0.to_owned()];
        let load = format!("{LOAD} {name}");
        let turns = match loading {
            Loading::StateAndStart => {
                started.extend(opened.into_iter().skip(1));
                vec![Turn::new(idle, START, started)]
            }
            Loading::StartAndCommand => {
                let mut start = Turn::new(idle, START, started);
                start.counts = false;
                vec![start, Turn::new(in_game, &load, opened)]
            }
            _ => vec![Turn::new(idle, &load, opened)],
        };
        game.turns[0].counts = false;
        game.turns.splice(1..1, turns);
        if loading != Loading::StateAndStart {
            game.command = game.command.replace(&format!(" --state {name}"), "");
            game.script.state = None;
        }
    }
}

/// A transcript that is being judged.
struct Playing<'a, 'j> {
    judge: &'a Judge<'j>,
    case: &'a Case,
    stage: Stage<'a>,
    acts: &'a [Act<'a>],
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
        let text = |bytes: &[u8]| shortened(String::from_utf8_lossy(bytes).trim());
        let title = match &output {
            Err(why) => format!("the saved file cannot be read: {why}"),
            Ok(actual) if step.command.starts_with("cat ") => {
                (self.judge.suite.checking.compare)(&expected, actual)
            }
            Ok(actual) => {
                let (is, due) = (text(actual), text(&expected));
                format!("`{}` shows \"{is}\" instead of \"{due}\"", step.command)
            }
        };
        let mut session = self.session(index, usize::MAX);
        session.push(SessionLine::Same(format!("$ {}", step.command)));
        let lines = |bytes: &[u8]| -> Vec<String> {
            let text = String::from_utf8_lossy(bytes).into_owned();
            text.lines().map(shortened).collect()
        };
        let actual = output.unwrap_or_default();
        session.extend(differing(&lines(&expected), &lines(&actual)));
        self.add_cause(title, "", session);
    }

    fn game(&mut self, index: usize, game: &Game, hung: &[&str]) -> Result<(), Error> {
        let hangs = game.turns.iter().any(|turn| hung.contains(&turn.word()));
        if hangs || !game.is_possible || self.broken.iter().any(|name| game.uses(name)) {
            // The folder is then wrong, too.
            self.broken.extend(game.saved().chain([".".to_owned()]));
            return Ok(());
        }
        // The transcript was read: it has bytes.
        let typed = game.turns.iter().skip(1).map(|turn| turn.typed.as_str());
        let input = escape::input(typed).unwrap_or_default();
        let run = self.stage.game(&game.command, &input)?;
        let (mut answers, mut slips) = self.judge.form.speech.hear(&game.turns, &run);
        if self.judge.misses_state(self.case) {
            slips.clear();
            answers.fill(Answer::default());
            answers[0].verdict = Verdict::Wrong;
        }
        let is_right = |answer: &Answer| answer.verdict == Verdict::Right;
        if let End::Status(status) = run.end
            && status != game.status
            && answers.iter().all(is_right)
        {
            let [due, is] = [game.status, status].map(|status| status.to_string());
            slips.push(Slip::new(Kind::Status, due, is));
        }
        self.outcome.slips.append(&mut slips);
        for (place, (turn, answer)) in game.turns.iter().zip(&answers).enumerate() {
            match &answer.verdict {
                Verdict::Right => {
                    self.outcome.right += usize::from(turn.counts);
                    continue;
                }
                Verdict::Ended(_) if run.end == End::TimedOut => {
                    self.outcome.hung.push(turn.word().to_owned());
                }
                _ => {}
            }
            self.broken.extend(saved(turn));
            if turn.counts && answer.verdict != Verdict::NotJudged {
                self.outcome.wrong += 1;
                self.wrong_answer(index, game, place, answer);
            }
        }
        Ok(())
    }

    fn wrong_answer(&mut self, index: usize, game: &Game, place: usize, answer: &Answer) {
        let turn = &game.turns[place];
        let checking = self.judge.suite.checking;
        let sentences = self.judge.form.speech.sentences;
        let expected: Vec<String> = turn
            .expected
            .iter()
            .map(|line| sentences.masked(line))
            .collect();
        let quoted = |lines: &[String]| match lines {
            [] => "nothing".to_owned(),
            lines => format!("\"{}\"", lines.join(" / ")),
        };
        let due = quoted(&expected);
        let what = if place == 0 {
            "`--state`".to_owned()
        } else {
            let script = Script {
                lines: game.typed(place),
                ..game.script.clone()
            };
            (checking.describe)(&script, &turn.typed)
        };
        let mut about = expected.last().map_or("", |line| checking.about(line));
        let mut due_lines = turn.expected.clone();
        let mut came = answer.said.clone();
        let title = match &answer.verdict {
            Verdict::Ended(how) => {
                came = vec![format!("({how})")];
                format!("at {what} {how}; {due} is expected")
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
                let (word, came) = (turn.word(), quoted(&came));
                format!("`{word}` is missing: it is answered {came}")
            }
            _ if !came.is_empty() => {
                format!("{what} is answered {} instead of {due}", quoted(&came))
            }
            _ => {
                came.push("(nothing)".to_owned());
                if place == 0 && due.contains(checking.loaded) {
                    "`--state` does not load the game".to_owned()
                } else {
                    format!("{what} is not answered; {due} is expected")
                }
            }
        };
        let mut session = self.session(index, place + 1);
        session.extend(differing(&due_lines, &came));
        self.add_cause(title, about, session);
    }

    /// Adds the cause of a wrong answer, unless it is there. A transcript has a sentence of its own.
    fn add_cause(&mut self, title: String, about: &str, session: Vec<SessionLine>) {
        let mut causes = self.outcome.causes.iter();
        if causes.any(|cause| cause.title == title) {
            return;
        }
        let mut text = String::new();
        for line in &session {
            text += line.text();
            text.push('\n');
        }
        let positions = used(&self.judge.suite.states, &text).filter_map(|state| {
            let content = str::from_utf8(&state.content).ok()?;
            Some((state.name.clone(), content.to_owned()))
        });
        let about = match self.case.script {
            None => self.case.sentence(),
            Some(_) => about.to_owned(),
        };
        self.outcome.causes.push(Cause {
            title,
            about,
            positions: positions.collect(),
            session,
            case: self.case.name.clone(),
            ..Cause::default()
        });
    }

    /// The lines typed in the last run up to a turn, and the files that it needs. A whole run is shown
    /// without its closing command.
    fn session(&self, index: usize, end: usize) -> Vec<SessionLine> {
        let mut acts = self.acts[..=index].iter().rev();
        let game = acts.find_map(|act| match act {
            Act::Game(game) => Some(game),
            Act::Tool(_) => None,
        });
        let Some(game) = game else { return Vec::new() };
        let typed = game.turns.iter().take(end).skip(1);
        let typed = typed.filter(|turn| end < usize::MAX || turn.typed != EXIT);
        let typed = typed.map(|turn| format!("{}{}", turn.prompt, turn.typed));
        let run = [format!("$ {}", game.command)].into_iter().chain(typed);
        let run: Vec<String> = run.collect();
        let mut lines = Vec::new();
        for act in &self.acts[..index] {
            if let Act::Tool(step) = act
                && !shows(step)
                && let Some(name) = step.command.split(' ').next_back()
                && run.iter().any(|line| line.contains(name))
            {
                lines.push(format!("$ {}", step.command));
                lines.extend(step.typed().map(str::to_owned));
            }
        }
        lines.extend(run);
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
    let at = words.iter().position(|word| word == "--state")?;
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
