//! What a selective search does, in numbers: so that each technique can be measured in matches.

/// The techniques of a selective search. 0 switches one off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// Whether to go on with noisy moves at the horizon.
    pub quiescence: u32,
    /// How many plies a search after a pass is less deep than one after a move, at least.
    pub null_move: u32,
    /// How deep a position is at most that is good enough as it stands.
    pub static_cutoff: u32,
    /// By how many hundredths of a piece for each ply it must be better than needed.
    pub static_margin: u32,
    /// How deep a position is at most whose quiet moves are left out if they cannot help.
    pub futility: u32,
    /// By how many hundredths of a piece for each ply they are too bad.
    pub futility_margin: u32,
    /// How strongly late moves are reduced, in hundredths.
    pub reductions: u32,
    /// How many moves of a position are never reduced.
    pub unreduced: u32,
    /// Whether killers and countermoves are tried first.
    pub killers: u32,
    /// From which depth on a position without a hash move is searched a ply less.
    pub internal: u32,
}

impl Techniques {
    /// What was found to play best.
    pub const BEST: Techniques = Techniques {
        quiescence: 1,
        null_move: 2,
        static_cutoff: 3,
        static_margin: 100,
        futility: 2,
        futility_margin: 100,
        reductions: 50,
        unreduced: 4,
        killers: 1,
        internal: 4,
    };
}

impl Default for Techniques {
    fn default() -> Self {
        Techniques::BEST
    }
}
