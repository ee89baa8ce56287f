//! The data vertices that each pattern vertex may be matched to: those with its label and as many neighbors of each label, of which
//! those stay that have a candidate for each neighbor [GraphQL-matching, DAF].

use gpm_plan::pattern::bits;
use rayon::prelude::*;

use super::ground::Ground;
use super::question::Question;
use crate::graph::{LabelId, VertexId};
use crate::set::Bitmap;

/// Vertices that one thread looks at at a time. *guess*
const BLOCK: usize = 1 << 10;
/// Vertices from which on threads share them: two blocks, so that two threads have one each. *guess*
const MANY: usize = 2 * BLOCK;
/// Rounds in which candidates are taken out for want of neighbors; what is left is for the search to find. *guess*
const ROUNDS: usize = 2;

/// The candidates of a pattern vertex.
#[derive(Clone, Debug)]
pub(crate) struct Candidates {
    /// Ascending.
    pub(super) vertices: Vec<VertexId>,
    /// The first vertex with the label.
    first: VertexId,
    /// The same as bits, by place among the vertices with the label.
    bits: Bitmap,
}

impl Candidates {
    #[inline]
    pub(super) fn contains(&self, x: VertexId) -> bool {
        self.bits.contains(x - self.first)
    }

    /// The place of a vertex with the label among all of those.
    #[inline]
    pub(super) fn place(&self, x: VertexId) -> usize {
        (x - self.first) as usize
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Whether both have a vertex.
    pub(super) fn meets(&self, other: &Candidates) -> bool {
        let (short, long) = if self.vertices.len() <= other.vertices.len() { (self, other) } else { (other, self) };
        self.first == other.first && short.vertices.iter().any(|&x| long.contains(x))
    }

    /// Leaves those that pass.
    fn retain(&mut self, passes: impl Fn(VertexId) -> bool + Sync) {
        if self.vertices.len() >= MANY {
            let goes = failing(&self.vertices, passes);
            return self.remove(&goes);
        }
        let Candidates { vertices, first, bits } = self;
        vertices.retain(|&x| {
            let stays = passes(x);
            if !stays {
                bits.remove(x - *first);
            }
            stays
        });
    }

    /// Takes some of them out.
    pub(super) fn remove(&mut self, goes: &[VertexId]) {
        let Candidates { vertices, first, bits } = self;
        goes.iter().for_each(|x| bits.remove(x - *first));
        vertices.retain(|&x| bits.contains(x - *first));
    }
}

/// The vertices that do not pass, in their order. Threads share them where they are many.
pub(super) fn failing(vertices: &[VertexId], passes: impl Fn(VertexId) -> bool + Sync) -> Vec<VertexId> {
    let fail = |block: &[VertexId]| block.iter().copied().filter(|&x| !passes(x)).collect::<Vec<_>>();
    if vertices.len() < MANY {
        return fail(vertices);
    }
    vertices.par_chunks(BLOCK).map(fail).collect::<Vec<_>>().concat()
}

/// The candidates of all vertices. Cost: their number before neighbors are looked at, times the neighbors asked for.
pub(crate) fn candidates(ground: &Ground, question: &Question) -> Vec<Candidates> {
    let n = question.num_vertices;
    let cores = question.cores();
    let asked: Vec<Asked> = (0..n).map(|u| Asked::of(question, u, cores[u])).collect();
    let mut all: Vec<Candidates> = Vec::with_capacity(n);
    for (u, own) in asked.iter().enumerate() {
        let same = asked[..u].iter().position(|other| other == own);
        all.push(same.map_or_else(|| own.candidates(ground), |same| all[same].clone()));
    }
    // A leaf has whoever is next to a candidate of its one neighbor, which thus need not look for it.
    let is_leaf_of = |w: usize, u: usize| question.neighbors[w] == 1 << u;
    let mut unseen: Vec<u32> = (0..n).map(|u| question.neighbors[u]).collect();
    for round in 0..ROUNDS {
        for at in 0..n {
            let u = if round % 2 == 0 { at } else { n - 1 - at };
            let due: Vec<usize> = bits(std::mem::take(&mut unseen[u])).filter(|&w| !is_leaf_of(w, u)).collect();
            let has_all = |x: VertexId, all: &[Candidates]| {
                due.iter().all(|&w| ground.row(x, question.labels[w]).iter().any(|&y| all[w].contains(y)))
            };
            let empty = Candidates { vertices: Vec::new(), first: 0, bits: Bitmap::new(0) };
            let mut own = std::mem::replace(&mut all[u], empty);
            let before = own.vertices.len();
            own.retain(|x| has_all(x, &all));
            if own.vertices.len() < before {
                bits(question.neighbors[u]).for_each(|w| unseen[w] |= 1 << u);
            }
            all[u] = own;
        }
    }
    all
}

/// What is asked of a candidate by itself.
#[derive(PartialEq)]
struct Asked {
    label: LabelId,
    core: u32,
    degree: usize,
    /// Labels around it, ascending, and at least how many vertices have each.
    needs: Vec<(LabelId, usize)>,
}

impl Asked {
    fn of(question: &Question, u: usize, core: u32) -> Asked {
        let neighbors = question.neighbors[u];
        // Of neighbors with one label the first says how many there are.
        let firsts = bits(neighbors).filter(|&w| question.alike[w] & neighbors & ((1 << w) - 1) == 0);
        let mut needs: Vec<_> =
            firsts.map(|w| (question.labels[w], (question.alike[w] & neighbors).count_ones() as usize)).collect();
        needs.sort_unstable();
        Asked { label: question.labels[u], core, degree: neighbors.count_ones() as usize, needs }
    }

    fn candidates(&self, ground: &Ground) -> Candidates {
        let rows = &ground.rows;
        let class = rows.class(self.label);
        let fits = |x: VertexId| {
            ground.cores[x as usize] >= self.core
                && rows.degree(x) >= self.degree
                && self.needs.iter().all(|&(label, least)| rows.group(x, label).len() >= least)
        };
        let block = |first: VertexId| {
            let block = first..class.end.min(first + BLOCK as VertexId);
            block.filter(|&x| fits(x)).collect::<Vec<VertexId>>()
        };
        let vertices: Vec<VertexId> = match class.len() < MANY {
            true => class.clone().filter(|&x| fits(x)).collect(),
            false => {
                let firsts: Vec<VertexId> = class.clone().step_by(BLOCK).collect();
                firsts.into_par_iter().map(block).collect::<Vec<_>>().concat()
            }
        };
        let mut bits = Bitmap::new(class.len());
        vertices.iter().for_each(|x| bits.insert(x - class.start));
        Candidates { vertices, first: class.start, bits }
    }
}
