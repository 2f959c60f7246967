//! Lines that name files: tests keep those in a folder of their own.

use game::repl::{CommandInfo, Kind};

/// The line with each file that it names in the working folder, wherever it was meant to be. The rows
/// of the commands say which words are files.
///
/// The session has to have a working folder of its own. Its path does not stand in the line, as a
/// name is one word and a temporary folder may have a blank in its path.
pub fn without_folders(commands: &[CommandInfo], line: &str) -> String {
    let mut words = line.split_ascii_whitespace();
    let name = words.next().unwrap_or_default();
    let Some(command) = commands.iter().find(|command| command.name == name) else {
        return line.to_owned();
    };
    let words: Vec<&str> = words.collect();
    let names_files = command.args.iter().any(|arg| arg.kind == Kind::File);
    if !names_files || words.len() > command.args.len() {
        return line.to_owned();
    }
    let mut moved = name.to_owned();
    for (word, arg) in words.into_iter().zip(&command.args) {
        moved.push(' ');
        match arg.kind {
            Kind::File => moved += &word.replace('/', "_"),
            _ => moved += word,
        }
    }
    moved
}
