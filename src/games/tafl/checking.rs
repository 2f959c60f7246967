//! What `game check` knows of tafl: the sentences of the course text, probes, random sessions, and
//! moves that prove what became of a piece.
//!
//! A random session keeps to what a level settles. `course` is the course text alone; `settled` adds
//! what it leaves open and this project decided. About half of the sessions begin with a position
//! around a capture: random games seldom reach those, and programs get them wrong most often, above
//! all at the centre.

use std::collections::HashMap;
use std::fmt::Write;

use super::board::Board;
use super::board::Piece;
use super::csv;
use super::moves::Move;
use super::reasons::{Illegal, legal_move};
use super::rules::{Tafl, captures_of};
use super::square::Square;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, State, Status};
use crate::games::{Checking, Past, Script};

/// The row of the registry.
pub static CHECKING: Checking = Checking {
    sentences: &[
        (
            "Starting Game.",
            r#"A.2: ":start Begins a game, displaying the text: Starting Game.""#,
        ),
        (
            "Stopping Game.",
            r#"A.2: ":stop Ends a game, displaying the text: Stopping Game.""#,
        ),
        (
            "Good Bye!",
            r#"A.2: ":exit Exits the game prompt, displaying the text: Good Bye!""#,
        ),
        ("Move Successful", RESPONSE),
        ("Invalid Move!", RESPONSE),
        ("Lambdas Win", OUTCOME),
        ("Objects Win", OUTCOME),
        ("Draw", ""),
        ("State saved in <fname>", SAVED_IN),
        ("Cannot save game", SAVED_IN),
        ("State loaded from <fname>", LOADED_FROM),
        ("Malformed Game State", LOADED_FROM),
        ("Cannot load saved game state", LOADED_FROM),
        (
            "The entered command was malformed.",
            r#"A.2: "If any of the commands have been entered incorrectly i.e. are malformed, the program shall respond with: The entered command was malformed.""#,
        ),
        (
            "The entered command was not recognised.",
            r#"A.2: "If an unknown command has been entered, the program shall respond with: The entered command was not recognised.""#,
        ),
        (
            "The command cannot be used.",
            r#"A.2: "If a command has been entered when the program is not ready for the command [...] the program shall respond with: The command cannot be used.""#,
        ),
    ],
    prompts: ["tafl> ", "tafl game O> ", "tafl game L> "],
    prompt_about: r#"A.2: "The prompt shall take the following forms: tafl> when not in a game; tafl game O> [...]; tafl game L> [...]""#,
    board_about: r#"3: "if the game has been launched with --test the state of the board is not displayed between commands.""#,
    extra_about: r#"A.2: "Below we describe the minimum list of commands with their expected response.""#,
    unknown: ":xyzzy",
    start: ":start",
    first_move: ":move d1 d2",
    exit: ":exit",
    load: ":load",
    save: ":save",
    loaded: "State loaded from <fname>",
    moved: "Move Successful",
    commands: &[
        ":move", ":save", ":stop", ":start", ":load", ":exit", ":help",
    ],
    in_game: 3,
    changing: &[":start", ":stop", ":move", ":load"],
    exit_section: "prompt",
    saving_sections: &["prompt", "files"],
    state_case: "test-and-state",
    position: (
        include_str!("../../../fixtures/states/crossing.csv"),
        ":move i1 i2",
    ),
    probes,
    random: random_session,
    proof,
    describe,
    compare,
    picture,
};

const RESPONSE: &str = r#"A.2: "The response is either: Invalid Move!; or Move Successful.""#;
const OUTCOME: &str = r#"A.2: "If the move affects the outcome of the game the program will output either: Lambdas Win or Objects Win.""#;
const SAVED_IN: &str = r#"A.2: "Responds with State saved in <fname>; or Cannot save game.""#;
const LOADED_FROM: &str = r#"A.2: "Responds with State loaded from <fname>; Malformed Game State; or Cannot load saved game state.""#;

/// Short sessions, one for each sentence: the last line is answered with it.
fn probes() -> Vec<Script> {
    let lines: [&[&str]; 13] = [
        &[":start", ":move d1 d5"],
        &[":start", ":move d1 d2"],
        &[":start", ":stop"],
        &[":start now"],
        &[":move d1 d2"],
        &[":start", ":move d1"],
        &[":start", ":save game.csv"],
        &[":start", ":save no/such/game.csv"],
        &[":load crossing.csv"],
        &[":load missing.csv"],
        &[":load damaged.csv"],
        &[":load walled-in.csv", ":move a3 a4"],
        &[":load lambda-elsewhere.csv", ":move d9 d3"],
    ];
    let files = [
        ("crossing.csv", CHECKING.position.0),
        ("damaged.csv", "O to play\n"),
        (
            "walled-in.csv",
            include_str!("../../../fixtures/states/walled-in.csv"),
        ),
        (
            "lambda-elsewhere.csv",
            include_str!("../../../fixtures/states/lambda-elsewhere.csv"),
        ),
    ];
    let files = files.map(|(name, content)| (name.to_owned(), content.as_bytes().to_vec()));
    let script = |lines: &&[&str]| Script {
        lines: lines.iter().map(|&line| line.to_owned()).collect(),
        files: files.to_vec(),
        ..Script::default()
    };
    lines.iter().map(script).collect()
}

/// A game followed from line to line.
struct Followed {
    state: State<Board>,
    /// Pieces that were captured, and where.
    gone: Vec<(Square, Piece)>,
    /// Where the last piece went that was moved.
    moved: Option<Square>,
}

/// Follows the lines from a saved game. `None` without a game, or if another file is loaded.
fn follow(past: Past<'_>) -> Option<Followed> {
    let begin = |state| Followed {
        state,
        gone: Vec::new(),
        moved: None,
    };
    let mut game = match past.start {
        Some(content) => Some(begin(csv::read(content).ok()?)),
        None => None,
    };
    for line in past.lines {
        match line.split_ascii_whitespace().collect::<Vec<_>>()[..] {
            [":start"] if game.is_none() => game = Some(begin(Tafl.start())),
            [":stop"] => game = None,
            [":load", _] => return None,
            [":move", from, to] => {
                let Some(followed) = &mut game else { continue };
                let state = followed.state;
                if let Ok(mv) = Tafl.parse_move(&state, &format!("{from} {to}")) {
                    let captured = captures_of(&state, mv).into_iter();
                    followed.gone = captured
                        .filter_map(|square| Some((square, state.board.piece_at(square)?)))
                        .collect();
                    followed.state = Tafl.play(&state, mv);
                    followed.moved = Some(mv.to());
                    if Tafl.status(&followed.state) != Status::Playing {
                        game = None;
                    }
                }
            }
            _ => {}
        }
    }
    game
}

/// Moves that show whether the last move captured what it should and nothing else: a captured piece
/// cannot be moved, the others can. `None` where there are no such moves.
fn proof(past: Past<'_>) -> Option<Vec<String>> {
    let Followed {
        mut state,
        gone,
        moved,
    } = follow(past)?;
    let moved = moved?;
    let mut typed = Vec::new();
    for &(square, piece) in &gone {
        let mut with = state;
        with.board.put(square, piece).ok()?;
        let mut legal = Tafl.move_list(&with).into_iter();
        let mv = legal.find(|mv| mv.from() == square)?;
        typed.push(format!(":move {mv}"));
    }
    let side = state.to_move;
    let beside = neighbours(moved).into_iter().flatten();
    let of = |square: &Square, side| {
        let piece = state.board.piece_at(*square);
        piece.is_some_and(|piece| piece.side() == side)
    };
    let (mut theirs, mut own): (Vec<_>, Vec<_>) = beside.partition(|square| of(square, side));
    own.retain(|square| of(square, side.other()));
    if !gone.is_empty() {
        theirs.clear();
    }
    // The piece that moved was not captured itself.
    own.insert(0, moved);
    let mut must_answer = true;
    while must_answer || !theirs.is_empty() || !own.is_empty() {
        let is_their_turn = state.to_move == side;
        let staying = if is_their_turn { &mut theirs } else { &mut own };
        let square = staying.pop();
        let mv = match quiet(&state, square) {
            // A piece of the moved one's side may be blocked.
            None if !is_their_turn && square != Some(moved) => continue,
            None if !gone.is_empty() && !is_their_turn => break,
            found => found?,
        };
        typed.push(format!(":move {mv}"));
        state = Tafl.play(&state, mv);
        must_answer = false;
    }
    Some(typed)
}

/// A legal move that captures nothing and does not end the game, of the piece on a square if one is
/// named.
fn quiet(state: &State<Board>, from: Option<Square>) -> Option<Move> {
    let mut moves = Tafl.move_list(state).into_iter();
    moves.find(|&mv| {
        from.is_none_or(|from| mv.from() == from)
            && captures_of(state, mv).is_empty()
            && Tafl.status(&Tafl.play(state, mv)) == Status::Playing
    })
}

/// Describes a move: why it is illegal, or that it crosses the centre.
fn describe(past: Past<'_>, typed: &str) -> Option<&'static str> {
    let [":move", from, to] = typed.split_ascii_whitespace().collect::<Vec<_>>()[..] else {
        return None;
    };
    let state = follow(past)?.state;
    let (from, to) = (from.parse().ok()?, to.parse().ok()?);
    Some(match legal_move(&state, from, to) {
        Err(Illegal::NoPiece(_)) => "from an empty square",
        Err(Illegal::NotYours(..)) => "of the other side's piece",
        Err(Illegal::Nowhere) => "to the same square",
        Err(Illegal::NotStraight(..)) => "neither along a row nor along a column",
        Err(Illegal::Blocked(square, _)) if square == to => "onto a piece",
        Err(Illegal::Blocked(..)) => "over a piece",
        Err(Illegal::Centre) => "onto the central square",
        Ok(_) if crosses_centre(from, to) => "across the empty central square",
        _ => return None,
    })
}

fn crosses_centre(from: Square, to: Square) -> bool {
    let between = |a: u8, b: u8| a.min(b) < 4 && a.max(b) > 4;
    from.rank() == 4 && to.rank() == 4 && between(from.file(), to.file())
        || from.file() == 4 && to.file() == 4 && between(from.rank(), to.rank())
}

/// Describes how a saved game differs from the expected one.
fn compare(expected: &[u8], actual: &[u8]) -> String {
    let (Ok(expected), actual) = (csv::read(expected), csv::read(actual)) else {
        return "the file differs".to_owned();
    };
    let actual = match actual {
        Ok(actual) => actual,
        Err(why) => return format!("the saved file is not a game state: {why}"),
    };
    let mut found: Vec<String> = Vec::new();
    for square in Square::all() {
        let (due, is) = (
            expected.board.piece_at(square),
            actual.board.piece_at(square),
        );
        if due == is {
            continue;
        }
        let place = match square {
            Square::CENTRE => " on the central square",
            _ if neighbours(square).contains(&Some(Square::CENTRE)) => " beside the central square",
            _ if square.is_edge() => " on the edge",
            _ => "",
        };
        let what = match (due, is) {
            (Some(piece), None) => format!("{}{place} is captured", piece.with_article()),
            (_, Some(piece)) => format!("{}{place} is not captured", piece.with_article()),
            (None, None) => continue,
        };
        if !found.contains(&what) {
            found.push(what);
        }
    }
    if Piece::ALL
        .iter()
        .all(|&piece| expected.board.count(piece) == actual.board.count(piece))
    {
        found.truncate(0);
        if expected.board != actual.board {
            found.push("a piece stands on another square".to_owned());
        }
    }
    if expected.to_move != actual.to_move {
        found.push("it is the wrong side's turn".to_owned());
    }
    if found.is_empty() {
        // The digit 0 is read as the letter O.
        found.push("it is written differently".to_owned());
    }
    found.truncate(1);
    format!("in the saved game {}", found.concat())
}

/// Lines that no program knows.
const UNKNOWN: [&str; 8] = [
    ":strat", ":quit", "hello", ":", "::start", ":start!", "d1 d4", "start",
];

/// Commands with the wrong number of words.
const MALFORMED: [&str; 13] = [
    ":start now",
    ":stop now",
    ":exit now",
    ":help me",
    ":load",
    ":load start.csv start.csv",
    ":save",
    ":save a.csv b.csv",
    ":move",
    ":move d1",
    ":move d1 d4 d5",
    ":move d1d4",
    ":move d1-d4",
];

/// What only the level `settled` types, at any prompt.
const SETTLED: [&str; 10] = [
    "",
    "  :start  ",
    ":START",
    ":Move d1 d4",
    ":move D1 d4",
    ":move d1 j4",
    ":move d0 d4",
    ":move x y",
    ":start",
    ":stop",
];

/// File names to save to; the last two cannot be written.
const SAVED: [&str; 5] = ["a.csv", "a.csv", "here/b.csv", "no/such/d.csv", "here"];

/// Makes a random session.
fn random_session(rng: &mut Rng, settled: bool) -> Script {
    let mut typist = Typist {
        rng,
        settled,
        script: Script {
            folders: vec!["here".to_owned()],
            ..Script::default()
        },
        files: HashMap::new(),
        game: None,
        stale: Vec::new(),
    };
    typist.begin();
    for _ in 0..4 + typist.rng.below(28) {
        let before = typist.pieces();
        let line = typist.line();
        typist.enter(line);
        // Captures show only in a saved file.
        if typist.game.is_some() && typist.pieces() < before {
            typist.enter(":save a.csv".to_owned());
        }
    }
    if typist.rng.below(4) > 0 && typist.game.is_some() {
        typist.enter(":save end.csv".to_owned());
    }
    typist.script
}

/// A session in the making. It follows the game, so that it can type moves that make sense.
struct Typist<'a> {
    rng: &'a mut Rng,
    settled: bool,
    script: Script,
    /// Files that can be loaded, and the position in each.
    files: HashMap<String, Option<State<Board>>>,
    game: Option<State<Board>>,
    /// Legal moves of the turn before: those of the other side.
    stale: Vec<Move>,
}

impl Typist<'_> {
    /// Chooses how the session begins: with a scene, with damaged files, or with nothing.
    fn begin(&mut self) {
        if self.rng.below(3) == 0 {
            for number in 0..=self.rng.below(2) {
                let name = format!("damaged-{number}.csv");
                let content = self.damaged();
                // What a strange but readable file means is not for the course text to say.
                if csv::read(&content).is_err() {
                    self.put(&name, content, None);
                    self.enter(format!(":load {name}"));
                }
            }
        }
        if self.rng.below(3) > 0
            && let Some((state, moves)) = scene(self.rng)
        {
            let name = "scene.csv";
            self.put(name, csv::write(&state).into_bytes(), Some(state));
            if self.script.lines.is_empty() && self.rng.below(3) > 0 {
                self.script.state = Some(name.to_owned());
                self.game = Some(state);
            } else {
                self.enter(format!(":load {name}"));
            }
            for mv in moves {
                self.enter(format!(":move {mv}"));
            }
            if self.game.is_some() {
                self.enter(":save after.csv".to_owned());
            }
        }
    }

    fn pieces(&self) -> usize {
        self.game.map_or(0, |state| state.board.pieces().count())
    }

    fn put(&mut self, name: &str, content: Vec<u8>, state: Option<State<Board>>) {
        self.script.files.push((name.to_owned(), content));
        self.files.insert(name.to_owned(), state);
    }

    /// Types a line and follows what it does to the game.
    fn enter(&mut self, line: String) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match (words.as_slice(), self.game) {
            ([":start"], None) => self.game = Some(Tafl.start()),
            ([":stop"], _) => self.game = None,
            ([":load", name], _) => {
                if let Some(Some(state)) = self.files.get(*name) {
                    self.game = Some(*state);
                }
            }
            ([":save", name], Some(state)) if !SAVED[3..].contains(name) => {
                self.files.insert((*name).to_owned(), Some(state));
            }
            ([":move", from, to], Some(state)) => {
                let legal = Tafl.parse_move(&state, &format!("{from} {to}"));
                if let Ok(mv) = legal {
                    let next = Tafl.play(&state, mv);
                    let status = Tafl.status(&next);
                    if status == Status::Draw && !self.settled {
                        return;
                    }
                    self.stale = Tafl.move_list(&state);
                    self.game = (status == Status::Playing).then_some(next);
                }
            }
            _ => {}
        }
        self.script.lines.push(line);
    }

    /// Chooses the next line.
    fn line(&mut self) -> String {
        let refused = match self.rng.below(4) {
            0 if self.settled => pick(&SETTLED, self.rng),
            0 | 1 => pick(&UNKNOWN, self.rng),
            _ => pick(&MALFORMED, self.rng),
        };
        let Some(state) = self.game else {
            return match self.rng.below(12) {
                0..5 => ":start".to_owned(),
                5..8 => self.load(),
                8 => ":move d1 d4".to_owned(),
                9 => format!(":save {}", pick(&SAVED, self.rng)),
                _ => refused.to_owned(),
            };
        };
        let moves = Tafl.move_list(&state);
        let mv = match self.rng.below(20) {
            0..6 => pick(&moves, self.rng),
            6..9 => telling(&state, &moves, self.rng),
            9..11 => Move::new(pick(&moves, self.rng).from(), pick(&moves, self.rng).to()),
            11..13 => illegal(&state, self.rng).unwrap_or_else(|| pick(&moves, self.rng)),
            13 if !self.stale.is_empty() => pick(&self.stale, self.rng),
            14 if self.settled => return self.load(),
            14 if self.rng.below(3) == 0 => return ":stop".to_owned(),
            13..17 => return format!(":save {}", pick(&SAVED, self.rng)),
            _ => return refused.to_owned(),
        };
        format!(":move {mv}")
    }

    fn load(&mut self) -> String {
        let mut names: Vec<&str> = self.files.keys().map(String::as_str).collect();
        names.push("missing.csv");
        // The order of a hash map differs from run to run.
        names.sort_unstable();
        format!(":load {}", pick(&names, self.rng))
    }

    /// A saved game with one or two slips in it, or the start with a piece too many.
    fn damaged(&mut self) -> Vec<u8> {
        if self.rng.below(4) == 0 {
            let mut content = csv::write(&Tafl.start()).into_bytes();
            let cells = content.iter().enumerate().skip(10);
            let empty: Vec<usize> = cells
                .filter_map(|(at, &cell)| (cell == b' ').then_some(at))
                .collect();
            content[pick(&empty, self.rng)] = pick(b"OGL", self.rng);
            return content;
        }
        let state = scene(self.rng).map_or_else(|| Tafl.start(), |(state, _)| state);
        let mut content = csv::write(&state).into_bytes();
        for _ in 0..=self.rng.below(2) {
            damage(&mut content, self.rng);
        }
        content
    }
}

fn pick<T: Copy>(things: &[T], rng: &mut Rng) -> T {
    things[rng.below(things.len())]
}

/// Finds the legal move among a few that captures most.
fn telling(state: &State<Board>, moves: &[Move], rng: &mut Rng) -> Move {
    let some: Vec<Move> = (0..24).map(|_| pick(moves, rng)).collect();
    let left = |mv: &&Move| Tafl.play(state, **mv).board.pieces().count();
    some.iter().min_by_key(left).copied().unwrap_or(moves[0])
}

/// Makes one slip in a file.
fn damage(content: &mut Vec<u8>, rng: &mut Rng) {
    // The first line is short, and often read with less care.
    let at = match rng.below(4) {
        0 => rng.below(10),
        _ => rng.below(content.len()),
    };
    let byte = pick(b"OGLX0 ,;\ng", rng);
    let mut lines: Vec<Vec<u8>> = content
        .split_inclusive(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let line = rng.below(lines.len());
    match rng.below(10) {
        0 => drop(content.remove(at)),
        1 => content.insert(at, byte),
        2..5 => content[at] = byte,
        5 => content.truncate(at + 1),
        6 => content.push(b'\n'),
        7 => {
            let cell = content[at..(at + 2).min(content.len())].to_vec();
            content.splice(at..at, cell);
        }
        8 => {
            lines.remove(line);
            *content = lines.concat();
        }
        _ => {
            lines.insert(line, lines[line].clone());
            *content = lines.concat();
        }
    }
}

/// A position in which the game goes on, and moves to try: the last one is legal, those before it
/// are not.
fn scene(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    // Most attempts fail because something stands in the way of something else.
    let kind = rng.below(4);
    (0..200).find_map(|_| {
        if kind == 0 {
            crossing(rng)
        } else {
            capture(rng)
        }
    })
}

/// A piece that can go to the empty centre and across it, but not stay there.
fn crossing(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    let mut board = Board::EMPTY;
    let piece = Piece::ALL[rng.below(3)];
    let (right, up) = AROUND[rng.below(4)];
    let (before, behind) = (1 + rng.below(4) as i8, 1 + rng.below(4) as i8);
    let from = Square::CENTRE.offset(right * before, up * before)?;
    let to = Square::CENTRE.offset(-right * behind, -up * behind)?;
    board.put(from, piece).ok()?;
    if piece != Piece::Lambda {
        board
            .put(Square::new(rng.below(Square::COUNT))?, Piece::Lambda)
            .ok()?;
    }
    box_in(&mut board, rng);
    sprinkle(&mut board, rng);
    let state = State::new(board, piece.side());
    goes_on(&state, Move::new(from, to)).then(|| {
        let moves = [Square::CENTRE, to].map(|square| Move::new(from, square));
        (state, moves.to_vec())
    })
}

/// Whether λ is where it is in a game, the game goes on, and the move is legal.
fn goes_on(state: &State<Board>, mv: Move) -> bool {
    let inside = state.board.lambda().is_some_and(|lambda| !lambda.is_edge());
    inside && Tafl.status(state) == Status::Playing && Tafl.move_list(state).contains(&mv)
}

/// Sometimes puts pieces around λ or at the ends of its row and column: otherwise it would mostly
/// have a clear path, above all where few pieces are left.
fn box_in(board: &mut Board, rng: &mut Rng) {
    let Some(lambda) = board.lambda() else { return };
    let piece = [Piece::Guard, Piece::Object][rng.below(2)];
    let distance = [0, 0, 1, 1, 2, 8][rng.below(6)];
    for (right, up) in AROUND {
        let way = (1..=distance).map_while(|step| lambda.offset(right * step, up * step));
        if let Some(square) = way.last()
            && square != Square::CENTRE
            && board.piece_at(square).is_none()
        {
            let _ = board.put(square, piece);
        }
    }
}

fn capture(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    let mut board = Board::EMPTY;
    let captor = Side::BOTH[rng.below(2)];
    let target = target(rng)?;
    let victim = if target == Square::CENTRE || (captor == Side::First && rng.below(3) == 0) {
        Piece::Lambda
    } else if captor == Side::First {
        Piece::Guard
    } else {
        Piece::Object
    };
    if victim.side() == captor || (victim == Piece::Lambda && target.is_edge()) {
        return None;
    }
    board.put(target, victim).ok()?;
    if victim != Piece::Lambda {
        let home = lambda_home(rng)?;
        if home == target {
            return None;
        }
        board.put(home, Piece::Lambda).ok()?;
    }
    surround(&mut board, target, captor, rng);
    // One of those around has yet to come; often the one across from the centre.
    let around = neighbours(target);
    let at_centre = around
        .iter()
        .position(|&square| square == Some(Square::CENTRE));
    let gap = match at_centre {
        // Opposite neighbours are beside each other in the list.
        Some(index) if rng.below(2) == 0 => around[index ^ 1],
        _ => around[rng.below(4)],
    }?;
    if gap == Square::CENTRE || board.piece_at(gap).is_some() {
        return None;
    }
    let from = along(gap, rng)?;
    let lambda_stands = board.lambda().is_some();
    let captor_piece = match captor {
        Side::First => Piece::Object,
        Side::Second if lambda_stands => Piece::Guard,
        Side::Second => Piece::Lambda,
    };
    if board.piece_at(from).is_none() {
        board.put(from, captor_piece).ok()?;
    }
    box_in(&mut board, rng);
    sprinkle(&mut board, rng);
    let state = State::new(board, captor);
    let mv = Move::new(from, gap);
    if !goes_on(&state, mv) {
        return None;
    }
    let mut tries = Vec::new();
    if rng.below(2) == 0 {
        tries.extend(illegal(&state, rng));
    }
    tries.push(mv);
    Some((state, tries))
}

/// Where something is to be captured: often at the centre or close to it.
fn target(rng: &mut Rng) -> Option<Square> {
    match rng.below(8) {
        0 => Some(Square::CENTRE),
        1..4 => neighbours(Square::CENTRE)[rng.below(4)],
        4 => {
            let beside = neighbours(Square::CENTRE)[rng.below(4)]?;
            neighbours(beside)[rng.below(4)]
        }
        _ => Square::new(rng.below(Square::COUNT)),
    }
}

/// Where λ stands when others are captured.
fn lambda_home(rng: &mut Rng) -> Option<Square> {
    match rng.below(4) {
        0 | 1 => Some(Square::CENTRE),
        2 => target(rng),
        _ => Square::new(rng.below(Square::COUNT)),
    }
}

/// The four directions: opposite ones beside each other.
const AROUND: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn neighbours(square: Square) -> [Option<Square>; 4] {
    AROUND.map(|(right, up)| square.offset(right, up))
}

/// Puts pieces around the target: mostly those of who captures.
fn surround(board: &mut Board, target: Square, captor: Side, rng: &mut Rng) {
    for square in neighbours(target).into_iter().flatten() {
        let own = if captor == Side::First {
            Piece::Object
        } else {
            Piece::Guard
        };
        let other = if captor == Side::First {
            Piece::Guard
        } else {
            Piece::Object
        };
        let piece = match rng.below(8) {
            0..5 => own,
            5 => other,
            _ => continue,
        };
        // What is taken stays as it is, and so does the centre.
        if board.piece_at(square).is_none() {
            let _ = board.put(square, piece);
        }
    }
}

/// A square from which one can move to this one, if nothing is between.
fn along(to: Square, rng: &mut Rng) -> Option<Square> {
    let steps = 1 + rng.below(5) as i8;
    let (right, up) = AROUND[rng.below(4)];
    to.offset(right * steps, up * steps)
        .filter(|&from| from != Square::CENTRE)
}

/// A few more pieces anywhere, or none: then it may be the last one that is taken.
fn sprinkle(board: &mut Board, rng: &mut Rng) {
    for _ in 0..rng.below(12).saturating_sub(4) {
        let piece = [Piece::Object, Piece::Guard][rng.below(2)];
        if let Some(square) = Square::new(rng.below(Square::COUNT))
            && board.piece_at(square).is_none()
        {
            // A full set is as good as one piece more.
            let _ = board.put(square, piece);
        }
    }
}

/// A move that a wrong program might allow: to where the piece stands, across another, along a
/// diagonal, of the other side.
fn illegal(state: &State<Board>, rng: &mut Rng) -> Option<Move> {
    let pieces: Vec<Square> = state.board.pieces().map(|(square, _)| square).collect();
    let from = pieces[rng.below(pieces.len())];
    let to = match rng.below(4) {
        0 => from,
        1 => from.offset(1, 1)?,
        _ => along(from, rng)?,
    };
    let mv = Move::new(from, to);
    (!Tafl.move_list(state).contains(&mv)).then_some(mv)
}

/// Draws a saved game as SVG. Squares that differ from another saved game are marked.
pub fn picture(content: &str, other: Option<&str>) -> Option<String> {
    let state = csv::read(content.as_bytes()).ok()?;
    let other = other.and_then(|other| csv::read(other.as_bytes()).ok());
    // Writing to a string cannot fail.
    let mut svg = String::from(
        "<svg viewBox=\"-1 0 10 10\" role=\"img\"><rect width=\"9\" height=\"9\" fill=\"#ecdfc0\"/>\
         <rect x=\"4\" y=\"4\" width=\"1\" height=\"1\" fill=\"#d3bd8c\"/><path stroke=\"#b39b69\" \
         stroke-width=\".04\" d=\"",
    );
    for line in 0..=9 {
        let _ = write!(svg, "M0 {line}H9M{line} 0V9");
    }
    svg += "\"/><g font-size=\".6\" text-anchor=\"middle\" fill=\"currentColor\">";
    for (index, file) in ('a'..='i').enumerate() {
        let _ = write!(svg, "<text x=\"{index}.5\" y=\"9.7\">{file}</text>");
        let _ = write!(svg, "<text x=\"-.4\" y=\"{index}.7\">{}</text>", 9 - index);
    }
    for square in Square::all() {
        let (x, y) = (square.file(), 8 - square.rank());
        let piece = state.board.piece_at(square);
        if other.is_some_and(|other| other.board.piece_at(square) != piece) {
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"#e2574c\"/>"
            );
        }
        let (letter, fill, ink) = match piece {
            None => continue,
            Some(Piece::Object) => ('O', "#33373d", "#fffdf6"),
            Some(Piece::Guard) => ('G', "#fffdf6", "#33373d"),
            Some(Piece::Lambda) => ('λ', "#e9b53b", "#33373d"),
        };
        let _ = write!(
            svg,
            "<circle cx=\"{x}.5\" cy=\"{y}.5\" r=\".38\" fill=\"{fill}\" stroke=\"#33373d\" stroke-width=\".05\"/>\
             <text x=\"{x}.5\" y=\"{y}.7\" fill=\"{ink}\">{letter}</text>"
        );
    }
    let side = ["O", "L"][state.to_move.index()];
    let _ = write!(svg, "</g><title>{side} to move</title></svg>");
    Some(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_every_piece_and_marks_what_differs() {
        let start = csv::write(&Tafl.start());
        let svg = picture(&start, None).expect("a position");
        assert_eq!(
            (
                svg.matches("<circle").count(),
                svg.matches("#e2574c").count()
            ),
            (25, 0)
        );
        let other = start.replacen("O,O,O", "O, ,O", 1);
        let svg = picture(&start, Some(&other)).expect("a position");
        assert_eq!(svg.matches("#e2574c").count(), 1);
        assert_eq!(picture("Good Bye!\n", None), None);
    }

    #[test]
    fn scenes_go_on_and_reach_all_situations_at_the_centre() {
        let mut rng = Rng::new(1);
        let mut taken = [0; 3];
        let (mut onto, mut across, mut last) = ([0; 3], [0; 3], 0);
        for _ in 0..600 {
            let (state, moves) = scene(&mut rng).expect("there is always one");
            assert_eq!(Tafl.status(&state), Status::Playing);
            let (good, before) = moves.split_last().expect("a move");
            let legal = Tafl.move_list(&state);
            assert!(legal.contains(good));
            let piece = state.board.piece_at(good.from()).expect("it moves") as usize;
            onto[piece] += usize::from(before.iter().any(|mv| mv.to() == Square::CENTRE));
            let mid = |a: u8, b: u8| a.min(b) < 4 && a.max(b) > 4;
            let (from, to) = (good.from(), good.to());
            let row = from.rank() == 4 && mid(from.file(), to.file());
            let column = from.file() == 4 && mid(from.rank(), to.rank());
            across[piece] += usize::from(row || column);
            assert!(before.iter().all(|mv| !legal.contains(mv)));
            let lambda = state.board.lambda().expect("it is there");
            assert!(!lambda.is_edge());
            let after = Tafl.play(&state, *good);
            last += usize::from(after.board.count(Piece::Object) == 0);
            if after.board.lambda().is_none() {
                let beside = neighbours(Square::CENTRE).contains(&Some(lambda));
                taken[usize::from(beside) + 2 * usize::from(lambda == Square::CENTRE)] += 1;
            }
        }
        for counts in [taken, onto, across] {
            assert!(
                counts.iter().all(|&count| count > 3),
                "{taken:?} {onto:?} {across:?}"
            );
        }
        assert!(last > 3, "{last}");
    }
}
