//! A line-oriented prompt for anything that has commands: no game is named here.
//!
//! The way of a line:
//!
//! ```text
//! bytes -> Console -> Input -> Dispatcher -> words -> a row of the table -> Mode::Command
//!       -> Mode::run -> Result<Reply, Refused> -> Reply -> Console -> bytes
//! ```
//!
//! * [`command`]: one row of a command table, the single place where a command is described.
//! * [`Dispatcher`]: turns lines into commands of a [`Mode`].
//! * [`console`]: where the prompt reads and prints.

pub mod command;
mod completion;
pub mod console;
mod context;
mod dispatch;
mod interrupt;
mod mode;
mod reply;
mod session;
mod suggest;
mod text;

pub use command::{
    Action, Arg, KeepsQuestion, Kind, Malformed, Question, Row, When, always, idle, playing,
};
pub use completion::{Completion, Hint};
pub use context::{Context, DrawStyle};
pub use dispatch::Dispatcher;
pub use interrupt::{Interrupt, survive_file_size_limit};
pub use mode::Mode;
pub use reply::{Next, Part, Refusal, Refused, Reply};
pub use session::{CommandInfo, Session, SharedSession};
pub use text::{Line, Text, Tone};
