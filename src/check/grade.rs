//! Checks many programs: a table, a CSV file, an index page, and a page and a JSON file each.

use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::options::typed;
use super::report::{self, Format, Look, Report, Section, Style};
use super::{Error, Failure, Fixtures, Settings, Suite};
use crate::parallel;
use crate::store;

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
                unjudged: Some(format!("cannot be started: {}", why.brief())),
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
                write_summaries(options, &rows.values().collect::<Vec<_>>())
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

/// Splits a command line at blanks, unless it is the name of a file. Quotes keep blanks.
fn words(program: &OsString) -> Vec<OsString> {
    let Some(line) = program.to_str().filter(|_| !Path::new(program).exists()) else {
        return vec![program.clone()];
    };
    let mut words: Vec<OsString> = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    words
}

/// Names files after whole paths, each once.
fn file_names(programs: &[OsString]) -> Vec<String> {
    let mut used = HashSet::from(["index".to_owned()]);
    let name = |program: &OsString| {
        let path = program.to_string_lossy();
        let plain = |c: char| c.is_alphanumeric() || "._".contains(c);
        let parts = path
            .split(|c| !plain(c))
            .filter(|part| !part.is_empty() && *part != ".");
        let name: String = parts
            .collect::<Vec<_>>()
            .join("-")
            .chars()
            .take(100)
            .collect();
        let mut numbered = name.clone();
        for number in 2.. {
            if !numbered.is_empty() && used.insert(numbered.clone()) {
                break;
            }
            numbered = format!("{name}-{number}");
        }
        numbered
    };
    programs.iter().map(name).collect()
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

/// Writes the files about all programs.
fn write_summaries(options: &GradeOptions, rows: &[&Row]) -> Result<(), Error> {
    write_file(options, "grades.csv", &csv(rows))?;
    write_file(options, "index.html", &index(rows))
}

fn write_file(options: &GradeOptions, name: &str, text: &str) -> Result<(), Error> {
    let path = options.out.join(name);
    let made = fs::create_dir_all(&options.out);
    let written = made.and_then(|()| store::save(&path, text.as_bytes()));
    written.map_err(|why| Error::Export(path.display().to_string(), why))
}

/// The sections of the first program that has any, random sessions last: those of all programs.
fn sections<'a>(rows: &[&'a Row]) -> Vec<&'a Section> {
    let judged = rows.iter().find(|row| row.report.unjudged.is_none());
    judged.map_or_else(Vec::new, |row| all_sections(&row.report).collect())
}

fn all_sections(report: &Report) -> impl Iterator<Item = &Section> {
    let sections = report.sections.iter().chain([&report.random]);
    sections.filter(|section| section.total > 0)
}

/// The score of a section in a table; a dash if nothing in it could be judged.
fn score(section: &Section) -> String {
    match section {
        _ if section.not_judged == section.total => "–".to_owned(),
        _ => format!("{}/{}", section.hold, section.total),
    }
}

fn table(rows: &[&Row]) -> String {
    let sections = sections(rows).into_iter();
    let heading = ["program", "form"].map(str::to_owned).into_iter();
    let heading = heading.chain(sections.map(|section| section.name.clone()));
    let mut lines = vec![
        heading
            .chain(["points".to_owned()])
            .collect::<Vec<String>>(),
    ];
    for Row { report, .. } in rows {
        let mut line = vec![report.program.clone()];
        if let Some(why) = &report.unjudged {
            line.push(why.clone());
        } else {
            line.push(report.differences().to_string());
            line.extend(all_sections(report).map(score));
        }
        line.push(report.shown_points());
        lines.push(line);
    }
    let columns = lines[0].len();
    let cell = |line: &Vec<String>, column: usize| line[column].chars().count();
    let whole = || lines.iter().filter(|line| line.len() == columns);
    let width = |column| whole().map(|line| cell(line, column)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(width).collect();
    widths[0] = lines.iter().map(|line| cell(line, 0)).max().unwrap_or(0);
    // A sentence takes the columns between the first and the last.
    let between: usize = widths[1..columns - 1].iter().map(|width| width + 2).sum();
    let mut text = String::new();
    for line in &lines {
        // Writing to a string cannot fail.
        let _ = write!(text, "  {:1$}", line[0], widths[0]);
        if line.len() == columns {
            for (cell, width) in line.iter().zip(&widths).skip(1) {
                let _ = write!(text, "  {cell:>width$}");
            }
        } else {
            let (room, points) = (between.max(42) - 2, widths[columns - 1]);
            let mut sentence: String = line[1].chars().take(room).collect();
            if sentence != line[1] {
                sentence.pop();
                sentence.push('…');
            }
            let _ = write!(text, "  {sentence:room$}  {:>points$}", line[2]);
        }
        text.push('\n');
    }
    text
}

/// Plain numbers, since a spreadsheet takes 11/12 for a date: the total is in the heading.
fn csv(rows: &[&Row]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let sections = sections(rows);
    let mut text = "program,points,form".to_owned();
    for section in &sections {
        let _ = write!(
            text,
            ",{}",
            quoted(&format!("{} of {}", section.name, section.total))
        );
    }
    text.push_str(",not judged,remark\n");
    for Row { report, .. } in rows {
        let _ = write!(
            text,
            "{},{}",
            quoted(&report.program),
            report.shown_points()
        );
        if let Some(why) = &report.unjudged {
            text.push_str(&",".repeat(sections.len() + 2));
            let _ = write!(text, ",{}", quoted(why));
        } else {
            let _ = write!(text, ",{}", report.differences());
            for section in all_sections(report) {
                let _ = write!(text, ",{}", section.hold);
            }
            let remarks = report.remarks.join(" ");
            let _ = write!(text, ",{},{}", report.rules().not_judged, quoted(&remarks));
        }
        text.push('\n');
    }
    text
}

/// A page with a line for each program, and the causes that most programs share.
fn index(rows: &[&Row]) -> String {
    let escape = report::escape;
    let count = rows.len();
    let programs = if count == 1 { "program" } else { "programs" };
    let mut body = format!("<header>\n<h1>{count} {programs}</h1>\n</header>\n");
    body.push_str("<section id=\"grades\" class=\"wide\">\n<table>\n<tr><th>program</th><th>points</th><th></th><th>form</th>");
    let sections = sections(rows);
    for section in &sections {
        let _ = write!(body, "<th>{}</th>", escape(&section.name));
    }
    body.push_str("</tr>\n");
    for Row { file, report } in rows {
        let program = escape(&report.program);
        let bar = report::bar(report.points() / 100.0, report.points() >= 100.0);
        let points = report.shown_points();
        let _ = write!(
            body,
            "<tr><td><a href=\"{file}.html\">{program}</a></td><td>{bar}</td><td>{points}</td>"
        );
        if let Some(why) = &report.unjudged {
            let columns = sections.len() + 1;
            let _ = write!(body, "<td colspan=\"{columns}\">{}</td>", escape(why));
        } else {
            let _ = write!(body, "<td>{}</td>", report.differences());
            for section in all_sections(report) {
                let _ = write!(body, "<td>{}</td>", score(section));
            }
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</table>\n</section>\n");
    let mut causes: BTreeMap<&str, usize> = BTreeMap::new();
    for cause in rows.iter().flat_map(|row| &row.report.causes) {
        *causes.entry(&cause.title).or_default() += 1;
    }
    let mut causes: Vec<_> = causes.into_iter().filter(|(_, count)| *count > 1).collect();
    causes.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    if !causes.is_empty() {
        body.push_str(
            "<section id=\"shared\">\n<h2>Faults that several programs share</h2>\n<ul>\n",
        );
        for (title, count) in causes.iter().take(20) {
            let _ = writeln!(
                body,
                "<li>{} <small>{count} programs</small></li>",
                report::inline(title)
            );
        }
        body.push_str("</ul>\n</section>\n");
    }
    report::page("game grade", &body)
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
    fn columns_are_aligned_and_long_reasons_cut() {
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
            "  program  form  moving  points\n  \
               a/game      0    9/18    50.0\n  \
               b           0       –     0.0\n  \
               c        cannot be judged: it answers nothing th…     0.0\n"
        );
    }
}
