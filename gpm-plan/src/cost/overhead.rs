//! What a nest costs beside its search: it is bound to the graph, launched, waited for, and its table is made.

use std::collections::BTreeSet;

use super::{GraphStats, Kind, Work};
use crate::pattern::{PairConstraint, PairStates, Pattern, Semantics};

/// Passes over the rows of a candidate, counted in the code: for its own class, for those of its neighbors, and for the rows that are laid
/// out. The price of a pass is in `prices.rs`; that there are three of equal price is a *guess*.
const PASSES: f64 = 3.0;

impl GraphStats {
    /// What a nest of this pattern is expected to cost beside its search, in elements streamed.
    pub fn overhead(&self, pattern: &Pattern) -> f64 {
        let mut work = Work::default();
        work.add(Kind::Nest, 1.0);
        if let anchors @ 1.. = pattern.anchors().len() {
            work.add(Kind::Table, 1.0);
            work.add(Kind::TableEntry, if anchors == 1 { self.vertices } else { 2.0 * self.edges });
        }
        if pattern.has_labels() || pattern.is_directed() {
            add_layout(&mut work, pattern, self);
        }
        work.cost(&self.prices)
    }
}

/// Adds what it takes to lay the graph out for a pattern with labels or directions; for others its rows are taken as they are.
fn add_layout(work: &mut Work, pattern: &Pattern, stats: &GraphStats) {
    let n = pattern.num_vertices();
    let degree = 2.0 * stats.edges / stats.vertices.max(1.0);
    work.add(Kind::Layout, 1.0);
    if pattern.has_labels() {
        let sizes = stats.classes.as_ref().map(|classes| &classes.sizes);
        for u in 0..n {
            let (rows, candidates) = (pattern.degree(u) as f64, sizes.map_or(stats.vertices, |sizes| sizes[u]));
            work.add(Kind::LayoutVertex, rows * stats.vertices);
            work.add(Kind::LayoutEntry, rows * PASSES * degree * candidates);
        }
        return;
    }
    let one_way = PairStates::FORWARD.union(PairStates::BOTH);
    let is_laid_out =
        |pair: &PairConstraint| pair.is_positive() && ![one_way, one_way.reversed()].contains(&pair.allowed);
    let pairs = (0..n).flat_map(|u| (0..n).map(move |v| (u, v)));
    let pairs: BTreeSet<_> = pairs.map(|(u, v)| pattern.constraint(u, v, Semantics::EdgeInduced)).collect();
    let laid_out = pairs.iter().filter(|pair| is_laid_out(pair)).count() as f64;
    work.add(Kind::LayoutVertex, laid_out * stats.vertices);
    work.add(Kind::LayoutEntry, laid_out * stats.vertices * degree);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Prices;
    use crate::plan::Plan;
    use crate::query::Query;

    #[test]
    fn tables_must_be_worth_their_price() {
        let looks_up = |prices| {
            let stats = GraphStats { prices, ..GraphStats::typical() };
            let butterfly = "a-b-c-a, a-d-e-a".parse::<Pattern>().expect("a pattern");
            let plan = Plan::new(Query::from(butterfly), &stats).expect("every pattern has a plan");
            plan.nests().any(|nest| !nest.entries.is_empty())
        };
        assert!(looks_up(Prices::CPU));
        assert!(!looks_up(Prices::CPU.with(Kind::TableEntry, 1e9)));
    }

    #[test]
    fn tables_are_charged_by_the_entry() {
        let stats = GraphStats { prices: Prices::GPU, ..GraphStats::typical() };
        let edge = "a-b".parse::<Pattern>().expect("a pattern");
        let [plain, by_vertex, by_arc] =
            [&[][..], &[0], &[0, 1]].map(|at| stats.overhead(&edge.clone().with_anchors(at).expect("anchors")));
        let [nest, table, entry] = [Kind::Nest, Kind::Table, Kind::TableEntry].map(|kind| Prices::GPU.of(kind));
        assert_eq!(plain, nest);
        assert_eq!(by_vertex - plain, table + entry * stats.vertices);
        assert_eq!(by_arc - plain, table + entry * 2.0 * stats.edges);
    }
}
