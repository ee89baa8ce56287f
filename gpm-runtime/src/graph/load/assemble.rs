//! Listing + label file → clean graph in the order asked for, and the rest of the report.

use std::time::Instant;

use super::intern::{Interned, intern, max_id};
use super::listing::{Declared, Directions, Endpoints, Listing};
use super::scan::parse_id;
use super::vertex_labels::{LabelFile, LabelledId};
use super::{LoadOptions, LoadReport};
use crate::graph::builder::graph_of_chunks;
use crate::graph::original::{OriginalId, OriginalIds};
use crate::graph::rows::EdgeChunk;
use crate::graph::{Graph, GraphError, LabelId, VertexId, VertexOrder};

/// Makes the graph; fills the counts and the later times of `report`.
pub(super) fn assemble(
    name: &str,
    mut listing: Listing,
    label_file: Option<LabelFile>,
    options: &LoadOptions,
    report: &mut LoadReport,
) -> Result<Graph, GraphError> {
    let start = Instant::now();
    report.read_listing(&listing);
    let has_names = matches!(listing.endpoints, Endpoints::Named { num_names, .. } if num_names > 0);
    let is_declared = has_names || listing.declared != Declared::Mentioned;
    if listing.edges_read == 0 && !is_declared && label_file.is_none() {
        return Err(GraphError::Empty { path: name.to_owned() });
    }
    let is_undirected = listing.notes.directions == Some(Directions::Undirected);
    if options.directed && is_undirected && !listing.notes.is_mirrored {
        listing.mirror();
    }
    if let Some(file) = &label_file {
        declare_labelled(file, &mut listing)?;
    }
    let Interned { mut chunks, mut num_vertices, ids } = intern(name, listing.endpoints, &listing.declared)?;
    let ids = match &label_file {
        Some(file) => add_named(file, ids, &mut num_vertices),
        None => ids,
    };
    let mut edge_labels = listing.edge_labels;
    let mut labels_of = |i: usize| edge_labels.as_mut().map(|all| std::mem::take(&mut all.labels[i]));
    let chunks: Vec<EdgeChunk> = chunks
        .iter_mut()
        .enumerate()
        .map(|(i, edges)| EdgeChunk { edges: std::mem::take(edges), labels: labels_of(i) })
        .collect();
    let (mut graph, counts) = graph_of_chunks(num_vertices, &chunks, options.directed, ids);
    drop(chunks);
    report.read_counts(counts);
    graph.edge_label_names = edge_labels.map(|all| all.names).unwrap_or_default();
    if let Some(labelling) = listing.vertex_labels {
        graph.vertex_labels = Some(labelling.labels.into());
        graph.vertex_label_names = labelling.names;
    }
    if let Some(file) = label_file {
        set_labels(&mut graph, file)?;
    }
    report.times.clean = start.elapsed();
    let order_start = Instant::now();
    let graph = if options.order == VertexOrder::Input { graph } else { graph.into_order(options.order) };
    report.times.order = order_start.elapsed();
    report.read_graph(&graph);
    Ok(graph)
}

/// Lets the label file declare vertices, unless the format has done so.
fn declare_labelled(file: &LabelFile, listing: &mut Listing) -> Result<(), GraphError> {
    let is_named = matches!(listing.endpoints, Endpoints::Named { .. });
    let count = file.labels.len() as u64;
    match (&file.ids, &listing.declared) {
        (None, _) if is_named => {
            let what = "labels in id order need integer ids: give `id label` lines";
            Err(GraphError::Unsupported { path: file.name.clone(), what })
        }
        (None, Declared::Mentioned) => {
            if max_id(&listing.endpoints).is_none_or(|largest| largest < count) {
                listing.declared = Declared::Range { first: 0, count };
            }
            Ok(())
        }
        (Some(ids), Declared::Mentioned) if !is_named => {
            let parsed = ids.iter().map(|id| integer_id(file, id));
            let mut parsed: Vec<u64> = parsed.collect::<Result<_, _>>()?;
            parsed.sort_unstable();
            listing.declared = Declared::Ids(parsed);
            Ok(())
        }
        _ => Ok(()),
    }
}

fn integer_id(file: &LabelFile, id: &LabelledId) -> Result<u64, GraphError> {
    parse_id(id.id.as_bytes()).map_err(|_| bad_id(file, id, "an integer id like those of the graph"))
}

fn bad_id(file: &LabelFile, id: &LabelledId, expected: &'static str) -> GraphError {
    GraphError::BadLine { path: file.name.clone(), line: id.line, token: id.id.clone(), expected }
}

/// Appends vertices that only the label file names.
fn add_named(file: &LabelFile, ids: OriginalIds, num_vertices: &mut usize) -> OriginalIds {
    let (OriginalIds::Names { .. }, Some(labelled)) = (&ids, &file.ids) else { return ids };
    let name_of = |v: usize| match ids.get(v as VertexId) {
        OriginalId::Name(name) => name,
        OriginalId::Integer(_) => "",
    };
    let mut names: Vec<&str> = (0..*num_vertices).map(name_of).collect();
    let mut known: rustc_hash::FxHashSet<&str> = names.iter().copied().collect();
    names.extend(labelled.iter().map(|id| id.id.as_str()).filter(|&name| known.insert(name)));
    *num_vertices = names.len();
    OriginalIds::from_names(names)
}

/// Labels the vertices of a graph in input order.
fn set_labels(graph: &mut Graph, file: LabelFile) -> Result<(), GraphError> {
    let n = graph.num_vertices();
    let labels = match &file.ids {
        None if file.labels.len() == n => file.labels,
        None => {
            let (labels, vertices) = (file.labels.len() as u64, n as u64);
            return Err(GraphError::LabelCount { path: file.name, labels, vertices });
        }
        Some(ids) => labels_by_id(graph, &file, ids)?,
    };
    graph.vertex_labels = Some(labels.into());
    graph.vertex_label_names = file.names;
    Ok(())
}

fn labels_by_id(graph: &Graph, file: &LabelFile, ids: &[LabelledId]) -> Result<Vec<LabelId>, GraphError> {
    let vertices: rustc_hash::FxHashMap<OriginalId<'_>, usize> =
        (0..graph.num_vertices()).map(|v| (graph.original_id(v as VertexId), v)).collect();
    let is_named = matches!(graph.ids, OriginalIds::Names { .. });
    let mut labels: Vec<Option<LabelId>> = vec![None; graph.num_vertices()];
    for (i, id) in ids.iter().enumerate() {
        let key = if is_named { OriginalId::Name(&id.id) } else { OriginalId::Integer(integer_id(file, id)?) };
        let v = *vertices.get(&key).ok_or_else(|| bad_id(file, id, "the id of a vertex of the graph"))?;
        if labels[v].replace(file.labels[i]).is_some_and(|before| before != file.labels[i]) {
            return Err(bad_id(file, id, "labelled once: the file gives it two labels"));
        }
    }
    let label_of = |(v, label): (usize, Option<LabelId>)| {
        let id = || graph.original_id(v as VertexId).to_string();
        label.ok_or_else(|| GraphError::MissingLabel { path: file.name.clone(), id: id() })
    };
    labels.into_iter().enumerate().map(label_of).collect()
}
