//! Trees matched at random.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use gpm_plan::pattern::MAX_VERTICES;
use rayon::prelude::*;

use super::trees::Trees;
use crate::control::{Control, Stopped};
use crate::cpu::Draws;
use crate::graph::VertexId;

/// Samples that a thread takes at a time. *guess*
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

/// The threads of the current rayon pool.
#[derive(Clone, Copy, Debug)]
pub struct OnThreads<'a>(pub &'a Trees<'a>);

impl Trees<'_> {
    /// The code of a sample; `None` if it met a vertex twice, or a pair is not as it must be.
    fn sample(&self, number: usize, index: u64) -> Option<usize> {
        let tree = &self.trees[number];
        let mut draws = Draws::new(self.seed, number as u64, index);
        let mut met = [0; MAX_VERTICES];
        met[0] = tree.base + place(self.sums[tree.roots], &mut draws) as VertexId;
        let (mut code, mut pairs) = (0, tree.pairs.iter().enumerate().peekable());
        for (v, link) in (1..).zip(&tree.links) {
            let row = (met[link.parent] - link.base) as usize;
            let around = self.offsets[link.offsets][row] as usize..self.offsets[link.offsets][row + 1] as usize;
            let at = match link.sums {
                None => draws.below(around.len()),
                Some(sums) => place(&self.sums[sums][around.clone()], &mut draws),
            };
            met[v] = self.targets[link.targets][around.start + at];
            if met[..v].contains(&met[v]) {
                return None;
            }
            while let Some((bit, pair)) = pairs.next_if(|(_, pair)| pair.second == v) {
                let is_joined = self.has_edge(met[pair.first], met[v]);
                match tree.needs_all {
                    true if is_joined != pair.is_joined => return None,
                    true => {}
                    false => code |= usize::from(is_joined) << bit,
                }
            }
        }
        Some(code)
    }

    /// Looked up in the shorter row of the graph.
    fn has_edge(&self, u: VertexId, v: VertexId) -> bool {
        let row = |v: VertexId| {
            &self.targets[0][self.offsets[0][v as usize] as usize..self.offsets[0][v as usize + 1] as usize]
        };
        let (of_u, of_v) = (row(u), row(v));
        if of_u.len() < of_v.len() { of_u.binary_search(&v).is_ok() } else { of_v.binary_search(&u).is_ok() }
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
        let counts: Vec<AtomicU64> = (0..own.trees[tree].num_codes()).map(|_| AtomicU64::new(0)).collect();
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
