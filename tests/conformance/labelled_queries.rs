//! Labelled graphs with twins, and queries that are drawn from them: what is answered without a plan.

use gpm_plan::query::Query;
use gpm_runtime::graph::{Graph, GraphBuilder};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

/// What edges say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edges {
    Plain,
    Labelled,
    Directed,
}

/// A graph and queries on it, mostly with matches, for each of so many rounds.
pub(crate) fn cases(rounds: u64, queries: usize) -> Vec<(Graph, Vec<Query>)> {
    (0..rounds).map(|round| case(&mut StdRng::seed_from_u64(round), round, queries)).collect()
}

fn case(random: &mut StdRng, round: u64, queries: usize) -> (Graph, Vec<Query>) {
    let (vertices, edges, labels, largest) =
        [(12, 30, 2, 7), (40, 90, 4, 9), (60, 110, 3, 9), (30, 45, 1, 6), (200, 260, 5, 12), (24, 110, 2, 6)]
            [round as usize % 6];
    let kind = [Edges::Plain, Edges::Plain, Edges::Labelled, Edges::Directed][random.random_range(0..4) as usize];
    let mut builder = match kind {
        Edges::Directed => GraphBuilder::directed(),
        _ => GraphBuilder::undirected(),
    };
    builder = builder.vertices(vertices as usize);
    // Some vertices have no neighbor but one, which makes twins.
    let mut all: Vec<(u32, u32, u64)> = Vec::new();
    while all.len() < edges {
        let part = [1, 6][random.random_range(0..2) as usize];
        let (u, v) = (random.random_range(0..vertices), random.random_range(0..1 + vertices / part));
        let (u, v) = (u as u32, v.min(vertices - 1) as u32);
        if u != v && !all.iter().any(|&(a, b, _)| (a, b) == (u, v) || (a, b) == (v, u)) {
            all.push((u, v, random.random_range(0..2)));
        }
    }
    for &(u, v, label) in &all {
        builder = match kind {
            Edges::Labelled => builder.labelled_edge(u, v, label.to_string()),
            _ => builder.edges([(u, v)]),
        };
    }
    let label: Vec<u64> = (0..vertices).map(|_| random.random_range(0..labels)).collect();
    let graph = builder.vertex_labels(label.iter().map(u64::to_string)).build().expect("it is as above");
    let drawn = (0..queries).filter_map(|_| {
        let size = 1 + random.random_range(0..largest) as usize;
        let mut chosen = vec![random.random_range(0..vertices) as u32];
        let mut joined: Vec<(u32, u32, u64)> = Vec::new();
        for _ in 0..20 * size {
            let &(u, v, edge) = &all[random.random_range(0..all.len() as u64) as usize];
            let (has_u, has_v) = (chosen.contains(&u), chosen.contains(&v));
            if chosen.len() < size && has_u != has_v {
                chosen.push(if has_u { v } else { u });
                joined.push((u, v, edge));
            }
        }
        // Of the other edges between them some.
        for &(u, v, edge) in &all {
            if chosen.contains(&u)
                && chosen.contains(&v)
                && !joined.contains(&(u, v, edge))
                && random.random_range(0..3) > 0
            {
                joined.push((u, v, edge));
            }
        }
        let named = |x: u32| format!("v{x}:{}", label[x as usize]);
        let edge = |&(u, v, label): &(u32, u32, u64)| match kind {
            Edges::Plain => format!("{}-{}", named(u), named(v)),
            Edges::Labelled => format!("{}-[{label}]-{}", named(u), named(v)),
            Edges::Directed => format!("{}->{}", named(u), named(v)),
        };
        if joined.is_empty() {
            return None;
        }
        let text = joined.iter().map(edge).collect::<Vec<_>>().join(", ");
        Some(Query::from(text.parse::<gpm_plan::pattern::Pattern>().unwrap_or_else(|error| panic!("{text}: {error}"))))
    });
    let drawn = drawn.collect();
    (graph, drawn)
}
