//! Edges between candidates: those of the data graph that an edge of the pattern may be matched to. They are laid out where edges have labels
//! or directions, and where a search turns out long and the short cycles of the graph are few.

use gpm_plan::pattern::bits;

use super::candidates::Candidates;
use super::ground::Ground;
use super::question::Question;
use super::sieve::Sieve;
use crate::control::Control;
use crate::graph::VertexId;

/// Rounds in which edges are taken out.
const ROUNDS: usize = 2;
/// The most rounds where cycles say which: another one is made while an eighth of the ways to match them goes.
const ROUNDS_OF_CYCLES: usize = 4;

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

impl Edges {
    /// Those that are what the edges of the pattern ask for; `None` if there are more than numbers. Cost: the rows of all candidates, for each edge
    /// of the pattern.
    pub(crate) fn new((ground, question): (&Ground, &Question), candidates: &[Candidates]) -> Option<Edges> {
        let mut sieve = Sieve::new((ground, question), candidates.to_vec())?;
        for _ in 0..ROUNDS {
            sieve.keep_with_all();
        }
        Some(Edges::of(&sieve))
    }

    /// Those of them that lie on cycles as asked for; `None` also if the cycles of the graph are many, or the pattern has none, or the run was
    /// stopped. Cost: in each of a few rounds the ways to match each cycle of the pattern alone, and the edges of all candidates.
    pub(crate) fn on_cycles(
        (ground, question): (&Ground, &Question),
        candidates: &[Candidates],
        control: &Control,
    ) -> Option<Edges> {
        let patterns = question.short_cycles();
        let cycles = ground.short_cycles().filter(|_| !patterns.is_empty())?;
        let mut sieve = Sieve::new((ground, question), candidates.to_vec())?;
        let mut ways = sieve.ways(cycles, &patterns);
        for _ in 0..ROUNDS_OF_CYCLES {
            let before: usize = ways.iter().map(|(_, ways)| ways.len()).sum();
            sieve.keep_on_cycles(cycles, &mut ways);
            sieve.keep_with_all();
            let after: usize = ways.iter().map(|(_, ways)| ways.len()).sum();
            if control.is_stopped() {
                return None;
            }
            if after > before - before / 8 {
                break;
            }
        }
        Some(Edges::of(&sieve))
    }

    /// Those that are left.
    fn of(sieve: &Sieve<'_>) -> Edges {
        let n = sieve.question.num_vertices;
        let mut rows: Vec<Rows> = (0..n * n).map(|_| Rows::default()).collect();
        let mut ranks: Vec<Vec<u32>> = Vec::with_capacity(n);
        for u in 0..n {
            let own = &sieve.candidates[u];
            ranks.push(vec![0; sieve.ground.rows.class(sieve.question.labels[u]).len()]);
            own.vertices.iter().zip(0..).for_each(|(&x, rank)| ranks[u][own.place(x)] = rank);
            for w in bits(sieve.question.neighbors[u]) {
                let Rows { offsets, targets } = &mut rows[u * n + w];
                offsets.push(0);
                for &x in &own.vertices {
                    let places = sieve.ground.rows.group(x, sieve.question.labels[w]);
                    let left = places.filter(|&place| sieve.has((u, w), place));
                    targets.extend(left.map(|place| sieve.ground.rows.neighbor(place)));
                    offsets.push(targets.len() as u32);
                }
            }
        }
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
