//! How long will it take? The planner predicts costs; one quick query says how fast this machine is.
//!
//! `cargo run --release --example 09-estimate-run-time`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::{Control, Engine, EngineConfig, Graph, Pattern, Plan, Query};

const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/debian-packages.el.gz");

/// What the planner expects of the plan that it chose, in elements of sets streamed.
fn cost(plan: &Plan) -> f64 {
    plan.choices.first().map_or(0.0, |choice| choice.cost)
}

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(PACKAGES)?;
    let engine = Engine::cpu(&EngineConfig::default())?;

    // A query that is over in a moment sets the scale. The first run of a process also wakes threads: take the second.
    let triangle = engine.plan(&graph, Query::from("triangle".parse::<Pattern>()?))?;
    engine.count_planned(&graph, &triangle, &Control::new())?;
    let scale = engine.count_planned(&graph, &triangle, &Control::new())?.seconds.run / cost(&triangle);

    println!("{:<16} {:>12} {:>12} {:>12}", "pattern", "cost", "expected s", "measured s");
    for name in ["diamond", "4-clique", "house", "5-clique", "bull"] {
        let plan = engine.plan(&graph, Query::from(name.parse::<Pattern>()?))?;
        let report = engine.count_planned(&graph, &plan, &Control::new())?;
        let (cost, run) = (cost(&plan), report.seconds.run);
        println!("{name:<16} {cost:>12.3e} {:>12.5} {run:>12.5}", cost * scale);
    }

    // Expectations are rough, by a factor of a few. Where it matters, a limit or the progress of the run tell more:
    let control = Control::new();
    let house = engine.count_with(&graph, Query::from("house".parse::<Pattern>()?), &control)?;
    println!("houses: {}, {:.0} % done", house.count, 100.0 * control.progress());
    Ok(())
}
