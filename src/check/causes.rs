//! Sums up many outcomes: formal deviations by kind, wrong answers by cause.

use std::collections::BTreeMap;

use super::judge::{Fault, Outcome};
use super::report::{Cause, FormEntry};
use super::speech::{Kind, Slip};
use crate::games::Checking;

/// How many different examples one entry shows.
const MOST_EXAMPLES: usize = 3;

/// The kinds of deviations with their counts and examples.
#[derive(Default)]
pub struct Slips(BTreeMap<Kind, (usize, Vec<(Slip, usize)>)>);

impl Slips {
    /// Adds those of an outcome.
    pub fn add(&mut self, slips: &[Slip]) {
        for slip in slips {
            let (count, examples) = self.0.entry(slip.kind).or_default();
            *count += 1;
            match examples.iter_mut().find(|(example, _)| example == slip) {
                Some((_, seen)) => *seen += 1,
                None => examples.push((slip.clone(), 1)),
            }
        }
    }

    /// The entries of the report: differences first, then notes, each by count.
    #[must_use]
    pub fn entries(self, checking: &Checking) -> Vec<FormEntry> {
        let mut entries: Vec<FormEntry> = self
            .0
            .into_iter()
            .map(|(kind, (count, mut examples))| {
                examples.sort_by_key(|(_, seen)| std::cmp::Reverse(*seen));
                entry(kind, count, &examples, checking)
            })
            .collect();
        entries.sort_by_key(|entry| (entry.note, std::cmp::Reverse(entry.count)));
        entries
    }
}

fn entry(kind: Kind, count: usize, examples: &[(Slip, usize)], checking: &Checking) -> FormEntry {
    let first = examples.first().map(|(slip, _)| slip);
    let few = |text: fn(&Slip) -> &String| {
        let mut texts: Vec<&str> = Vec::new();
        for (slip, _) in examples.iter().take(MOST_EXAMPLES) {
            if !texts.contains(&text(slip).as_str()) {
                texts.push(text(slip));
            }
        }
        texts.join("; ")
    };
    let expected = first.map_or("", |slip| slip.expected.as_str());
    let actual = first.map_or("", |slip| slip.actual.as_str());
    let sentence = checking
        .sentences
        .iter()
        .find(|(text, _)| *text == expected);
    let said = sentence.map_or("", |(_, about)| about);
    let instead = format!("\"{actual}\" instead of \"{expected}\"");
    let title = match kind {
        Kind::NoPrompt => "no prompt, or one that changes".to_owned(),
        Kind::Prompt => format!("the prompt {}", instead.replace('"', "`")),
        Kind::Punctuation if expected == format!("{actual}.") => {
            format!("\"{actual}\" without its full stop")
        }
        Kind::Punctuation | Kind::Case | Kind::Wording => instead,
        Kind::Board => "a board, or other lines, after an answer with --test".to_owned(),
        Kind::Extra => format!("a line that the text does not have: \"{actual}\""),
        Kind::Blank => format!("no blank after `{actual}`"),
        Kind::LineBreak => "no line break after a prompt in a pipe".to_owned(),
        Kind::BlankLines => "blank lines".to_owned(),
        Kind::Spaces => format!("blanks around a line: `{actual}`"),
        Kind::Crlf => "lines end in carriage return and line feed".to_owned(),
        Kind::Greeting => format!("a greeting: \"{actual}\""),
        Kind::Echo => "the typed line is printed".to_owned(),
        Kind::Status => format!("exit status {actual} instead of {expected}"),
        Kind::StateAnswer => "`--state` prints no answer".to_owned(),
        Kind::LastLine => "no line break at the end of the output".to_owned(),
    };
    let about = match kind {
        Kind::NoPrompt | Kind::Prompt => checking.prompt_about,
        Kind::Punctuation | Kind::Case | Kind::Wording => said,
        Kind::Board => checking.board_about,
        Kind::Extra => checking.extra_about,
        _ => "",
    };
    let (id, unit) = id_and_unit(kind);
    FormEntry {
        id: id.to_owned(),
        note: kind >= Kind::Blank,
        title,
        about: about.to_owned(),
        expected: few(|slip| &slip.expected),
        actual: few(|slip| &slip.actual),
        count,
        unit,
    }
}

/// The name of a kind, and the things that are counted.
fn id_and_unit(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::NoPrompt => ("no-prompt", "lines"),
        Kind::Prompt => ("prompt", "prompts"),
        Kind::Punctuation => ("punctuation", "answers"),
        Kind::Case => ("case", "answers"),
        Kind::Wording => ("wording", "answers"),
        Kind::Board => ("board", "answers"),
        Kind::Extra => ("extra-line", "answers"),
        Kind::Blank => ("blank-after-prompt", "prompts"),
        Kind::LineBreak => ("line-break-after-prompt", "prompts"),
        Kind::BlankLines => ("blank-lines", "lines"),
        Kind::Spaces => ("spaces", "lines"),
        Kind::Crlf => ("crlf", "runs"),
        Kind::Greeting => ("greeting", "runs"),
        Kind::Echo => ("echo", "lines"),
        Kind::Status => ("exit-status", "runs"),
        Kind::StateAnswer => ("state-answer", "runs"),
        Kind::LastLine => ("last-line-break", "runs"),
    }
}

/// A cause in the making.
#[derive(Default)]
pub struct Grouped {
    /// The cause.
    pub cause: Cause,
    /// The number of the first random session that shows it.
    pub session: Option<usize>,
}

/// The causes of wrong answers.
#[derive(Default)]
pub struct Causes(Vec<Grouped>);

impl Causes {
    /// Adds what is wrong in a case.
    pub fn add_case(&mut self, name: &str, about: &str, outcome: &Outcome) {
        for fault in first_of_each(outcome) {
            let group = self.group(fault);
            group.cause.cases += 1;
            let shorter = fault.session.len() < group.cause.session.len();
            if group.cause.cases == 1 || shorter {
                group.cause.session.clone_from(&fault.session);
                group.cause.positions.clone_from(&fault.positions);
                name.clone_into(&mut group.cause.case);
                about.clone_into(&mut group.cause.about);
            }
        }
    }

    /// Adds what is wrong in a random session.
    pub fn add_session(&mut self, number: usize, outcome: &Outcome, checking: &Checking) {
        for fault in first_of_each(outcome) {
            let group = self.group(fault);
            group.cause.sessions += 1;
            if group.cause.cases + group.cause.sessions == 1 {
                group.session = Some(number);
                group.cause.session.clone_from(&fault.session);
                group.cause.positions.clone_from(&fault.positions);
                group.cause.case = format!("random session {number}");
                let said = fault.expected.rsplit(" / ").next().unwrap_or_default();
                let about = checking.sentences.iter().find(|(text, _)| *text == said);
                about
                    .map_or("", |(_, about)| about)
                    .clone_into(&mut group.cause.about);
            }
        }
    }

    fn group(&mut self, fault: &Fault) -> &mut Grouped {
        let at = self
            .0
            .iter()
            .position(|group| group.cause.title == fault.title);
        let at = at.unwrap_or_else(|| {
            self.0.push(Grouped {
                cause: Cause {
                    title: fault.title.clone(),
                    ..Cause::default()
                },
                session: None,
            });
            self.0.len() - 1
        });
        &mut self.0[at]
    }

    /// All of them, the most frequent first.
    #[must_use]
    pub fn sorted(mut self) -> Vec<Grouped> {
        self.0
            .sort_by_key(|group| std::cmp::Reverse(group.cause.cases + group.cause.sessions));
        self.0
    }
}

/// The first fault of each cause.
fn first_of_each(outcome: &Outcome) -> Vec<&Fault> {
    let mut first: Vec<&Fault> = Vec::new();
    for fault in &outcome.faults {
        if first.iter().all(|seen| seen.title != fault.title) {
            first.push(fault);
        }
    }
    first
}
