//! Edges between candidates: those of the data graph that an edge of the pattern may be matched to. They are laid out where edges have labels
//! or directions, and where a search turns out long and the short cycles of the graph are few.

use super::candidates::Candidates;
use super::question::Asked;
use super::sieve::{Sieve, shared};
use crate::control::Control;
use crate::graph::VertexId;

/// Rounds in which edges between candidates are taken out. *guess*
const ROUNDS: usize = 2;
/// The most rounds where cycles say which: another one is made while a sixteenth of the ways to match them goes. *guess*
const ROUNDS_OF_CYCLES: usize = 6;

/// The edges, as rows of candidates.
#[derive(Debug)]
pub(crate) struct Edges {
    /// What is left of the candidates of each vertex.
    pub(crate) candidates: Vec<Candidates>,
    num_vertices: usize,
    /// By pattern vertex, by place among the vertices with its label, how many candidates come before a candidate.
    ranks: Vec<Vec<u32>>,
    /// By pattern vertex and neighbor of it.
    rows: Vec<Rows>,
}

/// The edges that one edge of the pattern may be matched to, from one of its ends.
#[derive(Debug, Default)]
struct Rows {
    /// By rank of a candidate of that end where its row begins, and where the last one ends.
    offsets: Vec<u32>,
    /// Candidates of the other end; rows are ascending.
    targets: Vec<VertexId>,
}

impl Rows {
    /// Those of two vertices; empty if they are not joined.
    fn of(sieve: &Sieve<'_>, u: usize, w: usize) -> Rows {
        if sieve.question.neighbors[u] >> w & 1 == 0 {
            return Rows::default();
        }
        let (rows, edges) = (&sieve.ground.rows, sieve.edges(u, w));
        let vertices = &sieve.candidates[u].vertices;
        let mut offsets = Vec::with_capacity(vertices.len() + 1);
        let mut targets = Vec::with_capacity(edges.0.count());
        offsets.push(0);
        for &x in vertices {
            let places = rows.group(x, sieve.question.labels[w]);
            targets.extend(places.filter(|&place| sieve.has(edges, place)).map(|place| rows.neighbor(place)));
            offsets.push(targets.len() as u32);
        }
        Rows { offsets, targets }
    }
}

impl Edges {
    /// Those that are what the edges of the pattern ask for; `None` if there are more than numbers. Cost: the rows of all candidates, for each edge
    /// of the pattern.
    pub(crate) fn new(asked: Asked<'_>, candidates: &[Candidates]) -> Option<Edges> {
        let mut sieve = Sieve::new(asked, candidates.to_vec())?;
        for _ in 0..ROUNDS {
            sieve.keep_with_all();
        }
        Some(Edges::of(&sieve))
    }

    /// Those of them that lie on cycles as asked for; `None` also if the cycles of the graph are many, or the pattern has none, or the run was
    /// stopped. Cost: in each of a few rounds the ways to match each cycle of the pattern alone, and the edges of all candidates.
    pub(crate) fn on_cycles(asked: Asked<'_>, candidates: &[Candidates], control: &Control) -> Option<Edges> {
        let patterns = asked.question.short_cycles();
        let cycles = asked.ground.short_cycles().filter(|_| !patterns.is_empty())?;
        let mut sieve = Sieve::new(asked, candidates.to_vec())?;
        let mut ways = sieve.ways(cycles, &patterns);
        let mut before = usize::MAX;
        for _ in 0..ROUNDS_OF_CYCLES {
            let number = sieve.keep_on_cycles(&mut ways);
            sieve.keep_with_all();
            if control.is_stopped() {
                return None;
            }
            if number > before - before / 16 {
                break;
            }
            before = number;
        }
        Some(Edges::of(&sieve))
    }

    /// Those that are left.
    fn of(sieve: &Sieve<'_>) -> Edges {
        let n = sieve.question.num_vertices;
        let rank = |u: usize| {
            let own = &sieve.candidates[u];
            let mut ranks = vec![0; sieve.ground.rows.class(sieve.question.labels[u]).len()];
            own.vertices.iter().zip(0..).for_each(|(&x, rank)| ranks[own.place(x)] = rank);
            ranks
        };
        let ranks = (0..n).map(rank).collect();
        let pairs: Vec<(usize, usize)> = (0..n * n).map(|pair| (pair / n, pair % n)).collect();
        let rows = shared(&pairs, sieve.is_shared(), |&(u, w)| Rows::of(sieve, u, w));
        Edges { candidates: sieve.candidates.clone(), num_vertices: n, ranks, rows }
    }

    /// By place of a data vertex among those with the label of `u`, how many candidates come before it.
    pub(super) fn ranks(&self, u: usize) -> &[u32] {
        &self.ranks[u]
    }

    /// The rows from `u` to `w`: their bounds by rank, and candidates of `w`.
    pub(super) fn rows(&self, u: usize, w: usize) -> (&[u32], &[VertexId]) {
        let Rows { offsets, targets } = &self.rows[u * self.num_vertices + w];
        (offsets, targets)
    }

    /// The length of the longest row from `u` to `w`.
    pub(super) fn longest(&self, u: usize, w: usize) -> usize {
        let offsets = &self.rows[u * self.num_vertices + w].offsets;
        offsets.windows(2).map(|bounds| (bounds[1] - bounds[0]) as usize).max().unwrap_or(0)
    }

    /// The candidates of `w` that are left where its neighbor `u` is matched to `x`, ascending. `x` is at that place among the vertices with its label.
    #[inline]
    pub(super) fn row(&self, (u, place): (usize, usize), w: usize) -> &[VertexId] {
        let rows = &self.rows[u * self.num_vertices + w];
        let rank = self.ranks[u][place] as usize;
        &rows.targets[rows.offsets[rank] as usize..rows.offsets[rank + 1] as usize]
    }
}
