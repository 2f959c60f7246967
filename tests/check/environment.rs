//! What the environment of whoever checks says does not matter to the sessions.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;
use std::path::Path;

use game::engine::rng::mix;

use crate::{checked, command, game};

/// How many bytes of a table share a checksum.
const BLOCK: usize = 1 << 16;

/// The checksum of the file's format.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, word| {
        let next = (sum ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        next.rotate_left(29)
    });
    rest.iter()
        .fold(mix(sum), |sum, &byte| mix(sum ^ u64::from(byte)))
}

fn choose(all: usize, some: usize) -> usize {
    (0..some).fold(1, |ways, taken| ways * (all - taken) / (taken + 1))
}

/// A table of the solved game that is believed, though it says the same of all positions: that is
/// made at once, and takes no room.
fn forge_table(path: &Path) {
    let counts = (3..=5).flat_map(|own| (3..=5).map(move |enemy| (own, enemy)));
    let positions: usize = counts
        .map(|(own, enemy)| choose(19, own) * choose(19 - own, enemy))
        .sum();
    let block = checksum(&vec![0; BLOCK]);
    let mut sums = vec![block; positions / BLOCK];
    sums.push(checksum(&vec![0; positions % BLOCK]));
    let sums: Vec<u8> = sums.into_iter().flat_map(u64::to_le_bytes).collect();
    let mut header = b"crusher solved 2".to_vec();
    for number in [3, positions as u64, checksum(&sums)] {
        header.extend(number.to_le_bytes());
    }
    header.extend(sums);
    fs::create_dir_all(path.parent().expect("a folder")).expect("room");
    let file = File::create(path).expect("room");
    let length = (header.len() + positions) as u64;
    let written = file.write_all_at(&header, 0);
    written.and_then(|()| file.set_len(length)).expect("room");
}

#[test]
fn a_solved_game_in_the_users_cache_is_not_seen() {
    let folder = tempfile::tempdir().unwrap();
    forge_table(&folder.path().join("game/crusher-3.table"));
    let command = || {
        let mut command = command();
        command.env("XDG_CACHE_HOME", folder.path());
        command
    };
    let lines = folder.path().join("lines");
    fs::write(&lines, ":computer W perfect\n").unwrap();
    let mut user = command();
    user.args(["crusher", "--test"])
        .stdin(File::open(&lines).unwrap());
    let seen = String::from_utf8(user.output().unwrap().stdout).unwrap();
    assert!(
        seen.contains("The computer plays W, level perfect."),
        "{seen}"
    );
    let game = game();
    let words = ["--suite", "crusher", "--random", "60", "--seed", "1", &game];
    let checked = checked(&mut command(), &words);
    assert_eq!(checked.status, 0, "{}", checked.stdout);
}
