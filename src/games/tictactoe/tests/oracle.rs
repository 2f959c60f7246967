//! A slow oracle of the rules: a grid of cells, searched in all directions from every cell. It shares
//! nothing with the fast rules but the numbering of cells.

use crate::engine::{Side, Status};

/// A game in progress on a grid.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    pub(super) cells: Vec<Vec<Option<Side>>>,
    pub(super) turn: Side,
}

impl Grid {
    pub(super) fn new(size: usize) -> Self {
        Grid {
            cells: vec![vec![None; size]; size],
            turn: Side::First,
        }
    }

    /// The numbers of the cells that can be marked.
    pub(super) fn moves(&self) -> Vec<usize> {
        if self.status().is_over() {
            return vec![];
        }
        let cells = self.cells.iter().flatten().enumerate();
        let empty = cells.filter(|(_, mark)| mark.is_none());
        empty.map(|(index, _)| index + 1).collect()
    }

    pub(super) fn play(&mut self, number: usize) {
        let size = self.cells.len();
        self.cells[(number - 1) / size][(number - 1) % size] = Some(self.turn);
        self.turn = self.turn.other();
    }

    pub(super) fn status(&self) -> Status {
        for side in Side::BOTH {
            if self.has_line(side) {
                return Status::Won(side);
            }
        }
        if self.cells.iter().flatten().all(Option::is_some) {
            Status::Draw
        } else {
            Status::Playing
        }
    }

    fn has_line(&self, side: Side) -> bool {
        let length = self.cells.len() as isize;
        let directions = [-1, 0, 1].map(|down| [-1, 0, 1].map(|right| (down, right)));
        let directions = directions.as_flattened();
        (0..length).any(|row| {
            (0..length).any(|column| {
                directions
                    .iter()
                    .filter(|&&direction| direction != (0, 0))
                    .any(|&(down, right)| {
                        (0..length).all(|step| {
                            self.mark(row + step * down, column + step * right) == Some(side)
                        })
                    })
            })
        })
    }

    fn mark(&self, row: isize, column: isize) -> Option<Side> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        *row.get(usize::try_from(column).ok()?)?
    }
}
