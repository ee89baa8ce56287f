//! An answer as printed on standard output: a line of text, or a JSON object on a line.

use std::io::{self, Write};

use gpm::graph::counted;
use gpm::{DevicesUsed, GpuReport, Graph, Pattern, Query, QueueStats, Report, Seconds, Semantics, Unit};
use serde::{Deserialize, Serialize, Serializer};

use crate::args::Loaded;
use crate::process::{Failure, Messages, Outcome};

/// One counted pattern; the fields of its JSON are a contract, see `gpm count --help`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Answer {
    #[serde(flatten)]
    pub(crate) subject: Subject,
    /// If it is a temporal motif.
    #[serde(flatten)]
    pub(crate) window: Option<Window>,
    /// Decimal, as it may leave what JSON readers take for a number.
    #[serde(serialize_with = "decimal")]
    pub(crate) count: u128,
    pub(crate) partial: bool,
    /// Of a partial count the part of the work that is done, from 0 to 1, as far as it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) done: Option<f64>,
    /// Whether counting ended at a limit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) limited: bool,
    #[serde(flatten)]
    pub(crate) effort: Effort,
    /// If it ran on a GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gpu: Option<JsonGpu>,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Subject {
    /// What the user called the pattern.
    #[serde(rename = "pattern")]
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) shape: Shape,
    semantics: String,
    /// The word for one of them.
    unit: String,
}

/// What is said of a temporal motif beside its pattern.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Window {
    /// What its events join: pair, star, triangle, path, other.
    pub(crate) class: String,
    /// How long after the first event the last may be.
    pub(crate) within: String,
}

/// Where it was counted, and what it took.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Effort {
    pub(crate) device: JsonDevice,
    pub(crate) seconds: JsonSeconds,
    pub(crate) graph: JsonGraph,
}

/// What it ran on, here or in a process of which a file tells.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum JsonDevice {
    #[serde(skip_deserializing)]
    Used(DevicesUsed),
    Read(serde_json::Value),
}

/// A pattern, whatever it is called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Shape {
    /// In the pattern language.
    pub(crate) definition: String,
    /// For other programs, if it is an undirected graph without further demands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) graph6: Option<String>,
    /// The same if all of its edges have directions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) digraph6: Option<String>,
}

impl Shape {
    /// The shape of a pattern.
    pub(crate) fn new(pattern: &Pattern) -> Self {
        Self { definition: pattern.to_string(), graph6: pattern.to_graph6().ok(), digraph6: pattern.to_digraph6() }
    }
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub(crate) struct JsonSeconds {
    load: f64,
    plan: f64,
    compile: f64,
    run: f64,
    /// If it ran on a GPU.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    kernel: Option<f64>,
}

/// The counters of a GPU's task queue; times in seconds.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JsonGpu {
    upload: f64,
    memory_peak: u64,
    memory_far: u64,
    memory_host: u64,
    memory_spilled: u64,
    pushes: u64,
    pops: u64,
    full: u64,
    spins: u64,
    busy_min: f64,
    busy_max: f64,
    idle: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct JsonGraph {
    pub(crate) vertices: usize,
    edges: u64,
    directed: bool,
}

impl Answer {
    /// The answer to a query.
    pub(crate) fn new(name: &str, report: &Report, loaded: &Loaded) -> Self {
        Self {
            subject: Subject::new(name, &report.query),
            window: None,
            count: report.count,
            partial: report.partial,
            done: None,
            limited: report.limited,
            effort: Effort::new(report, loaded),
            gpu: report.gpu.as_ref().and_then(JsonGpu::new),
        }
    }

    /// The answer to one of several queries that were counted in one pass, which took so many seconds for each.
    pub(crate) fn counted(
        (name, query): (&str, &Query),
        count: u128,
        (device, run): (&DevicesUsed, f64),
        loaded: &Loaded,
    ) -> Self {
        let seconds = Seconds { plan: 0.0, compile: 0.0, run, kernel: None };
        let effort = Effort {
            device: JsonDevice::Used(device.clone()),
            seconds: JsonSeconds::new(loaded, seconds),
            graph: JsonGraph::new(&loaded.graph),
        };
        let subject = Subject::new(name, query);
        Self { subject, window: None, count, partial: false, done: None, limited: false, effort, gpu: None }
    }

    /// The same, if each subgraph with records counted once, whatever these are.
    pub(crate) fn once(mut self, query: &Query) -> Self {
        if query.pattern.has_records() {
            self.subject.unit = format!("{} that have records", query.unit.name(query.semantics));
        }
        self
    }

    /// Whether the count is that of the whole graph.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.partial { Outcome::Partial } else { Outcome::Complete }
    }

    /// Prints the answer as text or JSON, and at once, since the next one may take long.
    pub(crate) fn print(&self, is_json: bool) -> Result<(), Failure> {
        let line = if is_json { json_line(self)? } else { self.line() };
        print_line(&line)
    }

    fn line(&self) -> String {
        let Self { subject, count, .. } = self;
        format!("{count}  {}  ({}{})", subject.name, subject.meaning(), self.note())
    }

    /// What is said behind the meaning of a count.
    pub(crate) fn note(&self) -> &'static str {
        match (self.partial, self.limited) {
            (true, _) => ", partial",
            (_, true) => ", limited",
            _ => "",
        }
    }
}

impl Subject {
    /// What is counted of a pattern that no query has.
    pub(crate) fn of(name: &str, shape: Shape, (semantics, unit): (Semantics, Unit)) -> Self {
        Self { name: name.to_owned(), shape, semantics: semantics.to_string(), unit: unit.name(semantics).to_owned() }
    }

    /// What a query counts.
    pub(crate) fn new(name: &str, query: &Query) -> Self {
        Self {
            name: name.to_owned(),
            shape: Shape::new(&query.pattern),
            semantics: query.semantics.to_string(),
            unit: match query.pattern.has_records() {
                false => query.unit.name(query.semantics).to_owned(),
                true => format!("{} of records", query.unit.name(query.semantics)),
            },
        }
    }

    /// As text: what a match means, and the word for what is counted.
    pub(crate) fn words(&self) -> (&str, &str) {
        (&self.semantics, &self.unit)
    }

    /// What one counted thing is.
    pub(crate) fn meaning(&self) -> String {
        match self.semantics == Semantics::Homomorphism.to_string() {
            true => self.unit.clone(),
            false => format!("{} {}", self.semantics, self.unit),
        }
    }
}

impl Effort {
    /// What a query took.
    pub(crate) fn new(report: &Report, loaded: &Loaded) -> Self {
        Self {
            device: JsonDevice::Used(report.device.clone()),
            seconds: JsonSeconds::new(loaded, report.seconds),
            graph: JsonGraph::new(&loaded.graph),
        }
    }
}

/// Whether all counts are those of the whole graph.
pub(crate) fn are_complete(answers: &[Answer]) -> bool {
    answers.iter().all(|answer| answer.outcome() == Outcome::Complete)
}

/// Says on standard error where the time of a query went.
pub(crate) fn note_times(name: &str, report: &Report, messages: Messages) {
    let Report { seconds, device, plan, .. } = report;
    let (plan_time, compile, run) = (seconds.plan, seconds.compile, seconds.run);
    let kernel = seconds.kernel.map_or_else(String::new, |kernel| format!(" (kernel {kernel:.6} s)"));
    if let Some(plan) = plan {
        messages.detail(plan.to_string().trim_end());
    }
    note_gpu(report, messages);
    messages.note(format_args!(
        "{name}: plan {plan_time:.3} s, compile {compile:.3} s, run {run:.3} s{kernel} on {device}"
    ));
}

/// Says on standard error where the time of several queries went that were asked together.
pub(crate) fn note_sum(answers: &[Answer], messages: Messages) {
    let JsonSeconds { plan, compile, run, .. } =
        answers.iter().map(|answer| answer.effort.seconds).fold(JsonSeconds::default(), JsonSeconds::and);
    let number = counted(answers.len() as u64, "pattern", "patterns");
    messages.note(format_args!("{number}: plan {plan:.3} s, compile {compile:.3} s, run {run:.3} s"));
}

fn decimal<S: Serializer>(count: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(count)
}

impl JsonSeconds {
    pub(crate) fn new(loaded: &Loaded, seconds: Seconds) -> Self {
        let Seconds { plan, compile, run, kernel } = seconds;
        JsonSeconds { load: loaded.seconds, plan, compile, run, kernel }
    }

    /// Of several processes.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            load: self.load + other.load,
            plan: self.plan + other.plan,
            compile: self.compile + other.compile,
            run: self.run + other.run,
            kernel: self.kernel.into_iter().chain(other.kernel).reduce(|sum, own| sum + own),
        }
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
        Some(JsonGpu {
            upload: gpu.upload,
            memory_peak: gpu.peak,
            memory_far: gpu.far,
            memory_host: gpu.buffered.memory,
            memory_spilled: gpu.buffered.file,
            pushes,
            pops,
            full,
            spins,
            busy_min,
            busy_max,
            idle,
        })
    }
}

/// Says in detail on standard error what a GPU did.
pub(crate) fn note_gpu(report: &Report, messages: Messages) {
    let Some(gpu) = &report.gpu else { return };
    gpu.memory.iter().for_each(|memory| messages.detail(memory));
    messages.detail(format_args!("upload  {:.6} s", gpu.upload));
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    messages.detail(format_args!("peak    {:.1} MiB of a GPU's memory", mebibytes(gpu.peak)));
    if gpu.far > 0 {
        messages.detail(format_args!("far     {:.1} MiB of rows read from the host's memory", mebibytes(gpu.far)));
    }
    if gpu.buffered.memory + gpu.buffered.file > 0 {
        let [memory, file] = [gpu.buffered.memory, gpu.buffered.file].map(mebibytes);
        messages.detail(format_args!(
            "beyond  {memory:.1} MiB of the host's memory for partial matches, {file:.1} MiB of a file"
        ));
    }
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
    Subject::new("", query).meaning()
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
