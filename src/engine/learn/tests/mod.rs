//! Learning on games that nobody has ever seen: see [`maze`].

mod checking;
mod choosing;
mod file;
mod maze;
mod training;
