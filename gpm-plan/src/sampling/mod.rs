//! SAMPLE: a nest lowered for lanes of a GPU, each of which walks below a root of its own and visits some candidates of each loop.
//!
//! It says of a nest what [`Program::for_samples`](crate::program::Program::for_samples) does, with no set stored: a lane has no memory
//! for one. A set is told by the rows that its members lie in, of which the shortest is streamed, and the others are searched.

mod lower;
mod print;

use crate::nest::{Level, Polynomial, SetId};
use crate::passes::Pass;
use crate::pattern::predicate::Condition;
use crate::program::{List, Remainder};
use crate::query::Query;

/// Passes without which a count is one nest that meets each match once, on lists: samples of sums whose terms cancel say little, and what is
/// prepared for a root pays where all below it is searched.
const WITHOUT: [Pass; 9] = [
    Pass::Conversion,
    Pass::Fringe,
    Pass::Decomposition,
    Pass::EdgeDecomposition,
    Pass::TableTotal,
    Pass::HomomorphismBasis,
    Pass::Codegree,
    Pass::LocalGraph,
    Pass::Matrices,
];

/// A query of whose search samples are to be taken.
pub fn to_sample(query: Query) -> Query {
    WITHOUT.into_iter().fold(query, |query, pass| query.without(pass.into()))
}

/// What a lane does below its root.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleProgram {
    /// Operators of one walk, in the order in which they run.
    pub ops: Vec<SampleOp>,
    /// Loops inside each other.
    pub depth: usize,
}

/// An operator of a walk, run by one lane.
#[derive(Clone, Debug, PartialEq)]
pub enum SampleOp {
    /// A name for a part of a row.
    Row {
        /// The set of the nest that is made here.
        set: SetId,
        /// The part of the row that is meant, with its bounds.
        list: List,
    },
    /// Counts a set, whose number is asked for later.
    Number {
        /// The set of the nest that is made here.
        set: SetId,
        /// The rows and bounds whose common members are counted.
        members: Members,
    },
    /// Ends the walk below this candidate if a set has no member.
    Leave(Members),
    /// A loop, of whose candidates some are visited.
    Visit(Visit),
    /// Adds a product of polynomials, times what the walk stands for.
    Add {
        /// Factors of the product, whose variables are the sizes; the product of none is 1.
        product: Vec<Polynomial>,
        /// The sizes of all its polynomials, one after the other.
        sizes: Vec<SampleSize>,
    },
}

/// Binds a level to some candidates of a set, each drawn with the same probability.
#[derive(Clone, Debug, PartialEq)]
pub struct Visit {
    /// The level that the loop binds.
    pub level: Level,
    /// What it ranges over.
    pub from: Members,
    /// Levels whose vertices are left out once they are drawn.
    pub except: Vec<Level>,
    /// Conditions on the vertex bound and others bound before it.
    pub filter: Vec<Condition>,
    /// What is done for each.
    pub body: Vec<SampleOp>,
}

/// A set by what its members lie in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Members {
    /// The rows that each member lies in, one at least.
    pub rows: Vec<List>,
    /// Only vertices smaller than those of all of these levels.
    pub below: Vec<Level>,
    /// Only vertices greater than those of all of these.
    pub above: Vec<Level>,
    /// No member of any of these.
    pub without: Vec<Members>,
}

/// The size of a set as a lane finds it.
pub type SampleSize = Remainder<SampleNumber, Members>;

/// What a size counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleNumber {
    /// A number that was counted before.
    Known(SetId),
    /// The members of a set.
    Of(Members),
}

impl Members {
    /// Whether it is one row, whose length is known.
    pub fn is_row(&self) -> bool {
        self.rows.len() == 1 && self.without.is_empty()
    }
}

#[cfg(test)]
mod tests;
