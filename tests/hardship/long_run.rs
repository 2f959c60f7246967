//! Commands without number: memory stays flat.

use crate::process::{Running, game};

/// A bit of everything in every mode, and the answer that comes once in each round.
const MARK: &str = "Mode: tafl\n";
const ROUND: [&str; 50] = [
    ":mode tafl",
    ":start",
    ":move d1 d4",
    ":move e3 f3",
    ":undo",
    ":redo",
    ":moves",
    ":moves e2",
    ":board",
    ":history",
    ":move a a",
    ":nonsense",
    ":load nothing",
    ":save /proc/f",
    ":stop",
    ":mode battleship",
    ":start H1 B2 D3",
    ":guess B3 C3 H3",
    ":guess H1",
    ":stop",
    ":search",
    ":answer 0 2 1",
    ":feedback H1 B2 D3 B3 C3 H3",
    ":solve H1 B2 D3",
    ":stop",
    ":mode crusher",
    ":start 3 WB",
    ":move 5 10",
    ":moves",
    ":undo",
    ":redo",
    ":history",
    ":save /dev/full",
    ":stop",
    ":mode countdown",
    ":computer none",
    ":start",
    "1",
    "2",
    ":undo",
    "4",
    ":stop",
    ":mode tictactoe",
    ":computer none",
    ":start 4",
    "1",
    "2",
    ":board",
    ":stop",
    ":help",
];

/// How much the peak may rise once everything has been done a few times, in kilobytes: the system
/// counts in pages, and the allocator keeps what it once had.
const RISE: u64 = 1024;

/// Runs so many commands and gives back the peaks of memory after the first `few` and after all.
fn peaks(few: usize, all: usize) -> (u64, u64) {
    let mut running = Running::spawn(&mut game(["--test"]));
    let round = ROUND.join("\n") + "\n";
    let rounds = |running: &mut Running, count: usize| {
        for _ in 0..count.div_ceil(20) {
            running.say(round.repeat(20));
            for _ in 0..20 {
                running.until(MARK);
            }
        }
        running.peak()
    };
    let early = rounds(&mut running, few / ROUND.len());
    let late = rounds(&mut running, (all - few) / ROUND.len());
    assert_eq!(running.wait().code(), Some(0));
    (early, late)
}

#[test]
fn memory_is_flat_over_a_million_commands() {
    let (early, late) = peaks(20_000, 1_000_000);
    println!("peak after 20,000 commands: {early} kB, after 1,000,000: {late} kB");
    assert!(late <= early + RISE, "{early} kB and then {late} kB");
}
