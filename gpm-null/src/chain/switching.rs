//! The chain that the options of [`Switching`] ask for.

use super::Chain;
use super::arcs;
use super::pairs;
use super::picks::Picks;
use super::swaps::{Swaps, Switches};
use crate::edges::Edges;
use crate::error::NullError;
use crate::model::Switching;
use crate::random::{Purpose, stream};

/// A chain of swaps on a graph that is known to be simple.
///
/// # Errors
/// If options cannot be combined, or do not apply to the graph.
pub(crate) fn chain(observed: &Edges, options: &Switching, seed: u64) -> Result<Box<dyn Chain>, NullError> {
    check(observed, options)?;
    let classes = options.classes.as_deref();
    let class = |vertex: u32| classes.map_or(0, |classes| classes[vertex as usize]);
    if observed.directed && !options.reciprocity {
        return Ok(of_arcs(observed, observed, options, seed));
    }
    if !observed.directed && !options.components && observed.edges.iter().all(|&[u, v]| class(u) != class(v)) {
        let arcs = observed.edges.iter().map(|&[u, v]| if class(u) < class(v) { [u, v] } else { [v, u] });
        return Ok(of_arcs(observed, &observed.with(arcs.collect()), options, seed));
    }
    let base = pairs::Base::new(observed, options.classes.clone());
    let degrees = if options.joint_degrees { observed.degrees().0 } else { vec![0; observed.vertices] };
    let mut groups = Vec::with_capacity(2 * base.len());
    for pair in 0..base.len() {
        let ([u, v], mutual) = (base.observed(pair), base.mutual(pair));
        let single_arc = observed.directed && !mutual;
        for (end, own, other) in [(0, u, v), (1, v, u)] {
            // Single arcs exchange targets: to exchange sources comes to the same. So do edges between two classes, at
            // the greater one.
            if if single_arc { end == 1 } else { class(own) >= class(other) } {
                let group = (mutual, class(own), class(other), degrees[own as usize]);
                groups.push((group, (2 * pair + end) as u32));
            }
        }
    }
    let picks = Picks::new(2 * base.len(), groups);
    let mut items: Vec<u32> = picks.each().into_iter().map(|end| end / 2).collect();
    items.sort_unstable();
    items.dedup();
    Ok(match picks {
        Picks::Whole(whole) => finish(observed, options, seed, base.with(whole), items),
        Picks::Grouped(grouped) => finish(observed, options, seed, base.with(grouped), items),
    })
}

/// A chain of arcs, that are the edges of the observed graph in one direction where that has none.
fn of_arcs(observed: &Edges, arcs: &Edges, options: &Switching, seed: u64) -> Box<dyn Chain> {
    let class = |vertex: u32| options.classes.as_ref().map_or(0, |classes| classes[vertex as usize]);
    let base = arcs::Base::new(arcs, observed.directed, options.classes.clone());
    let groups = (0..).zip(&arcs.edges).map(|(edge, &[u, v])| ((class(u), class(v)), base.place(edge)));
    let picks = Picks::new(arcs.edges.len(), groups.collect());
    let items = picks.each();
    match picks {
        Picks::Whole(whole) => finish(observed, options, seed, base.with(whole), items),
        Picks::Grouped(grouped) => finish(observed, options, seed, base.with(grouped), items),
    }
}

fn finish<S: Swaps + 'static>(
    observed: &Edges,
    options: &Switching,
    seed: u64,
    swaps: S,
    items: Vec<u32>,
) -> Box<dyn Chain> {
    let mut chain = Switches { swaps, items, batches: None };
    if options.components {
        chain.keep_components(observed.vertices, &mut stream(seed, 0, Purpose::Trial));
    }
    Box::new(chain)
}

/// Whether options go together and with the graph.
fn check(observed: &Edges, options: &Switching) -> Result<(), NullError> {
    let refuse = |what, why: &str, advice| Err(NullError::Refused { what, why: why.to_owned(), advice });
    if options.reciprocity && !observed.directed {
        return refuse(
            "reciprocity",
            "edges of an undirected graph have no direction, so that there are no mutual pairs",
            "leave it out, or give a directed graph",
        );
    }
    if options.joint_degrees && observed.directed {
        return refuse(
            "joint degrees",
            "they are of undirected graphs, where a vertex has one degree",
            "leave it out, or ignore directions; with classes by degree each vertex keeps its edges to each degree",
        );
    }
    match &options.classes {
        Some(_) if options.joint_degrees => refuse(
            "joint degrees with classes",
            "swaps that keep both are not known to reach all graphs",
            "ask for one of the two",
        ),
        Some(classes) if classes.len() != observed.vertices => {
            Err(NullError::Length { what: "classes", given: classes.len(), wanted: observed.vertices })
        }
        _ => Ok(()),
    }
}
