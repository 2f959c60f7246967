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

/// The longest sentence in the table, in characters.
const SENTENCE: usize = 56;

/// The width of a score in the table.
const SCORE: usize = 7;

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
    let mut rows = BTreeMap::new();
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
            write_reports(options, &file, &report)?;
            let report = report.cleaned();
            rows.insert(index, Row { file, report });
            progress(rows.len());
            let rows: Vec<&Row> = rows.values().collect();
            write_file(&options.out, "grades.csv", csv(&rows).as_bytes())?;
            write_file(&options.out, "index.html", index_page(&rows).as_bytes())
        });
        if let Err(why) = written {
            failure.get_or_insert(why);
            cancel.store(true, Ordering::Relaxed);
        }
    });
    if let Some(why) = failure {
        return Err(why);
    }
    let rows: Vec<&Row> = rows.values().collect();
    let place = |name: &str| options.out.join(name).display().to_string();
    Ok(match rows[..] {
        [] => String::new(),
        _ => format!(
            "{}{}, {}\n",
            table(&rows),
            place("index.html"),
            place("grades.csv")
        ),
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

/// Writes the page and the JSON file of a program.
fn write_reports(options: &GradeOptions, file: &str, report: &Report) -> Result<(), Error> {
    for (format, ending) in [(Format::Html, "html"), (Format::Json, "json")] {
        let style = Style {
            format,
            brief: options.brief,
            ..Style::default()
        };
        let text = report.text(style, Look::default());
        write_file(&options.out, &format!("{file}.{ending}"), text.as_bytes())?;
    }
    Ok(())
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
    let names = sections(rows)
        .into_iter()
        .map(|section| section.name.clone());
    let names: Vec<String> = iter::once("form".to_owned()).chain(names).collect();
    let width = |name: &String| name.chars().count().max(SCORE);
    let room = names.iter().map(|name| width(name) + 2).sum::<usize>() - 2;
    let room = room.max(SENTENCE + 1);
    let programs = rows.iter().map(|row| row.report.program.chars().count());
    let column = programs.max().unwrap_or(0).max("program".len());
    let line = |program: &str, cells: &[String], points: &str| {
        // A sentence takes the place of all cells.
        let cells = if let [sentence] = cells {
            let cut: String = sentence.chars().take(SENTENCE).collect();
            if cut == *sentence { cut } else { cut + "…" }
        } else {
            let cells = names.iter().zip(cells);
            each(cells, |(name, cell)| format!("  {cell:>0$}", width(name)))[2..].to_owned()
        };
        format!("  {program:column$}  {cells:room$}  {points:>6}\n")
    };
    let lines = each(rows, |Row { report, .. }| {
        line(&report.program, &cells(report), &report.shown_points())
    });
    line("program", &names, "points") + &lines
}

/// Plain numbers, since a spreadsheet takes 11/12 for a date: the total is in the heading.
fn csv(rows: &[&Row]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\x22', "\"\""));
    let sections = sections(rows);
    let headings = each(&sections, |section| {
        quoted(&format!("{} of {}", section.name, section.total)) + ","
    });
    let lines = each(rows, |Row { report, .. }| {
        let mut numbers = vec![String::new(); sections.len() + 2];
        if report.unjudged.is_none() {
            let holds = report.shown_sections().map(|section| section.hold);
            let form = iter::once(report.differences());
            let numbers_of = form.chain(holds).chain([report.rules().not_judged]);
            numbers = numbers_of.map(|number| number.to_string()).collect();
        }
        let remarks = report.unjudged.iter().chain(&report.remarks);
        let remarks = each(remarks, |remark| format!(" {remark}"));
        format!(
            "{},{},{},{}\n",
            quoted(&report.program),
            report.shown_points(),
            numbers.join(","),
            quoted(remarks.trim_start())
        )
    });
    format!("program,points,form,{headings}not judged,remark\n{lines}")
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
    let heading = format!("<th>program</th><th></th><th>points</th><th>form</th>{headings}");
    let table = format!("<table>\n<tr>{heading}</tr>\n{lines}</table>");
    let table = format!("<div class=\"wide\">{table}</div>\n");
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
                "  program     form   moving                                           points\n",
                "  a/game         0     9/18                                             50.0\n",
                "  b              0        –                                              0.0\n",
                "  c        cannot be judged: it answers nothing that the text has        0.0\n",
            ]
            .concat()
        );
    }
}
