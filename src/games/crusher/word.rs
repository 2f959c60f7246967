//! Sets of cells in a word no wider than the board needs: half the work on small boards.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// Something made of bits.
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

    /// Takes its lowest cell out, if it has any, and tells the cell's place.
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
