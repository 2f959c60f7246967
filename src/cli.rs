//! The command line, and nothing else.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::games;

/// Five games out of five course texts, at one prompt.
#[derive(Debug, Parser)]
#[command(
    name = "game",
    version,
    args_conflicts_with_subcommands = true,
    after_help = "Without a subcommand the prompt opens. :help lists what can be typed there."
)]
pub struct Cli {
    /// What to do instead of opening the prompt
    #[command(subcommand)]
    pub task: Option<Task>,
    /// How to open the prompt
    #[command(flatten)]
    pub prompt: Prompt,
}

/// The options of the prompt.
#[derive(Debug, clap::Args)]
pub struct Prompt {
    /// Never show the board: for scripts that compare what is printed
    #[arg(long)]
    pub test: bool,
    /// Load this saved game before the first prompt
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// The game to play
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(games::NAMES), default_value = games::NAMES[0])]
    pub mode: String,
    /// Where random choices begin: equal seeds, equal games
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// What a learning player knows already (made by `game train`)
    #[arg(long, value_name = "FILE")]
    pub memory: Option<PathBuf>,
    /// Whether to use colours
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    pub color: Colour,
    /// Draw with ASCII letters alone
    #[arg(long)]
    pub ascii: bool,
}

/// Whether colours are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal that can show them, unless the environment says otherwise
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// What can be done without a prompt.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Count the games of exactly D moves from a position
    Perft {
        /// The game
        #[arg(value_parser = clap::builder::PossibleValuesParser::new(games::board_games()))]
        mode: String,
        /// How many moves
        #[arg(long, value_name = "D")]
        depth: u32,
        /// The size of the board, or of the pile
        #[arg(long, value_name = "N")]
        size: Option<u64>,
        /// Begin from this saved game
        #[arg(long, value_name = "FILE")]
        state: Option<PathBuf>,
    },
}
