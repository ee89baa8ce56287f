//! Labels and directions: which games need a Python module and also a library that the module needs?
//!
//! `cargo run --release --example 05-labelled-query`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::path::PathBuf;

use gpm::{Engine, Graph, LoadOptions};

const GRAPHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs");

fn main() -> Result<(), Box<dyn Error>> {
    let graphs = PathBuf::from(GRAPHS);
    let options = LoadOptions {
        directed: true,
        labels: Some(graphs.join("debian-packages.labels.gz")),
        ..LoadOptions::default()
    };
    let (graph, report) = Graph::load_with(graphs.join("debian-packages.el.gz"), &options)?;
    println!("{report}");

    let engine = Engine::auto()?;
    for text in [
        "game:games -> module:python -> lib:libs, game -> lib",
        "a:rust -> b:rust -> c:rust, a -> c",
        "a:games -> lib:libs <- b:utils",
        // An anti-edge: it does not depend on the library itself.
        "game:games -> module:python -> lib:libs, game !-> lib",
    ] {
        println!("{:>8}  {text}", engine.count(&graph, text)?.count);
    }

    // A label that the graph does not have is an error that names those it has, not a count of zero.
    match engine.count(&graph, "a:gamez -> b") {
        Ok(report) => println!("{}", report.count),
        Err(error) => println!("{error}"),
    }
    Ok(())
}
