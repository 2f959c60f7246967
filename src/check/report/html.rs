//! The report as one self-contained page.

use std::fmt::Write;

use super::{Cause, FormEntry, Report, Section, SessionLine, counted, grouped};

/// The style sheet of all pages.
const CSS: &str = include_str!("page.css");

/// How many causes are open when the page is opened.
const OPEN: usize = 3;

/// Draws a saved game as SVG, marking the squares that differ from another one.
pub(super) type Picture = fn(&str, Option<&str>) -> Option<String>;

/// Replaces the characters that mean something in HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}

/// A whole page around its body.
#[must_use]
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// A bar that is filled up to a share, full only if `holds`.
#[must_use]
pub fn bar(share: f64, holds: bool) -> String {
    let percent = if holds {
        100
    } else {
        ((share * 100.0) as u32).min(99)
    };
    let class = if holds { "bar full" } else { "bar" };
    format!("<div class=\"{class}\"><div style=\"width:{percent}%\"></div></div>")
}

pub(super) fn text(report: &Report, picture: Picture) -> String {
    let mut body = String::new();
    header(&mut body, report);
    if report.unjudged.is_none() {
        rules(&mut body, report);
        causes(&mut body, report, picture);
        form(&mut body, report);
    }
    remarks(&mut body, report);
    page(&format!("{} · game check", report.program), &body)
}

// Writing to a string cannot fail, so its results are ignored here.

fn header(out: &mut String, report: &Report) {
    let _ = write!(
        out,
        "<header>\n<h1>{}</h1>\n<p class=\"scope\">{}</p>\n",
        escape(&report.program),
        escape(&report.scope())
    );
    let points = report.shown_points();
    let _ = writeln!(out, "<p id=\"points\"><b>{points}</b> of 100 points</p>");
    if let Some(why) = &report.unjudged {
        let _ = writeln!(out, "<p class=\"alert\">It {}</p>", escape(why));
    } else if report.interrupted {
        out.push_str("<p class=\"alert\">Interrupted: not everything was tried.</p>\n");
    } else if report.holds() {
        out.push_str("<p class=\"good\">Nothing to fix: everything holds.</p>\n");
    }
    out.push_str("</header>\n");
}

fn rules(out: &mut String, report: &Report) {
    out.push_str("<section id=\"rules\">\n<h2>Rules</h2>\n");
    out.push_str(
        "<p>What the program does. A case is a session that was typed into it; each answer counts.</p>\n",
    );
    out.push_str("<table>\n<tr><th>section</th><th></th><th>cases</th><th>answers</th></tr>\n");
    let row = |out: &mut String, class: &str, section: &Section| {
        let bar = bar(section.share(), section.holds());
        let _ = writeln!(
            out,
            "<tr{class}><td>{}</td><td>{bar}</td><td>{}</td><td>{} of {}</td></tr>",
            escape(&section.name),
            section.score(),
            grouped(section.answers_right),
            grouped(section.answers_total)
        );
    };
    for section in report.sections.iter().filter(|section| section.total > 0) {
        row(out, "", section);
    }
    row(
        out,
        " class=\"sum\"",
        &Section {
            name: "all".to_owned(),
            ..report.rules()
        },
    );
    if report.random.total > 0 {
        row(out, " class=\"random\"", &report.random);
    }
    out.push_str("</table>\n</section>\n");
}

fn form(out: &mut String, report: &Report) {
    out.push_str("<section id=\"form\">\n<h2>Form</h2>\n");
    let summary = report.form_summary();
    let _ = writeln!(out, "<p>How the program speaks: {}.</p>", escape(&summary));
    for entry in &report.form {
        form_entry(out, entry);
    }
    out.push_str("</section>\n");
}

fn form_entry(out: &mut String, entry: &FormEntry) {
    let (class, kind) = if entry.note {
        ("note", "note: ")
    } else {
        ("difference", "")
    };
    let _ = writeln!(
        out,
        "<details class=\"{class}\"><summary><span>{kind}{}</span> <small>{} {}</small></summary>",
        inline(&entry.title),
        grouped(entry.count),
        entry.unit
    );
    if !entry.about.is_empty() {
        let _ = writeln!(out, "<blockquote>{}</blockquote>", escape(&entry.about));
    }
    let example = [
        SessionLine::Expected(entry.expected.clone()),
        SessionLine::Actual(entry.actual.clone()),
    ];
    session(out, &example);
    out.push_str("</details>\n");
}

fn causes(out: &mut String, report: &Report, picture: Picture) {
    if report.causes.is_empty() {
        return;
    }
    out.push_str("<section id=\"causes\">\n<h2>What to fix</h2>\n");
    let number = counted(report.causes.len(), "cause", "causes");
    let _ = writeln!(
        out,
        "<p>{number}, the most frequent first, each with the shortest session that shows it. \
         <span class=\"expected\">− expected</span> <span class=\"actual\">+ printed</span></p>"
    );
    for (index, cause) in report.causes.iter().enumerate() {
        let open = if index < OPEN { " open=\"open\"" } else { "" };
        let _ = writeln!(
            out,
            "<details class=\"cause\" id=\"cause-{}\"{open}><summary><span>{}</span> \
             <small>explains {}</small></summary>",
            index + 1,
            inline(&cause.title),
            cause.extent()
        );
        if !cause.about.is_empty() {
            let _ = writeln!(out, "<blockquote>{}</blockquote>", escape(&cause.about));
        }
        out.push_str("<div class=\"evidence\">\n");
        session(out, &cause.session);
        boards(out, cause, picture);
        out.push_str("</div>\n");
        if !cause.case.is_empty() {
            let _ = writeln!(out, "<p class=\"case\">seen in {}</p>", escape(&cause.case));
        }
        out.push_str("</details>\n");
    }
    out.push_str("</section>\n");
}

fn session(out: &mut String, lines: &[SessionLine]) {
    if lines.is_empty() {
        return;
    }
    out.push_str("<pre>");
    for line in lines {
        let (class, text) = match line {
            SessionLine::Same(text) => ("", typed(text)),
            SessionLine::Expected(_) => ("expected", escape(&line.to_string())),
            SessionLine::Actual(_) => ("actual", escape(&line.to_string())),
        };
        if class.is_empty() {
            let _ = writeln!(out, "{text}");
        } else {
            let _ = writeln!(out, "<span class=\"{class}\">{text}</span>");
        }
    }
    out.push_str("</pre>\n");
}

/// Emphasises what was typed after a prompt or to the shell.
fn typed(line: &str) -> String {
    let prompt = ["$ ", "> "].iter().find_map(|end| {
        let (prompt, typed) = line.split_once(end)?;
        (*end == "> " || prompt.is_empty()).then(|| (format!("{prompt}{end}"), typed))
    });
    match prompt {
        Some((prompt, typed)) => format!("{}<b>{}</b>", escape(&prompt), escape(typed)),
        None => escape(line),
    }
}

/// Sets what is quoted in backticks as code.
#[must_use]
pub fn inline(text: &str) -> String {
    let mut out = String::new();
    let parts: Vec<&str> = text.split('`').collect();
    for (index, part) in parts.iter().enumerate() {
        match index % 2 {
            1 if index + 1 < parts.len() => {
                let _ = write!(out, "<code>{}</code>", escape(part));
            }
            1 => {
                let _ = write!(out, "`{}", escape(part));
            }
            _ => out.push_str(&escape(part)),
        }
    }
    out
}

/// Draws the saved games of a session, and those that it compares.
fn boards(out: &mut String, cause: &Cause, picture: Picture) {
    let mut figures = Vec::new();
    for (name, content) in &cause.positions {
        figures.extend(picture(content, None).map(|svg| (name.clone(), svg)));
    }
    let is_command = |line: &SessionLine| line.text().starts_with("$ ");
    for part in cause.session.chunk_by(|_, next| !is_command(next)) {
        let [command, shown @ ..] = part else {
            continue;
        };
        let Some(name) = command.text().strip_prefix("$ cat ") else {
            continue;
        };
        let version = |other: fn(&SessionLine) -> bool| -> String {
            let lines = shown.iter().filter(|line| !other(line));
            lines.flat_map(|line| [line.text(), "\n"]).collect()
        };
        let expected = version(|line| matches!(line, SessionLine::Actual(_)));
        let actual = version(|line| matches!(line, SessionLine::Expected(_)));
        if expected != actual {
            let drawn = picture(&expected, Some(&actual));
            figures.extend(drawn.map(|svg| (format!("{name}, expected"), svg)));
            let drawn = picture(&actual, Some(&expected));
            figures.extend(drawn.map(|svg| (format!("{name}, as saved (red: differs)"), svg)));
        }
    }
    if figures.is_empty() {
        return;
    }
    out.push_str("<div class=\"boards\">\n");
    for (name, svg) in figures {
        let name = escape(&name);
        let _ = writeln!(out, "<figure>{svg}<figcaption>{name}</figcaption></figure>");
    }
    out.push_str("</div>\n");
}

fn remarks(out: &mut String, report: &Report) {
    if report.remarks.is_empty() {
        return;
    }
    out.push_str("<section id=\"remarks\">\n<h2>About this check</h2>\n<ul>\n");
    for remark in &report.remarks {
        let _ = writeln!(out, "<li>{}</li>", escape(remark));
    }
    out.push_str("</ul>\n</section>\n");
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    /// The names of the open elements must match those that are closed.
    fn assert_well_formed(page: &str) {
        let mut open: Vec<&str> = Vec::new();
        for part in page.split('<').skip(1) {
            let (tag, text) = part.split_once('>').expect("a tag ends");
            assert!(!text.contains('>'), "{text}");
            let name = tag
                .split([' ', '/'])
                .find(|name| !name.is_empty())
                .expect("a name");
            match tag {
                _ if tag.starts_with('!') || tag.ends_with('/') => {}
                _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "{tag}"),
                _ => open.push(name),
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn the_page_is_well_formed_and_refers_to_nothing_outside() {
        let page = text(&sample(), |_, _| None);
        assert_well_formed(&page);
        for id in [
            "points", "rules", "form", "causes", "cause-1", "cause-4", "remarks",
        ] {
            assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
        }
        assert!(page.contains("<blockquote>A.2: &quot;It ends &lt;here&gt; &amp; now.&quot;"));
        assert!(page.contains("toy&gt; <b>:end</b>\n<span class=\"expected\">- No</span>"));
        for outside in ["http", "src=", "url(", "@import", "<link", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn saved_games_are_drawn_and_those_that_differ_twice() {
        let mut report = sample();
        let line = str::to_owned;
        report.causes[0].positions = vec![(line("before"), line("1"))];
        report.causes[0].session = vec![
            SessionLine::Same(line("$ cat after")),
            SessionLine::Same(line("first")),
            SessionLine::Expected(line("2")),
            SessionLine::Actual(line("3")),
        ];
        let page = text(&report, |content, other| {
            let other = other.unwrap_or_default();
            Some(format!("[{content}|{other}]").replace('\n', " "))
        });
        for drawn in ["[1|]", "[first 2 |first 3 ]", "[first 3 |first 2 ]"] {
            assert_eq!(page.matches(drawn).count(), 1, "{drawn}");
        }
    }
}
