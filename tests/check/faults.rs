//! `game check` must find each fault of a small tafl, alone and behind two formal deviations.

use std::path::Path;

use game::check::{Report, Run};

use crate::programs::{CASES, CASES_AND_SESSIONS, SLIPS, Slip, converse, report, titles};
use crate::tafl::{FAULTS, Tafl};

fn faulty(fault: &str, slips: &[Slip], suite: &game::check::Suite) -> Report {
    let program = |args: &[String], input: &[u8], folder: &Path| -> Run {
        converse(&mut Tafl::new(fault, folder), slips, args, input)
    };
    report(&program, suite)
}

#[test]
fn a_program_without_a_fault_has_none() {
    let report = faulty("none", &[], &CASES_AND_SESSIONS);
    assert!(report.holds(), "{:?}", titles(&report));
}

#[test]
fn every_fault_is_found_despite_two_deviations() {
    for (number, fault) in FAULTS.into_iter().enumerate() {
        let plain = faulty(fault, &[], &CASES);
        let usual = titles(&plain);
        assert!(!usual.is_empty(), "{fault}");
        let one = SLIPS[number % SLIPS.len()];
        let two = SLIPS[(7 * number + 3) % SLIPS.len()];
        let report = faulty(fault, &[one, two], &CASES);
        let first: Vec<&str> = titles(&report).into_iter().take(3).collect();
        assert!(!first.is_empty(), "{fault} behind {one:?} and {two:?}");
        // Without a prompt, the fault shows elsewhere.
        let hidden = [
            Slip::NoPrompt,
            Slip::NumberedPrompt,
            Slip::OnePrompt,
            Slip::OtherPrompt,
        ];
        if !hidden.contains(&one) && !hidden.contains(&two) {
            assert!(
                first.contains(&usual[0]),
                "{fault} behind {one:?} and {two:?}: {first:?}"
            );
        }
    }
}
