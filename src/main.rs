//! The binary `game`.

fn main() {}
