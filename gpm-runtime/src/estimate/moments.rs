//! What samples say: how many, their mean, and how they scatter.

/// Lanes that share the samples of a part, in turn. The CPU has none, and adds up in the order of those that have.
const LANES: usize = 32;

/// What some samples say. Kernels write it too: `Moments` of `types.cuh`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
pub struct Moments {
    /// Samples taken.
    pub samples: u64,
    /// Those that counted anything.
    pub valid: u64,
    /// Candidates visited by all of them.
    pub visited: u64,
    /// What a sample counts on average.
    pub mean: f64,
    /// The sum of squares of what samples differ from the mean by.
    pub squares: f64,
    /// The sum of cubes of the same.
    pub cubes: f64,
}

impl Moments {
    /// Takes a sample: what was counted below one root, and how many candidates were visited.
    pub(crate) fn take(&mut self, value: f64, visited: u64) {
        let before = self.samples as f64;
        self.samples += 1;
        self.valid += u64::from(value != 0.0);
        self.visited += visited;
        let number = before + 1.0;
        let off = value - self.mean;
        let part = off / number;
        // Moments of one more number [Pebay2008].
        let term = off * part * before;
        self.cubes += term * part * (number - 2.0) - 3.0 * part * self.squares;
        self.squares += term;
        self.mean += part;
    }

    /// Those of both.
    pub(crate) fn joined(self, other: Moments) -> Moments {
        if other.samples == 0 {
            return self;
        }
        if self.samples == 0 {
            return other;
        }
        let (first, second) = (self.samples as f64, other.samples as f64);
        let off = other.mean - self.mean;
        let part = off / (first + second);
        let term = off * part * first * second;
        let crossed = first * other.squares - second * self.squares;
        Moments {
            samples: self.samples + other.samples,
            valid: self.valid + other.valid,
            visited: self.visited + other.visited,
            mean: self.mean + part * second,
            squares: self.squares + other.squares + term,
            cubes: self.cubes + other.cubes + (term * part * (first - second) + 3.0 * part * crossed),
        }
    }

    /// Those of some samples, added up as the lanes of a warp do it: to the last bit.
    pub(crate) fn of(samples: impl Iterator<Item = (f64, u64)>) -> Moments {
        let mut lanes = [Moments::default(); LANES];
        samples.enumerate().for_each(|(index, (value, visited))| lanes[index % LANES].take(value, visited));
        let mut distance = LANES / 2;
        while distance > 0 {
            for lane in 0..distance {
                lanes[lane] = lanes[lane].joined(lanes[lane + distance]);
            }
            distance /= 2;
        }
        lanes[0]
    }
}

#[cfg(test)]
mod tests {
    use super::Moments;

    #[test]
    fn moments_are_those_of_the_numbers() {
        let values: Vec<f64> = (0..77).map(|i| f64::from(i * i % 23 * (i % 3))).collect();
        let number = values.len() as f64;
        let mean = values.iter().sum::<f64>() / number;
        let central = |power: i32| values.iter().map(|value| (value - mean).powi(power)).sum::<f64>();
        let own = Moments::of(values.iter().map(|&value| (value, 2)));
        let close = |found: f64, known: f64| (found / known - 1.0).abs() < 1e-12;
        assert!(close(own.mean, mean) && close(own.squares, central(2)) && close(own.cubes, central(3)), "{own:?}");
        let valid = values.iter().filter(|&&value| value != 0.0).count() as u64;
        assert_eq!((own.samples, own.valid, own.visited), (77, valid, 154));
    }
}
