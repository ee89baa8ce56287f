//! What a nest costs beside its search: it is bound to the graph, launched, waited for, and its table is made.

use std::collections::BTreeSet;

use super::GraphStats;
use super::price::Matrix;
use crate::pattern::{PairConstraint, PairStates, Pattern, Semantics};

/// Cost of a step of a pass over the vertices, in elements streamed.
const PER_VERTEX: f64 = 4.0;
/// Passes over the rows of a candidate: for its own class, for those of its neighbors, and for the rows that are laid out.
const PASSES: f64 = 3.0;

/// Cost of planning and compiling a nest, in elements streamed.
const NEST: f64 = 4e6;

/// What a kind of device charges for a nest beside its search, in the elements that it streams in that time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overheads {
    /// From so many times the cost on that it is on threads, comparing choices on a sample is worth its time.
    pub sampling: f64,
    /// For any nest.
    pub nest: f64,
    /// For each vertex of the graph, any of which may be a root.
    pub vertex: f64,
    /// For the table of a nest with anchors.
    pub table: f64,
    /// For each entry of it: it is zeroed, credited, read, combined with those of other nests, and
    /// written to where the next nests look it up.
    pub entry: f64,
    /// For adding to an entry what was counted below a loop.
    pub credit: f64,
    /// For adding one for a whole match.
    pub last_credit: f64,
    /// For a bit matrix.
    pub matrix: Matrix,
    /// How much more than expected a search costs that meets each edge once and looks whole rows through, where
    /// symmetry would halve them: the lanes of a warp wait for the longest row.
    pub whole_rows: f64,
    /// How much more than sampled a choice of several searches or tables is taken to cost: each sample has its error,
    /// and prices have theirs.
    pub risk: f64,
    /// So much is added to that for each part after the first.
    pub risk_of_part: f64,
}

impl Overheads {
    /// Threads, which share the memory in which everything lies: a nest and a table cost what is done for them.
    pub const CPU: Overheads = Overheads {
        sampling: 1.0,
        nest: 0.0,
        vertex: 0.0,
        table: 0.0,
        entry: 36.0,
        credit: 8.0,
        last_credit: 1.5,
        matrix: Matrix { row: 60.0, entry: 1.25 },
        whole_rows: 1.0,
        risk: 1.3,
        risk_of_part: 0.0,
    };
    /// A GPU, which streams some 150 elements a nanosecond: a launch and the wait for it take a fifth of a millisecond, tables go
    /// through the host, and what is added to them is added atomically.
    pub const GPU: Overheads = Overheads {
        sampling: 4.0,
        nest: 3e7,
        vertex: 60.0,
        table: 1e8,
        entry: 600.0,
        credit: 32.0,
        last_credit: 32.0,
        matrix: Matrix { row: 0.0, entry: 1.0 },
        whole_rows: 1.8,
        risk: 1.0,
        risk_of_part: 0.2,
    };
}

impl GraphStats {
    /// What a nest of this pattern is expected to cost beside its search, in elements streamed.
    pub fn overhead(&self, pattern: &Pattern) -> f64 {
        let Overheads { nest, vertex, table, entry, .. } = self.overheads;
        let table = match pattern.anchors() {
            [] => 0.0,
            [_] => table + entry * self.vertices,
            _ => table + entry * 2.0 * self.edges,
        };
        let has_layout = pattern.has_labels() || pattern.is_directed();
        nest + vertex * self.vertices + table + if has_layout { layout_cost(pattern, self) } else { 0.0 }
    }
}

/// Cost of laying the graph out for a pattern with labels or directions; for others its rows are taken as they are.
fn layout_cost(pattern: &Pattern, stats: &GraphStats) -> f64 {
    let n = pattern.num_vertices();
    let degree = 2.0 * stats.edges / stats.vertices.max(1.0);
    if pattern.has_labels() {
        let sizes = stats.classes.as_ref().map(|classes| &classes.sizes);
        let of_vertex = |u: usize| {
            let candidates = sizes.map_or(stats.vertices, |sizes| sizes[u]);
            pattern.degree(u) as f64 * (PER_VERTEX * stats.vertices + PASSES * degree * candidates)
        };
        return NEST + (0..n).map(of_vertex).sum::<f64>();
    }
    let one_way = PairStates::FORWARD.union(PairStates::BOTH);
    let is_laid_out =
        |pair: &PairConstraint| pair.is_positive() && ![one_way, one_way.reversed()].contains(&pair.allowed);
    let pairs = (0..n).flat_map(|u| (0..n).map(move |v| (u, v)));
    let pairs: BTreeSet<_> = pairs.map(|(u, v)| pattern.constraint(u, v, Semantics::EdgeInduced)).collect();
    let laid_out = pairs.iter().filter(|pair| is_laid_out(pair)).count();
    NEST + laid_out as f64 * stats.vertices * (PER_VERTEX + degree)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;
    use crate::query::Query;

    #[test]
    fn tables_must_be_worth_their_price() {
        let looks_up = |overheads| {
            let stats = GraphStats { overheads, ..GraphStats::typical() };
            let butterfly = "a-b-c-a, a-d-e-a".parse::<Pattern>().expect("a pattern");
            let plan = Plan::new(Query::from(butterfly), &stats).expect("every pattern has a plan");
            plan.nests().any(|nest| !nest.entries.is_empty())
        };
        assert!(looks_up(Overheads::CPU));
        assert!(!looks_up(Overheads { entry: 1e9, ..Overheads::CPU }));
    }

    #[test]
    fn tables_are_charged_by_the_entry() {
        let stats = GraphStats { overheads: Overheads::GPU, ..GraphStats::typical() };
        let edge = "a-b".parse::<Pattern>().expect("a pattern");
        let [plain, by_vertex, by_arc] =
            [&[][..], &[0], &[0, 1]].map(|at| stats.overhead(&edge.clone().with_anchors(at).expect("anchors")));
        assert_eq!(plain, 3e7 + 60.0 * stats.vertices);
        assert_eq!(by_vertex - plain, 1e8 + 600.0 * stats.vertices);
        assert_eq!(by_arc - plain, 1e8 + 600.0 * 2.0 * stats.edges);
    }
}
