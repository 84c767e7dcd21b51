//! Many bytes that are compared together.

pub(super) use register::{MANY, Many};

/// The bytes that a register of the processor holds.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod register {
    use crate::grade::scan::Bytes;
    use core::arch::wasm32::{
        i64x2, u8x16_bitmask, u8x16_eq, u8x16_lt, u8x16_splat, u8x16_sub, v128, v128_and, v128_not,
        v128_or,
    };
    use std::ops::{BitAnd, BitOr, Not};

    pub(in crate::grade::scan) const MANY: usize = 16;

    #[derive(Clone, Copy)]
    pub(in crate::grade::scan) struct Many(v128);

    impl Many {
        #[inline(always)]
        pub(in crate::grade::scan) fn of(bytes: &[u8; MANY]) -> Self {
            let both = u128::from_le_bytes(*bytes);
            Self(i64x2(both as i64, (both >> 64) as i64))
        }

        /// A bit for each, from the lowest, that is set where it is true.
        #[inline(always)]
        pub(in crate::grade::scan) fn truths(self) -> u32 {
            u32::from(u8x16_bitmask(self.0))
        }

        /// The place of the first that is true.
        #[inline(always)]
        pub(in crate::grade::scan) fn first(self) -> Option<usize> {
            let truths = u8x16_bitmask(self.0);
            (truths != 0).then(|| truths.trailing_zeros() as usize)
        }

        /// The place of the last that is true.
        #[inline(always)]
        pub(in crate::grade::scan) fn last(self) -> Option<usize> {
            let truths = u8x16_bitmask(self.0);
            (truths != 0).then(|| truths.ilog2() as usize)
        }
    }

    impl BitAnd for Many {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            Self(v128_and(self.0, other.0))
        }
    }

    impl BitOr for Many {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            Self(v128_or(self.0, other.0))
        }
    }

    impl Not for Many {
        type Output = Self;
        #[inline(always)]
        fn not(self) -> Self {
            Self(v128_not(self.0))
        }
    }

    impl Bytes for Many {
        #[inline(always)]
        fn all(byte: u8) -> Self {
            Self(u8x16_splat(byte))
        }
        #[inline(always)]
        fn less(self, byte: u8) -> Self {
            Self(u8x16_sub(self.0, u8x16_splat(byte)))
        }
        #[inline(always)]
        fn is(self, byte: u8) -> Self {
            Self(u8x16_eq(self.0, u8x16_splat(byte)))
        }
        #[inline(always)]
        fn below(self, byte: u8) -> Self {
            Self(u8x16_lt(self.0, u8x16_splat(byte)))
        }
    }
}

/// Sixteen bytes, of which compilers make such registers.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod register {
    use crate::grade::scan::Bytes;
    use std::ops::{BitAnd, BitOr, Not};

    pub(in crate::grade::scan) const MANY: usize = 16;

    #[derive(Clone, Copy)]
    pub(in crate::grade::scan) struct Many([u8; MANY]);

    impl Many {
        #[inline(always)]
        pub(in crate::grade::scan) fn of(bytes: &[u8; MANY]) -> Self {
            Self(*bytes)
        }

        /// A bit for each, from the lowest, that is set where it is true.
        #[inline(always)]
        pub(in crate::grade::scan) fn truths(self) -> u32 {
            let bit = |truths, (at, byte): (usize, &u8)| truths | u32::from(byte & 1) << at;
            self.0.iter().enumerate().fold(0, bit)
        }

        /// The place of the first that is true.
        #[inline(always)]
        pub(in crate::grade::scan) fn first(self) -> Option<usize> {
            let truths = u128::from_le_bytes(self.0);
            (truths != 0).then(|| truths.trailing_zeros() as usize / 8)
        }

        /// The place of the last that is true.
        #[inline(always)]
        pub(in crate::grade::scan) fn last(self) -> Option<usize> {
            let truths = u128::from_le_bytes(self.0);
            truths.checked_ilog2().map(|bit| bit as usize / 8)
        }
    }

    impl BitAnd for Many {
        type Output = Self;
        #[inline(always)]
        fn bitand(self, other: Self) -> Self {
            Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
        }
    }

    impl BitOr for Many {
        type Output = Self;
        #[inline(always)]
        fn bitor(self, other: Self) -> Self {
            Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
        }
    }

    impl Not for Many {
        type Output = Self;
        #[inline(always)]
        fn not(self) -> Self {
            Self(self.0.map(|byte| !byte))
        }
    }

    impl Bytes for Many {
        #[inline(always)]
        fn all(byte: u8) -> Self {
            Self([byte; MANY])
        }
        #[inline(always)]
        fn less(self, byte: u8) -> Self {
            Self(self.0.map(|it| it.less(byte)))
        }
        #[inline(always)]
        fn is(self, byte: u8) -> Self {
            Self(self.0.map(|it| it.is(byte)))
        }
        #[inline(always)]
        fn below(self, byte: u8) -> Self {
            Self(self.0.map(|it| it.below(byte)))
        }
    }
}
