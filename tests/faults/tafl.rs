//! *Protect the λ* once more, plainly, with a switch at every place where one can go wrong.

use std::fs;
use std::io::Write;

/// The rules, files and words of the game with one fault.
pub struct Tafl {
    fault: String,
    test: bool,
    /// From `a1` along the rows to `i9`.
    cells: [u8; 81],
    turn: u8,
    playing: bool,
    moved: bool,
}

const CENTRE: usize = 40;
const START: &str = concat!(
    "   OOO   ",
    "    O    ",
    "    G    ",
    "O   G   O",
    "OOGGLGGOO",
    "O   G   O",
    "    G    ",
    "    O    ",
    "   OOO   ",
);

type Square = usize;

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
    pub fn new(fault: &str, test: bool) -> Self {
        Tafl {
            fault: fault.to_owned(),
            test,
            cells: [b' '; 81],
            turn: b'O',
            playing: false,
            moved: false,
        }
    }

    /// Whether this is what is wrong.
    fn has(&self, fault: &str) -> bool {
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

    pub fn prompt(&self) -> String {
        if !self.playing {
            return if self.has("prompt-in-capitals") {
                "Tafl> "
            } else {
                "tafl> "
            }
            .to_owned();
        }
        let side = match self.turn {
            b'O' => 'O',
            _ if self.has("prompt-of-the-guards") => 'G',
            _ => 'L',
        };
        let blank = if self.has("prompt-without-blank") {
            ""
        } else {
            " "
        };
        format!("tafl game {side}>{blank}")
    }

    fn start(&mut self) {
        let mut cells = [b' '; 81];
        cells.copy_from_slice(START.as_bytes());
        if self.has("start-without-corners-of-the-t") {
            cells[3] = b' ';
        }
        self.cells = cells;
        self.turn = if self.has("guards-begin") { b'G' } else { b'O' };
        self.playing = true;
        self.moved = false;
    }

    /// The answer to a line; `None` ends the program.
    pub fn feed(&mut self, line: &str) -> (String, bool) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((&name, args)) = words.split_first() else {
            return (String::new(), false);
        };
        let wanted = match name {
            ":exit" | ":start" | ":stop" | ":help" => 0,
            ":save" | ":load" => 1,
            ":move" => 2,
            _ if self.has("unknown-is-malformed") => return (self.malformed(), false),
            ":mov" if self.has("abbreviations") => {
                return self.feed(&line.replace(":mov", ":move"));
            }
            _ if self.has("words-without-colon") && !name.starts_with(':') => {
                return self.feed(&format!(":{line}"));
            }
            _ => {
                return (
                    "The entered command was not recognised.\n".to_owned(),
                    false,
                );
            }
        };
        let too_many_pass = self.has("more-words-are-ignored") && args.len() > wanted;
        if args.len() != wanted && !too_many_pass {
            if self.has("crash-without-words") && args.is_empty() {
                std::process::abort();
            }
            if self.has("wrong-words-are-unknown") {
                return (
                    "The entered command was not recognised.\n".to_owned(),
                    false,
                );
            }
            if self.has("wrong-words-are-invalid-moves") && name == ":move" {
                return ("Invalid Move!\n".to_owned(), false);
            }
            return (self.malformed(), false);
        }
        let cannot = "The command cannot be used.\n".to_owned();
        let answer = match name {
            ":exit" => {
                let bye = if self.has("leaves-silently") {
                    ""
                } else {
                    "Good Bye!\n"
                };
                return (bye.to_owned(), true);
            }
            ":help" => ":help :exit :start :stop :move :save :load\n".to_owned(),
            ":start" if self.playing && self.moved => cannot,
            ":start" => {
                if !self.playing {
                    self.start();
                }
                let words = if self.has("starting-game-in-small") {
                    "Starting game."
                } else {
                    "Starting Game."
                };
                format!("{words}\n{}", self.picture())
            }
            ":stop" => {
                self.playing = self.has("stop-goes-on") && self.playing;
                "Stopping Game.\n".to_owned()
            }
            ":move" if !self.playing => match () {
                () if self.has("move-without-game-is-invalid") => "Invalid Move!\n".to_owned(),
                () => cannot,
            },
            ":move" => self.make_move(args[0], args[1]),
            ":save" if !self.playing => match () {
                () if self.has("save-without-game-fails") => "Cannot save game\n".to_owned(),
                () if self.has("save-without-game-saves") => {
                    self.save(args[0]);
                    cannot
                }
                () => cannot,
            },
            ":save" => self.save(args[0]),
            _ => self.load(args[0]).0,
        };
        (answer, false)
    }

    fn malformed(&self) -> String {
        let stop = if self.has("malformed-without-full-stop") {
            ""
        } else {
            "."
        };
        format!("The entered command was malformed{stop}\n")
    }

    fn picture(&self) -> String {
        let shown = !self.test || self.has("boards-in-tests");
        if shown {
            format!("{}\n", String::from_utf8_lossy(&self.cells))
        } else {
            String::new()
        }
    }

    fn square(&self, text: &str) -> Option<Square> {
        let [x, y] = text.as_bytes() else { return None };
        let (x, y) = (x.checked_sub(b'a')?, y.checked_sub(b'1')?);
        if x > 8 || y > 8 {
            return None;
        }
        let (x, y) = (usize::from(x), usize::from(y));
        Some(match () {
            () if self.has("rows-from-the-top") => (8 - y) * 9 + x,
            () if self.has("rows-for-columns") => x * 9 + y,
            () => y * 9 + x,
        })
    }

    fn may_move(&self, from: Square, to: Square) -> bool {
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

    fn make_move(&mut self, from: &str, to: &str) -> String {
        let (Some(from), Some(to)) = (self.square(from), self.square(to)) else {
            return "Invalid Move!\n".to_owned();
        };
        if !self.may_move(from, to) {
            if self.has("invalid-move-costs-the-turn") {
                self.turn = other(self.turn);
            }
            let word = if self.has("invalid-move-in-small") {
                "Invalid move!"
            } else {
                "Invalid Move!"
            };
            return format!("{word}\n");
        }
        let piece = std::mem::replace(&mut self.cells[from], b' ');
        self.cells[to] = piece;
        let mut taken = self.captured(to);
        if self.has("one-capture-a-move") {
            taken.truncate(1);
        }
        let victims: Vec<u8> = taken.iter().map(|&at| self.cells[at]).collect();
        for at in taken {
            self.cells[at] = b' ';
        }
        if !self.has("turn-stays-after-a-capture") || victims.is_empty() {
            self.turn = other(self.turn);
        }
        self.moved = true;
        let word = if self.has("move-successful-in-small") {
            "Move successful"
        } else {
            "Move Successful"
        };
        format!("{word}\n{}{}", self.picture(), self.outcome())
    }

    /// Everything that the piece that has moved captures.
    fn captured(&self, moved: Square) -> Vec<Square> {
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
    fn outcome(&mut self) -> String {
        let lambda = (0..81).find(|&square| self.cells[square] == b'L');
        let count = |letter: u8| self.cells.iter().filter(|&&cell| cell == letter).count();
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

    fn written(&self) -> Vec<u8> {
        let turn = if self.has("turn-is-not-saved") {
            'O'
        } else {
            self.turn as char
        };
        let turn = if turn == 'G' && self.has("saves-l-to-play") {
            'L'
        } else {
            turn
        };
        let mut out = format!("{turn} to play\n").into_bytes();
        for row in 0..9 {
            let y = if self.has("file-from-the-bottom") {
                row
            } else {
                8 - row
            };
            for x in 0..9 {
                let square = y * 9 + x;
                let cell = match self.cells[square] {
                    b' ' if square == CENTRE && !self.has("saves-no-x") => b'X',
                    b'O' if self.has("saves-zeros") => b'0',
                    cell => cell,
                };
                out.push(cell);
                out.push(b',');
            }
            let last = out.len() - 1;
            out[last] = b'\n';
            if self.has("saves-crlf") {
                out.insert(last, b'\r');
            }
        }
        if self.has("saves-without-last-line-break") {
            out.pop();
        }
        out
    }

    fn save(&self, name: &str) -> String {
        let mut options = fs::OpenOptions::new();
        let keep = self.has("save-appends");
        options
            .write(true)
            .create(true)
            .truncate(!keep)
            .append(keep);
        let done = options
            .open(name)
            .and_then(|mut file| file.write_all(&self.written()));
        match done {
            Ok(()) if self.has("saved-to") => format!("State saved to {name}\n"),
            Ok(()) => format!("State saved in {name}\n"),
            Err(_) if self.has("save-never-fails") => format!("State saved in {name}\n"),
            Err(_) => "Cannot save game\n".to_owned(),
        }
    }

    /// Loads a file: the answer, and whether it went well.
    pub fn load(&mut self, name: &str) -> (String, bool) {
        let Ok(bytes) = fs::read(name) else {
            let word = match () {
                () if self.has("missing-file-is-malformed") => "Malformed Game State",
                () => "Cannot load saved game state",
            };
            return (format!("{word}\n"), false);
        };
        let Some((turn, cells)) = self.parsed(&bytes) else {
            let word = match () {
                () if self.has("malformed-file-cannot-be-loaded") => "Cannot load saved game state",
                () => "Malformed Game State",
            };
            return (format!("{word}\n"), false);
        };
        self.turn = if self.has("turn-is-not-loaded") {
            b'O'
        } else {
            turn
        };
        self.cells = cells;
        self.playing = !self.has("load-does-not-begin");
        self.moved = false;
        let outcome = if self.has("no-end-at-loading") {
            String::new()
        } else {
            self.outcome()
        };
        (
            format!("State loaded from {name}\n{}{outcome}", self.picture()),
            true,
        )
    }

    fn parsed(&self, bytes: &[u8]) -> Option<(u8, [u8; 81])> {
        let text = str::from_utf8(bytes).ok()?;
        let text = match text.strip_suffix('\n') {
            None if self.has("loads-without-last-line-break") => text,
            found => found?,
        };
        let lower = text.to_ascii_uppercase().replace(" TO PLAY", " to play");
        let text = if self.has("loads-small-letters") {
            &lower
        } else {
            text
        };
        let mut lines = text.split('\n');
        let turn = match lines.next()? {
            "O to play" | "0 to play" => b'O',
            "G to play" => b'G',
            "L to play" if self.has("loads-l-to-play") => b'G',
            line if self.has("loads-any-first-line") && line.starts_with('O') => b'O',
            _ => return None,
        };
        let mut cells = [b' '; 81];
        for row in 0..9 {
            let y = if self.has("file-from-the-bottom") {
                row
            } else {
                8 - row
            };
            let line = lines.next()?;
            let row: Vec<&str> = match () {
                () if self.has("loads-semicolons") => line.split([',', ';']).collect(),
                () => line.split(',').collect(),
            };
            let nine = row.len() == 9 || row.len() > 9 && self.has("loads-more-cells");
            if !nine {
                return None;
            }
            for (x, cell) in row.into_iter().take(9).enumerate() {
                let square = y * 9 + x;
                let centre = square == CENTRE;
                cells[square] = match cell {
                    "O" | "0" if !centre => b'O',
                    "G" if !centre => b'G',
                    "L" => b'L',
                    " " if !centre || self.has("loads-blank-centre") => b' ',
                    "X" if centre || self.has("loads-x-anywhere") => b' ',
                    "" if self.has("loads-empty-cells") => b' ',
                    _ if self.has("loads-unknown-cells") => b' ',
                    _ => return None,
                };
            }
        }
        if lines.next().is_some() && !self.has("loads-more-lines") {
            return None;
        }
        let count = |letter: u8| cells.iter().filter(|&&cell| cell == letter).count();
        let fits = (count(b'L') <= 1 || self.has("loads-two-lambdas"))
            && (count(b'G') <= 8 || self.has("loads-nine-guards"))
            && (count(b'O') <= 16 || self.has("loads-seventeen-objects"));
        fits.then_some((turn, cells))
    }
}

fn other(side: u8) -> u8 {
    if side == b'O' { b'G' } else { b'O' }
}

/// Every fault that is switched above.
pub fn faults() -> Vec<String> {
    let source = include_str!("tafl.rs");
    let mut found = Vec::new();
    for piece in source.split("self.has(\"").skip(1) {
        if let Some((name, _)) = piece.split_once('"')
            && !found.iter().any(|old| old == name)
        {
            found.push(name.to_owned());
        }
    }
    found
}
