//! A line-oriented prompt for anything that has commands. No game is named here.
//!
//! ```text
//! bytes -> Console -> Input -> Dispatcher -> words -> Row -> Action
//!       -> Result<Reply, Refused> -> Reply -> Console -> bytes
//! ```
//!
//! * [`command`]: a [`Row`] says everything about a command.
//! * [`Mode`]: a set of commands with a state; the [`Dispatcher`] runs any of them as a [`Session`].
//! * [`console`]: the only place that reads and prints at the prompt.

mod bars;
pub mod command;
mod completion;
pub mod console;
mod context;
mod dispatch;
mod file_name;
mod interrupt;
mod left_modes;
mod mode;
mod modes;
mod prose;
mod read;
mod reply;
mod session;
mod suggest;
mod text;

pub use bars::bars;
pub use command::{
    Action, Arg, KeepsQuestion, Kind, Malformed, Outcome, Question, Row, When, always, idle,
    playing,
};
pub use completion::{Completion, Hint};
pub use context::{Context, DrawStyle};
pub use dispatch::Dispatcher;
pub use file_name::{FileName, Folders};
pub use interrupt::{Interrupt, Interrupted};
pub use left_modes::LeftModes;
pub use mode::Mode;
pub use modes::Modes;
pub use prose::Prose;
pub use read::FileLines;
pub use reply::{Next, Part, Refusal, Refused, Reply};
pub use session::{CommandInfo, Session, SharedSession};
pub use text::{Line, Text, Tone};
