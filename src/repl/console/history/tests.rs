//! The file of typed lines under all that can happen to it.

use super::*;
use std::os::unix::fs::PermissionsExt;
use tempfile::{TempDir, tempdir};

fn history() -> (TempDir, HistoryFile) {
    let folder = tempdir().unwrap();
    let history = HistoryFile {
        path: folder.path().join("state/game/history"),
        // The machine may be busy, and nobody here goes on without the lock.
        patience: Duration::from_mins(3),
    };
    (folder, history)
}

fn filled(bytes: &[u8]) -> (TempDir, HistoryFile) {
    let (folder, history) = history();
    fs::create_dir_all(history.path.parent().unwrap()).unwrap();
    fs::write(&history.path, bytes).unwrap();
    (folder, history)
}

#[test]
fn lines_come_back_and_nobody_else_can_read_them() {
    let (_folder, history) = history();
    assert!(history.read().is_err());
    for line in [":start", ":move d1 d4", "", "  ", "λ", "a\u{1b}[2Jb"] {
        history.append(line).unwrap();
    }
    assert_eq!(history.read().unwrap(), [":start", ":move d1 d4", "λ"]);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&history.path) & 0o777, 0o600);
    assert_eq!(mode(history.path.parent().unwrap()) & 0o777, 0o700);
}

#[test]
fn two_programs_share_it() {
    let (_folder, one) = history();
    let two = one.clone();
    one.append("one").unwrap();
    two.append("two").unwrap();
    one.append("three").unwrap();
    assert_eq!(two.read().unwrap(), ["one", "two", "three"]);
}

#[test]
fn a_damaged_file_keeps_what_it_has() {
    let damaged = b"good\n\xff\xfe\0\nanother\x07\n\ntorn";
    let (_folder, history) = filled(damaged);
    assert_eq!(history.read().unwrap(), ["good", "torn"]);
    history.append("new").unwrap();
    let mut expected = damaged.to_vec();
    expected.extend_from_slice(b"\nnew\n");
    assert_eq!(fs::read(&history.path).unwrap(), expected);
    assert_eq!(history.read().unwrap(), ["good", "torn", "new"]);
}

#[test]
fn what_is_no_file_is_left_alone() {
    let (_folder, history) = history();
    fs::create_dir_all(&history.path).unwrap();
    assert!(history.read().is_err());
    assert!(history.append("line").is_err());
    assert!(history.path.is_dir());
}

#[test]
fn a_long_file_is_shortened_by_its_older_half() {
    let line = |n: usize| format!(":move number {n:08}\n");
    let many = LONGEST_FILE as usize / line(0).len() + 10;
    let text: String = (0..many).map(line).collect();
    let (_folder, history) = filled(text.as_bytes());
    let read = history.read().unwrap();
    assert_eq!(read.len(), MOST_LINES);
    assert_eq!(format!("{}\n", read[MOST_LINES - 1]), line(many - 1));
    let left = fs::read_to_string(&history.path).unwrap();
    assert!(text.ends_with(&left) && left.starts_with(":move number"));
    assert!(left.len() > text.len() / 3 && left.len() < text.len() * 2 / 3);
    assert_eq!(history.read().unwrap(), read);
}

#[test]
fn nothing_typed_elsewhere_is_lost_while_a_long_file_is_shortened() {
    let long = |n: usize| format!("{n:07}{}", "x".repeat(1000));
    let many = LONGEST_FILE as usize / 1000;
    let (_folder, history) = history();
    std::thread::scope(|scope| {
        for writer in 0..2 {
            let history = &history;
            scope.spawn(move || {
                for n in 0..many {
                    history.append(&long(writer * many + n)).unwrap();
                    if n % 16 == 0 {
                        history.read().unwrap();
                    }
                }
            });
        }
    });
    let text = fs::read_to_string(&history.path).unwrap();
    let numbers: Vec<usize> = text
        .lines()
        .map(|line| line[..7].parse().unwrap())
        .collect();
    assert!(numbers.len() < 2 * many, "it was never shortened");
    assert!(text.lines().zip(&numbers).all(|(line, &n)| line == long(n)));
    // Of each of the two, all lines up to its last are there from some line on.
    for writer in 0..2 {
        let own = numbers.iter().filter(|&&n| n / many == writer);
        let own: Vec<usize> = own.map(|n| n % many).collect();
        assert_eq!(own.last(), Some(&(many - 1)));
        assert!(own.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{own:?}");
    }
}

#[test]
fn a_long_file_that_is_damaged_is_not() {
    let mut bytes = b"\xff\n".to_vec();
    bytes.extend(b"some line\n".repeat(LONGEST_FILE as usize / 10 + 1));
    let (_folder, history) = filled(&bytes);
    assert_eq!(history.read().unwrap().len(), MOST_LINES);
    assert_eq!(fs::read(&history.path).unwrap(), bytes);
}
