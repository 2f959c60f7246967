//! Judges a program by one transcript: answer by answer, in the form that was learnt.

use std::path::Path;

use super::fixtures::State;
use super::form::{Form, Loading};
use super::process::{End, Program, Run};
use super::random::answered;
use super::report::model::SessionLine;
use super::speech::{Came, Dialogue, Kind, Slip, Turn, Verdict, shortened};
use super::stage::{Failure, Stage};
use super::tools;
use super::transcript::{Step, Transcript};
use crate::games::{Checking, GameEntry, Past, Script};

/// How many lines of an answer are shown.
const MOST_LINES: usize = 12;

/// What transcripts are judged with.
pub struct Judge<'a> {
    /// The program.
    pub program: &'a dyn Program,
    /// Files that transcripts may mention.
    pub states: &'a [State],
    /// The game.
    pub row: &'static GameEntry,
    /// What is known of it.
    pub checking: &'static Checking,
    /// What was learnt about the program.
    pub form: &'a Form<'a>,
}

/// The result of one transcript.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Right answers.
    pub right: usize,
    /// Wrong answers.
    pub wrong: usize,
    /// All answers.
    pub total: usize,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// Formal deviations.
    pub slips: Vec<Slip>,
    /// The first word of each line at which the program hung.
    pub hung: Vec<String>,
    /// A folder that could not be removed.
    pub left: Option<String>,
}

/// A wrong answer.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Describes it; the same words are the same fault.
    pub title: String,
    /// The sentences that were expected.
    pub expected: String,
    /// The session up to it.
    pub session: Vec<SessionLine>,
    /// Name and content of the saved games that the session uses.
    pub positions: Vec<(String, String)>,
}

/// A part of a transcript, made fit for the program.
enum Act {
    /// The program runs.
    Game {
        command: String,
        dialogue: Dialogue,
        /// How many answers the part before the first prompt counts for.
        opening: usize,
        status: i32,
        /// The saved game that the run begins with.
        start: Option<Vec<u8>>,
    },
    /// A tool runs.
    Tool { step: Step, worth: usize },
    /// So many answers cannot be judged, and these files are not saved.
    Skipped(usize, Vec<String>),
}

impl Judge<'_> {
    /// Judges one transcript. `section` is that of a case; a random session has none. `skip` has the
    /// first words of lines that are not typed again, because the program hangs there.
    ///
    /// # Errors
    /// When the program cannot be started, or the folder cannot be made.
    pub fn judge(
        &self,
        name: &str,
        section: Option<&str>,
        transcript: &Transcript,
        skip: &[String],
    ) -> Result<Outcome, Failure> {
        let is_state_case = Path::new(name).ends_with(self.checking.state_case);
        let acts = self.plan(section, transcript, is_state_case);
        let mut trial = Trial {
            judge: self,
            stage: Stage::new(self.program, self.states, &transcript.to_string())?,
            acts: &acts,
            broken: Vec::new(),
            uncertain: false,
            outcome: Outcome::default(),
        };
        for (index, act) in acts.iter().enumerate() {
            match act {
                Act::Skipped(worth, files) => {
                    trial.outcome.total += worth;
                    trial.broken.extend(files.iter().cloned());
                    trial.uncertain |= *worth > 0;
                }
                Act::Tool { step, worth } => trial.tool(index, step, *worth),
                Act::Game { .. } => trial.game(index, skip, is_state_case)?,
            }
        }
        trial.outcome.left = trial.stage.close();
        Ok(trial.outcome)
    }

    /// The outcome of a transcript that was not tried.
    #[must_use]
    pub fn unjudged(&self, name: &str, section: Option<&str>, transcript: &Transcript) -> Outcome {
        let is_state_case = Path::new(name).ends_with(self.checking.state_case);
        let acts = self.plan(section, transcript, is_state_case);
        let worth = |act: &Act| match act {
            Act::Skipped(worth, _) | Act::Tool { worth, .. } => *worth,
            Act::Game {
                dialogue, opening, ..
            } => opening + dialogue.turns.iter().map(|turn| turn.worth).sum::<usize>(),
        };
        Outcome {
            total: acts.iter().map(worth).sum(),
            ..Outcome::default()
        }
    }

    /// Prepares the parts of a transcript.
    fn plan(
        &self,
        section: Option<&str>,
        transcript: &Transcript,
        is_state_case: bool,
    ) -> Vec<Act> {
        let steps = &transcript.steps;
        let mut acts = Vec::new();
        for (index, step) in steps.iter().enumerate() {
            if !step.is_game() {
                let shows = ["cat ", "wc ", "ls ", "readlink ", "stat "];
                let shows = shows.iter().any(|tool| step.command.starts_with(tool));
                let worth = usize::from(shows && step.makes_file().is_none());
                // The exit status is a matter of form.
                if step.command != "echo $?" {
                    acts.push(Act::Tool {
                        step: step.clone(),
                        worth,
                    });
                }
                continue;
            }
            let mut dialogue = Dialogue::of(step);
            if let Some(last) = dialogue.turns.last_mut()
                && (last.typed == self.checking.exit || last.typed == "^D")
            {
                last.worth = usize::from(section == Some(self.checking.exit_section));
            }
            let status = steps
                .get(index + 1)
                .filter(|next| next.command == "echo $?");
            let status = status.map(|next| String::from_utf8_lossy(&next.output()).into_owned());
            let state = state_of(&step.command);
            acts.push(Act::Game {
                command: step.command.clone(),
                opening: usize::from(state.is_some()),
                dialogue,
                status: status
                    .and_then(|text| text.trim().parse().ok())
                    .unwrap_or(0),
                start: state.and_then(|name| self.content(&name, steps)),
            });
        }
        let saving = section.is_none_or(|name| self.checking.saving_sections.contains(&name));
        if !self.form.saves && !saving {
            self.prove_instead_of_saving(&mut acts);
        }
        if self.form.loading != Loading::State && !is_state_case {
            for act in &mut acts {
                self.load_otherwise(act);
            }
        }
        acts
    }

    /// The content of a file that a transcript uses.
    fn content(&self, name: &str, steps: &[Step]) -> Option<Vec<u8>> {
        let made = steps.iter().find(|step| step.makes_file() == Some(name));
        if let Some(step) = made {
            return step.input().ok();
        }
        let state = self.states.iter().find(|state| state.name == name)?;
        Some(state.content.to_vec())
    }

    /// Replaces saving a game and looking at the file by moves that show the same.
    fn prove_instead_of_saving(&self, acts: &mut Vec<Act>) {
        for index in 0..acts.len() {
            let Act::Game {
                dialogue, start, ..
            } = &acts[index]
            else {
                continue;
            };
            let mut saved = dialogue
                .turns
                .iter()
                .map(|turn| self.saved(turn))
                .enumerate();
            let Some((at, name)) = saved.find_map(|(at, name)| Some((at, name?))) else {
                continue;
            };
            let closes = at + 2 == dialogue.turns.len();
            let before: Vec<&str> = dialogue.turns[..at]
                .iter()
                .map(|turn| turn.typed.as_str())
                .collect();
            let proof = (self.checking.proof)(Past {
                start: start.as_deref(),
                lines: &before,
            });
            let proof = proof.filter(|_| closes).and_then(|lines| {
                let turns = self.expected(start.as_deref(), &before, &lines)?;
                (!turns.is_empty()).then_some(turns)
            });
            let mut worth = 1;
            for act in &mut acts[index + 1..] {
                match act {
                    Act::Tool {
                        step,
                        worth: counts,
                    } if mentions(&step.command, &name) => {
                        worth += *counts;
                        *act = Act::Skipped(0, Vec::new());
                    }
                    Act::Game { .. } => break,
                    _ => {}
                }
            }
            let Act::Game { dialogue, .. } = &mut acts[index] else {
                continue;
            };
            dialogue.turns.remove(at);
            match proof {
                Some(mut turns) => {
                    if let Some(last) = turns.last_mut() {
                        last.worth = worth;
                    }
                    // The side to move is another one then.
                    dialogue.turns[at].prompt.clear();
                    dialogue.turns.splice(at..at, turns);
                }
                None => acts.push(Act::Skipped(worth, Vec::new())),
            }
        }
    }

    /// The name of the file that a turn saves.
    fn saved(&self, turn: &Turn) -> Option<String> {
        let (word, name) = turn.typed.split_once(' ')?;
        (word == self.checking.save).then(|| name.trim().to_owned())
    }

    /// Our own answers to some lines after others.
    fn expected(
        &self,
        start: Option<&[u8]>,
        before: &[&str],
        lines: &[String],
    ) -> Option<Vec<Turn>> {
        let name = "start.csv".to_owned();
        let typed = before.iter().map(|&line| line.to_owned());
        let script = Script {
            state: start.map(|_| name.clone()),
            files: start
                .map(|content| (name, content.to_vec()))
                .into_iter()
                .collect(),
            lines: typed.chain(lines.iter().cloned()).collect(),
            folders: Vec::new(),
        };
        let transcript = answered(&script, self.row)?;
        let game = transcript.steps.iter().find(|step| step.is_game())?;
        let turns = Dialogue::of(game).turns.into_iter();
        let proof = turns.skip(before.len()).take(lines.len()).map(|turn| Turn {
            worth: 0,
            proof: true,
            ..turn
        });
        Some(proof.collect())
    }

    /// Loads the game by another way than `--state`.
    fn load_otherwise(&self, act: &mut Act) {
        let Act::Game {
            command,
            dialogue,
            opening,
            ..
        } = act
        else {
            return;
        };
        let Some(name) = state_of(command) else {
            return;
        };
        let answers: usize = dialogue.turns.iter().map(|turn| turn.worth).sum();
        let loads = dialogue.opening.first().is_some_and(|line| {
            let sentences = self.form.speech.sentences;
            sentences.find(line) == sentences.find(self.checking.loaded)
        });
        if !loads || self.form.loading == Loading::No {
            let files = dialogue.turns.iter().filter_map(|turn| self.saved(turn));
            *act = Act::Skipped(answers + *opening, files.collect());
            return;
        }
        let [idle, in_game, _] = self.checking.prompts;
        let opened = std::mem::take(&mut dialogue.opening);
        let load = format!("{} {name}", self.checking.load);
        let starting = self
            .checking
            .sentences
            .iter()
            .map(|(text, _)| (*text).to_owned())
            .take(1);
        let start = |expected: Vec<String>| Turn::new("", self.checking.start, expected);
        *opening = 0;
        let mut turns = match self.form.loading {
            Loading::StateAndStart => {
                vec![start(starting.chain(opened.into_iter().skip(1)).collect())]
            }
            Loading::StartAndCommand => vec![
                Turn {
                    worth: 0,
                    ..start(starting.collect())
                },
                Turn::new(in_game, &load, opened),
            ],
            _ => vec![Turn::new(idle, &load, opened)],
        };
        if self.form.loading != Loading::StateAndStart {
            *command = command.replace(&format!(" --state {name}"), "");
        }
        turns.append(&mut dialogue.turns);
        dialogue.turns = turns;
    }
}

/// A transcript that is being judged.
struct Trial<'a, 'j> {
    judge: &'a Judge<'j>,
    stage: Stage<'a>,
    acts: &'a [Act],
    /// Files that are not as they should be, which was noticed already.
    broken: Vec<String>,
    /// Whether something was wrong or not judged, so that a folder may hold other files.
    uncertain: bool,
    outcome: Outcome,
}

impl Trial<'_, '_> {
    fn tool(&mut self, index: usize, step: &Step, worth: usize) {
        self.outcome.total += worth;
        let output = self.stage.tool(step);
        let depends = self.broken.iter().any(|name| mentions(&step.command, name))
            || self.uncertain && step.command.starts_with("ls ");
        if worth == 0 || depends {
            return;
        }
        let expected = step.output();
        if output.as_ref() == Ok(&expected) {
            self.outcome.right += worth;
            return;
        }
        self.outcome.wrong += worth;
        let file = step
            .command
            .split_ascii_whitespace()
            .next_back()
            .unwrap_or_default();
        let (title, actual) = match output {
            Err(why) => (format!("the saved file cannot be read: {why}"), Vec::new()),
            Ok(actual) if step.command.starts_with("cat ") => {
                ((self.judge.checking.compare)(&expected, &actual), actual)
            }
            Ok(actual) => {
                let text = |bytes: &[u8]| shortened(String::from_utf8_lossy(bytes).trim());
                let title = format!(
                    "`{}` shows \"{}\" instead of \"{}\"",
                    step.command,
                    text(&actual),
                    text(&expected)
                );
                (title, actual)
            }
        };
        self.broken.push(file.to_owned());
        let mut session = self.session(index, usize::MAX);
        session.push(SessionLine::Same(format!("$ {}", step.command)));
        session.extend(differing(&expected, &actual));
        self.outcome.faults.push(Fault {
            title,
            expected: String::new(),
            session,
            positions: self.positions(index),
        });
    }

    fn game(&mut self, index: usize, skip: &[String], is_state_case: bool) -> Result<(), Failure> {
        let Act::Game {
            command,
            dialogue,
            opening,
            status,
            ..
        } = &self.acts[index]
        else {
            return Ok(());
        };
        let answers: usize = dialogue.turns.iter().map(|turn| turn.worth).sum();
        self.outcome.total += opening + answers;
        let uses = |name: &String| {
            mentions(command, name)
                || dialogue.turns.iter().any(|turn| {
                    turn.typed.starts_with(self.judge.checking.load) && mentions(&turn.typed, name)
                })
        };
        let hangs = dialogue
            .turns
            .iter()
            .any(|turn| skip.contains(&first_word(&turn.typed)));
        if hangs || self.broken.iter().any(uses) {
            self.uncertain = true;
            let saved = dialogue
                .turns
                .iter()
                .filter_map(|turn| self.judge.saved(turn));
            self.broken.extend(saved);
            return Ok(());
        }
        // The transcript was read: it has bytes.
        let typed = dialogue.turns.iter().map(|turn| turn.typed.as_str());
        let input = super::escape::input(typed).unwrap_or_default();
        let run = self.stage.game(command, &input)?;
        let speech = &self.judge.form.speech;
        let mut verdicts = speech.judge(dialogue, &run, &mut self.outcome.slips);
        if is_state_case && self.judge.form.loading != Loading::State {
            let came = Came::Lines(Vec::new());
            verdicts[0] = Verdict::Wrong(self.judge.checking.loaded.to_owned(), came);
            verdicts[1..].fill(Verdict::NotJudged);
        }
        self.note_status(&run, *status, &verdicts);
        let mut spoilt = false;
        for (place, verdict) in verdicts.iter().enumerate() {
            let turn = place.checked_sub(1).map(|place| &dialogue.turns[place]);
            let worth = turn.map_or(*opening, |turn| turn.worth);
            let proof = turn.is_some_and(|turn| turn.proof);
            spoilt |= proof && matches!(verdict, Verdict::Wrong(..));
            match verdict {
                _ if proof && spoilt => self.outcome.wrong += worth,
                Verdict::Right => self.outcome.right += worth,
                Verdict::NotJudged => {}
                Verdict::Wrong(..) => self.outcome.wrong += worth,
            }
            if *verdict == Verdict::Right {
                continue;
            }
            self.uncertain |= worth > 0;
            self.broken
                .extend(turn.and_then(|turn| self.judge.saved(turn)));
            if let Verdict::Wrong(expected, came) = verdict
                && (worth > 0
                    || turn.is_some_and(|turn| {
                        turn.proof || turn.worth == 0 && place < verdicts.len() - 1
                    }))
            {
                self.fault(index, place, expected, came);
            }
            if matches!(verdict, Verdict::Wrong(_, Came::Hung)) {
                let typed = turn.map_or("", |turn| turn.typed.as_str());
                self.outcome.hung.push(first_word(typed));
            }
        }
        Ok(())
    }

    fn note_status(&mut self, run: &Run, due: i32, verdicts: &[Verdict]) {
        let right = verdicts.iter().all(|verdict| *verdict == Verdict::Right);
        if let End::Status(status) = run.end
            && status != due
            && right
        {
            self.outcome.slips.push(Slip {
                kind: Kind::Status,
                expected: due.to_string(),
                actual: status.to_string(),
            });
        }
    }

    fn fault(&mut self, index: usize, place: usize, expected: &str, came: &Came) {
        let Act::Game { dialogue, .. } = &self.acts[index] else {
            return;
        };
        let mut session = self.session(index, place);
        let turn = place.checked_sub(1).map(|place| &dialogue.turns[place]);
        let due = turn.map_or(&dialogue.opening, |turn| &turn.expected);
        let shown = |lines: &[String]| lines.iter().take(MOST_LINES).cloned().collect::<Vec<_>>();
        let (mut minus, plus) = match came {
            Came::Lines(lines) if lines.is_empty() => (shown(due), vec!["(nothing)".to_owned()]),
            Came::Lines(lines) => (shown(due), shown(lines)),
            Came::Prompt(prompt) => {
                session.extend(due.iter().cloned().map(SessionLine::Same));
                (vec![expected.to_owned()], vec![prompt.clone()])
            }
            Came::Ended(how) => (shown(due), vec![format!("({how})")]),
            Came::Hung => (shown(due), vec!["(no answer in time)".to_owned()]),
        };
        // Lines that both have are no difference.
        let common = minus.iter().zip(&plus).take_while(|(a, b)| a == b).count();
        session.extend(minus.drain(..common).map(SessionLine::Same));
        session.extend(minus.into_iter().map(SessionLine::Expected));
        session.extend(plus.into_iter().skip(common).map(SessionLine::Actual));
        self.outcome.faults.push(Fault {
            title: self.title(index, place, expected, came),
            expected: expected.to_owned(),
            session,
            positions: self.positions(index),
        });
    }

    /// Describes a wrong answer.
    fn title(&self, index: usize, place: usize, expected: &str, came: &Came) -> String {
        let what = self.described(index, place);
        let due = match expected {
            "" => "nothing".to_owned(),
            due => format!("\"{due}\""),
        };
        match came {
            _ if place == 0
                && matches!(came, Came::Lines(_))
                && expected == self.judge.checking.loaded =>
            {
                "`--state` does not load the game".to_owned()
            }
            Came::Lines(lines) if lines.is_empty() => {
                format!("{what} is not answered; {due} is expected")
            }
            Came::Lines(lines) => {
                format!(
                    "{what} is answered \"{}\" instead of {due}",
                    lines.join(" / ")
                )
            }
            Came::Prompt(prompt) => {
                let what = self.command(index, place);
                format!("after {what} the prompt is \"{prompt}\" instead of {due}")
            }
            Came::Ended(how) => format!("at {what} {how}; {due} is expected"),
            Came::Hung => format!("at {what} the program hangs; {due} is expected"),
        }
    }

    /// A typed line without its details, and the right answer to it.
    fn command(&self, index: usize, place: usize) -> String {
        let (Act::Game { dialogue, .. }, Some(place)) = (&self.acts[index], place.checked_sub(1))
        else {
            return "`--state`".to_owned();
        };
        let turn = &dialogue.turns[place];
        let word = first_word(&turn.typed);
        let speech = &self.judge.form.speech;
        if self.judge.checking.commands.contains(&&*word) {
            format!("`{word}` and \"{}\"", speech.joined(&turn.expected))
        } else {
            "a refused line".to_owned()
        }
    }

    /// Describes a typed line.
    fn described(&self, index: usize, place: usize) -> String {
        let checking = self.judge.checking;
        let Act::Game {
            dialogue, start, ..
        } = &self.acts[index]
        else {
            return String::new();
        };
        let Some(place) = place.checked_sub(1) else {
            return "`--state`".to_owned();
        };
        let turn = &dialogue.turns[place];
        let word = first_word(&turn.typed);
        let Some(known) = checking.commands.iter().position(|name| *name == word) else {
            return if word.is_empty() {
                "a blank line".to_owned()
            } else {
                "an unknown command".to_owned()
            };
        };
        let before: Vec<&str> = dialogue.turns[..place]
            .iter()
            .map(|turn| turn.typed.as_str())
            .collect();
        let (start, before) = match before.split_first() {
            // The game may be loaded by a command instead.
            Some((first, rest)) if start.is_some() && first.starts_with(checking.load) => {
                (start, rest)
            }
            _ => (start, &before[..]),
        };
        let past = Past {
            start: start.as_deref(),
            lines: before,
        };
        let more = match (checking.describe)(past, &turn.typed) {
            Some(more) => format!(" {more}"),
            None if known < checking.in_game && turn.prompt == checking.prompts[0] => {
                " without a game".to_owned()
            }
            None => String::new(),
        };
        format!("`{word}`{more}")
    }

    /// Everything that is typed before a part of the transcript that went wrong, as far as it matters.
    fn session(&self, index: usize, place: usize) -> Vec<SessionLine> {
        let same = |text: String| SessionLine::Same(text);
        let mut lines = Vec::new();
        let is_tool = matches!(self.acts[index], Act::Tool { .. });
        let mut games = (0..=index).rev();
        let game = games.find(|&at| matches!(self.acts[at], Act::Game { .. }));
        let Some(game) = game else { return lines };
        let text = self.text(game);
        for act in &self.acts[..game] {
            if let Act::Tool { step, worth: 0 } = act {
                let words = tools::words(&step.command).unwrap_or_default();
                if words
                    .last()
                    .is_some_and(|name| text.contains(name.as_str()))
                {
                    lines.push(same(format!("$ {}", step.command)));
                    lines.extend(step.typed().map(|line| same(line.to_owned())));
                }
            }
        }
        if let Act::Game {
            command, dialogue, ..
        } = &self.acts[game]
        {
            lines.push(same(format!("$ {command}")));
            let typed = dialogue.turns.iter().take(place);
            let exits = |turn: &&Turn| !is_tool || turn.typed != self.judge.checking.exit;
            lines.extend(
                typed
                    .filter(exits)
                    .map(|turn| same(format!("{}{}", turn.prompt, turn.typed))),
            );
        }
        lines
    }

    fn text(&self, index: usize) -> String {
        match &self.acts[index] {
            Act::Game {
                command, dialogue, ..
            } => {
                let typed = dialogue.turns.iter().map(|turn| turn.typed.as_str());
                [command.as_str()]
                    .into_iter()
                    .chain(typed)
                    .collect::<Vec<_>>()
                    .join("\n")
            }
            _ => String::new(),
        }
    }

    /// The saved games that a part of the transcript uses.
    fn positions(&self, index: usize) -> Vec<(String, String)> {
        let text: String = (0..=index).map(|at| self.text(at) + "\n").collect();
        let states = self.judge.states.iter();
        let used = states.filter(|state| text.contains(&state.name));
        used.filter_map(|state| {
            Some((
                state.name.clone(),
                str::from_utf8(&state.content).ok()?.to_owned(),
            ))
        })
        .collect()
    }
}

/// The name behind `--state`.
fn state_of(command: &str) -> Option<String> {
    let words = tools::words(command).ok()?;
    let at = words.iter().position(|word| word == "--state")?;
    words.get(at + 1).cloned()
}

fn mentions(text: &str, name: &str) -> bool {
    text.split_ascii_whitespace().any(|word| word == name)
}

fn first_word(line: &str) -> String {
    let word = line.split_ascii_whitespace().next();
    word.unwrap_or_default().to_owned()
}

/// The lines of two outputs: those of both, and those of one only.
fn differing(expected: &[u8], actual: &[u8]) -> Vec<SessionLine> {
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(bytes).into_owned();
        text.lines().take(2 * MOST_LINES).map(shortened).collect()
    };
    let (old, new) = (lines(expected), lines(actual));
    let mut shown = Vec::new();
    for op in similar::capture_diff_slices(similar::Algorithm::Myers, &old, &new) {
        for change in op.iter_changes(&old, &new) {
            let text = change.value();
            shown.push(match change.tag() {
                similar::ChangeTag::Equal => SessionLine::Same(text),
                similar::ChangeTag::Delete => SessionLine::Expected(text),
                similar::ChangeTag::Insert => SessionLine::Actual(text),
            });
        }
    }
    shown
}
