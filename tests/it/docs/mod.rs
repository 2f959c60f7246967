//! The documentation is true: pictures and sessions are what the program prints, links lead
//! somewhere, the rules fit on a screen.
//!
//! `GOLDEN=rewrite cargo test --test it docs` draws the pictures anew and rewrites the sessions.

mod animation;
mod games;
mod links;
mod pages;
mod pictures;
mod program;
mod rules;
mod sessions;
mod terminal;
