//! Matches of rare patterns, drawn at random, with the names that their vertices have in the input.

use std::ops::ControlFlow;

use gpm::graph::counted;
use gpm::{Query, SampleOptions, VertexId};
use gpm_report::{Figure, Instance};

use super::gather::Gather;
use super::motifs::Counted;
use crate::process::Failure;
use crate::shown::figure;

/// Patterns of which a match is shown. *guess*
const SHOWN: usize = 4;

/// A match of each of the rarest patterns that are there.
pub(super) fn instances(gather: &Gather<'_>, sizes: &[Vec<Counted>]) -> Result<Vec<Instance>, Failure> {
    let mut there: Vec<&Counted> = sizes.iter().flatten().filter(|one| one.count > 0).collect();
    there.sort_by_key(|one| one.count);
    there.truncate(SHOWN);
    if there.is_empty() {
        return Ok(Vec::new());
    }
    let (section, mut found) = (gather.section("matches of rare patterns"), Vec::new());
    for one in there {
        let (query, mut places) = (Query::from(one.pattern.clone()).vertex_induced(), Vec::new());
        let options = SampleOptions { draws: 1, seed: gather.seed };
        let drawn = section.search(
            |drawn: &gpm::Sampled| !drawn.partial,
            |control| {
                gather.engine.sample(gather.graph, query, options, control, &mut |found: &[VertexId]| {
                    places = found.to_vec();
                    ControlFlow::Continue(())
                })
            },
        )?;
        if drawn.is_none() {
            break;
        }
        if !places.is_empty() {
            let caption = format!("{}: one of {}", one.name, counted(one.count, "match", "matches"));
            found.push(Instance { figure: named(gather, figure(&one.pattern), &places), caption });
        }
    }
    Ok(found)
}

/// The figure with names and labels of the vertices of the graph.
fn named(gather: &Gather<'_>, mut figure: Figure, places: &[VertexId]) -> Figure {
    let graph = gather.graph;
    for (vertex, &v) in figure.vertices.iter_mut().zip(places) {
        vertex.name = gather.name(v);
        let label = graph.vertex_labels().and_then(|labels| graph.vertex_label_names().name(labels[v as usize]));
        vertex.label = label.filter(|label| !label.is_empty()).map(str::to_owned);
    }
    for edge in &mut figure.edges {
        let (from, to) = (places[edge.from], places[edge.to]);
        let at = graph.out().row(from).binary_search(&to).ok();
        let label = at.and_then(|at| graph.out().row_labels(from)?.get(at).copied());
        let label = label.and_then(|label| graph.edge_label_names().name(label));
        edge.label = label.filter(|label| !label.is_empty()).map(str::to_owned);
    }
    figure
}
