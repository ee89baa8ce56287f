//! Times patterns that the `pattern!` macro made code of, beside the same plans made code while the program runs, the
//! engine's own plans for the graph, and loops written by hand. Prints a Markdown table.
//!
//! ```text
//! cargo bench --bench macros -- [--threads 2] [--only house] GRAPH…
//! ```
//! Rising triangles and compared diamonds have predicates on a column of integers.
//!
//! All times are of the search alone, the best of a few runs taken in turn; a ratio below 1 is in the macro's favour.
#![expect(clippy::print_stdout, reason = "a bench prints its table")]

mod by_hand;
#[path = "../common/mod.rs"]
mod common;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use clap::Parser;
use common::{geometric_mean, graphs};
use gpm::{Control, Engine, EngineConfig, Graph, GraphStats, Options, PassSet, Plan, Planned};

gpm::pattern! {
    Triangle = triangle;
    Clique4 = clique:4;
    Clique5 = clique:5;
    Diamond = diamond;
    TailedTriangle = tailed-triangle;
    Cycle4 = cycle:4;
    House = house;
    Bull = bull;
    Rising = a-b-c-a where a.x < b.x and b.x < c.x;
    Comparable = diamond where 0.x + 1.x < 2.x + 3.x;
    #[induced]
    InducedDiamond = diamond;
    #[induced]
    InducedCycle4 = cycle:4;
}

/// Times patterns that are code already.
#[derive(Parser, Debug)]
struct Arguments {
    /// Data graphs
    #[arg(required = true)]
    graphs: Vec<PathBuf>,
    /// Worker threads
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Runs of which the best counts
    #[arg(long, default_value_t = 7)]
    runs: usize,
    /// The one pattern to time, by its name in the table
    #[arg(long)]
    only: Option<String>,
    /// What cargo passes
    #[arg(long, hide = true)]
    bench: bool,
}

/// A way to count: its count and its seconds.
type Way<'a> = Box<dyn FnMut() -> anyhow::Result<(u128, f64)> + 'a>;

struct Bench<'a> {
    graph: &'a Graph,
    name: String,
    engine: &'a Engine,
    arguments: &'a Arguments,
    /// Macro over the same plan by the engine, and over by hand.
    ratios: Vec<f64>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let config = EngineConfig { threads: Some(arguments.threads), ..EngineConfig::default() };
    let engine = Engine::cpu(&config)?;
    println!("{}; best of {} runs.\n", engine.device(), arguments.runs);
    println!("| graph | pattern | count | macro s | / engine, same plan | / engine, own plan | / by hand |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    let mut ratios = Vec::new();
    for loaded in graphs(&arguments.graphs) {
        let (name, mut graph) = loaded?;
        let values: Vec<i64> = (0..graph.num_vertices() as i64).map(|v| v * 7919 % 1009).collect();
        graph.add_vertex_column("x", values)?;
        graph.splits();
        let mut bench = Bench { graph: &graph, name, engine: &engine, arguments: &arguments, ratios: Vec::new() };
        bench.row("triangle", Triangle, None)?;
        bench.row("4-clique", Clique4, Some(by_hand::clique_4))?;
        bench.row("5-clique", Clique5, None)?;
        bench.row("diamond", Diamond, Some(by_hand::diamond))?;
        bench.row("tailed-triangle", TailedTriangle, None)?;
        bench.row("4-cycle", Cycle4, None)?;
        bench.row("house", House, Some(by_hand::house))?;
        bench.row("bull", Bull, None)?;
        bench.row("rising triangle", Rising, None)?;
        bench.row("diamond, compared", Comparable, None)?;
        bench.row("diamond, induced", InducedDiamond, None)?;
        bench.row("4-cycle, induced", InducedCycle4, None)?;
        ratios.extend(bench.ratios);
    }
    if let Some(mean) = geometric_mean(ratios.into_iter()) {
        println!("\nGeometric mean of macro / engine with the same plan: {mean:.3}.");
    }
    Ok(())
}

impl Bench<'_> {
    fn row<P: Planned>(
        &mut self,
        pattern: &str,
        planned: P,
        by_hand: Option<fn(&Graph, usize) -> u128>,
    ) -> anyhow::Result<()> {
        if self.arguments.only.as_ref().is_some_and(|only| only != pattern) {
            return Ok(());
        }
        let (graph, engine, threads) = (self.graph, self.engine, self.arguments.threads);
        let options = Options { threads: Some(threads), ..Options::default() };
        // Declared patterns look no tables up.
        let same = Plan::new(P::query().without(PassSet::lookups()), &GraphStats::typical())?;
        let own = engine.plan(graph, P::query())?;
        let by_plan = |plan: Plan| -> Way<'_> {
            Box::new(move || {
                let report = engine.count_planned(graph, &plan, &Control::new())?;
                Ok((report.count, report.seconds.run))
            })
        };
        let mut ways: Vec<Way<'_>> = vec![
            Box::new(|| {
                let answer = planned.count_with(graph, &options)?;
                Ok((answer.count, answer.seconds.run))
            }),
            by_plan(same),
            by_plan(own),
        ];
        if let Some(by_hand) = by_hand {
            ways.push(Box::new(move || {
                let start = Instant::now();
                let count = by_hand(graph, threads);
                Ok((count, start.elapsed().as_secs_f64()))
            }));
        }
        let mut best = vec![f64::INFINITY; ways.len()];
        let mut count = None;
        for _ in 0..self.arguments.runs {
            for (best, way) in best.iter_mut().zip(&mut ways) {
                let (found, seconds) = way()?;
                ensure!(*count.get_or_insert(found) == found, "{pattern}: {found} and {count:?}");
                *best = best.min(seconds);
            }
        }
        let ratio = |index: usize| best.get(index).map_or(String::new(), |other| format!("{:.2}", best[0] / other));
        println!(
            "| {} | {pattern} | {} | {:.5} | {} | {} | {} |",
            self.name,
            count.unwrap_or_default(),
            best[0],
            ratio(1),
            ratio(2),
            ratio(3)
        );
        self.ratios.push(best[0] / best[1]);
        Ok(())
    }
}
