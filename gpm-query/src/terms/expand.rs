//! Which lengths chains have, and which way relationships without a direction lead.

use std::collections::BTreeSet;

use gpm::Graph;

use super::term::MOST_TERMS;
use crate::error::Wrong;
use crate::question::{Edge, Reading};

/// A reading of which each relationship is one, and has a direction if the graph has.
#[derive(Clone, Debug)]
pub(super) struct Flat {
    /// Nodes: those of the reading, and those inside of chains.
    pub(super) num_vertices: usize,
    /// Pairs that are the same node, as the ends of a chain of no relationship.
    pub(super) same: Vec<(usize, usize)>,
    pub(super) edges: Vec<FlatEdge>,
}

/// A relationship.
#[derive(Clone, Debug)]
pub(super) struct FlatEdge {
    /// That of the reading which it is, or is of the chain of.
    pub(super) of: usize,
    pub(super) is_whole: bool,
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) types: BTreeSet<String>,
    pub(super) clause: usize,
}

/// All choices of lengths and directions.
pub(super) fn expanded(reading: &Reading, graph: &Graph) -> Result<Vec<Flat>, Wrong> {
    let mut all = vec![Flat { num_vertices: reading.vertices.len(), same: Vec::new(), edges: Vec::new() }];
    for (of, edge) in reading.edges.iter().enumerate() {
        if edge.is_directed && !graph.is_directed() {
            return Err(Wrong::new(edge.span.clone(), "the graph has no directions").help("write `--` or `-[…]-`"));
        }
        let (least, most) = edge.length;
        let ways: &[bool] = if edge.is_directed || !graph.is_directed() { &[false] } else { &[false, true] };
        let mut next = Vec::new();
        for flat in &all {
            for length in least..=most {
                // Each relationship of the chain leads either way.
                let mut chains = vec![chain(flat, (edge.from, edge.to), length)];
                for at in 0..length {
                    let turned = chains.iter().flat_map(|chain: &Vec<(usize, usize)>| {
                        ways.iter().map(move |&is_turned| {
                            let mut chain = chain.clone();
                            if is_turned {
                                chain[at] = (chain[at].1, chain[at].0);
                            }
                            chain
                        })
                    });
                    chains = turned.collect();
                    ensure_few(chains.len(), edge)?;
                }
                for chain in chains {
                    let mut grown = flat.clone();
                    if length == 0 {
                        grown.same.push((edge.from, edge.to));
                    }
                    grown.num_vertices += length.saturating_sub(1);
                    grown.edges.extend(chain.into_iter().map(|(from, to)| FlatEdge {
                        of,
                        is_whole: edge.length == (1, 1),
                        from,
                        to,
                        types: edge.types.clone(),
                        clause: edge.clause,
                    }));
                    next.push(grown);
                    ensure_few(next.len(), edge)?;
                }
            }
        }
        all = next;
    }
    Ok(all)
}

/// Refuses what can be matched in too many ways, which double with each relationship of a chain that has no direction.
fn ensure_few(ways: usize, edge: &Edge) -> Result<(), Wrong> {
    match ways > MOST_TERMS {
        true => Err(Wrong::new(edge.span.clone(), format!("there are more than {MOST_TERMS} ways to match this"))
            .help("give relationships directions, and chains fewer lengths")),
        false => Ok(()),
    }
}

/// The ends of the relationships of a chain, whose inner nodes are new.
fn chain(flat: &Flat, (from, to): (usize, usize), length: usize) -> Vec<(usize, usize)> {
    let node = |at: usize| match at {
        0 => from,
        _ if at == length => to,
        _ => flat.num_vertices + at - 1,
    };
    (0..length).map(|at| (node(at), node(at + 1))).collect()
}
