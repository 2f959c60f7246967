//! Probes a program to learn how it speaks and which commands it has.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use super::fixtures::{Case, used};
use super::process::{End, Program, Run};
use super::random::answered;
use super::report::each;
use super::sentences::{letters, shown};
use super::speech::{Answer, Verdict, how, shows};
use super::stage::Stage;
use super::transcript::Turn;
use super::{EXIT, Error, LOAD, SAVE, START, Suite};
use crate::games::Script;

/// After hanging this often at the same kind of line, a program is not started for it again.
pub const MAX_HANGS: usize = 3;

/// A command that does not exist.
const UNKNOWN: &str = ":xyzzy";

/// A way to load a saved game: whether `--state` names it, and the commands to type then.
pub type Loading = (bool, &'static [&'static str]);

/// The way of the text, and others that work in some programs.
pub const BY_STATE: Loading = (true, &[]);
const WAYS: [Loading; 4] = [
    BY_STATE,
    (true, &[START]),
    (false, &[LOAD]),
    (false, &[START, LOAD]),
];

/// What was learnt about the form and the commands of a program.
pub struct Form<'a> {
    pub program: &'a dyn Program,
    pub suite: &'a Suite,
    /// The three prompts without blanks at their ends; none if the program has none.
    pub prompts: Option<[String; 3]>,
    /// The letters of lines that resemble a sentence but came where another one was due.
    pub misused: HashSet<String>,
    /// Answers without any sentence, and the sentences that were due.
    pub wordings: HashSet<(String, Vec<usize>)>,
    /// How games are loaded, if they can be.
    pub loading: Option<Loading>,
    /// Whether it saves games correctly.
    pub saves: bool,
    /// Commands that it always answers like an unknown one.
    pub missing: HashSet<String>,
    /// The number of times the program hung, by the first word of the line.
    pub hangs: BTreeMap<String, usize>,
    /// The lines before the first prompt.
    pub greeting: HashSet<String>,
    /// Typed after other lines if the end of input does not end the program.
    closing: &'static [&'static str],
}

/// A session as it should be, the run, and whether the saved files match.
struct Probe {
    turns: Vec<Turn>,
    run: Run,
    saves: bool,
}

impl<'a> Form<'a> {
    /// Probes a program.
    ///
    /// # Errors
    /// When it cannot be started or judged.
    pub fn learn(program: &'a dyn Program, suite: &'a Suite) -> Result<Form<'a>, Error> {
        let mut form = Form {
            program,
            suite,
            prompts: None,
            misused: HashSet::new(),
            wordings: HashSet::new(),
            loading: None,
            saves: true,
            missing: HashSet::new(),
            hangs: BTreeMap::new(),
            greeting: HashSet::new(),
            closing: &[],
        };
        form.greet()?;
        let mut heard = Vec::new();
        for lines in [&[UNKNOWN][..]].iter().chain(suite.checking.probes) {
            heard.extend(form.probe(None, lines)?);
        }
        form.prompts = form.prompts(&heard)?;
        let mut refusal = None;
        let (mut refused, mut accepted) = (HashSet::new(), HashSet::new());
        for probe in &heard {
            let (answers, _) = form.hear(&probe.turns, &probe.run);
            form.learn_wording(&probe.turns, &answers);
            form.saves &= probe.saves || probe.run.end == End::TimedOut;
            // The first line is an unknown command. Other lines can get the same answer.
            let refusal = refusal.get_or_insert_with(|| answers[1].said.concat());
            for (turn, answer) in probe.turns.iter().zip(&answers) {
                if answer.said.concat() == *refusal {
                    refused.insert(turn.word().to_owned());
                } else if answer.verdict != Verdict::NotJudged {
                    accepted.insert(turn.word().to_owned());
                }
            }
        }
        form.loading = form.loading()?;
        form.misused.remove(&letters(&refusal.unwrap_or_default()));
        form.missing = &refused - &accepted;
        form.saves &= !form.hangs.contains_key(SAVE);
        Ok(form)
    }

    /// Whether a case judges `--state` itself and the program does not have it.
    pub fn misses_state(&self, case: &Case) -> bool {
        Path::new(&case.name).ends_with(self.suite.checking.state_case)
            && self.loading != Some(BY_STATE)
    }

    /// Whether the program hung too often at lines that begin with this word.
    pub fn hangs_at(&self, word: &str) -> bool {
        self.hangs.get(word) >= Some(&MAX_HANGS)
    }

    /// Learns the greeting. A program that prints no sentence of the text cannot be judged.
    fn greet(&mut self) -> Result<(), Error> {
        let mut opened = self.type_lines(&[])?;
        if matches!(opened.end, End::TimedOut | End::Flooded) {
            // The text is silent about the end of input.
            self.closing = &[EXIT];
            self.hangs.clear();
            opened = self.type_lines(&[])?;
        }
        if opened.end == End::TimedOut {
            let why = format!("it does not end when {EXIT} is typed");
            return Err(Error::Unjudged(why));
        }
        let text = opened.text();
        let lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
        let runs = [
            opened,
            self.type_lines(&[UNKNOWN])?,
            self.type_lines(&[START])?,
            self.type_lines(&[EXIT])?,
        ];
        if !runs.iter().any(|run| self.knows(run)) {
            let odd = runs.iter().find(|run| run.end != End::Status(0));
            let how = match (odd, lines.iter().find(|line| !line.is_empty())) {
                (None, Some(line)) => format!("it prints \"{}\"", shown(line)),
                (None, None) if runs[0].errors.is_empty() => "it prints nothing".to_owned(),
                _ => how(odd.unwrap_or(&runs[0])),
            };
            return Err(Error::Unjudged(format!(
                "{how}; no sentence of the text comes when {START}, {EXIT} or an unknown command is typed"
            )));
        }
        self.greeting = lines.into_iter().collect();
        Ok(())
    }

    /// Types lines into the program, and the closing command if it needs that.
    fn type_lines(&mut self, lines: &[&str]) -> Result<Run, Error> {
        let stage = Stage::new(self.program, &[])?;
        self.run(&stage, "game --test", &[lines, self.closing].concat())
    }

    /// Runs the program, unless it hangs at one of the lines.
    fn run(&mut self, stage: &Stage<'_>, command: &str, lines: &[&str]) -> Result<Run, Error> {
        let hangs = &self.hangs;
        let mut words = lines.iter().filter_map(|line| line.split(' ').next());
        let last = words.clone().rfind(|word| *word != EXIT).unwrap_or(EXIT);
        let suspect = words.find(|word| hangs.contains_key(*word)).unwrap_or(last);
        if self.hangs_at(suspect) {
            return Ok(Run {
                output: Vec::new(),
                errors: Vec::new(),
                end: End::TimedOut,
            });
        }
        let input = each(lines, |line| format!("{line}\n"));
        let run = stage.game(command, input.as_bytes())?;
        if run.end == End::TimedOut {
            *self.hangs.entry(suspect.to_owned()).or_default() += 1;
        }
        Ok(run)
    }

    /// Types a script and compares the files; `None` if the script gives no session.
    fn probe(&mut self, state: Option<&str>, lines: &[&str]) -> Result<Option<Probe>, Error> {
        let suite = self.suite;
        let text = [lines, state.as_slice()].concat().concat();
        let script = Script {
            state: state.map(str::to_owned),
            files: used(&suite.states, &text),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            ..Script::default()
        };
        let Some(transcript) = answered(&script, suite.row) else {
            return Ok(None);
        };
        let place = Stage::new(self.program, &script.files)?;
        let mut probe = None;
        let mut saves = true;
        for step in transcript.steps {
            if step.is_game() {
                let typed: Vec<&str> = step.typed().collect();
                probe = Some((self.run(&place, &step.command, &typed)?, step.turns));
            } else {
                let printed = place.tool(&step);
                saves &= printed.is_ok_and(|printed| printed == step.printed().as_bytes());
            }
        }
        Ok(probe.map(|(run, turns)| Probe { turns, run, saves }))
    }

    /// Learns the three prompts by typing an unknown command never, once and twice. A prompt of the
    /// text that comes where it is due is itself.
    fn prompts(&mut self, heard: &[Probe]) -> Result<Option<[String; 3]>, Error> {
        let checking = self.suite.checking;
        let before: [&[&str]; 3] = [&[], &[START], &[START, checking.first_move]];
        let started = checking.sentences[0].0;
        let mut prompts = checking.prompts.map(|prompt| prompt.trim_end().to_owned());
        let own = prompts.clone();
        for (prompt, lines) in prompts.iter_mut().zip(before) {
            let mut probes = heard.iter();
            if probes.any(|probe| shows(&own, prompt, &probe.turns, &probe.run)) {
                continue;
            }
            let mut outputs = Vec::new();
            for times in 0..3 {
                let run = self.type_lines(&[lines, &[UNKNOWN].repeat(times)].concat())?;
                outputs.push(run.text().replace("\r\n", "\n"));
            }
            match prompt_of(&outputs[0], &outputs[1], &outputs[2]) {
                Some(found) => *prompt = found,
                // A game that cannot be started has no prompt.
                None if lines.is_empty() || outputs[0].contains(started) => return Ok(None),
                None => {}
            }
        }
        Ok(Some(prompts))
    }

    /// Finds a way to load a saved game: a move must be answered differently than without the game.
    fn loading(&mut self) -> Result<Option<Loading>, Error> {
        let checking = self.suite.checking;
        for &(name, mv) in checking.positions {
            let load = format!("{LOAD} {name}");
            for way @ (by_option, commands) in WAYS {
                let commands = commands.iter();
                let commands = commands.map(|&word| if word == LOAD { &load } else { word });
                let mut lines: Vec<&str> = commands.chain([mv]).collect();
                let loaded = self.last_answer(by_option.then_some(name), &lines)?;
                let Some(loaded) = loaded.filter(|answer| answer.verdict == Verdict::Right) else {
                    continue;
                };
                lines.retain(|line| *line != load);
                let plain = self.last_answer(None, &lines)?;
                if plain.is_none_or(|plain| plain.said != loaded.said) {
                    return Ok(Some(way));
                }
            }
        }
        // A program that hangs at every move can still load games.
        let word = checking.first_move.split(' ').next().unwrap_or_default();
        Ok(self.hangs.contains_key(word).then_some(BY_STATE))
    }

    /// Returns the answer to the last of these lines, whatever the answer to loading.
    fn last_answer(
        &mut self,
        state: Option<&str>,
        lines: &[&str],
    ) -> Result<Option<Answer>, Error> {
        let Some(mut probe) = self.probe(state, lines)? else {
            return Ok(None);
        };
        for turn in &mut probe.turns {
            turn.is_aside = true;
        }
        let (mut answers, _) = self.hear(&probe.turns, &probe.run);
        Ok(answers.drain(..).nth_back(1))
    }
}

/// Finds the prompt in the outputs after no unknown command, one and two: the repeated part without
/// the answer.
fn prompt_of(none: &str, once: &str, twice: &str) -> Option<String> {
    let at = common(none.chars(), once.chars());
    let block = once.get(at..at + once.len().checked_sub(none.len())?)?;
    let (before, after) = none.split_at(at);
    // Changing prompts count as none.
    if twice != [before, block, block, after].concat() {
        return None;
    }
    let same = common(before.chars().rev(), block.chars().rev());
    let mut prompt = &before[before.len() - same..];
    // A prompt begins a line.
    if same < before.len().min(block.len()) {
        prompt = prompt.split_once('\n').map_or("", |(_, lines)| lines);
    }
    let mut lines = prompt.lines().rev().map(str::trim);
    lines.find(|line| !line.is_empty()).map(str::to_owned)
}

/// Returns the length in bytes of the common prefix.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    let same = a.zip(b).take_while(|(a, b)| a == b);
    same.map(|(c, _)| c.len_utf8()).sum()
}
