//! The dispatcher finds and runs the row of a line, and suggests corrections for rejected lines.

use std::fs;
use std::path::Path;

use super::command::{Question, Row, takes};
use super::completion::{self, Completion};
use super::context::{Context, Modes};
use super::kept::{self, KeptGame};
use super::reply::{Next, Refusal, Reply};
use super::session::{CommandInfo, Kept, Mode, Session};
use super::shared_rows;
use super::suggest;

/// A command that is asking for its arguments.
pub(super) struct OpenQuestion {
    /// The index of the command's row.
    pub(super) row: usize,
    pub(super) answers: Vec<String>,
}

/// A mode behind its commands.
pub struct Dispatcher<M: Mode> {
    pub(super) mode: M,
    pub(super) rows: Vec<Row<M>>,
    pub(super) question: Option<OpenQuestion>,
    /// The content of the file for `--resume`.
    kept: Option<Kept>,
    context: Context,
}

impl<M: Mode> Dispatcher<M> {
    /// Creates a dispatcher for a mode; `:mode` opens `modes`.
    pub fn new(mode: M, modes: Modes, context: Context) -> Self {
        Dispatcher {
            mode,
            rows: shared_rows::around(M::commands(), modes),
            question: None,
            kept: None,
            context: Context { modes, ..context },
        }
    }

    /// Keeps the game in progress for `--resume`, or removes it once it is over.
    fn keep(&mut self) {
        let Some(path) = &self.context.current else {
            return;
        };
        let game = self.mode.kept();
        if game == self.kept {
            return;
        }
        let (mode, seed) = (M::NAME.to_owned(), self.context.seed);
        let kept = match game.clone() {
            Some(game) => kept::save(path, &KeptGame { mode, seed, game }),
            None => fs::remove_file(path),
        };
        // If the game cannot be kept, play on.
        self.kept = game.filter(|_| kept.is_ok());
    }

    fn open_question(&self) -> Option<&Question<M>> {
        let open = self.question.as_ref()?;
        let dialogue = self.rows[open.row].dialogue.as_ref()?;
        dialogue.questions.get(open.answers.len())
    }

    fn run_line(&mut self, line: &str) -> Reply {
        let end = line.find(|c: char| c.is_ascii_whitespace());
        let (name, rest) = line.split_at(end.unwrap_or(line.len()));
        if name.is_empty() {
            return Reply::new();
        }
        if !name.starts_with(':') {
            let text = if self.question.is_some() {
                Some(self.answer(line))
            } else {
                self.mode.run_text(line, &self.context)
            };
            if let Some(reply) = text {
                return self.correct(reply, name, line);
            }
        }
        match self.rows.iter().position(|row| row.name == name) {
            Some(row) => self.run(row, rest.trim_ascii_start()),
            None => self.correct(Reply::fail(Refusal::NotRecognised), name, line),
        }
    }

    /// Runs a command. If it succeeds, closes an open question.
    fn run(&mut self, number: usize, rest: &str) -> Reply {
        let row = &self.rows[number];
        if let Some(dialogue) = &row.dialogue
            && rest.is_empty()
            && (row.when)(&self.mode).is_ok()
            && let Some(reply) = (dialogue.open)(&self.mode)
        {
            let answers = Vec::new();
            self.question = Some(OpenQuestion {
                row: number,
                answers,
            });
            return self.explain_question(reply);
        }
        let reply = match row.run(&mut self.mode, rest, &self.context) {
            Ok(reply) => reply,
            Err(reason) => return self.malformed(row, rest, &reason),
        };
        if !reply.failed {
            self.question = None;
        }
        reply
    }

    /// Takes the answer to the open question.
    fn answer(&mut self, answer: &str) -> Reply {
        let (Some(question), Some(open)) = (self.open_question(), &self.question) else {
            return Reply::new();
        };
        let Some(dialogue) = &self.rows[open.row].dialogue else {
            return Reply::new();
        };
        if let Err(reply) = (question.check)(&self.mode, answer) {
            return reply;
        }
        let mut answers = open.answers.clone();
        answers.push(answer.to_owned());
        let done = answers.len() == dialogue.questions.len();
        let mut reply = Reply::new();
        if done {
            let row = &self.rows[open.row];
            let words: Vec<&str> = answers.iter().map(String::as_str).collect();
            reply = match (row.run)(&mut self.mode, &words, &self.context) {
                Ok(reply) => reply.with_heading(dialogue.heading),
                Err(reason) => self.malformed(row, "", &reason),
            };
            answers.clear();
        }
        match &mut self.question {
            Some(open) if !done || reply.failed => open.answers = answers,
            question => *question = None,
        }
        self.explain_question(reply)
    }

    /// Appends the advice of the open question, unless the reply has other advice.
    fn explain_question(&self, reply: Reply) -> Reply {
        let advice = self.open_question().map_or("", |question| question.advice);
        if advice.is_empty() || reply.advice().next().is_some() {
            return reply;
        }
        reply.and_advise(advice)
    }

    /// Rejects the words after a command.
    fn malformed(&self, row: &Row<M>, rest: &str, reason: &str) -> Reply {
        let usage = format!("usage: {}", row.usage());
        let advice = format!("{reason}\n{usage}").trim_start().to_owned();
        let reply = Reply::refuse(Refusal::Malformed, advice);
        // Do not suggest a move after the name of another command.
        let meant = self.mode.meant(rest);
        match meant.filter(|meant| meant.starts_with(&format!("{} ", row.name))) {
            Some(meant) => self.suggest_turn(reply, &meant),
            None => reply,
        }
    }

    /// Suggests a correction if the reply rejects a line whose first word is not a command.
    fn correct(&self, reply: Reply, name: &str, line: &str) -> Reply {
        if !reply.failed || reply.suggestion.is_some() {
            return reply;
        }
        let typed = line.strip_prefix(':').unwrap_or(line);
        let turn = self.mode.meant(typed);
        if let Some(meant) = turn.or_else(|| self.mode.meant(suggest::after_verb(typed)?)) {
            return self.suggest_turn(reply, &meant);
        }
        let names = || self.rows.iter().map(|row| row.name);
        let rest = line[name.len()..].trim_ascii_start();
        match suggest::habit(name).or_else(|| suggest::closest(name, names())) {
            Some(name) => self.suggest_command(reply, name, rest),
            None if reply.advice().next().is_none() => reply.and_advise(":help lists the commands"),
            None => reply,
        }
    }

    /// Suggests a turn, after `:start` where no game is in progress.
    fn suggest_turn(&self, reply: Reply, turn: &str) -> Reply {
        if self.mode.playing() {
            return reply.and_suggest(turn);
        }
        reply.and_explain(format_args!("did you mean :start, then {turn}?"))
    }

    /// Suggests a command with these arguments, or explains why it cannot be used now.
    fn suggest_command(&self, reply: Reply, name: &str, rest: &str) -> Reply {
        let Some(row) = self.rows.iter().find(|row| row.name == name) else {
            return reply;
        };
        if let Err(reason) = (row.when)(&self.mode) {
            return reply.and_explain(format_args!("did you mean {name}? {reason}"));
        }
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let offered = |given: &[&str]| (row.completions)(&self.mode, given);
        let possible = words.split_last().is_none_or(|(last, given)| {
            offered(&[]).is_empty() || offered(given).iter().any(|word| word == last)
        });
        let meant = self.mode.meant(rest);
        match meant.filter(|meant| meant.starts_with(&format!("{name} "))) {
            Some(turn) => reply.and_suggest(&turn),
            None if takes(row.args, words.len()) && possible => {
                reply.and_suggest(format!("{name} {rest}").trim_end())
            }
            None => reply.and_explain(format_args!("did you mean {name}?")),
        }
    }
}

impl<M: Mode> Session for Dispatcher<M> {
    fn prompt(&self) -> String {
        match self.open_question() {
            Some(question) => question.prompt.to_owned(),
            None => self.mode.prompt(),
        }
    }

    fn feed(&mut self, line: &str) -> Reply {
        let reply = self.run_line(line.trim_ascii());
        self.keep();
        if reply.next == Next::Leave && self.kept.is_some() {
            return reply.and_advise("the game is kept: `game --resume` continues it");
        }
        reply
    }

    fn step(&mut self) -> Option<Reply> {
        let reply = self.mode.step(&self.context)?;
        self.keep();
        Some(reply)
    }

    fn cancel(&mut self) -> bool {
        self.question.take().is_some()
    }

    fn load(&mut self, path: &Path) -> Reply {
        shared_rows::load(&mut self.mode, path, &self.context, |owner| {
            format!("game {owner} --state opens it")
        })
    }

    fn resume(&mut self, kept: &Kept) -> Result<Reply, String> {
        let (saved, file) = (kept.saved.as_bytes(), kept.file.as_deref());
        self.mode.load(saved, file, &self.context)?;
        let mut told = Reply::new();
        for line in &kept.lines {
            told = self.run_line(line);
            if told.failed {
                return Err(format!("{line}: {}", told.scripted().trim_end()));
            }
        }
        self.kept = Some(kept.clone());
        let board = self.run_line(":board").and_advise("your game continues");
        Ok(board.then(told))
    }

    fn complete(&self, line: &str) -> Completion {
        completion::complete(self, line)
    }

    fn commands(&self) -> Vec<CommandInfo> {
        let info = |row: &Row<M>| CommandInfo {
            name: row.name,
            args: row.args,
            usage: row.usage(),
            summary: row.summary,
            questions: row.dialogue.as_ref().map_or(vec![], |dialogue| {
                dialogue.questions.iter().map(|ask| ask.prompt).collect()
            }),
            usable: (row.when)(&self.mode).is_ok(),
        };
        self.rows.iter().map(info).collect()
    }
}
