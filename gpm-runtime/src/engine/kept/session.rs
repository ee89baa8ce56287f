//! What several queries on one graph share.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use gpm_plan::cost::{GraphStats, Prices};
use gpm_plan::nest::{Entry, LoopNest};
use gpm_plan::passes::PassSet;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::Memo;

use super::bound_search::BoundSearch;
use super::run_log::{PlanRun, RunLog};
use super::spared::twins;
use crate::engine::labelled::Kept;
use crate::engine::terms::EngineError;
use crate::graph::{Graph, VertexId};
use crate::on_demand::OnDemand;
use crate::sched::{Journal, Shard};
use crate::table::{Lookup, Table};
use crate::view::KnownCandidates;

/// Queries on one graph, such as all motifs of a size: the graph is measured once, patterns that several sums contain are
/// planned once, and their matches counted once. Those with the most edges should be asked for first: they are terms of the
/// sums that count the others. Tables are kept until the session ends: 8 or 16 bytes an entry for each nest.
///
/// ```
/// use gpm::{Control, Engine, Graph, Query, Session};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let (engine, mut session) = (Engine::auto()?, Session::new(&graph));
/// let queries = ["diamond", "wedge"].map(|name| name.parse::<Query>());
/// for query in queries {
///     println!("{}", engine.count_in(&mut session, query?, &Control::new())?.count);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session<'g> {
    graph: &'g Graph,
    stats: Option<GraphStats>,
    /// Valid for these passes left out.
    memo: (PassSet, Memo),
    /// What complete searches of nests counted, by pattern, and below which roots.
    known: BTreeMap<Pattern, Vec<(LoopNest, Shard, Known)>>,
    /// What it is for.
    shard: Shard,
    /// Below which roots nests are searched at the moment: those of the shard, or all for a table that is looked up.
    roots: Shard,
    /// Whether plans must be those of other processes: they search other shards of the run, or go on with its journal.
    is_of_parts: bool,
    /// Whether it is for one query, whose plan follows from the graph alone.
    is_for_one: bool,
    /// Which vertices may stand for those of patterns.
    pub(in crate::engine) candidates: Arc<KnownCandidates>,
    /// What is done of the searches, where that outlives the process.
    pub(in crate::engine) journal: Option<Journal>,
    /// [`Graph::fingerprint`], once it is known.
    fingerprint: OnDemand<u64>,
    /// [`twins`], once they are known.
    twins: OnDemand<Vec<[VertexId; 2]>>,
    /// Queries to come, or that came.
    pub(in crate::engine) announced: Vec<Announced>,
    /// The fused nests of these.
    pub(in crate::engine) fused: Vec<LoopNest>,
    /// What later queries will search, as far as it is known.
    pub(in crate::engine) coming: Arc<Vec<BoundSearch<'static, 'g>>>,
    /// Tables that nests look up, with an entry that is.
    lookups: Vec<(Entry, Lookup)>,
    /// What answers queries without a plan.
    pub(in crate::engine) brief: Kept,
    /// What is noted of the runs of plans, where somebody wants to know.
    pub(in crate::engine) log: Option<RunLog<'g>>,
}

/// A query to come, and its plan.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Announced {
    pub(in crate::engine) query: Query,
    pub(in crate::engine) plan: Plan,
    pub(in crate::engine) took: Duration,
}

/// What a complete search of a nest counted.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Known {
    pub(in crate::engine) total: i128,
    /// The same by entry, if the nest has anchors.
    pub(in crate::engine) table: Option<Arc<Table>>,
}

impl Known {
    /// The share of a shard that has none of it.
    fn nothing(&self) -> Known {
        Known { total: 0, table: self.table.as_deref().map(Table::nothing).map(Arc::new) }
    }
}

impl<'g> Session<'g> {
    /// A session on the whole graph. Nothing is known yet.
    pub fn new(graph: &'g Graph) -> Session<'g> {
        Session {
            graph,
            stats: None,
            memo: Default::default(),
            known: BTreeMap::new(),
            shard: Shard::WHOLE,
            roots: Shard::WHOLE,
            is_of_parts: false,
            is_for_one: false,
            candidates: Arc::default(),
            journal: None,
            fingerprint: OnDemand::new(),
            twins: OnDemand::new(),
            announced: Vec::new(),
            fused: Vec::new(),
            coming: Arc::default(),
            lookups: Vec::new(),
            brief: Kept::default(),
            log: None,
        }
    }

    /// A session for one shard of a run. Everything that is asked in it is searched below the roots of that shard only: ask
    /// [`Engine::count_shard_in`](crate::engine::Engine::count_shard_in), `list_shard_in`, `count_shard_per_anchor_in` or
    /// `count_shard_orbits_in`. Whole counts, such as those of [`Engine::count_in`](crate::engine::Engine::count_in), are refused with
    /// [`EngineError::OfShard`]; those of shard 1/1 are not, since it is the whole graph.
    ///
    /// Shards are searched in any order and on any machines, and their plans agree if all of them are asked the same questions
    /// in the same order, with the same [`EngineConfig::devices`](crate::engine::EngineConfig::devices) and by the same version of gpm:
    /// their plans do not depend on which devices a machine has.
    pub fn of_shard(graph: &'g Graph, shard: Shard) -> Session<'g> {
        Session { shard, roots: shard, is_of_parts: true, ..Session::new(graph) }
    }

    /// Keeps in a journal what is done of the searches to come, and does not do what it says is done. Searches are cut into ranges of a second or
    /// two for that. Tables, for counts of each vertex or to be looked up, are not kept: they are made again.
    #[must_use]
    pub fn with_journal(self, journal: Journal) -> Session<'g> {
        Session { journal: Some(journal), is_of_parts: true, ..self }
    }

    /// Notes from now on how plans are run.
    pub(in crate::engine) fn logged(self) -> Session<'g> {
        Session { log: Some(RunLog::default()), ..self }
    }

    /// The plans that were run since that is noted.
    pub(in crate::engine) fn take_log(&mut self) -> Vec<PlanRun<'g>> {
        self.log.take().map(|log| log.plans).unwrap_or_default()
    }

    /// A session for one query on the whole graph.
    pub(in crate::engine) fn for_one(graph: &'g Graph) -> Session<'g> {
        Session { is_for_one: true, ..Session::new(graph) }
    }

    /// As [`Session::new`], with what a plan was made for taken for the graph's.
    pub(in crate::engine) fn with_stats(graph: &'g Graph, stats: &GraphStats) -> Session<'g> {
        Session { stats: Some(GraphStats { classes: None, ..stats.clone() }), ..Session::new(graph) }
    }

    /// A session on another graph, with the plans of queries that were announced.
    pub(in crate::engine) fn with_plans(
        graph: &'g Graph,
        stats: &GraphStats,
        announced: &[Announced],
        fused: &[LoopNest],
    ) -> Session<'g> {
        let (announced, fused) = (announced.to_vec(), fused.to_vec());
        Session { announced, fused, ..Session::with_stats(graph, stats) }
    }

    /// The graph that all queries of the session are about.
    pub fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// The shard that the session is for; [`Shard::WHOLE`] if it is for the whole graph.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// What plans are made for, once one was.
    pub(in crate::engine) fn stats(&self) -> Option<&GraphStats> {
        self.stats.as_ref()
    }

    /// Below which roots nests are searched at the moment.
    pub(in crate::engine) fn roots(&self) -> Shard {
        self.roots
    }

    /// Vertices of the graph with the same neighbors: see [`twins`].
    pub(in crate::engine) fn twins(&self) -> &[[VertexId; 2]] {
        self.twins.get_or_make(|| twins(self.graph))
    }

    /// Whether plans must be those of other processes.
    pub(in crate::engine) fn is_of_parts(&self) -> bool {
        self.is_of_parts
    }

    /// # Errors
    /// [`EngineError::OfShard`] if what is counted here is only a part of the answer.
    pub(in crate::engine) fn ensure_whole(&self) -> Result<(), EngineError> {
        if self.shard == Shard::WHOLE { Ok(()) } else { Err(EngineError::OfShard(self.shard)) }
    }

    /// Makes a table that a search looks up: of all roots, whichever shard the session is for.
    pub(in crate::engine) fn below_all_roots<T>(&mut self, make: impl FnOnce(&mut Session<'g>) -> T) -> T {
        let roots = std::mem::replace(&mut self.roots, Shard::WHOLE);
        let made = make(self);
        self.roots = roots;
        made
    }

    /// Whether it is for one query.
    pub(in crate::engine) fn is_for_one(&self) -> bool {
        self.is_for_one
    }

    /// What the planner wants to know of the graph, which was `measured`, and what it found for earlier queries without the same passes. What
    /// nests cost beside their search is kept from the first call on, so that later plans go with the earlier ones.
    pub(in crate::engine) fn planning(
        &mut self,
        disabled: PassSet,
        prices: Prices,
        measured: &GraphStats,
    ) -> (&mut GraphStats, &mut Memo) {
        if self.memo.0 != disabled {
            self.memo = (disabled, Memo::default());
        }
        let stats = self.stats.get_or_insert_with(|| GraphStats { prices, ..measured.clone() });
        (stats, &mut self.memo.1)
    }

    /// Whether queries were planned that may share nests with those to come.
    pub(in crate::engine) fn has_plans(&self) -> bool {
        self.memo.1.has_choices()
    }

    /// Announces that the edge-induced subgraphs like these are counted in any case, by all passes: sums that contain them are as
    /// good as made.
    pub(in crate::engine) fn expect(
        &mut self,
        prices: Prices,
        measured: &GraphStats,
        patterns: impl IntoIterator<Item = Pattern>,
    ) {
        self.planning(PassSet::default(), prices, measured).1.expect(patterns);
    }

    /// Whether it is known what a nest counts.
    pub(in crate::engine) fn is_known(&self, nest: &LoopNest) -> bool {
        self.kept(nest).is_some()
    }

    /// What a nest counted that was run before. Of what was counted below all roots the first shard has everything.
    pub(in crate::engine) fn known(&self, nest: &LoopNest) -> Option<Known> {
        let (shard, known) = self.kept(nest)?;
        Some(if shard == self.roots || self.roots.is_first() { known.clone() } else { known.nothing() })
    }

    fn kept(&self, nest: &LoopNest) -> Option<(Shard, &Known)> {
        let same =
            || self.known.get(&nest.pattern).into_iter().flatten().filter(|(other, ..)| other.is_same_search(nest));
        let below = |roots: Shard| same().find(|(_, shard, _)| *shard == roots);
        below(self.roots).or_else(|| below(Shard::WHOLE)).map(|(_, shard, known)| (*shard, known))
    }

    /// [`Graph::fingerprint`].
    pub(in crate::engine) fn fingerprint(&self) -> u64 {
        *self.fingerprint.get_or_make(|| self.graph.fingerprint())
    }

    /// The table of an entry, if it was made before.
    pub(in crate::engine) fn lookup(&self, entry: &Entry) -> Option<&Lookup> {
        self.lookups.iter().find(|(other, _)| other.is_of_same_table(entry)).map(|(_, lookup)| lookup)
    }

    /// Keeps the table of an entry.
    pub(in crate::engine) fn keep_lookup(&mut self, entry: &Entry, lookup: Lookup) {
        self.lookups.push((entry.clone(), lookup));
    }

    /// Keeps what a complete search of a nest counted.
    pub(in crate::engine) fn keep(&mut self, nest: &LoopNest, known: Known) {
        self.known.entry(nest.pattern.clone()).or_default().push((nest.clone(), self.roots, known));
    }
}

#[cfg(test)]
mod tests {
    use gpm_plan::pattern::Semantics;

    use super::*;

    /// Whether a vertex-induced count is known once the edge-induced one is.
    fn is_known(pattern: &str, other: Semantics) -> bool {
        let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]).unwrap();
        let mut session = Session::new(&graph);
        let query = |semantics| Query::from(pattern.parse::<Pattern>().unwrap()).with_semantics(semantics);
        // The nest of the pattern itself, not a sum.
        let disabled = PassSet::named("conversion").unwrap();
        let nest = |semantics| {
            Plan::new(Query { disabled, ..query(semantics) }, &GraphStats::typical()).unwrap().first_nest().clone()
        };
        session.keep(&nest(Semantics::EdgeInduced), Known { total: 1, table: None });
        session.is_known(&nest(other))
    }

    #[test]
    fn of_complete_patterns_either_count_is_the_other() {
        assert!(is_known("a-b, b-c, c-a", Semantics::EdgeInduced));
        assert!(is_known("a-b, b-c, c-a", Semantics::VertexInduced));
        assert!(is_known("a-b, b-c", Semantics::EdgeInduced));
        assert!(!is_known("a-b, b-c", Semantics::VertexInduced));
    }
}
