//! A line-oriented prompt for any set of commands. Names no game.
//!
//! ```text
//! bytes -> Console -> line -> Session (words, Row, open question) -> Mode handler -> Reply
//!       -> Console -> bytes
//! ```
//!
//! * [`command`]: a [`Row`] describes a command.
//! * [`Mode`]: a set of commands with a state; the [`Dispatcher`] turns it into a [`Session`].
//! * [`console`]: the only place that reads and prints at the prompt.

pub mod command;
mod completion;
pub mod console;
mod context;
mod dispatch;
pub mod kept;
mod reply;
mod session;
mod shared_rows;
mod suggest;
mod text;
mod wrap;

pub use crate::os::signals::{Interrupt, Interrupted};
pub use command::{Dialogue, Question, Row, When, WrongWords, always, idle, playing};
pub use completion::{Completion, Hint, hint};
pub use context::{Context, DrawStyle, Folders, Modes};
pub use dispatch::Dispatcher;
pub use reply::{FileLines, Next, Part, Refusal, Reply};
pub use session::{CommandInfo, Kept, Mode, Session, SharedSession};
pub use shared_rows::{CANNOT_LOAD, MALFORMED_STATE, load_row, record_row, save_row};
pub use text::{Line, Marks, Span, Text, Tone, bar, bars};
pub(crate) use wrap::UNBROKEN;
