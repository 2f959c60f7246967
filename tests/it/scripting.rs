//! What scripts ask for: `game perft --divide`, `game match --record`, `--strict`.

use std::fs;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use game::games;

fn game(words: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("game");
    command.env_clear().args(words);
    command
}

fn printed(words: &[&str]) -> String {
    let output = game(words).output().expect("it starts");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn divide_counts_by_first_moves_in_the_order_of_moves_and_then_all() {
    for mode in games::board_games() {
        let divided = printed(&["perft", mode, "--depth", "2", "--divide"]);
        let total = printed(&["perft", mode, "--depth", "2"]);
        assert!(divided.ends_with(&format!("\n{total}")), "{divided}");
        let lines: Vec<(&str, u64)> = divided
            .lines()
            .filter_map(|line| line.split_once(": "))
            .map(|(mv, count)| (mv, count.parse().expect("a number")))
            .collect();
        let sum: u64 = lines.iter().map(|(_, count)| count).sum();
        assert_eq!(sum.to_string(), total.trim_end(), "{mode}");
    }
    let tafl = printed(&["perft", "tafl", "--depth", "2", "--divide"]);
    let script = ":start\n:moves\n:exit\n";
    let output = game(&["--test"])
        .write_stdin(script)
        .output()
        .expect("it starts");
    let listed = String::from_utf8(output.stdout).expect("text");
    let listed = listed.lines().filter_map(|line| line.split_once(": "));
    let listed: Vec<String> = listed
        .flat_map(|(from, to)| {
            to.split(' ')
                .map(move |to| format!("{from} {}", to.trim_end_matches('x')))
        })
        .collect();
    let divided: Vec<&str> = tafl
        .lines()
        .filter_map(|line| Some(line.split_once(": ")?.0))
        .collect();
    assert_eq!(divided, listed);
}

#[test]
fn no_move_leaves_nothing_to_divide() {
    assert_eq!(
        printed(&["perft", "tafl", "--depth", "0", "--divide"]),
        "1\n"
    );
    assert_eq!(
        printed(&["perft", "countdown", "--depth", "1", "--divide"]),
        "1: 1\n2: 1\n3: 1\n3\n"
    );
}

#[test]
fn recorded_games_can_be_typed_again() {
    let folder = tempfile::tempdir().unwrap();
    for mode in games::board_games() {
        let file = folder.path().join(mode);
        let path = file.to_str().unwrap();
        printed(&[
            "match", mode, "random", "random", "--games", "4", "--most", "30", "--record", path,
        ]);
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text.matches(":start").count(), 4, "{mode}: {text}");
        let output = game(&["--test"])
            .write_stdin(text.clone())
            .output()
            .expect("it starts");
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            said.matches("Starting Game.").count(),
            4,
            "{mode}: {text}{said}"
        );
        for refusal in ["Invalid", "cannot be used", "malformed", "not recognised"] {
            assert!(!said.contains(refusal), "{mode}: {text}{said}");
        }
    }
}

#[test]
fn a_size_is_recorded_with_its_games() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games");
    let path = file.to_str().unwrap();
    printed(&[
        "match", "crusher", "random", "random", "--games", "2", "--size", "4", "--record", path,
    ]);
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        text.starts_with(":mode crusher\n:computer none\n:start 4 WB\n:move "),
        "{text}"
    );
}

#[test]
fn a_record_that_cannot_be_written_is_refused_before_the_first_game() {
    let words = [
        "match",
        "tafl",
        "9s",
        "9s",
        "--record",
        "/no/such/folder/games",
    ];
    let output = game(&words).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("/no/such/folder/games: "), "{said}");
    assert_eq!(output.stdout, b"");
}

#[test]
fn strict_tells_by_the_status_whether_a_line_was_refused() {
    let status = |words: &[&str], script: &str| {
        let output = game(words).write_stdin(script).output().expect("it starts");
        output.status.code()
    };
    let good = ":start\n:move d1 d4\n\n:stop\n";
    assert_eq!(status(&["--test", "--strict"], good), Some(0));
    for (mode, refused) in [
        ("tafl", ":strat"),
        ("tafl", ":start now"),
        ("tafl", ":move d1 d4"),
        ("tafl", ":start\n:move d1 d1"),
        ("tafl", ":load none"),
        ("tafl", ":load Cargo.toml"),
        ("tafl", ":start\n:save no/such/folder/file"),
        ("countdown", ":computer none\n:start\n4"),
        ("battleship", ":start A1 A1 A1"),
        ("battleship", ":start A1 B1 C1\n:guess A1 A1 A1"),
        ("battleship", ":search\n:answer 9 9 9"),
        ("battleship", ":search\n:answer 2 1 0\n:answer 0 0 0"),
        ("crusher", ":crusher [] W 2 3"),
        ("crusher", ":start\n7\n3\nWB"),
        ("crusher", ":start\n3\nred\nWB"),
    ] {
        let script = format!("{refused}\n:exit\n");
        let strict = ["--test", "--mode", mode, "--strict"];
        assert_eq!(status(&strict, &script), Some(1), "{mode}: {refused}");
        assert_eq!(status(&strict[..3], &script), Some(0), "{mode}: {refused}");
    }
    // A line that is no text is refused, too.
    let output = game(&["--strict"])
        .write_stdin(&b"\xff\n"[..])
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(1));
}
