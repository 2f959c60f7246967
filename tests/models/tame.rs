//! Lines that nobody has to wait for long.

use game::play::Level;

/// The lines that make computers hasty.
pub fn opening(mode: &str) -> &'static [&'static str] {
    match mode {
        "crusher" => &[":depth 1"],
        "countdown" | "tictactoe" => &[":computer none"],
        _ => &[],
    }
}

/// The line without a new_game that would take too long: a deep or a slow computer.
pub fn tame(mode: &str, line: &str) -> String {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let slow = |word: &str| match word.parse() {
        Ok(Level::Depth(depth)) => depth > 2,
        Ok(_) => true,
        Err(_) => false,
    };
    match words[..] {
        [":computer", side, level] if slow(level) => format!(":computer {side} 1"),
        [":computer", side] if side != "none" => format!("{line} 1"),
        [":depth", depth] if slow(depth) => ":depth 1".to_owned(),
        [":crusher", .., depth, size] if slow(depth) => {
            let called: Vec<&str> = words[..words.len() - 2].to_vec();
            format!("{} 1 {size}", called.join(" "))
        }
        [":hint"] if matches!(mode, "tafl" | "tictactoe") => ":history".to_owned(),
        _ => line.to_owned(),
    }
}
