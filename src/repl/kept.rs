//! The game kept for `game --resume`: its mode, the RNG seed, the file it was loaded from if any, the
//! commands since, and the saved game it began from. After each move the game in progress is written
//! to the file `current`. The next prompt renames a leftover `current` to `kept`, which `--resume`
//! reads; a game that ends removes only `current`.
//!
//! ```text
//! tafl
//! seed 7
//! :move d1 d4
//! :move c5 c4
//! :computer none
//! :computer L easy
//! start
//! O to play
//! ...
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::session::Kept;
use crate::decimal;
use crate::store;

/// The longest kept game, in bytes.
const LONGEST: usize = 1 << 24;

/// A kept game with its mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame {
    /// The name of the mode.
    pub mode: String,
    /// The RNG seed.
    pub seed: u64,
    /// The game.
    pub game: Kept,
}

/// Reads the kept game; `None` if the file holds none.
///
/// # Errors
/// When the file cannot be read.
pub fn read(file: &Path) -> io::Result<Option<KeptGame>> {
    let bytes = store::load(file, LONGEST)?;
    Ok(std::str::from_utf8(&bytes).ok().and_then(parse))
}

fn parse(text: &str) -> Option<KeptGame> {
    let (lines, saved) = text.split_once("\nstart\n")?;
    let mut lines = lines.lines().peekable();
    let mode = lines.next()?.to_owned();
    let seed = decimal::parse(lines.next()?.strip_prefix("seed ")?)?;
    let file = lines.next_if(|line| line.starts_with("from "));
    let game = Kept {
        saved: saved.to_owned(),
        file: file.map(|line| PathBuf::from(&line["from ".len()..])),
        lines: lines.map(str::to_owned).collect(),
    };
    Some(KeptGame { mode, seed, game })
}

/// Saves a kept game, and creates the user's folder if necessary.
pub(super) fn save(path: &Path, kept: &KeptGame) -> io::Result<()> {
    let KeptGame { mode, seed, game } = kept;
    let mut text = format!("{mode}\nseed {seed}\n");
    if let Some(file) = game.file.as_deref().and_then(Path::to_str) {
        text.extend(["from ", file, "\n"]);
    }
    for line in &game.lines {
        text.extend([line, "\n"]);
    }
    text.extend(["start\n", &game.saved]);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    store::save(path, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_games_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/kept");
        for file in [None, Some(PathBuf::from("/games/start\u{e9}"))] {
            let kept = KeptGame {
                mode: "go".to_owned(),
                seed: 7,
                game: Kept {
                    saved: "X to play\nstart\n".to_owned(),
                    file,
                    lines: [":move 1", ":computer none"].map(str::to_owned).to_vec(),
                },
            };
            save(&path, &kept).unwrap();
            assert_eq!(read(&path).unwrap(), Some(kept));
        }
        fs::write(&path, "go\nseed 07\nstart\n").unwrap();
        assert_eq!(read(&path).unwrap(), None);
    }
}
