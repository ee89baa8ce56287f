//! Hands matches to a callback as they are found, and stops when there are enough. Example 12 iterates over them.
//!
//! `cargo run --release --example 06-stream-matches`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use gpm::{Control, Engine, Graph, LoadOptions};

const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/debian-packages.el.gz");

fn main() -> Result<(), Box<dyn Error>> {
    let options = LoadOptions { directed: true, ..LoadOptions::default() };
    let (graph, _) = Graph::load_with(PACKAGES, &options)?;
    let engine = Engine::auto()?;

    // Rings: packages that need each other in a circle. They come in no particular order.
    let mut lines = Vec::new();
    let report = engine.list_with(&graph, "a -> b -> c -> a", &Control::new(), &mut |found| {
        let names: Vec<String> = found.iter().map(|&v| graph.original_id(v).to_string()).collect();
        lines.push(names.join(" -> "));
        ControlFlow::Continue(())
    })?;
    lines.sort();
    println!("{} rings, the first: {}", report.count, lines[0]);

    // Memory does not grow with the number of matches, and the consumer says when it has enough.
    let control = Control::new().with_time_limit(Duration::from_secs(60));
    let mut taken = 0;
    let report = engine.list_with(&graph, "a -> b -> c -> d", &control, &mut |_| {
        taken += 1;
        if taken == 1_000_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    println!("{} paths taken; cut short by the clock: {}", report.count, report.partial);
    Ok(())
}
