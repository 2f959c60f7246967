//! Checks many programs: a table, a CSV file, an index page, and a page and a JSON file each.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::iter;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::options::typed;
use super::report::{self, Format, Look, Report, Section, Style, clean, each};
use super::tools;
use super::{Error, Failure, Fixtures, Settings, Suite};
use crate::parallel;
use crate::store;

/// The longest sentence in the table, in characters.
const SENTENCE: usize = 60;

/// The most causes that the index page lists.
const MOST_SHARED: usize = 20;

/// The command line of `game grade`.
#[derive(Clone, Debug, Args)]
pub struct GradeOptions {
    /// Write grades.csv, index.html and the reports to this folder
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Leave sessions out of the pages
    #[arg(long)]
    pub brief: bool,
    /// What to check.
    #[command(flatten)]
    pub settings: Settings,
    /// A program, or a quoted command line: 'java -jar mine.jar'
    #[arg(value_name = "PROGRAM", required = true)]
    pub programs: Vec<OsString>,
}

/// A program that was checked.
struct Row {
    /// The name of its files, without their ending.
    file: String,
    report: Report,
}

/// Checks the programs and writes the folder. Returns the table of those that were finished.
/// `progress` is called with their number.
///
/// # Errors
/// When there is nothing to check with, or a file cannot be written.
pub fn grade(
    options: &GradeOptions,
    own: &Fixtures,
    cancel: &AtomicBool,
    progress: &dyn Fn(usize),
) -> Result<String, Error> {
    let suite = Suite::new(&options.settings, own)?;
    let all = options.settings.jobs.unwrap_or_else(parallel::all_cores);
    let programs = NonZeroUsize::new(options.programs.len()).unwrap_or(NonZeroUsize::MIN);
    let jobs = NonZeroUsize::new(all.get() / programs.get()).unwrap_or(NonZeroUsize::MIN);
    let settings = Settings {
        jobs: Some(jobs),
        ..options.settings.clone()
    };
    let work = |(): &mut (), program: &OsString| {
        let words = words(program);
        let checked = suite.check(&words, &settings, cancel, &|_| {});
        let report = match checked {
            Err(Failure::NotStarted(why)) => Ok(Report {
                program: typed(&words),
                unjudged: Some(format!("cannot be started: {}", why.reason)),
                ..Report::default()
            }),
            checked => checked,
        };
        let finished = !cancel.load(Ordering::Relaxed);
        finished.then_some(report)
    };
    let files = file_names(&options.programs);
    let mut rows: BTreeMap<usize, Row> = BTreeMap::new();
    let mut failed = Ok(());
    parallel::for_each(
        all.min(programs),
        &options.programs,
        || (),
        work,
        |result| {
            let Some((index, report)) = result else {
                return;
            };
            let written = report.map_err(Error::from).and_then(|report| {
                let file = &files[index];
                write_reports(options, file, &report)?;
                let report = report.cleaned();
                rows.insert(
                    index,
                    Row {
                        file: file.clone(),
                        report,
                    },
                );
                let rows: Vec<&Row> = rows.values().collect();
                write_file(options, "grades.csv", &csv(&rows))?;
                write_file(options, "index.html", &index_page(&rows))
            });
            if let Err(error) = written {
                failed = Err(error);
                cancel.store(true, Ordering::Relaxed);
            }
            progress(rows.len());
        },
    );
    failed?;
    let rows: Vec<&Row> = rows.values().collect();
    let place = |name: &str| options.out.join(name).display().to_string();
    let last = format!("{}, {}\n", place("index.html"), place("grades.csv"));
    Ok(if rows.is_empty() {
        String::new()
    } else {
        table(&rows) + &last
    })
}

/// Splits a command line into its words, unless it is the name of a file.
fn words(program: &OsString) -> Vec<OsString> {
    let line = program.to_str().filter(|_| !Path::new(program).exists());
    let words = line.and_then(|line| tools::words(line).ok());
    words.map_or_else(
        || vec![program.clone()],
        |words| words.into_iter().map(OsString::from).collect(),
    )
}

/// Names files after whole paths, each once.
fn file_names(programs: &[OsString]) -> Vec<String> {
    let mut used = HashSet::from(["index".to_owned()]);
    let mut unique = |program: &OsString| {
        let path = program.to_string_lossy();
        let parts = path.split(|c: char| !c.is_alphanumeric() && !"._".contains(c));
        let parts = parts.filter(|part| !part.is_empty() && *part != ".");
        let name = parts.collect::<Vec<_>>().join("-");
        let name: String = name.chars().take(100).collect();
        let mut numbered = name.clone();
        let mut number = 1;
        while numbered.is_empty() || !used.insert(numbered.clone()) {
            number += 1;
            numbered = format!("{name}-{number}");
        }
        numbered
    };
    programs.iter().map(&mut unique).collect()
}

/// Writes the page and the JSON file of a program.
fn write_reports(options: &GradeOptions, file: &str, report: &Report) -> Result<(), Error> {
    for (format, ending) in [(Format::Html, "html"), (Format::Json, "json")] {
        let style = Style {
            format,
            brief: options.brief,
            ..Style::default()
        };
        let text = report.text(style, Look::default());
        write_file(options, &format!("{file}.{ending}"), &text)?;
    }
    Ok(())
}

fn write_file(options: &GradeOptions, name: &str, text: &str) -> Result<(), Error> {
    let path = options.out.join(name);
    let made = fs::create_dir_all(&options.out);
    let written = made.and_then(|()| store::save(&path, text.as_bytes()));
    written.map_err(|why| Error::Export(path.display().to_string(), why))
}

/// The sections of all programs: those of the first that was judged.
fn sections<'a>(rows: &[&'a Row]) -> Vec<&'a Section> {
    let mut judged = rows.iter().filter(|row| row.report.unjudged.is_none());
    let first = judged.next().into_iter();
    first.flat_map(|row| row.report.shown_sections()).collect()
}

/// The cells of a program between its name and its points: form and each section, or a sentence.
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

fn table(rows: &[&Row]) -> String {
    let sections = sections(rows).into_iter();
    let heading = sections.map(|section| section.name.clone());
    let heading: Vec<String> = iter::once("form".to_owned()).chain(heading).collect();
    let mut lines = vec![("program", heading, "points".to_owned())];
    lines.extend(rows.iter().map(|Row { report, .. }| {
        let cells = cells(report);
        (report.program.as_str(), cells, report.shown_points())
    }));
    let width = |cell: &str| cell.chars().count();
    let columns = lines[0].1.len();
    let whole = || lines.iter().filter(|(_, cells, _)| cells.len() == columns);
    let widest = |column: usize| whole().map(|(_, cells, _)| width(&cells[column])).max();
    let widths: Vec<usize> = (0..columns).filter_map(widest).collect();
    // A sentence takes the place of all cells.
    let joined = |cells: &[String]| match cells {
        [sentence] if columns > 1 => clean(sentence, SENTENCE),
        _ => {
            let cells = cells.iter().zip(&widths);
            let cells: Vec<_> = cells
                .map(|(cell, &width)| format!("{cell:>width$}"))
                .collect();
            cells.join("  ")
        }
    };
    let lines = lines
        .iter()
        .map(|(name, cells, points)| (*name, joined(cells), points));
    let lines: Vec<_> = lines.collect();
    let name_width = lines.iter().map(|line| width(line.0)).max().unwrap_or(0);
    let cells_width = lines.iter().map(|line| width(&line.1)).max().unwrap_or(0);
    let line = |(name, cells, points): &(&str, String, &String)| {
        format!("  {name:name_width$}  {cells:cells_width$}  {points:>6}\n")
    };
    each(&lines, line)
}

/// Plain numbers, since a spreadsheet takes 11/12 for a date: the total is in the heading.
fn csv(rows: &[&Row]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let sections = sections(rows);
    let headings = sections.iter();
    let headings = headings.map(|section| format!("{} of {}", section.name, section.total));
    let headings: Vec<String> = headings.map(|heading| quoted(&heading)).collect();
    let lines = rows.iter().map(|Row { report, .. }| {
        let mut numbers = vec![String::new(); sections.len() + 2];
        if report.unjudged.is_none() {
            let holds = report.shown_sections().map(|section| section.hold);
            let form = iter::once(report.differences());
            let numbers_of = form.chain(holds).chain([report.rules().not_judged]);
            numbers = numbers_of.map(|number| number.to_string()).collect();
        }
        let remarks = report.unjudged.iter().chain(&report.remarks);
        let remarks: Vec<&str> = remarks.map(String::as_str).collect();
        format!(
            "{},{},{},{}\n",
            quoted(&report.program),
            report.shown_points(),
            numbers.join(","),
            quoted(&remarks.join(" "))
        )
    });
    let columns = ["program,points,form".to_owned()]
        .into_iter()
        .chain(headings);
    let columns = columns.chain(["not judged,remark".to_owned()]);
    columns.collect::<Vec<_>>().join(",") + "\n" + &lines.collect::<String>()
}

/// A page with a line for each program, and the causes that several programs share.
fn index_page(rows: &[&Row]) -> String {
    let escape = report::escape;
    let sections = sections(rows);
    let headings = each(&sections, |section| {
        format!("<th>{}</th>", escape(&section.name))
    });
    let lines = each(rows, |Row { file, report }| {
        let cells: String = match &cells(report)[..] {
            [sentence] => format!(
                "<td colspan=\"{}\">{}</td>",
                sections.len() + 1,
                escape(sentence)
            ),
            cells => each(cells, |cell| format!("<td>{cell}</td>")),
        };
        format!(
            "<tr><td><a href=\"{file}.html\">{}</a></td><td>{}</td><td>{}</td>{cells}</tr>\n",
            escape(&report.program),
            report::bar(report.points() as usize),
            report.shown_points()
        )
    });
    let table = format!(
        "<div class=\"wide\"><table>\n<tr><th>program</th><th></th><th>points</th><th>form</th>{headings}</tr>\n\
         {lines}</table></div>\n"
    );
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for cause in rows.iter().flat_map(|row| &row.report.causes) {
        *causes.entry(&cause.title).or_default() += 1;
    }
    let mut causes: Vec<_> = causes.into_iter().filter(|(_, count)| *count > 1).collect();
    causes.sort_by_key(|&(_, count)| Reverse(count));
    let shared = causes.iter().take(MOST_SHARED);
    let shared = each(shared, |(title, count)| {
        format!(
            "<p>{} <small>{count} programs</small></p>\n",
            report::inline(title)
        )
    });
    let body = [
        report::part("grades", "Programs", &table),
        report::part("shared", "Faults of several programs", &shared),
    ];
    report::page("game grade", &body.concat())
}

#[cfg(test)]
mod tests {
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
    fn files_are_named_after_the_whole_path_and_never_alike() {
        let names = ["a/b/game", "./a-b/game", "index", "/", "java -jar ../x.jar"];
        let names = file_names(&names.map(OsString::from));
        assert_eq!(
            names,
            [
                "a-b-game",
                "a-b-game-2",
                "index-2",
                "-2",
                "java-jar-..-x.jar"
            ]
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
        let row = |program: &str, report: Report| Row {
            file: String::new(),
            report: Report {
                program: program.to_owned(),
                ..report
            },
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
            table(&rows.iter().collect::<Vec<_>>()),
            [
                "  program  form  moving                                            points\n",
                "  a/game      0    9/18                                              50.0\n",
                "  b           0       –                                               0.0\n",
                "  c        cannot be judged: it answers nothing that the text has     0.0\n",
            ]
            .concat()
        );
    }
}
