//! Questions written down for a device: what a kernel that counts their matches reads, as flat arrays.

use bytemuck::{Pod, Zeroable};
use gpm_plan::pattern::{MAX_VERTICES, bits};
use gpm_plan::query::Query;

use super::candidates::candidates;
use super::edges::Edges;
use super::ground::Ground;
use super::question::{Asked, Question};
use super::search::Search;
use crate::control::Control;
use crate::graph::{Graph, VertexId};

/// A vertex of a pattern: `PatternVertex` of `templates/cuda/labelled/launch.cuh`. Masks have a bit for each vertex.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct PatternVertex {
    /// Those that it is joined to.
    pub neighbors: u32,
    /// Those that share a candidate with it, and itself.
    pub alike: u32,
    /// Those that it may be swapped with, and itself.
    pub twins: u32,
    /// Its core number.
    pub core: u32,
    /// The same where vertices of a high one are matched first, else 0.
    pub urgency: u32,
    /// The first data vertex with its label.
    pub base: u32,
    /// Where it is written for each data vertex with its label how many candidates come before it.
    pub ranks: u32,
    /// Padding; always 0.
    pub reserved: u32,
}

/// A pattern: `LabelledPattern` of the same file. Places are those of words.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct LabelledPattern {
    /// Its vertices; the others are unused.
    pub vertex: [PatternVertex; MAX_VERTICES],
    /// How many there are.
    pub size: u32,
    /// The one that is matched first.
    pub first: u32,
    /// Where its candidates are written.
    pub roots: u32,
    /// How many these are.
    pub num_roots: u32,
    /// For each vertex and neighbor where their rows are written: the bounds by rank of a candidate, then the rows.
    pub rows: u32,
    /// Padding; always 0.
    pub reserved: [u32; 3],
}

impl LabelledPattern {
    /// The same, where all that it points to lies so many words further on.
    fn moved(&self, by: u32, words: &mut [u32]) -> LabelledPattern {
        let (n, rows) = (self.size as usize, (self.rows + by) as usize);
        let mut moved = LabelledPattern { roots: self.roots + by, rows: self.rows + by, ..*self };
        for (u, own) in moved.vertex.iter_mut().enumerate().take(n) {
            own.ranks += by;
            for w in bits(own.neighbors) {
                words[rows + 2 * (u * n + w)..][..2].iter_mut().for_each(|at| *at += by);
            }
        }
        moved
    }
}

/// Questions, the candidates of their vertices and the edges between them.
#[derive(Debug)]
pub struct Written<'a> {
    /// What the patterns point to.
    pub words: Vec<u32>,
    /// By data vertex, the first of those that it may be swapped with.
    pub twins: &'a [VertexId],
    /// The patterns, one at least.
    pub patterns: Vec<LabelledPattern>,
    /// Words of the lists that a search has in hand at most.
    pub list_words: u64,
}

/// Words at most, so that places of them leave a bit free.
const MOST: usize = 1 << 31;
/// Vertices with the same label, fewer than these: where leaves share candidates, these are written in a word with a bit for each leaf.
const MOST_ALIKE: usize = 1 << 26;

impl<'a> Written<'a> {
    /// A query on the graph that was laid out; `None` if it is of another kind than those that are answered without a plan, or no vertex of the graph fits
    /// one of its.
    pub fn of_query(ground: &'a Ground, (graph, query): (&Graph, &Query), control: &Control) -> Option<Written<'a>> {
        let question = Question::new(query, graph)?;
        let edges = Edges::new(Asked { ground, question: &question }, &candidates(ground, &question))?;
        Written::new(ground, &question, &edges, control)
    }

    /// What lies along edges between candidates; `None` if a vertex has no candidates, or numbers leave their bits. Cost: a copy of them.
    pub(crate) fn new(
        ground: &'a Ground,
        question: &Question,
        edges: &Edges,
        control: &Control,
    ) -> Option<Written<'a>> {
        let search = Search::along(Asked { ground, question }, edges, control, (0, 1));
        let first = search.first_vertex()?;
        let n = question.num_vertices();
        let mut pattern = LabelledPattern { size: n as u32, first: first as u32, ..LabelledPattern::zeroed() };
        let mut words = vec![0; 2 * n * n];
        let mut list_words = 0;
        let cores = question.cores();
        for (u, own) in pattern.vertex.iter_mut().enumerate().take(n) {
            *own = PatternVertex {
                neighbors: question.neighbors[u],
                alike: search.parts.alike[u],
                twins: question.twins[u],
                core: cores[u],
                urgency: search.cores[u],
                base: ground.rows.class(question.labels[u]).start,
                ranks: words.len() as u32,
                reserved: 0,
            };
            words.extend_from_slice(edges.ranks(u));
            let mut longest = 0;
            for w in bits(question.neighbors[u]) {
                for (at, own) in [(2 * (u * n + w), edges.rows(u, w).0), (2 * (u * n + w) + 1, edges.rows(u, w).1)] {
                    words[at] = words.len() as u32;
                    words.extend_from_slice(own);
                }
                longest = longest.max(edges.longest(w, u));
            }
            // Its first list is a row.
            list_words += u64::from(question.neighbors[u].count_ones().saturating_sub(1)) * longest as u64;
            if words.len() >= MOST || edges.ranks(u).len() >= MOST_ALIKE {
                return None;
            }
        }
        let roots = &edges.candidates[first].vertices;
        (pattern.roots, pattern.num_roots) = (words.len() as u32, roots.len() as u32);
        words.extend_from_slice(roots);
        (words.len() < MOST).then(|| Written { words, twins: ground.twins(), patterns: vec![pattern], list_words })
    }

    /// Appends other questions on the same graph; false, and nothing is changed, if places would leave their bits.
    ///
    /// # Panics
    /// If they are on another graph.
    pub fn append(&mut self, other: &Written<'a>) -> bool {
        assert_eq!(self.twins.as_ptr(), other.twins.as_ptr(), "they are on one graph");
        let by = self.words.len();
        if by + other.words.len() >= MOST {
            return false;
        }
        self.words.extend_from_slice(&other.words);
        let moved = other.patterns.iter().map(|pattern| pattern.moved(by as u32, &mut self.words));
        self.patterns.extend(moved);
        self.list_words = self.list_words.max(other.list_words);
        true
    }
}
