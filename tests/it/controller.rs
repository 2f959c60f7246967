//! The course text's controller and the modes give the same dialogue, apart from prompts.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::AtomicBool;

use game::engine::Game;
use game::engine::player::{FirstMove, Player};
use game::engine::rng::Rng;
use game::engine::search::{Observer, Report};
use game::engine::{Side, State, Status};
use game::games;
use game::games::countdown::CountDown;
use game::games::crusher::Crusher;
use game::games::tafl::Tafl;
use game::games::tictactoe::TicTacToe;
use game::play::{Options, PlayerRequest, PromptGame, Purpose, controller};
use game::repl::{Context, Part, Reply};

use crate::modes::play_out;

static NEVER: AtomicBool = AtomicBool::new(false);

/// The part of a reply that a pipe without `--test` gets.
fn shown(reply: &Reply) -> String {
    let mut text = String::new();
    for part in &reply.parts {
        match part {
            Part::Say(line) => text.extend([line.as_str(), "\n"]),
            Part::Board(board) | Part::Show(board) => {
                for line in &board.0 {
                    text.extend([line.plain().as_str(), "\n"]);
                }
            }
            Part::Script(_) | Part::Prose(_) | Part::Advice(_) => {}
        }
    }
    text
}

/// Returns the whole dialogue of a mode, from the first board on.
fn in_the_mode<T: PromptGame>(game: &T, lines: &[String], computer: bool) -> String {
    let row = games::find(T::NAME).expect("it is a mode");
    let mut session = (row.open)(Options::default(), Context::default());
    if !computer {
        play_out(&mut *session, ":computer none");
    }
    let size = game.size_label().expect("it has sizes");
    let mut text = shown(&play_out(&mut *session, &format!(":start {size}")));
    for line in lines {
        text += &shown(&play_out(&mut *session, line));
    }
    let dialogue = text.strip_prefix("Starting Game.\n");
    dialogue.expect("a game begins").to_owned()
}

/// Returns the dialogue of the controller in the same game.
fn by_the_controller<T: PromptGame>(game: &T, lines: &[String], computer: bool) -> String {
    let options = Options::default();
    let mut player = game.player(&PlayerRequest {
        level: None,
        purpose: Purpose::Opponent { from_start: true },
        options: &options,
        cancel: &NEVER,
    });
    let player: Option<&mut dyn Player<T>> = computer.then_some(player.as_mut());
    let mut output = Vec::new();
    let input = lines.join("\n");
    controller(
        game,
        game.start(),
        [None, player],
        input.as_bytes(),
        &mut output,
    )
    .expect("vectors can be read and written");
    String::from_utf8(output).expect("it is text")
}

/// Returns moves of a random game, and some lines that are not moves. It ends with the game: a mode
/// rejects lines after that.
fn random_lines<T: PromptGame>(game: &T, rng: &mut Rng) -> Vec<String> {
    const WRONG: [&str; 6] = ["", "0", "x", "1 1", "99", " \t"];
    let mut lines = Vec::new();
    let mut state = game.start();
    while !game.status(&state).is_over() {
        if rng.below(4) == 0 {
            lines.push(WRONG[rng.below(WRONG.len())].to_owned());
            continue;
        }
        let moves = game.move_list(&state);
        let mv = moves[rng.below(moves.len())];
        lines.push(format!("  {} ", game.show_move(mv)));
        state = game.play(&state, mv);
    }
    lines
}

fn the_same_words<T: PromptGame>(game: &T, rounds: u64) {
    let mut rng = Rng::new(1);
    for _ in 0..rounds {
        let lines = random_lines(game, &mut rng);
        let persons = by_the_controller(game, &lines, false);
        assert_eq!(in_the_mode(game, &lines, false), persons);
        assert!(persons.ends_with("wins!\n") || persons.ends_with("Draw\n"));
    }
    // Only three lines: a game against the computer can end soon after.
    let lines = random_lines(game, &mut rng);
    let against = by_the_controller(game, &lines[..3], true);
    assert_eq!(in_the_mode(game, &lines[..3], true), against);
    assert!(against.contains("Player O is choosing a move\n"));
}

#[test]
fn the_controller_uses_the_sentences_of_the_modes() {
    the_same_words(&CountDown::default(), 20);
    the_same_words(&TicTacToe::default(), 20);
    the_same_words(&TicTacToe::new(4).expect("4 is a size"), 5);
}

#[test]
fn the_controller_plays_any_game_from_any_state() {
    let mut output = Vec::new();
    let end = controller(
        &Tafl,
        Tafl.start(),
        [None, None],
        "d1 d4\nno\n".as_bytes(),
        &mut output,
    );
    let end = end.expect("vectors can be read and written");
    assert_eq!(end.to_move, Side::Second, "the input ended after one move");
    let text = String::from_utf8(output).expect("it is text");
    assert!(text.contains("Player X enter your move"));
    assert!(text.contains("Invalid Move!\nPlayer O enter your move"));

    let game = Crusher::new(3).expect("3 is a size");
    let (mut one, mut two) = (FirstMove, FirstMove);
    let mut output = Vec::new();
    let end = controller(
        &game,
        game.start(),
        [Some(&mut one), Some(&mut two)],
        &b""[..],
        &mut output,
    );
    let end = end.expect("vectors can be read and written");
    let winner = match game.status(&end) {
        Status::Won(Side::First) => "X wins!\n",
        Status::Won(Side::Second) => "O wins!\n",
        other => panic!("{other:?}"),
    };
    let text = String::from_utf8(output).expect("it is text");
    assert!(text.ends_with(winner));

    let mut output = Vec::new();
    let over = State::new(0, Side::First);
    controller(
        &CountDown::default(),
        over,
        [None, None],
        &b"1\n"[..],
        &mut output,
    )
    .expect("vectors can be read and written");
    assert_eq!(output, b"0 pieces left\nO wins!\n");
}

/// Makes a move that does not exist.
struct Liar;

impl Player<CountDown> for Liar {
    fn analyse(
        &mut self,
        _: &CountDown,
        _: &State<u64>,
        _: &AtomicBool,
        _: Observer<'_, u8>,
    ) -> Option<Report<u8>> {
        Some(Report::unsearched(99))
    }
}

#[test]
fn an_illegal_line_is_asked_again_and_an_illegal_player_ends_the_game() {
    let game = CountDown::default();
    let mut input = vec![b'1'; 1 << 20];
    input.extend(b"\n\xff\xfe\n3\r\n");
    let mut output = Vec::new();
    let mut liar = Liar;
    let end = controller(
        &game,
        game.start(),
        [None, Some(&mut liar)],
        &input[..],
        &mut output,
    );
    let end = end.expect("vectors can be read and written");
    assert_eq!(end, State::new(18, Side::Second));
    let text = String::from_utf8(output).expect("it is text");
    assert_eq!(text.matches("Invalid Move!\n").count(), 2);
}

/// Chooses the first move, and checks that everything is shown by then.
struct Reader<'a>(&'a RefCell<Vec<u8>>);

impl Player<CountDown> for Reader<'_> {
    fn analyse(
        &mut self,
        game: &CountDown,
        state: &State<u64>,
        cancel: &AtomicBool,
        observer: Observer<'_, u8>,
    ) -> Option<Report<u8>> {
        let shown = String::from_utf8_lossy(&self.0.borrow()).into_owned();
        assert!(shown.ends_with("Player X is choosing a move\n"), "{shown}");
        FirstMove.analyse(game, state, cancel, observer)
    }
}

/// A screen.
struct Screen<'a>(&'a RefCell<Vec<u8>>);

impl Write for Screen<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_board_is_shown_before_the_computer_thinks() {
    let shown = RefCell::default();
    let mut output = BufWriter::new(Screen(&shown));
    let mut player = Reader(&shown);
    let start = State::new(1, Side::First);
    let game = CountDown::default();
    controller(
        &game,
        start,
        [Some(&mut player), None],
        &b""[..],
        &mut output,
    )
    .expect("it can be written");
    assert!(shown.borrow().ends_with(b"wins!\n"));
}
