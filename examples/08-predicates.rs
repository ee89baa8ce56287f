//! Predicates over attributes: money that goes around in a ring, most of it, each time a little later.
//!
//! `cargo run --release --example 08-predicates`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::{Engine, Graph, Pattern, Query};

const ACCOUNTS: u64 = 400;

fn main() -> Result<(), Box<dyn Error>> {
    // Payments between accounts, by a fixed rule instead of a file: from, to, day, amount.
    let payments: Vec<(u64, u64)> = (0..ACCOUNTS)
        .flat_map(|from| (1..=6).map(move |k| (from, (from * k + 17 * k * k + 3) % ACCOUNTS)))
        .filter(|(from, to)| from != to)
        .collect();
    let day: Vec<i64> = payments.iter().map(|(from, to)| ((from * 7 + to * 13) % 90) as i64).collect();
    let amount: Vec<Option<f64>> = payments
        .iter()
        .map(|(from, to)| Some((from * 31 + to * 57) % 97).filter(|x| x % 10 > 0).map(|x| 100.0 + x as f64 / 4.0))
        .collect();
    let limit: Vec<i64> = (0..ACCOUNTS as i64).map(|account| account % 5 * 50).collect();

    let mut graph = Graph::from_directed_edges(ACCOUNTS as usize, payments.iter().map(|&(a, b)| (a as u32, b as u32)))?;
    graph.add_edge_column("day", &payments, day)?;
    graph.add_edge_column("amount", &payments, amount)?;
    graph.add_vertex_column("limit", limit)?;

    let engine = Engine::auto()?;
    let ring = "a -> b -> c -> a";
    for predicate in [
        "",
        // The first payment is the earliest: each ring is met from one side only.
        "where (a->b).day < (b->c).day and (b->c).day < (c->a).day",
        "where (a->b).day < (b->c).day and (b->c).day < (c->a).day and (c->a).amount > 0.8 * (a->b).amount",
        "where a.limit < (a->b).amount and b.limit < (b->c).amount and c.limit < (c->a).amount",
        // A payment without an amount satisfies neither. The other payments are not asked about, so that a ring counts once for
        // each of its payments that may be the first.
        "where (a->b).amount < 110 or not (a->b).amount < 110",
    ] {
        let report = engine.count(&graph, Query::from(format!("{ring} {predicate}").parse::<Pattern>()?))?;
        let plan = report.plan.expect("nobody stops the run");
        println!("{:>6}  |Aut| = {}  {predicate}", report.count, plan.automorphisms);
    }

    // A column that the graph does not have is an error that names those it has.
    let query = Query::from("a->b where (a->b).date < 3".parse::<Pattern>()?);
    println!("{}", engine.count(&graph, &query).err().map_or_else(String::new, |error| error.to_string()));
    Ok(())
}
