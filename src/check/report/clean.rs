//! Makes a report safe to print: bounded in size, without characters that control a terminal or are
//! invalid in XML.

use super::{Cause, Report, SessionLine, counted, html};
use crate::games;
use crate::repl::console::steers;

/// The longest line that a program or a file can put into a report, in characters.
const LINE: usize = 200;

/// The most bytes of all causes in the longest format. Where they are too long, sessions go before
/// causes.
const CAUSES: usize = 120_000;

impl Report {
    /// A copy that every format can print.
    #[must_use]
    pub(in crate::check) fn cleaned(&self) -> Report {
        let mut report = self.clone();
        let about = |text: &str| clean(&text.replace("Course text ", ""), usize::MAX);
        let mut texts: Vec<&mut String> = vec![&mut report.program];
        texts.extend(report.suites.iter_mut().chain(&mut report.unjudged));
        texts.extend(report.sections.iter_mut().map(|section| &mut section.name));
        texts.extend(&mut report.remarks);
        for entry in &mut report.form {
            texts.push(&mut entry.title);
            for examples in [&mut entry.expected, &mut entry.actual] {
                let lines: Vec<String> =
                    examples.split('\n').map(|line| clean(line, LINE)).collect();
                *examples = lines.join("\n");
            }
            entry.about = about(&entry.about);
        }
        for cause in &mut report.causes {
            texts.extend([&mut cause.title, &mut cause.case]);
            cause.about = about(&cause.about);
            texts.extend(cause.session.iter_mut().map(SessionLine::text_mut));
        }
        for text in texts {
            *text = clean(text, LINE);
        }
        // JSON needs up to 100 bytes around each line of a session.
        let size = |cause: &Cause| {
            html::cause("", cause, games::picture).len() + 100 * cause.session.len()
        };
        let bare = |cause: &Cause| {
            size(&Cause {
                session: Vec::new(),
                ..cause.clone()
            })
        };
        let mut room = CAUSES;
        let mut fits = |size| {
            let left = room.checked_sub(size);
            room = left.unwrap_or(room);
            left.is_some()
        };
        let all = report.causes.len();
        let told = (report.causes.iter()).take_while(|&cause| fits(bare(cause)));
        let told = told.count();
        report.causes.truncate(told);
        let mut cut = 0;
        for cause in &mut report.causes {
            if !fits(size(cause) - bare(cause)) {
                cause.session.clear();
                cut += 1;
            }
        }
        for (count, one, many) in [
            (all - told, "more cause is", "more causes are"),
            (cut, "long session is", "long sessions are"),
        ] {
            if count > 0 {
                let text = counted(count, one, many) + " left out of this report";
                report.remarks.push(text);
            }
        }
        report
    }
}

/// Replaces characters that must not be printed by `�` and cuts what is too long.
fn clean(text: &str, most: usize) -> String {
    let is_bad = |c: char| steers(c) || c as u32 & 0xfffe == 0xfffe;
    let shown = text.chars().take(most);
    let shown: String = shown
        .map(|c| if is_bad(c) { '\u{fffd}' } else { c })
        .collect();
    match text.chars().count().saturating_sub(most) {
        0 => shown,
        more => format!("{shown}… ({more} more characters)"),
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum;

    use super::super::tests::sample;
    use super::super::{Format, Look, Style};
    use super::*;

    #[test]
    fn text_is_cut_and_cannot_control_anything() {
        let text = "a\u{1b}[2J\u{202e}\u{fffe}\u{ffff}\0\t".to_owned() + &"x".repeat(200);
        let text = clean(&text, 20);
        let shown = "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
        assert!(text.starts_with(shown), "{text:?}");
        assert!(text.ends_with("x… (190 more characters)"), "{text:?}");
    }

    #[test]
    fn every_report_of_a_flood_is_short_and_harmless() {
        let mut report = sample();
        let dirt = "\u{1b}]0;&<\"'>\u{202e}\u{ffff}".repeat(50);
        for entry in &mut report.form {
            (entry.title, entry.actual) = (dirt.clone(), dirt.clone());
        }
        let mut cause = report.causes[0].clone();
        cause.title.clone_from(&dirt);
        cause.session = vec![SessionLine::Actual(dirt.clone()); 50];
        report.causes = vec![cause; 300];
        report.program.clone_from(&dirt);
        report.remarks.push(dirt);
        for &format in Format::value_variants() {
            let style = Style {
                format,
                all: true,
                ..Style::default()
            };
            let text = report.text(style, Look::default());
            assert!(text.len() < 200_000, "{format:?}: {}", text.len());
            let is_bad = |c: char| c != '\n' && steers(c) || c == '\u{ffff}';
            assert!(!text.contains(is_bad), "{format:?}");
            assert!(text.contains("left out"), "{format:?}");
        }
    }

    #[test]
    fn long_sessions_go_before_causes() {
        let mut report = sample();
        let mut cause = report.causes[0].clone();
        cause.session = vec![SessionLine::Actual("x".repeat(150)); 60];
        report.causes = vec![cause; 40];
        let report = report.cleaned();
        assert_eq!(report.causes.len(), 40);
        assert!(!report.causes[0].session.is_empty());
        assert!(report.causes[39].session.is_empty());
    }
}
