//! Memory files: the way there and back, and everything that can be wrong with one.

use crate::engine::learn::{Memory, MemoryError};
use proptest::prelude::*;
use std::io::{self, BufReader, Read};

fn memories() -> impl Strategy<Value = Memory> {
    let score = prop_oneof![
        -1.0..=1.0,
        Just(0.0),
        Just(1.0),
        Just(-1.0),
        Just(f64::from_bits(1)),
        (-1.0..=1.0).prop_map(|score: f64| score * 1e-300),
    ];
    let key = prop_oneof![any::<u64>(), 0..50u64];
    prop::collection::hash_map(key, score, 0..40).prop_map(|entries| {
        let mut memory = Memory::new();
        for (key, score) in entries {
            memory.set(key, score);
        }
        memory
    })
}

fn example() -> Memory {
    let mut memory = Memory::new();
    for (key, score) in [(42, 0.8732), (41, -0.27), (u64::MAX, 1.0), (0, 5e-324)] {
        memory.set(key, score);
    }
    memory
}

/// The example's bytes with one piece of text in place of another, and a checksum that fits.
fn forged(from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(example().to_bytes("a game")).unwrap();
    let (body, _) = text.split_once("checksum").unwrap();
    assert!(body.contains(from));
    let body = body.replacen(from, to, 1);
    let sum = body.bytes().fold(0xcbf2_9ce4_8422_2325, |sum: u64, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{body}checksum {sum:016x}\n").into_bytes()
}

fn refusal(bytes: &[u8]) -> String {
    Memory::from_bytes(bytes, "a game").unwrap_err().to_string()
}

#[test]
fn the_file_is_this_text() {
    let text = String::from_utf8(example().to_bytes("a game")).unwrap();
    let lines: Vec<&str> = text.split('\n').collect();
    assert_eq!(
        lines[..7],
        [
            "game memory 1",
            "learnt a game",
            "positions 4",
            "0 5e-324",
            "41 -0.27",
            "42 0.8732",
            "18446744073709551615 1.0",
        ]
    );
    assert!(lines[7].starts_with("checksum ") && lines[7].len() == 25);
    assert_eq!(lines[8..], [""]);
    assert_eq!(forged("", ""), text.as_bytes());
}

fn assert_refused(from: &str, to: &str, reason: &str) {
    assert_eq!(refusal(&forged(from, to)), reason, "{to:?} for {from:?}");
}

#[test]
fn a_wrong_head_is_refused() {
    for version in ["2", "1 ", "01", ""] {
        let reason = format!("its format is {version:?}, and only format \"1\" is known here");
        assert_refused("memory 1", &format!("memory {version}"), &reason);
    }
    assert_refused("game memory 1\n", "", "it is not a memory file");
    let reason = "it was learnt for \"b game\", not for \"a game\"";
    assert_refused("learnt a", "learnt b", reason);
    let reason = "line 2 is damaged: what was learnt should stand there";
    assert_refused("learnt a game\n", "", reason);
    for count in ["four", "04", "+4", "", "4 ", "18446744073709551616"] {
        let reason = "line 3 is damaged: the number of positions should stand there";
        assert_refused("positions 4", &format!("positions {count}"), reason);
    }
}

#[test]
fn a_wrong_number_of_lines_is_refused() {
    let reason = "line 7 is damaged: the checksum should stand there";
    assert_refused("positions 4", "positions 3", reason);
    let reason = "line 8 is damaged: the key of a position and its score should stand there";
    assert_refused("positions 4", "positions 5", reason);
    let reason = "it holds 18446744073709551615 positions, more than the 4194304 of a memory";
    assert_refused("positions 4", "positions 18446744073709551615", reason);
}

#[test]
fn a_wrong_score_is_refused() {
    let reason = "line 6 is damaged: a score is a number from -1 to 1";
    for score in [
        "1.0000000000000003",
        "-1.1",
        "1e300",
        "NaN",
        "-inf",
        "0.8732 ",
        "0.8732\r",
        "0,5",
        "",
    ] {
        assert_refused("0.8732", score, reason);
    }
}

#[test]
fn a_wrong_key_is_refused() {
    let reason = "line 6 is damaged: the key of a position and its score should stand there";
    for key in [
        "+42 ",
        "042 ",
        "42",
        " 42 ",
        "-1 ",
        "é ",
        "18446744073709551616 ",
    ] {
        assert_refused("42 ", key, reason);
    }
    assert_refused("42 ", &"4".repeat(200), reason);
    let reason = "line 6 is damaged: the position 41 stands there twice";
    assert_refused("42 0", "41 0", reason);
    let reason = "line 6 is damaged: the position 40 is out of order";
    assert_refused("42 0", "40 0", reason);
}

#[test]
fn a_wrong_checksum_is_refused() {
    let mut bytes = forged("0.8732", "0.8733");
    assert!(Memory::from_bytes(&bytes, "a game").is_ok());
    let last_digit = bytes.len() - 2;
    bytes[last_digit] ^= 1;
    assert_eq!(refusal(&bytes), "it is damaged: its checksum is wrong");
}

#[test]
fn what_is_no_memory_file_is_refused() {
    for bytes in [
        &b""[..],
        b"\n",
        b"game memory 1",
        b"GAME MEMORY 1\n",
        b"\xff\xfe\n",
        &[b'x'; 1000],
    ] {
        assert_eq!(refusal(bytes), "it is not a memory file");
    }
}

#[test]
fn bytes_after_the_end_are_refused() {
    for rest in ["\n", "x", "game memory 1\n"] {
        let mut bytes = example().to_bytes("a game");
        bytes.extend_from_slice(rest.as_bytes());
        assert_eq!(refusal(&bytes), "something follows after its end");
    }
}

#[test]
fn the_longest_entry_fits_the_room_reserved_for_it() {
    let score = -f64::MIN_POSITIVE * 1.234_567_890_123_456_7;
    let memory = Memory::from_iter([(u64::MAX, score)]);
    let entry = format!("{} {score:?}\n", u64::MAX);
    assert_eq!(entry.len(), 46, "{entry}");
    let bytes = memory.to_bytes("a game").len() as u64;
    assert!(bytes <= Memory::longest_file(1, "a game"));
}

#[test]
fn a_line_may_end_at_its_longest_but_not_go_on() {
    for (length, reason) in [
        (128, "it is cut off in line 2"),
        (129, "line 2 is damaged: what was learnt should stand there"),
    ] {
        let line = format!("learnt {}", "x".repeat(length - "learnt ".len()));
        assert_eq!(refusal(format!("game memory 1\n{line}").as_bytes()), reason);
    }
}

#[test]
fn every_shorter_file_is_refused() {
    let bytes = example().to_bytes("a game");
    for length in 0..bytes.len() {
        let reason = refusal(&bytes[..length]);
        let known = reason.starts_with("it is cut off in line") || length < 14;
        assert!(known, "{length}: {reason}");
    }
}

#[test]
fn every_change_of_a_byte_is_refused() {
    let bytes = example().to_bytes("a game");
    for place in 0..bytes.len() {
        for change in 1..=255 {
            let mut changed = bytes.clone();
            changed[place] ^= change;
            assert!(
                Memory::from_bytes(&changed, "a game").is_err(),
                "{place} {change}"
            );
        }
    }
}

#[test]
fn an_input_without_end_is_refused() {
    let zeros = BufReader::new(io::repeat(0));
    let refused = Memory::read(zeros, "a game");
    assert!(matches!(refused, Err(MemoryError::NotAMemory)));
    let start = b"game memory 1\nlearnt a game\npositions 18446744073709551615\n";
    for endless in [b'1', b'\n', b' '] {
        let input = BufReader::new(start.chain(io::repeat(endless)));
        assert!(Memory::read(input, "a game").is_err());
    }
    let label = BufReader::new(b"game memory 1\nlearnt ".chain(io::repeat(b'a')));
    assert!(Memory::read(label, "a game").is_err());
}

/// A pipe that never runs out of good lines.
struct Positions {
    next: u64,
    line: Vec<u8>,
}

impl Read for Positions {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.line.is_empty() {
            self.line = format!("{} 0.5\n", self.next).into_bytes();
            self.next += 1;
        }
        let length = self.line.as_slice().read(buffer)?;
        self.line.drain(..length);
        Ok(length)
    }
}

#[test]
fn endless_positions_do_not_fill_the_memory_of_the_machine() {
    for count in [Memory::MOST as u64 + 1, u64::MAX] {
        let start = format!("game memory 1\nlearnt a game\npositions {count}\n");
        let mut positions = Positions {
            next: 0,
            line: Vec::new(),
        };
        let input = BufReader::new(start.as_bytes().chain(&mut positions));
        let refused = Memory::read(input, "a game");
        assert!(matches!(refused, Err(MemoryError::TooMany { count: told }) if told == count));
        assert!(
            positions.next < 10,
            "{} positions were read",
            positions.next
        );
    }
}

#[test]
fn a_failing_input_is_told_as_such() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let start = example().to_bytes("a game");
    for length in [0, 5, 20, start.len()] {
        let input = BufReader::new(start[..length].chain(Broken));
        let error = Memory::read(input, "a game").unwrap_err();
        assert_eq!(error.to_string(), "it cannot be read: the disk is gone");
    }
}

proptest! {
    #[test]
    fn what_is_read_is_what_was_written(memory in memories(), label in "\\PC{0,300}|[\n\r\\\\ a]{0,5}") {
        let bytes = memory.to_bytes(&label);
        let read = Memory::from_bytes(&bytes, &label).unwrap();
        let bits = |memory: &Memory| -> Vec<(u64, u64)> {
            memory.entries().into_iter().map(|(key, score)| (key, score.to_bits())).collect()
        };
        prop_assert_eq!(bits(&read), bits(&memory));
        prop_assert!(bytes.len() as u64 <= Memory::longest_file(memory.len(), &label));
        prop_assert_eq!(read.to_bytes(&label), bytes);
    }

    #[test]
    fn another_label_is_refused(label in "\\PC{0,9}", other in "\\PC{0,9}") {
        let bytes = Memory::new().to_bytes(&label);
        let read = Memory::from_bytes(&bytes, &other);
        prop_assert_eq!(read.is_ok(), label == other);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), whole in any::<bool>()) {
        let mut input = if whole { b"game memory 1\nlearnt \npositions 3\n".to_vec() } else { vec![] };
        input.extend(bytes);
        prop_assert!(Memory::from_bytes(&input, "").is_err());
    }
}
