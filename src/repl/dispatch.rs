//! The dispatcher: finds the row of a line, runs it, and says what was meant by lines it refuses.

use std::path::Path;

use super::command::{Question, Row};
use super::completion::{self, Completion};
use super::context::{Context, FileName, Modes};
use super::reply::{Next, Refusal, Reply};
use super::session::{CommandInfo, Mode, Session};
use super::shared_rows;
use super::suggest;

/// A command that waits for answers in place of its arguments.
pub(super) struct OpenQuestion {
    /// The number of the command's row.
    pub(super) row: usize,
    pub(super) answers: Vec<String>,
}

/// A mode behind its commands.
pub struct Dispatcher<M: Mode> {
    pub(super) mode: M,
    pub(super) rows: Vec<Row<M>>,
    pub(super) question: Option<OpenQuestion>,
    context: Context,
}

impl<M: Mode> Dispatcher<M> {
    /// A dispatcher for this mode; `modes` are those that `:mode` opens.
    pub fn new(mode: M, modes: Modes, context: Context) -> Self {
        Dispatcher {
            mode,
            rows: shared_rows::around(M::commands(), modes),
            question: None,
            context: Context { modes, ..context },
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.rows.iter().position(|row| row.name == name)
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
            if self.question.is_some() {
                return self.answer(line);
            }
            if let Some(reply) = self.mode.run_text(line, &self.context) {
                return match self.habit(line) {
                    Some((advice, suggestion)) if reply.failed => Reply {
                        suggestion,
                        ..reply.and_explain(advice)
                    },
                    _ => reply,
                };
            }
        }
        match self.find(name) {
            Some(row) => self.run(row, rest.trim_ascii_start()),
            None => self.not_recognised(name, line),
        }
    }

    /// Runs a command. If it succeeds, an open question is closed.
    fn run(&mut self, number: usize, rest: &str) -> Reply {
        let row = &self.rows[number];
        let words = row.words(rest);
        if let Some(dialogue) = &row.dialogue
            && words.is_empty()
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
        let reply = match row.run(&mut self.mode, &words, &self.context) {
            Ok(reply) => reply,
            Err(reason) => return self.malformed(row, rest, &words, reason),
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
            return match self.habit(answer) {
                Some((advice, _)) => reply.and_advise(advice),
                None => reply,
            };
        }
        let mut answers = open.answers.clone();
        answers.push(answer.to_owned());
        let done = answers.len() == dialogue.questions.len();
        let mut reply = Reply::new();
        if done {
            reply = (dialogue.finish)(&mut self.mode, &answers, &self.context);
            answers.clear();
        }
        match &mut self.question {
            Some(open) if !done || reply.failed => open.answers = answers,
            question => *question = None,
        }
        self.explain_question(reply)
    }

    /// Appends the advice of the open question, unless the reply gives other advice.
    fn explain_question(&self, reply: Reply) -> Reply {
        let advice = self.open_question().map_or("", |question| question.advice);
        if advice.is_empty() || reply.advice().next().is_some() {
            return reply;
        }
        reply.and_advise(advice)
    }

    /// Refuses the words after a command's name.
    fn malformed(&self, row: &Row<M>, rest: &str, words: &[&str], reason: Option<String>) -> Reply {
        let questions = row.dialogue.as_ref().map_or(&[][..], |d| d.questions);
        let checked = || {
            let mut answers = words.iter().zip(questions);
            let wrong =
                answers.find_map(|(word, question)| (question.check)(&self.mode, word).err())?;
            Some(wrong.advice().next()?.to_owned())
        };
        let usage = format!("usage: {}", row.usage());
        let advice = match reason.or_else(checked) {
            Some(reason) => format!("{reason}\n{usage}"),
            None => usage,
        };
        let reply = Reply::refuse(Refusal::Malformed, advice);
        // A move after the name of another command was not meant as a move.
        let meant = self.mode.meant(rest);
        match meant.filter(|meant| meant.starts_with(&format!("{} ", row.name))) {
            Some(meant) => self.suggest_turn(reply, &meant),
            None => reply,
        }
    }

    fn not_recognised(&self, name: &str, line: &str) -> Reply {
        let reply = Reply::fail(Refusal::NotRecognised);
        let typed = line.strip_prefix(':').unwrap_or(line);
        let turn = self.mode.meant(typed);
        if let Some(meant) = turn.or_else(|| self.mode.meant(suggest::after_verb(typed)?)) {
            return self.suggest_turn(reply, &meant);
        }
        let named = || {
            let names = self.rows.iter().map(|row| row.name);
            self.suggestion(suggest::closest(name, names)?)
        };
        let Some((advice, suggestion)) = self.habit(name).or_else(named) else {
            return reply.and_advise(":help lists the commands");
        };
        Reply {
            suggestion,
            ..reply.and_advise(advice)
        }
    }

    /// Suggests a turn, after `:start` where no game is in progress.
    fn suggest_turn(&self, reply: Reply, turn: &str) -> Reply {
        if self.mode.playing() {
            return reply.and_suggest(turn);
        }
        reply.and_explain(format_args!("did you mean :start, then {turn}?"))
    }

    /// The advice for a word that people type elsewhere for one of our commands, and that command if
    /// it can be used now.
    fn habit(&self, word: &str) -> Option<(String, Option<String>)> {
        self.suggestion(suggest::habit(word)?)
    }

    fn suggestion(&self, name: &str) -> Option<(String, Option<String>)> {
        let row = &self.rows[self.find(name)?];
        if let Err(reason) = (row.when)(&self.mode) {
            return Some((format!("did you mean {name}? {reason}"), None));
        }
        let help = match name {
            ":help" => "It lists the commands",
            _ => ":help lists the commands",
        };
        let whole = row.args.iter().all(|arg| arg.optional);
        let line = whole.then(|| name.to_owned());
        Some((format!("did you mean {name}? {help}"), line))
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
        let kept = self.mode.keep(&self.context);
        match reply.next {
            Next::Leave if kept => {
                reply.and_advise("the game is kept: `game --resume` continues it")
            }
            _ => reply,
        }
    }

    fn step(&mut self) -> Option<Reply> {
        let reply = self.mode.step(&self.context)?;
        self.mode.keep(&self.context);
        Some(reply)
    }

    fn cancel(&mut self) -> bool {
        self.question.take().is_some()
    }

    fn load(&mut self, path: &Path) -> Reply {
        let file = FileName::exact(path, &self.context.folders);
        shared_rows::load(&mut self.mode, &file, &self.context, |owner| {
            format!("game {owner} --state opens it")
        })
    }

    fn complete(&self, line: &str) -> Completion {
        completion::complete(self, line)
    }

    fn commands(&self) -> Vec<CommandInfo> {
        let info = |row: &Row<M>| CommandInfo {
            name: row.name,
            args: row.args.clone(),
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
