//! How much is searched at a time, from what was searched until now.

use std::time::Duration;

/// What one range is to take: as much may be lost, and each costs a start and a record. *guess*
const WANTED: Duration = Duration::from_secs(2);
/// Factor: a range has at most so many times as many hands as the last one, as the first ones say little. *guess*
const GROWTH: u32 = 16;

/// How many hands to take next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    next: u32,
}

impl Pace {
    /// Begins with one hand.
    pub(crate) fn new() -> Pace {
        Pace { next: 1 }
    }

    /// How many hands to take.
    pub(crate) fn next(self) -> u32 {
        self.next
    }

    /// So many hands took so long.
    pub(crate) fn took(&mut self, hands: u32, time: Duration) {
        let wanted = f64::from(hands) * WANTED.as_secs_f64() / time.as_secs_f64().max(1e-9);
        self.next = (wanted.min(f64::from(u32::MAX)) as u32).clamp(1, hands.saturating_mul(GROWTH));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_grow_until_they_take_long_enough() {
        let mut pace = Pace::new();
        assert_eq!(pace.next(), 1);
        pace.took(1, Duration::from_micros(5));
        assert_eq!(pace.next(), 16);
        pace.took(16, Duration::from_millis(500));
        assert_eq!(pace.next(), 64);
        pace.took(64, Duration::from_secs(4));
        assert_eq!(pace.next(), 32);
        pace.took(1, Duration::from_secs(3600));
        assert_eq!(pace.next(), 1);
    }
}
