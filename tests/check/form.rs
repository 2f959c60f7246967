//! Formal deviations are learnt, reported once and then allowed.

use std::fs;
use std::path::Path;

use game::check::report::{Kind, SessionLine};
use game::check::{End, Report, Run};

use crate::programs::{
    CASES, CASES_AND_SESSIONS, Player, SLIPS, changed, converse, in_form, ours, printing, report,
    titles,
};

fn ids(report: &Report) -> Vec<Kind> {
    report.form.iter().map(|entry| entry.id).collect()
}

fn assert_full(report: &Report, what: &str) {
    let rules = report.rules();
    assert_eq!(
        (rules.hold, rules.answers_right),
        (125, rules.answers_total),
        "{what}: {:?}",
        titles(report)
    );
    assert_eq!(report.random.hold, report.random.total, "{what}");
}

#[test]
fn each_formal_deviation_is_reported_and_hides_no_rule() {
    for slip in SLIPS {
        let report = report(&in_form(&[slip]), &CASES_AND_SESSIONS);
        let what = format!("{slip:?}: {:?}", report.form);
        assert_full(&report, &what);
        assert!((1..=3).contains(&report.form.len()), "{what}");
        assert_eq!(report.holds(), !slip.is_difference(), "{what}");
        let about = |entry: &&game::check::report::FormEntry| !entry.note && entry.about.is_empty();
        assert!(!report.form.iter().any(|entry| about(&entry)), "{what}");
    }
}

#[test]
fn rules_are_judged_despite_any_two_deviations() {
    for (place, one) in SLIPS.into_iter().enumerate() {
        for two in &SLIPS[..place] {
            let report = report(&in_form(&[one, *two]), &CASES);
            assert_full(&report, &format!("{one:?} and {two:?}: {:?}", report.form));
        }
    }
}

#[test]
fn a_program_that_follows_the_text_has_no_deviation() {
    let report = report(&in_form(&[]), &CASES_AND_SESSIONS);
    assert!(
        report.holds() && report.form.is_empty(),
        "{:?}",
        report.form
    );
    assert!((report.points() - 100.0).abs() < 1e-9);
}

/// The report on our own program with one sentence replaced.
fn with(from: &'static str, to: &'static str) -> Report {
    let change = move |_: &str, answer: String| answer.replace(from, to);
    report(&changed(change), &CASES)
}

#[test]
fn a_similar_but_wrong_sentence_stays_wrong() {
    for (from, to) in [
        ("Objects Win", "Lambdas Win"),
        ("State loaded from", "State saved in"),
        ("not recognised.", "malformed."),
        ("Move Successful", "Invalid Move!"),
    ] {
        let report = with(from, to);
        let rules = report.rules();
        assert!(rules.hold < 125, "{from}: {:?}", report.form);
        let title = &report.causes[0].title;
        assert!(title.contains(from) && title.contains(to), "{title}");
    }
}

#[test]
fn the_opposite_of_a_sentence_is_not_accepted_for_it() {
    // "Move Unsuccessful" resembles "Move Successful", and is said where a move is invalid.
    let change = |_: &str, answer: String| answer.replace("Invalid Move!", "Move Unsuccessful");
    let report = report(&changed(change), &CASES);
    let title = &report.causes[0].title;
    assert!(
        title.contains("\"Move Unsuccessful\" instead of \"Invalid Move!\""),
        "{title}"
    );
    let wording = report.form.iter().any(|entry| entry.id == Kind::Wording);
    assert!(!wording, "{:?}", report.form);
}

#[test]
fn a_prompt_at_the_wrong_moment_is_a_fault() {
    // After a file is loaded the turn is not shown.
    let program = printing(|_, text| {
        text.replace(
            "State loaded from start-guards-to-play.csv\ntafl game L>",
            "State loaded from start-guards-to-play.csv\ntafl game O>",
        )
    });
    let report = report(&program, &CASES);
    assert_eq!(
        titles(&report),
        [
            r#"after "State loaded from <fname>" the prompt is "tafl game O>" instead of "tafl game L>""#
        ]
    );
}

#[test]
fn a_greeting_after_the_answer_of_state_is_a_greeting() {
    let program = printing(|_, text| {
        let at = text.find("tafl").unwrap_or(0);
        format!("{}Welcome\nto the game!\n{}", &text[..at], &text[at..])
    });
    let report = report(&program, &CASES_AND_SESSIONS);
    let ids = ids(&report);
    assert_eq!(ids, [Kind::Greeting]);
    assert!(report.holds(), "{:?}", titles(&report));
}

#[test]
fn every_wording_is_named() {
    let program = changed(|_: &str, answer: String| {
        answer
            .replace("Starting Game", "Starting game now")
            .replace("Move Successful", "Move Succesful")
            .replace("Good Bye!", "Goodbyes!")
            .replace("Stopping Game", "Stopping the game")
    });
    let report = report(&program, &CASES);
    let entry = &report.form[0];
    assert!(
        entry
            .title
            .ends_with("instead of \"Move Successful\", and 3 others"),
        "{}",
        entry.title
    );
    for said in ["Starting game now.", "Goodbyes!", "Stopping the game."] {
        assert!(entry.actual.lines().any(|line| line == said), "{entry:?}");
    }
}

#[test]
fn a_wrong_sentence_with_a_name_or_squares_is_one_cause() {
    let program = changed(|line: &str, answer: String| {
        let words: Vec<&str> = line.split(' ').collect();
        match &words[..] {
            [":load", name] => answer.replace(
                &format!("State loaded from {name}"),
                &format!("Read the game of {name}"),
            ),
            [":move", from, to] => answer.replace("Invalid Move!", &format!("Not {from} to {to}")),
            _ => answer,
        }
    });
    let report = report(&program, &CASES);
    assert_eq!(
        titles(&report),
        [
            "\"Not … to …\" instead of \"Invalid Move!\"",
            "`:load` is answered \"Read the game of <fname>\" instead of \"State loaded from <fname>\"",
            "`:load` is answered \"Read the game of <fname> / Lambdas Win\" instead of \"State loaded from <fname> / Lambdas Win\"",
        ]
    );
}

#[test]
fn a_game_that_the_wrong_side_begins_is_one_fault() {
    struct Second(Box<dyn Player>, std::path::PathBuf);
    impl Player for Second {
        fn prompt(&self) -> String {
            self.0.prompt()
        }

        fn feed(&mut self, line: &str) -> (String, bool) {
            let (answer, ends) = self.0.feed(line);
            if line == ":start" && answer == "Starting Game.\n" {
                let start = include_bytes!("../../fixtures/states/start-guards-to-play.csv");
                fs::write(self.1.join("second.csv"), start).expect("written");
                self.0.feed(":load second.csv");
                fs::remove_file(self.1.join("second.csv")).expect("removed");
            }
            (answer, ends)
        }

        fn load(&mut self, name: &str) -> Option<String> {
            self.0.load(name)
        }
    }
    let program = |args: &[String], input: &[u8], folder: &Path| {
        converse(
            &mut Second(ours(folder), folder.to_owned()),
            &[],
            args,
            input,
        )
    };
    let report = report(&program, &CASES);
    assert_eq!(
        titles(&report),
        [r#"after "Starting Game." the prompt is "tafl game L>" instead of "tafl game O>""#]
    );
    assert!(report.form.is_empty(), "{:?}", report.form);
}

#[test]
fn the_end_of_input_need_not_end_a_program() {
    for end in [End::TimedOut, End::Flooded] {
        let program = |args: &[String], input: &[u8], folder: &Path| {
            let run = converse(&mut *ours(folder), &[], args, input);
            let ends = String::from_utf8_lossy(input)
                .lines()
                .any(|line| line == ":exit");
            Run {
                end: if ends { run.end } else { end },
                ..run
            }
        };
        let report = report(&program, &CASES);
        assert!(
            report.holds(),
            "{:?} {:?}",
            report.unjudged,
            titles(&report)
        );
    }
}

#[test]
fn a_program_that_continues_after_exit_is_noticed() {
    let program = printing(|input, text| {
        let more = input.split_once(":exit\n").map_or("", |(_, more)| more);
        format!(
            "{text}tafl> {}",
            "\nStarting Game.\ntafl> ".repeat(more.lines().count())
        )
    });
    let report = report(&program, &CASES);
    assert_eq!(titles(&report), ["after \"Good Bye!\" it does not end"]);
    assert!(report.form.is_empty(), "{:?}", report.form);
}

#[test]
fn a_session_shows_the_run_that_made_its_file() {
    let program = changed(|line: &str, answer: String| match line {
        ":load game.csv" => "Malformed Game State\n".to_owned(),
        _ => answer,
    });
    let report = report(&program, &CASES);
    let session: Vec<&str> = report.causes[0]
        .session
        .iter()
        .map(SessionLine::text)
        .collect();
    let load = session
        .iter()
        .position(|line| line.ends_with(":load game.csv"));
    let save = session
        .iter()
        .position(|line| line.ends_with(":save game.csv"));
    assert!(save.is_some() && save < load, "{session:#?}");
    for cause in &report.causes {
        let session: Vec<&str> = cause.session.iter().map(SessionLine::text).collect();
        for state in session
            .iter()
            .filter_map(|line| line.split_once(" --state "))
        {
            let file = format!("$ cat > {}", state.1);
            assert!(session.contains(&file.as_str()), "{session:#?}");
        }
    }
}

#[test]
fn a_session_makes_folders_and_leaves_out_boards() {
    let program = changed(|line: &str, answer: String| {
        let name = line.strip_prefix(":load ");
        let name = name.filter(|name| name.starts_with("malformed/"));
        let answer = name.map_or(answer, |name| format!("State loaded from {name}\n"));
        format!("{answer}+ a board\n+ of two lines\n")
    });
    let report = report(&program, &CASES);
    let session = &report.causes[0].session;
    let lines: Vec<String> = session.iter().map(SessionLine::to_string).collect();
    assert_eq!(lines[0], "$ mkdir malformed");
    assert_eq!(
        lines[lines.len() - 2..],
        [
            "- Malformed Game State".to_owned(),
            format!(
                "+ State loaded from {}",
                lines[1].trim_start_matches("$ cat > ")
            )
        ]
    );
}

#[test]
fn colours_are_a_note() {
    let program = printing(|_, text| text.replace("tafl> ", "\u{1b}[32mtafl> \u{1b}[0m"));
    let report = report(&program, &CASES);
    let ids = ids(&report);
    assert_eq!(ids, [Kind::Invisible]);
    assert!(report.holds(), "{:?}", titles(&report));
}

#[test]
fn a_program_with_a_prompt_in_games_only_has_no_prompt() {
    let report = report(&printing(|_, text| text.replace("tafl> \n", "")), &CASES);
    assert_full(&report, "no prompt");
    let ids = ids(&report);
    assert_eq!(ids[0], Kind::NoPrompt);
}

#[test]
fn a_move_off_the_board_is_invalid_or_malformed() {
    let saying = |said: &'static str| {
        let program = changed(move |line: &str, answer: String| {
            let is_refused = answer == "Invalid Move!\n";
            let is_off = [":move e0", ":move j1", ":move a10", ":move foo"];
            if is_refused && is_off.iter().any(|off| line.starts_with(off)) {
                format!("{said}\n")
            } else {
                answer
            }
        });
        report(&program, &CASES_AND_SESSIONS)
    };
    assert!(saying("The entered command was malformed.").holds());
    let report = saying("The command cannot be used.");
    let title = "`:move` is answered \"The command cannot be used.\" instead of \"Invalid Move!\"";
    assert_eq!(titles(&report), [title]);
}

#[test]
fn a_program_that_ends_too_early_is_reported() {
    // It leaves when a game is won.
    let program = printing(|_, text| match text.split_once("Lambdas Win\n") {
        Some((before, _)) => format!("{before}Lambdas Win\n"),
        None => text,
    });
    let report = report(&program, &CASES);
    let title = r#"after "Move Successful / Lambdas Win" it ends; the prompt "tafl>" is expected"#;
    assert!(titles(&report).contains(&title), "{:?}", titles(&report));
}

#[test]
fn random_sessions_accept_either_refusal_of_the_text() {
    let program = changed(|line: &str, answer: String| match line {
        ":move d1" if answer.contains("malformed") => "The command cannot be used.\n".to_owned(),
        _ => answer,
    });
    let report = report(&program, &CASES_AND_SESSIONS);
    assert_eq!(
        report.random.hold,
        report.random.total,
        "{:?}",
        titles(&report)
    );
}

#[test]
fn an_unknown_line_in_place_of_a_sentence_is_shown() {
    let program = printing(|_, text| text.replace("Lambdas Win", "λs Win"));
    let report = report(&program, &CASES);
    let find = |part: &str| {
        let mut causes = report.causes.iter();
        causes
            .find(|cause| cause.title.contains(part))
            .expect("a cause")
    };
    let state = find("`--state` is answered \"State loaded from <fname> / λs Win\" instead of");
    let lines: Vec<String> = state.session.iter().map(SessionLine::to_string).collect();
    let [.., loaded, due, is] = &lines[..] else {
        panic!("{lines:?}");
    };
    assert!(loaded.starts_with("State loaded from "), "{lines:?}");
    assert_eq!((due.as_str(), is.as_str()), ("- Lambdas Win", "+ λs Win"));
}

#[test]
fn a_turn_that_never_changes_is_one_fault() {
    // The prompt is right after a file is loaded.
    let program = printing(|_, text| {
        text.replace(
            "Move Successful\ntafl game L>",
            "Move Successful\ntafl game O>",
        )
    });
    let report = report(&program, &CASES);
    assert_eq!(
        titles(&report),
        [r#"after "Move Successful" the prompt is "tafl game O>" instead of "tafl game L>""#]
    );
    assert!(report.form.is_empty(), "{:?}", report.form);
}

#[test]
fn prompts_that_are_always_swapped_are_a_deviation() {
    let program = printing(|_, text| {
        let text = text.replace("tafl game O>", "tafl game ?>");
        let text = text.replace("tafl game L>", "tafl game O>");
        text.replace("tafl game ?>", "tafl game L>")
    });
    let report = report(&program, &CASES);
    assert_full(&report, "swapped");
    let ids = ids(&report);
    assert_eq!(ids, [Kind::Prompt]);
}

#[test]
fn one_wording_is_one_cause_whatever_is_typed() {
    let program = changed(|_: &str, answer: String| {
        answer.replace("The entered command was malformed.", "Try :help")
    });
    let report = report(&program, &CASES);
    assert_eq!(
        titles(&report),
        ["\"Try :help\" instead of \"The entered command was malformed.\""]
    );
}

#[test]
fn bytes_that_are_no_text_are_malformed_or_cannot_be_loaded() {
    let program = changed(|line: &str, answer: String| match line {
        ":load malformed/not-utf-8.csv" => "Cannot load saved game state\n".to_owned(),
        _ => answer,
    });
    assert!(report(&program, &CASES).holds());
}

#[test]
fn a_load_in_a_game_may_be_refused() {
    struct Refusing(Box<dyn Player>);
    impl Player for Refusing {
        fn prompt(&self) -> String {
            self.0.prompt()
        }

        fn feed(&mut self, line: &str) -> (String, bool) {
            if line.starts_with(":load ") && self.prompt() != "tafl> " {
                return ("The command cannot be used.\n".to_owned(), false);
            }
            self.0.feed(line)
        }

        fn load(&mut self, name: &str) -> Option<String> {
            self.0.load(name)
        }
    }
    let program = |args: &[String], input: &[u8], folder: &Path| {
        converse(&mut Refusing(ours(folder)), &[], args, input)
    };
    let report = report(&program, &CASES_AND_SESSIONS);
    assert!(report.causes.is_empty(), "{:?}", titles(&report));
    // What follows the refusal is not judged.
    let rules = report.rules();
    assert_eq!((rules.hold, rules.not_judged), (122, 3));
}

#[test]
fn a_crash_that_loses_the_output_names_no_line() {
    let program = |args: &[String], input: &[u8], folder: &Path| {
        let run = converse(&mut *ours(folder), &[], args, input);
        if !String::from_utf8_lossy(input).contains(":move j1 j2") {
            return run;
        }
        Run {
            output: Vec::new(),
            end: End::Signal(11),
            ..run
        }
    };
    let report = report(&program, &CASES_AND_SESSIONS);
    assert_eq!(
        titles(&report),
        ["it crashes with SIGSEGV, and what it had printed is lost"]
    );
    let session = &report.causes[0].session;
    let last = session.last().expect("a session").text();
    assert_eq!(last, "tafl> :move j1 j2");
}
