//! Whatever is typed, in whatever mode: no panic, an answer, and the prompt that fits. The driver
//! itself checks all three after each line.

use game::games::NAMES;
use proptest::prelude::*;

use super::cases;
use super::driver::Driver;
use super::lines::{self, Step};

/// Types and plays all that.
pub fn go_through(driver: &mut Driver, steps: &[Step]) {
    for step in steps {
        match step {
            Step::Type(line) => {
                driver.feed(line);
            }
            Step::Play(choice) => {
                driver.play(*choice);
            }
        }
    }
}

fn any_session() -> impl Strategy<Value = (&'static str, Vec<Step>)> {
    prop::sample::select(&NAMES[..])
        .prop_flat_map(|mode| lines::steps(mode, 60).prop_map(move |steps| (mode, steps)))
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn every_line_is_answered_and_the_prompt_fits((mode, steps) in any_session(), test: bool) {
        go_through(&mut Driver::new(mode, test), &steps);
    }

    #[test]
    fn that_holds_in_the_middle_of_a_game_too((mode, steps) in any_session(), test: bool) {
        go_through(&mut Driver::begun(mode, test), &steps);
    }
}
