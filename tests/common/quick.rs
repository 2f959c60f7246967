//! Lines that nobody has to wait for long.

use game::play::Level;
use game::repl::CommandInfo;

/// The names of arguments that say how hard the computer thinks.
const LEVELS: [&str; 3] = ["LEVEL", "DEPTH", "D"];

/// The line, without a request that would take too long: a deep or a slow computer. The rows of the
/// commands say which words are levels.
pub fn quick(commands: &[CommandInfo], line: &str) -> String {
    let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
    let command = commands
        .iter()
        .find(|command| Some(&command.name) == words.first());
    let Some(command) = command else {
        return line.to_owned();
    };
    // A file could have anything in it.
    if command.name == ":hint" || command.name == ":read" {
        return ":board".to_owned();
    }
    let (needed, typed) = (command.args.len(), words.len() - 1);
    let last = command.args.last().filter(|arg| LEVELS.contains(&arg.name));
    if last.is_some_and(|arg| arg.optional) && typed + 1 == needed && words.last() != Some(&"none")
    {
        return format!("{line} 1");
    }
    if typed < needed {
        return line.to_owned();
    }
    let mut changed = false;
    // Counted from the end: an argument before may have many words.
    for (behind, arg) in command.args.iter().rev().enumerate() {
        let at = words.len() - 1 - behind;
        if LEVELS.contains(&arg.name) && is_slow(words[at]) {
            words[at] = "1";
            changed = true;
        }
    }
    if changed {
        words.join(" ")
    } else {
        line.to_owned()
    }
}

fn is_slow(level: &str) -> bool {
    match level.parse() {
        Ok(Level::Depth(depth)) => depth > 2,
        Ok(_) => true,
        Err(_) => false,
    }
}
