//! Who draws samples: threads of the CPU, or a device that draws the same.

use std::ops::Range;

use gpm_plan::nest::LoopNest;
#[cfg(feature = "cuda")]
use gpm_plan::{nest::Level, pattern::MAX_VERTICES};
use rayon::prelude::*;

use super::moments::Moments;
use crate::control::{Control, Stopped};
#[cfg(feature = "cuda")]
use crate::cpu::picked;
use crate::cpu::{Draws, Interpreter};
use crate::view::Bound;

/// Samples of a part at most: eight for each of 32 lanes. *guess*
const MOST: u32 = 256;

/// Some samples of one stratum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The number of the stratum.
    pub stratum: usize,
    /// Its roots, of which each sample draws one.
    pub roots: Range<usize>,
    /// The number of the first sample.
    pub first: u64,
    /// How many there are.
    pub samples: u32,
}

/// How samples are drawn: from a seed, and with so many candidates of each loop below the root at most, the last number for all deeper ones.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// What all draws depend on.
    pub seed: u64,
    /// Candidates.
    pub picks: &'static [usize],
}

impl Way {
    /// By level, how many candidates its loop visits at most.
    #[cfg(feature = "cuda")]
    pub fn by_level(&self) -> [u32; MAX_VERTICES] {
        let most = |level: usize| if level == 0 { 1 } else { picked(self.picks, Level(level as u8)) };
        std::array::from_fn(|level| most(level).min(u32::MAX as usize) as u32)
    }
}

/// Draws samples of one nest. What is drawn depends on the way and the number of a sample alone: all drawers say the same, to the last bit.
pub trait Drawer {
    /// Why nothing could be drawn.
    type Error;

    /// What each part says; `None` if the run was stopped meanwhile.
    ///
    /// # Errors
    /// What is amiss with the device.
    fn draw(&mut self, way: Way, parts: &[Part], control: &Control) -> Result<Option<Vec<Moments>>, Self::Error>;

    /// Seconds of kernels so far; `None` if there are none, or the driver cannot tell.
    fn kernel_seconds(&self) -> Option<f64> {
        None
    }
}

impl<D: Drawer + ?Sized> Drawer for Box<D> {
    type Error = D::Error;

    fn draw(&mut self, way: Way, parts: &[Part], control: &Control) -> Result<Option<Vec<Moments>>, D::Error> {
        (**self).draw(way, parts, control)
    }

    fn kernel_seconds(&self) -> Option<f64> {
        (**self).kernel_seconds()
    }
}

/// So many samples of a stratum, cut into parts.
pub(super) fn parts(stratum: usize, roots: &Range<usize>, samples: Range<u64>) -> impl Iterator<Item = Part> + use<> {
    let roots = roots.clone();
    let firsts = samples.clone().step_by(MOST as usize);
    firsts.map(move |first| Part {
        stratum,
        roots: roots.clone(),
        first,
        samples: (samples.end - first).min(MOST.into()) as u32,
    })
}

/// The threads of the current rayon pool, with the interpreter.
#[derive(Debug)]
pub struct OnThreads<'a> {
    nest: &'a LoopNest,
    bound: &'a Bound<'a>,
}

impl<'a> OnThreads<'a> {
    /// For a nest that counts, with one total and no tables.
    pub fn new(nest: &'a LoopNest, bound: &'a Bound<'a>) -> OnThreads<'a> {
        OnThreads { nest, bound }
    }

    /// What was counted below the root of a sample, and how many candidates were visited; `None` if the run was stopped.
    fn sample(&self, interpreter: &mut Interpreter<'_>, seed: u64, of: &Part, index: u64) -> Option<(f64, u64)> {
        let mut draws = Draws::new(seed, of.stratum as u64, index);
        let root = self.bound.root(of.roots.start + draws.below(of.roots.len()));
        interpreter.sample_root(root, draws)
    }
}

impl Drawer for OnThreads<'_> {
    type Error = Stopped;

    fn draw(&mut self, way: Way, parts: &[Part], control: &Control) -> Result<Option<Vec<Moments>>, Self::Error> {
        let own = &*self;
        let interpreter = || Interpreter::sampling(own.nest, own.bound, way.picks, control.stop_flag());
        let one = |interpreter: &mut Interpreter<'_>, part: &Part| {
            let indices = part.first..part.first + u64::from(part.samples);
            let samples = indices.map(|index| own.sample(interpreter, way.seed, part, index));
            Some(Moments::of(samples.collect::<Option<Vec<_>>>()?.into_iter()))
        };
        // An interpreter takes memory: not many for each thread.
        let least = parts.len() / (8 * rayon::current_num_threads()) + 1;
        Ok(parts.par_iter().with_min_len(least).map_init(interpreter, one).collect())
    }
}
