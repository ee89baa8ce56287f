//! Exact totals from polynomials in set sizes: in 64 bits where they fit, else in 128, else an error.

use std::ops::{Add, Mul, Neg, Sub};

/// A number that knows whether it is still exact.
pub trait Number: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self> {
    /// The number `value`.
    fn of(value: i64) -> Self;

    /// `C(self, k)` for `k >= 2`: zero below `k`, also for what is below zero.
    fn choose(self, k: u8) -> Self;
}

/// A polynomial in set sizes, written once and valued in either width.
pub trait Formula<const SIZES: usize> {
    /// Its value.
    fn value<N: Number>(sizes: [N; SIZES]) -> N;
}

macro_rules! number {
    ($(#[$doc:meta])* $name:ident, $inner:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            value: $inner,
            is_lost: bool,
        }

        impl $name {
            fn exact(self) -> Option<$inner> {
                (!self.is_lost).then_some(self.value)
            }

            #[inline(always)]
            fn join(self, other: Self, (value, is_lost): ($inner, bool)) -> Self {
                $name { value, is_lost: self.is_lost | other.is_lost | is_lost }
            }
        }

        impl Number for $name {
            #[inline(always)]
            fn of(value: i64) -> Self {
                $name { value: <$inner>::from(value), is_lost: false }
            }

            #[inline(always)]
            fn choose(self, k: u8) -> Self {
                if self.value < <$inner>::from(k) {
                    return $name { value: 0, is_lost: self.is_lost };
                }
                let (mut value, mut is_lost) = (1, self.is_lost);
                for i in 0..<$inner>::from(k) {
                    let (product, lost) = <$inner>::overflowing_mul(value, self.value - i);
                    // Of `i + 1` numbers in a row one divides by `i + 1`.
                    (value, is_lost) = (product / (i + 1), is_lost | lost);
                }
                $name { value, is_lost }
            }
        }

        impl Add for $name {
            type Output = Self;
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.join(other, self.value.overflowing_add(other.value))
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.join(other, self.value.overflowing_sub(other.value))
            }
        }

        impl Mul for $name {
            type Output = Self;
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                let (value, is_lost) = self.value.overflowing_mul(other.value);
                // Nothing is nothing, however many ways there are elsewhere.
                let is_nothing = self.value == 0 && !self.is_lost || other.value == 0 && !other.is_lost;
                $name { value, is_lost: (self.is_lost | other.is_lost | is_lost) & !is_nothing }
            }
        }

        impl Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                self.join(self, self.value.overflowing_neg())
            }
        }
    };
}

number!(
    /// 64 bits.
    Narrow,
    i64
);
number!(
    /// 128 bits.
    Wide,
    i128
);

/// A worker's total.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total {
    /// Of what fits in 64 bits. Leaves 128 bits only after 2^63 additions.
    narrow: i128,
    /// Of the rest.
    wide: i128,
    is_lost: bool,
}

impl Total {
    /// Adds a size.
    #[inline(always)]
    pub fn add(&mut self, size: i64) {
        self.narrow += i128::from(size);
    }

    /// Adds a polynomial in sizes.
    #[inline(always)]
    pub fn add_formula<F: Formula<SIZES>, const SIZES: usize>(&mut self, _: F, sizes: [i64; SIZES]) {
        match F::value(sizes.map(Narrow::of)).exact() {
            Some(value) => self.narrow += i128::from(value),
            None => (self.wide, self.is_lost) = Self::add_wide::<F, SIZES>(self.wide, self.is_lost, sizes),
        }
    }

    /// By value: a total whose place were known here could not stay in registers.
    #[cold]
    #[inline(never)]
    fn add_wide<F: Formula<SIZES>, const SIZES: usize>(wide: i128, is_lost: bool, sizes: [i64; SIZES]) -> (i128, bool) {
        match F::value(sizes.map(Wide::of)).exact().and_then(|value| wide.checked_add(value)) {
            Some(wide) => (wide, is_lost),
            None => (wide, true),
        }
    }

    /// The sum; `None` if a number left 128 bits.
    pub(super) fn sum(self) -> Option<i128> {
        self.narrow.checked_add(self.wide).filter(|_| !self.is_lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Choose;
    impl Formula<2> for Choose {
        fn value<N: Number>([a, b]: [N; 2]) -> N {
            a.choose(5) * b - N::of(3) * a
        }
    }

    #[test]
    fn totals_widen_and_then_fail() {
        let mut total = Total::default();
        total.add_formula(Choose, [5, 7]);
        total.add(-1);
        assert_eq!(total.sum(), Some(7 - 15 - 1));
        total.add_formula(Choose, [4, 7]);
        assert_eq!(total.sum(), Some(-9 - 12));
        let big = 1i64 << 32;
        total.add_formula(Choose, [big, 1]);
        let n = i128::from(big);
        let chosen = n * (n - 1) / 2 * (n - 2) / 3 * (n - 3) / 4;
        assert_eq!(chosen.checked_mul(n - 4), None);
        assert_eq!(total.sum(), None);
        let mut total = Total::default();
        let million = 1_000_000i128;
        total.add_formula(Choose, [1_000_000, 1_000]);
        let chosen = million * (million - 1) / 2 * (million - 2) / 3 * (million - 3) / 4 * (million - 4) / 5;
        assert_eq!(total.sum(), Some(chosen * 1000 - 3 * million));
    }
}
