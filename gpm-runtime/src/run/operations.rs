//! What kernels do, in numbers of operations, and how near that comes to what a device can do.

/// Kinds of operations of kernels, and something of each: how many ([`u64`]), or how many a second ([`f64`]).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Operations<T = u64> {
    /// Members looked up in a bitmap or a hash table, mostly of shared memory.
    pub probed: T,
    /// Loads of binary searches, each of which waits for the one before.
    pub searched: T,
    /// Words of rows that were read one after the other.
    pub read: T,
    /// Words of 32 bits of bit rows: AND and population count.
    pub counted: T,
    /// Added to, or put into, shared memory.
    pub added_near: T,
    /// The same of device memory.
    pub added_far: T,
}

/// One kind of operation beside what a device can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Achieved {
    /// What was done, for people.
    pub what: &'static str,
    /// How many in a second.
    pub rate: f64,
    /// The part of what the device can do if it does nothing else.
    pub share: f64,
}

/// Kinds of operations.
const KINDS: usize = 6;

const NAMES: [&str; KINDS] =
    ["probes", "loads of searches", "words read", "words counted", "additions nearby", "additions in device memory"];

impl<T: Copy> Operations<T> {
    pub(crate) fn from_kinds([probed, searched, read, counted, added_near, added_far]: [T; KINDS]) -> Operations<T> {
        Operations { probed, searched, read, counted, added_near, added_far }
    }

    pub(crate) fn kinds(&self) -> [T; KINDS] {
        let Operations { probed, searched, read, counted, added_near, added_far } = *self;
        [probed, searched, read, counted, added_near, added_far]
    }
}

impl Operations {
    /// Of both.
    pub(crate) fn plus(self, other: Operations) -> Operations {
        let [own, others] = [self.kinds(), other.kinds()];
        Operations::from_kinds(std::array::from_fn(|kind| own[kind] + others[kind]))
    }

    /// What it comes to if all that took so many seconds on a device with these ceilings, the kind first that came nearest to its own: this
    /// is what the search would have to do less of, or in a cheaper way, before anything else pays.
    pub fn achieved(&self, seconds: f64, ceilings: &Operations<f64>) -> Vec<Achieved> {
        let rates = self.kinds().map(|number| number as f64 / seconds);
        let of_kind = |((what, rate), ceiling)| Achieved { what, rate, share: rate / ceiling };
        let mut all: Vec<Achieved> = NAMES.into_iter().zip(rates).zip(ceilings.kinds()).map(of_kind).collect();
        all.sort_by(|a, b| b.share.total_cmp(&a.share));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kind_nearest_to_its_ceiling_comes_first() {
        let done = Operations { probed: 100, counted: 400, ..Operations::default() };
        let ceilings = Operations::from_kinds([100.0, 10.0, 1000.0, 800.0, 50.0, 5.0]);
        let achieved = done.plus(Operations { probed: 20, ..Operations::default() }).achieved(2.0, &ceilings);
        assert_eq!(achieved.len(), KINDS);
        assert_eq!(achieved[0], Achieved { what: "probes", rate: 60.0, share: 0.6 });
        assert_eq!(achieved[1], Achieved { what: "words counted", rate: 200.0, share: 0.25 });
        assert_eq!(achieved[2].share, 0.0);
    }
}
