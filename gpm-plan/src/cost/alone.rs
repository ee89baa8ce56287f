//! What a search takes where one root is much of it: other workers may have to wait for the one that has it.

/// What keeps the root that costs most from being shared among workers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lone {
    /// Nothing does.
    No,
    /// All of its loops are over vertices that walks from it end at, which have no order: it is never cut.
    Uncut,
    /// Walks from it are counted again for each part that is given away, which costs so much, in elements streamed. Nothing is given away
    /// before the search has taken as long.
    Recounted(f64),
    /// Its bit matrix is made again for each part that is given away, which costs so much, in elements streamed.
    Rebuilt(f64),
}

/// How much longer a search takes where one root is much of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alone {
    /// How many times as long an element takes below a root that is never cut: the other blocks have nothing to do.
    pub uncut: f64,
    /// How many times longer each element below a root takes, for each element that making its bit matrix again costs.
    pub rebuilt: f64,
    /// Elements after which parts are so large that this no longer matters.
    pub shared_after: f64,
}

impl Alone {
    /// Workers that each have roots of their own, or share the matrix of one.
    pub(super) const NONE: Alone = Alone { uncut: 1.0, rebuilt: 0.0, shared_after: 0.0 };

    /// What a search costs whose roots cost so much together, and the heaviest of them so much.
    pub fn cost(&self, (all, heaviest): (f64, f64), lone: Lone) -> f64 {
        all.max(match lone {
            Lone::No => heaviest,
            Lone::Uncut => self.uncut * heaviest,
            // Counted, searched for as long, and counted once more by whoever takes the rest: three times, by reasoning alone. *guess*
            Lone::Recounted(walks) => heaviest.max(self.uncut * heaviest.min(3.0 * walks)),
            Lone::Rebuilt(matrix) => ((1.0 + self.rebuilt * matrix) * heaviest).min(all + self.shared_after),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_wait_for_a_heavy_root() {
        let alone = Alone { uncut: 100.0, rebuilt: 1e-3, shared_after: 500.0 };
        let cost = |lone| alone.cost((1000.0, 50.0), lone);
        assert_eq!((cost(Lone::No), cost(Lone::Uncut)), (1000.0, 5000.0));
        assert_eq!([1.0, 10.0, 1e9].map(|walks| cost(Lone::Recounted(walks))), [1000.0, 3000.0, 5000.0]);
        assert_eq!([0.0, 23e3, 1e9].map(|matrix| cost(Lone::Rebuilt(matrix))), [1000.0, 1200.0, 1500.0]);
        assert_eq!(Alone::NONE.cost((1000.0, 50.0), Lone::Uncut), 1000.0);
    }
}
