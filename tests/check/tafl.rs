//! A plain implementation of *Protect the λ*, with a switch for each typical fault.

use std::fs;
use std::path::{Path, PathBuf};

use crate::programs::Player;

/// The faults: each drops a rule or invents one.
pub const FAULTS: [&str; 19] = [
    "jumps-own-pieces",
    "diagonal-steps",
    "onto-the-centre",
    "no-way-across-the-centre",
    "invalid-move-costs-the-turn",
    "captures-own-pieces",
    "captured-by-moving-into-a-gap",
    "the-centre-is-harmless",
    "the-edge-is-hostile",
    "three-on-the-centre",
    "two-beside-the-centre",
    "lambda-helps-nobody",
    "one-capture-a-move",
    "paths-along-rows-alone",
    "goes-on-without-objects",
    "stop-goes-on",
    "save-without-a-game",
    "turn-is-not-saved",
    "loads-nine-guards",
];

const CENTRE: Square = 40;
type Square = usize;

const AROUND: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn offset(square: Square, right: i32, up: i32) -> Option<Square> {
    let (x, y) = ((square % 9) as i32 + right, (square / 9) as i32 + up);
    ((0..9).contains(&x) && (0..9).contains(&y)).then_some((y * 9 + x) as usize)
}

fn beside(square: Square) -> Vec<Square> {
    let around = AROUND.iter();
    around
        .filter_map(|&(right, up)| offset(square, right, up))
        .collect()
}

fn other(side: u8) -> u8 {
    if side == b'O' { b'G' } else { b'O' }
}

/// The program.
pub struct Tafl {
    fault: String,
    folder: PathBuf,
    /// From `a1` along the rows to `i9`.
    cells: [u8; 81],
    turn: u8,
    playing: bool,
    moved: bool,
}

const START: &[u8; 81] =
    b"   OOO       O        G    O   G   OOOGGLGGOOO   G   O    G        O       OOO   ";

impl Tafl {
    /// The program with a fault, whose files are in a folder.
    pub fn new(fault: &str, folder: &Path) -> Self {
        Tafl {
            fault: fault.to_owned(),
            folder: folder.to_owned(),
            cells: [b' '; 81],
            turn: b'O',
            playing: false,
            moved: false,
        }
    }
}

impl Player for Tafl {
    fn prompt(&self) -> String {
        let prompt = match self.turn {
            _ if !self.playing => "tafl> ",
            b'O' => "tafl game O> ",
            _ => "tafl game L> ",
        };
        prompt.to_owned()
    }

    fn feed(&mut self, line: &str) -> (String, bool) {
        match self.answer(line) {
            Some(answer) => (answer, false),
            None => ("Good Bye!\n".to_owned(), true),
        }
    }

    fn load(&mut self, name: &str) -> Option<String> {
        let (answer, loaded) = self.load_file(name);
        loaded.then_some(answer)
    }
}

impl Tafl {
    fn has(&self, fault: &str) -> bool {
        assert!(FAULTS.contains(&fault), "{fault} is not in the list");
        self.fault == fault
    }

    fn side(&self, square: Square) -> Option<u8> {
        match self.cells[square] {
            b'O' => Some(b'O'),
            b'G' | b'L' => Some(b'G'),
            _ => None,
        }
    }

    fn is_empty(&self, square: Square) -> bool {
        self.cells[square] == b' '
    }

    /// The answer to a line; `None` ends the program.
    fn answer(&mut self, line: &str) -> Option<String> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&name, args)) = words.split_first() else {
            return Some(String::new());
        };
        let needed = match name {
            ":exit" | ":start" | ":stop" | ":help" => 0,
            ":save" | ":load" => 1,
            ":move" => 2,
            _ => return Some("The entered command was not recognised.\n".to_owned()),
        };
        if args.len() != needed {
            return Some("The entered command was malformed.\n".to_owned());
        }
        let cannot = "The command cannot be used.\n".to_owned();
        Some(match name {
            ":exit" => return None,
            ":help" => ":help :exit :start :stop :move :save :load\n".to_owned(),
            ":start" if self.playing && self.moved => cannot,
            ":start" => {
                if !self.playing {
                    self.cells = *START;
                    (self.turn, self.playing, self.moved) = (b'O', true, false);
                }
                "Starting Game.\n".to_owned()
            }
            ":stop" => {
                self.playing = self.has("stop-goes-on") && self.playing;
                "Stopping Game.\n".to_owned()
            }
            ":move" if self.playing => self.make_move(args[0], args[1]),
            ":save" if self.playing || self.has("save-without-a-game") => self.save(args[0]),
            ":load" => self.load_file(args[0]).0,
            _ => cannot,
        })
    }

    fn make_move(&mut self, from: &str, to: &str) -> String {
        let square = |text: &str| {
            let [x, y] = text.as_bytes() else { return None };
            let (x, y) = (x.checked_sub(b'a')?, y.checked_sub(b'1')?);
            (x < 9 && y < 9).then_some(usize::from(y) * 9 + usize::from(x))
        };
        let squares = square(from).zip(square(to));
        let Some((from, to)) = squares.filter(|&(from, to)| self.may_move(from, to)) else {
            if self.has("invalid-move-costs-the-turn") {
                self.turn = other(self.turn);
            }
            return "Invalid Move!\n".to_owned();
        };
        self.cells[to] = std::mem::replace(&mut self.cells[from], b' ');
        let mut taken: Vec<Square> = (0..81).filter(|&at| self.is_captured(at, to)).collect();
        if self.has("one-capture-a-move") {
            taken.truncate(1);
        }
        for at in taken {
            self.cells[at] = b' ';
        }
        self.turn = other(self.turn);
        self.moved = true;
        format!("Move Successful\n{}", self.outcome())
    }

    fn may_move(&self, from: Square, to: Square) -> bool {
        let (dx, dy) = (
            (to % 9) as i32 - (from % 9) as i32,
            (to / 9) as i32 - (from / 9) as i32,
        );
        let length = dx.abs().max(dy.abs());
        let diagonal = dx != 0 && dy != 0;
        let step = dx.abs() == dy.abs() && length == 1 && self.has("diagonal-steps");
        if self.side(from) != Some(self.turn) || from == to || diagonal && !step {
            return false;
        }
        let way = (1..length).map(|step| offset(from, dx.signum() * step, dy.signum() * step));
        let clear = way.flatten().all(|at| {
            let jumps = self.has("jumps-own-pieces") && self.side(at) == self.side(from);
            (self.is_empty(at) || jumps) && !(at == CENTRE && self.has("no-way-across-the-centre"))
        });
        clear && self.is_empty(to) && (to != CENTRE || self.has("onto-the-centre"))
    }

    fn is_captured(&self, victim: Square, moved: Square) -> bool {
        let (Some(side), Some(captor)) = (self.side(victim), self.side(moved)) else {
            return false;
        };
        if victim == moved {
            let gap = self.has("captured-by-moving-into-a-gap");
            return gap && self.is_between(victim, other(side), None);
        }
        if side == captor {
            return self.has("captures-own-pieces") && self.is_between(victim, captor, Some(moved));
        }
        let mut around = beside(victim);
        let objects = |squares: &[Square]| {
            let objects = squares.iter().filter(|&&at| self.cells[at] == b'O');
            objects.count()
        };
        if self.cells[victim] == b'L' && victim == CENTRE {
            let needed = if self.has("three-on-the-centre") {
                3
            } else {
                4
            };
            return around.contains(&moved) && objects(&around) >= needed;
        }
        let near = around.contains(&CENTRE) && !self.has("two-beside-the-centre");
        if self.cells[victim] == b'L' && near {
            around.retain(|&square| square != CENTRE);
            return around.contains(&moved) && objects(&around) == 3;
        }
        self.is_between(victim, captor, Some(moved))
    }

    /// Whether two opposite neighbours are hostile, one of them the moved piece if it is named.
    fn is_between(&self, victim: Square, captor: u8, moved: Option<Square>) -> bool {
        let hostile = |square: Option<Square>| {
            let Some(square) = square else {
                return self.has("the-edge-is-hostile");
            };
            let centre = square == CENTRE && self.is_empty(CENTRE);
            let helps = self.cells[square] != b'L' || !self.has("lambda-helps-nobody");
            centre && !self.has("the-centre-is-harmless")
                || helps && self.side(square) == Some(captor)
        };
        [(1, 0), (0, 1)].into_iter().any(|(right, up)| {
            let (one, two) = (offset(victim, right, up), offset(victim, -right, -up));
            let by_move = moved.is_none() || one == moved || two == moved;
            by_move && hostile(one) && hostile(two)
        })
    }

    /// The line that announces the end of the game, if it is over.
    fn outcome(&mut self) -> String {
        let lambda = (0..81).find(|&square| self.cells[square] == b'L');
        let can_move = (0..81).any(|from| (0..81).any(|to| self.may_move(from, to)));
        let no_objects = !self.cells.contains(&b'O') && !self.has("goes-on-without-objects");
        let word = match lambda {
            None => "Objects Win\n",
            Some(lambda) if self.turn == b'G' && self.can_leave(lambda) => "Lambdas Win\n",
            _ if no_objects => "Lambdas Win\n",
            _ if !can_move => "Draw\n",
            _ => return String::new(),
        };
        self.playing = false;
        word.to_owned()
    }

    fn can_leave(&self, lambda: Square) -> bool {
        AROUND.into_iter().any(|(right, up)| {
            let mut way = (1..9).map_while(|steps| offset(lambda, right * steps, up * steps));
            !(self.has("paths-along-rows-alone") && up != 0) && way.all(|at| self.is_empty(at))
        })
    }

    fn save(&self, name: &str) -> String {
        let turn = match self.turn {
            b'G' if !self.has("turn-is-not-saved") => 'G',
            _ => 'O',
        };
        let mut text = format!("{turn} to play\n");
        for y in (0..9).rev() {
            let row = (0..9).map(|x| match self.cells[y * 9 + x] {
                b' ' if y * 9 + x == CENTRE => "X".to_owned(),
                cell => (cell as char).to_string(),
            });
            text += &row.collect::<Vec<_>>().join(",");
            text.push('\n');
        }
        match fs::write(self.folder.join(name), text) {
            Ok(()) => format!("State saved in {name}\n"),
            Err(_) => "Cannot save game\n".to_owned(),
        }
    }

    /// Loads a file. Returns the answer and whether it worked.
    fn load_file(&mut self, name: &str) -> (String, bool) {
        let Ok(bytes) = fs::read(self.folder.join(name)) else {
            return ("Cannot load saved game state\n".to_owned(), false);
        };
        let Some((turn, cells)) = self.parsed(&bytes) else {
            return ("Malformed Game State\n".to_owned(), false);
        };
        (self.turn, self.cells, self.playing, self.moved) = (turn, cells, true, false);
        let outcome = self.outcome();
        (format!("State loaded from {name}\n{outcome}"), true)
    }

    fn parsed(&self, bytes: &[u8]) -> Option<(u8, [u8; 81])> {
        let text = str::from_utf8(bytes).ok()?.strip_suffix('\n')?;
        let mut lines = text.split('\n');
        let turn = match lines.next()? {
            "O to play" | "0 to play" => b'O',
            "G to play" => b'G',
            _ => return None,
        };
        let mut cells = [b' '; 81];
        for y in (0..9).rev() {
            let row: Vec<&str> = lines.next()?.split(',').collect();
            if row.len() != 9 {
                return None;
            }
            for (x, cell) in row.into_iter().enumerate() {
                let centre = y * 9 + x == CENTRE;
                cells[y * 9 + x] = match cell {
                    "O" | "0" if !centre => b'O',
                    "G" if !centre => b'G',
                    "L" => b'L',
                    " " if !centre => b' ',
                    "X" if centre => b' ',
                    _ => return None,
                };
            }
        }
        let of = |letter: u8| move |cell: &&u8| **cell == letter;
        let count = |letter: u8| cells.iter().filter(of(letter)).count();
        let fits = count(b'L') <= 1
            && (count(b'G') <= 8 || self.has("loads-nine-guards"))
            && count(b'O') <= 16;
        (lines.next().is_none() && fits).then_some((turn, cells))
    }
}
