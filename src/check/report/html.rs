//! The report as one self-contained page.

use super::{Cause, Report, SessionLine, counted, each, number};

/// The style sheet of all pages.
const CSS: &str = include_str!("page.css");

/// The number of causes that are open when the page is opened.
const OPEN: usize = 3;

/// Draws a saved game as SVG, marking the squares that differ from another one.
type Picture = fn(&[u8], &[u8]) -> Option<String>;

/// Escapes the characters that have a meaning in HTML.
#[must_use]
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// Returns a page with this body.
#[must_use]
pub fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// Returns a section of a page with its heading; nothing if it is empty.
#[must_use]
pub fn part(id: &str, heading: &str, content: &str) -> String {
    if content.is_empty() {
        return String::new();
    }
    format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{content}</section>\n")
}

/// Returns a bar that is filled to this percentage.
#[must_use]
pub fn bar(percent: usize) -> String {
    let full = if percent == 100 { " full" } else { "" };
    format!("<div class=\"bar{full}\"><div style=\"width:{percent}%\"></div></div>")
}

/// Shows text in backticks as code.
#[must_use]
pub fn inline(text: &str) -> String {
    let text = escape(text);
    each(text.split('`').enumerate(), |(index, part)| {
        match index % 2 {
            0 => part.to_owned(),
            _ => format!("<code>{part}</code>"),
        }
    })
}

pub(super) fn text(report: &Report, picture: Picture) -> String {
    let alert = match &report.unjudged {
        Some(why) => format!("<p class=\"alert\">It {}</p>\n", escape(why)),
        None if report.holds() => {
            "<p class=\"good\">Nothing to fix: everything holds.</p>\n".to_owned()
        }
        None => String::new(),
    };
    let header = format!(
        "<header>\n<h1>{}</h1>\n<p class=\"scope\">{}</p>\n\
         <p id=\"points\"><b>{}</b> of 100 points</p>\n{alert}</header>\n",
        escape(&report.program),
        escape(&report.scope()),
        report.shown_points()
    );
    let mut body = vec![header];
    if report.unjudged.is_none() {
        body.extend([rules(report), form(report), causes(report, picture)]);
    }
    let remarks = report.remarks.iter();
    let remarks = each(remarks, |remark| format!("<p>{}</p>\n", escape(remark)));
    body.push(part("remarks", "About this check", &remarks));
    page(&format!("{} · game check", report.program), &body.concat())
}

fn rules(report: &Report) -> String {
    let rows = each(report.shown_sections(), |section| {
        format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{} of {}</td></tr>\n",
            escape(&section.name),
            bar(section.filled(100)),
            section.score(),
            number(section.answers_right),
            number(section.answers_total)
        )
    });
    let content = format!(
        "<p>What the program does: {}. A case is a session that was typed into it.</p>\n\
         <table>\n<tr><th>section</th><th></th><th>cases</th><th>answers</th></tr>\n{rows}</table>\n",
        report.rules_summary()
    );
    part("rules", "Rules", &content)
}

fn form(report: &Report) -> String {
    let entries = each(&report.form, |entry| {
        let class = if entry.note { "note" } else { "difference" };
        let attributes = format!("class=\"{class}\"");
        let (title, count) = entry.heading();
        details(
            &attributes,
            &title,
            &count,
            &entry.about,
            &session(&entry.examples()),
        )
    });
    let content = format!(
        "<p>How the program speaks: {}.</p>\n{entries}",
        report.form_summary()
    );
    part("form", "Form", &content)
}

fn causes(report: &Report, picture: Picture) -> String {
    let causes = each(report.causes.iter().enumerate(), |(index, cause)| {
        let open = if index < OPEN { " open=\"open\"" } else { "" };
        let attributes = format!("class=\"cause\" id=\"cause-{}\"{open}", index + 1);
        let evidence = format!(
            "<div class=\"evidence\">\n{}{}</div>\n<p class=\"case\">seen in {}</p>\n",
            session(&cause.session),
            boards(cause, picture),
            escape(&cause.case)
        );
        let extent = format!("explains {}", cause.extent());
        details(&attributes, &cause.title, &extent, &cause.about, &evidence)
    });
    if causes.is_empty() {
        return causes;
    }
    let number = counted(report.causes.len(), "cause");
    let content = format!(
        "<p>{number}, the most frequent first, each with the shortest session that shows it. \
         <span class=\"expected\">− expected</span> <span class=\"actual\">+ printed</span></p>\n{causes}"
    );
    part("causes", "What to fix", &content)
}

/// Formats an entry that can be opened.
fn details(attributes: &str, title: &str, extent: &str, about: &str, evidence: &str) -> String {
    let about = match about {
        "" => String::new(),
        about => format!("<blockquote>{}</blockquote>\n", escape(about)),
    };
    format!(
        "<details {attributes}><summary><span>{}</span> <small>{extent}</small></summary>\n\
         {about}{evidence}</details>\n",
        inline(title)
    )
}

fn session(lines: &[SessionLine]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let line = |line: &SessionLine| {
        let text = escape(&line.to_string());
        match line {
            SessionLine::Same(_) => text + "\n",
            SessionLine::Expected(_) => format!("<span class=\"expected\">{text}</span>\n"),
            SessionLine::Actual(_) => format!("<span class=\"actual\">{text}</span>\n"),
        }
    };
    format!("<pre>{}</pre>\n", each(lines, line))
}

/// Draws the saved games of a session. One that differs from the expected one is drawn beside it.
fn boards(cause: &Cause, picture: Picture) -> String {
    let mut figures = String::new();
    let mut draw = |caption: String, content: &str, other: &str| {
        if let Some(svg) = picture(content.as_bytes(), other.as_bytes()) {
            let caption = escape(&caption);
            let caption = format!("<figcaption>{caption}</figcaption>");
            figures.extend(["<figure>", &svg, &caption, "</figure>\n"]);
        }
    };
    for (at, line) in cause.session.iter().enumerate() {
        let Some(name) = line.text().strip_prefix("$ cat ") else {
            continue;
        };
        let name = name.trim_start_matches("> ");
        let below = cause.session[at + 1..].iter();
        let below = below.take_while(|line| !line.text().starts_with("$ "));
        let file = |is_other: fn(&SessionLine) -> bool| {
            let lines = below.clone().filter(|line| !is_other(line));
            each(lines, |line| format!("{}\n", line.text()))
        };
        let due = file(|line| matches!(line, SessionLine::Actual(_)));
        let is = file(|line| matches!(line, SessionLine::Expected(_)));
        if due == is {
            draw(name.to_owned(), &due, &is);
        } else {
            draw(format!("{name}, expected"), &due, &is);
            draw(format!("{name}, as saved (red: differs)"), &is, &due);
        }
    }
    match figures.as_str() {
        "" => figures,
        _ => format!("<div class=\"boards\">\n{figures}</div>\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    /// Checks that every element is closed.
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
    fn the_page_is_well_formed_and_self_contained() {
        let page = text(&sample(), |_, _| None);
        assert_well_formed(&page);
        for id in [
            "points", "rules", "form", "causes", "cause-1", "cause-4", "remarks",
        ] {
            assert_eq!(page.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
        }
        assert!(page.contains("<blockquote>A.2: &quot;It ends &lt;here&gt; &amp; now.&quot;"));
        assert!(page.contains("toy&gt; :end\n<span class=\"expected\">- No</span>"));
        for outside in ["http", "src=", "url(", "@import", "<link", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }

    #[test]
    fn saved_games_are_drawn_and_those_that_differ_twice() {
        let mut report = sample();
        let line = str::to_owned;
        report.causes[0].session = vec![
            SessionLine::Same(line("$ cat > before")),
            SessionLine::Same(line("1")),
            SessionLine::Same(line("$ cat after")),
            SessionLine::Same(line("first")),
            SessionLine::Expected(line("2")),
            SessionLine::Actual(line("3")),
        ];
        let page = text(&report, |content, other| {
            let texts = [content, other].map(String::from_utf8_lossy);
            Some(format!("[{}]", texts.join("|")).replace('\n', " "))
        });
        for drawn in ["[1 |1 ]", "[first 2 |first 3 ]", "[first 3 |first 2 ]"] {
            assert_eq!(page.matches(drawn).count(), 1, "{drawn}");
        }
    }
}
