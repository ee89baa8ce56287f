//! How often the matches of a term count: a fraction.

/// `times / over`, in lowest terms. Subgraphs with a symmetry that the pattern they are taken off does not have count in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The numerator; negative for what is taken off.
    pub times: i64,
    /// The denominator, at least 1.
    pub over: u64,
}

impl Weight {
    /// Each match once.
    pub const ONE: Weight = Weight::whole(1);

    /// So many times.
    pub const fn whole(times: i64) -> Weight {
        Weight { times, over: 1 }
    }

    /// `times / over`; `None` where that does not fit, or for `over` 0.
    pub fn new(times: i128, over: u128) -> Option<Weight> {
        if over == 0 {
            return None;
        }
        let common = gcd(times.unsigned_abs(), over);
        let (times, over) = (times / i128::try_from(common).ok()?, over / common);
        Some(Weight { times: times.try_into().ok()?, over: over.try_into().ok()? })
    }

    /// The sum; `None` where that does not fit.
    pub fn plus(self, other: Weight) -> Option<Weight> {
        let crossed = |one: Weight, over: u64| i128::from(one.times).checked_mul(over.into());
        let times = crossed(self, other.over)?.checked_add(crossed(other, self.over)?)?;
        Weight::new(times, u128::from(self.over) * u128::from(other.over))
    }

    /// The product; `None` where that does not fit.
    pub fn times(self, other: Weight) -> Option<Weight> {
        let times = i128::from(self.times) * i128::from(other.times);
        Weight::new(times, u128::from(self.over) * u128::from(other.over))
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_in_lowest_terms() {
        assert_eq!(Weight::new(-6, 4), Some(Weight { times: -3, over: 2 }));
        assert_eq!(Weight::new(1, 0), None);
        assert_eq!(Weight::new(1, 6).and_then(|sixth| sixth.times(Weight::whole(12))), Some(Weight::whole(2)));
        assert_eq!(Weight::new(1, 6).and_then(|sixth| sixth.plus(Weight { times: -1, over: 2 })), Weight::new(-1, 3));
        assert_eq!(Weight::new(i128::from(i64::MAX) + 1, 1), None);
    }
}
