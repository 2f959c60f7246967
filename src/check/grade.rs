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
use super::{Error, Fixtures, Settings, Suite, write_file};
use crate::os::words;
use crate::parallel;

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
    /// The options that `check` and `grade` share.
    #[command(flatten)]
    pub settings: Settings,
    /// A program, or a quoted command line: 'java -jar mine.jar'
    #[arg(value_name = "PROGRAM", required = true)]
    pub programs: Vec<OsString>,
}

/// The programs that were checked, by their place on the command line: the name of their files
/// without its ending, and the report.
type Rows = BTreeMap<usize, (String, Report)>;

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
    let mut rows = Rows::new();
    let mut failure = None;
    let worker = || {
        |program: &OsString| {
            let report = check(&suite, &words(program), cancel);
            (!cancel.load(Ordering::Relaxed)).then_some(report)
        }
    };
    let threads = all.min(programs);
    parallel::for_each(threads, &options.programs, worker, |index, report| {
        let written = report.and_then(|report| {
            let file = file_name(&options.programs, index);
            let write = |name: &str, text: String| write_file(&options.out, name, text.as_bytes());
            for (format, ending) in [(Format::Html, "html"), (Format::Json, "json")] {
                let style = Style {
                    format,
                    brief: options.brief,
                    ..Style::default()
                };
                write(
                    &format!("{file}.{ending}"),
                    report.text(style, Look::default()),
                )?;
            }
            rows.insert(index, (file, report.cleaned()));
            progress(rows.len());
            write("grades.csv", csv(&rows))?;
            write("index.html", index_page(&rows))
        });
        if let Err(why) = written {
            failure.get_or_insert(why);
            cancel.store(true, Ordering::Relaxed);
        }
    });
    if let Some(why) = failure {
        return Err(why);
    }
    let place = |name: &str| options.out.join(name).display().to_string();
    let [index, csv] = ["index.html", "grades.csv"].map(place);
    Ok(match rows.len() {
        0 => String::new(),
        _ => format!("{}{index}, {csv}\n", table(&rows)),
    })
}

/// Checks a program. One that cannot be started has a report that says so.
fn check(suite: &Suite, words: &[OsString], cancel: &AtomicBool) -> Result<Report, Error> {
    match suite.check(words, cancel, &|_, _| {}) {
        Err(Error::NotStarted(_, why)) => Ok(Report {
            program: typed(words),
            unjudged: Some(format!("cannot be started: {why}")),
            ..Report::default()
        }),
        checked => checked,
    }
}

/// Splits a command line into its words, unless it is the name of a file.
fn words(program: &OsString) -> Vec<OsString> {
    let line = program.to_str().filter(|_| !Path::new(program).exists());
    let words = line.and_then(|line| words::split(line).ok());
    words.map_or_else(
        || vec![program.clone()],
        |words| words.into_iter().map(OsString::from).collect(),
    )
}

/// Names the files of a program after its whole path, with a number if an earlier one, or the index
/// page, has this name.
fn file_name(programs: &[OsString], index: usize) -> String {
    let name = |program: &OsString| {
        let path = program.to_string_lossy();
        let parts = path.split(|c: char| !c.is_alphanumeric() && !"._".contains(c));
        // No dots at an end: a file named ..-game would be hidden.
        let parts = parts.map(|part| part.trim_matches('.'));
        let parts = parts.filter(|part| !part.is_empty());
        let name = parts.collect::<Vec<_>>().join("-");
        name.chars().take(100).collect::<String>()
    };
    let own = name(&programs[index]);
    let earlier = programs[..index].iter().filter(|other| name(other) == own);
    let taken = earlier.count() + usize::from(own == "index" || own.is_empty());
    match taken {
        0 => own,
        _ => format!("{own}-{}", taken + 1),
    }
}

/// The sections of all programs: those of the first that was judged.
fn sections(rows: &Rows) -> Vec<&Section> {
    let mut judged = rows
        .values()
        .filter(|(_, report)| report.unjudged.is_none());
    let first = judged.next().into_iter();
    first
        .flat_map(|(_, report)| report.shown_sections())
        .collect()
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

fn table(rows: &Rows) -> String {
    let names = sections(rows).into_iter();
    let names: Vec<&str> = iter::once("form")
        .chain(names.map(|section| &*section.name))
        .collect();
    // Wide enough for the cells, too.
    let width = |name: &str| name.chars().count().max(7) + 2;
    let room = names.iter().map(|name| width(name)).sum::<usize>().max(59);
    let programs = rows
        .values()
        .map(|(_, report)| report.program.chars().count());
    let column = programs.max().unwrap_or(0).max("program".len());
    let row = |cells: &[&str]| {
        each(names.iter().zip(cells), |(name, cell)| {
            format!("{cell:>0$}", width(name))
        })
    };
    let line = |program: &str, cells: &str, points: &str| {
        format!("  {program:column$}{cells:room$.room$}{points:>8}\n")
    };
    let lines = each(rows.values(), |(_, report)| {
        let cells = cells(report);
        let cells = match &cells[..] {
            // The details are on the page.
            [sentence] => format!("  {}", sentence.split(';').next().unwrap_or_default()),
            cells => row(&cells.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        line(&report.program, &cells, &report.shown_points())
    });
    line("program", &row(&names), "points") + &lines
}

/// Plain numbers, since a spreadsheet takes 11/12 for a date: the total is in the heading.
fn csv(rows: &Rows) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\x22', "\"\""));
    let sections = sections(rows);
    let headings = each(&sections, |section| {
        quoted(&format!("{} of {}", section.name, section.total)) + ","
    });
    let lines = each(rows.values(), |(_, report)| {
        let mut numbers = vec![String::new(); sections.len() + 2];
        if report.unjudged.is_none() {
            let holds = report.shown_sections().map(|section| section.hold);
            let all = iter::once(report.differences()).chain(holds);
            let all = all.chain([report.rules().not_judged]);
            numbers = all.map(|number| number.to_string()).collect();
        }
        let remarks: Vec<&str> = report
            .unjudged
            .iter()
            .chain(&report.remarks)
            .map(|text| &**text)
            .collect();
        format!(
            "{},{},{},{}\n",
            quoted(&report.program),
            report.shown_points(),
            numbers.join(","),
            quoted(&remarks.join(" "))
        )
    });
    format!("program,points,form,{headings}not judged,remark\n{lines}")
}

/// A page with a line for each program, and the causes that several programs share.
fn index_page(rows: &Rows) -> String {
    let escape = report::escape;
    let sections = sections(rows);
    let headings = each(&sections, |section| {
        format!("<th>{}</th>", escape(&section.name))
    });
    let lines = each(rows.values(), |(file, report)| {
        let span = match report.unjudged {
            Some(_) => format!(" colspan=\"{}\"", sections.len() + 1),
            None => String::new(),
        };
        let cells = each(cells(report), |cell| {
            format!("<td{span}>{}</td>", escape(&cell))
        });
        format!(
            "<tr><td><a href=\"{file}.html\">{}</a></td><td>{}</td><td>{}</td>{cells}</tr>\n",
            escape(&report.program),
            report::bar(report.points() as usize),
            report.shown_points()
        )
    });
    let heading = format!("<th>program</th><th></th><th>points</th><th>form</th>{headings}");
    let table = format!("<table>\n<tr>{heading}</tr>\n{lines}</table>");
    let table = format!("<div class=\"wide\">{table}</div>\n");
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for cause in rows.values().flat_map(|(_, report)| &report.causes) {
        *causes.entry(&cause.title).or_default() += 1;
    }
    let mut causes: Vec<_> = causes.into_iter().filter(|(_, count)| *count > 1).collect();
    causes.sort_by_key(|&(_, count)| Reverse(count));
    let shared = each(causes.iter().take(MOST_SHARED), |(title, count)| {
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
    fn files_are_named_after_the_whole_path_and_never_alike() {
        let programs = ["a/b/game", "./a-b/game", "index", "/", "java -jar ../x.jar"];
        let programs = programs.map(OsString::from);
        let names = [0, 1, 2, 3, 4].map(|index| file_name(&programs, index));
        assert_eq!(
            names,
            ["a-b-game", "a-b-game-2", "index-2", "-2", "java-jar-x.jar"]
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
            (String::new(), Report { program, ..report })
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
                "  program     form   moving                                           points\n",
                "  a/game         0     9/18                                             50.0\n",
                "  b              0        –                                              0.0\n",
                "  c        cannot be judged: it answers nothing that the text has        0.0\n",
            ]
            .concat()
        );
    }
}
