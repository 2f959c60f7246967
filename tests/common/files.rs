//! Lines that name files: tests keep those in a folder of their own.

use std::path::Path;

use game::repl::{CommandInfo, Kind};

/// The line with each file that it names in this folder, wherever it was meant to be. The rows of
/// the commands say which words are files.
pub fn in_folder(commands: &[CommandInfo], line: &str, folder: &Path) -> String {
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
            Kind::File => moved += &folder.join(word.replace('/', "_")).display().to_string(),
            _ => moved += word,
        }
    }
    moved
}
