//! Which transcripts are run, and what is told of them.

use std::fs;

use crate::{check, check_in, game, ours_through};

#[test]
fn our_own_program_passes_all_suites() {
    let game = game();
    let checked = check(&["--suite", "", "--random", "60", &game]);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
    assert!(
        checked.stdout.contains("60 of 60 random sessions agree."),
        "{}",
        checked.stdout
    );
    assert_eq!(checked.stderr, "");
}

#[test]
fn our_own_program_agrees_with_random_sessions_of_any_seed() {
    let game = game();
    for seed in ["1", "2", "3"] {
        for level in ["tafl/course", "tafl/settled"] {
            let words = ["--suite", level, "--random", "50", "--seed", seed, &game];
            let checked = check(&words);
            assert_eq!(
                checked.status, 0,
                "seed {seed}, {level}: {}",
                checked.stdout
            );
        }
    }
}

#[test]
fn a_report_counts_by_section_and_shows_the_sentence_and_everything_typed() {
    let game = game();
    let filter = r#""$0" "$@" | sed 's/^Lambdas Win$/Lambdas win/'"#;
    let options = [
        "--random",
        "0",
        "--suite",
        "tafl/course/ending",
        "--suite",
        "tafl/course/moving",
    ];
    let checked = check(&ours_through(&options, filter, &game));
    assert_eq!(checked.status, 1);
    let said = checked.stdout;
    assert!(said.contains("\n  moving  "), "{said}");
    assert!(said.contains("18 of 18\n"), "{said}");
    let case = "\ntafl/course/ending/lambda-moves-to-a-clear-path\n  Course text 2.4: ";
    assert!(said.contains(case), "{said}");
    assert!(said.contains("\n  $ game --test --state "), "{said}");
    assert!(
        said.contains("\n  Move Successful\n  - Lambdas Win\n  + Lambdas win\n"),
        "{said}"
    );
}

#[test]
fn blanks_are_visible_where_they_differ() {
    let game = game();
    let filter = r#""$0" "$@" | sed 's/> $/>/'"#;
    let options = ["--random", "0", "--suite", "tafl/course/prompt/exit.txt"];
    let checked = check(&ours_through(&options, filter, &game));
    assert!(
        checked
            .stdout
            .contains("  $ game --test\n  - tafl>␠\n  + tafl>\n"),
        "{}",
        checked.stdout
    );
}

#[test]
fn a_prefix_that_fits_nothing_is_answered_with_what_there_is() {
    let game = game();
    let checked = check(&["--suite", "chess", &game]);
    assert_eq!((checked.status, checked.stdout.as_str()), (2, ""));
    let said = checked.stderr;
    assert!(
        said.starts_with("game: no transcript begins with chess; there are\n"),
        "{said}"
    );
    assert!(said.contains("\n  tafl/course/moving (18)\n"), "{said}");
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
fn the_binary_carries_the_transcripts_as_they_are() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/transcripts");
    let list = check(&["--list"]).stdout;
    let names: Vec<&str> = list.lines().filter(|line| !line.starts_with(' ')).collect();
    assert!(names.len() > 170, "{}", names.len());
    for name in names {
        assert!(fs::exists(format!("{root}/{name}.txt")).unwrap(), "{name}");
    }
}

#[test]
fn without_a_program_it_explains_itself() {
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
fn transcripts_of_ones_own_can_be_run() {
    let folder = tempfile::tempdir().unwrap();
    let game = game();
    let run = || check_in(folder.path(), &["--transcripts", ".", &game]);
    let none = run();
    assert_eq!(none.status, 2);
    assert!(
        none.stderr.contains("there is no transcript in ."),
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
    assert!(
        good.stdout.contains("\n  mine     1 of 1\n"),
        "{}",
        good.stdout
    );
    put("bad.txt", "tafl> :start\n");
    let bad = run();
    assert_eq!(bad.status, 2);
    assert!(
        bad.stderr
            .contains("bad.txt: line 1: before the first command"),
        "{}",
        bad.stderr
    );
    let missing = check_in(folder.path(), &["--transcripts", "none", &game]);
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.contains("none: "), "{}", missing.stderr);
}

#[test]
fn a_section_of_ones_own_has_a_name() {
    let folder = tempfile::tempdir().unwrap();
    let session = "# It ends.\n$ game --test\ntafl> :exit\nGood Bye!\n";
    for name in ["kept/one.txt", "random/one.txt", "both/random/one.txt"] {
        let file = folder.path().join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, session).unwrap();
    }
    let game = game();
    for (transcripts, section) in [
        ("kept", "kept/"),
        ("random", "random/"),
        ("both", "random/"),
    ] {
        let checked = check_in(folder.path(), &["--transcripts", transcripts, &game]);
        assert_eq!(checked.status, 0, "{}", checked.stderr);
        let said = checked.stdout;
        assert!(
            said.contains(&format!("\n  {section}     1 of 1\n")),
            "{said}"
        );
        assert!(said.ends_with("\n1 of 1 transcript holds.\n"), "{said}");
    }
}
