//! What is asked and what brute force answers, for any back end.

use gpm_plan::passes::{PASSES, PassSet};
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::query::Unit;

use crate::oracle::Oracle;
use crate::sample::Sample;

/// The three meanings of a match.
pub(crate) const SEMANTICS: [Semantics; 3] =
    [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism];

/// Both units of counting.
pub(crate) const UNITS: [Unit; 2] = [Unit::Subgraphs, Unit::Embeddings];

/// The passes to switch off: none, each, and all.
pub(crate) fn pass_sets() -> Vec<PassSet> {
    let each = PASSES.iter().map(|pass| PassSet::named(pass.name()).expect("a pass is known by its name"));
    [PassSet::default(), PassSet::all()].into_iter().chain(each).collect()
}

/// What brute force says about a pattern in a graph, in both units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    subgraphs: u128,
    embeddings: u128,
}

impl Expected {
    /// Counts by brute force. Homomorphisms are never divided.
    pub(crate) fn new(sample: &Sample, pattern: &Pattern, semantics: Semantics) -> Self {
        let embeddings = Oracle::new(sample, pattern, semantics).count();
        let group_order = Oracle::automorphisms(pattern, semantics).count();
        let divisor = if semantics == Semantics::Homomorphism { 1 } else { group_order };
        assert_eq!(embeddings % divisor, 0, "the oracle finds whole orbits");
        Self { subgraphs: embeddings / divisor, embeddings }
    }

    /// The count in this unit.
    pub(crate) fn count(&self, unit: Unit) -> u128 {
        match unit {
            Unit::Subgraphs => self.subgraphs,
            Unit::Embeddings => self.embeddings,
        }
    }
}
