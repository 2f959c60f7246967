//! The dispatcher of every mode: look the name up, parse the words, check the moment, run.

use std::path::Path;

use super::command::{self, Arg, HelpEntry, KeepsQuestion, Kind, Question, Row, always, idle};
use super::completion::{self, Completion, Hint};
use super::context::Context;
use super::file_name::FileName;
use super::mode::Mode;
use super::modes::Modes;
use super::prose::Prose;
use super::read;
use super::reply::{Next, Part, Refusal, Refused, Reply};
use super::session::{CommandInfo, Session};
use super::suggest;

/// A command that waits for answers in the place of its arguments.
pub(super) struct OpenQuestion {
    /// The number of the command's row.
    row: usize,
    questions: &'static [Question],
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
        let context = Context { modes, ..context };
        let mut rows = M::commands();
        rows.extend([
            read::row(),
            rules_row(),
            mode_row(modes),
            seed_row(),
            exit_row(),
        ]);
        // What one looks for first comes first.
        rows.insert(0, help_row(&rows));
        Dispatcher {
            mode,
            rows,
            question: None,
            context,
        }
    }

    /// The command that asks, if a question is open.
    pub(super) fn asking(&self) -> Option<(&Row<M>, &OpenQuestion)> {
        let question = self.question.as_ref()?;
        Some((&self.rows[question.row], question))
    }

    fn dispatch(&mut self, line: &str) -> Result<Reply, Refused> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&name, args)) = words.split_first() else {
            return Ok(Reply::new());
        };
        if !name.starts_with(':') {
            if let Some(question) = self.question.take() {
                return self.answer(question, line.trim_ascii());
            }
            if let Some(reply) = self.mode.run_text(&words, &self.context) {
                return Ok(match self.habit(line) {
                    Some(advice) if reply.failed => reply.and_explain(advice),
                    _ => reply,
                });
            }
        }
        let row = self.rows.iter().position(|row| row.name == name);
        let row = row.ok_or_else(|| self.not_recognised(name, line.trim_ascii()))?;
        self.run(row, args)
    }

    fn run(&mut self, number: usize, words: &[&str]) -> Result<Reply, Refused> {
        let row = &self.rows[number];
        let action = row.parse(words).map_err(|reason| {
            let questions = (row.questions)(&self.mode);
            let wrong = || {
                let mut wrong = words.iter().zip(questions);
                wrong.find_map(|(word, question)| (question.check)(word).err())
            };
            let reason = reason.or_else(wrong);
            let meant = self.mode.meant(&words.join(" "));
            // Who typed another command did not mean this one.
            let meant = meant.filter(|meant| meant.contains(&format!("{} ", row.name)));
            let meant = meant.map(|meant| format!("did you mean {meant}?"));
            let advice = [reason, Some(format!("usage: {}", row.usage())), meant];
            let advice: Vec<String> = advice.into_iter().flatten().collect();
            Refused::because(Refusal::Malformed, advice.join("\n"))
        })?;
        if !(words.is_empty() && row.always_alone) {
            (row.when)(&self.mode).map_err(|reason| Refused::because(Refusal::NotNow, reason))?;
        }
        if words.is_empty() {
            let questions = (row.questions)(&self.mode);
            if let Some(first) = questions.first() {
                self.question = Some(OpenQuestion {
                    row: number,
                    questions,
                    answers: Vec::new(),
                });
                return Ok(explain(first));
            }
        }
        let reply = action(&mut self.mode, &self.context)?;
        let keeps = match row.keeps_question {
            KeepsQuestion::No => false,
            KeepsQuestion::IfFailed => reply.failed,
            KeepsQuestion::IfAlone => words.is_empty(),
            KeepsQuestion::Yes => true,
        };
        if !keeps {
            self.question = None;
        }
        Ok(reply)
    }

    /// Takes the answer to the open question; a wrong one leaves it open.
    fn answer(&mut self, mut open: OpenQuestion, answer: &str) -> Result<Reply, Refused> {
        let question = open.questions.get(open.answers.len());
        if let Some(question) = question
            && let Err(reason) = (question.check)(answer)
        {
            self.question = Some(open);
            let reply = Reply {
                failed: true,
                ..Reply::new()
            };
            let reply = reply.and_advise(reason);
            return Ok(self
                .habit(answer)
                .into_iter()
                .fold(reply, Reply::and_advise));
        }
        open.answers.push(answer.to_owned());
        if let Some(next) = open.questions.get(open.answers.len()) {
            self.question = Some(open);
            return Ok(explain(next));
        }
        let words: Vec<&str> = open.answers.iter().map(String::as_str).collect();
        self.run(open.row, &words)
    }

    /// The reply with its advice in letters that can be shown.
    fn spelled(&self, mut reply: Reply) -> Reply {
        for part in &mut reply.parts {
            if let Part::Advice(text) = part {
                *text = self.context.style.spelled(text);
            }
        }
        reply
    }

    fn not_recognised(&self, name: &str, line: &str) -> Refused {
        let typed = line.strip_prefix(':').unwrap_or(line);
        let meant = self.mode.meant(typed);
        let advice = meant
            .or_else(|| self.mode.meant(suggest::behind_verb(typed)?))
            .map(|meant| format!("did you mean {meant}?"))
            .or_else(|| self.habit(name))
            .or_else(|| {
                let meant = suggest::closest(name, self.rows.iter().map(|row| row.name))?;
                self.rows
                    .iter()
                    .find(|row| row.name == meant)
                    .map(|row| self.suggestion(row))
            });
        let advice = advice.unwrap_or_else(|| ":help lists the commands".to_owned());
        Refused::because(Refusal::NotRecognised, advice)
    }

    /// What to say to a word that people type elsewhere for something that this mode can do.
    fn habit(&self, word: &str) -> Option<String> {
        let command = suggest::habit(word)?;
        let row = self.rows.iter().find(|row| row.name == command)?;
        Some(self.suggestion(row))
    }

    /// Names a command to somebody who meant it, and says why it cannot be used now.
    fn suggestion(&self, row: &Row<M>) -> String {
        let name = row.name;
        match (row.when)(&self.mode) {
            Err(reason) if !row.always_alone => format!("did you mean {name}? {reason}"),
            _ if name == ":help" => "did you mean :help? It lists the commands".to_owned(),
            _ => format!("did you mean {name}? :help lists the commands"),
        }
    }
}

impl<M: Mode> Session for Dispatcher<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn prompt(&self) -> String {
        let question = self.question.as_ref();
        let question = question.and_then(|open| open.questions.get(open.answers.len()));
        question.map_or_else(|| self.mode.prompt(), |ask| ask.prompt.to_owned())
    }

    fn feed(&mut self, line: &str) -> Reply {
        let reply = self.dispatch(line).unwrap_or_else(Reply::from);
        self.spelled(reply)
    }

    fn takes_time(&self, line: &str) -> bool {
        let name = line.split_ascii_whitespace().next();
        let row = name.and_then(|name| self.rows.iter().find(|row| row.name == name));
        row.is_some_and(|row| row.takes_time)
    }

    fn set_width(&mut self, width: Option<usize>) {
        self.context.style.width = width;
    }

    fn was_interrupted(&self) -> bool {
        self.context.interrupt.was_pressed()
    }

    fn cancel_question(&mut self) -> bool {
        self.question.take().is_some()
    }

    fn has_automatic_step(&self) -> bool {
        self.mode.has_automatic_step()
    }

    fn automatic_step(&mut self) -> Option<Reply> {
        let reply = self.mode.automatic_step(&self.context);
        reply.map(|reply| self.spelled(reply))
    }

    fn load(&mut self, path: &Path) -> Reply {
        let file = FileName::exact(path, &self.context.folders);
        let reply = command::load(&mut self.mode, &file, &self.context, |owner| {
            format!("game {owner} --state opens it")
        });
        self.spelled(reply)
    }

    fn complete(&self, line: &str) -> Completion {
        completion::complete(self, line)
    }

    fn hint(&self, line: &str) -> Option<Hint> {
        completion::hint(self, line)
    }

    fn completions(&self, name: &str) -> Vec<String> {
        let row = self.rows.iter().find(|row| row.name == name);
        row.map_or_else(Vec::new, |row| (row.completions)(&self.mode))
    }

    fn text_completions(&self) -> Vec<String> {
        completion::texts(self)
    }

    fn commands(&self) -> Vec<CommandInfo> {
        let info = |row: &Row<M>| CommandInfo {
            name: row.name,
            args: row.args.clone(),
            usage: row.usage(),
            summary: row.summary,
            example: row.example(),
            usable: (row.when)(&self.mode).is_ok(),
            always_alone: row.always_alone,
        };
        self.rows.iter().map(info).collect()
    }
}

/// What can be answered to a question.
fn explain(question: &Question) -> Reply {
    let reply = Reply::new();
    match question.advice {
        "" => reply,
        advice => reply.and_advise(advice),
    }
}

/// `:help` lists itself and the other rows.
fn help_row<M: Mode>(others: &[Row<M>]) -> Row<M> {
    let row = |entries: Vec<HelpEntry>| {
        let parse = move |_: &[&str]| Ok(entries.clone());
        let run = |_: &mut M, entries: Vec<HelpEntry>, context: &Context| {
            let lines = command::help(&entries, context.style.width).into_iter();
            lines.fold(Reply::new(), Reply::and_say)
        };
        Row::with_args(
            ":help",
            vec![],
            ":help",
            "Show this list",
            always,
            parse,
            run,
        )
        .keeping_question(KeepsQuestion::Yes)
    };
    let itself = row(vec![]);
    let all = std::iter::once(&itself).chain(others);
    row(all.map(|row| (row.usage(), row.summary)).collect())
}

fn rules_row<M: Mode>() -> Row<M> {
    Row::new(":rules", "Explain the game", always, |_, context| {
        let rules = context.style.spelled(M::RULES);
        Reply::new().with(Part::Prose(Prose::from_markdown(&rules)))
    })
    .keeping_question(KeepsQuestion::Yes)
}

/// `:mode` opens another mode, or lists all.
fn mode_row<M: Mode>(modes: Modes) -> Row<M> {
    let parse = move |words: &[&str]| match words {
        [] => Ok(None),
        [word] => {
            let mut names = modes.names.iter().copied();
            names.find(|name| name == word).map(Some).ok_or(None)
        }
        _ => Err(None),
    };
    let run = move |_: &mut M, name: Option<&'static str>, context: &Context| {
        if let Some(name) = name {
            return Reply::say(format_args!("Mode: {name}")).and_next(Next::Switch(name));
        }
        let list = modes.list(context.style).into_iter();
        let list = list.fold(Reply::new(), Reply::and_say);
        list.and_advise(format_args!("this is {}", M::NAME))
    };
    Row::with_args(
        ":mode",
        vec![Arg::optional("NAME", Kind::OneOf(modes.names))],
        ":mode NAME",
        "Play another game; without a name, list all",
        idle,
        parse,
        run,
    )
    .looking_alone()
}

fn seed_row<M: Mode>() -> Row<M> {
    Row::new(":seed", "Tell the RNG seed", always, |_, context| {
        let (mode, seed) = (M::NAME, context.seed);
        Reply::say(format_args!("Seed: {seed}")).and_advise(format_args!(
            "game {mode} --seed {seed} plays the same again"
        ))
    })
    .keeping_question(KeepsQuestion::Yes)
}

fn exit_row<M: Mode>() -> Row<M> {
    Row::new(":exit", "Leave the program", always, |_, _| {
        Reply::say("Good Bye!").and_next(Next::Leave)
    })
}
