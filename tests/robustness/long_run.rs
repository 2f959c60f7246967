//! Commands without number: memory stays flat.

use game::games::NAMES;

use crate::process::{Running, game};
use crate::rounds;
use crate::tours::tours;

/// What can be typed anywhere.
const EVERYWHERE: [&str; 4] = [
    ":nonsense",
    ":load nothing",
    ":save /dev/full",
    ":start 1 2 3 4",
];

/// The answer that comes once in each round.
fn mark() -> String {
    format!("Mode: {}\n", NAMES[0])
}

/// The tours of all modes, with something that is refused after each line.
fn round() -> Vec<String> {
    let mut lines = Vec::new();
    for mode in NAMES {
        lines.push(format!(":mode {mode}"));
        for tour in tours(mode) {
            for (number, line) in tour.iter().enumerate() {
                lines.push(line.clone());
                lines.push(EVERYWHERE[number % EVERYWHERE.len()].to_owned());
            }
            // A question of the tour may be open still.
            lines.push(":stop".to_owned());
        }
    }
    lines
}

/// How much the peak may rise once everything has been done a few times, in kilobytes: the allocator
/// keeps what it once had, and the system may join its pages to huge ones of 2 MB at any moment. A
/// command that leaks its smallest piece (32 bytes) makes 5,600 kB of 180,000.
const RISE: u64 = 4096;

/// Runs so many commands and gives back the peaks of memory after the first `few` and after all.
fn peaks(few: usize, all: usize) -> (u64, u64) {
    let mut running = Running::spawn(&mut game(["--test"]));
    let lines = round();
    let (round, mark) = (lines.join("\n") + "\n", mark());
    let rounds = |running: &mut Running, count: usize| {
        for _ in 0..count.div_ceil(20) {
            running.say(round.repeat(20));
            for _ in 0..20 {
                running.until(&mark);
            }
        }
        running.peak()
    };
    let early = rounds(&mut running, few / lines.len());
    let late = rounds(&mut running, (all - few) / lines.len());
    assert_eq!(running.wait().code(), Some(0));
    (early, late)
}

#[test]
fn memory_is_flat_over_many_commands() {
    let many = 200_000 * rounds::factor() as usize;
    let (early, late) = peaks(20_000, many);
    println!("peak after 20,000 commands: {early} kB, after {many}: {late} kB");
    assert!(late <= early + RISE, "{early} kB and then {late} kB");
}
