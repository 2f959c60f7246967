//! Random sessions: the same by the same seed, shrunk.

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
