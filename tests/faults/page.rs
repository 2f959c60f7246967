//! The reports that `docs/checking.md` shows are about one of the faulty programs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;

const FAULT: &str = "the-centre-is-harmless";

/// What is printed, if the page shows something else.
pub fn wrong_samples() -> Option<String> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/checking.md");
    let page = fs::read_to_string(page).expect("the page");
    let blocks = page.split("```text\n").skip(1);
    let blocks = blocks.filter_map(|block| Some(block.split_once("```")?.0));
    let is_sample = |block: &&str| block.starts_with("./mine") || block.starts_with("random");
    let samples: Vec<&str> = blocks.filter(is_sample).collect();
    assert_eq!(samples.len(), 2, "a report, and a random session of it");
    let printed = printed();
    let shown = samples.iter().all(|sample| printed.contains(sample));
    (!shown).then_some(printed)
}

/// What `game check ./mine` prints.
fn printed() -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let mine = folder.path().join("mine");
    let me = std::env::current_exe().expect("a name");
    let script = format!(
        "#!/bin/sh\nexec '{}' --fault {FAULT} \"$@\"\n",
        me.display()
    );
    fs::write(&mine, script).expect("room");
    fs::set_permissions(&mine, fs::Permissions::from_mode(0o755)).expect("our file");
    let output = Command::new(cargo_bin!("game"))
        // The machine may be busy, and nothing is shrunk less for it.
        .args(["check", "--time-limit", "300", "./mine"])
        .current_dir(folder.path())
        .output()
        .expect("it starts");
    String::from_utf8(output.stdout).expect("text")
}
