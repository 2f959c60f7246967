//! *Protect the λ* once more, plainly, with a switch at every place where one can go wrong.

mod files;
mod rules;

use rules::Square;

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
}

fn other(side: u8) -> u8 {
    if side == b'O' { b'G' } else { b'O' }
}

/// Every fault that is switched above.
pub fn faults() -> Vec<String> {
    let sources = [
        include_str!("mod.rs"),
        include_str!("rules.rs"),
        include_str!("files.rs"),
    ];
    let mut found = Vec::new();
    for piece in sources.concat().split("self.has(\"").skip(1) {
        if let Some((name, _)) = piece.split_once('"')
            && !found.iter().any(|old| old == name)
        {
            found.push(name.to_owned());
        }
    }
    found
}
