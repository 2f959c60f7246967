//! First guesses whose proofs are measured.

/// Every 56th of the first guesses that were not proved when proofs took longest, by difficulty.
pub const FIRST_GUESSES: [&str; 20] = [
    "B1 F1 F2", "A2 C4 G1", "A2 A3 F1", "A1 A3 C2", "A1 F2 G1", "A1 C2 C4", "A1 D4 H3", "B1 B3 G3",
    "B2 D3 D4", "B1 B2 F2", "A2 D3 F4", "A1 D3 H2", "A2 C4 F3", "B1 B2 E2", "A2 E2 G3", "B2 D4 F3",
    "D1 D4 E2", "A2 D2 E3", "B2 E1 E4", "C1 C2 D1",
];
