//! What a player shows while it thinks.

use std::sync::atomic::{AtomicBool, Ordering};

use super::judgement::LONGEST_LINE;
use super::level::Level;
use super::player_request::Purpose;
use super::prompt_game::{Options, PromptGame};
use super::record::ActiveGame;
use crate::engine::search::Report;
use crate::repl::console::Activity;

/// Thinking at a level; `interrupt` says what Ctrl-C does.
pub(super) fn task(level: Option<Level>, interrupt: &'static str) -> Activity {
    let budget = level.and_then(Level::budget);
    Activity {
        verb: "thinking",
        limit: budget.and_then(|budget| budget.time),
        interrupt,
    }
}

/// The depth that was reached and the best move so far.
pub(super) fn found<T: PromptGame>(game: &T, report: &Report<T::Move>) -> Vec<String> {
    let depth = (report.depth > 0).then(|| format!("depth {}", report.depth));
    let best = report.best.map(|mv| game.show_move(mv));
    depth.into_iter().chain(best).collect()
}

/// The report with a line that is long enough to be shown, unless the game ends before. A search
/// that finds a position in its table does not know how it goes on from there.
pub(super) fn with_longer_line<T: PromptGame>(
    active: &ActiveGame<T>,
    mut report: Report<T::Move>,
    options: &Options,
    cancel: &AtomicBool,
) -> Report<T::Move> {
    let game = &active.game;
    let mut state = active.record.state().clone();
    for &mv in &report.line {
        if !game.move_list(&state).contains(&mv) {
            return report;
        }
        state = game.play(&state, mv);
    }
    let mut player = active.player(None, Purpose::Review, options, cancel);
    while report.line.len() < LONGEST_LINE && !cancel.load(Ordering::Relaxed) {
        player.begin(0);
        let Some(mv) = player.choose(game, &state, cancel) else {
            break;
        };
        report.line.push(mv);
        state = game.play(&state, mv);
    }
    report
}
