//! A game with what was taken back in it, while it is played and after its end.

use std::sync::atomic::AtomicBool;

use super::searcher::{GameState, initial_guess, next_guess};
use super::{Answer, Log, Placement, Role};

/// A guess and its answer.
pub(super) type Turn = (Placement, Answer);

/// The present game, or the last one: it stays at hand until another begins.
#[derive(Debug)]
pub(super) struct GuessingGame {
    pub(super) log: Log,
    /// What `:undo` took back, the oldest turn last.
    taken_back: Vec<Turn>,
    /// Whether it goes on. It does not once the ships are found, or somebody has stopped it.
    open: bool,
    /// The computer's guess that waits for an answer, while a person hides.
    waiting: Option<Placement>,
}

impl GuessingGame {
    pub(super) fn new(log: Log) -> Self {
        let mut game = GuessingGame {
            log,
            taken_back: Vec::new(),
            open: true,
            waiting: None,
        };
        game.go_on(true);
        game
    }

    /// Whether the game goes on from here, and with which guess.
    fn go_on(&mut self, open: bool) {
        self.open = open;
        self.waiting = match self.log.role {
            Role::Hiding if open => self.suggestion(),
            _ => None,
        };
    }

    pub(super) const fn is_open(&self) -> bool {
        self.open
    }

    pub(super) const fn waiting(&self) -> Option<Placement> {
        self.waiting
    }

    /// Ends the game before its end.
    pub(super) fn stop(&mut self) {
        self.go_on(false);
    }

    /// What the searcher would guess now; nothing if no placement fits.
    pub(super) fn suggestion(&self) -> Option<Placement> {
        let resumed = GameState::resume(self.log.turns.iter().copied());
        resumed.ok().map(|(guess, _)| guess)
    }

    /// How many guesses find the ships on the average, the suggested one included; `None` if no
    /// placement fits, or if `cancel` comes first.
    pub(super) fn expected_guesses(&self, cancel: &AtomicBool) -> Option<f64> {
        let (guess, state) = GameState::resume(self.log.turns.iter().copied()).ok()?;
        let targets = self.log.possible();
        let total = state.total(guess, &targets, cancel)?;
        Some(f64::from(total) / targets.len() as f64)
    }

    /// The lines that play this game again; `None` if the computer would make other guesses, which
    /// can be so in a game that was loaded.
    pub(super) fn commands(&self) -> Option<Vec<String>> {
        let begin = match self.log.role {
            Role::Searching(target) => format!(":start {target}"),
            Role::Hiding => ":search".to_owned(),
        };
        if self.log.role == Role::Hiding {
            let (mut own, mut state) = initial_guess();
            for &(guess, told) in &self.log.turns {
                if guess != own {
                    return None;
                }
                (own, state) = next_guess((own, state), told.triple());
            }
        }
        Some(std::iter::once(begin).chain(self.log.commands()).collect())
    }

    /// Adds a turn, unless no placement fits it. What had been taken back is forgotten.
    pub(super) fn play(&mut self, turn: Turn) -> bool {
        let fits = self.add(turn);
        if fits {
            self.taken_back.clear();
        }
        fits
    }

    fn add(&mut self, turn: Turn) -> bool {
        self.log.turns.push(turn);
        if self.log.possible().is_empty() {
            self.log.turns.pop();
            return false;
        }
        self.go_on(turn.1 != Answer::FOUND);
        true
    }

    /// Takes the last turn back; a game that is over goes on.
    pub(super) fn undo(&mut self) -> Option<Turn> {
        let turn = self.log.turns.pop()?;
        self.taken_back.push(turn);
        // The computer asks what it would have asked then: in a game that was loaded, somebody else
        // may have made the guess.
        self.go_on(true);
        Some(turn)
    }

    /// Makes the turn again that was taken back last.
    pub(super) fn redo(&mut self) -> Option<Turn> {
        let turn = self.taken_back.pop()?;
        self.add(turn).then_some(turn)
    }

    /// Whether [`redo`](GuessingGame::redo) has something to do.
    pub(super) fn can_redo(&self) -> bool {
        self.open && !self.taken_back.is_empty()
    }
}
