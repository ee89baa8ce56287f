//! Visiting some candidates of a loop instead of all: each stands for those that are left out, so that what is counted below a loop
//! is right on average [HorvitzThompson1952].

use std::sync::atomic::AtomicBool;

use gpm_plan::mix::{self, mixed};
use gpm_plan::nest::{Level, LoopNest};
use gpm_plan::program::Program;

use super::Interpreter;
use crate::graph::VertexId;
use crate::view::Bound;

/// Numbers that look random and depend on a key alone, whoever draws them and in which order.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    state: u64,
    /// What is drawn instead.
    #[cfg(test)]
    script: Option<unbiased::Script>,
}

impl Draws {
    /// The draws of a sample, which are those of no other key.
    pub(crate) fn new(seed: u64, stream: u64, index: u64) -> Draws {
        Draws {
            state: mixed(mixed(mixed(seed) ^ stream) ^ index),
            #[cfg(test)]
            script: None,
        }
    }

    /// A number below `of`, each as likely as any other but for one part in 2^32. `of` is not 0.
    pub(crate) fn below(&mut self, of: usize) -> usize {
        #[cfg(test)]
        if let Some(script) = &mut self.script {
            return script.next(of);
        }
        ((u128::from(self.bits()) * of as u128) >> 64) as usize
    }

    /// The same where each is exactly as likely as any other: bits are drawn until they are below.
    pub(crate) fn exactly_below(&mut self, of: u128) -> u128 {
        let unused = (of - 1).leading_zeros();
        loop {
            let bits = u128::from(self.bits()) << 64 | u128::from(self.bits());
            let drawn = bits.checked_shr(unused).unwrap_or(0);
            if drawn < of {
                return drawn;
            }
        }
    }

    /// A number from 0 to below 1, a multiple of 2^-53.
    pub(crate) fn part(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn bits(&mut self) -> u64 {
        mix::next(&mut self.state)
    }
}

/// How the loops of a nest are visited, and what was counted so far.
#[derive(Debug)]
pub(super) struct Visits {
    /// By level, how many candidates its loop visits at most. Levels beyond visit as many as the last.
    picks: Vec<usize>,
    draws: Draws,
    /// How many matches one that is met here stands for.
    weight: f64,
    /// What was counted, each match times how many it stands for.
    pub(super) sum: f64,
    /// Candidates that were visited.
    visited: u64,
}

impl Visits {
    fn new(picks: &[usize]) -> Visits {
        Visits { picks: picks.to_vec(), draws: Draws::new(0, 0, 0), weight: 1.0, sum: 0.0, visited: 0 }
    }

    /// Begins a sample.
    fn begin(&mut self, draws: Draws) {
        (self.draws, self.weight, self.sum, self.visited) = (draws, 1.0, 0.0, 1);
    }

    /// Keeps the candidates of a loop that are visited: at equal distances from one that is drawn, the last followed by the first, so that each
    /// is as likely as any other. Returns what a match stood for outside of the loop.
    pub(super) fn enter(&mut self, level: Level, candidates: &mut Vec<u32>) -> f64 {
        let around = self.weight;
        let (all, most) = (candidates.len(), picked(&self.picks, level));
        self.visited += all.min(most) as u64;
        if all > most {
            let first = self.draws.below(all);
            for index in 0..most {
                candidates.push(candidates[(first + index * all / most) % all]);
            }
            candidates.drain(..all);
            self.weight *= all as f64 / most as f64;
        }
        around
    }

    /// Leaves a loop.
    pub(super) fn leave(&mut self, around: f64) {
        self.weight = around;
    }

    /// Takes what was counted for one match, which is infinite where it left 128 bits.
    pub(super) fn add(&mut self, value: Option<i128>) {
        self.sum += self.weight * value.map_or(f64::INFINITY, |value| value as f64);
    }
}

/// How many candidates the loop of a level visits at most.
pub(crate) fn picked(picks: &[usize], level: Level) -> usize {
    picks.get(level.index() - 1).or(picks.last()).copied().unwrap_or(usize::MAX)
}

impl<'a> Interpreter<'a> {
    /// An interpreter that visits so many candidates of each loop below the root at most, the last number standing for all deeper loops. The
    /// nest must count, one total and no tables.
    pub(crate) fn sampling(
        nest: &'a LoopNest,
        bound: &'a Bound<'a>,
        picks: &[usize],
        stop: &'a AtomicBool,
    ) -> Interpreter<'a> {
        let visits = Some(Visits::new(picks));
        Interpreter { visits, stop, ..Interpreter::of(Program::for_samples(nest), nest, bound) }
    }

    /// What is counted below a root, an estimate whose mean is right, and how many candidates were visited for it; `None` if the run was
    /// stopped. A number that leaves 128 bits makes it infinite.
    pub(crate) fn sample_root(&mut self, root: VertexId, draws: Draws) -> Option<(f64, u64)> {
        let visits = self.visits.as_mut().expect("it was made for sampling");
        visits.begin(draws);
        let flow = self.run_root(root, &mut |_| unreachable!("a nest that counts"));
        let visits = self.visits.as_ref().expect("as above");
        flow.is_continue().then_some((visits.sum, visits.visited))
    }
}

#[cfg(test)]
mod unbiased;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_even_and_repeat() {
        let mut draws = Draws::new(7, 1, 2);
        let mut often = [0u32; 10];
        (0..100_000).for_each(|_| often[draws.below(10)] += 1);
        assert!(often.iter().all(|&times| (9_700..10_300).contains(&times)), "{often:?}");
        let mut often = [0u32; 10];
        (0..100_000).for_each(|_| often[draws.exactly_below(10) as usize] += 1);
        assert!(often.iter().all(|&times| (9_700..10_300).contains(&times)), "{often:?}");
        assert_eq!(draws.exactly_below(1), 0);
        assert!((0..99).map(|_| draws.exactly_below(u128::MAX)).any(|drawn| drawn > u128::MAX / 2));
        let first = |key: [u64; 3]| Draws::new(key[0], key[1], key[2]).below(1 << 60);
        assert_eq!(first([1, 2, 3]), first([1, 2, 3]));
        assert!(first([1, 2, 3]) != first([1, 3, 2]) && first([1, 2, 3]) != first([2, 2, 3]));
    }

    #[test]
    fn picks_are_distinct_and_even() {
        let mut visits = Visits::new(&[3, 1]);
        let mut often = [0u32; 8];
        for index in 0..40_000 {
            visits.begin(Draws::new(1, 0, index));
            let mut candidates: Vec<u32> = (0..8).collect();
            assert_eq!(visits.enter(Level(1), &mut candidates), 1.0);
            assert_eq!(visits.weight, 8.0 / 3.0);
            candidates.iter().for_each(|&candidate| often[candidate as usize] += 1);
            candidates.sort_unstable();
            assert!(candidates.len() == 3 && candidates.windows(2).all(|pair| pair[0] < pair[1]));
        }
        assert!(often.iter().all(|&times| (14_500..15_500).contains(&times)), "{often:?}");
        visits.begin(Draws::new(1, 0, 0));
        let mut few = vec![5, 6];
        visits.enter(Level(1), &mut few);
        assert_eq!((visits.weight, few.len()), (1.0, 2));
        visits.enter(Level(7), &mut few);
        assert_eq!((visits.weight, few.len()), (2.0, 1));
        visits.leave(1.0);
        visits.add(Some(3));
        assert_eq!(visits.sum, 3.0);
    }
}
