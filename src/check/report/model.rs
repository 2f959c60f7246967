//! The result of a check, and the points it is worth.

use std::fmt;

use serde::Serialize;

use crate::check::RANDOM;
use crate::check::slips::Kind;
use crate::games::Script;

/// The result of checking one program.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The program, as typed.
    pub program: String,
    /// The suites that were run.
    pub suites: Vec<String>,
    /// The seed of the random sessions.
    pub seed: u64,
    /// The reason why there is no result, as a phrase: `cannot be judged: …`, `cannot be started:
    /// …`. Then there are no points, and everything below is empty.
    pub unjudged: Option<String>,
    /// Formal deviations: differences first, then notes, each by count.
    pub form: Vec<FormEntry>,
    /// Scores of the transcripts, in a fixed order.
    pub sections: Vec<Section>,
    /// Score of the random sessions.
    pub random: Section,
    /// Reasons for wrong answers, the most frequent first.
    pub causes: Vec<Cause>,
    /// Weights by the name of a section, `random` or `form`. That of form is the maximum deduction;
    /// each difference costs a fifth of it.
    #[serde(skip)]
    pub weights: Vec<(String, f64)>,
    /// Remarks on the check itself, such as hangs that were not repeated or a time limit that was
    /// reached.
    pub remarks: Vec<String>,
    /// Whether a signal ended the check early.
    pub interrupted: bool,
    /// How long the check took.
    pub seconds: f64,
}

/// One kind of formal deviation.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FormEntry {
    /// Identifies the kind, for programs: `blank-after-prompt`.
    pub id: Kind,
    /// Whether the text is silent about it, so that it costs nothing.
    pub note: bool,
    /// Describes the deviation in one line.
    pub title: String,
    /// The sentence of the text with its section: `A.2: "…"`. Empty in a note.
    pub about: String,
    /// Examples, one a line: the expected text.
    pub expected: String,
    /// The same examples: the actual text.
    pub actual: String,
    /// How often it was seen.
    pub count: usize,
}

/// The score of a section.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// Cases without a wrong answer.
    pub hold: usize,
    /// All cases.
    pub total: usize,
    /// Cases without a wrong answer in which something could not be judged.
    pub not_judged: usize,
    /// Right answers.
    pub answers_right: usize,
    /// All answers, including those that could not be judged.
    pub answers_total: usize,
}

/// A reason for wrong answers: a typed command, the expected answer and the actual one.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Cause {
    /// Describes the fault in one line.
    pub title: String,
    /// The sentence of the text with its section: `A.2: "…"`.
    pub about: String,
    /// The number of cases it explains.
    pub cases: usize,
    /// The number of random sessions it explains.
    pub sessions: usize,
    /// The shortest session that shows it.
    pub session: Vec<SessionLine>,
    /// The name of a case that shows it.
    pub case: String,
    /// The title of all causes that are one.
    #[serde(skip)]
    pub group: String,
    /// The last run of the session.
    #[serde(skip)]
    pub script: Script,
}

impl Cause {
    /// Adds the cause to a list, or to the cause of its group. The shortest session of a transcript is
    /// shown, or that of the first random session.
    pub fn add_to(self, causes: &mut Vec<Cause>) {
        let mut others = causes.iter_mut();
        let Some(known) = others.find(|known| known.group == self.group) else {
            causes.push(self);
            return;
        };
        known.cases += self.cases;
        known.sessions += self.sessions;
        if known.title != self.title {
            known.title.clone_from(&known.group);
        }
        if self.cases > 0 && self.session.len() < known.session.len() {
            *known = Cause {
                title: known.title.clone(),
                cases: known.cases,
                sessions: known.sessions,
                ..self
            };
        }
    }
}

/// A line of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", content = "text", rename_all = "lowercase")]
pub enum SessionLine {
    /// Typed, or printed as expected.
    Same(String),
    /// Expected, but not printed.
    Expected(String),
    /// Printed instead.
    Actual(String),
}

impl SessionLine {
    /// Returns the line without its mark.
    #[must_use]
    pub fn text(&self) -> &str {
        let (Self::Same(text) | Self::Expected(text) | Self::Actual(text)) = self;
        text
    }
}

/// Marks expected lines with `-` and actual lines with `+`.
impl fmt::Display for SessionLine {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self {
            SessionLine::Same(_) => "",
            SessionLine::Expected(_) => "- ",
            SessionLine::Actual(_) => "+ ",
        };
        write!(out, "{mark}{}", self.text())
    }
}

impl Section {
    /// Creates a section without cases.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Section {
            name: name.to_owned(),
            ..Section::default()
        }
    }

    /// Adds the cases and answers of another section.
    pub fn add(&mut self, other: &Section) {
        self.hold += other.hold;
        self.total += other.total;
        self.not_judged += other.not_judged;
        self.answers_right += other.answers_right;
        self.answers_total += other.answers_total;
    }

    /// Returns the share of right answers.
    #[must_use]
    pub fn share(&self) -> f64 {
        match self.answers_total {
            0 => 1.0,
            total => self.answers_right as f64 / total as f64,
        }
    }

    /// Whether every case holds.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.hold == self.total
    }

    /// Returns the number of filled parts of a bar: all of them only if every case holds.
    #[must_use]
    pub fn filled(&self, parts: usize) -> usize {
        let filled = (self.share() * parts as f64) as usize;
        if self.holds() {
            parts
        } else {
            filled.min(parts - 1)
        }
    }
}

impl FormEntry {
    /// Returns the examples as lines of a session.
    pub(super) fn examples(&self) -> Vec<SessionLine> {
        let pairs = self.expected.split('\n').zip(self.actual.split('\n'));
        let lines = pairs.map(|(due, is)| {
            let [due, is] = [due, is].map(str::to_owned);
            [SessionLine::Expected(due), SessionLine::Actual(is)]
        });
        lines.flatten().collect()
    }
}

impl Report {
    /// Returns the points, of 100.
    #[must_use]
    pub fn points(&self) -> f64 {
        if self.unjudged.is_some() {
            return 0.0;
        }
        let (mut right, mut all) = (0.0, 0.0);
        for (section, weight) in self.weighed() {
            right += weight * section.share();
            all += weight;
        }
        // Without any weight only form counts.
        let rules = if all > 0.0 {
            100.0 * right / all
        } else {
            100.0
        };
        let form = self.weight("form").unwrap_or(0.0);
        let form = form * (self.differences() as f64 / 5.0).min(1.0);
        (rules - form).max(0.0)
    }

    /// Returns the last weight with this name.
    fn weight(&self, name: &str) -> Option<f64> {
        let mut weights = self.weights.iter().rev();
        let found = weights.find(|(known, _)| known == name);
        found.map(|(_, weight)| *weight)
    }

    /// Iterates over the sections with cases and their weights.
    pub fn weighed(&self) -> impl Iterator<Item = (&Section, f64)> {
        self.shown_sections().map(|section| {
            let usual = match section.name.as_str() {
                RANDOM => 0.0,
                _ => section.total as f64,
            };
            (section, self.weight(&section.name).unwrap_or(usual))
        })
    }

    /// Iterates over the sections with cases, random sessions last.
    pub fn shown_sections(&self) -> impl Iterator<Item = &Section> {
        let sections = self.sections.iter().chain([&self.random]);
        sections.filter(|section| section.total > 0)
    }

    /// Returns the number of formal deviations that contradict the text.
    #[must_use]
    pub fn differences(&self) -> usize {
        self.form.iter().filter(|entry| !entry.note).count()
    }

    /// Returns the sum of all sections except the random sessions.
    #[must_use]
    pub fn rules(&self) -> Section {
        let mut sum = Section::new("rules");
        for section in &self.sections {
            sum.add(section);
        }
        sum
    }

    /// Whether nothing differs, everything was judged, and the check was not interrupted.
    #[must_use]
    pub fn holds(&self) -> bool {
        let mut sections = self.shown_sections();
        self.unjudged.is_none()
            && !self.interrupted
            && self.differences() == 0
            && sections.all(Section::holds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(name: &str, total: usize, answers: (usize, usize)) -> Section {
        Section {
            name: name.to_owned(),
            hold: if answers.0 == answers.1 {
                total
            } else {
                total - 1
            },
            total,
            not_judged: 0,
            answers_right: answers.0,
            answers_total: answers.1,
        }
    }

    fn report() -> Report {
        Report {
            sections: vec![
                section("moving", 30, (60, 60)),
                section("ending", 10, (10, 20)),
            ],
            random: section("random", 100, (0, 1000)),
            ..Report::default()
        }
    }

    #[test]
    fn a_section_counts_by_its_cases_and_its_right_answers() {
        assert!((report().points() - 87.5).abs() < 1e-9);
    }

    #[test]
    fn weights_replace_the_number_of_cases() {
        let mut report = report();
        report.weights.push(("moving".to_owned(), 10.0));
        assert!((report.points() - 75.0).abs() < 1e-9);
        report.weights.push(("random".to_owned(), 20.0));
        assert!((report.points() - 37.5).abs() < 1e-9);
    }

    #[test]
    fn a_difference_costs_a_fifth_of_the_weight_of_form_and_a_note_nothing() {
        let mut report = report();
        report.weights.push(("form".to_owned(), 10.0));
        let note = FormEntry {
            note: true,
            ..FormEntry::default()
        };
        report.form = vec![FormEntry::default(), note];
        assert!((report.points() - 85.5).abs() < 1e-9);
        report.form = vec![FormEntry::default(); 6];
        assert!((report.points() - 77.5).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_judged_gets_no_points() {
        let report = Report {
            unjudged: Some("it says nothing".to_owned()),
            ..report()
        };
        assert!(report.points().abs() < 1e-9 && !report.holds());
    }

    #[test]
    fn only_a_whole_check_without_a_difference_holds() {
        let mut report = report();
        report.sections.pop();
        report.random = section("random", 1, (9, 9));
        report.form.push(FormEntry {
            note: true,
            ..FormEntry::default()
        });
        assert!(report.holds());
        let spoilt: [fn(&mut Report); 4] = [
            |report| report.form.push(FormEntry::default()),
            |report| report.interrupted = true,
            |report| report.sections[0].hold -= 1,
            |report| report.random.hold -= 1,
        ];
        for spoil in spoilt {
            let mut report = report.clone();
            spoil(&mut report);
            assert!(!report.holds());
        }
    }

    #[test]
    fn a_bar_is_full_only_if_every_case_holds() {
        let mut bar = section("moving", 10, (9999, 10_000));
        assert_eq!(bar.filled(100), 99);
        bar.hold = 10;
        assert_eq!(bar.filled(100), 100);
    }
}
