//! A level that grows from the one before, by the CPU alone or together with a device.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gpm_plan::grow::{Child, Growth, Part, Shape};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::batch::{Batch, Settler};
use super::domain::Domain;
use super::settle::{Judge, Open, Settled};
use crate::control::Stopped;
use crate::graph::memory;

/// The part of the memory that is free when a level begins which its domains may take. Without them the next level's candidates are bounded
/// less well, and found all the same. *guess*
const DOMAINS: u64 = 8;

/// The part of it that the patterns of a level may take beside their domains. *guess*
const PATTERNS: u64 = 4;

/// Bytes that are taken for free where the system does not say. *guess*
const UNKNOWN: u64 = 8 << 30;

/// Bytes of a pattern of some five vertices: its labels and links, the sizes of its domains, and its share of a hash table. Added up, not
/// measured.
const EACH: usize = 320;

/// Bytes of candidate patterns that are settled together on a device, unless one alone has more: a million words for the warps to take up.
/// *guess*
const BATCH: usize = 4 << 20;

/// For how long the CPU settles candidates before it looks whether a device has come. *guess*
const STRETCH: Duration = Duration::from_millis(20);

/// Known patterns that are extended before their children are settled on a device. *guess*
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
    #[error("its candidates are about {0}")]
    Candidates(u64),
    /// They take too much memory.
    #[error(transparent)]
    Patterns(#[from] PatternsError),
}

/// More frequent patterns than fit in memory.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("it has more than {0} frequent patterns, which do not fit in memory")]
pub struct PatternsError(usize);

/// A level that grows from the one before.
pub(super) struct Growing<'a> {
    pub(super) growth: &'a Growth,
    pub(super) patterns: &'a [Settled],
    /// By shape the number of a pattern.
    pub(super) numbers: FxHashMap<&'a Shape, usize>,
    pub(super) judge: Judge<'a>,
    pub(super) held: Held,
    /// Candidates that were looked at.
    pub(super) candidates: AtomicUsize,
}

impl Growing<'_> {
    /// The patterns of the next level that extend this one first.
    fn children(&self, at: usize) -> Vec<Child> {
        let children = self.growth.children(at, &self.patterns[at].shape, |shape| self.numbers.get(shape).copied());
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

    /// Those that extend some known patterns first, settled by the CPU.
    pub(super) fn on_cpu<E: Send>(&self, known: Range<usize>) -> Result<Vec<Settled>, LevelError<E>> {
        let settle = |child: &Child| -> Result<Option<Settled>, LevelError<E>> {
            let settled = self.judge.settle(&child.shape, self.bound(child))?;
            Ok(settled.map(|own| self.hold(own)).transpose()?)
        };
        let all = |at| -> Result<Vec<Settled>, LevelError<E>> {
            self.judge.control.ensure_running()?;
            let children = self.children(at);
            let settled: Vec<Option<Settled>> = children.par_iter().map(settle).collect::<Result<_, _>>()?;
            self.judge.control.advance(1);
            Ok(settled.into_iter().flatten().collect())
        };
        let found: Vec<Vec<Settled>> = known.into_par_iter().map(all).collect::<Result<_, _>>()?;
        Ok(found.into_iter().flatten().collect())
    }

    /// The same together with a device: while that settles a batch, the CPU makes the next one, and settles what is too small for it.
    pub(super) fn with_device<E: Send>(
        &self,
        device: &mut (dyn Settler<Error = E> + '_),
    ) -> Result<Vec<Settled>, LevelError<E>> {
        let control = self.judge.control;
        let mut source = Source { growing: self, least: u64::MAX, extended: 0, children: VecDeque::new() };
        let (mut found, mut waiting) = (Vec::new(), None);
        let mut stretch = 1;
        loop {
            control.ensure_running()?;
            let least = device.least();
            if least.is_none() && waiting.is_none() && source.children.is_empty() {
                let (start, known) = (Instant::now(), source.next_known(stretch));
                if known.is_empty() {
                    return Ok(found);
                }
                found.extend(self.on_cpu(known)?);
                stretch = if start.elapsed() < STRETCH { 2 * stretch } else { stretch.div_ceil(2) };
                continue;
            }
            source.least = least.unwrap_or(u64::MAX);
            let mut settle = |batch: Option<Batch>| -> Result<Vec<Settled>, LevelError<E>> {
                let Some(batch) = batch else { return Ok(Vec::new()) };
                match device.settle(&batch, control).map_err(LevelError::Device)? {
                    Some(outcome) => Ok(batch.settled(&self.judge, &outcome)?),
                    None => Ok(batch.settled_alone(&self.judge)?),
                }
            };
            let batch = waiting.take();
            let is_last = batch.is_none() && source.is_empty();
            let (settled, made) = rayon::join(|| settle(batch), || source.next());
            let (small, next) = made?;
            for own in settled?.into_iter().chain(small) {
                found.push(self.hold(own)?);
            }
            if is_last {
                return Ok(found);
            }
            waiting = next;
        }
    }
}

/// Candidates for a device, a batch after the other.
struct Source<'a, 'g> {
    growing: &'a Growing<'g>,
    /// Candidates of all vertices of a pattern together from which a device settles it.
    least: u64,
    /// Known patterns whose children were made.
    extended: usize,
    /// Of these, those that are in no batch yet.
    children: VecDeque<Child>,
}

impl Source<'_, '_> {
    fn is_empty(&self) -> bool {
        self.children.is_empty() && self.extended == self.growing.patterns.len()
    }

    /// The next known patterns to extend, so many at most.
    fn next_known(&mut self, number: usize) -> Range<usize> {
        let start = self.extended;
        self.extended = self.growing.patterns.len().min(start + number);
        start..self.extended
    }

    /// The next batch, and what is frequent of the candidates that are too small for a device.
    fn next(&mut self) -> Result<(Vec<Settled>, Option<Batch>), Stopped> {
        let judge = &self.growing.judge;
        let mut bytes = 0;
        let mut taken = Vec::new();
        while bytes < BATCH && !self.is_empty() {
            judge.control.ensure_running()?;
            let Some(child) = self.children.pop_front() else {
                let known = self.next_known(EXTENDED);
                judge.control.advance(known.len() as u64);
                let block: Vec<_> = known.into_par_iter().map(|at| self.growing.children(at)).collect();
                self.children.extend(block.into_iter().flatten());
                continue;
            };
            let labels = child.shape.labels().iter();
            bytes += EACH + labels.map(|&label| judge.rows.class(label).len() / 8).sum::<usize>();
            taken.push(child);
        }
        let begin = |child: &Child| -> Result<Begun, Stopped> {
            match judge.open(&child.shape, self.growing.bound(child)) {
                Some(open) if open.sizes.iter().sum::<u64>() >= self.least => Ok(Begun::Large(open)),
                Some(open) => Ok(judge.settle_open(open)?.map_or(Begun::Rare, Begun::Small)),
                None => Ok(Begun::Rare),
            }
        };
        let (mut large, mut small) = (Vec::new(), Vec::new());
        for own in taken.par_iter().map(begin).collect::<Result<Vec<_>, _>>()? {
            match own {
                Begun::Large(open) => large.push(open),
                Begun::Small(settled) => small.push(settled),
                Begun::Rare => {}
            }
        }
        Ok((small, (!large.is_empty()).then(|| Batch::new(judge, large))))
    }
}

/// What is known of a candidate at first.
enum Begun {
    /// It is not frequent.
    Rare,
    /// It was settled, as it is small.
    Small(Settled),
    /// It is for a device.
    Large(Open),
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

impl Settled {
    fn without_domains(self) -> Settled {
        Settled { domains: Vec::new(), ..self }
    }
}

/// What the patterns of a level take of the memory.
pub(super) struct Held {
    domains: AtomicU64,
    patterns: AtomicUsize,
    /// Bytes that there are for domains; none where nobody wants them, as nothing is to grow from them.
    for_domains: u64,
    /// Bytes that there are for patterns.
    for_patterns: u64,
}

impl Held {
    /// Nothing yet; whether nobody wants the domains of what comes. Cost: some small files are read.
    pub(super) fn new(is_for_nobody: bool) -> Held {
        Held::within(memory::free().unwrap_or(UNKNOWN), is_for_nobody)
    }

    fn within(free: u64, is_for_nobody: bool) -> Held {
        let for_domains = if is_for_nobody { 0 } else { free / DOMAINS };
        Held { domains: 0.into(), patterns: 0.into(), for_domains, for_patterns: free / PATTERNS }
    }

    /// Keeps a pattern, and its domains as long as there is room for them.
    pub(super) fn hold(&self, settled: Settled) -> Settled {
        let bytes = settled.domains.iter().map(Domain::bytes).sum::<usize>() as u64;
        let has_room = self.domains.fetch_add(bytes, Ordering::Relaxed) + bytes <= self.for_domains;
        self.patterns.fetch_add(1, Ordering::Relaxed);
        if has_room { settled } else { settled.without_domains() }
    }

    fn ensure_fit(&self) -> Result<(), PatternsError> {
        let patterns = self.patterns.load(Ordering::Relaxed);
        if (patterns * EACH) as u64 > self.for_patterns { Err(PatternsError(patterns)) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_takes_a_part_of_what_is_free() {
        let held = Held::within(4 * PATTERNS * EACH as u64, false);
        held.patterns.store(4, Ordering::Relaxed);
        assert!(held.ensure_fit().is_ok());
        held.patterns.store(5, Ordering::Relaxed);
        assert_eq!(held.ensure_fit(), Err(PatternsError(5)));
        assert_eq!(Held::within(1 << 30, true).for_domains, 0);
    }
}
