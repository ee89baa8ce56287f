//! Level after level: frequent edges, and from the frequent patterns of each size those of the next.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicUsize;

use gpm_plan::grow::{Alphabet, Child, Growth, Link, Shape, Step};
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::batch::{RowArrays, Settler};
use super::domain::Domain;
use super::growing::{Growing, Held, LevelError};
use super::rows::LabelledRows;
use super::settle::{Judge, Settled};
use crate::control::{Control, Stopped};
use crate::graph::{Graph, LabelId, Members, VertexId};

/// Extensions of the patterns of one level that are looked at in any reasonable time: at a few microseconds each, some hours. *guess*
const EXTENSIONS: u64 = 1 << 32;

/// Patterns of a level whose extensions are counted before it begins, evenly spread; fewer are counted all. *guess*
const COUNTED: usize = 1 << 12;

/// What is looked for.
#[derive(Clone, Debug)]
pub struct MinerConfig {
    /// The least size of a domain; of a database the least number of graphs.
    pub support: u64,
    /// Whether patterns are vertex-induced.
    pub is_induced: bool,
    /// Vertices of a pattern at most.
    pub max_vertices: usize,
    /// Edges of a pattern at most.
    pub max_edges: usize,
    /// Whether domains of the last level are kept too.
    pub keeps_domains: bool,
}

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
    /// Of each row the graph that it belongs to, where graphs are counted.
    members: Option<Members>,
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
        let of_graph: Vec<VertexId> = (0..rows.num_vertices() as VertexId).map(|x| rows.of_graph(x)).collect();
        let members = graph.members.as_ref().map(|members| members.permuted(&of_graph));
        let step = if config.is_induced { Step::Vertex } else { Step::Edge };
        let growth = Growth {
            step,
            is_directed,
            alphabet: Alphabet::default(),
            max_vertices: config.max_vertices,
            max_edges: config.max_edges,
        };
        let mut miner = Miner { rows, members, growth, config };
        let candidates = miner.edges(control)?;
        let num_edges = candidates.len();
        let is_kept = |shape: &&Shape| shape.num_edges(is_directed) <= miner.config.max_edges;
        let candidates: Vec<Child> =
            candidates.iter().filter(is_kept).map(|shape| Child { shape: shape.clone(), parts: Vec::new() }).collect();
        let held = Held::new(false);
        let judge = miner.judge(control);
        let settle = |child: &Child| judge.settle(&child.shape, |_, _| ()).map(|found| found.map(|own| held.hold(own)));
        let settled: Vec<Option<Settled>> = candidates.par_iter().map(settle).collect::<Result<_, _>>()?;
        let patterns: Vec<Settled> = settled.into_iter().flatten().collect();
        miner.growth.alphabet = alphabet(&patterns);
        if step == Step::Edge && patterns.len() < num_edges {
            miner.rows = miner.rows.restricted(&miner.growth.alphabet, is_directed, control)?;
        }
        Ok(Grown { miner, edges: Level { patterns, candidates: candidates.len() as u64 } })
    }

    /// The vertices of the graph in the domain of each vertex of a pattern, ascending; `None` if they were not kept.
    pub fn members(&self, pattern: &Settled) -> Option<Vec<Vec<VertexId>>> {
        let of_graph = |domain: &Domain| {
            let mut members: Vec<VertexId> = domain.members().map(|x| self.rows.of_graph(x)).collect();
            members.sort_unstable();
            members
        };
        let members = |&domain: &u8| pattern.domains.get(usize::from(domain)).map(of_graph);
        pattern.domain.iter().map(members).collect()
    }

    /// The rows of the graph for a device.
    pub fn row_arrays(&self) -> RowArrays {
        self.rows.row_arrays()
    }

    /// About how many extensions the next level looks at; no more of them are candidates. Cost: it makes those of some thousand patterns.
    ///
    /// # Errors
    /// [`LevelError`], if they are too many.
    pub fn num_extensions(&self, level: &Level, control: &Control) -> Result<u64, LevelError> {
        let every = level.patterns.len().div_ceil(COUNTED).max(1);
        let some = level.patterns.par_iter().step_by(every).take_any_while(|_| !control.is_stopped());
        let extensions = every as u64 * some.map(|own| self.growth.num_extensions(&own.shape)).sum::<u64>();
        control.ensure_running()?;
        if extensions > EXTENSIONS { Err(LevelError::Candidates(extensions)) } else { Ok(extensions) }
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
        let numbers = patterns.iter().enumerate().map(|(at, own)| (&own.shape, at)).collect();
        let (held, candidates) = (Held::new(is_last && !self.config.keeps_domains), AtomicUsize::new(0));
        control.begin(patterns.len() as u64);
        let growing = Growing { growth: &self.growth, patterns, numbers, judge: self.judge(control), held, candidates };
        let found = match device {
            None => growing.on_cpu(0..patterns.len())?,
            Some(device) => growing.with_device(device)?,
        };
        Ok(Level { patterns: found, candidates: growing.candidates.into_inner() as u64 })
    }

    fn judge<'a>(&'a self, control: &'a Control) -> Judge<'a> {
        let MinerConfig { support, is_induced, .. } = self.config;
        Judge { rows: &self.rows, support, members: self.members.as_ref(), is_induced, control }
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
                // Rows go label by label, so that most are like the one before.
                let mut last = None;
                seen.extend(edges.filter(|edge| !edge.1.is_none() && last.replace(*edge) != Some(*edge)));
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
    let judge = Judge { rows: &rows, support: 0, members: None, is_induced, control };
    Ok(judge.settle(shape, |_, _| ())?.expect("no domain is smaller than 0"))
}

fn alphabet(edges: &[Settled]) -> Alphabet {
    Alphabet::new(edges.iter().map(|own| (own.shape.labels()[0], own.shape.link(0, 1), own.shape.labels()[1])))
}
