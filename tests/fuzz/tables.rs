//! What the computer knows: memories of games learnt, and the solved game. Both end in checksums, so
//! every damage is noticed; behind a checksum that was mended, the rest is looked at too.

use std::fs;
use std::sync::atomic::AtomicBool;

use game::engine::Game;
use game::engine::learn::{Memory, train};
use game::engine::rng::Rng;
use game::games::countdown::CountDown;
use game::games::crusher::Crusher;
use game::games::crusher::solve::Solution;
use game::games::tictactoe::TicTacToe;
use game::parallel::all_cores;

use crate::mutate::Mutator;
use crate::rounds;

/// Memory files of several games and sizes.
fn memories() -> Vec<Vec<u8>> {
    let mut files = vec![Memory::new().to_bytes("nothing \"at\" all\n")];
    for (pile, moves) in [(7, 50), (21, 200)] {
        let game = CountDown::new(pile);
        let memory = train(
            &game,
            moves,
            Memory::new(),
            game.start(),
            &mut Rng::new(pile),
        );
        files.push(memory.to_bytes(&format!("countdown {pile}")));
    }
    let game = TicTacToe::default();
    let memory = train(&game, 60, Memory::new(), game.start(), &mut Rng::new(9));
    files.push(memory.to_bytes("tictactoe 3"));
    files
}

/// The bytes with the checksum in the last line made right again: FNV-1a of all lines before.
fn mended(bytes: &[u8]) -> Vec<u8> {
    let text = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let end = text
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |at| at + 1);
    let sum = bytes[..end]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    [&bytes[..end], format!("checksum {sum:016x}\n").as_bytes()].concat()
}

#[test]
fn damaged_memories_are_refused() {
    let files = memories();
    assert!(files.iter().all(|file| mended(file) == *file));
    let mut mutator = Mutator::new(40, files.clone());
    for _ in rounds(30_000) {
        let bytes = mutator.damaged();
        let read = Memory::read_labelled(&bytes[..]);
        assert_eq!(
            read.is_ok(),
            files.contains(&bytes),
            "{}",
            String::from_utf8_lossy(&bytes)
        );
    }
}

#[test]
fn memories_with_a_mended_checksum_are_refused_or_sound() {
    let mut mutator = Mutator::new(41, memories());
    let mut sound = 0;
    for _ in rounds(30_000) {
        let bytes = mended(&mutator.damaged());
        let Ok((label, memory)) = Memory::read_labelled(&bytes[..]) else {
            continue;
        };
        sound += 1;
        let entries = memory.entries();
        assert!(entries.is_sorted_by(|a, b| a.0 < b.0));
        assert!(
            entries
                .iter()
                .all(|(_, score)| (-1.0..=1.0).contains(score))
        );
        let again = memory.to_bytes(&label);
        assert_eq!(
            Memory::from_bytes(&again, &label).expect("just written"),
            memory
        );
    }
    assert!(sound > 100, "only {sound} memories were sound");
}

#[test]
fn damaged_tables_are_refused() {
    let game = Crusher::new(2).expect("a size");
    let never = AtomicBool::new(false);
    let solution = Solution::build(&game, all_cores(), &never, |_, _| ()).expect("a small game");
    let folder = game::store::fresh_folder().unwrap();
    let path = folder.path().join("table");
    let mut lock = Solution::claim(&game, &path).unwrap();
    solution.save(&game, &path, &mut lock).unwrap();
    let whole = fs::read(&path).unwrap();
    let mut mutator = Mutator::new(42, vec![whole.clone()]);
    for _ in rounds(3_000) {
        let bytes = mutator.damaged();
        fs::write(&path, &bytes).unwrap();
        let read = Solution::open(&game, &path).and_then(Solution::read_all);
        assert_eq!(read.is_ok(), bytes == whole);
        // Nor is it the table of another board.
        assert!(Solution::open(&Crusher::new(3).expect("a size"), &path).is_err());
    }
}
