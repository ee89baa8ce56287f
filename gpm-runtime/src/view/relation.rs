//! A pair constraint bound to a graph: which entries of a vertex's out and in rows satisfy it.

use gpm_plan::pattern::{Label, PairConstraint, PairStates};
use rayon::prelude::*;

use super::known::Candidates;
use super::{Admitted, BindError};
use crate::control::{Control, Stopped};
use crate::graph::{Csr, Graph, LabelId, VertexId};

/// The label that `t/v/e` files write on edges which have none: it is every edge's in a graph without edge labels.
const UNLABELLED: &str = "0";

/// An edge from the first vertex to the second, be there another one back or not.
const OUT: PairStates = PairStates::FORWARD.union(PairStates::BOTH);

/// Rows of a class that are counted as they are: the longest, which pairs are mostly made of. *guess*
const FIRST: usize = 1 << 10;
/// Rows that stand for the rest. *guess*
const OTHERS: usize = 1 << 10;

/// A relation that only pairs with an edge can satisfy, bound to a graph.
#[derive(Clone, Debug)]
pub(super) struct Relation<'g> {
    graph: &'g Graph,
    allowed: PairStates,
    forward: Option<Admitted>,
    backward: Option<Admitted>,
}

impl<'g> Relation<'g> {
    pub(super) fn bind(graph: &'g Graph, pair: &PairConstraint) -> Result<Self, BindError> {
        let names = graph.edge_label_names();
        let label = |label: &Option<Label>| {
            let wanted = label.as_ref().filter(|label| !is_of_any_edge(graph, label));
            wanted.map(|label| Admitted::new("edge", names, label)).transpose()
        };
        let (forward, backward) = (label(&pair.forward_label)?, label(&pair.backward_label)?);
        Ok(Relation { graph, allowed: pair.allowed, forward, backward })
    }

    /// The rows of the graph that are the relation as they stand, if any.
    pub(super) fn plain(&self) -> Option<&'g Csr> {
        if self.forward.is_some() || self.backward.is_some() {
            return None;
        }
        let out = OUT;
        let any = self.allowed == PairStates::ANY_EDGE;
        match self.graph.is_directed() {
            false if self.allowed.contains(PairStates::BOTH) => Some(self.graph.out()),
            true if self.allowed == out => Some(self.graph.out()),
            true if self.allowed == out.reversed() => Some(self.graph.incoming()),
            _ if any && !self.graph.is_directed() => Some(self.graph.out()),
            _ => None,
        }
    }

    /// The number of pairs of the relation between two classes (`None` admits all), as expected from a sample of the rows of a large class.
    ///
    /// # Errors
    /// [`Stopped`] if the run was stopped meanwhile.
    pub(super) fn expected_entries(
        &self,
        from: Option<&Candidates>,
        to: Option<&Candidates>,
        control: &Control,
    ) -> Result<u64, Stopped> {
        let row = |v: VertexId| {
            let mut entries = 0;
            self.for_each(v, |w| {
                entries += u64::from(to.is_none_or(|to| to.contains(w)));
                true
            });
            entries
        };
        let row = |&v: &VertexId| if control.is_stopped() { 0 } else { row(v) };
        let n = self.graph.num_vertices();
        let all = from.map_or(n, |from| from.len());
        // Ids follow the degree mostly: the first have the longest rows.
        let is_member = |v: &VertexId| from.is_none_or(|from| from.contains(*v));
        let first: Vec<VertexId> = (0..n as VertexId).filter(is_member).take(FIRST).collect();
        let rest = all - first.len();
        let spread = match from {
            Some(from) => from.spread(OTHERS),
            None => (0..n as VertexId).step_by(n.div_ceil(OTHERS).max(1)).collect(),
        };
        let others: Vec<VertexId> = spread.into_iter().filter(|v| first.last() < Some(v)).collect();
        let sum = |of: &[VertexId]| of.par_iter().map(row).sum::<u64>();
        let (exact, sampled) = (sum(&first), sum(&others));
        control.ensure_running()?;
        Ok(exact + (sampled as f64 * rest as f64 / others.len().max(1) as f64).round() as u64)
    }

    /// Calls `f` on each `w` with which `v` satisfies the relation, ascending, until it returns false.
    pub(super) fn for_each(&self, v: VertexId, mut f: impl FnMut(VertexId) -> bool) {
        if let Some(rows) = self.plain() {
            rows.row(v).iter().all(|&w| f(w));
            return;
        }
        if !self.graph.is_directed() {
            let row = Labelled::new(self.graph.out(), v);
            for (i, &w) in row.ids.iter().enumerate() {
                // The one edge is both directions at once.
                let state = if row.matches(i, self.forward.as_ref()) { PairStates::BOTH } else { PairStates::NONE };
                if self.allowed.contains(state) && state != PairStates::NONE && !f(w) {
                    return;
                }
            }
            return;
        }
        let (out, incoming) = (Labelled::new(self.graph.out(), v), Labelled::new(self.graph.incoming(), v));
        // Whatever there is the other way.
        if self.allowed == OUT {
            return out.for_each(self.forward.as_ref(), f);
        }
        if self.allowed == OUT.reversed() {
            return incoming.for_each(self.backward.as_ref(), f);
        }
        let (mut i, mut j) = (0, 0);
        while i < out.ids.len() || j < incoming.ids.len() {
            let next = |ids: &[VertexId], at: usize| ids.get(at).map_or(u64::MAX, |&w| u64::from(w));
            let (a, b) = (next(out.ids, i), next(incoming.ids, j));
            let w = a.min(b);
            let forward = a == w && out.matches(i, self.forward.as_ref());
            let backward = b == w && incoming.matches(j, self.backward.as_ref());
            i += usize::from(a == w);
            j += usize::from(b == w);
            let state = match (forward, backward) {
                (true, true) => PairStates::BOTH,
                (true, false) => PairStates::FORWARD,
                (false, true) => PairStates::BACKWARD,
                (false, false) => PairStates::NONE,
            };
            if state != PairStates::NONE && self.allowed.contains(state) && !f(w as VertexId) {
                return;
            }
        }
    }
}

/// A row with its edge labels.
struct Labelled<'g> {
    ids: &'g [VertexId],
    labels: Option<&'g [LabelId]>,
}

impl<'g> Labelled<'g> {
    fn new(rows: &'g Csr, v: VertexId) -> Self {
        Labelled { ids: rows.row(v), labels: rows.row_labels(v) }
    }

    /// Calls `f` on each neighbor by an edge whose label is wanted, until it returns false.
    fn for_each(&self, wanted: Option<&Admitted>, mut f: impl FnMut(VertexId) -> bool) {
        let mut all = self.ids.iter().enumerate();
        all.all(|(at, &w)| !self.matches(at, wanted) || f(w));
    }

    fn matches(&self, at: usize, wanted: Option<&Admitted>) -> bool {
        match (wanted, self.labels) {
            (None, _) => true,
            (Some(wanted), Some(labels)) => wanted.has(labels[at]),
            (Some(_), None) => false,
        }
    }
}

/// Whether an edge label of a pattern demands nothing: it stands for no label, and edges of the graph have none.
pub(crate) fn is_of_any_edge(graph: &Graph, label: &Label) -> bool {
    graph.edge_label_names().is_empty() && label.texts().any(|text| text == UNLABELLED)
}
