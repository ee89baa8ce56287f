//! Conditions in Rust: what a match must satisfy, said by the program's own code and data.
//!
//! `cargo run --release --example 11-conditions-in-rust`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::ops::ControlFlow;

use gpm::{Graph, VertexId};

const KARATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/karate.el");

gpm::pattern! {
    /// Friends of a friend who live far apart. The data is given when the pattern is searched for.
    pub Bridge<'a> { places: &'a [Place], limit: f64 } =
        a-b-c, a!-c where |a, c| places[a as usize].distance(places[c as usize]) > limit;

    /// A square that is a walk upwards, and then back: beside columns of the graph.
    pub Ascent<'a> { places: &'a [Place] } =
        a-b-c-d-a where b.age > a.age and |b, c| places[b as usize].1 < places[c as usize].1 and |c, d| higher(c, d);
}

/// Where somebody lives.
#[derive(Clone, Copy)]
pub struct Place(f64, f64);

impl Place {
    fn distance(self, other: Place) -> f64 {
        (self.0 - other.0).hypot(self.1 - other.1)
    }
}

/// Conditions see what is in scope where the pattern is declared.
fn higher(v: VertexId, w: VertexId) -> bool {
    v < w
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut graph = Graph::load(KARATE)?;
    let place = |v: u32| Place(f64::from(v * 7 % 11), f64::from(v * 5 % 13));
    // Conditions are given the graph's own vertices, as listings are.
    let places: Vec<Place> = (0..graph.num_vertices() as VertexId).map(place).collect();
    let ages: Vec<i64> = (0..graph.num_vertices() as i64).map(|v| 20 + v * 3 % 17).collect();
    graph.add_vertex_column("age", ages)?;

    for limit in [4.0, 8.0, 12.0] {
        println!("bridges over {limit}: {}", Bridge { places: &places, limit }.count(&graph));
    }
    println!("{}", Ascent::PLAN);
    let mut first = None;
    let ascents = Ascent { places: &places }.for_each(&graph, |&found| {
        first.get_or_insert(found);
        ControlFlow::Continue(())
    });
    println!("{ascents} ascents, among them {first:?}");
    Ok(())
}
