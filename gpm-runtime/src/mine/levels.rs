//! Level after level: frequent edges, and from the frequent patterns of each size those of the next.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use gpm_plan::grow::{Alphabet, Child, Growth, Link, Part, Shape, Step};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use thiserror::Error;

use super::batch::{Batch, RowArrays, Settler};
use super::domain::Domain;
use super::rows::LabelledRows;
use super::settle::{Judge, Settled};
use crate::control::{Control, Stopped};
use crate::graph::{Graph, LabelId, VertexId};

/// Bytes that the domains of a level may take. Without them the next level's candidates are bounded less well, and found all the same.
const DOMAINS: usize = 1 << 30;

/// Bytes that the patterns of a level may take beside their domains.
const PATTERNS: usize = 4 << 30;

/// Bytes of a pattern of some five vertices: its labels and links, the sizes of its domains, and its share of a hash table.
const EACH: usize = 320;

/// Extensions of the patterns of one level that are looked at in any reasonable time: at a few microseconds each, some hours.
const EXTENSIONS: u64 = 1 << 32;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct MinerConfig {
    /// The least size of a domain.
    pub support: u64,
    /// Whether patterns are vertex-induced.
    pub is_induced: bool,
    /// Vertices of a pattern at most.
    pub max_vertices: usize,
    /// Edges of a pattern at most.
    pub max_edges: usize,
}

/// Bytes of candidate patterns that are settled together on a device, unless one alone has more.
const BATCH: usize = 64 << 20;

/// Known patterns that are extended before their children are settled on a device.
const EXTENDED: usize = 512;

/// Why a level has no end.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum LevelError<E = Stopped> {
    /// The run was stopped meanwhile.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// Of a device.
    #[error("{0}")]
    Device(E),
    /// They would take too long.
    #[error("its candidates are up to {0}")]
    Candidates(u64),
    /// They take too much memory.
    #[error(transparent)]
    Patterns(#[from] PatternsError),
}

/// More frequent patterns than fit in memory.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("it has more than {0} frequent patterns, which do not fit in memory")]
pub struct PatternsError(usize);

/// The frequent patterns of one size.
#[derive(Debug, Default)]
pub struct Level {
    /// Those that are frequent.
    pub patterns: Vec<Settled>,
    /// Candidates that were looked at: all of their parts are frequent.
    pub candidates: u64,
}

/// What grows.
#[derive(Debug)]
pub struct Miner {
    rows: LabelledRows,
    growth: Growth,
    config: MinerConfig,
}

/// The first level, and what makes the others.
#[derive(Debug)]
pub struct Grown {
    /// What makes the others.
    pub miner: Miner,
    /// The first.
    pub edges: Level,
}

impl Miner {
    /// Finds the frequent patterns of two vertices, or of one edge.
    ///
    /// # Errors
    /// [`LevelError`].
    pub fn start(graph: &Graph, config: MinerConfig, control: &Control) -> Result<Grown, LevelError> {
        let is_directed = graph.is_directed();
        let rows = LabelledRows::new(graph, config.support, control)?;
        let step = if config.is_induced { Step::Vertex } else { Step::Edge };
        let growth = Growth {
            step,
            is_directed,
            alphabet: Alphabet::default(),
            max_vertices: config.max_vertices,
            max_edges: config.max_edges,
        };
        let mut miner = Miner { rows, growth, config };
        let candidates = miner.edges(control)?;
        let is_kept = |shape: &&Shape| shape.num_edges(is_directed) <= miner.config.max_edges;
        let candidates: Vec<Child> =
            candidates.iter().filter(is_kept).map(|shape| Child { shape: shape.clone(), parts: Vec::new() }).collect();
        let held = Held::default();
        let judge = miner.judge(control);
        let settle = |child: &Child| judge.settle(&child.shape, |_, _| ()).map(|found| found.map(|own| held.hold(own)));
        let settled: Vec<Option<Settled>> = candidates.par_iter().map(settle).collect::<Result<_, _>>()?;
        let patterns: Vec<Settled> = settled.into_iter().flatten().collect();
        miner.growth.alphabet = alphabet(&patterns);
        if step == Step::Edge {
            miner.rows = miner.rows.restricted(&miner.growth.alphabet, is_directed, control)?;
        }
        Ok(Grown { miner, edges: Level { patterns, candidates: candidates.len() as u64 } })
    }

    /// The rows of the graph for a device.
    pub fn row_arrays(&self) -> RowArrays {
        self.rows.row_arrays()
    }

    /// The frequent patterns one step larger, settled by the CPU, or together with a device. Of the last level the domains are not kept.
    ///
    /// # Errors
    /// [`LevelError`].
    pub fn next<E: Send>(
        &self,
        level: &Level,
        is_last: bool,
        device: Option<&mut (dyn Settler<Error = E> + '_)>,
        control: &Control,
    ) -> Result<Level, LevelError<E>> {
        let patterns = &level.patterns;
        let of_running = patterns.par_iter().take_any_while(|_| !control.is_stopped());
        let extensions: u64 = of_running.map(|own| self.growth.num_extensions(&own.shape)).sum();
        control.ensure_running()?;
        if extensions > EXTENSIONS {
            return Err(LevelError::Candidates(extensions));
        }
        let numbers = patterns.iter().enumerate().map(|(at, own)| (&own.shape, at)).collect();
        let (held, candidates) = (Held { is_last, ..Held::default() }, AtomicUsize::new(0));
        control.begin(patterns.len() as u64);
        let growing = Growing { miner: self, patterns, numbers, judge: self.judge(control), held, candidates };
        let found = match device {
            None => growing.on_cpu()?,
            Some(device) => growing.with_device(device)?,
        };
        Ok(Level { patterns: found, candidates: growing.candidates.into_inner() as u64 })
    }

    fn judge<'a>(&'a self, control: &'a Control) -> Judge<'a> {
        let MinerConfig { support, is_induced, .. } = self.config;
        Judge { rows: &self.rows, support, is_induced, control }
    }

    /// All patterns of two vertices that there are: of one edge each, unless patterns are induced.
    fn edges(&self, control: &Control) -> Result<BTreeSet<Shape>, Stopped> {
        let split = |link: Link| match (self.growth.step, self.growth.is_directed) {
            // The arc back is met from the other end.
            (Step::Edge, true) => Link { backward: 0, ..link },
            _ => link,
        };
        let edges_of = |x: VertexId, mut seen: FxHashSet<(LabelId, Link, LabelId)>| {
            if !control.is_stopped() {
                let edges = self.rows.row(x).map(|(y, link)| (self.rows.label(x), split(link), self.rows.label(y)));
                seen.extend(edges.filter(|(_, link, _)| !link.is_none()));
            }
            seen
        };
        let vertices = (0..self.rows.num_vertices() as VertexId).into_par_iter();
        let seen = vertices.fold(FxHashSet::default, |seen, x| edges_of(x, seen));
        let seen = seen.reduce(FxHashSet::default, |one, other| {
            let (mut larger, smaller) = if one.len() < other.len() { (other, one) } else { (one, other) };
            larger.extend(smaller);
            larger
        });
        control.ensure_running()?;
        Ok(seen.into_iter().map(|(own, link, other)| Shape::new(&[own, other], [(0, 1, link)]).canonical().0).collect())
    }
}

/// A level that grows from the one before.
struct Growing<'a> {
    miner: &'a Miner,
    patterns: &'a [Settled],
    /// By shape the number of a pattern.
    numbers: FxHashMap<&'a Shape, usize>,
    judge: Judge<'a>,
    held: Held,
    candidates: AtomicUsize,
}

impl Growing<'_> {
    /// The patterns of the next level that extend this one first.
    fn children(&self, (at, own): (usize, &Settled)) -> Vec<Child> {
        let children = self.miner.growth.children(at, &own.shape, |shape| self.numbers.get(shape).copied());
        self.candidates.fetch_add(children.len(), Ordering::Relaxed);
        children
    }

    fn bound<'b>(&'b self, child: &'b Child) -> impl Fn(usize, &mut Domain) + 'b {
        |u, domain| bound(self.patterns, &child.parts, u, domain)
    }

    fn hold(&self, settled: Settled) -> Result<Settled, PatternsError> {
        let settled = self.held.hold(settled);
        self.held.ensure_fit()?;
        Ok(settled)
    }

    fn on_cpu<E: Send>(&self) -> Result<Vec<Settled>, LevelError<E>> {
        let settle = |child: &Child| -> Result<Option<Settled>, LevelError<E>> {
            let settled = self.judge.settle(&child.shape, self.bound(child))?;
            Ok(settled.map(|own| self.hold(own)).transpose()?)
        };
        let all = |own| -> Result<Vec<Settled>, LevelError<E>> {
            self.judge.control.ensure_running()?;
            let children = self.children(own);
            let settled: Vec<Option<Settled>> = children.par_iter().map(settle).collect::<Result<_, _>>()?;
            self.judge.control.advance(1);
            Ok(settled.into_iter().flatten().collect())
        };
        let found: Vec<Vec<Settled>> = self.patterns.par_iter().enumerate().map(all).collect::<Result<_, _>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The same, by a device: the CPU makes a batch of candidates while the device settles the one before.
    fn with_device<E: Send>(&self, device: &mut (dyn Settler<Error = E> + '_)) -> Result<Vec<Settled>, LevelError<E>> {
        let control = self.judge.control;
        let mut found = Vec::new();
        for (at, block) in self.patterns.chunks(EXTENDED).enumerate() {
            let grown =
                block.par_iter().enumerate().map(|(own, pattern)| self.children((EXTENDED * at + own, pattern)));
            let children: Vec<Child> = grown.flatten().collect();
            control.ensure_running()?;
            for children in self.batches(&children) {
                let opens = children.par_iter().filter_map(|child| self.judge.open(&child.shape, self.bound(child)));
                let batch = Batch::new(&self.judge, opens.collect());
                let outcome = match batch.jobs.is_empty() {
                    true => continue,
                    false => device.settle(&batch, control).map_err(LevelError::Device)?,
                };
                control.ensure_running()?;
                let settled = match outcome {
                    Some(outcome) => batch.settled(&self.judge, &outcome)?,
                    None => batch.settled_alone(&self.judge)?,
                };
                for own in settled {
                    found.push(self.hold(own)?);
                }
            }
            control.advance(block.len() as u64);
        }
        Ok(found)
    }

    /// Children in parts whose domains do not take too much memory.
    fn batches<'c>(&self, children: &'c [Child]) -> impl Iterator<Item = &'c [Child]> {
        let bytes = |child: &Child| {
            let labels = child.shape.labels().iter();
            labels.map(|&label| self.miner.rows.class(label).len() / 8 + size_of::<Child>()).sum::<usize>()
        };
        let mut sum = 0;
        children.chunk_by(move |_, next| {
            sum += bytes(next);
            let fits = sum <= BATCH;
            if !fits {
                sum = bytes(next);
            }
            fits
        })
    }
}

/// The domains of one pattern, whatever their sizes.
///
/// # Errors
/// [`Stopped`] if the run was stopped meanwhile.
pub(crate) fn domains_of(
    graph: &Graph,
    shape: &Shape,
    is_induced: bool,
    control: &Control,
) -> Result<Settled, Stopped> {
    let rows = LabelledRows::new(graph, 0, control)?;
    let judge = Judge { rows: &rows, support: 0, is_induced, control };
    Ok(judge.settle(shape, |_, _| ())?.expect("no domain is smaller than 0"))
}

/// Takes out of the domain of vertex `u` of a pattern what is in the domain of no vertex of a part that stands there.
fn bound(patterns: &[Settled], parts: &[Part], u: usize, domain: &mut Domain) {
    for part in parts {
        let own = &patterns[part.known];
        let Some(place) = part.vertices.iter().position(|&vertex| usize::from(vertex) == u) else { continue };
        if let Some(bound) = own.domains.get(usize::from(own.domain[place])) {
            domain.intersect(bound);
        }
    }
}

fn alphabet(edges: &[Settled]) -> Alphabet {
    Alphabet::new(edges.iter().map(|own| (own.shape.labels()[0], own.shape.link(0, 1), own.shape.labels()[1])))
}

impl Settled {
    fn without_domains(self) -> Settled {
        Settled { domains: Vec::new(), ..self }
    }
}

/// What the patterns of a level take of the memory.
#[derive(Default)]
struct Held {
    domains: AtomicUsize,
    patterns: AtomicUsize,
    /// Whether nothing is to grow from them.
    is_last: bool,
}

impl Held {
    /// Keeps a pattern, and its domains as long as there is room for them, unless nothing is to grow from it.
    fn hold(&self, settled: Settled) -> Settled {
        let bytes = settled.domains.iter().map(Domain::bytes).sum();
        let has_room = self.domains.fetch_add(bytes, Ordering::Relaxed) + bytes <= DOMAINS;
        self.patterns.fetch_add(1, Ordering::Relaxed);
        if has_room && !self.is_last { settled } else { settled.without_domains() }
    }

    fn ensure_fit(&self) -> Result<(), PatternsError> {
        let patterns = self.patterns.load(Ordering::Relaxed);
        if patterns * EACH > PATTERNS { Err(PatternsError(patterns)) } else { Ok(()) }
    }
}
