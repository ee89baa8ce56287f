//! Patterns declared in Rust: planned while this file compiles, and turned into loops that rustc makes machine code of.
//!
//! `cargo run --release --example 02-declared-pattern`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use gpm::{Control, Graph, Options};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

gpm::pattern! {
    /// Two triangles that share an edge.
    pub Diamond = a-b, b-c, c-d, d-a, a-c;

    /// The same, where the tips do not know each other.
    #[induced]
    pub OpenDiamond = diamond;

    /// All who know each other, five of them.
    pub Clique5 = clique:5;
}

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(KARATE)?;
    println!("{}", Diamond::PLAN);
    println!("diamonds: {}, open: {}", Diamond.count(&graph), OpenDiamond.count(&graph));

    // With limits, and errors instead of panics.
    let control = Control::new().with_time_limit(Duration::from_secs(10));
    let answer = Clique5.count_with(&graph, &Options { threads: Some(2), control, ..Options::default() })?;
    println!("5-cliques: {} on {}", answer.count, answer.device);

    // Matches come as arrays, in the order in which the pattern names its vertices.
    let (mut widest, mut best) = (0, None);
    Diamond.for_each(&graph, |&[a, b, c, d]| {
        let degrees = [a, b, c, d].map(|v| graph.out().degree(v));
        let sum = degrees.iter().sum::<usize>();
        if sum > widest {
            (widest, best) = (sum, Some(degrees));
        }
        ControlFlow::Continue(())
    });
    println!("the best connected diamond has {widest} neighbors: {best:?}");
    Ok(())
}
