//! How good the choices taken are: all of each shortlist are run.

use std::time::Duration;

use gpm::pattern::catalog;
use gpm::{Analysis, Control, Engine, EngineConfig, Graph, Plan, Query, Runs};

use crate::Options;
use crate::common::{geometric_mean, load_or_generate, make_kernels};

/// Ratios up to which shares of all rows are printed.
const STEPS: [f64; 5] = [1.05, 1.3, 1.5, 2.0, 3.0];

/// A query on a graph, and what its choices take.
struct Row {
    title: String,
    /// Of the choice taken first, then as they are ranked.
    choices: Vec<Timed>,
}

struct Timed {
    text: String,
    predicted: f64,
    sampled: Option<f64>,
    /// Seconds; infinite if it was given up as it took longer than another one.
    seconds: f64,
}

impl Row {
    fn fastest(&self) -> f64 {
        self.choices.iter().map(|choice| choice.seconds).fold(f64::INFINITY, f64::min)
    }

    /// How many times as long as the fastest choice the one that was taken takes.
    fn ratio(&self) -> f64 {
        self.choices[0].seconds / self.fastest()
    }
}

/// Runs all choices for queries on graphs, and prints as it goes where another one than that taken is clearly faster.
pub(crate) fn compare(queries: &[Query], options: &Options) -> anyhow::Result<()> {
    let is_on_gpu = options.device == "gpu";
    let config = EngineConfig {
        devices: options.devices()?,
        threads: (!is_on_gpu).then_some(options.threads),
        sample_above: options.above,
        ..EngineConfig::default()
    };
    let engine = Engine::new(&config)?;
    println!("{}; fastest choices of {} ms and more; best of {} runs.\n", engine.device(), options.least, options.runs);
    println!("| graph | pattern | choice | predicted | sampled | ms | of the fastest |\n|---|---|---|--:|--:|--:|--:|");
    let (mut ratios, mut summaries) = (Vec::new(), Vec::new());
    for name in &options.graphs {
        let graph = load_or_generate(name)?;
        if is_on_gpu {
            make_kernels(&engine, &graph, &alone(queries, &graph, &engine)?)?;
        }
        let before = ratios.len();
        for query in queries {
            let row = row((name, &graph), query, &engine, options)?;
            let Some(row) = row.filter(|row| row.fastest() * 1e3 >= options.least) else { continue };
            if row.ratio() >= options.over {
                print(&row, options.choices);
            }
            ratios.push(row.ratio());
        }
        summaries.push(summary(name, &ratios[before..]));
    }
    summaries.push(summary("all graphs", &ratios));
    println!("\nTime of the choice taken over that of the fastest of the shortlist:\n\n{}", summaries.join("\n"));
    Ok(())
}

/// Each choice of each query as a plan of its own.
fn alone(queries: &[Query], graph: &Graph, engine: &Engine) -> anyhow::Result<Vec<Plan>> {
    let plans = queries.iter().map(|query| -> anyhow::Result<Vec<Plan>> {
        let plan = engine.plan(graph, query)?;
        let choices = plan.choices.iter().map(|choice| Plan::alone(query.clone(), choice.clone(), &plan.stats));
        Ok(choices.collect::<Result<_, _>>()?)
    });
    Ok(plans.collect::<anyhow::Result<Vec<_>>>()?.concat())
}

/// `None` if nothing came to its end.
fn row(
    (name, graph): (&str, &Graph),
    query: &Query,
    engine: &Engine,
    options: &Options,
) -> anyhow::Result<Option<Row>> {
    let plan = engine.plan(graph, query)?;
    let mut row = Row { title: title(name, query), choices: Vec::new() };
    for choice in &plan.choices {
        // What takes longer than another one is not the fastest, but how much longer the one taken takes is to be known.
        let limit = if row.choices.is_empty() { options.limit } else { row.fastest().min(options.limit) };
        let alone = Plan::alone(query.clone(), choice.clone(), &plan.stats)?;
        // Machine code is made, and tables are planned, within the limit, and other programs run meanwhile.
        let within = Duration::from_secs_f64(3.0 * limit + 0.2);
        let runs = |number| {
            let control = Control::new().with_time_limit(options.runs as u32 * within);
            engine.analyze_planned(graph, &alone, Runs { number, walks: false }, &control)
        };
        let mut seconds = time(&runs(1)?);
        if seconds <= 1.5 * limit {
            seconds = seconds.min(time(&runs(options.runs)?));
        }
        row.choices.push(Timed {
            text: format!("{} nests, {}", choice.terms.len(), choice.rewrites),
            predicted: choice.cost,
            sampled: choice.sampled,
            seconds,
        });
    }
    Ok(row.fastest().is_finite().then_some(row))
}

/// What the nests of a plan took, those of its tables included: on the CPU their processor time, of which other programs have no
/// part. Infinite if it was given up.
fn time(analysis: &Analysis) -> f64 {
    if analysis.report.partial {
        return f64::INFINITY;
    }
    let nests = analysis.plans.iter().flat_map(|plan| &plan.nests);
    nests.filter_map(|nest| nest.processor.or(nest.seconds.map(|seconds| seconds.run))).sum()
}

fn title(graph: &str, query: &Query) -> String {
    let graph = graph.rsplit('/').next().unwrap_or(graph).trim_end_matches(".el.gz");
    let pattern = catalog::name_of(&query.pattern).map_or_else(|| query.pattern.to_string(), str::to_owned);
    format!("{graph} | {pattern} {}", query.semantics)
}

fn print(row: &Row, all: bool) {
    let fastest = row.fastest();
    for (place, choice) in row.choices.iter().enumerate() {
        if all || place == 0 || choice.seconds == fastest {
            let sampled = choice.sampled.map_or(String::new(), |cost| format!("{cost:.3e}"));
            println!(
                "| {} | {place}: {} | {:.3e} | {sampled} | {:.3} | {:.2} |",
                row.title,
                choice.text,
                choice.predicted,
                choice.seconds * 1e3,
                choice.seconds / fastest
            );
        }
    }
}

/// How many of some rows are within each step, and the worst.
fn summary(name: &str, ratios: &[f64]) -> String {
    let Some(mean) = geometric_mean(ratios.iter().copied()) else { return format!("{name}: no rows") };
    let within = |most: f64| ratios.iter().filter(|ratio| **ratio <= most).count() as f64 / ratios.len() as f64;
    let shares = STEPS.map(|most| format!("{:.1} % within {most}", 100.0 * within(most)));
    let worst = ratios.iter().copied().fold(1.0, f64::max);
    format!("{name}, {} rows: {}; at most {worst:.2}, geometric mean {mean:.3}", ratios.len(), shares.join(", "))
}
