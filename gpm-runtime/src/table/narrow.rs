//! Sums of tables in 64 bits: what [`combine`](super::combine) does for nearly all tables, many entries an instruction.

use std::sync::atomic::Ordering;

use gpm_plan::plan::CommonScale;

use super::{Entries, Table};

/// A [`CommonScale`] of 64 bits, for totals of complete runs.
pub(super) struct NarrowScale {
    multipliers: Vec<i64>,
    divisor: Exact,
}

impl NarrowScale {
    /// `None` for what needs more bits, or counts embeddings.
    pub(super) fn new(scale: &CommonScale) -> Option<NarrowScale> {
        let multipliers = scale.multipliers.iter().map(|&multiplier| i64::try_from(multiplier));
        let multipliers = multipliers.collect::<Result<_, _>>().ok()?;
        let divisor = Exact::new(u64::try_from(scale.divisor).ok()?)?;
        (scale.times == 1).then_some(NarrowScale { multipliers, divisor })
    }

    /// Fills `counts` with the answers of the entries from `first` on, if the tables have 64 bits, no sum leaves 64, and all of them are natural numbers
    /// that can be divided; says whether that is so. `counts` are of no use otherwise.
    pub(super) fn fill(&self, tables: &[&Table], first: usize, counts: &mut [u64]) -> bool {
        let mut own = vec![0i64; counts.len()];
        let mut sums = vec![0i64; counts.len()];
        let mut bound = 0u128;
        for (table, &multiplier) in tables.iter().zip(&self.multipliers) {
            let Entries::Narrow(entries) = &table.0 else { return false };
            // Vector units do not load what is atomic.
            own.iter_mut().zip(&entries[first..]).for_each(|(own, entry)| *own = entry.load(Ordering::Relaxed));
            let bits = own.iter().fold(0, |bits, &own| bits | (own ^ (own >> 63)) as u64);
            // No entry is farther from 0 than all their bits together.
            bound += (u128::from(bits) + 1) * u128::from(multiplier.unsigned_abs());
            if bound > i64::MAX as u128 {
                return false;
            }
            let sums = sums.iter_mut().zip(&own);
            match multiplier {
                1 => sums.for_each(|(sum, own)| *sum += own),
                -1 => sums.for_each(|(sum, own)| *sum -= own),
                _ => sums.for_each(|(sum, own)| *sum += own * multiplier),
            }
        }
        let mut fits = true;
        for (count, &sum) in counts.iter_mut().zip(&sums) {
            let (quotient, is_exact) = self.divisor.divide(sum as u64);
            *count = quotient;
            fits &= is_exact & (sum >= 0);
        }
        fits
    }
}

/// Division of numbers that are multiples of a divisor, without dividing: modulo 2^64, an odd number has an inverse [GranlundMontgomery1994].
struct Exact {
    /// The twos of the divisor, and a bit for each.
    shift: u32,
    twos: u64,
    inverse: u64,
    /// The largest quotient by what is left without twos: whatever is no multiple has a larger one.
    most: u64,
}

impl Exact {
    /// `None` for 0.
    fn new(divisor: u64) -> Option<Exact> {
        let shift = if divisor == 0 { return None } else { divisor.trailing_zeros() };
        let odd = divisor >> shift;
        // Each step of Newton's method doubles the bits that are right, 3 of which an odd number has by itself.
        let step = |inverse: u64, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
        Some(Exact { shift, twos: (1 << shift) - 1, inverse: (0..5).fold(odd, step), most: u64::MAX / odd })
    }

    /// The quotient, and whether it is one.
    fn divide(&self, number: u64) -> (u64, bool) {
        let quotient = (number >> self.shift).wrapping_mul(self.inverse);
        (quotient, (quotient <= self.most) & (number & self.twos == 0))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Shape;
    use super::*;

    #[test]
    fn multiples_are_divided_and_others_are_told() {
        for divisor in (1..300).chain([1 << 20, 3 << 40, u64::MAX, u64::MAX / 2, 1 << 63]) {
            let exact = Exact::new(divisor).unwrap();
            let numbers = (0..400).chain([divisor, divisor - 1, u64::MAX, 1 << 63, u64::MAX / 3 * 2]);
            for number in numbers.chain((0..50).filter_map(|factor| divisor.checked_mul(factor))) {
                let (quotient, is_exact) = exact.divide(number);
                assert_eq!(is_exact, number % divisor == 0, "{number} / {divisor}");
                assert!(!is_exact || quotient == number / divisor, "{number} / {divisor}");
            }
        }
        assert!(Exact::new(0).is_none());
    }

    #[test]
    fn sums_that_may_leave_64_bits_are_left_to_others() {
        let table = Table::zeros(Shape { entries: 3, is_wide: false });
        assert!(table.add(0, 6) && table.add(1, -2) && table.add(2, 1 << 61));
        let scale = |multipliers: &[i128], divisor| {
            let scale = CommonScale { multipliers: multipliers.to_vec(), divisor, times: 1, is_lower_bound: true };
            NarrowScale::new(&scale)
        };
        let filled = |scale: NarrowScale, first, entries| {
            let mut counts = vec![0; entries];
            scale.fill(&[&table, &table][..scale.multipliers.len()], first, &mut counts).then_some(counts)
        };
        assert_eq!(filled(scale(&[1], 2).unwrap(), 0, 1), Some(vec![3]));
        assert_eq!(filled(scale(&[-3], 2).unwrap(), 1, 1), Some(vec![3]));
        assert_eq!(filled(scale(&[5, -3], 1).unwrap(), 0, 1), Some(vec![12]));
        assert_eq!(filled(scale(&[1], 4).unwrap(), 0, 1), None);
        assert_eq!(filled(scale(&[1], 1).unwrap(), 0, 2), None);
        assert_eq!(filled(scale(&[1], 1).unwrap(), 2, 1), Some(vec![1 << 61]));
        assert_eq!(filled(scale(&[3], 1).unwrap(), 2, 1), Some(vec![3 << 61]));
        assert_eq!(filled(scale(&[4], 1).unwrap(), 2, 1), None);
        assert_eq!(filled(scale(&[2, -2], 1).unwrap(), 2, 1), None);
        assert!(scale(&[1 << 64], 1).is_none() && scale(&[1], 1 << 64).is_none());
    }
}
