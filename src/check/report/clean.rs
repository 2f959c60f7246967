//! Makes a report safe to print: bounded in size, without characters that control a terminal or are
//! invalid in XML.

use std::mem::discriminant;

use super::{FormEntry, Report, SessionLine, counted};
use crate::repl::console::steers;

/// The longest line of a session, in characters.
const LINE: usize = 160;

/// The longest sentence, in characters.
const SENTENCE: usize = 300;

/// The longest run of lines that agree, and of lines that differ.
const RUN: [usize; 2] = [40, 12];

/// The most lines of a session.
const SESSION: usize = 100;

/// The most formal deviations.
const ENTRIES: usize = 24;

/// The most bytes that the causes may need in any format.
const CAUSES: usize = 120_000;

impl Report {
    /// A copy that every format can print.
    #[must_use]
    pub(in crate::check) fn cleaned(&self) -> Report {
        let mut report = self.clone();
        clean(&mut report.program, SENTENCE);
        let texts = report.suites.iter_mut().chain(&mut report.unjudged);
        for text in texts.chain(&mut report.remarks) {
            clean(text, SENTENCE);
        }
        for section in &mut report.sections {
            clean(&mut section.name, LINE);
        }
        report.form.truncate(ENTRIES);
        for FormEntry {
            title,
            about,
            expected,
            actual,
            ..
        } in &mut report.form
        {
            clean(title, SENTENCE);
            clean(about, SENTENCE);
            clean(expected, LINE);
            clean(actual, LINE);
        }
        for cause in &mut report.causes {
            clean(&mut cause.title, SENTENCE);
            cause.about = cause.about.replace("Course text ", "");
            clean(&mut cause.about, SENTENCE);
            clean(&mut cause.case, SENTENCE);
            cause.session = shortened(&cause.session);
            for line in &mut cause.session {
                clean(line.text_mut(), LINE);
            }
        }
        let mut room = CAUSES;
        let all = report.causes.len();
        let fits = report.causes.iter().take_while(|cause| {
            let lines = cause
                .session
                .iter()
                .map(|line| 100 + escaped_len(line.text()));
            let size = lines.sum::<usize>()
                + 2 * escaped_len(&cause.title)
                + 2 * escaped_len(&cause.about)
                + 5_000 * cause.positions.len();
            let fits = size <= room;
            room = room.saturating_sub(size);
            fits
        });
        let fits = fits.count();
        report.causes.truncate(fits);
        if fits < all {
            let left_out = counted(all - fits, "more cause is", "more causes are");
            report
                .remarks
                .push(format!("{left_out} left out of this report"));
        }
        report
    }
}

/// The length in the format that needs most.
fn escaped_len(text: &str) -> usize {
    let marked = text
        .bytes()
        .filter(|byte| b"&<>\"'\\".contains(byte))
        .count();
    text.len() + 5 * marked
}

/// Replaces characters that must not be printed by `�` and cuts what is too long.
fn clean(text: &mut String, most: usize) {
    let is_bad = |c: char| steers(c) || c as u32 & 0xfffe == 0xfffe;
    let length = text.chars().count();
    let shown = text.chars().take(most);
    let shown: String = shown
        .map(|c| if is_bad(c) { '\u{fffd}' } else { c })
        .collect();
    *text = match length.saturating_sub(most) {
        0 => shown,
        more => format!("{shown}… ({more} more characters)"),
    };
}

/// Leaves out the middle of long runs of lines.
fn shortened(session: &[SessionLine]) -> Vec<SessionLine> {
    let mut lines = Vec::new();
    for run in session.chunk_by(|one, two| discriminant(one) == discriminant(two)) {
        let most = match run {
            [SessionLine::Same(_), ..] => RUN[0],
            _ => RUN[1],
        };
        if run.len() <= most {
            lines.extend_from_slice(run);
            continue;
        }
        let mut middle = run[most / 2].clone();
        *middle.text_mut() = format!("… {} more lines …", run.len() - most);
        lines.extend_from_slice(&run[..most / 2]);
        lines.push(middle);
        lines.extend_from_slice(&run[run.len() - most / 2..]);
    }
    lines.truncate(SESSION);
    lines
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::super::{Format, Look, Style};
    use super::*;

    #[test]
    fn text_is_cut_and_cannot_control_anything() {
        let mut text = "a\u{1b}[2J\u{202e}\u{fffe}\u{ffff}\0\t".to_owned() + &"x".repeat(200);
        clean(&mut text, 20);
        let shown = "a\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
        assert!(text.starts_with(shown), "{text:?}");
        assert!(text.ends_with("x… (190 more characters)"), "{text:?}");
    }

    #[test]
    fn long_runs_of_lines_lose_their_middle() {
        let flood: Vec<_> = (0..1000)
            .map(|n| SessionLine::Actual(n.to_string()))
            .collect();
        let lines = shortened(&flood);
        assert_eq!(lines.len(), 13);
        assert_eq!(
            lines[6],
            SessionLine::Actual("… 988 more lines …".to_owned())
        );
        assert_eq!(lines[12], flood[999]);
    }

    #[test]
    fn every_report_of_a_flood_is_short_and_harmless() {
        let mut report = sample();
        let dirt = "\u{1b}]0;&<\"'>\u{202e}\u{ffff}".repeat(50);
        let mut entry = report.form[0].clone();
        (entry.title, entry.actual) = (dirt.clone(), dirt.clone());
        report.form = vec![entry; 100];
        let mut cause = report.causes[0].clone();
        cause.title.clone_from(&dirt);
        cause.session = vec![SessionLine::Actual(dirt.clone()); 1000];
        report.causes = vec![cause; 300];
        report.program.clone_from(&dirt);
        report.remarks.push(dirt);
        for format in [
            Format::Human,
            Format::Json,
            Format::Junit,
            Format::Html,
            Format::Gradescope,
        ] {
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
}
