//! Named patterns in real graphs: what GPU and CPU both finish, they agree on.

use std::path::Path;
use std::time::{Duration, Instant};

use gpm_plan::pattern::catalog;
use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::Engine;
use gpm_runtime::graph::Graph;

use crate::cell::guarded;
use crate::dataset::{folder, load};
use crate::engines::{Engines, cpu, query};
use crate::expected::SEMANTICS;
use crate::settings::{is_traced, say};

/// Time for one count on one device.
const LIMIT: Duration = Duration::from_secs(10);

/// Time for all, unless `GPM_GPU_SECONDS` says otherwise.
const SECONDS: u64 = 240;

#[test]
fn named_patterns_count_as_on_the_cpu() {
    let Some(engines) = Engines::wait() else { return };
    let Some(folder) = folder() else { return };
    let number = |name, unset| {
        let given = std::env::var(name).ok();
        given.map_or(unset, |text| text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
    };
    let seconds = number("GPM_GPU_SECONDS", SECONDS);
    // The range of cells, for several processes side by side.
    let (first, end) = (number("GPM_GPU_FROM", 0) as usize, number("GPM_GPU_TO", u64::MAX) as usize);
    let graphs = graphs(&folder);
    // Pattern by pattern, small ones first: a run that ends early has then seen all graphs.
    let queries = || catalog::names().flat_map(|name| SEMANTICS.map(|semantics| query(name).with_semantics(semantics)));
    let mut comparison = Comparison {
        gpu: engines.gpu(),
        cpu: cpu(),
        end: Instant::now() + Duration::from_secs(seconds),
        num_agreed: 0,
        num_cut_short: 0,
        wrong: Vec::new(),
    };
    let num_cells = queries().count() * graphs.len();
    let cells = queries().flat_map(|query| graphs.iter().map(move |graph| (query.clone(), graph)));
    for (cell, (query, (name, graph))) in cells.enumerate().take(end).skip(first) {
        if comparison.end <= Instant::now() {
            return comparison
                .finish(num_cells, &format!("from {first} on; stopped after {seconds} s before cell {cell}"));
        }
        comparison.compare(name, graph, &query);
    }
    comparison.finish(num_cells, &format!("all were asked from {first} to {}", end.min(num_cells)));
}

/// The graphs of the folder, small ones first.
fn graphs(folder: &Path) -> Vec<(String, Graph)> {
    let files = std::fs::read_dir(folder.join("graphs")).expect("the test data has graphs");
    let name = |file: std::io::Result<std::fs::DirEntry>| {
        file.expect("the folder is readable").file_name().to_str()?.strip_suffix(".el.gz").map(str::to_owned)
    };
    let mut graphs: Vec<_> =
        files.filter_map(name).filter_map(|name| Some((name.clone(), load(folder, &name)?))).collect();
    assert!(!graphs.is_empty(), "no graphs in {}", folder.display());
    graphs.sort_by_key(|(name, graph)| (graph.num_edges(), name.clone()));
    graphs
}

struct Comparison<'a> {
    gpu: &'a Engine,
    cpu: Engine,
    end: Instant,
    num_agreed: usize,
    num_cut_short: usize,
    wrong: Vec<String>,
}

impl Comparison<'_> {
    fn compare(&mut self, name: &str, graph: &Graph, query: &Query) {
        let cell = format!("{name} {} {}", query.pattern, query.semantics);
        if is_traced() {
            say(format_args!("{cell}"));
        }
        // The GPU first: what takes it too long is not worth the CPU's time.
        let on_gpu = self.count(self.gpu, graph, query);
        if on_gpu == Ok(None) {
            self.num_cut_short += 1;
            return;
        }
        let on_cpu = self.count(&self.cpu, graph, query);
        match (&on_gpu, &on_cpu) {
            (_, Ok(None)) => self.num_cut_short += 1,
            (Ok(gpu), Ok(cpu)) if gpu == cpu => self.num_agreed += 1,
            // A count beyond 128 bits, say: the same for both.
            (Err(gpu), Err(cpu)) if gpu == cpu => self.num_agreed += 1,
            _ => {
                let flaw = format!("{cell}: gpu {on_gpu:?}, cpu {on_cpu:?}");
                say(format_args!("wrong: {flaw}"));
                self.wrong.push(flaw);
            }
        }
    }

    /// The count, or nothing if the time was up.
    fn count(&self, engine: &Engine, graph: &Graph, query: &Query) -> Result<Option<u128>, String> {
        let control = Control::new().with_time_limit(LIMIT.min(self.end.saturating_duration_since(Instant::now())));
        let report = guarded(|| engine.count_with(graph, query, &control))?;
        Ok((!report.partial).then_some(report.count))
    }

    fn finish(self, num_cells: usize, how_far: &str) {
        let Self { num_agreed, num_cut_short, wrong, .. } = self;
        say(format_args!(
            "catalog: {num_agreed} of {num_cells} cells agree, {num_cut_short} cut short, {} wrong; {how_far}",
            wrong.len()
        ));
        assert!(wrong.is_empty(), "{} cells are wrong\n{}", wrong.len(), wrong.join("\n"));
        assert!(num_agreed > 0, "nothing was compared");
    }
}
