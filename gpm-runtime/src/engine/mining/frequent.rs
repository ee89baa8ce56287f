//! Frequent patterns: no pattern is given, but how often one is to occur.

use std::fmt;
use std::time::Instant;

use gpm_plan::grow::Shape;
use gpm_plan::pattern::{Label, MAX_VERTICES, Pattern, Semantics};
use rayon::prelude::*;

use crate::control::Control;
use crate::engine::kept::Engine;
use crate::engine::planning::ensure_simple;
use crate::engine::terms::EngineError;
use crate::graph::{Graph, LabelNames, VertexId};
use crate::mine::{Grown, Level, LevelError, Miner, MinerConfig, Settled};

/// Patterns that are made from their numbers at a time, by all threads. *guess*
const BLOCK: usize = 1 << 12;

/// The same with the vertices in their domains, each of which may be a large part of the graph. *guess*
const BLOCK_WITH_MEMBERS: usize = 1 << 6;

/// Seconds of a level from which it is said to everyone what it will take. *guess*
const WORTH_A_WORD: f64 = 20.0;

/// Which patterns are looked for.
///
/// ```
/// use gpm::{Control, Engine, Frequent, Further, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let asked = Frequent { max_edges: Some(3), ..Frequent::of_support(3) };
/// let mut found = Vec::new();
/// let report = Engine::auto()?.frequent(&graph, &asked, &Control::new(), |own| {
///     found.push((own.pattern.to_string(), own.support));
///     Further::Grow
/// })?;
/// assert!(!report.partial);
/// assert_eq!((found.len(), &found[0], report.levels[2].frequent), (4, &("a-b".to_owned(), 4), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frequent {
    /// The least support of a pattern.
    pub support: u64,
    /// Edges that a pattern has at most; arcs in a directed graph.
    pub max_edges: Option<usize>,
    /// Vertices that a pattern has at most.
    pub max_vertices: Option<usize>,
    /// What a match is: edge-induced, or vertex-induced.
    pub semantics: Semantics,
    /// Whether the domains are wanted themselves. Those of a level take 1 GiB at most then, a bit for each vertex of a label.
    pub with_members: bool,
}

impl Frequent {
    /// Edge-induced patterns with this support. How large they may be is still to be said.
    pub fn of_support(support: u64) -> Frequent {
        let semantics = Semantics::EdgeInduced;
        Frequent { support, max_edges: None, max_vertices: None, semantics, with_members: false }
    }
}

/// A frequent pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrequentPattern {
    /// All of its vertices and edges ask for a label, if those of the graph have labels.
    pub pattern: Pattern,
    /// The size of its smallest domain, or the number of graphs that have it.
    pub support: u64,
    /// By vertex the size of its domain: how many data vertices it is matched to.
    pub domains: Vec<u64>,
    /// By vertex the domain itself, ascending, if these were asked for; else nothing.
    pub members: Vec<Vec<VertexId>>,
}

/// What is to come of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Further {
    /// Larger patterns that have it as a part are looked for.
    Grow,
    /// They are not. A rule that says so of a pattern must say so of all that have it as a part, or not all that it would let through are
    /// found.
    Leave,
    /// Nothing is looked for any more.
    End,
}

/// What a search for frequent patterns did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrequentReport {
    /// The levels that were completed, the smallest patterns first.
    pub levels: Vec<FrequentLevel>,
    /// Whether the run was stopped before the level that was asked for; all patterns of the levels before were handed over.
    pub partial: bool,
    /// Seconds in all.
    pub seconds: f64,
}

/// The patterns of one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrequentLevel {
    /// Their edges; if they are vertex-induced, their vertices.
    pub size: usize,
    /// Candidates: patterns all of whose parts are frequent.
    pub candidates: u64,
    /// Candidates that are frequent.
    pub frequent: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Engine {
    /// Finds the connected patterns that occur often, smallest first. A GPU settles candidates beside the CPU where the engine has one: from the
    /// beginning if it was asked for, else once the CPU has searched for as long as opening one takes; of several the first. Support is by minimum image \[Bringmann2008\]: of the sets
    /// of data vertices that the vertices of a pattern are matched to, the smallest one counts. Of a database of many graphs
    /// ([`Graph::num_members`]) it is the number of graphs that have the pattern. It does not grow with the pattern. Of graphs
    /// with labels the patterns have all of them; isolated vertices are no patterns.
    ///
    /// `each` is called on this thread with the patterns of a level (a number of edges; of vertices, if they are vertex-induced) once all of
    /// them are known, by descending support, and says whether they are to grow. What it is called with is the same in each run.
    ///
    /// Memory holds the patterns of two levels and their domains, at most about 1 GiB of these.
    ///
    /// # Errors
    /// [`EngineError::Option`] for what means nothing; [`EngineError::TooManyPatterns`] where a level is too large;
    /// [`EngineError::EmptyLabel`].
    pub fn frequent(
        &self,
        graph: &Graph,
        asked: &Frequent,
        control: &Control,
        each: impl FnMut(FrequentPattern) -> Further,
    ) -> Result<FrequentReport, EngineError> {
        let config = config(asked)?;
        ensure_labels(graph)?;
        ensure_simple(graph)?;
        graph.ensure_valid()?;
        let start = Instant::now();
        self.in_run(control, |control| {
            let mut run = Run { engine: self, graph, config, control, each, report: FrequentReport::default() };
            match run.levels() {
                Err(error) if error.is_stopped() => run.report.partial = true,
                done => done?,
            }
            run.report.seconds = start.elapsed().as_secs_f64();
            Ok(run.report)
        })
    }
}

/// A run and what it did so far.
struct Run<'a, F> {
    engine: &'a Engine,
    graph: &'a Graph,
    config: MinerConfig,
    control: &'a Control,
    each: F,
    report: FrequentReport,
}

impl<F: FnMut(FrequentPattern) -> Further> Run<'_, F> {
    fn levels(&mut self) -> Result<(), EngineError> {
        let MinerConfig { is_induced, max_vertices, max_edges, .. } = self.config;
        let (first, last) = if is_induced { (2, max_vertices) } else { (1, max_edges) };
        let of = u32::try_from(last).unwrap_or(u32::MAX);
        let mut start = Instant::now();
        self.control.enter(0..1, of);
        let pool = &self.engine.pool;
        let grown = pool.install(|| Miner::start(self.graph, self.config.clone(), self.control));
        let Grown { miner, edges: mut level } = grown.map_err(|error| self.error(error, first))?;
        let rows = || miner.row_arrays();
        let (mut device, mut pace) = (None, None);
        for size in first..=last {
            if size > first {
                self.control.enter(size as u32 - 1..size as u32, of);
                start = Instant::now();
                if size == first + 1 {
                    device = self.engine.executor.settler(&rows, self.control)?;
                }
                let extensions = pool.install(|| miner.num_extensions(&level, self.control));
                let extensions = extensions.map_err(|error| self.error(error, size))?;
                self.forecast(size, extensions, pace.map(|pace: f64| pace * extensions as f64));
                let next = pool.install(|| miner.next(&level, size == last, device.as_deref_mut(), self.control));
                level = next.map_err(|error| self.error(error, size))?;
                pace = Some(start.elapsed().as_secs_f64() / extensions.max(1) as f64);
            }
            if size > first && level.candidates == 0 {
                break;
            }
            let (candidates, frequent) = (level.candidates, level.patterns.len() as u64);
            let seconds = start.elapsed().as_secs_f64();
            log::debug!("{}: {frequent} of {candidates} candidates are frequent, {seconds:.3} s", self.words(size));
            self.report.levels.push(FrequentLevel { size, candidates, frequent, seconds });
            if self.hand_over(&miner, &mut level, size)? || level.patterns.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Says what a level will cost before it begins, by what the last one took.
    fn forecast(&self, size: usize, extensions: u64, expected: Option<f64>) {
        let level = match expected {
            Some(seconds) if seconds > WORTH_A_WORD => log::Level::Warn,
            _ => log::Level::Debug,
        };
        let time = expected.map_or_else(String::new, |seconds| format!(", about {seconds:.0} s by those before"));
        log::log!(level, "{}: about {extensions} extensions{time}", self.words(size));
    }

    /// Hands the patterns of a level over, and keeps those that are to grow. Gives whether that was enough.
    fn hand_over(&mut self, miner: &Miner, level: &mut Level, size: usize) -> Result<bool, EngineError> {
        level
            .patterns
            .sort_by(|one, other| other.support().cmp(&one.support()).then_with(|| one.shape.cmp(&other.shape)));
        let mut grows = Vec::with_capacity(level.patterns.len());
        let (graph, are_kept) = (self.graph, self.config.keeps_domains);
        for block in level.patterns.chunks(if are_kept { BLOCK_WITH_MEMBERS } else { BLOCK }) {
            let level = self.words(size);
            let found = |settled: &Settled| {
                let members = are_kept.then(|| miner.members(settled).ok_or_else(|| no_room(&level))).transpose()?;
                found(graph, settled, &members.unwrap_or_default())
            };
            let found: Vec<_> = self.engine.pool.install(|| block.par_iter().map(found).collect::<Result<_, _>>())?;
            for own in found {
                match (self.each)(own) {
                    Further::End => return Ok(true),
                    further => grows.push(further == Further::Grow),
                }
            }
        }
        let mut grows = grows.into_iter();
        level.patterns.retain(|_| grows.next().unwrap_or(false));
        Ok(false)
    }

    fn error<E: Into<EngineError> + fmt::Display>(&self, error: LevelError<E>, size: usize) -> EngineError {
        match error {
            LevelError::Stopped(stopped) => stopped.into(),
            LevelError::Device(error) => error.into(),
            error => EngineError::TooManyPatterns { level: self.words(size), reason: error.to_string() },
        }
    }

    fn words(&self, size: usize) -> String {
        let unit = if self.config.is_induced { "vertices" } else { "edges" };
        match size {
            1 => "patterns of 1 edge".to_owned(),
            size => format!("patterns of {size} {unit}"),
        }
    }
}

fn found(graph: &Graph, settled: &Settled, members: &[Vec<VertexId>]) -> Result<FrequentPattern, EngineError> {
    let order = settled.shape.connected_order();
    let pattern = pattern(graph, &settled.shape.selected(&order))?;
    let sizes = settled.domain_sizes();
    let domains = order.iter().map(|&u| sizes[usize::from(u)]).collect();
    // There are none, if nobody asked.
    let members = order.iter().filter_map(|&u| members.get(usize::from(u)).cloned()).collect();
    Ok(FrequentPattern { pattern, support: settled.support(), domains, members })
}

fn no_room(level: &str) -> EngineError {
    let reason = "their domains take more than 1 GiB: do not ask for the vertices in them";
    EngineError::TooManyPatterns { level: level.to_owned(), reason: reason.to_owned() }
}

fn pattern(graph: &Graph, shape: &Shape) -> Result<Pattern, EngineError> {
    let label = |names: &LabelNames, label: u32| names.name(label).map(Label::from);
    let (vertices, edges) = (graph.vertex_label_names(), graph.edge_label_names());
    Ok(shape.pattern(|own| label(vertices, own), |own| label(edges, own), graph.is_directed())?)
}

/// What was asked for, with a limit for vertices and for edges.
fn config(asked: &Frequent) -> Result<MinerConfig, EngineError> {
    let wrong = |what, must| Err(EngineError::Option { what, must });
    let of_edges = |edges: usize| (edges + 1).min(MAX_VERTICES);
    let of_vertices = |vertices: usize| vertices * (vertices - 1);
    match *asked {
        Frequent { support: 0, .. } => wrong("the support", "at least 1"),
        Frequent { semantics: Semantics::Homomorphism, .. } => wrong("the meaning", "edge-induced or vertex-induced"),
        Frequent { max_edges: None, max_vertices: None, .. } => {
            wrong("the size of patterns", "limited, by a number of edges or of vertices")
        }
        Frequent { max_edges: Some(0), .. } => wrong("the number of edges", "at least 1"),
        Frequent { max_vertices: Some(vertices), .. } if !(2..=MAX_VERTICES).contains(&vertices) => {
            wrong("the number of vertices", "2 to 32")
        }
        Frequent { support, max_edges, max_vertices, semantics, with_members } => {
            let vertices = max_vertices.or(max_edges.map(of_edges)).unwrap_or(MAX_VERTICES);
            let edges = max_edges.unwrap_or(usize::MAX).min(of_vertices(vertices));
            let is_induced = semantics == Semantics::VertexInduced;
            let keeps_domains = with_members;
            Ok(MinerConfig { support, is_induced, max_vertices: vertices, max_edges: edges, keeps_domains })
        }
    }
}

/// The empty label is one that no pattern can ask for.
fn ensure_labels(graph: &Graph) -> Result<(), EngineError> {
    let names = [("vertices", graph.vertex_label_names()), ("edges", graph.edge_label_names())];
    match names.into_iter().find(|(_, names)| names.lookup("").is_some()) {
        Some((what, _)) => Err(EngineError::EmptyLabel { what }),
        None => Ok(()),
    }
}
