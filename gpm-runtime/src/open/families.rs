//! Answers that come in families: some vertices that all have, and others of which each has any.

use std::ops::RangeInclusive;

/// How many families there are that hold so many vertices and leave so many free. A family that holds `h` and leaves `p` free has
/// `C(p, k - h)` answers of `k` vertices, for each `k`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Families {
    /// By the number of free vertices, then of held ones.
    numbers: Vec<Vec<u128>>,
}

impl Families {
    /// So many more. Numbers of families are those of steps of a search, and fit.
    #[inline]
    pub(crate) fn add(&mut self, (held, free): (usize, usize), number: u128) {
        if free >= self.numbers.len() {
            self.numbers.resize(free + 1, Vec::new());
        }
        let by_held = &mut self.numbers[free];
        if held >= by_held.len() {
            by_held.resize(held + 1, 0);
        }
        by_held[held] += number;
    }

    /// With those that another worker found.
    pub(super) fn merge(&mut self, other: &Families) {
        for (free, by_held) in other.numbers.iter().enumerate() {
            for (held, &number) in by_held.iter().enumerate().filter(|&(_, &number)| number > 0) {
                self.add((held, free), number);
            }
        }
    }

    /// How many answers they have of each of some sizes, ascending, without sizes that none has; `None` if a number leaves 128 bits.
    pub(crate) fn sizes(&self, wanted: &RangeInclusive<usize>) -> Option<Vec<(usize, u128)>> {
        let mut sizes: Vec<u128> = Vec::new();
        for (free, by_held) in self.numbers.iter().enumerate() {
            let choices = choices(free);
            for (held, &number) in by_held.iter().enumerate().filter(|&(_, &number)| number > 0) {
                for size in held.max(*wanted.start())..=(held + free).min(*wanted.end()) {
                    let answers = number.checked_mul(choices[size - held]?)?;
                    if size >= sizes.len() {
                        sizes.resize(size + 1, 0);
                    }
                    sizes[size] = sizes[size].checked_add(answers)?;
                }
            }
        }
        Some(sizes.into_iter().enumerate().filter(|&(_, number)| number > 0).collect())
    }
}

/// `C(free, 0)` to `C(free, free)`, as far as they fit.
fn choices(free: usize) -> Vec<Option<u128>> {
    let mut row = vec![Some(1); free + 1];
    for chosen in 1..=free / 2 {
        let number = row[chosen - 1].and_then(|before: u128| {
            // Divided first, so that nothing larger than the result is met.
            let divisor = chosen as u128;
            let common = gcd(before, divisor);
            (before / common).checked_mul((free - chosen + 1) as u128 / (divisor / common))
        });
        (row[chosen], row[free - chosen]) = (number, number);
    }
    row
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_those_of_pascals_triangle() {
        let mut row: Vec<Option<u128>> = vec![Some(1)];
        for free in 0..200 {
            assert_eq!(choices(free), row, "{free}");
            let sum = |(a, b): (&Option<u128>, &Option<u128>)| a.and_then(|a| a.checked_add((*b)?));
            let inner: Vec<_> = row.iter().zip(&row[1..]).map(sum).collect();
            row = [vec![Some(1)], inner, vec![Some(1)]].concat();
        }
    }

    #[test]
    fn only_sizes_that_are_wanted_have_to_fit() {
        let mut families = Families::default();
        families.add((1, 200), 3);
        families.add((2, 0), 1);
        assert_eq!(families.sizes(&(2..=3)), Some(vec![(2, 601), (3, 3 * 19900)]));
        assert_eq!(families.sizes(&(200..=usize::MAX)), Some(vec![(200, 600), (201, 3)]));
        assert_eq!(families.sizes(&(1..=usize::MAX)), None);
    }
}
