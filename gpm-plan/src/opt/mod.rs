//! BETTER: rewrites of the nest. Each is one file, one record in [`PASSES`], one off switch and one row of the
//! differential test matrix.

mod both_ways;
mod bound;
mod choose;
mod codegree;
mod count_last;
mod fringe;
mod hoist;
mod inclusion_exclusion;
mod local;
mod mark;
mod multiply;
mod share;
mod size_only;

use std::fmt;

pub(crate) use both_ways::is_plain as counts_both_ways;
pub(crate) use fringe::{Formula, Kinds};
pub(crate) use inclusion_exclusion::MAX_EXPANDED;

use crate::nest::LoopNest;
use crate::nest::verify::VerifyError;

/// A rewrite: a name (the command's `--disable NAME`), what it does, and the function.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Its name, in lower case with hyphens.
    pub name: &'static str,
    /// What it does, in a line.
    pub what: &'static str,
    /// How. `None` for decisions that the plan search or the runtime takes by itself, listed here for their off switch.
    run: Option<fn(&mut LoopNest)>,
}

/// Every rewrite, in the order in which they run. Counting shortcuts come first, since they decide which sets there are;
/// `share` needs the levels that `hoist` gives; `bound` must see the final uses; the last three decide how sets are held.
pub const PASSES: &[Pass] = &[
    Pass {
        name: "orientation",
        what: "let restrictions follow the degree order, so that rows are cut to their short side",
        run: None,
    },
    Pass {
        name: "candidate-filter",
        what: "keep only vertices with the labelled neighborhood that the pattern needs",
        run: None,
    },
    Pass {
        name: "conversion",
        what: "count matches without some edges as a signed sum of matches where these do not matter",
        run: None,
    },
    Pass {
        name: "fringe",
        what: "count the last pairwise unconstrained vertices by the regions that they lie in, where they are of few kinds",
        run: Some(fringe::run),
    },
    Pass {
        name: "decomposition",
        what: "count parts that hang on one vertex once for each data vertex, and look the counts up",
        run: None,
    },
    Pass {
        name: "edge-decomposition",
        what: "count parts that hang on one edge once for each arc, and look the counts up",
        run: None,
    },
    Pass {
        name: "table-total",
        what: "take the count of a pattern of which a table is looked up from the table",
        run: None,
    },
    Pass { name: "fuse", what: "search once for all patterns whose nests have the same loops", run: None },
    Pass {
        name: "any-anchor",
        what: "for counts by vertex, bind the anchor at any level, and credit all vertices that are alike at once",
        run: None,
    },
    Pass {
        name: "homomorphism-basis",
        what: "count subgraphs as maps in which vertices may coincide, less those in which some do",
        run: None,
    },
    Pass {
        name: "inclusion-exclusion",
        what: "count the last pairwise unconstrained vertices by a polynomial in set sizes",
        run: Some(inclusion_exclusion::run),
    },
    Pass {
        name: "count-last",
        what: "replace the innermost loop by the size of its candidates",
        run: Some(count_last::run),
    },
    Pass {
        name: "hoist",
        what: "define each set at the outermost level that binds its operands",
        run: Some(hoist::run),
    },
    Pass { name: "share", what: "keep one copy of equal sets", run: Some(share::run) },
    Pass {
        name: "both-ways",
        what: "meet each edge once where two loops meet it in both directions",
        run: Some(both_ways::run),
    },
    Pass {
        name: "multiply",
        what: "count a loop whose body does not depend on its vertex by multiplication",
        run: Some(multiply::run),
    },
    Pass { name: "choose", what: "count k interchangeable last vertices as C(n, k)", run: Some(choose::run) },
    Pass { name: "bound", what: "cut sets to the bounds that all their uses have", run: Some(bound::run) },
    Pass { name: "size-only", what: "do not store sets that are only counted", run: Some(size_only::run) },
    Pass {
        name: "codegree",
        what: "look common neighborhoods with the root, and walks from it, up in tables made from its two-hop paths",
        run: Some(codegree::run),
    },
    Pass { name: "mark", what: "hold rows that are intersected again and again as bits too", run: Some(mark::run) },
    Pass {
        name: "local-graph",
        what: "search hub patterns in a bit matrix of the root's neighborhood",
        run: Some(local::run),
    },
];

/// Names of the passes whose plans look up tables that other nests make, or hold larger numbers than the answer.
const LOOKUPS: &[&str] = &["decomposition", "edge-decomposition", "homomorphism-basis"];

/// A set of passes, by their place in [`PASSES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PassSet(u32);

impl PassSet {
    /// The set with the one pass called `name`, or `None` if there is no such pass.
    pub fn named(name: &str) -> Option<PassSet> {
        PASSES.iter().position(|pass| pass.name == name).map(|index| PassSet(1 << index))
    }

    /// As [`PassSet::named`], for names that stand in the code.
    pub(crate) fn of(name: &'static str) -> PassSet {
        PassSet::named(name).expect("the code names passes of the table")
    }

    /// Every pass.
    pub fn all() -> PassSet {
        PassSet((1 << PASSES.len()) - 1)
    }

    /// The passes whose plans look up tables that other nests make, or hold larger numbers than the answer: to be left out where
    /// nobody makes the tables, or where numbers leave their bits.
    pub fn lookups() -> PassSet {
        LOOKUPS.iter().filter_map(|name| PassSet::named(name)).fold(PassSet::default(), PassSet::union)
    }

    /// Passes in either set.
    pub fn union(self, other: PassSet) -> PassSet {
        PassSet(self.0 | other.0)
    }

    /// Whether the pass called `name` is in the set.
    pub fn contains(self, name: &str) -> bool {
        PassSet::named(name).is_some_and(|pass| self.0 & pass.0 != 0)
    }
}

impl fmt::Display for PassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = PASSES.iter().map(|pass| pass.name).filter(|name| self.contains(name)).collect();
        f.write_str(&names.join(" "))
    }
}

/// What a pass did, for `explain`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The pass.
    pub pass: &'static str,
    /// Whether it changed the nest.
    pub changed: bool,
}

/// Runs every pass that is not disabled and checks the nest after each.
///
/// # Errors
/// [`VerifyError`] if a pass left the nest invalid: a bug.
pub fn optimize(nest: &mut LoopNest, disabled: PassSet) -> Result<Vec<Trace>, VerifyError> {
    nest.verify("build")?;
    let mut traces = Vec::new();
    for pass in PASSES {
        let Some(run) = pass.run.filter(|_| !disabled.contains(pass.name)) else { continue };
        let before = (nest.sets.clone(), nest.root.clone(), nest.local);
        run(nest);
        nest.verify(pass.name)?;
        let changed = before != (nest.sets.clone(), nest.root.clone(), nest.local);
        traces.push(Trace { pass: pass.name, changed });
    }
    Ok(traces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_tables_up_are_passes() {
        assert!(LOOKUPS.iter().all(|name| PassSet::lookups().contains(name)), "not all of {LOOKUPS:?} are passes");
    }
}
