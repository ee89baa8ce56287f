//! Shows what the planner makes of a pattern, and how much each pass is worth.
//!
//! `cargo run --release --example 04-explain-a-plan`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::{Engine, Explained, Graph, PASSES, PassSet, Query};

const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/debian-packages.el.gz");

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(PACKAGES)?;
    let engine = Engine::auto()?;
    let query: Query = "diamond".parse()?;

    // The plan depends on the graph: its size, its degrees, how often wedges are closed.
    let plan = engine.plan(&graph, &query)?;
    println!("{}", Explained(&plan));

    // Every pass can be left out. The answer stays; only the time changes.
    let all = engine.count(&graph, &query)?;
    println!("all passes: {} in {:.4} s", all.count, all.seconds.run);
    for pass in PASSES {
        let passes = PassSet::named(pass.name()).ok_or("a pass is known by its name")?;
        let report = engine.count(&graph, query.clone().without(passes))?;
        assert_eq!(report.count, all.count);
        println!("without {:<20} {:.4} s", pass.name(), report.seconds.run);
    }
    Ok(())
}
