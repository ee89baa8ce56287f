//! What the planner wants to know of the labels of a pattern in a graph.

use std::collections::BTreeSet;

use gpm_plan::cost::{ClassStats, LabelStats, RowStats};
use gpm_plan::nest::Classes;
use gpm_plan::passes::Pass;
use gpm_plan::pattern::{Label, PairConstraint};
use gpm_plan::query::Query;
use gpm_plan::search::is_cut;
use rayon::prelude::*;

use super::known::{Between, Candidates, Under};
use super::relation::Relation;
use super::{Admitted, BindError, beside, classes};
use crate::control::Control;
use crate::graph::{Graph, LabelId, VertexId};

/// Rows of the vertices of a label that are read for each relation: these first. *guess*
const FIRST: usize = 32;
/// Rows that are read of the rest. *guess*
const OTHERS: usize = 224;

/// Measures the candidate classes of a labelled pattern for the planner: some of the candidates' rows are read for each relation
/// between two classes. `None` for unlabelled patterns.
///
/// # Errors
/// As [`Bound::under`](super::Bound::under).
pub(crate) fn class_stats(graph: &Graph, query: &Query, under: Under<'_>) -> Result<Option<ClassStats>, BindError> {
    let pattern = &query.pattern;
    if pattern.is_directed() && !graph.is_directed() {
        return Err(BindError::UndirectedGraph);
    }
    let Classes { classes, of } = classes_of(query);
    if classes.len() == 1 {
        return Ok(None);
    }
    let members = classes::members(graph, &classes, under)?;
    let candidates = |u: usize| members[usize::from(of[u].0)].as_ref();
    let n = pattern.num_vertices();
    let sizes =
        (0..n).map(|u| candidates(u).map_or(graph.num_vertices(), |members| members.len()) as f64).collect::<Vec<_>>();
    let mut rows = vec![vec![RowStats::default(); n]; n];
    for u in 0..n {
        for w in (0..n).filter(|&w| w != u) {
            let pair = pattern.constraint(u, w, query.semantics);
            if !pair.is_positive() {
                continue;
            }
            // As many pairs are met from the one side as from the other: those of fewer candidates are read.
            let (from, to, pair) = match (sizes[u], u) <= (sizes[w], w) {
                true => (u, w, pair),
                false => (w, u, pattern.constraint(w, u, query.semantics)),
            };
            let (from, to) = (candidates(from), candidates(to));
            let id = |candidates: Option<&Candidates>| candidates.map(|candidates| candidates.id);
            let between = Between { pair, from: vec![id(from)], to: id(to) };
            let relation = Relation::bind(graph, &between.pair)?;
            let expected = || Ok(relation.expected_entries(from, to, under.control)?);
            let entries = under.known.num_pairs(between, expected)? as f64;
            rows[u][w] = RowStats { mean: entries / sizes[u].max(1.0), tilts: [1.0; 2] };
        }
    }
    let mut stats = ClassStats { sizes, rows, windows: Vec::new() };
    if pattern.has_records() {
        beside::measure(graph, query, &mut stats)?;
    }
    Ok(Some(stats))
}

fn classes_of(query: &Query) -> Classes {
    let filter = !query.disabled.contains(Pass::CandidateFilter);
    Classes::new(&query.pattern, query.semantics, filter)
}

/// Whether there is nothing to measure for a query, on whatever graph: any vertex may stand for any of the pattern, and any edge.
pub(crate) fn is_plain(query: &Query) -> bool {
    let pattern = &query.pattern;
    !pattern.has_labels() && !pattern.is_directed() && classes_of(query).classes.len() == 1
}

/// Measures the labels of a labelled pattern that may be cut into parts, whose classes are not those of the whole: a pass over the
/// vertices for each label, and some of their rows for each relation. `None` for other patterns.
///
/// # Errors
/// As [`Bound::under`](super::Bound::under).
pub(crate) fn label_stats(graph: &Graph, query: &Query, control: &Control) -> Result<Option<LabelStats>, BindError> {
    let pattern = &query.pattern;
    if !pattern.has_labels() || !is_cut(query) {
        return Ok(None);
    }
    let n = pattern.num_vertices();
    let labels: BTreeSet<Option<Label>> = (0..n).map(|u| pattern.vertex_label(u).cloned()).collect();
    let labels = labels.into_iter().map(|label| Labelled::resolve(graph, label)).collect::<Result<Vec<_>, _>>()?;
    let adjacent = (0..n).flat_map(|u| pattern.neighbors(u).map(move |w| (u, w)));
    let pairs: BTreeSet<PairConstraint> = adjacent.map(|(u, w)| pattern.constraint(u, w, query.semantics)).collect();
    let mut stats = LabelStats::default();
    for own in &labels {
        let all: Vec<VertexId> =
            (0..graph.num_vertices() as VertexId).into_par_iter().filter(|&v| own.carries(v)).collect();
        stats.vertices.insert(own.label.clone(), all.len() as f64);
        for pair in &pairs {
            control.ensure_running()?;
            let moments = row_moments(&Relation::bind(graph, pair)?, &all, &labels);
            for (other, moments) in labels.iter().zip(moments) {
                let row = RowStats::of_moments(all.len() as f64, moments);
                stats.rows.insert((own.label.clone(), pair.clone(), other.label.clone()), row);
            }
        }
    }
    Ok(Some(stats))
}

/// A label of a pattern, or any, as the graph knows it.
struct Labelled<'g> {
    label: Option<Label>,
    admitted: Option<Admitted>,
    of_vertices: &'g [LabelId],
}

impl<'g> Labelled<'g> {
    fn resolve(graph: &'g Graph, label: Option<Label>) -> Result<Self, BindError> {
        let names = graph.vertex_label_names();
        let admitted = label.as_ref().map(|label| Admitted::new("vertex", names, label)).transpose()?;
        Ok(Labelled { label, admitted, of_vertices: graph.vertex_labels().unwrap_or(&[]) })
    }

    fn carries(&self, v: VertexId) -> bool {
        self.admitted.as_ref().is_none_or(|admitted| admitted.has(self.of_vertices[v as usize]))
    }
}

/// For each label the sums of the lengths, their squares and their cubes over the rows of some vertices, by a sample of these. The
/// first have the highest degrees, which such sums are mostly made of; the rest is met evenly.
fn row_moments(relation: &Relation<'_>, owners: &[VertexId], labels: &[Labelled<'_>]) -> Vec<[f64; 3]> {
    let (first, rest) = owners.split_at(owners.len().min(FIRST));
    let step = rest.len().div_ceil(OTHERS).max(1);
    let others = rest.chunks(step).map(|chunk| (chunk[chunk.len() / 2], chunk.len() as f64));
    let sample: Vec<(VertexId, f64)> = first.iter().map(|&v| (v, 1.0)).chain(others).collect();
    let moments = |&(v, weight): &(VertexId, f64)| {
        let mut lengths = vec![0.0f64; labels.len()];
        relation.for_each(v, |w| {
            let lengths = lengths.iter_mut().zip(labels).filter(|(_, label)| label.carries(w));
            lengths.for_each(|(length, _)| *length += 1.0);
            true
        });
        lengths.into_iter().map(|length| [1, 2, 3].map(|power| weight * length.powi(power))).collect()
    };
    let add = |a: Vec<[f64; 3]>, b: Vec<[f64; 3]>| {
        a.iter().zip(&b).map(|(a, b)| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]).collect()
    };
    sample.par_iter().map(moments).reduce(|| vec![[0.0; 3]; labels.len()], add)
}
