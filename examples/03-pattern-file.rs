//! Patterns from files, from a builder, from graph6 and from petgraph are the same patterns.
//!
//! `cargo run --release --example 03-pattern-file [FILE]`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::pattern::{PatternBuilder, all_connected, catalog};
use gpm::{Engine, Graph, Pattern, Query};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

/// A house as `t/v/e` lines; `*` is any label. A pattern file may also be an edge list or pattern text.
const HOUSE: &str = "t 5 6\nv 0 *\nv 1 *\nv 2 *\nv 3 *\nv 4 *\ne 0 1\ne 1 2\ne 2 3\ne 3 0\ne 0 4\ne 1 4\n";

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(KARATE)?;
    let engine = Engine::auto()?;

    let from_file = match std::env::args().nth(1) {
        Some(path) => Pattern::parse_file(&std::fs::read_to_string(&path)?, &path)?,
        None => Pattern::parse_file(HOUSE, "house")?,
    };
    let mut builder = PatternBuilder::numbered(5);
    for (u, v) in [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (1, 4)] {
        builder.edge(u, v, None);
    }
    let patterns = [("file", from_file), ("builder", builder.build()?), ("name", "house".parse::<Pattern>()?)];
    for (origin, pattern) in patterns {
        let name = catalog::name_of(&pattern).unwrap_or("no name").to_owned();
        let count = engine.count(&graph, pattern)?.count;
        println!("{origin:<8} {name}: {count}");
    }

    // Every connected pattern on four vertices, vertex-induced: the motifs.
    for pattern in all_connected(4) {
        let (name, graph6) = (catalog::name_of(&pattern).unwrap_or("no name"), pattern.to_graph6()?);
        let count = engine.count(&graph, Query::from(pattern).vertex_induced())?.count;
        println!("{count:>8}  {name} (g6:{graph6})");
    }
    Ok(())
}
