//! A narrow window: boards are drawn narrower, lists are folded, and nothing wraps in the middle of a word.

use crate::screen::Setting;

/// What a session in a window of 40 columns shows.
fn shown(mode: &str, lines: &[(&str, &str)]) -> Vec<String> {
    let mut screen = Setting {
        args: &["--ascii", "--color", "never", "--mode", mode],
        columns: Some(40),
        ..Setting::default()
    }
    .open();
    screen.until(&format!("{mode}> "));
    lines
        .iter()
        .map(|(line, prompt)| {
            // The line editor repeats the prompt with every key: the answer begins behind the line.
            screen.type_text(&format!("{line}\r"));
            screen.until("\u{1b}[?2004l");
            screen.until(prompt)
        })
        .collect()
}

#[track_caller]
fn nothing_wraps(shown: &[String]) {
    for line in shown.iter().flat_map(|text| text.lines()) {
        let line = line.trim_end_matches(['\r', '\n']);
        if !line.contains('\u{1b}') {
            assert!(line.chars().count() <= 40, "{line}");
        }
    }
}

#[test]
fn boards_fit_into_forty_columns() {
    let shown = shown(
        "crusher",
        &[
            (":start 6 wb", "crusher game W> "),
            (":move 8 15", "crusher game B> "),
            (":board", "crusher game B> "),
            (":stop", "crusher> "),
            (":start 3 wb", "crusher game W> "),
        ],
    );
    nothing_wraps(&shown);
    assert!(shown[0].contains(" 14>14 15 16 17 "), "{}", shown[0]);
    assert!(
        shown[4].contains("  -   W   W   -        4  5  6  7"),
        "{}",
        shown[4]
    );
}

#[test]
fn the_largest_board_of_marks_fits_with_its_numbers() {
    let shown = shown(
        "tictactoe",
        &[
            (":computer none", "tictactoe> "),
            (":start 10", "tictactoe game X> "),
            ("12", "tictactoe game O> "),
        ],
    );
    nothing_wraps(&shown);
    assert!(shown[2].contains(" 11|[X]| 13|"), "{}", shown[2]);
}

#[test]
fn lists_are_folded() {
    for mode in ["tafl", "battleship", "crusher"] {
        let prompt = format!("{mode}> ");
        nothing_wraps(&shown(mode, &[(":help", &prompt)]));
    }
    let help = &shown("battleship", &[(":help", "battleship> ")])[0];
    let folded =
        ":feedback T1 T2 T3 G1 G2 G3\n    Tell the answer to guess G if the\n    ships are at T\n";
    assert!(help.contains(folded), "{help}");
}

#[test]
fn the_grid_fits() {
    let shown = shown(
        "battleship",
        &[
            (":start h1, b2, d3", "battleship game S> "),
            (":guess A1, A2, A3", "battleship game S> "),
            (":board chances", "battleship game S> "),
        ],
    );
    nothing_wraps(&shown);
    assert!(shown[1].contains("  1 [ 1]  .   . "), "{}", shown[1]);
}
