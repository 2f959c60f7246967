//! Saved games: what is read, and what is refused with which words.

use super::super::csv::{self, LEN, read, write};
use super::*;

const START: &str = "O to play
 , , ,O,O,O, , , 
 , , , ,O, , , , 
 , , , ,G, , , , 
O, , , ,G, , , ,O
O,O,G,G,L,G,G,O,O
O, , , ,G, , , ,O
 , , , ,G, , , , 
 , , , ,O, , , , 
 , , ,O,O,O, , , 
";

fn why(text: &str) -> String {
    read(text.as_bytes()).unwrap_err().to_string()
}

/// The start with one line replaced, counted from 1.
fn with_line(line: usize, text: &str) -> String {
    let mut lines: Vec<&str> = START.lines().collect();
    lines[line - 1] = text;
    lines.join("\n") + "\n"
}

#[test]
fn the_start_is_the_figure_of_the_text() {
    assert_eq!(START.len(), LEN);
    assert_eq!(write(&Tafl.start()), START);
    assert_eq!(read(START.as_bytes()), Ok(Tafl.start()));
}

#[test]
fn digits_are_read_as_letters_and_never_written() {
    let printed = START.replace('O', "0");
    assert_eq!(read(printed.as_bytes()), Ok(Tafl.start()));
    let mixed = START.replacen('O', "0", 7);
    assert_eq!(read(mixed.as_bytes()), Ok(Tafl.start()));
    assert!(!write(&Tafl.start()).contains('0'));
}

#[test]
fn the_first_line_of_cells_is_row_nine() {
    let state = lambdas_move("O a9 i8 G b1 L c2");
    let text = write(&state);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "G to play");
    assert_eq!(lines[1], "O, , , , , , , , ");
    assert_eq!(lines[2], " , , , , , , , ,O");
    assert_eq!(lines[5], " , , , ,X, , , , ");
    assert_eq!(lines[8], " , ,L, , , , , , ");
    assert_eq!(lines[9], " ,G, , , , , , , ");
    assert_eq!(read(text.as_bytes()), Ok(state));
}

#[test]
fn a_captured_lambda_is_written_and_read() {
    let state = objects_move("O a1 G b2");
    assert!(write(&state).contains(" , , , ,X, , , , \n"));
    assert_eq!(read(write(&state).as_bytes()), Ok(state));
}

#[test]
fn every_reason_to_refuse_the_lines() {
    let long = START.replace("O,O,G,G,L,G,G,O,O\n", "O,O,G,G,L,G,G,O,O,\n");
    for (text, reason) in [
        (String::new(), "the file is empty"),
        (
            START.replace('\n', "\r\n"),
            "line 1 has a carriage return: lines end in a line feed alone",
        ),
        (
            with_line(4, " , , , ,G, , , ,\r"),
            "line 4 has a carriage return: lines end in a line feed alone",
        ),
        (
            with_line(1, "L to play"),
            "line 1 must be \"O to play\" or \"G to play\"",
        ),
        (
            with_line(1, "o to play"),
            "line 1 must be \"O to play\" or \"G to play\"",
        ),
        (
            with_line(1, "O to play "),
            "line 1 must be \"O to play\" or \"G to play\"",
        ),
        (
            "O to play".to_owned(),
            "the file ends after line 1, a game has 10 lines",
        ),
        (
            "O to play\n".to_owned(),
            "the file ends after line 1, a game has 10 lines",
        ),
        (
            START[..28].to_owned(),
            "the file ends after line 2, a game has 10 lines",
        ),
        (
            START[..LEN - 1].to_owned(),
            "the line feed at the end of line 10 is missing",
        ),
        (
            START.to_owned() + "\n",
            "there is more after line 10, where a game ends",
        ),
        (
            START.to_owned() + "x",
            "there is more after line 10, where a game ends",
        ),
        (long, "line 6 has 18 characters, a row has 17"),
        (
            with_line(2, " , , ,O,O,O, , ,"),
            "line 2 has 16 characters, a row has 17",
        ),
        (with_line(3, ""), "line 3 has 0 characters, a row has 17"),
        (
            with_line(4, " ; , , ,G, , , , "),
            "line 4: after cell 1 there must be a comma, not ;",
        ),
        (
            with_line(4, " , , , ,G, , ,  "),
            "line 4 has 16 characters, a row has 17",
        ),
        (
            with_line(4, " , , , ,G, , ,   "),
            "line 4: after cell 8 there must be a comma, not a blank",
        ),
    ] {
        assert_eq!(why(&text), reason, "{text:?}");
    }
}

#[test]
fn every_reason_to_refuse_a_cell() {
    for (text, reason) in [
        (
            with_line(4, " ,,, , ,G, , , , "),
            "line 4, cell 2 (b7) is ,: a cell is O, G, L or a blank",
        ),
        (
            with_line(4, " , , , ,g, , , , "),
            "line 4, cell 5 (e7) is g: a cell is O, G, L or a blank",
        ),
        (
            with_line(10, " , , ,O,O,O, , ,\t"),
            "line 10, cell 9 (i1) is a tab: a cell is O, G, L or a blank",
        ),
        (
            with_line(10, "\0, , ,O,O,O, , , "),
            "line 10, cell 1 (a1) is the byte 0x00: a cell is O, G, L or a blank",
        ),
        (
            with_line(2, "X, , ,O,O,O, , , "),
            "line 2, cell 1 (a9) is X: only the empty centre is",
        ),
        (
            with_line(6, "O,O,G,G, ,G,G,O,O"),
            "line 6, cell 5 (e5, the centre) is a blank: it must be L or X",
        ),
        (
            with_line(6, "O,O,G,G,G,G,G,O,O"),
            "line 6, cell 5 (e5, the centre) is G: it must be L or X",
        ),
        (
            with_line(6, "O,O,G,G,O,G,G,O,O"),
            "line 6, cell 5 (e5, the centre) is O: it must be L or X",
        ),
        (
            with_line(7, "O,L, , ,G, , , ,O"),
            "line 7, cell 2 (b4): this is a second λ, the game has one",
        ),
        (
            with_line(9, "G, , , ,O, , , , "),
            "line 9, cell 1 (a2): this is guard number 9, the game has 8",
        ),
        (
            with_line(10, " , , ,O,O,O,O, , "),
            "line 10, cell 7 (g1): this is object number 17, the game has 16",
        ),
    ] {
        assert_eq!(why(&text), reason, "{text:?}");
    }
}

#[test]
fn the_lambda_may_be_gone_and_the_counts_may_be_low() {
    let text = with_line(6, "O,O,G,G,X,G,G,O,O");
    let state = read(text.as_bytes()).unwrap();
    assert_eq!(state.board.lambda(), None);
    let bare = [" , , , , , , , , \n"; 4].concat();
    let bare = format!("G to play\n{bare} , , , ,X, , , , \n{bare}");
    assert_eq!(read(bare.as_bytes()), Ok(lambdas_move("")));
}

/// What a file says when it is read can be written again, and then it is that file: so nothing
/// that is read has been misunderstood or overlooked.
fn read_is_honest(bytes: &[u8]) -> bool {
    match read(bytes) {
        Err(_) => false,
        Ok(state) => {
            let written = write(&state);
            let zeros = bytes
                .iter()
                .map(|&byte| if byte == b'0' { b'O' } else { byte });
            assert!(
                written.bytes().eq(zeros),
                "{:?}",
                String::from_utf8_lossy(bytes)
            );
            true
        }
    }
}

#[test]
fn every_change_of_one_byte() {
    let sparse = write(&lambdas_move("O a9 i8 e4 G b1 f5 L c2"));
    for text in [START, &sparse] {
        let mut accepted = 0;
        for at in 0..LEN {
            for byte in 0..=255 {
                let mut bytes = text.as_bytes().to_vec();
                bytes[at] = byte;
                accepted += usize::from(read_is_honest(&bytes));
            }
        }
        assert!(accepted > LEN, "{accepted}");
    }
}

#[test]
fn no_other_length_is_read() {
    for at in 0..LEN {
        let bytes = START.as_bytes();
        assert!(read(&bytes[..at]).is_err());
        assert!(read(&[&bytes[..at], &bytes[at + 1..]].concat()).is_err());
        for byte in [
            b' ', b',', b'\n', b'\r', b'O', b'G', b'L', b'X', b'0', 0, 255,
        ] {
            let longer = [&bytes[..at], &[byte], &bytes[at..]].concat();
            assert!(read(&longer).is_err(), "{byte} before {at}");
        }
    }
    assert!(read(&[b' '; LEN]).is_err());
    assert!(read(&[b'\n'; LEN]).is_err());
    assert!(read(&vec![255; 100_000]).is_err());
}

#[test]
fn random_bytes_of_the_alphabet_are_read_honestly_or_not_at_all() {
    let mut rng = Rng::new(21);
    let mut accepted = 0;
    for _ in 0..20_000 {
        let mut bytes = START.as_bytes().to_vec();
        for _ in 0..=rng.below(6) {
            // Cells only, so that many are accepted.
            let at = 10 + 18 * rng.below(9) + 2 * rng.below(9);
            bytes[at] = b"OGLX 0"[rng.below(6)];
        }
        accepted += usize::from(read_is_honest(&bytes));
    }
    assert!(accepted > 500, "{accepted}");
    assert_eq!(csv::LEN, 172);
}
