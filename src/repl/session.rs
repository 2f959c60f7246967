//! A session: a mode behind its commands, and what the main loop, the console and tests see of it.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use super::command::{Alone, Arg, Question, Row};
use super::completion::{self, Completion};
use super::context::{Context, Modes};
use super::file_name::FileName;
use super::reply::{Next, Part, Refusal, Refused, Reply};
use super::shared_rows;
use super::suggest;

/// A set of commands with a state. A mode neither reads nor prints: it turns commands into replies,
/// so that a whole dialogue can be tested without a process.
pub trait Mode: Sized + 'static {
    /// The name that `:mode` takes and the prompt shows.
    const NAME: &'static str;

    /// The rules of the game in Markdown; the title is the name, a colon and what the game is.
    const RULES: &'static str;

    /// The commands, in the order of `:help`.
    fn commands() -> Vec<Row<Self>>;

    /// The prompt; a question has its own.
    fn prompt(&self) -> String;

    /// Whether a game is in progress.
    fn playing(&self) -> bool;

    /// Loads a saved state, as `:load` and `--state` do.
    fn load(&mut self, file: &FileName, context: &Context) -> Reply;

    /// Runs the words of a line that is not a command, if such lines mean something now.
    fn run_text(&mut self, _words: &[&str], _context: &Context) -> Option<Reply> {
        None
    }

    /// Saves the game in progress so that another run can resume it; called after every line and
    /// step. Returns whether one is kept.
    fn keep(&mut self, _context: &Context) -> bool {
        false
    }

    /// What a line that is no command was probably meant as.
    fn meant(&self, _line: &str) -> Option<String> {
        None
    }

    /// What could be typed without a colon now.
    fn text_completions(&self) -> Vec<String> {
        Vec::new()
    }

    /// Does the next thing that happens by itself, which may take long: the computer's move. `None`
    /// when it is a person's turn.
    fn step(&mut self, _context: &Context) -> Option<Reply> {
        None
    }
}

/// A running mode, its type erased.
pub trait Session {
    /// The prompt.
    fn prompt(&self) -> String;
    /// The answer to a line.
    fn feed(&mut self, line: &str) -> Reply;
    /// Does the next thing that happens by itself, which may take long. `None` when nothing does.
    fn step(&mut self) -> Option<Reply>;
    /// Forgets the open question. Returns whether there was one.
    fn cancel(&mut self) -> bool;
    /// Loads a saved state as `--state` does.
    fn load(&mut self, path: &Path) -> Reply;
    /// What the last word of an unfinished line could become.
    fn complete(&self, line: &str) -> Completion;
    /// The commands, in the order of `:help`.
    fn commands(&self) -> Vec<CommandInfo>;
    /// What its commands may use.
    fn context(&mut self) -> &mut Context;
}

/// A session that the main loop and the completion of a terminal share: completion is computed
/// when Tab is pressed, in the middle of reading a line.
pub type SharedSession = Rc<RefCell<Box<dyn Session>>>;

impl dyn Session {
    /// The answer to a line and all that happens by itself after it: for tests.
    #[doc(hidden)]
    pub fn play_out(&mut self, line: &str) -> Reply {
        let mut reply = self.feed(line);
        while let Some(more) = self.step() {
            reply = reply.then(more);
        }
        reply
    }
}

/// What a command's row says, without the mode's type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// The name with its colon.
    pub name: &'static str,
    /// The words behind it.
    pub args: Vec<Arg>,
    /// The command with its arguments, as `:help` shows it.
    pub usage: String,
    /// One line of description.
    pub summary: &'static str,
    /// A line that a person could type.
    pub example: String,
    /// Whether it can be used now.
    pub usable: bool,
    /// Whether it can be used at any time if nothing stands behind its name.
    pub always_alone: bool,
}

/// A command that waits for answers in the place of its arguments.
pub(super) struct OpenQuestion {
    /// The number of the command's row.
    pub(super) row: usize,
    questions: &'static [Question],
    pub(super) answers: Vec<String>,
}

impl OpenQuestion {
    fn next(&self) -> Option<&'static Question> {
        self.questions.get(self.answers.len())
    }
}

/// A mode behind its commands: looks the name up, parses the words, checks the moment, runs.
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
        match self.find(name) {
            Some(row) => self.run(row, args),
            None => Err(self.not_recognised(name, line.trim_ascii())),
        }
    }

    fn run(&mut self, number: usize, words: &[&str]) -> Result<Reply, Refused> {
        let row = &self.rows[number];
        let action = match row.parse(words) {
            Ok(action) => action,
            Err(reason) => return Err(self.malformed(row, words, reason)),
        };
        let alone = words.is_empty();
        if let Alone::Looks(look) = row.alone
            && alone
        {
            return Ok(look(&self.mode, &self.context));
        }
        (row.when)(&self.mode).map_err(|reason| Refused::because(Refusal::NotNow, reason))?;
        let questions = row.questions(&self.mode);
        if let Some(first) = questions.first()
            && alone
        {
            self.question = Some(OpenQuestion {
                row: number,
                questions,
                answers: Vec::new(),
            });
            return Ok(explain(first));
        }
        let looks = row.looks;
        let reply = action(&mut self.mode, &self.context)?;
        if !looks && !reply.failed {
            self.question = None;
        }
        Ok(reply)
    }

    /// Says what is wrong with the words behind a name.
    fn malformed(&self, row: &Row<M>, words: &[&str], reason: Option<String>) -> Refused {
        let mut answers = words.iter().zip(row.questions(&self.mode));
        let reason =
            reason.or_else(|| answers.find_map(|(word, question)| (question.check)(word).err()));
        let meant = self.mode.meant(&words.join(" "));
        // Who typed another command did not mean this one.
        let meant = meant.filter(|meant| meant.contains(&format!("{} ", row.name)));
        let meant = meant.map(|meant| format!("did you mean {meant}?"));
        let advice = [reason, Some(format!("usage: {}", row.usage())), meant];
        let advice: Vec<String> = advice.into_iter().flatten().collect();
        Refused::because(Refusal::Malformed, advice.join("\n"))
    }

    /// Takes the answer to the open question; a wrong one leaves it open.
    fn answer(&mut self, mut open: OpenQuestion, answer: &str) -> Result<Reply, Refused> {
        let check = open.next().map(|question| (question.check)(answer));
        if let Some(Err(reason)) = check {
            self.question = Some(open);
            let reply = Reply {
                failed: true,
                ..Reply::new().and_advise(reason)
            };
            let habit = self.habit(answer).into_iter();
            return Ok(habit.fold(reply, Reply::and_advise));
        }
        open.answers.push(answer.to_owned());
        if let Some(next) = open.next() {
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
                self.suggestion(meant)
            });
        let advice = advice.unwrap_or_else(|| ":help lists the commands".to_owned());
        Refused::because(Refusal::NotRecognised, advice)
    }

    /// What to say to a word that people type elsewhere for something that this mode can do.
    fn habit(&self, word: &str) -> Option<String> {
        self.suggestion(suggest::habit(word)?)
    }

    /// Names a command to somebody who meant it, and says why it cannot be used now.
    fn suggestion(&self, name: &str) -> Option<String> {
        let row = &self.rows[self.find(name)?];
        Some(match (row.when)(&self.mode) {
            Err(reason) if !row.looks_alone() => format!("did you mean {name}? {reason}"),
            _ if name == ":help" => "did you mean :help? It lists the commands".to_owned(),
            _ => format!("did you mean {name}? :help lists the commands"),
        })
    }
}

impl<M: Mode> Session for Dispatcher<M> {
    fn prompt(&self) -> String {
        let question = self.question.as_ref().and_then(OpenQuestion::next);
        question.map_or_else(|| self.mode.prompt(), |ask| ask.prompt.to_owned())
    }

    fn feed(&mut self, line: &str) -> Reply {
        let reply = self.dispatch(line).unwrap_or_else(Reply::from);
        let kept = self.mode.keep(&self.context);
        let reply = match reply.next {
            Next::Leave if kept => {
                reply.and_advise("the game is kept: `game --resume` continues it")
            }
            _ => reply,
        };
        self.spelled(reply)
    }

    fn step(&mut self) -> Option<Reply> {
        let reply = self.mode.step(&self.context)?;
        self.mode.keep(&self.context);
        Some(self.spelled(reply))
    }

    fn cancel(&mut self) -> bool {
        self.question.take().is_some()
    }

    fn load(&mut self, path: &Path) -> Reply {
        let file = FileName::exact(path, &self.context.folders);
        let reply = shared_rows::load(&mut self.mode, &file, &self.context, |owner| {
            format!("game {owner} --state opens it")
        });
        self.spelled(reply)
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
            example: row.example(),
            usable: (row.when)(&self.mode).is_ok(),
            always_alone: row.looks_alone(),
        };
        self.rows.iter().map(info).collect()
    }

    fn context(&mut self) -> &mut Context {
        &mut self.context
    }
}

/// What can be answered to a question.
fn explain(question: &Question) -> Reply {
    match question.advice {
        "" => Reply::new(),
        advice => Reply::new().and_advise(advice),
    }
}
