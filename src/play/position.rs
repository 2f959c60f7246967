//! A position of any board game, its type erased: for code that serves whatever the registry holds.

use super::prompt_game::{BoardView, PromptGame};
use crate::engine::{Side, StateOf, Status};
use crate::repl::{DrawStyle, Text};

/// A position of some board game. Moves are words, as they are typed behind `:move`.
///
/// ```
/// use game::engine::{Side, Status};
/// use game::games;
///
/// let game = games::find("countdown").and_then(|row| row.board.as_ref()).ok_or("no such game")?;
/// let mut position = (game.start)(Some(5)).ok_or("no such size")?;
/// assert_eq!(position.moves(), ["1", "2", "3"]);
/// assert!(position.play("4").is_err());
/// position = position.play("3")?.play("2")?;
/// assert_eq!(position.status(), Status::Won(Side::Second));
/// assert_eq!(position.save(), "X to play\n0 pieces left\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Position {
    /// The game with its size.
    fn label(&self) -> String;

    /// Whose turn it is.
    fn to_move(&self) -> Side;

    /// Whether the game goes on, and if not, how it ended.
    fn status(&self) -> Status;

    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<String>;

    /// The position after a move.
    ///
    /// # Errors
    /// Why these words are no legal move.
    fn play(&self, words: &str) -> Result<Box<dyn Position>, String>;

    /// The key of the position, the side to move included.
    fn hash(&self) -> u64;

    /// The saved form.
    fn save(&self) -> String;

    /// The board for a person.
    fn draw(&self, style: DrawStyle) -> Text;
}

/// The start of a game: the usual one, or that of a size, if there is one.
#[must_use]
pub fn start<T: PromptGame>(size: Option<u64>) -> Option<Box<dyn Position>> {
    let game = match size {
        None => T::standard(),
        Some(size) => T::of_size(&size.to_string()).ok()?,
    };
    let state = game.start();
    Some(Box::new(Typed {
        game,
        state,
        last: None,
    }))
}

/// A saved position.
///
/// # Errors
/// Why the bytes are no saved game.
pub fn read<T: PromptGame>(bytes: &[u8]) -> Result<Box<dyn Position>, String> {
    let (game, state) = T::read(bytes)?;
    Ok(Box::new(Typed {
        game,
        state,
        last: None,
    }))
}

struct Typed<T: PromptGame> {
    game: T,
    state: StateOf<T>,
    last: Option<(StateOf<T>, T::Move)>,
}

impl<T: PromptGame> Position for Typed<T> {
    fn label(&self) -> String {
        self.game.label()
    }

    fn to_move(&self) -> Side {
        self.state.to_move
    }

    fn status(&self) -> Status {
        self.game.status(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.game.move_list(&self.state).into_iter();
        moves.map(|mv| self.game.show_move(mv)).collect()
    }

    fn play(&self, words: &str) -> Result<Box<dyn Position>, String> {
        let mv = self
            .game
            .parse_move(&self.state, words)
            .map_err(|why| why.to_string())?;
        Ok(Box::new(Typed {
            game: self.game.clone(),
            state: self.game.play(&self.state, mv),
            last: Some((self.state.clone(), mv)),
        }))
    }

    fn hash(&self) -> u64 {
        self.game.hash(&self.state)
    }

    fn save(&self) -> String {
        self.game.write(&self.state)
    }

    fn draw(&self, style: DrawStyle) -> Text {
        let last = self.last.as_ref().map(|(before, mv)| (before, *mv));
        let view = BoardView {
            state: &self.state,
            last,
            previous: None,
        };
        self.game.draw(view, style)
    }
}
