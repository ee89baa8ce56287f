//! `gpm explain`: the plan of a pattern, and what it was chosen from.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use gpm::gpu::{Kernel, KernelOptions};
use gpm::{
    Decision, Engine, EngineConfig, Explained, Graph, GraphStats, Nests, Plan, Prices, Programs, Query, Setting,
    Strategy, decision_on, why,
};
use gpm_plan::decision::choose;
use gpm_plan::opt::writer;

use crate::answers::print_line;
use crate::args::{AttributeArgs, LoadArgs, Loaded, NamedPattern, PassArgs, QueryArgs, StrategyArgs};
use crate::process::{Failure, Messages, Outcome};
use crate::shown::{AnalyzeArgs, InspectArgs, JsonAnalysis, dot, plan_json, rust};

/// Options of `explain`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::EXPLAIN)]
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
    /// Tell why the plan is not by this order of vertices ('a b | c'), or not with or without this rewrite or strategy
    #[arg(long, value_name = "ORDER|PASS", conflicts_with_all = ["emit", "json", "analyze"])]
    why: Option<String>,
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
        let NamedPattern { name, pattern } =
            NamedPattern::read(&self.pattern, self.options.reading(self.query.period()), messages)?;
        let text = match self.emit {
            Emit::Plan if self.analyze.is_wanted() => {
                let query = self.query.query(pattern, &self.passes);
                return self.analyze(&name, query, messages);
            }
            Emit::Plan if self.why.is_some() => {
                let query = self.query.query(pattern, &self.passes);
                self.why(query, self.why.as_deref().unwrap_or_default(), messages)?
            }
            Emit::Plan if self.inspect.is_wanted() => {
                let (plan, _) = self.plan(self.query.query(pattern, &self.passes), messages)?;
                return self.inspect.run(&name, &plan, messages);
            }
            Emit::Plan if self.json => {
                let query = self.query.query(pattern, &self.passes);
                let (plan, graph) = self.plan(query, messages)?;
                let decision = self.decision(&plan.query, graph.as_ref(), None)?;
                plan_json(&name, &plan.query, (Some(&plan), &decision), None)?
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

    /// Why the count is not come by so.
    fn why(&self, query: Query, what: &str, messages: Messages) -> Result<String, Failure> {
        let (plan, graph) = self.plan(query, messages)?;
        let Ok(strategy) = what.trim().parse::<Strategy>() else {
            return why(&plan, what).map_err(|error| Failure::input(format!("--why: {error}")));
        };
        let decision = self.decision(&plan.query, graph.as_ref(), None)?;
        let flaw = decision.rejected.iter().find(|(rejected, _)| *rejected == strategy).map(|&(_, flaw)| flaw);
        Ok(match flaw {
            Some(flaw) => format!("not {strategy}: {flaw}"),
            None if decision.strategy == strategy => format!("{strategy} it is: {}", decision.why()),
            None => format!("{} comes before {strategy}: {}", decision.strategy, decision.why()),
        })
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
                plan_json(name, &query, (plan, &decision), Some(analysis))?
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
