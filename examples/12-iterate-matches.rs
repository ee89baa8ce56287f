//! Matches as an iterator: a loop takes them one by one while threads search, and asks the engine more meanwhile.
//!
//! `cargo run --release --example 12-iterate-matches`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::sync::Arc;

use gpm::{Engine, Graph};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

gpm::pattern! {
    Wedge = a-b-c;
}

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Arc::new(Graph::load(KARATE)?);
    let engine = Engine::auto()?;

    // The search ends when the loop does.
    for found in engine.matches(&graph, "clique:5")?.take(1) {
        let names: Vec<String> = found?.iter().map(|&v| graph.original_id(v).to_string()).collect();
        println!("five who all know each other: {}", names.join(", "));
    }

    // By reference, so that the report is there after the loop. The engine may be used in it.
    let mut matches = engine.matches(&graph, "clique:4")?;
    let mut widest = 0;
    for found in &mut matches {
        widest = found?.iter().map(|&v| graph.out().degree(v)).max().unwrap_or(0).max(widest);
    }
    if let Some(report) = matches.report() {
        println!("{} 4-cliques, cut short: {}; most friends in one: {widest}", report.count, report.partial);
    }

    // The matches of a declared pattern are arrays.
    let open = Wedge.matches(&graph)?.filter(|found| matches!(found, Ok([a, _, c]) if !graph.out().has_edge(*a, *c)));
    println!("{} open wedges", open.count());
    Ok(())
}
