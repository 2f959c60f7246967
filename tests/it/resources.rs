//! A search with less memory than it may use, and with more threads than there are cores.

use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;

use crate::skip::skip;

/// Whether programs can be given less memory here.
fn can_limit_memory() -> bool {
    let set = "ulimit -v 300000 && test $(ulimit -v) = 300000";
    let shell = Command::new("sh").args(["-c", set]).output();
    shell.is_ok_and(|done| done.status.success())
}

/// What a session at the prompt prints, with so many kilobytes of address space.
fn within(kilobytes: u32, options: &str, lines: &str) -> (Option<i32>, String, String) {
    let program = cargo_bin!("game");
    let command = format!("ulimit -v {kilobytes}; printf '{lines}' | \"$0\" {options}");
    let shell = Command::new("sh")
        .args(["-c", &command])
        .arg(Path::new(&program))
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        shell.status.code(),
        text(&shell.stdout),
        text(&shell.stderr),
    )
}

#[test]
fn without_memory_for_its_table_a_search_takes_a_smaller_one() {
    if !can_limit_memory() {
        skip("a search without memory", "there is no ulimit -v");
        return;
    }
    // The end of such a game is in sight, so the hour is not needed.
    let lines = ":start 20\\n:computer O 3600s\\n:move 1\\n";
    for options in ["--threads 1 --hash 65536", "--threads 1024 --hash 1024"] {
        let options = format!("countdown --test {options}");
        let (status, said, complaint) = within(300_000, &options, lines);
        assert_eq!(
            (status, complaint.as_str()),
            (Some(0), ""),
            "{options}: {said}"
        );
        assert!(said.contains("Player O plays"), "{options}: {said}");
        assert!(said.ends_with("Good Bye!\n"), "{options}: {said}");
    }
}
