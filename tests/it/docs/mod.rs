//! The documentation is true: pictures and sessions show what the program prints, links work, rules
//! fit on a screen.
//!
//! `GOLDEN=rewrite cargo test --test it docs` redraws the pictures and rewrites the sessions.

mod animation;
mod links;
mod pages;
mod pictures;
mod program;
mod rules;
mod sessions;
mod terminal;
