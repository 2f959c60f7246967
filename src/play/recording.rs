//! `:record` writes the game as lines that can be typed again.

use std::fs;
use std::path::Path;

use super::board_mode::BoardMode;
use super::message::Message;
use super::prompt_game::PromptGame;
use super::record::ActiveGame;
use crate::repl::{Context, FileName, Reply};
use crate::store;

impl<T: PromptGame> BoardMode<T> {
    pub(super) fn record(&mut self, file: &FileName, context: &Context) -> Reply {
        let Some(game) = self.at_hand() else {
            return Reply::new();
        };
        let failed = |reason: String| Reply::fail(Message::CannotRecord).and_advise(reason);
        let begin = match &game.origin {
            None => game.game.start_line(),
            Some(origin) => match loading_line(game, origin, file.path(), context) {
                Ok(line) => line,
                Err(reason) => return failed(reason),
            },
        };
        // The computer plays no side, or it would make its moves beside those of the record.
        let mut text = format!(":mode {}\n:computer none\n{begin}\n", T::NAME);
        for mv in game.record.moves() {
            text.extend([":move ", &game.game.show_move(mv), "\n"]);
        }
        match store::save(file.path(), text.as_bytes()) {
            Ok(()) => Reply::say(Message::GameRecorded(file)),
            Err(error) => failed(store::reason(&error)),
        }
    }
}

/// The line that loads the position again from which a game began.
fn loading_line<T: PromptGame>(
    game: &ActiveGame<T>,
    origin: &Path,
    record: &Path,
    context: &Context,
) -> Result<String, String> {
    let name = context.folders.relative(origin);
    let shown = name.display();
    let typed = name.to_str().filter(|name| {
        let blank = |byte: u8| byte.is_ascii_whitespace();
        !name.is_empty() && !name.bytes().any(blank)
    });
    let Some(name) = typed else {
        return Err(format!(
            "the game began from {shown}, a name that cannot be typed"
        ));
    };
    if let (Ok(from), Ok(to)) = (fs::canonicalize(origin), fs::canonicalize(record))
        && from == to
    {
        return Err("the game began from this file: its record needs another".to_owned());
    }
    let holds_start = |bytes: &[u8]| {
        T::read(bytes).is_ok_and(|(read, state)| {
            state == *game.record.start() && read.label() == game.game.label()
        })
    };
    if !store::load(origin, T::LONGEST_FILE).is_ok_and(|bytes| holds_start(&bytes)) {
        return Err(format!(
            "{shown} no longer holds the position from which the game began"
        ));
    }
    Ok(format!(":load {name}"))
}
