//! Undo then redo is identity: at any point of any game, any number of times, with and without a
//! computer at the table.

use game::games::board_games;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::answers::go_through;
use crate::cases;
use crate::lines::{self, Step};
use crate::session::{NOT_NOW, Session, start};

/// All that can be seen of a game, its file and its past included.
fn everything(session: &mut Session) -> (Vec<String>, String, Vec<u8>) {
    (
        session.look(),
        session.feed(":history"),
        session.saved("now"),
    )
}

/// A board game, who plays it (0, 1: the computer plays that side), and its moves.
fn any_game() -> impl Strategy<Value = (&'static str, usize, Vec<Step>)> {
    let modes: Vec<&str> = board_games().collect();
    (select(modes), 0..4usize, lines::moves(50))
}

fn begun(mode: &'static str, computer: usize) -> Session {
    let mut session = Session::new(mode, true);
    session.feed(start(mode));
    let letters = match mode {
        "tafl" => ["O", "L"],
        "crusher" => ["W", "B"],
        _ => ["X", "O"],
    };
    if let Some(letter) = letters.get(computer) {
        session.feed(&format!(":computer {letter} 1"));
    }
    session
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn what_is_taken_back_and_made_again_is_as_it_was(
        (mode, computer, steps) in any_game(),
        turns in vec((1..12usize, 1..12usize), 1..6),
    ) {
        let mut session = begun(mode, computer);
        go_through(&mut session, &steps);
        if !session.is_playing() {
            return Ok(());
        }
        // What the game looked like at each point that has been left by `:undo`.
        let mut left = Vec::new();
        for (back, on) in turns {
            for _ in 0..back {
                let before = everything(&mut session);
                let told = session.feed(":undo");
                if told == NOT_NOW {
                    prop_assert_eq!(everything(&mut session), before);
                    break;
                }
                prop_assert!(told.starts_with("Took back "), "{}", told);
                left.push(before);
            }
            for _ in 0..on {
                let Some(before) = left.pop() else { break };
                let told = session.feed(":redo");
                prop_assert!(told.starts_with("Played again "), "{}", told);
                prop_assert_eq!(everything(&mut session), before);
            }
        }
    }

    #[test]
    fn taking_everything_back_leads_to_the_beginning(
        (mode, _, steps) in any_game(),
    ) {
        let mut session = begun(mode, 3);
        let beginning = everything(&mut session);
        go_through(&mut session, &steps);
        if !session.is_playing() {
            return Ok(());
        }
        let history = session.feed(":history");
        let made = history.lines().filter(|line| *line != "No moves yet.").count();
        for _ in 0..made {
            prop_assert!(session.feed(":undo").starts_with("Took back "));
        }
        prop_assert_eq!(session.feed(":undo"), NOT_NOW);
        prop_assert_eq!(everything(&mut session), beginning);
    }

    #[test]
    fn a_new_move_forgets_what_was_taken_back(
        (mode, _, steps) in any_game(),
        choice: Index,
    ) {
        let mut session = begun(mode, 3);
        go_through(&mut session, &steps);
        if !session.is_playing() || session.feed(":undo") == NOT_NOW {
            return Ok(());
        }
        session.play(choice);
        if session.is_playing() {
            prop_assert_eq!(session.feed(":redo"), NOT_NOW);
        }
    }
}
