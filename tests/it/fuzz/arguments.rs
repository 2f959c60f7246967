//! The command line of the program.

use clap::FromArgMatches;
use game::cli::{self, Cli};

use super::mutate::Mutator;
use super::{corpus, rounds};

#[test]
fn damaged_command_lines_are_understood_or_refused() {
    let mut known = corpus::commands();
    let more = [
        "perft tafl --depth 3 --size 3",
        "train countdown --size 21 --plays 5 --seed 1",
        "match tictactoe learnt random --games 2 --opening 1 --most 9",
        "match crusher 500ms 2s --size 4",
        "generate bash",
        "battleship solve --first x",
        "--test --mode crusher --seed 18446744073709551615 --color never --ascii",
        "--state f",
    ];
    known.extend(more.map(|line| line.as_bytes().to_vec()));
    let mut mutator = Mutator::new(4, known);
    let command = cli::command();
    let mut understood = 0;
    for _ in rounds(2_000) {
        let line = mutator.damaged_text();
        let words = ["game"]
            .into_iter()
            .chain(line.split(' ').filter(|word| !word.is_empty()));
        match command.clone().try_get_matches_from(words) {
            Ok(matches) => {
                understood += 1;
                if matches.subcommand_name().is_none() {
                    assert!(Cli::from_arg_matches(&matches).is_ok(), "{line:?}");
                }
            }
            // 0 is for --help and --version.
            Err(error) => assert!([0, 2].contains(&error.exit_code()), "{line:?}"),
        }
    }
    assert!(understood > 0, "the damage is too great");
}
