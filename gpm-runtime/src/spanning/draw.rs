//! Trees matched at random.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use gpm_plan::spanning::Forest;
use rayon::prelude::*;

use super::weights::{Weights, row_of};
use crate::control::{Control, Stopped};
use crate::cpu::Draws;
use crate::graph::{Csr, VertexId};

/// Samples that a thread takes at a time.
const PART: u64 = 1 << 12;

/// Draws samples of trees. What is drawn depends on the seed, the tree and the number of a sample alone: all drawers say the same.
pub trait Drawer {
    /// Why nothing could be drawn.
    type Error;

    /// By code, how many of some samples of a tree had it. Those that met a vertex twice have none. `None` if the run was stopped meanwhile.
    ///
    /// # Errors
    /// What is amiss with the device.
    fn draw(&mut self, tree: usize, samples: Range<u64>, control: &Control) -> Result<Option<Vec<u64>>, Self::Error>;

    /// Seconds of kernels so far; `None` if there are none, or the driver cannot tell.
    fn kernel_seconds(&self) -> Option<f64> {
        None
    }
}

impl<D: Drawer + ?Sized> Drawer for Box<D> {
    type Error = D::Error;

    fn draw(&mut self, tree: usize, samples: Range<u64>, control: &Control) -> Result<Option<Vec<u64>>, D::Error> {
        (**self).draw(tree, samples, control)
    }

    fn kernel_seconds(&self) -> Option<f64> {
        (**self).kernel_seconds()
    }
}

/// Trees in a graph, and what is drawn of them.
#[derive(Clone, Copy, Debug)]
pub struct Trees<'a> {
    /// Undirected.
    pub rows: &'a Csr,
    pub forest: &'a Forest,
    pub weights: &'a Weights,
    pub seed: u64,
}

/// The threads of the current rayon pool.
#[derive(Clone, Copy, Debug)]
pub struct OnThreads<'a>(pub Trees<'a>);

impl Trees<'_> {
    /// The code of a sample; `None` if it met a vertex twice.
    fn sample(&self, number: usize, index: u64) -> Option<usize> {
        let (tree, rows) = (&self.forest.trees[number], self.rows);
        let mut draws = Draws::new(self.seed, number as u64, index);
        let mut met = [0; gpm_plan::pattern::MAX_VERTICES];
        met[0] = place(&self.weights.roots[number], &mut draws) as VertexId;
        for v in 1..tree.parents.len() {
            let around = row_of(rows, met[tree.parents[v]]);
            let at = match tree.branches[v] {
                0 => draws.below(around.len()),
                branch => place(&self.weights.rows[branch][around.clone()], &mut draws),
            };
            met[v] = rows.neighbors()[around.start + at];
            if met[..v].contains(&met[v]) {
                return None;
            }
        }
        let is_joined = |&(u, v): &(usize, usize)| {
            let (u, v) = (met[u], met[v]);
            if rows.degree(u) < rows.degree(v) { rows.has_edge(u, v) } else { rows.has_edge(v, u) }
        };
        Some(tree.free.iter().enumerate().filter(|(_, pair)| is_joined(pair)).map(|(place, _)| 1 << place).sum())
    }
}

/// A place, drawn in proportion to what running sums grow by there.
fn place(sums: &[f64], draws: &mut Draws) -> usize {
    let all = sums[sums.len() - 1];
    // A product may be rounded up to all, which no place exceeds.
    let drawn = (draws.part() * all).min(all.next_down());
    sums.partition_point(|&sum| sum <= drawn)
}

impl Drawer for OnThreads<'_> {
    type Error = Stopped;

    fn draw(&mut self, tree: usize, samples: Range<u64>, control: &Control) -> Result<Option<Vec<u64>>, Stopped> {
        let own = self.0;
        let counts: Vec<AtomicU64> = (0..own.forest.trees[tree].num_codes()).map(|_| AtomicU64::new(0)).collect();
        let parts = (samples.end - samples.start).div_ceil(PART);
        let part = |part: u64| {
            control.ensure_running()?;
            let first = samples.start + part * PART;
            let indices = first..samples.end.min(first + PART);
            let mut codes: Vec<usize> = indices.filter_map(|index| own.sample(tree, index)).collect();
            // Threads meet at the counts of few codes: each is added to once.
            codes.sort_unstable();
            for alike in codes.chunk_by(|one, other| one == other) {
                counts[alike[0]].fetch_add(alike.len() as u64, Ordering::Relaxed);
            }
            Ok(())
        };
        match (0..parts).into_par_iter().try_for_each(part) {
            Ok(()) => Ok(Some(counts.into_iter().map(AtomicU64::into_inner).collect())),
            Err(Stopped) => Ok(None),
        }
    }
}
