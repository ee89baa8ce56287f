//! Brute force: counts read straight off the definition of a match, pair by pair, without a plan. Slow, and there to be compared with: by
//! `gpm debug shrink`, `gpm explain --certify` and tests. Of the planner it uses the pattern and nothing else: no orders, no restrictions, no sets,
//! no groups.

use std::ops::ControlFlow;

use gpm_plan::pattern::{Label, PairConstraint, PairStates, Pattern, Semantics, admits};
use gpm_plan::query::{Query, Unit};
use thiserror::Error;

use crate::control::{Control, NoThread, Stopped};
use crate::graph::{Graph, LabelId, LabelNames, VertexId};
use crate::view::{BindError, Held};

/// Steps between two looks at the control.
const LOOK: u64 = 1 << 12;

/// Why brute force gives no number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BruteError {
    /// The graph lacks what the conditions read.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// It was stopped, or its time was over.
    #[error("brute force was stopped before it was through")]
    Stopped,
    /// The time limit cannot be watched.
    #[error(transparent)]
    NoThread(#[from] NoThread),
}

impl From<Stopped> for BruteError {
    fn from(_: Stopped) -> BruteError {
        BruteError::Stopped
    }
}

/// The answer to a counting query: all maps, divided by the symmetries of the pattern where subgraphs are asked for.
///
/// ```
/// use gpm::{Control, Graph, Query, brute};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// assert_eq!(brute::count(&graph, &"a-b-c".parse::<Query>()?, &Control::new())?, 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`BruteError`].
pub fn count(graph: &Graph, query: &Query, control: &Control) -> Result<u128, BruteError> {
    Ok(matches(graph, query, control)? / divisor(query, control)?)
}

/// All maps that are matches, whatever is counted.
///
/// # Errors
/// [`BruteError`].
pub fn matches(graph: &Graph, query: &Query, control: &Control) -> Result<u128, BruteError> {
    control.run(|control| maps(graph, &query.pattern, query.semantics, control))?
}

/// How many of these maps are one of what is counted: the symmetries of the pattern, where subgraphs are.
///
/// # Errors
/// [`BruteError::Stopped`], [`BruteError::NoThread`].
pub fn divisor(query: &Query, control: &Control) -> Result<u128, BruteError> {
    match (query.semantics, query.unit) {
        (Semantics::Homomorphism, _) | (_, Unit::Embeddings) => Ok(1),
        (semantics, Unit::Subgraphs) => control.run(|control| automorphisms(&query.pattern, semantics, control))?,
    }
}

/// The number of maps of the pattern's vertices to vertices of the graph that are matches.
fn maps(graph: &Graph, pattern: &Pattern, semantics: Semantics, control: &Control) -> Result<u128, BruteError> {
    let data = Data::new(graph, pattern, semantics);
    let held = if pattern.predicate().is_empty() { None } else { Some(Held::new(graph, pattern)?) };
    let vertices: Vec<VertexId> = (0..graph.num_vertices() as u64).map(|v| v as VertexId).collect();
    // Whoever is adjacent to a vertex that is matched already stands in its rows, or in those of its sources.
    let near = |u: usize, placed: &[Option<VertexId>]| {
        let beside = pattern.neighbors(u).find_map(|v| placed[v]);
        let Some(beside) = beside else { return vertices.clone() };
        let mut near = [graph.out().row(beside), graph.incoming().row(beside)].concat();
        near.sort_unstable();
        near.dedup();
        near
    };
    let mut total = 0u128;
    let search = Search {
        order: connected_order(pattern),
        is_injective: semantics != Semantics::Homomorphism,
        candidates: &near,
        vertex_fits: &|u, x| data.vertex_fits(u, x),
        pair_fits: &|u, v, x, y| data.pair_fits(u, v, x, y),
        control,
    };
    search.run(&mut |map| {
        total += u128::from(held.as_ref().is_none_or(|held| held.hold(map)));
    })?;
    Ok(total)
}

/// The number of symmetries: maps of the pattern to itself that keep labels, what is demanded of each pair, and the conditions.
fn automorphisms(pattern: &Pattern, semantics: Semantics, control: &Control) -> Result<u128, BruteError> {
    let vertices: Vec<VertexId> = (0..pattern.num_vertices() as VertexId).collect();
    let constraint = |u: usize, v: usize| pattern.constraint(u, v, semantics);
    let mut total = 0u128;
    let search = Search {
        order: connected_order(pattern),
        is_injective: true,
        candidates: &|_, _| vertices.clone(),
        vertex_fits: &|u, x| pattern.vertex_label(u) == pattern.vertex_label(x as usize),
        pair_fits: &|u, v, x, y| constraint(u, v) == constraint(x as usize, y as usize),
        control,
    };
    search.run(&mut |map| {
        let order: Vec<usize> = map.iter().map(|&x| x as usize).collect();
        total += u128::from(pattern.permuted(&order).predicate() == pattern.predicate());
    })?;
    Ok(total)
}

/// The pattern's vertices, each but the first behind one that it is adjacent to.
fn connected_order(pattern: &Pattern) -> Vec<usize> {
    let mut order = vec![0];
    let is_next = |order: &[usize], v: usize| !order.contains(&v) && order.iter().any(|&u| pattern.are_adjacent(u, v));
    while let Some(next) = (0..pattern.num_vertices()).find(|&v| is_next(&order, v)) {
        order.push(next);
    }
    order
}

/// What may be taken for a pattern vertex, as others are placed.
type Candidates<'a> = dyn Fn(usize, &[Option<VertexId>]) -> Vec<VertexId> + 'a;

/// Backtracking: pattern vertices one after the other, each with all that fit.
struct Search<'a> {
    order: Vec<usize>,
    is_injective: bool,
    /// At least those that fit pattern vertex `u`, as others are placed.
    candidates: &'a Candidates<'a>,
    vertex_fits: &'a dyn Fn(usize, VertexId) -> bool,
    /// Whether `u` and `v` may be `x` and `y`.
    pair_fits: &'a dyn Fn(usize, usize, VertexId, VertexId) -> bool,
    control: &'a Control,
}

impl Search<'_> {
    /// Calls `found` for each whole map, by pattern vertex.
    fn run(&self, found: &mut dyn FnMut(&[VertexId])) -> Result<(), Stopped> {
        let mut steps = 0;
        match self.extend(0, &mut vec![None; self.order.len()], &mut steps, found) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(stopped) => Err(stopped),
        }
    }

    fn extend(
        &self,
        depth: usize,
        placed: &mut Vec<Option<VertexId>>,
        steps: &mut u64,
        found: &mut dyn FnMut(&[VertexId]),
    ) -> ControlFlow<Stopped> {
        let Some(&u) = self.order.get(depth) else {
            let map: Vec<VertexId> = placed.iter().copied().flatten().collect();
            found(&map);
            return ControlFlow::Continue(());
        };
        for x in (self.candidates)(u, placed) {
            *steps += 1;
            if steps.is_multiple_of(LOOK) && self.control.is_stopped() {
                return ControlFlow::Break(Stopped);
            }
            let fits =
                |&v: &usize| placed[v].is_none_or(|y| !(self.is_injective && x == y) && (self.pair_fits)(u, v, x, y));
            if (self.vertex_fits)(u, x) && self.order[..depth].iter().all(fits) {
                placed[u] = Some(x);
                self.extend(depth + 1, placed, steps, found)?;
                placed[u] = None;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What a pattern demands, with labels as the graph numbers them.
struct Data<'a> {
    graph: &'a Graph,
    /// By pattern vertex the labels that it takes; `None` takes any.
    labels: Vec<Option<Vec<LabelId>>>,
    pairs: Vec<Vec<PairConstraint>>,
}

impl<'a> Data<'a> {
    fn new(graph: &'a Graph, pattern: &Pattern, semantics: Semantics) -> Self {
        let all = 0..pattern.num_vertices();
        let label = |u| pattern.vertex_label(u).map(|label| known(graph.vertex_label_names(), label));
        let row = |u| all.clone().map(|v| pattern.constraint(u, v, semantics)).collect();
        Self { graph, labels: all.clone().map(label).collect(), pairs: all.clone().map(row).collect() }
    }

    fn vertex_fits(&self, u: usize, x: VertexId) -> bool {
        let own = self.graph.vertex_labels().map(|labels| labels[x as usize]);
        self.labels[u].as_ref().is_none_or(|wanted| own.is_some_and(|own| wanted.contains(&own)))
    }

    fn pair_fits(&self, u: usize, v: usize, x: VertexId, y: VertexId) -> bool {
        let pair = &self.pairs[u][v];
        let forward = self.has_edge(x, y, pair.forward_label.as_ref());
        let backward = self.has_edge(y, x, pair.backward_label.as_ref());
        pair.allowed.contains(match (forward, backward) {
            (false, false) => PairStates::NONE,
            (true, false) => PairStates::FORWARD,
            (false, true) => PairStates::BACKWARD,
            (true, true) => PairStates::BOTH,
        })
    }

    fn has_edge(&self, x: VertexId, y: VertexId, label: Option<&Label>) -> bool {
        let Ok(at) = self.graph.out().row(x).binary_search(&y) else { return false };
        let wanted = label.map(|label| known(self.graph.edge_label_names(), label));
        let own = self.graph.out().row_labels(x).map(|labels| labels[at]);
        wanted.is_none_or(|wanted| own.is_some_and(|own| wanted.contains(&own)))
    }
}

/// The numbers of what a label admits, as far as the graph has it.
fn known(names: &LabelNames, label: &Label) -> Vec<LabelId> {
    let is_admitted = |&id: &LabelId| names.name(id).is_some_and(|name| label.texts().any(|text| admits(text, name)));
    (0..names.len() as LabelId).filter(is_admitted).collect()
}
