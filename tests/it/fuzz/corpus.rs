//! What there is to be damaged: the fixtures.

use std::fs;
use std::path::{Path, PathBuf};

use super::tours::typed;

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

/// All files below a folder of the fixtures, in the same order on every machine.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut waiting = vec![fixtures().join(folder)];
    let mut found = Vec::new();
    while let Some(folder) = waiting.pop() {
        let entries = fs::read_dir(&folder)
            .unwrap_or_else(|why| panic!("{}: {why}: add fixtures there", folder.display()));
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The saved games of the fixtures.
pub fn states() -> Vec<Vec<u8>> {
    let files = files("states").into_iter();
    files.map(|path| fs::read(path).expect("a file")).collect()
}
/// All that is typed in the transcripts of a mode, a piece for each file.
pub fn sessions(mode: &str) -> Vec<Vec<u8>> {
    let files = files(&format!("transcripts/{mode}")).into_iter();
    let pieces = files.map(|path| {
        let text = fs::read_to_string(path).expect("a transcript");
        let lines = typed(&text).into_iter();
        lines
            .flat_map(|line| [line, "\n"])
            .collect::<String>()
            .into_bytes()
    });
    pieces.filter(|piece| !piece.is_empty()).collect()
}

/// The command lines in the transcripts, without the name of the program.
pub fn commands() -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    for path in files("transcripts") {
        let text = fs::read_to_string(path).expect("a transcript");
        let lines = text.lines().filter_map(|line| line.strip_prefix("$ game"));
        found.extend(lines.map(|line| line.trim().as_bytes().to_vec()));
    }
    found
}
