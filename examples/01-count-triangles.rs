//! Counts patterns in a small undirected graph: Zachary's karate club.
//!
//! `cargo run --release --example 01-count-triangles`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::{Engine, Graph, Query};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(KARATE)?;
    println!("{} vertices, {} edges", graph.num_vertices(), graph.num_edges());
    let engine = Engine::auto()?;

    // Text, or a name from the catalog: both are the same pattern.
    for text in ["a-b, b-c, c-a", "triangle"] {
        let report = engine.count(&graph, text)?;
        println!("{text}: {}", report.count);
    }

    // The three meanings of "occurs", and the two units.
    let wedge: Query = "b-a-c".parse()?;
    let queries = [
        ("distinct subgraphs", wedge.clone()),
        ("of which b and c are not joined", wedge.clone().vertex_induced()),
        ("injective matches", wedge.clone().embeddings()),
        ("maps, b and c may coincide", wedge.homomorphism()),
    ];
    for (what, query) in queries {
        println!("wedge, {what}: {}", engine.count(&graph, query)?.count);
    }
    Ok(())
}
