//! The triad census: what was counted of connected triads, and what follows of the others.

use gpm::Graph;
use gpm::pattern::disconnected_triads;
use gpm_report::{TRIADS, TriadCensus};

use super::compare::Compared;
use super::counted::Counted;

/// Triads in which all pairs are joined: a mutual, an asymmetric and no null pair less.
const CLOSED: [&str; 7] = ["030T", "030C", "120D", "120U", "120C", "210", "300"];

/// The census of a directed graph by the counts of its connected patterns of three vertices.
pub(super) fn census(graph: &Graph, connected: &[Counted], compared: Option<&Compared>) -> Option<TriadCensus> {
    let (figures, _) = graph.quick_statistics();
    let mutual = figures.edges.checked_sub(figures.undirected_edges)?;
    let one_way = figures.undirected_edges.checked_sub(mutual)?;
    let known: Vec<(&str, u128)> = connected.iter().map(|one| (one.name.as_str(), one.count)).collect();
    let others = disconnected_triads(figures.vertices, [one_way.into(), mutual.into()], &known)?;
    let disconnected = TRIADS.iter().zip(others);
    let count = |name: &&str| {
        let found = known.iter().copied().chain(disconnected.clone().map(|(own, count)| (*own, count)));
        found.into_iter().find(|(own, _)| own == name).map(|(_, count)| count)
    };
    let z = |name: &&str| {
        let at = connected.iter().position(|one| one.name == *name)?;
        compared?.judgements.get(at)?.z
    };
    Some(TriadCensus { counts: TRIADS.each_ref().map(count), z: TRIADS.each_ref().map(z) })
}

/// Sets of three vertices that are all joined, whatever the directions.
pub(super) fn triangles(connected: &[Counted]) -> u128 {
    connected.iter().filter(|one| CLOSED.contains(&one.name.as_str())).map(|one| one.count).sum()
}
