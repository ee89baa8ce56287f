//! Which work an operator of a search is. The order search and the forecast fill in the sizes that the model expects, a walk over a graph
//! those that it meets: the operators and their work are the same, so that the two can differ in sizes only.

use super::{Kind, Prices, Work};

/// Columns of a bit matrix in a word.
const WORD: f64 = 64.0;
/// Ratio of lengths: a list that is so many times longer than another one is searched for its elements instead of being merged with it, in
/// the model and by the vectorized primitives of the runtime. Taken from these: `gpm-runtime/src/set/mod.rs` has the times of
/// `examples/set_bench.rs` on AMD Zen 4.
pub const SEARCHED_BY_LIST: usize = 8;
/// Ratio of lengths: the same where the shorter list is marked, and the longer one would be probed. *guess*
pub const SEARCHED_BY_MARKS: usize = 16;

/// An operator of a search, with the sizes that its price depends on. They may be means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operator {
    /// A root is looked at.
    Root,
    /// A candidate of a loop is looked at.
    Round(Loop),
    /// Beside that, of a loop around another one: a warp takes its candidates one after the other.
    OuterRound,
    /// Two lists are joined, each of so many elements.
    Merge(f64, f64),
    /// A list is probed against a marked one.
    Probe {
        /// Elements of the list that is read.
        list: f64,
        /// Of these, elements of rows that take no more room as bits than as a list.
        dense: f64,
        /// Elements of the marked one.
        marked: f64,
    },
    /// Either of these two, of a list that is streamed for another set anyway. The number is its cost on the CPU; a GPU does both in one
    /// shared scan.
    Along(f64),
    /// Beside either, below a loop around another one: the lanes of a warp do it together.
    OuterJoin,
    /// Rows of a bit matrix are joined, in so many columns.
    Bits(f64),
    /// So many elements are marked.
    Mark(f64),
    /// Codegrees are counted along paths of two steps.
    Paths {
        /// Rows along which they go on.
        rows: f64,
        /// Paths of two steps that are counted along.
        steps: f64,
    },
    /// Walks of three steps are counted, which go on from the ends of walks of two.
    LongPaths {
        /// Rows along which they go on: one from each end.
        rows: f64,
        /// Entries of these rows.
        steps: f64,
    },
    /// A bit matrix is made.
    Matrix {
        /// Its rows and columns.
        rows: f64,
        /// Entries of the graph's rows that are looked at.
        entries: f64,
        /// Rows times columns.
        bits: f64,
    },
    /// A number of walks is looked up.
    LookUp,
    /// An entry of a table by so many vertices is read.
    ReadEntry(usize),
    /// What was counted below a candidate is added to its entry.
    Credit {
        /// Whether that is done for each whole match.
        is_last: bool,
    },
    /// So many matched vertices are looked for in sets of which sizes are counted.
    Seek(f64),
    /// So many steps of arithmetic on set sizes.
    Arithmetic(f64),
    /// A match is handed over.
    Emit,
}

/// What a loop ranges over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loop {
    /// A list, and more is to be done than to look numbers up.
    List,
    /// A list, and all that is left to do is to look numbers up.
    Lookups,
    /// A row of a bit matrix.
    Bits,
}

impl Operator {
    /// Calls `take` with each kind of work that it is, and how much.
    #[inline]
    fn each(self, mut take: impl FnMut(Kind, f64)) {
        match self {
            Operator::Root => take(Kind::Root, 1.0),
            Operator::Round(Loop::List) => take(Kind::Round, 1.0),
            Operator::Round(Loop::Lookups) => take(Kind::LookupRound, 1.0),
            Operator::Round(Loop::Bits) => take(Kind::BitRound, 1.0),
            Operator::OuterRound => take(Kind::OuterRound, 1.0),
            Operator::Along(cost) => take(Kind::Along, cost),
            Operator::OuterJoin => take(Kind::OuterJoin, 1.0),
            Operator::Merge(left, right) => {
                let (short, long) = (left.min(right), left.max(right));
                take(Kind::Join, 1.0);
                match long >= SEARCHED_BY_LIST as f64 * short {
                    true => take(Kind::Searched, short),
                    false => take(Kind::Streamed, left + right),
                }
            }
            Operator::Probe { list, dense, marked } => {
                take(Kind::Probe, 1.0);
                take(Kind::Dense, dense);
                let list = list - dense;
                match list > SEARCHED_BY_MARKS as f64 * marked {
                    true => take(Kind::Searched, marked),
                    false => take(Kind::Probed, list),
                }
            }
            Operator::Bits(columns) => {
                take(Kind::BitJoin, 1.0);
                take(Kind::Word, columns / WORD);
            }
            Operator::Mark(elements) => take(Kind::Marked, elements),
            Operator::Paths { rows, steps } => {
                take(Kind::PathRow, rows);
                take(Kind::Path, steps);
            }
            Operator::LongPaths { rows, steps } => {
                take(Kind::PathRow, rows);
                take(Kind::LongPath, steps);
            }
            Operator::Matrix { rows, entries, bits } => {
                take(Kind::MatrixRow, rows);
                take(Kind::MatrixEntry, entries);
                take(Kind::MatrixWord, bits / WORD);
            }
            Operator::LookUp => take(Kind::Lookup, 1.0),
            Operator::ReadEntry(1) => take(Kind::Entry, 1.0),
            Operator::ReadEntry(_) => take(Kind::ArcEntry, 1.0),
            Operator::Credit { is_last: false } => take(Kind::Credit, 1.0),
            Operator::Credit { is_last: true } => take(Kind::LastCredit, 1.0),
            Operator::Seek(number) => take(Kind::Sought, number),
            Operator::Arithmetic(steps) => take(Kind::Operation, steps),
            Operator::Emit => take(Kind::Emitted, 1.0),
        }
    }

    /// Adds the work that it is, so many times.
    pub fn add_to(self, work: &mut Work, times: f64) {
        self.each(|kind, amount| work.add(kind, times * amount));
    }

    /// What it costs, in elements streamed.
    #[inline]
    pub fn cost(self, prices: &Prices) -> f64 {
        let mut cost = 0.0;
        self.each(|kind, amount| cost += amount * prices.of(kind));
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(operator: Operator) -> Work {
        let mut work = Work::default();
        operator.add_to(&mut work, 1.0);
        work
    }

    #[test]
    fn the_shorter_list_is_searched_for() {
        assert_eq!(work(Operator::Merge(10.0, 20.0)).of(Kind::Streamed), 30.0);
        assert_eq!(work(Operator::Merge(100.0, 10.0)).of(Kind::Searched), 10.0);
        assert_eq!(work(Operator::Probe { list: 100.0, dense: 0.0, marked: 10.0 }).of(Kind::Probed), 100.0);
        assert_eq!(work(Operator::Probe { list: 200.0, dense: 0.0, marked: 10.0 }).of(Kind::Searched), 10.0);
    }

    #[test]
    fn costs_are_the_prices_of_the_work() {
        let operators = [
            Operator::Merge(3.0, 4.0),
            Operator::Bits(640.0),
            Operator::Matrix { rows: 10.0, entries: 50.0, bits: 100.0 },
            Operator::ReadEntry(2),
            Operator::Round(Loop::Lookups),
        ];
        for operator in operators {
            assert_eq!(operator.cost(&Prices::CPU), work(operator).cost(&Prices::CPU), "{operator:?}");
        }
    }
}
