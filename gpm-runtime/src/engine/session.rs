//! What several queries on one graph share.

use std::collections::BTreeMap;

use gpm_plan::cost::GraphStats;
use gpm_plan::nest::LoopNest;
use gpm_plan::opt::PassSet;
use gpm_plan::pattern::Pattern;
use gpm_plan::search::Memo;

use super::statistics::stats_for_planning;
use crate::graph::Graph;

/// Queries on one graph, such as all motifs of a size: the graph is measured once, patterns that several sums contain are
/// planned once, and their matches counted once. Those with the most edges should be asked for first: they are terms of the
/// sums that count the others.
#[derive(Debug)]
pub struct Session<'g> {
    graph: &'g Graph,
    stats: Option<GraphStats>,
    /// Valid for these passes left out.
    memo: (PassSet, Memo),
    /// Complete totals of nests, by pattern.
    totals: BTreeMap<Pattern, Vec<(LoopNest, i128)>>,
}

impl<'g> Session<'g> {
    /// Nothing is known yet.
    pub fn new(graph: &'g Graph) -> Session<'g> {
        Session { graph, stats: None, memo: Default::default(), totals: BTreeMap::new() }
    }

    /// The graph.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// What the planner wants to know of the graph, and what it found for earlier queries without the same passes.
    pub(super) fn planning(&mut self, disabled: PassSet) -> (&GraphStats, &mut Memo) {
        if self.memo.0 != disabled {
            self.memo = (disabled, Memo::default());
        }
        let stats = self.stats.get_or_insert_with(|| stats_for_planning(self.graph));
        (stats, &mut self.memo.1)
    }

    /// The total of a nest that was run before.
    pub(super) fn total(&self, nest: &LoopNest) -> Option<i128> {
        let nests = self.totals.get(&nest.pattern)?;
        nests.iter().find(|(known, _)| known == nest).map(|&(_, total)| total)
    }

    /// Keeps the complete total of a nest.
    pub(super) fn keep(&mut self, nest: &LoopNest, total: i128) {
        self.totals.entry(nest.pattern.clone()).or_default().push((nest.clone(), total));
    }
}
