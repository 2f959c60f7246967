//! The choice of transcripts, their sources, and the command line.

use std::fs;

use serde_json::Value;

use crate::{check, check_in, game};

#[test]
fn our_own_program_holds_in_all_suites_on_any_number_of_threads() {
    let game = game();
    let report = |jobs: &str| {
        let options = ["--suite", "tafl/", "--random", "40", "--jobs", jobs];
        let checked = check(&[&options[..], &["--format", "json", &game]].concat());
        assert_eq!(checked.status, 0, "{}", checked.stdout);
        let mut report: Value = serde_json::from_str(&checked.stdout).expect("a report");
        report["seconds"] = Value::Null;
        report
    };
    let one = report("1");
    assert_eq!(one["random"]["hold"], 40);
    assert_eq!(one, report("3"));
}

#[test]
fn an_unknown_prefix_is_rejected() {
    let checked = check(&["--suite", "chess", &game()]);
    assert_eq!((checked.status, checked.stdout.as_str()), (2, ""));
    let told = "game: no transcript begins with chess (game check --list shows them all)\n";
    assert_eq!(checked.stderr, told);
}

#[test]
fn transcripts_are_listed_with_their_sentences() {
    let checked = check(&["--list", "--suite", "tafl/course/prompt/stop"]);
    assert_eq!(checked.status, 0);
    assert_eq!(
        checked.stdout,
        "tafl/course/prompt/stop\n    Course text A.2: \":stop Ends a game, displaying the text: Stopping Game.\" \
         \"tafl> when not in a game\". A game that has been stopped cannot be played on.\n"
    );
    let all = check(&["--list"]).stdout;
    assert!(!all.contains("crusher") && !all.contains("extras"), "{all}");
}

#[test]
fn without_a_program_the_usage_is_shown() {
    let checked = check(&[]);
    assert_eq!((checked.status, checked.stdout.as_str()), (2, ""));
    assert!(
        checked.stderr.contains("game check python3 mine.py"),
        "{}",
        checked.stderr
    );
    let checked = check(&["--random", "0"]);
    assert_eq!(checked.status, 2);
    assert!(checked.stderr.contains("PROGRAM"), "{}", checked.stderr);
}

#[test]
fn exported_transcripts_give_the_same_result() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let name = out.display().to_string();
    let exported = check(&["--export", &name, "--suite", "tafl/course/files"]);
    assert_eq!(exported.status, 0, "{}", exported.stderr);
    let wrong = format!(r#"'{}' "$@" | sed 's/^Malformed/Wrong/'"#, game());
    let scores = |options: &[&str]| {
        let program = [
            "--random", "0", "--format", "json", "sh", "-c", &wrong, "sh",
        ];
        let checked = check(&[options, &program].concat());
        let report: Value = serde_json::from_str(&checked.stdout).expect("a report");
        (
            report["rules"].clone(),
            report["causes"][0]["title"].clone(),
        )
    };
    let own = scores(&["--suite", "tafl/course/files"]);
    assert_eq!(own.0["total"], 22);
    assert_eq!(own, scores(&["--transcripts", &name]));
}

#[test]
fn other_transcripts_can_be_run_with_their_files_and_ours() {
    let folder = tempfile::tempdir().unwrap();
    let game = game();
    let run = || check_in(folder.path(), &["--transcripts", ".", &game]);
    let none = run();
    assert_eq!(none.status, 2);
    assert!(
        none.stderr.contains("no transcripts in ."),
        "{}",
        none.stderr
    );
    fs::create_dir_all(folder.path().join("mine/states")).unwrap();
    fs::create_dir(folder.path().join("states")).unwrap();
    let put = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    put("states/own.csv", "nothing\n");
    put(
        "mine/loads.txt",
        "# Both ours and theirs are there.\n$ game --test\ntafl> :load own.csv\nMalformed Game State\n\
         tafl> :load start.csv\nState loaded from start.csv\ntafl game O> :exit\nGood Bye!\n",
    );
    let good = run();
    assert_eq!(good.status, 0, "{}{}", good.stdout, good.stderr);
    for (text, why) in [
        (
            "tafl> :start\n",
            "bad.txt: line 1: before the first command",
        ),
        ("$ ls here\n", "bad.txt: no command runs the program"),
    ] {
        put("bad.txt", text);
        let bad = run();
        assert_eq!((bad.status, bad.stdout.as_str()), (2, ""));
        assert!(bad.stderr.contains(why), "{}", bad.stderr);
    }
    let missing = check_in(folder.path(), &["--transcripts", "none", &game]);
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("none: "), "{}", missing.stderr);
}

#[test]
fn sections_are_named_after_the_innermost_folder() {
    let folder = tempfile::tempdir().unwrap();
    let session = "# It ends.\n$ game --test\ntafl> :exit\nGood Bye!\n";
    fs::create_dir_all(folder.path().join("all/ends")).unwrap();
    for name in ["all/one.txt", "all/ends/two.txt"] {
        fs::write(folder.path().join(name), session).unwrap();
    }
    let words = ["--transcripts", "all", "--format", "json", &game()];
    let checked = check_in(folder.path(), &words);
    assert_eq!(checked.status, 0, "{}", checked.stderr);
    let report: Value = serde_json::from_str(&checked.stdout).expect("a report");
    let names = [0, 1].map(|index| &report["sections"][index]["name"]);
    assert_eq!(names, ["ends", "transcripts"]);
    let weighed = [&["--weight", "none=1"][..], &words].concat();
    let checked = check_in(folder.path(), &weighed);
    assert_eq!(checked.status, 2);
    let told = "no section none for a weight: there are ends, transcripts";
    assert!(checked.stderr.contains(told), "{}", checked.stderr);
}
