//! Probes a program, to learn how it speaks and which commands it has.

use std::collections::{BTreeMap, HashSet};

use super::process::{End, Program, Run};
use super::random::answered;
use super::report::each;
use super::sentences::{letters, shortened};
use super::speech::{Answer, Verdict, how, shows};
use super::stage::Stage;
use super::transcript::Turn;
use super::{EXIT, Error, LOAD, SAVE, START, Suite};
use crate::games::Script;

/// How often a program hangs at the same kind of line before it is not started again for it.
pub const MOST_HANGS: usize = 3;

/// The most lines of a greeting that are kept.
const MOST_GREETING: usize = 200;

/// A command that no program has.
const UNKNOWN: &str = ":xyzzy";

/// How a saved game can be loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loading {
    State,
    /// By `--state`, and then a game has to be started.
    StateAndStart,
    Command,
    /// By the command in a game.
    StartAndCommand,
    No,
}

/// How often the program hung, by the first word of the line.
pub type Hangs = BTreeMap<String, usize>;

/// The form and the commands of a program, as far as they were learnt.
pub struct Form<'a> {
    pub suite: &'a Suite,
    /// The three prompts without blanks at their ends; none if the program has none.
    pub prompts: Option<[String; 3]>,
    /// The letters of lines that resemble a sentence but were said where another one is due.
    pub misused: HashSet<String>,
    pub loading: Loading,
    /// Whether it saves games correctly.
    pub saves: bool,
    /// Commands that it always answers like an unknown one.
    pub missing: HashSet<String>,
    pub hangs: Hangs,
    /// The lines before the first prompt.
    pub greeting: HashSet<String>,
    /// Whether it goes on after the closing command.
    pub goes_on: bool,
}

/// Probes a program.
///
/// # Errors
/// When it cannot be started, or not be judged.
pub fn learn<'a>(program: &dyn Program, suite: &'a Suite) -> Result<Form<'a>, Error> {
    let form = Form {
        suite,
        prompts: None,
        misused: HashSet::new(),
        loading: Loading::State,
        saves: true,
        missing: HashSet::new(),
        hangs: Hangs::new(),
        greeting: HashSet::new(),
        goes_on: false,
    };
    let mut prober = Prober {
        program,
        form,
        closing: &[],
    };
    let mut opened = prober.type_lines(&[])?;
    if matches!(opened.end, End::TimedOut | End::Flooded) {
        // The text is silent about the end of input.
        prober.closing = &[EXIT];
        prober.form.hangs.clear();
        opened = prober.type_lines(&[])?;
    }
    if opened.end == End::TimedOut {
        let why = format!("it does not end when {EXIT} is typed");
        return Err(Error::Unjudged(why));
    }
    let text = opened.text();
    let lines = text.lines().map(str::trim);
    prober.form.greeting = lines
        .clone()
        .take(MOST_GREETING)
        .map(str::to_owned)
        .collect();
    let mut runs = Vec::new();
    for line in [UNKNOWN, START, EXIT] {
        runs.push(prober.type_lines(&[line])?);
    }
    if !runs.iter().any(|run| prober.form.knows(run)) {
        let said = lines.clone().find(|line| !line.is_empty());
        let odd = runs.iter().find(|run| run.end != End::Status(0));
        let how = match (odd, said) {
            (None, Some(line)) => format!("it prints \"{}\"", shortened(line)),
            (None, None) if opened.errors.is_empty() => "it prints nothing".to_owned(),
            _ => how(odd.unwrap_or(&opened)),
        };
        return Err(Error::Unjudged(format!(
            "{how}; no sentence of the text comes when {START}, {EXIT} or an unknown command is typed"
        )));
    }
    let more = prober.type_lines(&[EXIT, UNKNOWN])?;
    prober.form.goes_on = more.text().lines().count() > runs[2].text().lines().count();
    let mut heard = Vec::new();
    for lines in [&[UNKNOWN][..]].iter().chain(suite.checking.probes) {
        heard.extend(prober.probe(None, lines)?);
    }
    prober.form.prompts = prober.prompts(&heard)?;
    let mut refusal: Option<String> = None;
    let (mut refused, mut accepted) = (HashSet::new(), HashSet::new());
    for (turns, run, are_right) in &heard {
        let (answers, _) = prober.form.hear(turns, run);
        prober.form.learn(turns, &answers);
        prober.form.saves &= *are_right || run.end == End::TimedOut;
        // The answer to an unknown command may also be given to other lines.
        let said = refusal.is_none().then(|| answers[1].said.concat());
        refusal = refusal.or(said.filter(|_| answers[1].verdict == Verdict::Right));
        for (turn, answer) in turns.iter().zip(&answers) {
            if refusal.as_ref() == Some(&answer.said.concat()) {
                refused.insert(turn.word().to_owned());
            } else if answer.verdict != Verdict::NotJudged {
                accepted.insert(turn.word().to_owned());
            }
        }
    }
    prober.form.loading = prober.loading()?;
    let mut form = prober.form;
    form.misused.remove(&letters(&refusal.unwrap_or_default()));
    form.missing = &refused - &accepted;
    form.saves &= !form.hangs.contains_key(SAVE);
    Ok(form)
}

/// The expected turns of a script with the closing command, the run, and whether the files match.
type Probe = (Vec<Turn>, Run, bool);

struct Prober<'p, 'a> {
    program: &'p dyn Program,
    form: Form<'a>,
    /// Typed after other lines where the end of input does not end the program.
    closing: &'static [&'static str],
}

impl Prober<'_, '_> {
    /// Types lines into the program.
    fn type_lines(&mut self, lines: &[&str]) -> Result<Run, Error> {
        let mut stage = Stage::new(self.program, &[], "")?;
        self.run(&mut stage, "game --test", &[lines, self.closing].concat())
    }

    /// Runs the program, unless it hangs at one of the lines.
    fn run(&mut self, stage: &mut Stage<'_>, command: &str, lines: &[&str]) -> Result<Run, Error> {
        let hangs = &mut self.form.hangs;
        let mut words = lines.iter().filter_map(|line| line.split(' ').next());
        let last = words.clone().rfind(|word| *word != EXIT).unwrap_or(EXIT);
        let suspect = words.find(|word| hangs.contains_key(*word)).unwrap_or(last);
        if hangs.get(suspect) >= Some(&MOST_HANGS) {
            return Ok(Run {
                output: Vec::new(),
                errors: Vec::new(),
                end: End::TimedOut,
            });
        }
        let input = each(lines, |line| format!("{line}\n"));
        let run = stage.game(command, input.as_bytes())?;
        if run.end == End::TimedOut {
            *hangs.entry(suspect.to_owned()).or_default() += 1;
        }
        Ok(run)
    }

    /// Types a script and compares the files.
    fn probe(&mut self, state: Option<&str>, lines: &[&str]) -> Result<Option<Probe>, Error> {
        let suite = self.form.suite;
        let files = suite.states.iter();
        let script = Script {
            state: state.map(str::to_owned),
            files: files
                .map(|file| (file.name.clone(), file.content.to_vec()))
                .collect(),
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            ..Script::default()
        };
        let Some(transcript) = answered(&script, suite.row) else {
            return Ok(None);
        };
        let text = transcript.to_string();
        let mut place = Stage::new(self.program, &suite.states, &text)?;
        let mut probe = None;
        let mut saves = true;
        for step in &transcript.steps {
            if step.is_game() {
                let typed: Vec<&str> = step.typed().collect();
                let run = self.run(&mut place, &step.command, &typed)?;
                probe = Some((step.turns.clone(), run));
            } else if step.makes_file().is_none() {
                saves &= place.tool(step).is_ok_and(|output| output == step.output());
            }
        }
        Ok(probe.map(|(turns, run)| (turns, run, saves)))
    }

    /// Learns the three prompts by typing an unknown command never, once and twice. A prompt of the
    /// text that is seen where it is due stands for itself.
    fn prompts(&mut self, heard: &[Probe]) -> Result<Option<[String; 3]>, Error> {
        let checking = self.form.suite.checking;
        let before: [&[&str]; 3] = [&[], &[START], &[START, checking.first_move]];
        let started = checking.sentences[0].0;
        let mut prompts = checking.prompts.map(|prompt| prompt.trim_end().to_owned());
        let own = prompts.clone();
        let mut is_whole = true;
        for (prompt, lines) in prompts.iter_mut().zip(before) {
            if heard
                .iter()
                .any(|(turns, run, _)| shows(&own, prompt, turns, run))
            {
                continue;
            }
            let mut output = |times| {
                let run = self.type_lines(&[lines, &[UNKNOWN].repeat(times)].concat())?;
                Ok::<String, Error>(run.text().replace("\r\n", "\n"))
            };
            let [none, once, twice] = [output(0)?, output(1)?, output(2)?];
            match prompt_of(&none, &once, &twice) {
                Some(found) => *prompt = found,
                // A game that cannot be started has no prompt of its own.
                None => is_whole &= !lines.is_empty() && !none.contains(started),
            }
        }
        Ok(is_whole.then_some(prompts))
    }

    /// Finds a way to load a saved game: a move must be answered differently than without the game.
    fn loading(&mut self) -> Result<Loading, Error> {
        let mut mv = "";
        for &(name, legal) in self.form.suite.checking.positions {
            mv = legal;
            if let Some(way) = self.way(name, mv)? {
                return Ok(way);
            }
        }
        // A program that hangs at every move may well load.
        let needed = [EXIT, mv.split(' ').next().unwrap_or_default()];
        let hangs = needed
            .iter()
            .any(|word| self.form.hangs.contains_key(*word));
        Ok(if hangs { Loading::State } else { Loading::No })
    }

    /// Finds a way to load this game, in which this move is legal.
    fn way(&mut self, name: &str, mv: &str) -> Result<Option<Loading>, Error> {
        let load = format!("{LOAD} {name}");
        let mut answer = |state: bool, lines: &[&str]| {
            let probe = self.probe(state.then_some(name), lines)?;
            let answers = probe.map(|(mut turns, run, _)| {
                // The answer to loading itself is judged later.
                for turn in &mut turns {
                    turn.is_aside = true;
                }
                self.form.hear(&turns, &run).0
            });
            Ok::<Option<Answer>, Error>(answers.and_then(|mut all| all.drain(..).nth_back(1)))
        };
        let ways: [(Loading, bool, &[&str]); 4] = [
            (Loading::State, true, &[mv]),
            (Loading::StateAndStart, true, &[START, mv]),
            (Loading::Command, false, &[&load, mv]),
            (Loading::StartAndCommand, false, &[START, &load, mv]),
        ];
        for (way, state, lines) in ways {
            let without: Vec<&str> = lines.iter().copied().filter(|line| *line != load).collect();
            if let Some(loaded) = answer(state, lines)?
                && loaded.verdict == Verdict::Right
                && answer(false, &without)?.is_none_or(|plain| plain.said != loaded.said)
            {
                return Ok(Some(way));
            }
        }
        Ok(None)
    }
}

/// Finds the prompt in the outputs after no unknown command, one and two: the repeated part without
/// the answer.
fn prompt_of(none: &str, once: &str, twice: &str) -> Option<String> {
    let at = common(none.chars(), once.chars());
    let block = once.get(at..at + once.len().checked_sub(none.len())?)?;
    let (before, after) = none.split_at(at);
    // Prompts that change are as good as none.
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

/// The length in bytes of the common beginning.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    let same = a.zip(b).take_while(|(a, b)| a == b);
    same.map(|(c, _)| c.len_utf8()).sum()
}
