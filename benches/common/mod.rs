//! What the benches share.
#![allow(dead_code, reason = "each bench uses a part")]

pub(crate) mod peers;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use gpm::graph::generate::{Spec, generate};
use gpm::{Control, Engine, Graph, Plan, Report, Runs, VertexOrder};
use rayon::prelude::*;

/// Extensions that say nothing of a graph.
const EXTENSIONS: [&str; 8] = [".gz", ".zst", ".el", ".txt", ".mtx", ".gpm", ".graph", ".lg"];

/// Reads graphs one after the other, each with its file's name without extensions.
///
/// # Errors
/// The file, and what is wrong with it.
pub(crate) fn graphs(paths: &[PathBuf]) -> impl Iterator<Item = anyhow::Result<(String, Graph)>> {
    paths.iter().map(|path| named_graph(path))
}

/// Reads a graph, with its file's name without extensions.
///
/// # Errors
/// As above.
pub(crate) fn named_graph(path: &Path) -> anyhow::Result<(String, Graph)> {
    let graph = Graph::load(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok((name_of(path), graph))
}

/// Reads a file, or generates a model such as `rmat:14:16`.
///
/// # Errors
/// The file, and what is wrong with it.
pub(crate) fn load_or_generate(name: &str) -> anyhow::Result<Graph> {
    match name.parse::<Spec>() {
        // Models are in input order, files are read into that by degree.
        Ok(spec) => Ok(generate(&spec, 1)?.relabelled(VertexOrder::Degree)),
        Err(_) => Graph::load(name).with_context(|| format!("cannot read {name}")),
    }
}

/// How long a kernel may take to make.
const MAKING: Duration = Duration::from_secs(3);

/// Has the kernels of plans made side by side, and kept for the runs: a core makes about two a second.
///
/// # Errors
/// What is wrong with a plan or a device.
pub(crate) fn make_kernels(engine: &Engine, graph: &Graph, plans: &[Plan]) -> anyhow::Result<()> {
    plans.par_iter().try_for_each(|plan| {
        let control = Control::new().with_time_limit(MAKING);
        engine.analyze_planned(graph, plan, Runs { number: 1, walks: false }, &control)?;
        Ok(())
    })
}

fn name_of(path: &Path) -> String {
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    EXTENSIONS.iter().fold(file, |name, extension| name.strip_suffix(extension).map_or(name.clone(), str::to_owned))
}

/// `None` of nothing.
pub(crate) fn geometric_mean(ratios: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let count = ratios.len();
    let logarithms: f64 = ratios.map(f64::ln).sum();
    (count > 0).then(|| (logarithms / count as f64).exp())
}

/// The report of the least `time`, in seconds, among runs after one to warm up, or that one. A run that was cut short is the best
/// only if all were. There are no more once the best took over `long` seconds, unless it was cut short while it compiled, which
/// the next one does not have to.
pub(crate) fn best(
    runs: usize,
    long: f64,
    time: impl Fn(&Report) -> f64,
    mut run: impl FnMut() -> anyhow::Result<Report>,
) -> anyhow::Result<Report> {
    let mut best = run()?;
    for _ in 0..runs {
        let was_held_up = best.partial && best.seconds.compile > 0.1 * best.seconds.run;
        if best.seconds.run > long && !was_held_up {
            break;
        }
        let report = run()?;
        if (report.partial, time(&report)) < (best.partial, time(&best)) {
            best = report;
        }
    }
    Ok(best)
}
