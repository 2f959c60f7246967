//! Sets of cells as bits: in a word no wider than the board needs, or those of both sides at once.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// The operations that all sets here have.
pub(super) trait Bits:
    Copy
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}

/// The bits that are in an odd number of three sets, and those that are in more than one: counting
/// the first once and the others twice counts all three sets.
#[inline]
pub(super) fn odd_and_more<B: Bits>([a, b, c]: [B; 3]) -> (B, B) {
    let either = a ^ b;
    (either ^ c, a & b | either & c)
}

/// An unsigned number used as a set of cells.
pub(super) trait Word: Bits {
    /// The set without cells.
    const NONE: Self;

    /// The set as this word. Cells beyond its width are lost.
    fn narrow(set: u128) -> Self;

    /// How many cells it has.
    fn count(self) -> u32;

    /// Removes and returns the place of its lowest cell, if it has any.
    fn pop(&mut self) -> Option<u32>;
}

macro_rules! impl_word {
    ($($number:ty)*) => {
        $(impl Bits for $number {}

        impl Word for $number {
            const NONE: Self = 0;

            #[inline]
            fn narrow(set: u128) -> Self {
                set as $number
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn pop(&mut self) -> Option<u32> {
                let place = self.trailing_zeros();
                (*self != 0).then(|| {
                    *self &= *self - 1;
                    place
                })
            }
        })*
    };
}

impl_word!(u32 u64 u128);

/// Computes something with the narrowest word, called `$word` there, that has room for the board.
macro_rules! in_narrowest {
    ($hex:expr, $word:ident => $compute:expr) => {
        match $hex.width() {
            0..=32 => {
                type $word = u32;
                $compute
            }
            33..=64 => {
                type $word = u64;
                $compute
            }
            _ => {
                type $word = u128;
                $compute
            }
        }
    };
}
pub(super) use in_narrowest;

/// Two sets of cells. Operations are those on each of the two.
///
/// A shift may leave cells that are not on the board in either set, so it is to be followed by an
/// intersection with the whole board, as everywhere.
pub(super) trait Pair: Bits {
    /// Two sets without cells.
    const NONE: Self;

    /// The pair of two sets.
    fn new(first: u128, second: u128) -> Self;

    /// The same set twice.
    #[inline]
    fn twice(set: u128) -> Self {
        Self::new(set, set)
    }

    /// The second set first.
    fn swapped(self) -> Self;

    /// How many cells each has.
    fn counts(self) -> [u32; 2];
}

/// Both sets in one word, for boards that need no more than [`Packed::WIDTH`] bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed(u64);

impl Packed {
    /// How many bits a board may need. Between the two there is room for what a stride of so small
    /// a board, 6 at most, shifts out of the first.
    pub(super) const WIDTH: u32 = 25;
}

impl Bits for Packed {}

impl Pair for Packed {
    const NONE: Self = Packed(0);

    #[inline]
    fn new(first: u128, second: u128) -> Self {
        Packed(first as u64 | (second as u64) << 32)
    }

    #[inline]
    fn swapped(self) -> Self {
        Packed(self.0.rotate_left(32))
    }

    /// Counts the bits of both halves in parallel.
    #[inline]
    fn counts(self) -> [u32; 2] {
        let twos = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        let sums = bytes.wrapping_mul(0x0101_0101);
        [(sums >> 24) as u32 & 0xff, (sums >> 56) as u32]
    }
}

/// Two words beside each other, for the bigger boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Two<W>(W, W);

impl<W: Word> Bits for Two<W> {}

impl<W: Word> Pair for Two<W> {
    const NONE: Self = Two(W::NONE, W::NONE);

    #[inline]
    fn new(first: u128, second: u128) -> Self {
        Two(W::narrow(first), W::narrow(second))
    }

    #[inline]
    fn swapped(self) -> Self {
        Two(self.1, self.0)
    }

    #[inline]
    fn counts(self) -> [u32; 2] {
        [self.0.count(), self.1.count()]
    }
}

macro_rules! each {
    ($($trait:ident $method:ident;)*) => {
        $(
            impl $trait for Packed {
                type Output = Self;

                #[inline]
                fn $method(self, other: Self) -> Self {
                    Packed(self.0.$method(other.0))
                }
            }

            impl<W: Word> $trait for Two<W> {
                type Output = Self;

                #[inline]
                fn $method(self, other: Self) -> Self {
                    Two(self.0.$method(other.0), self.1.$method(other.1))
                }
            }
        )*
    };
}

each! {
    BitAnd bitand;
    BitOr bitor;
    BitXor bitxor;
}

macro_rules! each_shift {
    ($($trait:ident $method:ident;)*) => {
        $(
            impl $trait<u32> for Packed {
                type Output = Self;

                #[inline]
                fn $method(self, by: u32) -> Self {
                    Packed(self.0.$method(by))
                }
            }

            impl<W: Word> $trait<u32> for Two<W> {
                type Output = Self;

                #[inline]
                fn $method(self, by: u32) -> Self {
                    Two(self.0.$method(by), self.1.$method(by))
                }
            }
        )*
    };
}

each_shift! {
    Shl shl;
    Shr shr;
}

impl Not for Packed {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Packed(!self.0)
    }
}

impl<W: Word> Not for Two<W> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Two(!self.0, !self.1)
    }
}

/// Computes something with the narrowest pair, called `$pair` there, that has room for the board.
macro_rules! in_narrowest_pair {
    ($hex:expr, $pair:ident => $compute:expr) => {{
        use $crate::games::crusher::bitset;
        if $hex.width() <= bitset::Packed::WIDTH {
            type $pair = bitset::Packed;
            $compute
        } else if $hex.width() <= u64::BITS {
            type $pair = bitset::Two<u64>;
            $compute
        } else {
            type $pair = bitset::Two<u128>;
            $compute
        }
    }};
}
pub(super) use in_narrowest_pair;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;
    use crate::games::crusher::Hex;

    /// A step of the rules, on words as wide as any and on a packed pair.
    fn step<P: Pair>(hex: &Hex, pieces: [u128; 2]) -> Vec<[u32; 2]> {
        let all = P::twice(hex.all());
        let set = P::new(pieces[0], pieces[1]);
        let mut sets = vec![
            set,
            set.swapped(),
            all & !set,
            set ^ all,
            set | set.swapped(),
        ];
        for by in hex.strides() {
            let (ahead, behind) = ((set << by) & all, (set >> by) & all);
            sets.extend([ahead, behind, (ahead << by) & all, (behind >> by) & all]);
        }
        sets.into_iter().map(Pair::counts).collect()
    }

    #[test]
    fn packed_and_beside_each_other_are_the_same() {
        let mut rng = Rng::new(1);
        for size in 2..=6 {
            let hex = Hex::new(size).unwrap();
            for _ in 0..500 {
                let mut word = || u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
                let pieces = [word() & hex.all(), word() & hex.all()];
                let expected = step::<Two<u128>>(&hex, pieces);
                assert_eq!(expected[0], pieces.map(u128::count_ones));
                let found = in_narrowest_pair!(hex, P => step::<P>(&hex, pieces));
                assert_eq!(found, expected, "{size} {pieces:?}");
            }
            // The full board is the hardest: every cell could fall over the edge.
            let full = [hex.all(); 2];
            let found = in_narrowest_pair!(hex, P => step::<P>(&hex, full));
            assert_eq!(found, step::<Two<u128>>(&hex, full));
        }
    }

    #[test]
    fn the_boards_of_the_course_text_and_smaller_ones_are_packed() {
        let packed = |size| Hex::new(size).unwrap().width() <= Packed::WIDTH;
        assert_eq!(
            [2, 3, 4, 5, 6].map(packed),
            [true, true, false, false, false]
        );
    }
}
