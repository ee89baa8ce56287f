//! Measures text loading, `.gpm` opening and text writing on a generated graph of 2^24 listed edges.
//!
//! `cargo run --release -p gpm-runtime --example load_bench -- [MODEL|FILE] [DIRECTORY]`
//! (default `rmat:20:16`, temporary directory). Given a file, only loads it.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

use std::error::Error;
use std::path::Path;
use std::time::Instant;

use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::graph::write::write_edge_list;
use gpm_runtime::graph::{Graph, LoadOptions, VertexOrder};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let source = arguments.next().unwrap_or_else(|| "rmat:20:16".to_owned());
    if Path::new(&source).is_file() {
        return time_loading(Path::new(&source));
    }
    let model: Model = source.parse()?;
    let directory = arguments.next().map_or_else(std::env::temp_dir, Into::into);
    let text_path = directory.join("load_bench.el");
    let binary_path = directory.join("load_bench.gpm");

    let start = Instant::now();
    let graph = generate(&model, 1)?;
    println!("generate   {:.2} s, {} vertices, {} edges", seconds(start), graph.num_vertices(), graph.num_edges());
    let start = Instant::now();
    write_edge_list(&graph, &text_path)?;
    println!("write text {:.2} s", seconds(start));
    drop(graph);
    time_loading(&text_path)?;
    time_binary(&text_path, &binary_path)?;
    std::fs::remove_file(text_path)?;
    std::fs::remove_file(binary_path)?;
    Ok(())
}

fn seconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64()
}

/// Loads text in each order; prints the best of three.
fn time_loading(path: &Path) -> Result<(), Box<dyn Error>> {
    let megabytes = std::fs::metadata(path)?.len() as f64 / 1e6;
    for order in [VertexOrder::Input, VertexOrder::Degree, VertexOrder::Degeneracy] {
        let (mut best, mut shown) = (f64::INFINITY, String::new());
        for _ in 0..3 {
            let start = Instant::now();
            let (graph, report) = Graph::load_with(path, &LoadOptions { order, ..LoadOptions::default() })?;
            if seconds(start) < best {
                (best, shown) = (seconds(start), report.to_string());
            }
            drop(graph);
        }
        println!("load text  {best:.2} s, {:.0} MB/s, order {order:?}\n{shown}", megabytes / best);
    }
    Ok(())
}

/// Computes statistics, saves, and opens.
fn time_binary(text_path: &Path, binary_path: &Path) -> Result<(), Box<dyn Error>> {
    let graph = Graph::load(text_path)?;
    let start = Instant::now();
    graph.statistics();
    println!("statistics {:.2} s", seconds(start));
    let start = Instant::now();
    graph.save(binary_path)?;
    println!("save .gpm  {:.2} s", seconds(start));
    drop(graph);
    for verify in [false, true] {
        let start = Instant::now();
        let (graph, _) = Graph::load_with(binary_path, &LoadOptions { verify, ..LoadOptions::default() })?;
        println!("open .gpm  {:.2} ms, verify {verify}, {} edges", 1e3 * seconds(start), graph.num_edges());
    }
    Ok(())
}
