//! Edges that a file lists with several labels, of which a graph keeps one: refused, or settled as the caller says.

use rustc_hash::FxHashMap;

use super::LoadOptions;
use super::options::ParallelLabels;
use crate::graph::rows::EdgeChunk;
use crate::graph::{Graph, GraphError, LabelId, LabelNames, VertexId};

/// Gives all listings of an edge the label that `options` keep. Cost: sequential, a hash map of all edges; asked for only
/// where a file has such edges.
///
/// # Errors
/// [`GraphError::ParallelLabels`] names the first such edge if no choice is made.
pub(super) fn settle(
    name: &str,
    chunks: &mut [EdgeChunk],
    graph: &Graph,
    is_two_way: bool,
    names: &LabelNames,
    options: &LoadOptions,
) -> Result<(), GraphError> {
    let key = |&[u, v]: &[VertexId; 2]| {
        if graph.is_directed() && !is_two_way { [u, v] } else { [u.min(v), u.max(v)] }
    };
    let mut kept: FxHashMap<[VertexId; 2], LabelId> = FxHashMap::default();
    for chunk in chunks.iter() {
        for (edge, &label) in chunk.edges.iter().zip(chunk.labels.iter().flatten()) {
            let before = *kept.entry(key(edge)).or_insert(label);
            if edge[0] == edge[1] || before == label {
                continue;
            }
            match options.parallel_labels {
                Some(ParallelLabels::First) => {}
                Some(ParallelLabels::Last) => drop(kept.insert(key(edge), label)),
                None => {
                    return Err(GraphError::ParallelLabels {
                        path: name.to_owned(),
                        ends: Box::new(edge.map(|v| graph.original_id(v).to_string())),
                        labels: Box::new([before, label].map(|id| names.name(id).unwrap_or_default().to_owned())),
                    });
                }
            }
        }
    }
    for chunk in chunks {
        for (edge, label) in chunk.edges.iter().zip(chunk.labels.iter_mut().flatten()) {
            *label = kept[&key(edge)];
        }
    }
    Ok(())
}
