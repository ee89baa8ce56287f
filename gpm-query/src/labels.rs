//! Labels and types that a query asks for, and those that a graph has.

use std::collections::BTreeSet;

use gpm::Graph;
use gpm::pattern::{is_record_label, own_label};

use crate::error::Wrong;
use crate::label_choices::Labels;
use crate::question::{Question, Reading};

/// What a graph has.
struct Known {
    labels: BTreeSet<String>,
    types: BTreeSet<String>,
}

impl Known {
    fn of(graph: &Graph) -> Known {
        let own = |label: &str| own_label(label).split(';').map(str::to_owned).collect::<Vec<_>>();
        let names = |are_of_records: bool| {
            let names = graph.vertex_label_names().iter().filter(move |label| is_record_label(label) == are_of_records);
            names.flat_map(own).filter(|label| !label.is_empty()).collect::<BTreeSet<String>>()
        };
        let types = match graph.has_records() {
            true => names(true),
            false => graph.edge_label_names().iter().map(str::to_owned).collect(),
        };
        Known { labels: names(false), types }
    }
}

impl Question {
    /// The labels and types that it asks for and the graph does not have: patterns with them match nothing.
    pub fn unknown_labels(&self, graph: &Graph) -> Vec<String> {
        let known = Known::of(graph);
        let mut unknown = BTreeSet::new();
        self.branches.iter().for_each(|branch| branch.reading.unknown_labels(&known, &mut unknown));
        unknown.into_iter().collect()
    }

    /// Refuses labels where nodes have none, and types where relationships have none.
    pub(crate) fn ensure_labels(&self, graph: &Graph) -> Result<(), Wrong> {
        let known = Known::of(graph);
        self.branches.iter().try_for_each(|branch| branch.reading.ensure_labels(&known, self.text.len()))
    }
}

impl Reading {
    fn around(&self) -> impl Iterator<Item = &Reading> {
        self.subpatterns.iter().chain(&self.optional).map(|own| &own.reading)
    }

    fn unknown_labels(&self, known: &Known, unknown: &mut BTreeSet<String>) {
        let labels = self.vertices.iter().flat_map(|vertex| &vertex.labels.0).flatten();
        unknown.extend(labels.filter(|label| !known.labels.contains(*label)).cloned());
        let types = self.edges.iter().flat_map(|edge| &edge.types);
        unknown.extend(types.filter(|own| !known.types.contains(*own)).cloned());
        self.around().for_each(|inner| inner.unknown_labels(known, unknown));
    }

    fn ensure_labels(&self, known: &Known, length: usize) -> Result<(), Wrong> {
        if let Some(edge) = self.edges.iter().find(|edge| !edge.types.is_empty() && known.types.is_empty()) {
            return Err(Wrong::new(edge.span.clone(), "the relationships of this graph have no types"));
        }
        let is_asked = |labels: &Labels| !labels.is_any();
        if known.labels.is_empty() && self.vertices.iter().any(|vertex| is_asked(&vertex.labels)) {
            return Err(Wrong::new(0..length, "the nodes of this graph have no labels"));
        }
        self.around().try_for_each(|inner| inner.ensure_labels(known, length))
    }
}
