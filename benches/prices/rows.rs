//! What is fitted to: nests, the work that they do, and how long they take.

use std::collections::BTreeSet;
use std::time::Duration;

use gpm::pattern::all_connected;
use gpm::{AnalyzedNest, Control, Engine, Graph, Plan, PlanTerm, Query, Runs, Semantics, Work, WorkKind};

use crate::Options;
use crate::common::make_kernels;

/// Where only a sample was walked, its standard error is at most this part of the cost.
const ERROR: f64 = 0.05;

/// A nest that was run.
pub(crate) struct Row {
    pub(crate) graph: String,
    pub(crate) nest: String,
    pub(crate) work: Work,
    pub(crate) seconds: f64,
}

/// Nests that were run, each once a graph.
pub(crate) struct Rows<'a> {
    pub(crate) all: Vec<Row>,
    engine: &'a Engine,
    /// What shorter runs take says more about the clock than about prices.
    least: f64,
    seen: BTreeSet<(String, String)>,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(engine: &'a Engine, least: f64) -> Rows<'a> {
        Rows { all: Vec::new(), engine, least, seen: BTreeSet::new() }
    }

    /// Runs the first choices for all patterns of some sizes.
    pub(crate) fn add_graph(&mut self, name: &str, graph: &Graph, options: &Options) -> anyhow::Result<()> {
        let mut plans = Vec::new();
        for pattern in options.size.iter().flat_map(|&size| all_connected(size)) {
            for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
                let query = Query::from(pattern.clone()).with_semantics(semantics);
                let plan = self.engine.plan(graph, &query)?;
                for choice in plan.choices.iter().take(options.choices) {
                    plans.push(Plan::alone(query.clone(), choice.clone(), &plan.stats)?);
                }
            }
        }
        if options.device == "gpu" {
            make_kernels(self.engine, graph, &plans)?;
        }
        for plan in &plans {
            if plan.nests().any(|nest| !self.seen.contains(&(name.to_owned(), nest.to_string()))) {
                self.add_plan((name, graph), plan, options)?;
            }
        }
        Ok(())
    }

    fn add_plan(&mut self, (name, graph): (&str, &Graph), plan: &Plan, options: &Options) -> anyhow::Result<()> {
        let runs = Runs { number: options.runs, walks: true };
        let control = Control::new().with_time_limit(Duration::from_secs_f64(options.limit));
        let analysis = self.engine.analyze_planned(graph, plan, runs, &control)?;
        for run in &analysis.plans {
            let anchors = run.plan.query.pattern.anchors().len();
            for (PlanTerm { nest, .. }, found) in run.plan.terms.iter().zip(&run.nests) {
                if !self.seen.insert((name.to_owned(), nest.to_string())) {
                    continue;
                }
                let Some((work, seconds)) = measured(found, &run.plan).filter(|(_, took)| *took >= self.least) else {
                    continue;
                };
                let mut nest = format!("{} {}", nest.semantics, nest.pattern);
                if anchors > 0 {
                    nest.push_str(" (table)");
                }
                self.all.push(Row { graph: name.to_owned(), nest, work, seconds });
            }
        }
        Ok(())
    }
}

/// What a nest did and how long it took, if it came to its end and is known well enough.
fn measured(found: &AnalyzedNest, plan: &Plan) -> Option<(Work, f64)> {
    let seconds = found.seconds.filter(|_| found.is_complete)?;
    // On a GPU a run ends when its table is with the host; on the CPU that is no part of the search.
    let is_on_gpu = found.processor.is_none();
    let seconds = found.processor.unwrap_or(seconds.run);
    let (cost, error) = found.met_search(&plan.stats.prices)?;
    if error > ERROR * cost {
        return None;
    }
    let mut work = Work::default();
    work.add(WorkKind::Nest, 1.0);
    let entries = match plan.query.pattern.anchors().len() {
        0 => 0.0,
        1 => plan.stats.vertices,
        _ => 2.0 * plan.stats.edges,
    };
    if is_on_gpu && entries > 0.0 {
        work.add(WorkKind::Table, 1.0);
        work.add(WorkKind::TableEntry, entries);
    }
    found.levels.iter().filter_map(|level| level.met).for_each(|met| work.add_times(&met.of.work, 1.0));
    Some((work, seconds))
}
