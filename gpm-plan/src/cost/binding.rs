//! What one more nest costs beside its search.

use std::collections::BTreeSet;

use super::GraphStats;
use crate::pattern::{PairConstraint, PairStates, Pattern, Semantics};

/// Cost of a step of a pass over the vertices, in elements streamed.
const PER_VERTEX: f64 = 4.0;
/// Passes over the rows of a candidate: for its own class, for those of its neighbors, and for the rows that are laid out.
const PASSES: f64 = 3.0;

/// Cost of planning and compiling a nest, in elements streamed.
const NEST: f64 = 4e6;

/// Cost of an entry of a table: it is zeroed, credited, combined, and copied.
const ENTRY: f64 = 24.0;

/// Expected cost of making a nest of this pattern and of laying the graph out for it, in elements streamed, and of its table if it
/// has one. Nothing but the latter for patterns without labels and directions, which many sums share and for which the graph's
/// rows are taken as they are.
pub fn binding_cost(pattern: &Pattern, stats: &GraphStats) -> f64 {
    let entries = match pattern.anchors() {
        [] => 0.0,
        [_] => stats.vertices,
        _ => 2.0 * stats.edges,
    };
    ENTRY * entries + if pattern.has_labels() || pattern.is_directed() { layout_cost(pattern, stats) } else { 0.0 }
}

/// Cost of a nest for a pattern with labels or directions.
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
