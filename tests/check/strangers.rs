//! What strangers put in the way of a check: pipes, links, endless files, names that steer a terminal.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::{check, check_in, checked, command};

fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo").success());
}

#[test]
fn a_pipe_that_the_program_makes_instead_of_a_file_is_a_difference() {
    let script = r#"while read -r a b; do test "$a" = :save && mkfifo -- "$b"; done; true"#;
    let suite = ["--random", "0", "--suite", "tafl/course/files"];
    let checked = check(&[&suite[..], &["sh", "-c", script]].concat());
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    let told = ".csv: it is not a regular file\n";
    assert!(checked.stdout.contains(told), "{}", checked.stdout);
}

#[test]
fn a_transcript_that_would_touch_files_elsewhere_is_refused_with_its_line() {
    let outside = tempfile::tempdir().unwrap();
    let file = outside.path().join("file");
    fs::write(&file, "old\n").unwrap();
    let full = file.display();
    for command in [
        format!("cat > {full}"),
        format!("rm {full}"),
        "rm ../file".to_owned(),
    ] {
        let folder = outside.path().join("transcripts");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("bad.txt"), format!("# Oh.\n$ {command}\nx\n")).unwrap();
        let checked = check_in(&folder, &["--transcripts", ".", "true"]);
        assert_eq!((checked.status, checked.stdout.as_str()), (2, ""));
        let told = "game: bad.txt: line 2: ";
        assert!(checked.stderr.starts_with(told), "{}", checked.stderr);
    }
    assert_eq!(fs::read(&file).unwrap(), b"old\n");
}

#[test]
fn pipes_and_devices_among_transcripts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.txt");
    let refused = || {
        for words in [
            ["--transcripts", ".", "true"],
            ["--transcripts", ".", "--list"],
        ] {
            let checked = check_in(folder.path(), &words);
            assert_eq!((checked.status, checked.stdout.as_str()), (2, ""));
            let told = "game: ./bad.txt: it is not a regular file\n";
            assert_eq!(checked.stderr, told);
        }
        fs::remove_file(&path).unwrap();
    };
    make_pipe(&path);
    refused();
    symlink("/dev/zero", &path).unwrap();
    refused();
}

/// Whether nothing in a text steers a terminal but colours.
fn only_colours(text: &str) -> bool {
    let mut pieces = text.split('\u{1b}');
    let plain = |text: &str| !text.contains(|c: char| c != '\n' && game::repl::console::steers(c));
    pieces.next().is_some_and(plain)
        && pieces.all(|piece| {
            let end = piece.find(|c: char| !matches!(c, '[' | ';' | '0'..='9'));
            end.is_some_and(|end| piece[end..].starts_with('m')) && plain(piece)
        })
}

#[test]
fn names_and_sentences_of_transcripts_do_not_steer_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("a\u{1b}[2J/b\u{202e}");
    fs::create_dir_all(&inner).unwrap();
    let other = folder.path().join("a\u{1b}[2J/c\u{9b}2J");
    fs::create_dir_all(&other).unwrap();
    let text = "# \u{1b}]0;title\u{7}\u{2066}\n$ game\n\u{1b}[2J\n";
    fs::write(inner.join("d\u{1b}[3J.txt"), text).unwrap();
    fs::write(other.join("e.txt"), text).unwrap();
    let mut coloured = command();
    coloured
        .env("CLICOLOR_FORCE", "1")
        .current_dir(folder.path());
    let words = ["--transcripts", ".", "--suite", "a\u{1b}[2J", "true"];
    let checked = checked(&mut coloured, &words);
    assert_eq!(checked.status, 1, "{}", checked.stderr);
    let said = checked.stdout;
    assert!(said.contains("\u{1b}[1m"), "no colours: {said:?}");
    assert!(only_colours(&said), "{said:?}");
}

/// A script that shows that it ran.
const TOUCH: &str = r#"touch "$0""#;

#[test]
fn numbers_that_are_too_big_or_strange_are_refused() {
    for (option, number, told) in [
        ("--random", "4294967295", "it is more than 100000"),
        ("--random", "100001", "it is more than 100000"),
        ("--time-limit", "1e19", "a number has digits only"),
        ("--time-limit", "86401", "it is more than 86400"),
        ("--time-limit", "5.", "a point has digits on both sides"),
        ("--time-limit", "0.0", "it must be more than 0"),
    ] {
        let checked = check(&[option, number, "true"]);
        assert_eq!((checked.status, checked.stdout.as_str()), (2, ""));
        assert!(checked.stderr.contains(told), "{}", checked.stderr);
    }
}

/// A child that does not outlive its test.
struct Watched(Child);

impl Drop for Watched {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_signal_ends_even_the_longest_check() {
    let folder = tempfile::tempdir().unwrap();
    let mark = folder.path().join("mark");
    let suite = ["--suite", "tafl/course/prompt/exit.txt"];
    let child = command()
        .arg("check")
        .args(suite)
        .args(["--random", "100000", "sh", "-c", TOUCH])
        .arg(&mark)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let mut child = Watched(child.unwrap());
    let deadline = Instant::now() + Duration::from_mins(10);
    while !mark.exists() {
        assert!(Instant::now() < deadline, "no program was run");
        thread::sleep(Duration::from_millis(5));
    }
    let pid = Pid::from_raw(child.0.id() as i32).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert_eq!(child.0.wait().unwrap().code(), Some(128 + 15));
}
