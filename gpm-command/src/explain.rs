//! `gpm explain`: the plan of a pattern, and what it was chosen from.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gpm::gpu::{Kernel, KernelOptions};
use gpm::{
    Decision, Engine, EngineConfig, Explained, Graph, GraphStats, Nests, Plan, Prices, Programs, Query, Setting,
    Strategy, decision_on,
};
use gpm_plan::decision::choose;
use gpm_plan::explain::Alternative;
use gpm_plan::opt::writer;
use serde::Serialize;

use super::analyze::{AnalyzeArgs, JsonAnalysis};
use super::answer::{Shape, json_line, print_line};
use super::attribute_args::AttributeArgs;
use super::dot::dot;
use super::failure::{Failure, Outcome};
use super::graph_args::{LoadArgs, Loaded};
use super::inspect::InspectArgs;
use super::messages::Messages;
use super::pattern_arg::NamedPattern;
use super::query_args::{PassArgs, QueryArgs, StrategyArgs};
use super::rust::rust;

/// Options of `explain`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::EXPLAIN)]
pub(crate) struct Explain {
    /// Pattern: a name (triangle, house, clique:5), text such as 'a-b, b-c, c-a', g6:…, or a file
    pattern: String,
    /// Plan for this graph instead of a typical social network
    #[arg(long, value_name = "GRAPH")]
    graph: Option<PathBuf>,
    /// Plan for listing matches instead of counting them
    #[arg(long)]
    list: bool,
    /// Plan for this kind of device, be there one or not
    #[arg(long, alias = "for", value_enum, default_value_t = Device::Cpu, value_name = "DEVICE")]
    device: Device,
    /// What to print
    #[arg(long, value_enum, default_value_t = Emit::Plan)]
    emit: Emit,
    /// The plan as a JSON object instead of text
    #[arg(long, conflicts_with = "emit")]
    json: bool,
    #[command(flatten)]
    inspect: InspectArgs,
    #[command(flatten)]
    analyze: AnalyzeArgs,
    #[command(flatten)]
    query: QueryArgs,
    #[command(flatten)]
    options: LoadArgs,
    #[command(flatten)]
    attributes: AttributeArgs,
    #[command(flatten)]
    passes: PassArgs,
    #[command(flatten)]
    strategy: StrategyArgs,
}

/// What plans are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Device {
    /// Threads
    Cpu,
    /// A GPU, on which tables cost more and each search something to begin
    Gpu,
}

impl Device {
    fn prices(self) -> Prices {
        match self {
            Device::Cpu => Prices::CPU,
            Device::Gpu => Prices::GPU,
        }
    }
}

/// What `explain` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// The pattern, its symmetry, the alternatives and the nest
    Plan,
    /// The loop nest alone
    Nest,
    /// The operators that a CPU and a GPU run for each nest
    Program,
    /// The CUDA source of each nest
    Cuda,
    /// What the macro `pattern!` makes of the pattern, planned as the macro plans
    Rust,
    /// The pattern for graphviz
    Dot,
}

impl Explain {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let NamedPattern { name, pattern } = NamedPattern::read(&self.pattern, self.options.reading(), messages)?;
        let text = match self.emit {
            Emit::Plan if self.analyze.is_wanted() => {
                let query = self.query.query(pattern, &self.passes);
                return self.analyze(&name, query, messages);
            }
            Emit::Plan if self.inspect.is_wanted() => {
                let (plan, _) = self.plan(self.query.query(pattern, &self.passes), messages)?;
                return self.inspect.run(&name, &plan, messages);
            }
            Emit::Plan if self.json => {
                let query = self.query.query(pattern, &self.passes);
                let (plan, graph) = self.plan(query, messages)?;
                let decision = self.decision(&plan.query, graph.as_ref(), None)?;
                json(&name, &plan.query, (Some(&plan), &decision), None)?
            }
            Emit::Dot => dot(&pattern),
            Emit::Plan => {
                let query = self.query.query(pattern, &self.passes);
                let (plan, graph) = self.plan(query, messages)?;
                let decision = self.decision(&plan.query, graph.as_ref(), None)?;
                explained(&decision, &plan)
            }
            Emit::Nest => {
                let query = self.query.query(pattern, &self.passes);
                Nests(&self.plan(query, messages)?.0).to_string()
            }
            Emit::Program => {
                let query = self.query.query(pattern, &self.passes);
                let (plan, graph) = self.plan(query, messages)?;
                programs(&plan, graph.as_ref())?
            }
            Emit::Cuda => {
                let query = self.query.query(pattern, &self.passes);
                let (plan, graph) = self.plan(query, messages)?;
                cuda(&plan, graph.as_ref(), messages)?
            }
            Emit::Rust if self.graph.is_some() => {
                let what = "the macro plans for a typical social network: `--emit rust` goes without `--graph`";
                return Err(Failure::input(what));
            }
            Emit::Rust => rust(&name, &self.query.query(pattern, &self.passes))?,
        };
        print_line(text.trim_end())?;
        Ok(Outcome::Complete)
    }

    /// The plan, and the graph that it was made for.
    fn plan(&self, query: Query, messages: Messages) -> Result<(Plan, Option<Graph>), Failure> {
        let query = self.asked(query);
        let Some(path) = &self.graph else {
            if !self.attributes.is_empty() {
                return Err(Failure::input("attributes belong to a graph: name it with --graph GRAPH"));
            }
            messages.note("planned for a typical social network: --graph GRAPH plans for yours");
            let stats = GraphStats { prices: self.device.prices(), ..GraphStats::typical() };
            return Ok((Plan::new(query, &stats)?, None));
        };
        let graph = self.load(path, &query, messages)?.graph;
        let config = EngineConfig { prices: Some(self.device.prices()), ..EngineConfig::default() };
        let plan = Engine::cpu(&config)?.plan(&graph, &query)?;
        Ok((plan, Some(graph)))
    }

    /// How the count is come by.
    fn decision(
        &self,
        query: &Query,
        graph: Option<&Graph>,
        needs_plan: Option<&'static str>,
    ) -> Result<Decision, Failure> {
        let is_cpu_alone = self.device == Device::Cpu;
        match graph {
            Some(graph) => Ok(decision_on(graph, query, is_cpu_alone, needs_plan)?),
            None => {
                let setting = Setting::suited(&query.pattern, is_cpu_alone);
                let refused = |flaw| Failure::input(format!("the strategy that is asked for does not suit: {flaw}"));
                choose(query, &setting).map_err(refused)
            }
        }
    }

    fn asked(&self, query: Query) -> Query {
        let query = self.strategy.demand(query);
        if self.list { query.list() } else { query }
    }

    fn load(&self, path: &Path, query: &Query, messages: Messages) -> Result<Loaded, Failure> {
        let wanted = std::iter::once(&query.pattern);
        self.options.load_for((path, wanted, false), &self.attributes, self.analyze.threads(), messages)
    }

    /// Runs the plan, and prints it with what it met.
    fn analyze(&self, name: &str, query: Query, messages: Messages) -> Result<Outcome, Failure> {
        let path = self.graph.as_ref().expect("`--analyze` requires a graph");
        let query = self.asked(query);
        let loaded = self.load(path, &query, messages)?;
        let prices = self.device.prices();
        let (analysis, profile) = self.analyze.run((name, &query), &loaded.graph, prices, messages)?;
        let plan = analysis.report.plan.as_ref();
        let decision = self.decision(&query, Some(&loaded.graph), Some("its plan is to be seen"))?;
        let text = match (self.json, plan) {
            (true, _) => {
                let analysis = JsonAnalysis::new((&analysis, &profile), &loaded, &prices);
                json(name, &query, (plan, &decision), Some(analysis))?
            }
            (false, Some(plan)) => format!("{}\n{analysis}\n{profile}", explained(&decision, plan)),
            (false, None) => format!("{analysis}\n{profile}"),
        };
        print_line(text.trim_end())?;
        Ok(if analysis.report.partial { Outcome::Partial } else { Outcome::Complete })
    }
}

/// The plan as text, with how the count is come by.
fn explained(decision: &Decision, plan: &Plan) -> String {
    let rest = match decision.strategy {
        Strategy::Nests => "",
        Strategy::Adaptive => "\n          where it takes long, it goes on by the plan below",
        Strategy::Pivots => "\n          below is the plan that nests would have",
    };
    format!("strategy  {decision}{rest}\n{}", Explained(plan))
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    pattern: &'a str,
    #[serde(flatten)]
    shape: Shape,
    semantics: String,
    unit: &'static str,
    /// How the count is come by; a run that is analyzed is one by a plan.
    strategy: JsonStrategy,
    /// None if `--analyze` was stopped before there was one.
    #[serde(flatten)]
    plan: Option<JsonPlan>,
    /// With `--analyze`.
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<JsonAnalysis>,
}

#[derive(Serialize)]
struct JsonStrategy {
    name: &'static str,
    why: &'static str,
    rejected: Vec<JsonFlaw>,
}

/// What is against a strategy.
#[derive(Serialize)]
struct JsonFlaw {
    name: &'static str,
    why: &'static str,
}

#[derive(Serialize)]
struct JsonPlan {
    /// The order of the automorphism group, decimal.
    automorphisms: String,
    graph: JsonStats,
    choices: Vec<JsonChoice>,
    passes: Vec<JsonPass>,
    /// Each as text.
    nests: Vec<String>,
}

/// What the plan was made for; means of a graph, or those of a typical one.
#[derive(Serialize)]
struct JsonStats {
    vertices: f64,
    edges: f64,
    triangles: f64,
}

/// See [`gpm_plan::explain::Alternative`].
#[derive(Serialize)]
struct JsonChoice {
    cost: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<f64>,
    order: String,
    rewrites: Vec<String>,
}

#[derive(Serialize)]
struct JsonPass {
    pass: &'static str,
    /// The places among `nests` of those that it changed.
    changed: Vec<usize>,
}

fn json(
    name: &str,
    query: &Query,
    (plan, decision): (Option<&Plan>, &Decision),
    analysis: Option<JsonAnalysis>,
) -> Result<String, Failure> {
    json_line(&Json {
        pattern: name,
        shape: Shape::new(&query.pattern),
        semantics: query.semantics.to_string(),
        unit: query.unit.name(query.semantics),
        strategy: json_strategy(decision),
        plan: plan.map(json_plan),
        analysis,
    })
}

fn json_strategy(decision: &Decision) -> JsonStrategy {
    let flaw = |&(strategy, why): &(Strategy, &'static str)| JsonFlaw { name: strategy.name(), why };
    let rejected = decision.rejected.iter().map(flaw).collect();
    JsonStrategy { name: decision.strategy.name(), why: decision.why(), rejected }
}

fn json_plan(plan: &Plan) -> JsonPlan {
    let choice = |choice: Alternative| JsonChoice {
        cost: choice.cost,
        sampled: choice.sampled,
        order: choice.order,
        rewrites: choice.rewrites.split_whitespace().map(str::to_owned).collect(),
    };
    let stats = &plan.stats;
    JsonPlan {
        automorphisms: plan.automorphisms.to_string(),
        graph: JsonStats { vertices: stats.vertices, edges: stats.edges, triangles: stats.triangles },
        choices: Explained(plan).choices().into_iter().map(choice).collect(),
        passes: passes(plan),
        nests: plan.nests().map(ToString::to_string).collect(),
    }
}

/// What each pass did. The nests of a plan have had the same ones.
fn passes(plan: &Plan) -> Vec<JsonPass> {
    let changed = |i: usize| (0..plan.terms.len()).filter(|&nest| plan.terms[nest].traces[i].changed).collect();
    let traces = plan.terms[0].traces.iter().enumerate();
    traces.map(|(i, trace)| JsonPass { pass: trace.pass.name(), changed: changed(i) }).collect()
}

/// The programs of a plan, on a GPU those that an engine would run on the graph.
fn programs(plan: &Plan, graph: Option<&Graph>) -> Result<String, Failure> {
    let Some(graph) = graph else { return Ok(Programs::new(plan).to_string()) };
    let options = plan.nests().map(|nest| Kernel::options_for(nest, graph));
    let options = options.collect::<Result<Vec<KernelOptions>, _>>().map_err(gpm::EngineError::from)?;
    Ok(Programs::with_options(plan, options).to_string())
}

/// The translation units of a plan, one a nest, as one text: the preprocessor keeps the first, or number `GPM_NEST`.
fn cuda(plan: &Plan, graph: Option<&Graph>, messages: Messages) -> Result<String, Failure> {
    use gpm::nest::types::guess;
    use gpm::nest::{Kind, Type};

    let mut sources = Vec::new();
    for nest in &plan.nests().flat_map(|nest| writer(nest).into_iter().chain([nest.clone()])).collect::<Vec<_>>() {
        let kernel = match graph {
            Some(graph) => Kernel::for_graph(nest, graph).map_err(gpm::EngineError::from)?,
            None => {
                let kinds: Vec<Kind> = guess(&nest.conditions(), &nest.columns()).into_iter().map(Type::kind).collect();
                if !kinds.is_empty() {
                    messages.note(
                        "columns are taken for what they are compared with: --graph and the tables of attributes tell",
                    );
                }
                Kernel::render(nest, &kinds, &KernelOptions::default())
            }
        };
        sources.push(kernel.source);
    }
    if let [source] = &sources[..] {
        return Ok(source.clone());
    }
    let guard = |i: usize| {
        if i == 0 { "#if GPM_NEST == 0  // or not defined".to_owned() } else { format!("#elif GPM_NEST == {i}") }
    };
    let parts = sources.iter().enumerate().map(|(i, source)| format!("{}\n{source}", guard(i)));
    Ok(format!(
        "// {} nests: compile each with its -DGPM_NEST=number\n{}\n#endif\n",
        sources.len(),
        parts.collect::<Vec<_>>().join("\n")
    ))
}
