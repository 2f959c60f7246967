//! A game so far: where it began, the moves, and those taken back that can be made again.

use crate::engine::{Game, StateOf};

/// The moves of a game and the positions between them.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    start: StateOf<G>,
    steps: Vec<(G::Move, StateOf<G>)>,
    /// How many of the steps are made; the others were taken back.
    made: usize,
}

impl<G: Game> Record<G> {
    /// A game that begins here.
    #[must_use]
    pub fn new(start: StateOf<G>) -> Self {
        Record {
            start,
            steps: Vec::new(),
            made: 0,
        }
    }

    /// The position now.
    #[must_use]
    pub fn state(&self) -> &StateOf<G> {
        self.state_after(self.made)
    }

    fn state_after(&self, moves: usize) -> &StateOf<G> {
        match moves.checked_sub(1) {
            None => &self.start,
            Some(last) => &self.steps[last].1,
        }
    }

    /// Makes a move, which must be legal. What had been taken back is forgotten.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let next = game.play(self.state(), mv);
        self.steps.truncate(self.made);
        self.steps.push((mv, next));
        self.made += 1;
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<G::Move> {
        self.made = self.made.checked_sub(1)?;
        Some(self.steps[self.made].0)
    }

    /// Makes the move again that was taken back last.
    pub fn redo(&mut self) -> Option<G::Move> {
        let (mv, _) = self.steps.get(self.made)?;
        self.made += 1;
        Some(*mv)
    }

    /// The moves made, oldest first.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = G::Move> {
        self.steps[..self.made].iter().map(|(mv, _)| *mv)
    }

    /// Positions in which moves could be made before now, newest first.
    pub fn earlier(&self) -> impl Iterator<Item = &StateOf<G>> {
        (0..self.made).rev().map(|moves| self.state_after(moves))
    }

    /// Positions that [`redo`](Record::redo) would lead to, nearest first.
    pub fn later(&self) -> impl Iterator<Item = &StateOf<G>> {
        self.steps[self.made..].iter().map(|(_, state)| state)
    }

    /// The last move and the position in which it was made.
    #[must_use]
    pub fn last(&self) -> Option<(&StateOf<G>, G::Move)> {
        let last = self.made.checked_sub(1)?;
        Some((self.state_after(last), self.steps[last].0))
    }

    /// How many moves have been made.
    #[must_use]
    pub fn len(&self) -> usize {
        self.made
    }

    /// Whether no move has been made.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.made == 0
    }
}
