//! Graphs and patterns from petgraph, with labels made of its weights.
//!
//! `cargo run --release --example 13-petgraph`; a program of yours asks for the feature `petgraph`.
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::{Engine, Graph, Pattern};
use petgraph::graph::DiGraph;

#[derive(Clone, Copy, Default)]
enum Kind {
    #[default]
    Person,
    Shop,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut payments = DiGraph::<Kind, u32>::new();
    let [ann, ben, eve] = [(); 3].map(|()| payments.add_node(Kind::Person));
    let shop = payments.add_node(Kind::Shop);
    payments.extend_with_edges([(ann, ben, 20), (ben, eve, 500), (eve, ann, 480), (ann, shop, 9), (eve, shop, 700)]);

    // Directions come along; indices of nodes are the ids of vertices.
    let engine = Engine::auto()?;
    let plain = Graph::from_petgraph(&payments)?;
    println!("{} rings of three", engine.count(&plain, "a->b->c->a")?.count);

    // Labels are what closures make of the weights.
    let kind = |kind: &Kind| match kind {
        Kind::Person => Some("person"),
        Kind::Shop => Some("shop"),
    };
    let size = |&amount: &u32| Some(if amount < 100 { "small" } else { "large" });
    let labelled = Graph::from_petgraph_with(&payments, kind, size)?;
    println!("{} large payments to a shop", engine.count(&labelled, "a:person -[large]-> b:shop")?.count);

    // A pattern may be a petgraph graph, too.
    let pattern = Pattern::try_from(&DiGraph::<(), ()>::from_edges([(0, 1), (0, 2), (1, 2)]))?;
    println!("{} feed-forward loops", engine.count(&plain, pattern)?.count);
    Ok(())
}
