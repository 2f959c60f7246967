//! Random sessions: the same by the same seed, shrunk, kept, run again.

use std::fs;

use serde_json::Value;

use crate::{check, game, ours_through};

const WRONG: &str = r#""$0" "$@" | sed 's/^Move Successful$/Move successful/'"#;

fn sessions(seed: &str, options: &[&str]) -> Value {
    let game = game();
    let mut all = vec![
        "--suite",
        "tafl/course/prompt/exit.txt",
        "--random",
        "12",
        "--format",
        "json",
        "--seed",
        seed,
    ];
    all.extend(options);
    let checked = check(&ours_through(&all, WRONG, &game));
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    serde_json::from_str(&checked.stdout).expect("a report")
}

fn transcripts(report: &Value) -> Vec<&str> {
    let cases = report["cases"].as_array().expect("cases");
    cases
        .iter()
        .filter_map(|case| case["transcript"].as_str())
        .collect()
}

#[test]
fn a_seed_makes_the_same_sessions_again_on_any_number_of_cores() {
    let first = sessions("7", &["--jobs", "1"]);
    let again = sessions("7", &["--jobs", "3"]);
    assert_eq!(transcripts(&first), transcripts(&again));
    assert_ne!(transcripts(&first), transcripts(&sessions("8", &[])));
}

#[test]
fn a_session_that_differs_is_shrunk_until_nothing_can_be_left_out() {
    let report = sessions("1", &[]);
    let all = transcripts(&report);
    assert!(all.len() > 5, "{report}");
    for transcript in &all[..5] {
        assert!(transcript.starts_with("# Random session "), "{transcript}");
        let typed = transcript.lines().filter(|line| line.contains("> :"));
        // A game and a move; and the end.
        assert!(typed.count() <= 3, "{transcript}");
        assert!(!transcript.contains("mkdir"), "{transcript}");
        assert!(transcript.contains("\nMove Successful\n"), "{transcript}");
    }
}

#[test]
fn kept_sessions_are_transcripts_that_can_be_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept/deep");
    let kept = kept.to_str().unwrap();
    sessions("1", &["--keep", kept]);
    let count = fs::read_dir(kept).unwrap().count();
    assert!(count > 5, "{count}");
    let game = game();
    let again = check(&ours_through(&["--transcripts", kept], WRONG, &game));
    assert_eq!(again.status, 1);
    assert!(
        again
            .stdout
            .contains(&format!("0 of {count} transcripts hold.")),
        "{}",
        again.stdout
    );
    let right = check(&["--transcripts", kept, &game]);
    assert_eq!(right.status, 0, "{}", right.stdout);
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let game = game();
    let checked = check(&[
        "--suite",
        "tafl/course/prompt/exit.txt",
        "--keep",
        "/dev/null/x",
        &game,
    ]);
    assert_eq!(checked.status, 2, "{}", checked.stdout);
    assert!(checked.stderr.contains("/dev/null/x"), "{}", checked.stderr);
}
