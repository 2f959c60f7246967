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
//! * [`dispatch`]: the one dispatcher, and [`Mode`], which it serves.
//! * [`console`]: the only place that reads and prints.

pub mod command;
pub mod console;
pub mod dispatch;
mod help;
mod interrupt;
mod menu;
mod offer;
mod refusal;
mod reply;
mod suggest;
mod text;

pub use command::{Arg, Kind, Row, When};
pub use dispatch::{Context, Dispatcher, Look, Mode, Session};
pub use interrupt::{INTERRUPTED, Interrupt, TERMINATED};
pub use menu::{Entry, Menu};
pub use offer::{Hint, Offer};
pub use refusal::{Refusal, Refused};
pub use reply::{Next, Part, Reply};
pub use text::{Line, Text, Tone};
