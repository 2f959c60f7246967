//! The sizes of a board game that tests try: those of its perft fixture.

use std::fs;
use std::path::Path;

/// The usual size, and the others that `fixtures/perft/<mode>.txt` counts.
pub fn sizes(mode: &str) -> Vec<Option<u64>> {
    let name = format!("fixtures/perft/{mode}.txt");
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&name))
        .unwrap_or_else(|why| panic!("{name}: {why}: add the counts of {mode} there"));
    let named = text.lines().filter_map(|line| {
        let size = line.strip_prefix("size ")?.split(' ').next()?;
        size.parse().ok()
    });
    let mut sizes: Vec<Option<u64>> = named.map(Some).chain([None]).collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}
