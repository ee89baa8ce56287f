//! Measures text loading, `.gpm` opening and text writing on a generated graph of 2^24 listed edges.
//!
//! `cargo run --release -p gpm-runtime --example load_bench -- [MODEL] [DIRECTORY]` (default `rmat:20:16`, temporary directory).
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::error::Error;
use std::time::Instant;

use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::write::write_edge_list;
use gpm_runtime::graph::{Graph, LoadOptions, VertexOrder};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let model: Model = arguments.next().as_deref().unwrap_or("rmat:20:16").parse()?;
    let directory = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let text_path = directory.join("load_bench.el");
    let binary_path = directory.join("load_bench.gpm");
    let seconds = |start: Instant| start.elapsed().as_secs_f64();

    let start = Instant::now();
    let graph = generate(&model, 1)?;
    println!("generate   {:.2} s, {} vertices, {} edges", seconds(start), graph.num_vertices(), graph.num_edges());
    let start = Instant::now();
    write_edge_list(&graph, &text_path)?;
    let text_megabytes = std::fs::metadata(&text_path)?.len() as f64 / 1e6;
    println!("write text {:.2} s, {:.0} MB/s", seconds(start), text_megabytes / seconds(start));
    drop(graph);

    for order in [VertexOrder::Input, VertexOrder::Degree, VertexOrder::Degeneracy] {
        let (mut best, mut shown) = (f64::INFINITY, String::new());
        for _ in 0..3 {
            let start = Instant::now();
            let (graph, report) = Graph::load_with(&text_path, &LoadOptions { order, ..LoadOptions::default() })?;
            if seconds(start) < best {
                (best, shown) = (seconds(start), report.to_string());
            }
            drop(graph);
        }
        println!("load text  {best:.2} s, {:.0} MB/s, order {order:?}\n{shown}", text_megabytes / best);
    }

    let graph = Graph::load(&text_path)?;
    let start = Instant::now();
    graph.statistics();
    println!("statistics {:.2} s", seconds(start));
    let start = Instant::now();
    graph.save(&binary_path)?;
    println!("save .gpm  {:.2} s", seconds(start));
    drop(graph);
    for verify in [false, true] {
        let start = Instant::now();
        let (graph, _) = Graph::load_with(&binary_path, &LoadOptions { verify, ..LoadOptions::default() })?;
        println!("open .gpm  {:.2} ms, verify {verify}, {} edges", 1e3 * seconds(start), graph.num_edges());
    }
    std::fs::remove_file(text_path)?;
    std::fs::remove_file(binary_path)?;
    Ok(())
}
