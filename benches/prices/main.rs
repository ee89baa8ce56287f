//! Fits the prices of a kind of device to measured times, and prints them as the table in `gpm-plan/src/cost/prices.rs` has them.
//!
//! ```text
//! cargo bench --bench prices -- [--device cpu|gpu] [--choices 3] [--runs 5] [GRAPH…]
//! ```
//! Each graph is a file or a model such as `rmat:14:16`; by default some of both kinds, and the files of `$GPM_DATA` if it is set. All
//! connected patterns of the sizes asked for are counted by each of their first choices, on one thread or on a GPU. What the nests of
//! these do is counted by kind of work, and prices are found with which the work of all nests costs what they took, by least squares on
//! the relative errors. A kind that shows in few nests keeps about its old price.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a bench prints its table")]

#[path = "../common/mod.rs"]
mod common;
mod fit;
mod rows;

use anyhow::bail;
use clap::Parser;
use common::load_or_generate;
use fit::{Fit, fit};
use gpm::{Devices, Engine, EngineConfig, Prices, WorkKind};
use rows::{Row, Rows};

/// Graphs that are fitted to unless told otherwise: skewed, even, clustered, and a real one.
const GRAPHS: [&str; 5] =
    ["rmat:12:12", "er:30000:300000", "ba:20000:8", "ws:20000:16:0.1", "examples/graphs/debian-packages.el.gz"];
/// Files of `$GPM_DATA` that are fitted to as well.
const FILES: [&str; 5] = ["ca-GrQc", "wiki-Vote", "email-Eu-core", "p2p-Gnutella31", "delaunay_n16"];
/// Quantiles that are printed.
const QUANTILES: [f64; 7] = [0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0];

/// Fits prices to measured times.
#[derive(Parser, Debug)]
struct Options {
    /// Data graphs: files or models
    graphs: Vec<String>,
    /// What prices are fitted for: cpu or gpu
    #[arg(long, default_value = "cpu")]
    device: String,
    /// Sizes of patterns
    #[arg(long, value_delimiter = ',', default_value = "3,4,5")]
    size: Vec<usize>,
    /// Choices of each shortlist that are run
    #[arg(long, default_value_t = 3)]
    choices: usize,
    /// Runs of which the best counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// Milliseconds that a nest must take to be fitted to
    #[arg(long, default_value_t = 0.5)]
    least: f64,
    /// Seconds after which a plan is given up
    #[arg(long, default_value_t = 2.0)]
    limit: f64,
    /// Print each nest that is fitted to
    #[arg(long)]
    nests: bool,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> anyhow::Result<()> {
    let options = Options::parse();
    // Beside a GPU threads only count what nests do.
    let (devices, prices, threads) = match options.device.as_str() {
        "cpu" => (Devices::Cpu, Prices::CPU, Some(1)),
        "gpu" => (Devices::Gpu(None), Prices::GPU, None),
        other => bail!("--device {other}: expected cpu or gpu"),
    };
    let engine = Engine::new(&EngineConfig { devices, threads, ..EngineConfig::default() })?;
    engine.ready_devices()?;
    let mut rows = Rows::new(&engine, options.least / 1e3);
    for name in graphs(&options) {
        let graph = load_or_generate(&name)?;
        rows.add_graph(&name, &graph, &options)?;
        eprintln!("{name}: {} nests so far", rows.all.len());
    }
    let found = fit(&rows.all, &prices);
    println!(
        "{}; {} nests of {} ms and more, best of {} runs.\n",
        engine.device(),
        rows.all.len(),
        options.least,
        options.runs
    );
    if options.nests {
        print_nests(&rows.all, &found);
    }
    print_prices(&rows.all, &found, &prices);
    print_quantiles(&rows.all, &found, &prices);
    Ok(())
}

/// The graphs asked for, or those that there are.
fn graphs(options: &Options) -> Vec<String> {
    if !options.graphs.is_empty() {
        return options.graphs.clone();
    }
    let data = std::env::var("GPM_DATA").ok();
    let files = data.iter().flat_map(|data| FILES.map(|name| format!("{data}/graphs/{name}.el.gz")));
    GRAPHS.map(str::to_owned).into_iter().chain(files).collect()
}

/// The fitted prices as they stand in the sources, and beside each in how many nests it is a tenth of the cost or more, and the mean
/// error of these.
fn print_prices(rows: &[Row], found: &Fit, old: &Prices) {
    println!("nanoseconds: {:.5} (was {:.5})\n", found.nanoseconds, old.nanoseconds);
    println!("{:<34} {:>9} {:>7} {:>9} {:>7}", "price, in elements streamed", "was", "nests", "predicted", "spread");
    for kind in WorkKind::ALL {
        let price = found.of(kind);
        let share = |row: &Row| row.work.of(kind) * price * found.nanoseconds * 1e-9 / found.seconds(row);
        let own: Vec<f64> =
            rows.iter().filter(|row| share(row) >= 0.1).map(|row| (found.seconds(row) / row.seconds).ln()).collect();
        let number = own.len().max(1) as f64;
        let mean = own.iter().sum::<f64>() / number;
        let spread = (own.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / number).sqrt();
        println!(
            "{:<34} {:>9.3} {:>7} {:>9.2} {:>7.2}",
            format!("(Kind::{kind:?}, {price:?}),"),
            old.of(kind),
            own.len(),
            mean.exp(),
            spread.exp()
        );
    }
}

/// How predicted times compare with measured ones.
fn print_quantiles(rows: &[Row], found: &Fit, old: &Prices) {
    let old = Fit::unfitted(old);
    println!("\n{:<22}{}", "predicted / measured", QUANTILES.map(|part| format!("{part:>8}")).concat());
    for (name, prices) in [("with old prices", &old), ("with new prices", found)] {
        let mut ratios: Vec<f64> = rows.iter().map(|row| prices.seconds(row) / row.seconds).collect();
        ratios.sort_by(f64::total_cmp);
        let Some(last) = ratios.len().checked_sub(1) else { return };
        let at = |part: f64| format!("{:>8.3}", ratios[(last as f64 * part) as usize]);
        println!("{name:<22}{}", QUANTILES.map(at).concat());
    }
}

fn print_nests(rows: &[Row], found: &Fit) {
    println!("| graph | nest | ms | predicted / measured | work |\n|---|---|--:|--:|---|");
    for row in rows {
        let work = WorkKind::ALL.into_iter().filter(|kind| row.work.of(*kind) > 0.0);
        let work: Vec<String> = work.map(|kind| format!("{} {:.3e}", kind.name(), row.work.of(kind))).collect();
        let ratio = found.seconds(row) / row.seconds;
        println!("| {} | {} | {:.3} | {ratio:.2} | {} |", row.graph, row.nest, row.seconds * 1e3, work.join(", "));
    }
    println!();
}
