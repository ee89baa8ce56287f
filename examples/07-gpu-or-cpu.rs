//! Runs on a GPU if there is one, else on the CPU, and says which: the program is the same.
//!
//! `cargo run --release --example 07-gpu-or-cpu`
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use gpm::{Devices, Engine, EngineConfig, Graph};

const PACKAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/graphs/debian-packages.el.gz");

gpm::pattern! {
    Square = a-b-c-d-a;
}

fn main() -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(PACKAGES)?;

    // An engine keeps the graph on the GPU, and kernels: make one and keep it.
    let engine = Engine::auto()?;
    println!("this machine counts on: {}", engine.device());
    let house = engine.count(&graph, "house")?;
    println!("houses: {} in {:.4} s", house.count, house.seconds.run);

    // A declared pattern is code for the CPU; as a query it runs wherever the engine does.
    let (here, there) = (Square.count(&graph), engine.count(&graph, Square.query())?);
    println!("squares: {here} here, {} on {}", there.count, there.device);

    // Who wants a GPU and nothing else is told what is missing.
    let config = EngineConfig { devices: Devices::Gpu(None), ..EngineConfig::default() };
    match Engine::new(&config) {
        Ok(engine) => println!("GPU: {}", engine.device()),
        Err(missing) => println!("no GPU: {missing}"),
    }
    Ok(())
}
