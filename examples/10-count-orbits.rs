//! What is a vertex's place in the network? Counts per vertex, for one pattern and for all orbits of small graphlets.
//!
//! `cargo run --release --example 10-count-orbits`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::pattern::OrbitsOf;
use gpm::{Control, Engine, Graph, Pattern, Query, VertexId};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(KARATE)?;
    let engine = Engine::auto()?;

    // An anchor is a vertex of the pattern that is held fixed: the paw's vertex of degree 3.
    let paw: Pattern = "hub-a-b-hub-tail".parse()?;
    let hub = paw.vertex_by_name("hub").ok_or("the pattern names it")?;
    let paws = engine.count_per_anchor(&graph, Query::from(paw.with_anchors(&[hub])?))?;
    let busiest = (0..graph.num_vertices()).max_by_key(|&v| paws.counts.get(v)).ok_or("the graph has vertices")?;
    let name = graph.original_id(busiest as VertexId);
    println!("{} paws, {} of them around member {name}", paws.report.count, paws.counts.get(busiest));

    // Two adjacent anchors: a count for each entry of the rows of neighbors.
    let triangle = "a-b-c-a".parse::<Pattern>()?.with_anchors(&[0, 1])?;
    let closed = engine.count_per_anchor(&graph, Query::from(triangle))?;
    let bridges = closed.counts.iter().filter(|&triangles| triangles == 0).count() / 2;
    println!("{bridges} of {} ties are in no triangle", graph.num_edges());

    // All 15 orbits of graphlets of up to 4 vertices at once, in ORCA's numbering.
    let control = Control::new();
    if let Some(found) = engine.count_orbits(&graph, OrbitsOf::Vertices, 4, &control)? {
        let orbits: Vec<u128> = found.counts.iter().map(|counts| counts.get(busiest)).collect();
        println!("orbits of member {name}: {orbits:?}");
    }
    Ok(())
}
