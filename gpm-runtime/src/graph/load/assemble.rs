//! Listing + label file → clean graph in the order asked for, and the rest of the report.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::intern::{Interned, intern, max_id};
use super::label_file::{LabelFile, LabelledId};
use super::listing::{Declared, Directions, Endpoints, Listing};
use super::scan::parse_id;
use super::{LoadOptions, LoadReport, parallel_labels};
use crate::graph::builder::graph_of_chunks;
use crate::graph::original::{OriginalId, OriginalIds};
use crate::graph::rows::EdgeChunk;
use crate::graph::{Graph, GraphError, LabelId, VertexId, VertexOrder, counted};

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
    if let Some(count) = options.vertices {
        declare_range(name, count, &mut listing)?;
    }
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
    let mut chunks: Vec<EdgeChunk> = chunks
        .iter_mut()
        .enumerate()
        .map(|(i, edges)| EdgeChunk { edges: std::mem::take(edges), labels: labels_of(i) })
        .collect();
    let (mut graph, mut counts) = graph_of_chunks(num_vertices, &chunks, options.directed, ids);
    let edge_label_names = edge_labels.map(|all| all.names).unwrap_or_default();
    if counts.conflicting_labels > 0 {
        parallel_labels::settle(name, &mut chunks, &graph, is_undirected, &edge_label_names, options)?;
        let conflicting_labels = counts.conflicting_labels;
        (graph, counts) = graph_of_chunks(num_vertices, &chunks, options.directed, graph.ids);
        counts.conflicting_labels = conflicting_labels;
    }
    drop(chunks);
    report.read_counts(counts);
    graph.edge_label_names = edge_label_names;
    if let Some(labelling) = listing.vertex_labels {
        graph.vertex_labels = Some(labelling.labels.into());
        graph.vertex_label_names = labelling.names;
    }
    graph.members = listing.members;
    if let Some(file) = label_file {
        set_labels(&mut graph, file, options.label_sets, report)?;
    }
    report.times.clean = start.elapsed();
    let order_start = Instant::now();
    let mut graph = if options.order == VertexOrder::Input { graph } else { graph.into_order(options.order) };
    graph.attributes.is_two_way = options.directed && is_undirected;
    report.times.order = order_start.elapsed();
    report.read_graph(&graph);
    Ok(graph)
}

/// Declares the vertices with ids below `count`, unless the format has done so.
fn declare_range(name: &str, count: u64, listing: &mut Listing) -> Result<(), GraphError> {
    if matches!(listing.endpoints, Endpoints::Named { num_names: 1.., .. }) {
        let what =
            "`--vertices` says which integers are ids, and ids here are names: give `id label` lines with --labels";
        return Err(GraphError::Unsupported { path: name.to_owned(), what });
    }
    if let Some(vertex) = max_id(&listing.endpoints).filter(|&largest| largest >= count) {
        return Err(GraphError::VertexOutOfRange { vertex, vertices: count });
    }
    if listing.declared == Declared::Mentioned {
        listing.declared = Declared::Range { first: 0, count };
    }
    Ok(())
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

/// Stands for no label until all labels are known.
const NO_LABEL: LabelId = LabelId::MAX;

/// Labels the vertices of a graph in input order. One that the file does not label has the empty label.
fn set_labels(graph: &mut Graph, file: LabelFile, are_sets: bool, report: &mut LoadReport) -> Result<(), GraphError> {
    let n = graph.num_vertices();
    let mut further = BTreeMap::new();
    let mut labels = match &file.ids {
        None if file.labels.len() == n => file.labels,
        None => {
            let (labels, vertices) = (file.labels.len() as u64, n as u64);
            return Err(GraphError::LabelCount { path: file.name, labels, vertices });
        }
        Some(ids) => labels_by_id(graph, &file, ids, are_sets.then_some(&mut further))?,
    };
    let mut collector = file.names;
    if !further.is_empty() {
        report.notes.push(format!("{} several labels", counted(further.len() as u64, "vertex has", "vertices have")));
    }
    for (v, more) in further {
        let all = [labels[v]].into_iter().chain(more);
        let names: BTreeSet<String> = all.filter_map(|label| collector.name(label)).map(str::to_owned).collect();
        labels[v] = collector.intern(&names.into_iter().collect::<Vec<_>>().join(";"));
    }
    let none = labels.contains(&NO_LABEL).then(|| collector.intern(""));
    let (names, final_ids) = collector.finish();
    let label = |label: LabelId| final_ids[none.filter(|_| label == NO_LABEL).unwrap_or(label) as usize];
    let labels: Vec<LabelId> = labels.into_iter().map(label).collect();
    let empty = names.lookup("");
    let bare = labels.iter().filter(|&&label| Some(label) == empty).count() as u64;
    if bare > 0 {
        let vertices = counted(bare, "vertex has", "vertices have");
        report.notes.push(format!("{vertices} no label in {}", file.name));
    }
    graph.vertex_labels = Some(labels.into());
    graph.vertex_label_names = names;
    Ok(())
}

/// The label of each vertex, and those that some have besides, if there may be such.
fn labels_by_id(
    graph: &Graph,
    file: &LabelFile,
    ids: &[LabelledId],
    mut further: Option<&mut BTreeMap<usize, Vec<LabelId>>>,
) -> Result<Vec<LabelId>, GraphError> {
    let vertices: rustc_hash::FxHashMap<OriginalId<'_>, usize> =
        (0..graph.num_vertices()).map(|v| (graph.original_id(v as VertexId), v)).collect();
    let is_named = matches!(graph.ids, OriginalIds::Names { .. });
    let mut labels: Vec<Option<LabelId>> = vec![None; graph.num_vertices()];
    for (i, id) in ids.iter().enumerate() {
        let key = if is_named { OriginalId::Name(&id.id) } else { OriginalId::Integer(integer_id(file, id)?) };
        let v = *vertices.get(&key).ok_or_else(|| bad_id(file, id, "the id of a vertex of the graph"))?;
        let before = *labels[v].get_or_insert(file.labels[i]);
        match &mut further {
            _ if before == file.labels[i] => {}
            Some(further) => further.entry(v).or_default().push(file.labels[i]),
            None => {
                return Err(bad_id(
                    file,
                    id,
                    "labelled once: the file gives it two labels, both of which --label-sets keeps",
                ));
            }
        }
    }
    Ok(labels.into_iter().map(|label| label.unwrap_or(NO_LABEL)).collect())
}
