//! The value of a position under perfect play, and the byte that stores it.

/// The value of a position for the side to move when both sides play perfectly and boards may come
/// again. What the history rule makes of it is for [`Prover`](super::Prover) to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It wins in this many plies.
    Win(u32),
    /// It loses, and can put that off for this many plies.
    Loss(u32),
    /// Nobody can force a win.
    Draw,
}

impl Verdict {
    /// The value of a move to a position with this verdict, for the side that makes the move.
    #[must_use]
    pub const fn of_move(self) -> Verdict {
        match self {
            Verdict::Win(plies) => Verdict::Loss(plies + 1),
            Verdict::Loss(plies) => Verdict::Win(plies + 1),
            Verdict::Draw => Verdict::Draw,
        }
    }

    /// A number for comparing verdicts: more is better for the side to move, a quick win better
    /// than a slow one.
    #[must_use]
    pub const fn score(self) -> i32 {
        match self {
            Verdict::Win(plies) => 1000 - plies as i32,
            Verdict::Loss(plies) => plies as i32 - 1000,
            Verdict::Draw => 0,
        }
    }
}

/// The byte of a position that is not decided: a draw, once the analysis is complete.
pub(super) const UNKNOWN: u8 = 0;

/// The byte of a position decided in so many plies. An odd number is a win, an even one a loss.
pub(super) fn pack(plies: u32) -> Option<u8> {
    u8::try_from(plies + 1).ok().filter(|&byte| byte < u8::MAX)
}

/// The verdict that a byte stands for.
pub(super) const fn unpack(byte: u8) -> Verdict {
    match byte {
        UNKNOWN => Verdict::Draw,
        _ if byte.is_multiple_of(2) => Verdict::Win(byte as u32 - 1),
        _ => Verdict::Loss(byte as u32 - 1),
    }
}
