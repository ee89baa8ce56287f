//! Plans of all orbits, kept for the graphs to come: batches of small graphs are searched faster than they are planned for.

use std::sync::{Arc, Mutex};

use gpm_plan::cost::{GraphStats, Prices};
use gpm_plan::pattern::OrbitsOf;
use gpm_plan::plan::Plan;

use crate::lock::lock;

/// What plans are for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::engine) struct Purpose {
    pub(in crate::engine) of: OrbitsOf,
    pub(in crate::engine) size: usize,
    pub(in crate::engine) prices: Prices,
}

/// The plans that were made last for each purpose.
///
/// Plans are right for any graph, and cheap for the one that they were made for. They are used for others that are not larger until searches by them have
/// taken as long as planning did: whatever better plans would have saved, they would not have saved much more than they would have cost
/// [KarlinManasseRudolphSleator1988].
#[derive(Debug, Default)]
pub(in crate::engine) struct KeptPlans(Mutex<Vec<Kept>>);

#[derive(Debug)]
struct Kept {
    purpose: Purpose,
    /// [`Graph::id`](crate::graph::Graph::id) of the graph that they were made for.
    graph: u64,
    stats: GraphStats,
    plans: Arc<Vec<Plan>>,
    /// Seconds that it took to make them.
    took: f64,
    /// Seconds that searches of other graphs took.
    spent: f64,
}

/// Factor: how much larger a graph may be than the one that plans were made for, in any respect. *guess*
const LARGER: f64 = 2.0;

impl KeptPlans {
    /// Plans for a graph, if those that there are will do.
    pub(in crate::engine) fn get(
        &self,
        purpose: Purpose,
        (graph, stats): (u64, &GraphStats),
    ) -> Option<Arc<Vec<Plan>>> {
        let suits_other = |kept: &Kept| kept.spent < kept.took && is_at_most(stats, &kept.stats);
        let will_do = |kept: &&Kept| kept.purpose == purpose && (kept.graph == graph || suits_other(kept));
        lock(&self.0).iter().find(will_do).map(|kept| Arc::clone(&kept.plans))
    }

    /// Keeps plans that were made for a graph, in place of those for the same purpose.
    pub(in crate::engine) fn keep(
        &self,
        purpose: Purpose,
        (graph, stats): (u64, &GraphStats),
        plans: Arc<Vec<Plan>>,
        took: f64,
    ) {
        let mut all = lock(&self.0);
        all.retain(|kept| kept.purpose != purpose);
        all.push(Kept { purpose, graph, stats: stats.clone(), plans, took, spent: 0.0 });
    }

    /// Notes what the search of a graph took.
    pub(in crate::engine) fn spend(&self, purpose: Purpose, graph: u64, seconds: f64) {
        let is_other = |kept: &&mut Kept| kept.purpose == purpose && kept.graph != graph;
        lock(&self.0).iter_mut().filter(is_other).for_each(|kept| kept.spent += seconds);
    }
}

/// Whether a graph is in no respect much larger than another.
fn is_at_most(stats: &GraphStats, other: &GraphStats) -> bool {
    let figures = |of: &GraphStats| [of.vertices, of.edges, of.moments.dd, of.moments.ddd, of.triangles];
    figures(stats).iter().zip(figures(other)).all(|(own, other)| *own <= LARGER * other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_used_for_other_graphs_until_that_took_as_long_as_to_make_them() {
        let (kept, vertices) = (KeptPlans::default(), Purpose { of: OrbitsOf::Vertices, size: 4, prices: Prices::CPU });
        let edges = Purpose { of: OrbitsOf::Edges, ..vertices };
        let stats = GraphStats::typical();
        let larger = GraphStats { edges: 3.0 * stats.edges, ..stats.clone() };
        assert!(kept.get(vertices, (1, &stats)).is_none());
        kept.keep(vertices, (1, &stats), Arc::default(), 1.0);
        assert!(kept.get(vertices, (2, &stats)).is_some() && kept.get(edges, (1, &stats)).is_none());
        assert!(kept.get(vertices, (2, &larger)).is_none());
        kept.spend(vertices, 1, 5.0);
        kept.spend(edges, 2, 5.0);
        kept.spend(vertices, 2, 0.6);
        assert!(kept.get(vertices, (2, &stats)).is_some());
        kept.spend(vertices, 3, 0.6);
        assert!(kept.get(vertices, (2, &stats)).is_none() && kept.get(vertices, (1, &stats)).is_some());
        kept.keep(vertices, (2, &stats), Arc::default(), 1.0);
        assert!(kept.get(vertices, (1, &stats)).is_some());
    }
}
