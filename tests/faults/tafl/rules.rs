//! Moves, captures and ends.

use super::{Tafl, other};

pub(super) const CENTRE: usize = 40;
pub(super) type Square = usize;

fn offset(square: Square, right: i32, up: i32) -> Option<Square> {
    let (x, y) = ((square % 9) as i32 + right, (square / 9) as i32 + up);
    ((0..9).contains(&x) && (0..9).contains(&y)).then_some((y * 9 + x) as usize)
}

const AROUND: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn beside(square: Square) -> Vec<Square> {
    let around = AROUND.iter();
    around
        .filter_map(|&(right, up)| offset(square, right, up))
        .collect()
}

impl Tafl {
    pub(super) fn may_move(&self, from: Square, to: Square) -> bool {
        let (dx, dy) = (
            (to % 9) as i32 - (from % 9) as i32,
            (to / 9) as i32 - (from / 9) as i32,
        );
        let length = dx.abs().max(dy.abs());
        if self.side(from) != Some(self.turn)
            && !(self.has("moves-any-piece") && self.side(from).is_some())
        {
            return false;
        }
        if from == to {
            return self.has("null-move");
        }
        let diagonal = dx.abs() == dy.abs() && length == 1 && self.has("diagonal-steps");
        if dx != 0 && dy != 0 && !diagonal {
            return false;
        }
        if length > 7 && self.has("no-longest-moves")
            || length > 1 && self.cells[from] == b'L' && self.has("lambda-one-step")
            || dy < 0 && length > 3 && self.has("no-long-moves-down")
        {
            return false;
        }
        for step in 1..length {
            let Some(at) = offset(from, dx.signum() * step, dy.signum() * step) else {
                return false;
            };
            let jumps_own = self.has("jumps-own") && self.side(at) == self.side(from);
            let jumps_other = self.has("jumps-others") && self.side(at) != self.side(from);
            if !self.is_empty(at) && !jumps_own && !jumps_other
                || at == CENTRE && self.has("no-way-across-the-centre")
            {
                return false;
            }
        }
        let centre = match self.cells[from] {
            b'L' => self.has("lambda-returns"),
            b'G' => self.has("guards-onto-the-centre"),
            _ => self.has("objects-onto-the-centre"),
        };
        if to == CENTRE && !centre {
            return false;
        }
        self.is_empty(to) || self.has("lands-on-others") && self.side(to) != self.side(from)
    }

    /// Everything that the piece that has moved captures.
    pub(super) fn captured(&self, moved: Square) -> Vec<Square> {
        let all = 0..81;
        all.filter(|&victim| self.is_captured(victim, moved))
            .collect()
    }

    fn is_captured(&self, victim: Square, moved: Square) -> bool {
        let (Some(side), Some(captor)) = (self.side(victim), self.side(moved)) else {
            return false;
        };
        if victim == moved {
            let gap = self.has("captured-by-moving-into-a-gap");
            return gap && self.between(victim, other(side), None);
        }
        if side == captor {
            return self.has("captures-own") && self.between(victim, captor, Some(moved));
        }
        let anybody = |square: &Square| match () {
            () if self.has("guards-surround-too") => !self.is_empty(*square),
            () => self.cells[*square] == b'O',
        };
        let lambda = self.cells[victim] == b'L';
        if lambda && self.has("lambda-is-never-captured") {
            return false;
        }
        if lambda && victim == CENTRE && !self.has("two-on-the-centre") {
            let around = beside(victim);
            let needed = if self.has("three-on-the-centre") {
                3
            } else {
                4
            };
            let objects = around.iter().filter(|square| anybody(square)).count();
            return around.contains(&moved) && objects >= needed;
        }
        let near = match () {
            () if self.has("diagonal-is-beside-the-centre") => {
                let (x, y) = ((victim % 9).abs_diff(4), (victim / 9).abs_diff(4));
                x.max(y) == 1
            }
            () => beside(CENTRE).contains(&victim),
        };
        if lambda && near && !self.has("two-beside-the-centre") {
            let mut around = beside(victim);
            if !self.has("four-beside-the-centre") {
                around.retain(|&square| square != CENTRE);
            }
            return around.contains(&moved) && around.iter().all(anybody);
        }
        if lambda && self.has("four-elsewhere") {
            let around = beside(victim);
            return around.contains(&moved) && around.iter().all(anybody);
        }
        let by = (!self.has("captured-by-standing")).then_some(moved);
        self.between(victim, captor, by)
    }

    /// Whether two opposite neighbours are hostile, one of them the piece that moved, if that is
    /// asked for.
    fn between(&self, victim: Square, captor: u8, moved: Option<Square>) -> bool {
        let hostile = |square: Option<Square>| {
            let Some(square) = square else {
                return self.has("the-edge-is-hostile");
            };
            if square == CENTRE {
                let empty = self.is_empty(CENTRE) || self.has("the-full-centre-is-hostile");
                let hostile = match () {
                    () if self.has("the-centre-is-harmless") => false,
                    () if self.has("the-centre-is-hostile-to-objects-alone") => captor == b'G',
                    () if self.has("the-centre-is-hostile-to-guards-alone") => captor == b'O',
                    () => true,
                };
                if empty && hostile {
                    return true;
                }
            }
            if self.cells[square] == b'L' && self.has("lambda-helps-nobody") {
                return false;
            }
            self.side(square) == Some(captor)
        };
        let mut lines = vec![[(-1, 0), (1, 0)], [(0, -1), (0, 1)]];
        if self.has("captures-along-rows-alone") {
            lines.truncate(1);
        }
        if self.has("captures-along-columns-alone") {
            lines.remove(0);
        }
        if self.has("captures-in-a-corner") {
            lines.push([(1, 0), (0, 1)]);
        }
        lines.into_iter().any(|[one, two]| {
            let (one, two) = (offset(victim, one.0, one.1), offset(victim, two.0, two.1));
            let by = |square: Option<Square>| moved.is_none() || square == moved;
            (by(one) || by(two)) && hostile(one) && hostile(two)
        })
    }

    /// The line that says how the game ended, if it did.
    pub(super) fn outcome(&mut self) -> String {
        let lambda = (0..81).find(|&square| self.cells[square] == b'L');
        let of = |letter: u8| move |cell: &&u8| **cell == letter;
        let count = |letter: u8| self.cells.iter().filter(of(letter)).count();
        let objects_win = "Objects Win\n";
        let lambdas_win = "Lambdas Win\n";
        let word = match lambda {
            None if self.has("no-end-without-lambda") => "",
            None => objects_win,
            Some(_) if count(b'G') == 0 && self.has("guards-are-needed") => objects_win,
            Some(lambda)
                if (self.turn == b'G' || self.has("lambda-wins-at-any-turn"))
                    && self.can_leave(lambda) =>
            {
                lambdas_win
            }
            _ if count(b'O') == 0 && !self.has("no-end-without-objects") => lambdas_win,
            _ if !self.can_move() => "Draw\n",
            _ => "",
        };
        if word.is_empty() {
            return String::new();
        }
        self.playing = self.has("goes-on-after-the-end");
        match () {
            () if self.has("winners-swapped") && word == objects_win => lambdas_win.to_owned(),
            () if self.has("winners-in-small") => word.to_lowercase(),
            () => word.to_owned(),
        }
    }

    fn can_leave(&self, lambda: Square) -> bool {
        let edge = |square: Square| beside(square).len() < 4;
        if self.has("lambda-wins-on-the-edge-alone") {
            return edge(lambda);
        }
        AROUND.into_iter().enumerate().any(|(index, (right, up))| {
            if self.has("paths-along-rows-alone") && up != 0
                || self.has("paths-to-three-sides") && index == 3
            {
                return false;
            }
            let way = (1..9).map_while(|steps| offset(lambda, right * steps, up * steps));
            way.into_iter().all(|square| {
                let across = square == CENTRE && self.has("no-path-across-the-centre");
                let last = edge(square) && self.has("the-edge-itself-is-free");
                (self.is_empty(square) && !across) || last
            })
        })
    }

    fn can_move(&self) -> bool {
        (0..81).any(|from| (0..81).any(|to| from != to && self.may_move(from, to)))
    }
}
