//! A list of plans, their kernels compiled together, run over graphs under configurations and compared with brute force.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::rc::Rc;

use gpm_plan::nest::{Kind, LoopNest};
use gpm_plan::opt;
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Query};
use gpm_runtime::cpu::Backend;
use gpm_runtime::cuda::abi::STATUS_OVERFLOW;
use gpm_runtime::cuda::kernel::{Kernel, KernelOptions, LowerRows};
use gpm_runtime::engine::{Engine, EngineConfig};
use gpm_runtime::graph::Graph;
use gpm_runtime::view::Bound;

use crate::config::{EmuConfig, ROOMY, configs, frontiers};
use crate::device::EmuFinding;
use crate::expected::Expected;
use crate::library::Emulated;
use crate::matches;
use crate::places::{brute_force, places};
use crate::sample::{Sample, sample_vertex};
use crate::settings::{is_traced, say};
use crate::tables;

/// Warps a block, in turn.
const WARPS: [u32; 2] = [4, 1];
/// Sizes that sets are said to have at most, in turn: counts are made in 64 bits for the first two and in 128 for the last,
/// and all but the first may have to search neighborhoods on lists.
const MAX_SIZES: [u64; 3] = [32, 5_000, u32::MAX as u64];

/// How to make the kernel of a case: work is given away in all but a sixth of them.
pub(crate) fn options(case: usize, warps: u32) -> KernelOptions {
    let max_size = MAX_SIZES[case / 2 % MAX_SIZES.len()];
    let few_steps = [u64::MAX, 0][case / (WARPS.len() * MAX_SIZES.len()) % 2];
    // In half of them it is known that no vertex has many smaller neighbors.
    let lower = [LowerRows { longest: 32, marks: 64 }, LowerRows::UNKNOWN][case / 3 % 2];
    KernelOptions { warps, max_size, few_steps, breadth: 0, lower }
}

/// Failures that are reported in full.
const NUM_REPORTED: usize = 3;

/// Samples and their graphs.
pub(crate) type Graphs = Rc<Vec<(Sample, Graph)>>;

/// Samples with their graphs.
pub(crate) fn built(samples: Vec<Sample>) -> Graphs {
    Rc::new(samples.into_iter().map(|sample| (sample.clone(), sample.graph())).collect())
}

/// Plans and their kernels, equal ones once.
pub(crate) struct Suite {
    /// Levels that are searched breadth-first.
    breadth: usize,
    planner: Engine,
    kernels: Vec<Kernel>,
    by_source: BTreeMap<String, usize>,
    cases: Vec<Case>,
}

struct Case {
    plan: Plan,
    /// Of the nests.
    kernels: Vec<usize>,
    /// Of what writes the matrices that they read.
    writers: Vec<Option<(LoopNest, usize)>>,
    graphs: Graphs,
}

impl Suite {
    /// An empty suite.
    pub(crate) fn new() -> Suite {
        let config = EngineConfig { threads: Some(1), backend: Backend::Interpreted, ..EngineConfig::default() };
        let planner = Engine::cpu(&config).expect("the CPU is there");
        Suite { breadth: 0, planner, kernels: Vec::new(), by_source: BTreeMap::new(), cases: Vec::new() }
    }

    /// The same for queries whose kernels search so many levels breadth-first, through frontiers of all sizes.
    pub(crate) fn breadth_first(levels: usize) -> Suite {
        Suite { breadth: levels, ..Suite::new() }
    }

    /// Adds a query to be run on all these graphs, by its plan for one of them.
    pub(crate) fn add_query(&mut self, query: &Query, graphs: &Graphs) {
        let (_, graph) = &graphs[self.cases.len() % graphs.len().min(2)];
        let plan = self.planner.plan(graph, query).expect("the query can be planned");
        self.add(plan, graphs);
    }

    /// Adds a plan to be run on all these graphs, whose columns are of the same kinds.
    pub(crate) fn add(&mut self, plan: Plan, graphs: &Graphs) {
        let at = self.cases.len();
        let options = KernelOptions { breadth: self.breadth, ..options(at, WARPS[at % WARPS.len()]) };
        let kernels =
            plan.nests().map(|nest| Kernel::render(nest, &kinds(&graphs[0].1, nest), &options)).collect::<Vec<_>>();
        let kernels = kernels.into_iter().map(|kernel| self.number(kernel)).collect();
        let mut writer = |nest: LoopNest| {
            let kernel = self.number(Kernel::render(&nest, &[], &options));
            (nest, kernel)
        };
        let writers = plan.nests().map(|nest| opt::writer(nest).map(&mut writer)).collect();
        self.cases.push(Case { plan, kernels, writers, graphs: Rc::clone(graphs) });
    }

    fn number(&mut self, kernel: Kernel) -> usize {
        let kernels = &mut self.kernels;
        *self.by_source.entry(kernel.source.clone()).or_insert_with(|| {
            kernels.push(kernel);
            kernels.len() - 1
        })
    }

    /// Compiles all kernels and runs all cases.
    ///
    /// # Panics
    /// If anything is not as it should be, with a report.
    pub(crate) fn run(self) {
        let emulated = Emulated::build(&self.kernels).unwrap_or_else(|error| panic!("{error}"));
        let (mut num_runs, mut num_wrong, mut report) = (0, 0, String::new());
        for (at, case) in self.cases.iter().enumerate() {
            for (sample_at, (sample, graph)) in case.graphs.iter().enumerate() {
                let expected = case.expected(sample);
                let configs = if self.breadth > 0 { frontiers() } else { configs() };
                for (name, config) in seeded(configs, at + sample_at, &case.plan.query) {
                    num_runs += 1;
                    let Some(flaw) = case.flaw(&emulated, (sample, graph), &config, expected) else { continue };
                    num_wrong += 1;
                    let _ = writeln!(report, "\n{} on {}, {name}: {flaw}", case.title(), sample.name);
                    if num_wrong <= NUM_REPORTED {
                        case.describe(&emulated, sample, &config, &mut report);
                    }
                }
            }
        }
        assert!(num_runs > 0, "nothing was tested");
        assert!(num_wrong == 0, "{num_wrong} of {num_runs} runs are wrong\n{report}");
    }
}

/// The kinds of the columns that a nest reads.
fn kinds(graph: &Graph, nest: &LoopNest) -> Vec<Kind> {
    Bound::new(graph, nest).expect("the graph has what the pattern asks for").filters.kinds()
}

/// All configurations, under other seeds for each `turn`, and a run that is stopped before it begins.
pub(crate) fn configs_of(turn: usize, query: &Query) -> Vec<(&'static str, EmuConfig)> {
    seeded(configs(), turn, query)
}

fn seeded(mut configs: Vec<(&'static str, EmuConfig)>, turn: usize, query: &Query) -> Vec<(&'static str, EmuConfig)> {
    configs.push(("stopped", EmuConfig { stopped: true, ..ROOMY }));
    for (i, (_, config)) in configs.iter_mut().enumerate() {
        *config = config.seeded((turn * 16 + i) as u64);
        if query.output == Output::List && !(turn + i).is_multiple_of(3) {
            *config = config.with_tiny_output();
        }
    }
    configs
}

impl Case {
    fn title(&self) -> String {
        let Query { pattern, semantics, output, disabled, .. } = &self.plan.query;
        format!("{pattern}  {output:?} {semantics}  off: [{disabled}]")
    }

    fn expected(&self, sample: &Sample) -> u128 {
        let query = &self.plan.query;
        Expected::new(sample, &query.pattern, query.semantics).count(query.unit)
    }

    /// What is wrong with a run, if anything.
    fn flaw(
        &self,
        emulated: &Emulated,
        (sample, graph): (&Sample, &Graph),
        config: &EmuConfig,
        expected: u128,
    ) -> Option<String> {
        if is_traced() {
            say(format_args!("{} on {}, {config:?}", self.title(), sample.name));
        }
        let findings: Result<Vec<EmuFinding>, String> = self
            .plan
            .nests()
            .zip(self.kernels.iter().zip(&self.writers))
            .map(|(nest, (&kernel, writer))| {
                let bound = tables::bind(graph, nest)?;
                let named = |flaw| format!("{}: {flaw}", emulated.name(kernel));
                let writer = match writer {
                    Some((nest, kernel)) => Some((*kernel, tables::bind(graph, nest)?)),
                    None => None,
                };
                let writer = writer.as_ref().map(|(kernel, bound)| (*kernel, bound));
                emulated.run_after(writer, kernel, &bound, config).map_err(named)
            })
            .collect();
        match findings {
            Err(error) => Some(error),
            Ok(_) if config.is_stopped() => None,
            Ok(findings) => self.wrong_answer((sample, graph), &findings, expected),
        }
    }

    fn wrong_answer(
        &self,
        (sample, graph): (&Sample, &Graph),
        findings: &[EmuFinding],
        expected: u128,
    ) -> Option<String> {
        if let Some(finding) = findings.iter().find(|finding| finding.status != 0) {
            let what = if finding.status & STATUS_OVERFLOW != 0 { "overflow" } else { "a set too long for its arena" };
            return Some(format!("status {}: {what}", finding.status));
        }
        let query = &self.plan.query;
        if query.output == Output::List {
            let vertices = |found: &Vec<u32>| {
                found[..query.pattern.num_vertices()].iter().map(|&v| sample_vertex(graph, v)).collect()
            };
            let listed: Vec<Vec<usize>> = findings.iter().flat_map(|finding| &finding.matches).map(vertices).collect();
            return matches::flaw(sample, query, &listed);
        }
        if !query.pattern.anchors().is_empty() {
            return self.wrong_table((sample, graph), findings);
        }
        let totals: Vec<i128> = findings.iter().map(|finding| finding.totals[0]).collect();
        match self.plan.answer(&totals, true) {
            Ok(count) if count == expected => None,
            Ok(count) => Some(format!("emulated {count}, brute force {expected}")),
            Err(error) => Some(format!("{error} (totals {totals:?}), brute force {expected}")),
        }
    }

    /// The same for counts by vertex or by arc.
    fn wrong_table(&self, (sample, graph): (&Sample, &Graph), findings: &[EmuFinding]) -> Option<String> {
        let sum = self.plan.scale().common().expect("small weights");
        let entries = findings.first().map_or(0, |finding| finding.table.len());
        let count = |entry: usize| sum.answer(findings.iter().map(|finding| finding.table[entry]), true);
        let counts: Result<Vec<u128>, _> = (0..entries).map(count).collect();
        let rows = (graph.out().offsets(), graph.out().neighbors());
        let expected = brute_force(sample, &self.plan.query);
        match counts.map(|counts| places(counts, graph, &self.plan.query.pattern, rows)) {
            Ok(found) if found == expected => None,
            Ok(found) => Some(format!("emulated {found:?}, brute force {expected:?}")),
            Err(error) => Some(format!("{error}, brute force {expected:?}")),
        }
    }

    /// Adds the smallest graph found that shows the flaw as well, and the plan.
    fn describe(&self, emulated: &Emulated, sample: &Sample, config: &EmuConfig, report: &mut String) {
        let flaw = |smaller: &Sample| self.flaw(emulated, (smaller, &smaller.graph()), config, self.expected(smaller));
        let smallest = sample.shrunk(|smaller| flaw(smaller).is_some());
        let kernels: Vec<&str> = self.kernels.iter().map(|&kernel| emulated.name(kernel)).collect();
        let what = flaw(&smallest).unwrap_or_else(|| "not seen again".to_owned());
        let _ = writeln!(
            report,
            "  {what}\n  on {smallest}\n  under {config:?}\n  by {}\n{}",
            kernels.join(", "),
            self.plan
        );
    }
}
