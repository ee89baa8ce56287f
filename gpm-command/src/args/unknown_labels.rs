//! Labels that patterns ask for and the graph does not have.

use std::collections::BTreeSet;

use gpm::graph::LabelNames;
use gpm::pattern::predicate::items;
use gpm::{Graph, Label, Pattern};
use gpm_plan::pattern::admits;

use crate::process::Messages;

/// Says which labels of patterns a graph with labels does not have: what asks for one of them has no match.
pub(super) fn note_unknown_labels<'a>(
    patterns: impl Iterator<Item = &'a Pattern> + Clone,
    graph: &Graph,
    messages: Messages,
) {
    let (vertices, edges) = (graph.vertex_label_names(), graph.edge_label_names());
    let mut unknown = BTreeSet::new();
    let mut check = |kind, names: &LabelNames, label: &Label| {
        let missing = label.texts().filter(|text| !names.is_empty() && !names.iter().any(|name| admits(text, name)));
        unknown.extend(missing.map(|text| (kind, Label::from(text))));
    };
    for pattern in patterns.clone() {
        let labels = (0..pattern.num_vertices()).filter_map(|u| pattern.vertex_label(u));
        labels.for_each(|label| check("vertex", vertices, label));
        pattern.edges().filter_map(|edge| edge.label).for_each(|label| check("edge", edges, &label));
    }
    let among = |label: &str| vertices.iter().any(|name| name != label && items(name).any(|item| item == label));
    let asked: BTreeSet<&str> = patterns.clone().flat_map(vertex_labels).collect();
    for label in asked.into_iter().filter(|label| among(label)) {
        messages
            .note(format_args!("some vertices have the label `{label}` among others: --label-sets asks for these too"));
    }
    for (kind, label) in unknown {
        let names = if kind == "vertex" { vertices } else { edges };
        let known: Vec<String> = names.iter().take(12).map(|name| format!("`{name}`")).collect();
        let more = if names.len() > known.len() { ", …" } else { "" };
        messages.note(format_args!("no {kind} has the label `{label}`: the graph has {}{more}", known.join(", ")));
    }
}

/// The labels that vertices of a pattern ask for.
fn vertex_labels(pattern: &Pattern) -> impl Iterator<Item = &str> {
    (0..pattern.num_vertices()).filter_map(|u| pattern.vertex_label(u)).flat_map(Label::texts)
}
