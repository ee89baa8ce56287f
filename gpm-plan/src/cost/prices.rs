//! What each kind of work costs on each kind of device: all prices, in one table a device.
//!
//! The unit is an *element streamed*: what a device takes for one element of a list that is merged with another one. Predictions and
//! samples are in that unit, and [`Prices::nanoseconds`] says what it is in time, so that costs on different devices can be compared.

use super::{Alone, Kind, Work};

/// Part of [`Kind::Nest`]: what a further launch of the same search costs beside that of a nest that stands alone, as nothing is bound or
/// waited for. *guess*
const PHASE: f64 = 0.2;

/// The prices of a kind of device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prices {
    /// What the device is called in texts.
    pub device: &'static str,
    /// Of one of each kind of work, in elements streamed, in the order of [`Kind::ALL`].
    of_kinds: [f64; Kind::ALL.len()],
    /// Nanoseconds that the device takes for an element streamed: a thread of a CPU, all of a GPU.
    pub nanoseconds: f64,
    /// How much more than expected a search costs that meets each edge once and looks whole rows through, where
    /// symmetry would halve them: the lanes of a warp wait for the longest row.
    pub whole_rows: f64,
    /// What one root takes that is much of the search.
    pub alone: Alone,
    /// Cliques of up to so many vertices are planned in each of their total orders, larger ones in the descending one alone. On an H200 6-cliques
    /// of socfb-Cornell5 took 21 ms instead of 10 in an order that was expected to be cheaper.
    pub total_orders: usize,
}

impl Prices {
    /// A thread of a CPU, with vectors of 256 bits, at 2 to 3 GHz. Threads share the memory in which everything lies: a nest costs little,
    /// and a table what is done for its entries.
    ///
    /// Fitted by `cargo bench --bench prices -- --size 3,4 --runs 4` with `$GPM_DATA` to 417 nests on ten graphs: half of them are predicted
    /// within .78 and 1.1 of the processor time that they take, nine of ten within .55 and 1.35. `Kind::Sought` came
    /// later and was fitted on four of them. What the fit does not see stands as it was set by hand, and is marked *guess*: layouts,
    /// entries of tables that are made, matches that are handed over, and `Kind::Dense`, from the time of triangles on one graph with rows
    /// held as bits.
    pub const CPU: Prices = Prices {
        device: "the CPU",
        of_kinds: table([
            (Kind::Nest, 8e4),
            (Kind::Layout, 2e6),       // *guess*
            (Kind::LayoutVertex, 2.2), // *guess*
            (Kind::LayoutEntry, 0.6),  // *guess*
            (Kind::Table, 0.0),
            (Kind::TableEntry, 20.0), // *guess*
            (Kind::Root, 4.6),
            (Kind::Round, 3.6),
            (Kind::BitRound, 4.3),
            (Kind::LookupRound, 1.5),
            (Kind::OuterRound, 0.0),
            (Kind::Join, 17.0),
            (Kind::Probe, 27.0),
            (Kind::Along, 1.0),
            (Kind::OuterJoin, 0.0),
            (Kind::Streamed, 1.0),
            (Kind::Probed, 0.62),
            (Kind::Dense, 0.06), // *guess*, from triangles of one graph
            (Kind::Searched, 14.0),
            (Kind::BitJoin, 2.4),
            (Kind::Word, 1.6),
            (Kind::Marked, 1.1),
            (Kind::PathRow, 42.0),
            (Kind::Path, 1.2),
            (Kind::LongPath, 2.0),
            (Kind::MatrixRow, 42.0),
            (Kind::MatrixEntry, 2.4),
            (Kind::MatrixWord, 3.4),
            (Kind::Lookup, 0.85),
            (Kind::Entry, 0.9),
            (Kind::ArcEntry, 6.7),
            (Kind::Credit, 6.7),
            (Kind::LastCredit, 0.9),
            (Kind::Sought, 5.0),
            (Kind::Operation, 0.15),
            (Kind::Emitted, 4.5), // *guess*
        ]),
        nanoseconds: 0.74,
        whole_rows: 1.0,
        alone: Alone::NONE,
        total_orders: usize::MAX,
    };

    /// A GPU, an H200: a launch and the wait for it take a sixth of a millisecond, tables go through the host, and what is added to them is
    /// added atomically.
    ///
    /// Fitted by `cargo bench --bench prices -- --device gpu --size 3,4 --choices 5 --least 0.1`, on email-Eu-core with `--size 4,5`, to
    /// 609 nests on six graphs of 16 thousand to 1 million edges: half of them are predicted within .64 and 1.1 of the time of their run.
    /// What a warp does by itself for one candidate, [`Kind::OuterRound`] and [`Kind::OuterJoin`], costs most: it waits for memory and has
    /// few elements for its lanes. [`Prices::alone`] is for hubs: an H200 runs 264 blocks, and the other two are from five searches of
    /// wiki-Vote and email-Enron, below whose hubs an element took forty times as long. What the times of launches do not show was set by
    /// hand, and is marked *guess*: what is counted along a scan, tables, which go through the host, layouts, credits, long paths, entries
    /// by arc, arithmetic, and matches that are handed over. GPUs hold no rows as bits: `Kind::Dense` is close to `Kind::Probed`.
    pub const GPU: Prices = Prices {
        device: "a GPU",
        of_kinds: table([
            (Kind::Nest, 1.9e7),
            (Kind::Layout, 3.9e6),     // *guess*
            (Kind::LayoutVertex, 3.9), // *guess*
            (Kind::LayoutEntry, 1.0),  // *guess*
            (Kind::Table, 1e8),        // *guess*
            (Kind::TableEntry, 600.0), // *guess*
            (Kind::Root, 28.0),
            (Kind::Round, 0.4),
            (Kind::BitRound, 2.1),
            (Kind::LookupRound, 1.1),
            (Kind::OuterRound, 54.0),
            (Kind::Join, 7.7),
            (Kind::Probe, 8.7),
            (Kind::Along, 0.15), // *guess*
            (Kind::OuterJoin, 37.0),
            (Kind::Streamed, 1.0),
            (Kind::Probed, 1.5),
            (Kind::Dense, 1.4), // *guess*
            (Kind::Searched, 6.7),
            (Kind::BitJoin, 1.0),
            (Kind::Word, 1.2),
            (Kind::Marked, 1.1),
            (Kind::PathRow, 33.0),
            (Kind::Path, 1.7),
            (Kind::LongPath, 3.9), // *guess*
            (Kind::MatrixRow, 18.0),
            (Kind::MatrixEntry, 1.7),
            (Kind::MatrixWord, 15.0),
            (Kind::Lookup, 0.0),
            (Kind::Entry, 4.3),
            (Kind::ArcEntry, 12.0),   // *guess*
            (Kind::Credit, 30.0),     // *guess*
            (Kind::LastCredit, 31.0), // *guess*
            (Kind::Sought, 4.0),
            (Kind::Operation, 0.09), // *guess*
            (Kind::Emitted, 7.8),    // *guess*
        ]),
        nanoseconds: 0.0074,
        whole_rows: 1.8,
        alone: Alone { uncut: 264.0, rebuilt: 8.8e-5, shared_after: 2e9 },
        total_orders: 3,
    };

    /// What one of a kind costs, in elements streamed.
    pub const fn of(&self, kind: Kind) -> f64 {
        self.of_kinds[kind as usize]
    }

    /// Whether it pays to have another nest write the bit matrices of all roots, where so many entries of rows are looked at if each root's
    /// is made by itself: if that costs more than a further launch.
    pub fn matrices_pay(&self, entries: f64) -> bool {
        entries * self.of(Kind::MatrixEntry) > PHASE * self.of(Kind::Nest)
    }

    /// The same with another price for a kind.
    pub const fn with(mut self, kind: Kind, price: f64) -> Prices {
        self.of_kinds[kind as usize] = price;
        self
    }
}

impl Work {
    /// What it costs, in elements streamed.
    pub fn cost(&self, prices: &Prices) -> f64 {
        Kind::ALL.iter().map(|kind| self.of(*kind) * prices.of(*kind)).sum()
    }
}

/// Prices in the order of [`Kind::ALL`], which the rows must have.
const fn table(rows: [(Kind, f64); Kind::ALL.len()]) -> [f64; Kind::ALL.len()] {
    let mut prices = [0.0; Kind::ALL.len()];
    let mut at = 0;
    while at < rows.len() {
        assert!(rows[at].0 as usize == at, "rows are in the order of the kinds");
        prices[at] = rows[at].1;
        at += 1;
    }
    prices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_streamed_is_the_unit() {
        for prices in [Prices::CPU, Prices::GPU] {
            assert_eq!(prices.of(Kind::Streamed), 1.0, "{}", prices.device);
            assert!(Kind::ALL.iter().all(|&kind| prices.of(kind) >= 0.0), "{}", prices.device);
        }
        assert_eq!(Prices::CPU.with(Kind::Nest, 7.0).of(Kind::Nest), 7.0);
    }

    #[test]
    fn matrices_are_written_before_long_searches() {
        assert!(!Prices::GPU.matrices_pay(1e6) && Prices::GPU.matrices_pay(1e7));
        assert!(Prices::GPU.with(Kind::Nest, 0.0).matrices_pay(1.0));
    }

    #[test]
    fn prices_multiply_work() {
        let mut work = Work::default();
        work.add(Kind::Streamed, 5.0);
        work.add(Kind::MatrixRow, 2.0);
        assert_eq!(work.cost(&Prices::CPU), 5.0 + 2.0 * Prices::CPU.of(Kind::MatrixRow));
    }
}
