//! Sums of floats that do not depend on the order of the terms: threads find matches in any order.

/// A sum of floats, held as floats that do not overlap [Shewchuk].
#[derive(Clone, Debug, Default)]
pub(super) struct ExactSum {
    parts: Vec<f64>,
    /// Infinities, and what overflowed.
    beyond: Option<f64>,
}

impl ExactSum {
    /// Adds a value `times` times; exactly, up to 2^53 times.
    pub(super) fn add(&mut self, value: f64, times: u128) {
        let times = times as f64;
        let product = value * times;
        self.add_one(product);
        if product.is_finite() {
            self.add_one(value.mul_add(times, -product));
        }
    }

    fn add_one(&mut self, value: f64) {
        if !value.is_finite() {
            self.beyond = Some(self.beyond.unwrap_or(0.0) + value);
            return;
        }
        let (mut carried, mut kept) = (value, 0);
        for at in 0..self.parts.len() {
            let part = self.parts[at];
            let (large, small) = if carried.abs() < part.abs() { (part, carried) } else { (carried, part) };
            let sum = large + small;
            let rest = small - (sum - large);
            if rest != 0.0 {
                self.parts[kept] = rest;
                kept += 1;
            }
            carried = sum;
        }
        self.parts.truncate(kept);
        if carried.is_finite() {
            self.parts.push(carried);
        } else {
            self.beyond = Some(self.beyond.unwrap_or(0.0) + carried);
        }
    }

    /// The float nearest to the sum.
    pub(super) fn value(&self) -> f64 {
        if let Some(beyond) = self.beyond {
            return beyond;
        }
        let mut parts = self.parts.iter().rev();
        let mut sum = parts.next().copied().unwrap_or(0.0);
        while let Some(&part) = parts.next() {
            let before = sum;
            sum = before + part;
            let rest = part - (sum - before);
            if rest != 0.0 {
                // Half way between two floats, the next part decides.
                let next = parts.next().copied().unwrap_or(0.0);
                if rest.signum() == next.signum() && next != 0.0 {
                    let doubled = rest * 2.0;
                    let rounded = sum + doubled;
                    if doubled == rounded - sum {
                        sum = rounded;
                    }
                }
                break;
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::ExactSum;

    fn sum(values: &[f64]) -> f64 {
        let mut sum = ExactSum::default();
        values.iter().for_each(|&value| sum.add(value, 1));
        sum.value()
    }

    #[test]
    fn the_order_is_of_no_account() {
        assert_eq!(sum(&[1e16, 1.0, -1e16]), 1.0);
        assert_eq!(sum(&[1.0, 1e100, 1.0, -1e100]), 2.0);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[]), 0.0);
        assert_eq!(sum(&[f64::INFINITY, 1.0]), f64::INFINITY);
    }

    #[test]
    fn many_times_is_a_product() {
        let mut many = ExactSum::default();
        many.add(0.1, 10);
        assert_eq!(many.value(), 1.0);
    }
}
