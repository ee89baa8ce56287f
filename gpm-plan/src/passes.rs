//! The rewrites by name: what `--disable NAME` leaves out, `explain` prints and the differential tests switch off one by one.
//!
//! There are two kinds. Rewrites of the search offer other ways to count a pattern (`search::REWRITES`) or decide how nests are
//! searched for; rewrites of a nest change how it runs (`opt::NEST_PASSES`). A query leaves out either kind by the same switch.

use std::fmt;

/// A rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "`Pass::what` says what each does")]
pub enum Pass {
    Brief,
    Pivots,
    Orientation,
    CandidateFilter,
    Conversion,
    ImpliedBounds,
    Windows,
    Fringe,
    Decomposition,
    EdgeDecomposition,
    TableTotal,
    Fuse,
    AnyAnchor,
    HomomorphismBasis,
    InclusionExclusion,
    CountLast,
    Hoist,
    Share,
    BothWays,
    Multiply,
    Choose,
    Bound,
    SizeOnly,
    Codegree,
    FarRoot,
    Mark,
    LocalGraph,
    Matrices,
}

/// Every rewrite, in the order in which sets of them are printed: those of nests stand in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass::Brief,
    Pass::Pivots,
    Pass::Orientation,
    Pass::CandidateFilter,
    Pass::Conversion,
    Pass::ImpliedBounds,
    Pass::Windows,
    Pass::Fringe,
    Pass::Decomposition,
    Pass::EdgeDecomposition,
    Pass::TableTotal,
    Pass::Fuse,
    Pass::AnyAnchor,
    Pass::HomomorphismBasis,
    Pass::InclusionExclusion,
    Pass::CountLast,
    Pass::Hoist,
    Pass::Share,
    Pass::BothWays,
    Pass::Multiply,
    Pass::Choose,
    Pass::Bound,
    Pass::SizeOnly,
    Pass::Codegree,
    Pass::FarRoot,
    Pass::Mark,
    Pass::LocalGraph,
    Pass::Matrices,
];

impl Pass {
    /// Its name, in lower case with hyphens.
    pub const fn name(self) -> &'static str {
        self.described().0
    }

    /// What it does, in a line.
    pub const fn what(self) -> &'static str {
        self.described().1
    }

    const fn described(self) -> (&'static str, &'static str) {
        match self {
            Pass::Brief => ("brief", "answer queries on labelled graphs without a plan, where that takes few steps"),
            Pass::Pivots => {
                ("pivots", "on the CPU alone, count cliques of 7 vertices and more by a tree of pivots, without a plan")
            }
            Pass::Orientation => {
                ("orientation", "let restrictions follow the degree order, so that rows are cut to their short side")
            }
            Pass::CandidateFilter => {
                ("candidate-filter", "keep only vertices with the labelled neighborhood that the pattern needs")
            }
            Pass::Conversion => {
                ("conversion", "count matches without some edges as a signed sum of matches where these do not matter")
            }
            Pass::ImpliedBounds => {
                ("implied-bounds", "ask what follows from several conditions on one attribute as soon as it is known")
            }
            Pass::Windows => ("windows", "find records between two times as a range, where ids ascend with the times"),
            Pass::Fringe => (
                "fringe",
                "count the last pairwise unconstrained vertices by the regions that they lie in, where they are of few kinds",
            ),
            Pass::Decomposition => (
                "decomposition",
                "count parts that hang on one vertex once for each data vertex, and look the counts up",
            ),
            Pass::EdgeDecomposition => {
                ("edge-decomposition", "count parts that hang on one edge once for each arc, and look the counts up")
            }
            Pass::TableTotal => {
                ("table-total", "take the count of a pattern of which a table is looked up from the table")
            }
            Pass::Fuse => ("fuse", "search once for all patterns whose nests have the same loops"),
            Pass::AnyAnchor => (
                "any-anchor",
                "for counts by vertex, bind the anchor at any level, and credit all vertices that are alike at once",
            ),
            Pass::HomomorphismBasis => (
                "homomorphism-basis",
                "count subgraphs as maps in which vertices may coincide, less those in which some do",
            ),
            Pass::InclusionExclusion => {
                ("inclusion-exclusion", "count the last pairwise unconstrained vertices by a polynomial in set sizes")
            }
            Pass::CountLast => ("count-last", "replace the innermost loop by the size of its candidates"),
            Pass::Hoist => ("hoist", "define each set at the outermost level that binds its operands"),
            Pass::Share => ("share", "keep one copy of equal sets"),
            Pass::BothWays => ("both-ways", "meet each edge once where two loops meet it in both directions"),
            Pass::Multiply => ("multiply", "count a loop whose body does not depend on its vertex by multiplication"),
            Pass::Choose => ("choose", "count k interchangeable last vertices as C(n, k)"),
            Pass::Bound => ("bound", "cut sets to the bounds that all their uses have"),
            Pass::SizeOnly => ("size-only", "do not store sets that are only counted"),
            Pass::Codegree => (
                "codegree",
                "look common neighborhoods with the root, and walks from it, up in tables made from its two-hop paths",
            ),
            Pass::FarRoot => (
                "far-root",
                "count a four-cycle from the vertex opposite its largest hub, so that paths end at few hubs",
            ),
            Pass::Mark => ("mark", "hold rows that are intersected again and again as bits too"),
            Pass::LocalGraph => ("local-graph", "search hub patterns in a bit matrix of the root's neighborhood"),
            Pass::Matrices => (
                "matrices",
                "on GPUs, have another nest write the bit matrices of all roots, which looks up each pair once",
            ),
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of rewrites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PassSet(u32);

impl PassSet {
    /// The set with the one rewrite called `name`, or `None` if there is none.
    pub fn named(name: &str) -> Option<PassSet> {
        PASSES.iter().find(|pass| pass.name() == name).map(|&pass| pass.into())
    }

    /// Every rewrite.
    pub fn all() -> PassSet {
        PASSES.iter().copied().collect()
    }

    /// The rewrites whose plans look up tables that other nests make, or hold larger numbers than the answer. They are left out
    /// where nobody makes the tables, and where such a number does not fit.
    pub fn lookups() -> PassSet {
        [Pass::Decomposition, Pass::EdgeDecomposition, Pass::HomomorphismBasis].into_iter().collect()
    }

    /// Those in either set.
    pub fn union(self, other: PassSet) -> PassSet {
        PassSet(self.0 | other.0)
    }

    /// Whether a rewrite is in the set.
    pub fn contains(self, pass: Pass) -> bool {
        self.0 >> pass as u32 & 1 == 1
    }
}

impl From<Pass> for PassSet {
    fn from(pass: Pass) -> PassSet {
        PassSet(1 << pass as u32)
    }
}

impl FromIterator<Pass> for PassSet {
    fn from_iter<T: IntoIterator<Item = Pass>>(passes: T) -> PassSet {
        passes.into_iter().fold(PassSet::default(), |set, pass| set.union(pass.into()))
    }
}

/// The names, with spaces between them.
impl fmt::Display for PassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = PASSES.iter().filter(|pass| self.contains(**pass)).map(|pass| pass.name()).collect();
        f.write_str(&names.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_listed_once_and_known_by_its_name() {
        assert!(PASSES.iter().enumerate().all(|(place, &pass)| pass as usize == place));
        assert!(PASSES.iter().all(|&pass| PassSet::named(pass.name()) == Some(pass.into())));
        assert_eq!(PassSet::all().0.count_ones() as usize, PASSES.len());
        assert_eq!(PassSet::named("no-such-pass"), None);
    }
}
