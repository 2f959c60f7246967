//! What a thinking player tells the person who waits for it.

use super::level::Level;
use super::prompt_game::PromptGame;
use crate::engine::search::Report;
use crate::repl::console::Task;

/// Thinking at a level; `interrupt` says what Ctrl-C does.
pub(super) fn task(level: Option<Level>, interrupt: &'static str) -> Task {
    let budget = level.and_then(Level::budget);
    Task {
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
