//! The command lines of the assignments work in the root of the project.

use std::fs;
use std::path::Path;

use super::pages::path;

#[test]
fn a_link_in_the_root_leads_to_the_program() {
    let target = fs::read_link(path("game")).expect("`game` is a link");
    assert_eq!(target, Path::new("target/release/game"));
}
