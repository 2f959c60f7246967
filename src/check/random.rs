//! Random sessions by a seed: legal moves and nearly legal ones, commands with right and wrong words,
//! good and damaged files. What is typed comes from the commands of the mode, its transcripts and
//! the scenes of its game; where it may go, from the scope.

use std::fs;

use tempfile::TempDir;

use super::fixtures::State;
use super::reference::Reference;
use super::scope::Scope;
use super::script::Script;
use crate::engine::rng::Rng;
use crate::games::{self, GameEntry};
use crate::repl::{Kind, Next};
use crate::store::fresh_folder;

/// Names of files that sessions save to; some cannot be.
const SAVED: [&str; 6] = [
    "a.csv",
    "a.csv",
    "here/b.csv",
    "c.csv",
    "no/such/d.csv",
    "here",
];

/// How often another line is looked for when one leads out of the scope.
const TRIES: usize = 8;

/// Makes sessions of one mode.
pub struct Generator<'a> {
    scope: &'a Scope,
    states: &'a [State],
    row: &'static GameEntry,
}

impl<'a> Generator<'a> {
    /// A generator for the mode of this scope.
    #[must_use]
    pub fn new(scope: &'a Scope, states: &'a [State]) -> Self {
        Generator {
            scope,
            states,
            row: games::find(scope.mode).unwrap_or(&games::GAMES[0]),
        }
    }

    /// A session; `None` if it came to nothing.
    #[must_use]
    pub fn script(&self, rng: &mut Rng) -> Option<Script> {
        let mut live = Live::begin(self.base(rng), self)?;
        live.go_on(rng);
        live.script.forget_unused();
        Some(live.script)
    }

    /// How a session begins: with a scene of the game, like a transcript, or with nothing.
    fn base(&self, rng: &mut Rng) -> Script {
        let mut script = Script::new(self.scope.mode);
        script.folders.push("here".to_owned());
        // Boards are drawn as everybody likes, so there are none, whatever the transcript has.
        let corpus = &self.scope.corpus;
        match (rng.below(10), self.scene(rng)) {
            (0..5, Some((content, lines))) => {
                let name = "scene.csv".to_owned();
                if rng.below(3) > 0 {
                    script.state = Some(name.clone());
                } else {
                    script.lines.push(format!(":load {name}"));
                }
                script.files.push((name, content));
                script.lines.extend(lines);
                // What was captured is seen in a file alone.
                script.lines.push(":save after.csv".to_owned());
            }
            (0..9, _) if !corpus.is_empty() => {
                let like = &corpus[rng.below(corpus.len())];
                script.state.clone_from(&like.state);
                let some = rng.below(like.lines.len() + 1);
                script.lines.extend_from_slice(&like.lines[..some]);
            }
            _ => {}
        }
        if rng.below(3) == 0 {
            self.add_files(&mut script, rng);
            let damaged = script
                .files
                .iter()
                .rev()
                .map(|(name, _)| format!(":load {name}"));
            let loads: Vec<String> = damaged.collect();
            script.lines.splice(0..0, loads);
        }
        script
    }

    fn scene(&self, rng: &mut Rng) -> Option<(Vec<u8>, Vec<String>)> {
        let board = self.row.board.as_ref()?;
        (board.scene)(rng)
    }

    /// Puts one or two damaged files there.
    fn add_files(&self, script: &mut Script, rng: &mut Rng) {
        for number in 0..=rng.below(2) {
            let content = match (rng.below(2), self.scene(rng)) {
                (0, Some((content, _))) => Some(content),
                _ => self.a_state(rng),
            };
            let Some(mut content) = content else { continue };
            for _ in 0..=rng.below(2) {
                self.damage(&mut content, rng);
            }
            // What a file means that is well-formed but strange is not for the course text to say.
            if self.scope.is_free() || !self.can_load(&content) {
                script
                    .files
                    .push((format!("damaged-{number}.csv"), content));
            }
        }
    }

    fn a_state(&self, rng: &mut Rng) -> Option<Vec<u8>> {
        let name = pick(&self.scope.files, rng)?;
        let state = self.states.iter().find(|state| state.name == *name)?;
        Some(state.content.to_vec())
    }

    fn can_load(&self, content: &[u8]) -> bool {
        let Ok(folder) = fresh_folder() else {
            return true;
        };
        let mut reference = Reference::open(self.scope.mode, true, folder.path());
        fs::write(folder.path().join("file"), content).is_err() || reference.load("file").1
    }

    /// One slip in a file.
    fn damage(&self, content: &mut Vec<u8>, rng: &mut Rng) {
        let alphabet = &self.scope.alphabet;
        if content.is_empty() || alphabet.is_empty() {
            return;
        }
        // The first line is short, and often read with less care.
        let first = content.iter().position(|&byte| byte == b'\n');
        let at = match first {
            Some(end) if rng.below(4) == 0 => rng.below(end + 1),
            _ => rng.below(content.len()),
        };
        let byte = alphabet[rng.below(alphabet.len())];
        let mut lines: Vec<Vec<u8>> = content
            .split_inclusive(|&byte| byte == b'\n')
            .map(<[u8]>::to_vec)
            .collect();
        let line = rng.below(lines.len());
        match rng.below(11) {
            0 => drop(content.remove(at)),
            1 => content.insert(at, byte),
            2..5 => content[at] = byte,
            5 => content.swap(at, rng.below(at + 1)),
            6 => content.truncate(at),
            7 => content.push(b'\n'),
            8 => {
                // A cell too many.
                let two = content[at..(at + 2).min(content.len())].to_vec();
                content.splice(at..at, two);
            }
            9 => {
                lines.remove(line);
                *content = lines.concat();
            }
            _ => {
                lines.insert(line, lines[line].clone());
                *content = lines.concat();
            }
        }
    }
}

/// A session in the making.
struct Live<'g, 'a> {
    generator: &'g Generator<'a>,
    script: Script,
    reference: Reference,
    folder: TempDir,
    /// The legal moves of the turn before: those of the other side.
    stale: Vec<String>,
}

impl<'g, 'a> Live<'g, 'a> {
    /// A session that has begun like this, as far as that stays in the scope.
    fn begin(mut script: Script, generator: &'g Generator<'a>) -> Option<Self> {
        let lines = std::mem::take(&mut script.lines);
        let mut live = Live::open(script, generator)?;
        for line in lines {
            live.attempt(&line);
        }
        Some(live)
    }

    fn open(script: Script, generator: &'g Generator<'a>) -> Option<Self> {
        let folder = fresh_folder().ok()?;
        let mut live = Live {
            generator,
            reference: Reference::open(script.mode, script.test, folder.path()),
            script,
            folder,
            stale: Vec::new(),
        };
        live.replay().then_some(live)
    }

    /// Begins again and types everything: whether all of it is where it may be.
    fn replay(&mut self) -> bool {
        let Ok(folder) = fresh_folder() else {
            return false;
        };
        // All files that may be named: which they will be is not known yet.
        for state in self.generator.states {
            let name = &state.name;
            if self.generator.scope.files.contains(name) {
                let path = folder.path().join(name);
                let made = path.parent().map_or(Ok(()), fs::create_dir_all);
                if made.and_then(|()| fs::write(path, &state.content)).is_err() {
                    return false;
                }
            }
        }
        if self.script.set_up(folder.path(), &[]).is_err() {
            return false;
        }
        self.reference = Reference::open(self.script.mode, self.script.test, folder.path());
        self.folder = folder;
        if let Some(state) = &self.script.state {
            let (answer, loaded) = self.reference.load(state);
            if !loaded || !self.generator.scope.admits_state(&answer.text) {
                return false;
            }
        }
        for line in &self.script.lines {
            self.reference.feed(line);
        }
        true
    }

    /// Types a line if that stays in the scope.
    fn attempt(&mut self, line: &str) -> bool {
        let scope = self.generator.scope;
        let prompt = self.reference.prompt();
        if !scope.could_admit(&prompt, line) {
            return false;
        }
        let answer = self.reference.feed(line);
        let good = answer.next == Next::Stay
            && !answer.computes
            && scope.admits(&prompt, line, &answer.text);
        if good {
            self.script.lines.push(line.to_owned());
        } else {
            self.replay();
        }
        good
    }

    /// Types more lines.
    fn go_on(&mut self, rng: &mut Rng) {
        for _ in 0..4 + rng.below(28) {
            let moves = self.legal();
            for _ in 0..TRIES {
                let line = self.line(&moves, rng);
                if self.attempt(&line) {
                    if moves.contains(&line) && rng.below(6) == 0 {
                        self.attempt(":save a.csv");
                    }
                    break;
                }
            }
            if !moves.is_empty() {
                self.stale = moves;
            }
        }
        // The position tells what nobody has seen yet.
        if rng.below(4) > 0 {
            self.attempt(":save end.csv");
        }
    }

    /// Lines that make a legal move: of the command with the most to offer, or without a command.
    fn legal(&self) -> Vec<String> {
        let session = self.reference.session();
        let texts = session.text_completions();
        if !texts.is_empty() {
            return texts;
        }
        let scope = self.generator.scope;
        let prompt = self.reference.prompt();
        let lines_of = |name: &str| -> Vec<String> {
            let words = session.completions(name).into_iter();
            words
                .map(|words| format!("{name} {words}"))
                .filter(|line| scope.could_admit(&prompt, line))
                .collect()
        };
        let commands = session.commands().into_iter();
        let usable = commands.filter(|command| command.usable);
        let lists = usable.map(|command| lines_of(command.name));
        lists.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Something to type.
    fn line(&mut self, moves: &[String], rng: &mut Rng) -> String {
        // Outside a game most of what can be typed is refused.
        if moves.is_empty() && rng.below(3) == 0 {
            let begun = self.beginning(rng);
            return begun.unwrap_or_default();
        }
        let a_move = |rng: &mut Rng| pick(moves, rng).cloned();
        let line = match rng.below(20) {
            0..6 => a_move(rng),
            6..9 => self.telling(moves, rng).or_else(|| a_move(rng)),
            9..12 => nearly(moves, rng),
            12 => pick(&self.stale, rng).cloned(),
            13 => self.remembered(rng),
            14 => self.remembered(rng).map(|line| slip(&line, rng)),
            15 | 16 => self.command(rng),
            17 => self.command(rng).map(|line| slip(&line, rng)),
            _ => Some(self.file_command(rng)),
        };
        line.or_else(|| self.command(rng)).unwrap_or_default()
    }

    /// A legal move after which more is said than usual or fewer pieces are left, if one is found
    /// soon.
    fn telling(&mut self, moves: &[String], rng: &mut Rng) -> Option<String> {
        let mut trial = Reference::open(self.script.mode, true, self.folder.path());
        let now = self.snapshot()?;
        let pieces = amount(&now);
        for _ in 0..6 {
            let line = pick(moves, rng)?;
            trial.load(".now");
            let answer = trial.feed(line);
            let file = self.folder.path().join(".then");
            // It may be over, and then nothing is saved.
            let _ = fs::remove_file(&file);
            trial.feed(":save .then");
            let then = fs::read(&file).unwrap_or_default();
            if answer.text.lines().count() > 1 || amount(&then) < pieces {
                return Some(line.clone());
            }
        }
        None
    }

    /// The present game as it would be saved.
    fn snapshot(&mut self) -> Option<Vec<u8>> {
        self.reference.feed(":save .now");
        fs::read(self.folder.path().join(".now")).ok()
    }

    /// A line that a transcript begins with.
    fn beginning(&self, rng: &mut Rng) -> Option<String> {
        let script = pick(&self.generator.scope.corpus, rng)?;
        script.lines.first().cloned()
    }

    /// A line that some transcript types.
    fn remembered(&self, rng: &mut Rng) -> Option<String> {
        let script = pick(&self.generator.scope.corpus, rng)?;
        pick(&script.lines, rng).cloned()
    }

    /// A command with words that fit it.
    fn command(&self, rng: &mut Rng) -> Option<String> {
        let session = self.reference.session();
        let commands = session.commands();
        let command = pick(&commands, rng)?;
        let mut words = vec![command.name.to_owned()];
        if let Some(possible) = pick(&session.completions(command.name), rng) {
            words.push(possible.clone());
            return Some(words.join(" "));
        }
        let optional = rng.below(2) == 0;
        for arg in &command.args {
            if arg.optional && optional {
                break;
            }
            words.push(match arg.kind {
                Kind::OneOf(choices) => (*pick(choices, rng)?).to_owned(),
                Kind::Distinct { words: choices, .. } => {
                    let new: Vec<&&str> = choices
                        .iter()
                        .filter(|choice| !words.iter().any(|word| word == **choice))
                        .collect();
                    (**pick(&new, rng)?).to_owned()
                }
                Kind::File => self.file(rng),
                // What others typed there.
                Kind::Free => return self.remembered(rng),
            });
        }
        Some(words.join(" "))
    }

    fn file(&self, rng: &mut Rng) -> String {
        let own: Vec<&String> = self.script.files.iter().map(|(name, _)| name).collect();
        let name = match rng.below(4) {
            0 | 1 => pick(&own, rng).map(|name| (*name).clone()),
            2 => pick(&self.generator.scope.files, rng).cloned(),
            _ => None,
        };
        name.unwrap_or_else(|| SAVED[rng.below(SAVED.len())].to_owned())
    }

    fn file_command(&self, rng: &mut Rng) -> String {
        if rng.below(2) == 0 {
            format!(":save {}", SAVED[rng.below(SAVED.len())])
        } else {
            format!(":load {}", self.file(rng))
        }
    }
}

fn pick<'t, T>(things: &'t [T], rng: &mut Rng) -> Option<&'t T> {
    if things.is_empty() {
        return None;
    }
    things.get(rng.below(things.len()))
}

/// A legal move with a slip in it, or the beginning of one and the end of another.
fn nearly(moves: &[String], rng: &mut Rng) -> Option<String> {
    let one = pick(moves, rng)?;
    if rng.below(4) == 0 {
        let two = pick(moves, rng)?;
        let (start, _) = one.rsplit_once(' ')?;
        let (_, end) = two.rsplit_once(' ')?;
        return Some(format!("{start} {end}"));
    }
    Some(altered(one, rng))
}

/// How much stands on a board.
fn amount(saved: &[u8]) -> usize {
    let pieces = saved.iter().filter(|byte| byte.is_ascii_alphanumeric());
    pieces.count()
}

/// The line with one letter or digit behind the command replaced by another.
fn altered(line: &str, rng: &mut Rng) -> String {
    let mut symbols: Vec<char> = line.chars().collect();
    let from = line.find(' ').unwrap_or(0);
    let places: Vec<usize> = (from..symbols.len())
        .filter(|&at| symbols[at].is_ascii_alphanumeric())
        .collect();
    if let Some(&at) = pick(&places, rng) {
        let range = match symbols[at] {
            '0'..='9' => '1'..='9',
            'a'..='z' => 'a'..='i',
            _ => 'A'..='H',
        };
        let others: Vec<char> = range.filter(|other| *other != symbols[at]).collect();
        symbols[at] = others[rng.below(others.len())];
    }
    symbols.into_iter().collect()
}

/// The line as somebody types it who is in a hurry.
fn slip(line: &str, rng: &mut Rng) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    match rng.below(7) {
        0 => drop(words.pop()),
        1 => words.push(words[words.len() - 1]),
        2 => words.push("x"),
        3 => {
            let name: String = words[0].chars().rev().skip(1).collect();
            let name: String = name.chars().rev().collect();
            let rest = words[1..].join(" ");
            return format!("{name} {rest}").trim_end().to_owned();
        }
        4 => return line.replacen(':', "", 1),
        5 => return format!("  {}  ", words.join("  ")),
        _ => return altered(line, rng),
    }
    words.join(" ")
}
