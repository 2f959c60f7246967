//! Shell completions and the manual page, generated from the command line's definition.

use std::io;

use clap_complete::Shell;
use clap_mangen::Man;

use crate::cli::{self, Document};

/// Returns the text of a document.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn text(what: Document) -> io::Result<Vec<u8>> {
    let mut command = cli::command();
    let shell = match what {
        Document::Bash => Shell::Bash,
        Document::Zsh => Shell::Zsh,
        Document::Fish => Shell::Fish,
        Document::Man => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            // clap refers to `game-perft(1)`, but there is only this page.
            let page = String::from_utf8_lossy(&page).replace("(1)", "");
            return Ok(page.replace("game\\-", "game ").into_bytes());
        }
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "game", &mut script);
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_names_every_subcommand() {
        for what in [Document::Bash, Document::Zsh, Document::Fish, Document::Man] {
            let text = String::from_utf8(text(what).unwrap()).unwrap();
            for task in cli::command().get_subcommands() {
                let name = task.get_name();
                assert!(text.contains(name), "{what:?} lacks {name}");
                if what == Document::Man {
                    assert!(text.contains(&format!("\ngame {name}\n")), "{name}");
                }
            }
        }
    }
}
