//! Matches of unusual patterns, drawn at random, with the names that their vertices have in the input.

use std::ops::ControlFlow;

use gpm::{Query, SampleOptions, VertexId};
use gpm_report::{Figure, Instance, grouped};

use super::compare::Compared;
use super::counted::Counted;
use super::gather::Gather;
use crate::process::Failure;
use crate::shown::figure;

/// Patterns of which a match is shown. *guess*
const SHOWN: usize = 4;
/// z-scores from which on there are far more than in random graphs. *guess*
const UNUSUAL: f64 = 2.0;

/// A match of each of some patterns: those that there are far more of than in random graphs, and the rarest.
pub(super) fn instances(
    gather: &Gather<'_>,
    sizes: &[Vec<Counted>],
    compared: &[Option<Compared>],
) -> Result<Vec<Instance>, Failure> {
    let judged = compared.iter().map(Option::as_ref);
    let mut there: Vec<(f64, &Counted)> = Vec::new();
    for (counted, own) in sizes.iter().zip(judged.chain(std::iter::repeat(None))) {
        let z = |at: usize| own.and_then(|own| own.judgements[at].z).filter(|z| *z > UNUSUAL).unwrap_or(0.0);
        there.extend(counted.iter().enumerate().map(|(at, one)| (z(at), one)).filter(|(_, one)| one.count > 0));
    }
    // Those that there are far more of than in random graphs, then the rarest.
    there.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.count.cmp(&other.1.count)));
    let there: Vec<&Counted> = there.into_iter().take(SHOWN).map(|(_, one)| one).collect();
    if there.is_empty() {
        return Ok(Vec::new());
    }
    let (section, mut found) = (gather.section("some matches of patterns"), Vec::new());
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
            let caption = match one.count {
                1 => format!("{}, the only one", one.name),
                count => format!("{}, one of {}", one.name, grouped(count)),
            };
            found.push(Instance { figure: named(gather, figure(&one.pattern), &places), caption });
        }
    }
    Ok(found)
}

/// The figure with names and labels of the vertices of the graph.
fn named(gather: &Gather<'_>, mut figure: Figure, places: &[VertexId]) -> Figure {
    let graph = gather.graph;
    for (vertex, &v) in figure.vertices.iter_mut().zip(places) {
        vertex.name = gather.id(v).to_string();
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
