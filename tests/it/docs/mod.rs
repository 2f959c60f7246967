//! Pictures and sessions in the documentation show what the program prints, and links work.
//!
//! `GOLDEN=rewrite cargo test --test it docs` redraws the pictures and rewrites the sessions.

mod animation;
mod links;
mod pages;
mod pictures;
mod sessions;
mod terminal;
