//! Tafl for `game check`: the sentences of the course text, probes, random sessions, and moves that
//! prove whether a piece is still there.
//!
//! A random session stays within a level. `course` is the course text alone; `settled` adds this
//! project's decisions about the points that it leaves open. About half of the sessions begin with a position
//! around a capture: random games seldom reach those, and programs get them wrong most often, above
//! all at the centre.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::board::{Board, Piece};
use super::csv;
use super::moves::Move;
use super::reasons::{Illegal, legal_move};
use super::rules::{Tafl, captures_of};
use super::square::Square;
use crate::engine::rng::Rng;
use crate::engine::{Game, Side, State, Status};
use crate::games::{Checking, Script};

/// The row of the registry.
pub static CHECKING: Checking = Checking {
    sentences: &[
        ("Starting Game.", STARTING),
        ("Stopping Game.", STOPPING),
        ("Good Bye!", EXITING),
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
        ("The entered command was malformed.", MALFORMED),
        ("The entered command was not recognised.", UNKNOWN),
        ("The command cannot be used.", NOT_READY),
    ],
    prompts: ["tafl> ", "tafl game O> ", "tafl game L> "],
    prompt_about: PROMPT,
    board_about: NO_BOARD,
    extra_about: RESPONSES,
    loaded: "State loaded from <fname>",
    changing: &[":start", ":stop", ":move", ":load"],
    exit_section: "prompt",
    saving_sections: &["prompt", "files"],
    state_case: "test-and-state",
    first_move: ":move d1 d2",
    positions: &[
        ("crossing.csv", ":move i1 i2"),
        ("start-guards-to-play.csv", ":move e3 d3"),
    ],
    open,
    causes: &[
        // No sentence of the text explains these.
        (" hangs;", ""),
        (" crashes with ", ""),
        (" the prompt is ", PROMPT),
        ("`:load` is missing", LOADING),
        ("`:save` is missing", SAVING),
        ("`:move` is missing", MOVING),
        ("`:move` to the same square", NULL_MOVE),
        ("`:move` neither along", STRAIGHT),
        ("`:move` over a piece", JUMP),
        ("`:move` onto the central", ONTO_CENTRE),
        ("`:move` across the empty", ACROSS_CENTRE),
        ("Lambdas Win", LAMBDAS_WIN),
        ("Objects Win", OBJECTS_WIN),
    ],
    probes: &[
        &[":start", ":move d1 d5"],
        &[":start", ":move d1 d2"],
        // A program that lets the wrong side begin shows the other prompt.
        &[":start", ":move e3 d3"],
        &[":start", ":stop"],
        &[":start now"],
        &[":move d1 d2"],
        &[":start", ":move d1"],
        &[":start", ":save game.csv"],
        &[":start", ":save no/such/game.csv"],
        &[":load crossing.csv"],
        &[":load start-guards-to-play.csv", ":move e3 e4"],
        &[":load missing.csv"],
        &[":load malformed/empty.csv"],
        &[":load walled-in.csv", ":move a3 a4"],
        &[":load lambda-elsewhere.csv", ":move d9 d3"],
    ],
    random,
    proof,
    describe,
    compare,
    picture,
};

const STARTING: &str = r#"A.2: ":start Begins a game, displaying the text: Starting Game.""#;
const STOPPING: &str = r#"A.2: ":stop Ends a game, displaying the text: Stopping Game.""#;
const EXITING: &str = r#"A.2: ":exit Exits the game prompt, displaying the text: Good Bye!""#;
const RESPONSE: &str = r#"A.2: "The response is either: Invalid Move!; or Move Successful.""#;
const OUTCOME: &str = r#"A.2: "If the move affects the outcome of the game the program will output either: Lambdas Win or Objects Win.""#;
const SAVED_IN: &str = r#"A.2: "Responds with State saved in <fname>; or Cannot save game.""#;
const LOADED_FROM: &str = r#"A.2: "Responds with State loaded from <fname>; Malformed Game State; or Cannot load saved game state.""#;
const MOVING: &str =
    r#"A.2: ":move src dst Move a piece from source position to destination position.""#;
const SAVING: &str = r#"A.2: ":save fname Save the current game state to the provided file name.""#;
const LOADING: &str =
    r#"A.2: ":load fname Load the external game state from the provided file name.""#;
const LAMBDAS_WIN: &str = r#"2.4: "If the λ has a clear path to the edge of the board, then the λ team has won. At the start of every λ team turn, the game should check" this. "If a team loses all its pieces, then that team has lost.""#;
const OBJECTS_WIN: &str = r#"2.4: "If the λ is successfully captured by objects then the objects have won." "If a team loses all its pieces, then that team has lost.""#;
const NULL_MOVE: &str =
    r#"2.2: "A null move (from a square to the same square) is not permitted.""#;
const STRAIGHT: &str =
    r#"2.2: "Pieces can move any distance along their cardinal axes, i.e. along a row or column.""#;
const JUMP: &str = r#"2.2: "Pieces cannot jump over another piece.""#;
const ONTO_CENTRE: &str = r#"2.2: "No piece can move onto the central square.""#;
const ACROSS_CENTRE: &str = r#"2.2: "Pieces can move along a path that crosses the central square, so long as it is not occupied.""#;
const MALFORMED: &str = r#"A.2: "If any of the commands have been entered incorrectly i.e. are malformed, the program shall respond with: The entered command was malformed.""#;
const UNKNOWN: &str = r#"A.2: "If an unknown command has been entered, the program shall respond with: The entered command was not recognised.""#;
const NOT_READY: &str = r#"A.2: "If a command has been entered when the program is not ready for the command [...] the program shall respond with: The command cannot be used.""#;
const PROMPT: &str = r#"A.2: "The prompt shall take the following forms: tafl> when not in a game; tafl game O> [...]; tafl game L> [...]""#;
const NO_BOARD: &str = r#"§3: "if the game has been launched with --test the state of the board is not displayed between commands.""#;
const RESPONSES: &str =
    r#"A.2: "Below we describe the minimum list of commands with their expected response.""#;

/// Returns another right answer to a line, where the course text leaves it open.
fn open(typed: &str, is_in_game: bool, is_random: bool) -> Option<&'static str> {
    match typed {
        // Reading bytes that are not text can fail.
        ":load malformed/not-utf-8.csv" => Some("Cannot load saved game state"),
        // "Prior to starting a game players should have the option of loading an existing game."
        _ if typed.starts_with(":load ") && is_in_game => Some("The command cannot be used."),
        _ if OFF_THE_BOARD.contains(&typed) => Some("The entered command was malformed."),
        _ if MISTYPED.contains(&typed) && (is_random || !is_in_game) => {
            Some("The command cannot be used.")
        }
        _ => None,
    }
}

/// A session that follows the game from line to line.
#[derive(Default)]
struct Session {
    script: Script,
    game: Option<State<Board>>,
    files: BTreeMap<String, State<Board>>,
    /// Where the last move went, and what it captured.
    last: Option<(Square, Vec<(Square, Piece)>)>,
    is_drawn: bool,
}

impl Session {
    fn of(script: &Script) -> Self {
        let mut session = Session::default();
        for (name, content) in &script.files {
            session.add(name, content.clone());
        }
        let state = script.state.iter().map(|name| format!(":load {name}"));
        for line in state.chain(script.lines.iter().cloned()) {
            session.enter(line);
        }
        session
    }

    fn add(&mut self, name: &str, content: Vec<u8>) {
        if let Ok(state) = csv::read(&content) {
            self.files.insert(name.to_owned(), state);
        }
        self.script.files.push((name.to_owned(), content));
    }

    fn enter(&mut self, line: String) {
        match (&words(&line)[..], self.game) {
            ([":start"], None) => self.game = Some(Tafl.start()),
            ([":stop"], _) => self.game = None,
            ([":load", name], _) if self.files.contains_key(*name) => {
                self.game = self.files.get(*name).copied().filter(goes_on);
                self.last = None;
            }
            ([":save", name], Some(state)) => {
                self.files.insert((*name).to_owned(), state);
            }
            ([":move", squares @ ..], Some(state)) => {
                if let Ok(mv) = Tafl.parse_words(&state, squares) {
                    let captured = captures_of(&state, mv).into_iter();
                    let gone = captured.filter_map(|at| Some((at, state.board.piece_at(at)?)));
                    self.last = Some((mv.to(), gone.collect()));
                    let next = Tafl.play(&state, mv);
                    self.is_drawn |= Tafl.status(&next) == Status::Draw;
                    self.game = Some(next).filter(goes_on);
                }
            }
            _ => {}
        }
        self.script.lines.push(line);
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split_ascii_whitespace().collect()
}

fn goes_on(state: &State<Board>) -> bool {
    Tafl.status(state) == Status::Playing
}

/// Returns moves that show whether the last move captured what it should and nothing else: a
/// captured piece cannot be moved, the others can. `None` where there are no such moves.
fn proof(script: &Script) -> Option<Vec<String>> {
    let session = Session::of(script);
    let (mut state, (moved, gone)) = (session.game?, session.last?);
    let mut typed = Vec::new();
    for &(square, piece) in &gone {
        let mut with = state;
        with.board.put(square, piece).ok()?;
        let mut legal = Tafl.move_list(&with).into_iter();
        typed.push(legal.find(|mv| mv.from() == square)?);
    }
    // Then both sides move in turn: those beside the moved piece, and at the end that piece itself.
    let side = state.to_move;
    let board = state.board;
    let of = |side: Side| {
        let piece = move |at: &Square| board.piece_at(*at);
        let beside = neighbours(moved).into_iter().flatten();
        beside.filter(move |at| piece(at).is_some_and(|piece| piece.side() == side))
    };
    let mut theirs: Vec<Square> = of(side).filter(|_| gone.is_empty()).collect();
    let mut own: Vec<Square> = [moved].into_iter().chain(of(side.other())).collect();
    let mut must_answer = true;
    while must_answer || !theirs.is_empty() || !own.is_empty() {
        let is_their_turn = state.to_move == side;
        let square = if is_their_turn {
            theirs.pop()
        } else {
            own.pop()
        };
        let mv = match quiet(&state, square) {
            // A piece of the moved one's side may be blocked.
            None if !is_their_turn && square != Some(moved) => continue,
            None if !is_their_turn && !gone.is_empty() => break,
            found => found?,
        };
        typed.push(mv);
        state = Tafl.play(&state, mv);
        must_answer = false;
    }
    Some(typed.into_iter().map(|mv| format!(":move {mv}")).collect())
}

/// Returns a legal move that captures nothing and does not end the game, of the piece on a square
/// if one is named.
fn quiet(state: &State<Board>, from: Option<Square>) -> Option<Move> {
    let mut moves = Tafl.move_list(state).into_iter();
    moves.find(|&mv| {
        from.is_none_or(|from| mv.from() == from)
            && captures_of(state, mv).is_empty()
            && goes_on(&Tafl.play(state, mv))
    })
}

const COMMANDS: [&str; 7] = [
    ":start", ":stop", ":move", ":load", ":save", ":exit", ":help",
];

/// Describes a line typed after others: `:move` over a piece.
fn describe(script: &Script, typed: &str, is_in_game: bool) -> String {
    let words = words(typed);
    let game = Session::of(script).game;
    let more = match (&words[..], game) {
        ([], _) => return "a blank line".to_owned(),
        ([":move" | ":save" | ":stop", ..], _) if !is_in_game => " without a game",
        ([":move", from, to], Some(state)) => match (from.parse(), to.parse()) {
            (Ok(from), Ok(to)) => describe_move(&state, from, to),
            _ => "",
        },
        ([word, ..], _) if COMMANDS.contains(word) => "",
        _ => return "an unknown command".to_owned(),
    };
    format!("`{}`{more}", words[0])
}

fn describe_move(state: &State<Board>, from: Square, to: Square) -> &'static str {
    match legal_move(state, from, to) {
        Err(Illegal::NoPiece(_)) => " from an empty square",
        Err(Illegal::NotYours(..)) => " of the other side's piece",
        Err(Illegal::Nowhere) => " to the same square",
        Err(Illegal::NotStraight(..)) => " neither along a row nor along a column",
        Err(Illegal::Blocked(square, _)) if square == to => " onto a piece",
        Err(Illegal::Blocked(..)) => " over a piece",
        Err(Illegal::Centre) => " onto the central square",
        Ok(_) if crosses_centre(from, to) => " across the empty central square",
        _ => "",
    }
}

fn crosses_centre(from: Square, to: Square) -> bool {
    let is_across = |a: u8, b: u8| a.min(b) < 4 && a.max(b) > 4;
    from.rank() == 4 && to.rank() == 4 && is_across(from.file(), to.file())
        || from.file() == 4 && to.file() == 4 && is_across(from.rank(), to.rank())
}

/// The maximum number of squares that one move changes.
const MAX_CHANGED: usize = 6;

/// Describes how a saved game differs from the expected one.
fn compare(expected: &[u8], actual: &[u8]) -> String {
    let Ok(due) = csv::read(expected) else {
        return "the file differs".to_owned();
    };
    if [actual, b"\n"].concat() == expected {
        return "the last line of the saved file has no line break".to_owned();
    }
    let is = match csv::read(actual) {
        Ok(state) => state,
        Err(_) if actual.len() > expected.len() && !actual.contains(&b'\r') => {
            return "the saved file is too long".to_owned();
        }
        Err(why) => return format!("the saved file is not a game state: {why}"),
    };
    let same_count = |&piece: &Piece| due.board.count(piece) == is.board.count(piece);
    let differs = |&at: &Square| due.board.piece_at(at) != is.board.piece_at(at);
    let what = match Square::all().find(differs) {
        None if due.to_move != is.to_move => "it is the wrong side's turn".to_owned(),
        // Both are read.
        None => "the digit 0 stands for the letter O".to_owned(),
        Some(_) if Square::all().filter(differs).count() > MAX_CHANGED => {
            return "the saved game is another position".to_owned();
        }
        Some(_) if Piece::ALL.iter().all(same_count) => {
            "a piece stands on another square".to_owned()
        }
        Some(square) => describe_capture(&is.board, &due.board, square),
    };
    format!("in the saved game {what}")
}

/// Describes a wrong capture by the rule for it.
fn describe_capture(is: &Board, due: &Board, square: Square) -> String {
    let beside = neighbours(square).contains(&Some(Square::CENTRE));
    let place = match square {
        Square::CENTRE => " on the central square",
        _ if beside => " beside the central square",
        _ if square.is_edge() => " on the edge",
        _ => "",
    };
    let is_lambda = due.piece_at(square).or(is.piece_at(square)) == Some(Piece::Lambda);
    let piece = if is_lambda { "the λ" } else { "a piece" };
    let Some(left) = is.piece_at(square) else {
        return format!("{piece}{place} is captured");
    };
    let captor = |at: Option<Square>| match (at?, is.piece_at(at?)) {
        (_, Some(Piece::Lambda)) if left == Piece::Object => Some("the λ"),
        (_, Some(piece)) => Some("").filter(|_| piece.side() != left.side()),
        (at, None) => Some("the empty central square").filter(|_| at == Square::CENTRE),
    };
    let [east, west, north, south] = neighbours(square).map(captor);
    let mut pairs = [east.zip(west), north.zip(south)].into_iter().flatten();
    match pairs.next() {
        _ if is_lambda => format!("the λ{place} is not captured"),
        Some(("", "")) | None => "a piece between two opponents is not captured".to_owned(),
        Some((one, other)) => {
            let helper = one.max(other);
            format!("a piece between an opponent and {helper} is not captured")
        }
    }
}

/// Lines that are not commands.
const NONSENSE: [&str; 6] = [":quit", "hello", ":", "::start", "d1 d4", "start"];

/// Commands with the wrong number of words.
const MISTYPED: [&str; 10] = [
    ":start now",
    ":stop now",
    ":exit now",
    ":help me",
    ":load",
    ":save",
    ":save a.csv b.csv",
    ":move d1",
    ":move d1 d4 d5",
    ":move d1-d4",
];

/// Moves that are invalid or malformed, which the course text leaves open.
const OFF_THE_BOARD: [&str; 4] = [
    ":move e0 e1",
    ":move j1 j2",
    ":move a10 a1",
    ":move foo bar",
];

/// Lines that only the level `settled` types, at any prompt.
const SETTLED: [&str; 8] = [
    "",
    "  :start  ",
    ":START",
    ":move D1 d4",
    ":move d1 j4",
    ":move x y",
    ":start",
    ":stop",
];

/// File names to save to; the last two cannot be written.
const SAVED: [&str; 5] = ["a.csv", "a.csv", "here/b.csv", "no/such/d.csv", "here"];

/// Generates a random session.
fn random(rng: &mut Rng, settled: bool) -> Script {
    let mut session = Session::default();
    session.script.folders.push("here".to_owned());
    // The course text does not say what a strange but readable file means.
    let content = damaged(rng);
    if rng.below(3) == 0 && csv::read(&content).is_err() {
        session.add("damaged.csv", content);
        session.enter(":load damaged.csv".to_owned());
    }
    if rng.below(3) > 0
        && let Some((state, moves)) = scene(rng)
    {
        session.add("scene.csv", csv::write(&state).into_bytes());
        if session.script.lines.is_empty() && rng.below(3) > 0 {
            session.script.state = Some("scene.csv".to_owned());
            session.game = Some(state);
        } else {
            session.enter(":load scene.csv".to_owned());
        }
        for mv in moves {
            session.enter(format!(":move {mv}"));
        }
        session.enter(":save after.csv".to_owned());
    }
    for _ in 0..4 + rng.below(28) {
        session.last = None;
        let line = next_line(&session, rng, settled);
        session.enter(line);
        let gone = session.last.iter().flat_map(|(_, gone)| gone).count();
        // Captures show only in a saved file.
        if session.game.is_some() && gone > 0 {
            session.enter(":save a.csv".to_owned());
        }
    }
    if rng.below(4) > 0 && session.game.is_some() {
        session.enter(":save end.csv".to_owned());
    }
    // The text leaves open when a game is drawn.
    if session.is_drawn && !settled {
        return random(rng, settled);
    }
    session.script
}

/// Chooses the next line of a random session.
fn next_line(session: &Session, rng: &mut Rng, settled: bool) -> String {
    let save = format!(":save {}", pick(&SAVED, rng));
    let mut names: Vec<&str> = session.files.keys().map(String::as_str).collect();
    names.push("missing.csv");
    let load = format!(":load {}", pick(&names, rng));
    let refused = match rng.below(4) {
        0 if settled => pick(&SETTLED, rng),
        0 if session.game.is_some() => pick(&OFF_THE_BOARD, rng),
        0 | 1 => pick(&NONSENSE, rng),
        _ => pick(&MISTYPED, rng),
    };
    let Some(state) = session.game else {
        return match rng.below(12) {
            0..5 => ":start".to_owned(),
            5..8 => load,
            8 => ":move d1 d4".to_owned(),
            9 => save,
            _ => refused.to_owned(),
        };
    };
    let moves = Tafl.move_list(&state);
    let left = |mv: &Move| Tafl.play(&state, *mv).board.pieces().count();
    let some = [(); 24].map(|()| pick(&moves, rng));
    let most = some.into_iter().min_by_key(left);
    let legal = pick(&moves, rng);
    let mv = match rng.below(20) {
        0..6 => legal,
        6..9 => most.unwrap_or(legal),
        9..13 => illegal(&state, rng).unwrap_or(legal),
        13 if settled => return load,
        13 if rng.below(3) == 0 => return ":stop".to_owned(),
        13..17 => return save,
        _ => return refused.to_owned(),
    };
    format!(":move {mv}")
}

fn pick<T: Copy>(things: &[T], rng: &mut Rng) -> T {
    things[rng.below(things.len())]
}

/// Returns a move that a faulty program might allow: to where the piece stands, across another,
/// along a diagonal, of the other side.
fn illegal(state: &State<Board>, rng: &mut Rng) -> Option<Move> {
    let pieces: Vec<Square> = state.board.pieces().map(|(square, _)| square).collect();
    let from = pick(&pieces, rng);
    let to = match rng.below(4) {
        0 => from,
        1 => from.offset(1, 1)?,
        _ => along(from, rng)?,
    };
    let mv = Move::new(from, to);
    (!Tafl.move_list(state).contains(&mv)).then_some(mv)
}

/// Returns a saved game with an error.
fn damaged(rng: &mut Rng) -> Vec<u8> {
    let mut content = csv::write(&Tafl.start()).into_bytes();
    let at = match rng.below(4) {
        // The first line is short, and often read with less care.
        0 => rng.below(10),
        _ => rng.below(content.len()),
    };
    let byte = pick(b"OGLX0 ,;\ng", rng);
    match rng.below(7) {
        0 => drop(content.remove(at)),
        1 => content.insert(at, byte),
        2 => content.truncate(at + 1),
        3 => content.push(b'\n'),
        4 => {
            let text = String::from_utf8_lossy(&content);
            content = text.replace('\n', "\r\n").into_bytes();
        }
        _ => content[at] = byte,
    }
    content
}

/// Returns a position in which the game is not over, and moves to try: only the last one is legal.
fn scene(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    // Most attempts fail because pieces are in each other's way.
    (0..200).find_map(|_| attempt(rng))
}

/// Sets up a piece that is about to capture or to cross the empty centre.
fn attempt(rng: &mut Rng) -> Option<(State<Board>, Vec<Move>)> {
    let side = pick(&Side::BOTH, rng);
    let (own, enemy, mover) = match side {
        Side::First => (Piece::Object, Piece::Guard, Piece::Object),
        Side::Second => (Piece::Guard, Piece::Object, Piece::ALL[1 + rng.below(2)]),
    };
    let mut board = Board::EMPTY;
    let (right, up) = pick(&AROUND, rng);
    let mut tries = Vec::new();
    let (from, to) = if rng.below(4) == 0 {
        let [before, after] = [0; 2].map(|_| 1 + rng.below(4) as i8);
        let from = Square::CENTRE.offset(right * before, up * before)?;
        tries.push(Move::new(from, Square::CENTRE));
        (from, Square::CENTRE.offset(-right * after, -up * after)?)
    } else {
        let target = near_the_centre(rng)?;
        let is_lambda = side == Side::First && (target == Square::CENTRE || rng.below(3) == 0);
        let victim = if is_lambda { Piece::Lambda } else { enemy };
        put(&mut board, Some(target), victim);
        for way in AROUND {
            if way != (right, up) && rng.below(5) > 0 {
                let piece = pick(&[own, own, own, enemy], rng);
                put(&mut board, target.offset(way.0, way.1), piece);
            }
        }
        let to = target.offset(right, up)?;
        (along(to, rng)?, to)
    };
    put(&mut board, Some(from), mover);
    let home = [Some(Square::CENTRE), near_the_centre(rng)];
    put(&mut board, pick(&home, rng), Piece::Lambda);
    let lambda = board.lambda().filter(|lambda| !lambda.is_edge())?;
    // Otherwise λ would mostly have a clear path.
    let (piece, distance) = (pick(&[own, enemy], rng), pick(&[0, 1, 1, 2, 8], rng));
    for (right, up) in AROUND {
        let way = (1..=distance).map_while(|step| lambda.offset(right * step, up * step));
        put(&mut board, way.last(), piece);
    }
    for _ in 0..rng.below(12).saturating_sub(4) {
        let square = Square::new(rng.below(Square::COUNT));
        put(&mut board, square, pick(&[own, enemy], rng));
    }
    let (state, mv) = (State::new(board, side), Move::new(from, to));
    if rng.below(2) == 0 && tries.is_empty() {
        tries.extend(illegal(&state, rng));
    }
    tries.push(mv);
    let is_legal = goes_on(&state) && Tafl.move_list(&state).contains(&mv);
    is_legal.then_some((state, tries))
}

/// Puts a piece on a square if it can stand there.
fn put(board: &mut Board, square: Option<Square>, piece: Piece) {
    if let Some(square) = square.filter(|&square| board.piece_at(square).is_none()) {
        // A full set is as good as one piece more.
        let _ = board.put(square, piece);
    }
}

/// Returns a square, often the centre or close to it.
fn near_the_centre(rng: &mut Rng) -> Option<Square> {
    let beside = pick(&neighbours(Square::CENTRE), rng)?;
    match rng.below(8) {
        0 => Some(Square::CENTRE),
        1..4 => Some(beside),
        4 => pick(&neighbours(beside), rng),
        _ => Square::new(rng.below(Square::COUNT)),
    }
}

/// The four directions.
const AROUND: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

fn neighbours(square: Square) -> [Option<Square>; 4] {
    AROUND.map(|(right, up)| square.offset(right, up))
}

/// Returns a square from which a piece can move to this one, if nothing is between.
fn along(to: Square, rng: &mut Rng) -> Option<Square> {
    let steps = 1 + rng.below(5) as i8;
    let (right, up) = pick(&AROUND, rng);
    let from = to.offset(right * steps, up * steps);
    from.filter(|&from| from != Square::CENTRE)
}

/// The empty board with its letters and numbers.
const SVG: &str = r##"<svg viewBox="-1 0 10 10" role="img" font-size=".6" text-anchor="middle"><path fill="#ecdfc0" stroke="#b39b69" stroke-width=".04" d="M0 0h9v9H0zM0 1h9M0 2h9M0 3h9M0 4h9M0 5h9M0 6h9M0 7h9M0 8h9M1 0v9M2 0v9M3 0v9M4 0v9M5 0v9M6 0v9M7 0v9M8 0v9"/><text x=".5 1.5 2.5 3.5 4.5 5.5 6.5 7.5 8.5" y="9.7">abcdefghi</text><text x="-.4 -.4 -.4 -.4 -.4 -.4 -.4 -.4 -.4" y=".7 1.7 2.7 3.7 4.7 5.7 6.7 7.7 8.7">987654321</text>"##;

/// Draws a saved game as SVG. Squares that differ from another saved game are marked.
fn picture(content: &[u8], other: &[u8]) -> Option<String> {
    let state = csv::read(content).ok()?;
    let other = csv::read(other).ok();
    let mut svg = SVG.to_owned();
    for square in Square::all() {
        let (x, y) = (square.file(), 8 - square.rank());
        let piece = state.board.piece_at(square);
        let differs = other.is_some_and(|other| other.board.piece_at(square) != piece);
        if differs || square == Square::CENTRE {
            let fill = if differs { "#e2574c" } else { "#d3bd8c" };
            // Writing to a string cannot fail.
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"{fill}\"/>"
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
    let _ = write!(svg, "<title>{side} to move</title></svg>");
    Some(svg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_every_piece_and_marks_what_differs() {
        let start = csv::write(&Tafl.start());
        let svg = picture(start.as_bytes(), b"").expect("a position");
        assert_eq!(
            (
                svg.matches("<circle").count(),
                svg.matches("#e2574c").count()
            ),
            (25, 0)
        );
        let other = start.replacen("O,O,O", "O, ,O", 1);
        let svg = picture(start.as_bytes(), other.as_bytes()).expect("a position");
        assert_eq!(svg.matches("#e2574c").count(), 1);
        assert_eq!(picture(b"Good Bye!\n", b""), None);
    }

    #[test]
    fn a_piece_that_is_not_captured_is_named_with_its_captors() {
        let start = csv::write(&Tafl.start());
        let due = start.replace("O,O,G,G,L", " , ,G, ,L");
        let is = due.replace("G, ,L", "G,O,L");
        assert_eq!(
            compare(due.as_bytes(), is.as_bytes()),
            "in the saved game a piece between an opponent and the λ is not captured"
        );
        let carriage = start.replace('\n', "\r\n");
        let said = compare(start.as_bytes(), carriage.as_bytes());
        assert!(said.contains("carriage return"), "{said}");
        assert_eq!(
            compare(start.as_bytes(), &start.as_bytes()[..171]),
            "the last line of the saved file has no line break"
        );
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
            across[piece] += usize::from(crosses_centre(good.from(), good.to()));
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
