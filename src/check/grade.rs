//! Checks many programs: a table, a CSV file, an index page, and a page and a JSON file each.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::options::typed;
use super::report::{self, Format, Look, Report, Section, Style, each};
use super::sentences::shown;
use super::{Error, Fixtures, Settings, Suite, write_file};
use crate::os::words;
use crate::parallel;

/// The maximum number of causes on the index page.
const MAX_SHARED: usize = 20;

/// The command line of `game grade`.
#[derive(Clone, Debug, Args)]
pub struct GradeOptions {
    /// Write grades.csv, index.html and the reports to this folder
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Leave sessions out of the pages
    #[arg(long)]
    pub brief: bool,
    /// The options that `check` and `grade` share.
    #[command(flatten)]
    pub settings: Settings,
    /// A program, or a quoted command line: 'java -jar mine.jar'
    #[arg(value_name = "PROGRAM", required = true)]
    pub programs: Vec<OsString>,
}

/// The reports, by the place of the program on the command line.
type Rows = BTreeMap<usize, Report>;

/// Checks the programs and writes the folder. Returns the table of those that were finished.
/// `progress` is called with their number.
///
/// # Errors
/// When there are no transcripts, or a file cannot be written.
pub fn grade(
    options: &GradeOptions,
    own: &Fixtures,
    cancel: &AtomicBool,
    progress: &dyn Fn(usize),
) -> Result<String, Error> {
    let all = options.settings.jobs.unwrap_or_else(parallel::all_cores);
    let programs = NonZeroUsize::new(options.programs.len()).unwrap_or(NonZeroUsize::MIN);
    let settings = Settings {
        jobs: NonZeroUsize::new(all.get() / programs).or(Some(NonZeroUsize::MIN)),
        ..options.settings.clone()
    };
    let suite = Suite::new(&settings, own)?;
    let names = file_names(&options.programs);
    let write = |name: &str, text: String| write_file(&options.out, name, text.as_bytes());
    let mut rows = Rows::new();
    let mut result = Ok(());
    let worker = || {
        |program: &OsString| {
            let report = check(&suite, &words(program), cancel);
            (!cancel.load(Ordering::Relaxed)).then_some(report)
        }
    };
    let threads = all.min(programs);
    parallel::for_each(threads, &options.programs, worker, |index, report| {
        let written = report.and_then(|report| {
            for (format, ending) in [(Format::Html, "html"), (Format::Json, "json")] {
                let style = Style {
                    format,
                    brief: options.brief,
                    ..Style::default()
                };
                let text = report.text(style, Look::default());
                write(&format!("{}.{ending}", names[index]), text)?;
            }
            rows.insert(index, report);
            progress(rows.len());
            write("grades.csv", csv(&rows))?;
            write("index.html", index_page(&rows, &names))
        });
        if written.is_err() && result.is_ok() {
            result = written;
            cancel.store(true, Ordering::Relaxed);
        }
    });
    result?;
    let place = |name: &str| options.out.join(name).display().to_string();
    let places = ["index.html", "grades.csv"].map(place).join(", ");
    Ok(match rows.len() {
        0 => String::new(),
        _ => format!("{}{places}\n", table(&rows)),
    })
}

/// Checks a program. If it cannot be started, the report says so.
fn check(suite: &Suite, words: &[OsString], cancel: &AtomicBool) -> Result<Report, Error> {
    match suite.check(words, cancel, &|_, _| {}) {
        Err(Error::NotStarted(_, why)) => Ok(Report {
            program: shown(&typed(words)),
            unjudged: Some(format!("cannot be started: {why}")),
            ..Report::default()
        }),
        checked => checked,
    }
}

/// Splits a command line into words, unless it is the name of a file.
fn words(program: &OsString) -> Vec<OsString> {
    let line = program.to_str().filter(|_| !Path::new(program).exists());
    let words = line.and_then(|line| words::split(line).ok());
    words.map_or_else(
        || vec![program.clone()],
        |words| words.into_iter().map(OsString::from).collect(),
    )
}

/// Names the files of each program after its whole path, with a number if the name is taken.
fn file_names(programs: &[OsString]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for program in programs {
        let path = program.to_string_lossy();
        let parts = path.split(|c: char| !c.is_alphanumeric() && !"._".contains(c));
        // No dots at an end: a file named ..-game would be hidden.
        let parts = parts.map(|part| part.trim_matches('.'));
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let mut name: String = parts.join("-").chars().take(100).collect();
        if names.contains(&name) || ["", "index"].contains(&&*name) {
            name = format!("{name}-{}", names.len() + 1);
        }
        names.push(name);
    }
    names
}

/// Returns the sections of all programs: those of the first that was judged.
fn sections(rows: &Rows) -> Vec<&Section> {
    let mut judged = rows.values().filter(|report| report.unjudged.is_none());
    let first = judged.next();
    first.map_or_else(Vec::new, |report| report.shown_sections().collect())
}

/// Returns the cells of a program between its name and its points: form and each section, or a
/// sentence.
fn cells(report: &Report) -> Vec<String> {
    if let Some(why) = &report.unjudged {
        return vec![why.clone()];
    }
    let sections = report.shown_sections().map(|section| match section {
        // Nothing could be judged.
        _ if section.not_judged == section.total => "–".to_owned(),
        _ => format!("{}/{}", section.hold, section.total),
    });
    let form = report.differences().to_string();
    iter::once(form).chain(sections).collect()
}

fn table(rows: &Rows) -> String {
    let names = sections(rows).into_iter().map(|section| &*section.name);
    let names: Vec<&str> = iter::once("form").chain(names).collect();
    // Wide enough for the cells.
    let width = |name: &str| name.chars().count().max(7) + 2;
    let headings = each(&names, |name| format!("{name:>0$}", width(name)));
    let mut lines = vec![("program", headings, "points".to_owned())];
    for report in rows.values() {
        let cells = match &cells(report)[..] {
            // The details are on the page.
            [sentence] => format!("  {}", sentence.split(';').next().unwrap_or_default()),
            cells => each(names.iter().zip(cells), |(name, cell)| {
                format!("{cell:>0$}", width(name))
            }),
        };
        lines.push((&report.program, cells, report.shown_points()));
    }
    let first = lines
        .iter()
        .map(|(program, ..)| program.chars().count())
        .max();
    let second = lines
        .iter()
        .map(|(_, cells, _)| cells.chars().count())
        .max();
    let (first, second) = (first.unwrap_or(0), second.unwrap_or(0));
    let table = each(lines, |(program, cells, points)| {
        format!("  {program:first$}{cells:second$}{points:>8}\n")
    });
    let remarks = rows.values().flat_map(|report| {
        let remarks = report.remarks.iter();
        remarks.map(|remark| format!("{}: {remark}\n", report.program))
    });
    table + &remarks.collect::<String>()
}

/// Writes plain numbers, with the total in the heading: a spreadsheet would read 11/12 as a date.
fn csv(rows: &Rows) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\x22', "\"\""));
    let sections = sections(rows);
    let headings = each(&sections, |section| {
        quoted(&format!("{} of {}", section.name, section.total)) + ","
    });
    let lines = each(rows.values(), |report| {
        let mut cells = vec![quoted(&report.program), report.shown_points()];
        if report.unjudged.is_none() {
            cells.push(report.differences().to_string());
            let holds = report.shown_sections().map(|section| section.hold);
            let numbers = holds.chain([report.rules().not_judged]);
            cells.extend(numbers.map(|number| number.to_string()));
        }
        cells.resize(sections.len() + 4, String::new());
        let remarks = report.unjudged.iter().chain(&report.remarks);
        cells.push(quoted(&remarks.cloned().collect::<Vec<_>>().join(" ")));
        cells.join(",") + "\n"
    });
    format!("program,points,form,{headings}not judged,remark\n{lines}")
}

/// Writes a page with a line for each program, and the causes that several programs share.
fn index_page(rows: &Rows, names: &[String]) -> String {
    let escape = report::escape;
    let sections = sections(rows);
    let headings = each(&sections, |section| {
        format!("<th>{}</th>", escape(&section.name))
    });
    let lines = each(rows, |(&index, report)| {
        let span = match report.unjudged {
            Some(_) => format!(" colspan=\"{}\"", sections.len() + 1),
            None => String::new(),
        };
        let cells = each(cells(report), |cell| {
            format!("<td{span}>{}</td>", escape(&cell))
        });
        format!(
            "<tr><td><a href=\"{}.html\">{}</a> <small>{}</small></td><td>{}</td><td>{}</td>{cells}</tr>\n",
            names[index],
            escape(&report.program),
            escape(&report.remarks.join(" ")),
            report::bar(report.points() as usize),
            report.shown_points()
        )
    });
    let heading = format!("<th>program</th><th></th><th>points</th><th>form</th>{headings}");
    let table = format!("<table>\n<tr>{heading}</tr>\n{lines}</table>");
    let table = format!("<div class=\"wide\">{table}</div>\n");
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for cause in rows.values().flat_map(|report| &report.causes) {
        *causes.entry(&cause.title).or_default() += 1;
    }
    let mut causes: Vec<_> = causes.into_iter().filter(|(_, count)| *count > 1).collect();
    causes.sort_by_key(|&(_, count)| Reverse(count));
    let shared = each(causes.iter().take(MAX_SHARED), |(title, count)| {
        let title = report::inline(title);
        format!("<p>{title} <small>{count} programs</small></p>\n")
    });
    let body = [
        report::part("grades", "Programs", &table),
        report::part("shared", "Faults of several programs", &shared),
    ];
    report::page("game grade", &body.concat())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_command_line_is_split_at_blanks_outside_of_quotes() {
        let split = |line: &str| words(&OsString::from(line));
        assert_eq!(
            split("java -jar 'a b.jar' \"\""),
            ["java", "-jar", "a b.jar", ""]
        );
        assert_eq!(split("./mine"), ["./mine"]);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my game");
        fs::write(&path, "").unwrap();
        assert_eq!(words(&path.clone().into()), [path]);
    }

    #[test]
    fn files_get_different_names_from_the_whole_path() {
        let programs = ["a/b/game", "./a-b/game", "index", "/", "java -jar ../x.jar"];
        let programs = programs.map(OsString::from);
        assert_eq!(
            file_names(&programs),
            ["a-b-game", "a-b-game-2", "index-3", "-4", "java-jar-x.jar"]
        );
    }

    #[test]
    fn columns_are_aligned() {
        let section = |hold, not_judged| Section {
            name: "moving".to_owned(),
            hold,
            total: 18,
            not_judged,
            answers_right: hold,
            answers_total: 18,
        };
        let row = |program: &str, report: Report| {
            let program = program.to_owned();
            Report { program, ..report }
        };
        let judged = |section| Report {
            sections: vec![section],
            ..Report::default()
        };
        let why = "cannot be judged: it answers nothing that the text has";
        let unjudged = Report {
            unjudged: Some(why.to_owned()),
            ..Report::default()
        };
        let rows = [
            row("a/game", judged(section(9, 0))),
            row("b", judged(section(0, 18))),
            row("c", unjudged),
        ];
        assert_eq!(
            table(&rows.into_iter().enumerate().collect()),
            [
                "  program     form   moving                                        points\n",
                "  a/game         0     9/18                                          50.0\n",
                "  b              0        –                                           0.0\n",
                "  c        cannot be judged: it answers nothing that the text has     0.0\n",
            ]
            .concat()
        );
    }
}
