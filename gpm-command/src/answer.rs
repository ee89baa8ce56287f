//! An answer as printed on standard output: a line of text, or a JSON object on a line.

use std::io::{self, Write};

use gpm::{DevicesUsed, GpuReport, Graph, Pattern, Query, QueueStats, Report, Seconds, Semantics};
use serde::Serialize;

use super::failure::{Failure, Outcome};
use super::graph_args::Loaded;
use super::messages::Messages;

/// One counted pattern.
pub(crate) struct Answer<'a> {
    /// What the user called the pattern.
    name: &'a str,
    shape: Shape,
    report: &'a Report,
    loaded: &'a Loaded,
}

/// What was counted, whatever it was called.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Shape {
    /// In the pattern language.
    pub(crate) definition: String,
    /// For other programs, if it is an undirected graph without further demands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) graph6: Option<String>,
    /// The same if all of its edges have directions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) digraph6: Option<String>,
}

impl Shape {
    /// The shape of a pattern.
    pub(crate) fn new(pattern: &Pattern) -> Self {
        Self { definition: pattern.to_string(), graph6: pattern.to_graph6().ok(), digraph6: pattern.to_digraph6() }
    }
}

/// What `--json` prints; the fields are a contract, see `gpm count --help`.
#[derive(Serialize)]
struct Json<'a> {
    pattern: &'a str,
    #[serde(flatten)]
    shape: &'a Shape,
    semantics: String,
    unit: &'static str,
    /// Decimal, as it may leave what JSON readers take for a number.
    count: String,
    partial: bool,
    device: &'a DevicesUsed,
    seconds: JsonSeconds,
    graph: JsonGraph,
    /// If it ran on a GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    gpu: Option<JsonGpu>,
}

#[derive(Serialize)]
pub(crate) struct JsonSeconds {
    load: f64,
    plan: f64,
    compile: f64,
    run: f64,
    /// If it ran on a GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<f64>,
}

/// The counters of a GPU's task queue; times in seconds.
#[derive(Serialize)]
struct JsonGpu {
    upload: f64,
    pushes: u64,
    pops: u64,
    full: u64,
    spins: u64,
    busy_min: f64,
    busy_max: f64,
    idle: f64,
}

#[derive(Serialize)]
pub(crate) struct JsonGraph {
    vertices: usize,
    edges: u64,
    directed: bool,
}

impl<'a> Answer<'a> {
    /// The answer to a query.
    pub(crate) fn new(name: &'a str, report: &'a Report, loaded: &'a Loaded) -> Self {
        Self { name, shape: Shape::new(&report.query.pattern), report, loaded }
    }

    /// The same about another shape than that of the query, from whose answer this one follows.
    pub(crate) fn about(self, shape: Shape) -> Self {
        Self { shape, ..self }
    }

    /// What the user called the pattern.
    pub(crate) fn name(&self) -> &str {
        self.name
    }

    /// The pattern in the pattern language.
    pub(crate) fn definition(&self) -> &str {
        &self.shape.definition
    }

    pub(crate) fn count(&self) -> u128 {
        self.report.count
    }

    pub(crate) fn semantics(&self) -> Semantics {
        self.report.query.semantics
    }

    /// The word for what was counted.
    pub(crate) fn unit(&self) -> &'static str {
        self.report.query.unit.name(self.semantics())
    }

    /// Whether the count is that of the whole graph.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.report.partial { Outcome::Partial } else { Outcome::Complete }
    }

    /// Prints the answer as text or JSON, and at once, since the next one may take long.
    pub(crate) fn print(&self, is_json: bool) -> Result<(), Failure> {
        let line = if is_json { self.json()? } else { self.line() };
        print_line(&line)
    }

    /// Says on standard error where the time went.
    pub(crate) fn note_times(&self, messages: Messages) {
        let Report { seconds, device, plan, .. } = self.report;
        let (plan_time, compile, run) = (seconds.plan, seconds.compile, seconds.run);
        let kernel = seconds.kernel.map_or_else(String::new, |kernel| format!(" (kernel {kernel:.6} s)"));
        if let Some(plan) = plan {
            messages.detail(plan.to_string().trim_end());
        }
        note_gpu(self.report, messages);
        messages.note(format_args!(
            "{}: plan {plan_time:.3} s, compile {compile:.3} s, run {run:.3} s{kernel} on {device}",
            self.name
        ));
    }

    fn line(&self) -> String {
        let Report { count, partial, .. } = self.report;
        let note = if *partial { ", partial" } else { "" };
        format!("{count}  {}  ({}{note})", self.name, meaning(&self.report.query))
    }

    fn json(&self) -> Result<String, Failure> {
        let Report { count, partial, device, seconds, gpu, .. } = self.report;
        json_line(&Json {
            pattern: self.name,
            shape: &self.shape,
            semantics: self.semantics().to_string(),
            unit: self.unit(),
            count: count.to_string(),
            partial: *partial,
            device,
            seconds: JsonSeconds::new(self.loaded, *seconds),
            graph: JsonGraph::new(&self.loaded.graph),
            gpu: gpu.as_ref().and_then(JsonGpu::new),
        })
    }
}

impl JsonSeconds {
    pub(crate) fn new(loaded: &Loaded, seconds: Seconds) -> Self {
        let Seconds { plan, compile, run, kernel } = seconds;
        JsonSeconds { load: loaded.seconds, plan, compile, run, kernel }
    }
}

impl JsonGraph {
    pub(crate) fn new(graph: &Graph) -> Self {
        JsonGraph { vertices: graph.num_vertices(), edges: graph.num_edges(), directed: graph.is_directed() }
    }
}

impl JsonGpu {
    fn new(gpu: &GpuReport) -> Option<Self> {
        let QueueStats { pushes, pops, full, spins, busy_min, busy_max, idle } = gpu.queue?;
        Some(JsonGpu { upload: gpu.upload, pushes, pops, full, spins, busy_min, busy_max, idle })
    }
}

/// Says in detail on standard error what a GPU did.
pub(crate) fn note_gpu(report: &Report, messages: Messages) {
    let Some(gpu) = &report.gpu else { return };
    gpu.memory.iter().for_each(|memory| messages.detail(memory));
    messages.detail(format_args!("upload  {:.6} s", gpu.upload));
    if let Some(QueueStats { pushes, pops, full, spins, busy_min, busy_max, idle }) = gpu.queue {
        messages.detail(format_args!(
            "queue   {pushes} pushed, {pops} popped, {full} found it full, {spins} rounds of waiting"
        ));
        messages.detail(format_args!(
            "busy    {busy_min:.6} to {busy_max:.6} s a multiprocessor, {:.1} % idle",
            idle * 100.0
        ));
    }
}

/// What one counted thing is: `edge-induced subgraphs`, `vertex-induced embeddings`, `homomorphisms`.
pub(crate) fn meaning(query: &Query) -> String {
    let unit = query.unit.name(query.semantics);
    match query.semantics {
        Semantics::Homomorphism => unit.to_owned(),
        Semantics::EdgeInduced | Semantics::VertexInduced => format!("{} {unit}", query.semantics),
    }
}

/// A value as JSON without line breaks.
pub(crate) fn json_line(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|error| Failure::Run(error.into()))
}

/// Prints text and a line break on standard output.
pub(crate) fn print_line(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(Failure::stdout)
}
