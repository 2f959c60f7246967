//! What `game generate` prints for shells, loaded in the real ones where they are installed.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::cargo::cargo_bin;

use crate::skip;

/// Runs a script in a folder that holds our completions; `None` where there is no such shell.
fn run(shell: &str, options: &[&str], script: &str) -> Option<Output> {
    let folder = tempfile::tempdir().expect("a folder");
    let completions = Command::new(cargo_bin!("game"))
        .args(["generate", shell])
        .output()
        .expect("it runs");
    // The name that zsh looks for.
    fs::write(folder.path().join("_game"), completions.stdout).expect("the folder is ours");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let installed = std::env::split_paths(&path).any(|place| place.join(shell).is_file());
    if !installed {
        skip::skip(&format!("completions for {shell}"), "it is not installed");
        return None;
    }
    let output = command(shell, folder.path())
        .args(options)
        .args(["-c", script])
        .output();
    Some(output.expect("it can be started"))
}

/// A shell that knows nothing of its user.
fn command(shell: &str, folder: &Path) -> Command {
    let mut command = Command::new(shell);
    command
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        // The locale that every system has.
        .env("LC_ALL", "C")
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env("ZDOTDIR", folder);
    command
}

/// Nothing is complained about, and these words are printed.
fn prints(output: &Output, words: &[&str]) {
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && errors.is_empty(),
        "{said}{errors}"
    );
    for word in words {
        assert!(said.contains(word), "{word} is missing: {said}");
    }
}

#[test]
fn bash_completes_options_and_subcommands() {
    let script = "source ./_game
        COMP_WORDS=(game --mo) COMP_CWORD=1; _game game --mo game; echo \"${COMPREPLY[@]}\"
        COMP_WORDS=(game ta) COMP_CWORD=1; _game game ta game; echo \"${COMPREPLY[@]}\"
        complete -p game";
    if let Some(output) = run("bash", &["--norc"], script) {
        prints(&output, &["--mode", "tafl", "_game"]);
    }
}

#[test]
fn fish_completes_options_and_subcommands() {
    let script = "source ./_game
        complete -C 'game --mo'
        complete -C 'game ta'";
    if let Some(output) = run("fish", &["--no-config"], script) {
        prints(&output, &["--mode", "tafl"]);
    }
}

#[test]
fn zsh_finds_and_loads_the_completions() {
    let script = "fpath=($PWD $fpath)
        autoload -Uz compinit && compinit -u -d ./dump
        print -r -- \"for game: $_comps[game]\"
        autoload +X _game && print -r -- \"$functions[_game]\"";
    if let Some(output) = run("zsh", &["-f"], script) {
        prints(&output, &["for game: _game", "--mode", "tafl"]);
    }
}
