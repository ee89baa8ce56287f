//! A search below each candidate of the first vertex: what is found below one has nothing to do with the others, so threads share them.
//!
//! Where some matches are wanted and not all, it looks below each candidate for a few steps, and then for more below those that are not done. So it
//! is not stuck for long below one that has no match, or few [Luby1993]. Where several threads look for all, what takes long below
//! one candidate is cut into shares.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::search::{Below, End, Found, Left, Search};
use super::shares::Share;
use crate::lock::{lock, whole};

/// Steps below each candidate at first, where not all matches are wanted. *guess*
const FIRST: u64 = 1 << 10;
/// Factor: how many times as many steps there are in each further round. *guess*
const GROWTH: u64 = 8;

/// Candidates of the first vertex that are twins.
struct Root {
    places: Range<usize>,
    /// What is looked at below them.
    share: Share,
    /// Matches that were met below them.
    met: u128,
}

/// What is known so far.
struct Sum {
    /// Matches that were met.
    count: u128,
    /// Roots that are not done.
    open: Vec<Root>,
    /// Why no further root is begun.
    end: Option<End>,
}

impl Search<'_> {
    /// Searches from the vertex with the fewest candidates for the links that it has, on so many threads of the pool that it runs in, each with the
    /// steps of the search.
    pub(crate) fn run_on(mut self, threads: usize) -> Found {
        let Some(first) = self.first_vertex() else { return Found::All(0) };
        let (ground, mut at) = (self.ground, 0);
        let vertices = &self.candidates[first].vertices;
        let twins = vertices.chunk_by(|&x, &y| ground.twins[x as usize] == ground.twins[y as usize]);
        let places = twins.map(|twins| {
            at += twins.len();
            at - twins.len()..at
        });
        let mut sum = Sum {
            count: 0,
            open: places.map(|places| Root { places, share: Share::default(), met: 0 }).collect(),
            end: None,
        };
        let cuts = self.wanted == u128::MAX && threads > 1;
        let threads = if cuts { threads } else { threads.min(sum.open.len()) };
        let mut others: Vec<Search<'_>> = (1..threads).map(|_| self.clone()).collect();
        let mut each = match self.wanted {
            u128::MAX if cuts => self.cut_after,
            u128::MAX => u64::MAX,
            _ => FIRST,
        };
        while !sum.open.is_empty() && sum.end.is_none() {
            let roots = std::mem::take(&mut sum.open);
            let round = Round { roots, next: AtomicUsize::new(0), first, each, cuts, sum: Mutex::new(sum) };
            match others.is_empty() {
                true => round.work(&mut self),
                false => {
                    let all = others.par_iter_mut().chain(rayon::iter::once(&mut self));
                    all.with_max_len(1).for_each(|search| round.work(search));
                }
            }
            sum = whole(round.sum.into_inner());
            each = each.saturating_mul(GROWTH);
        }
        match sum.end {
            Some(End::GaveUp) => Found::GaveUp(sum.count),
            _ if sum.count >= self.wanted => Found::Enough,
            Some(End::Stopped) => Found::Stopped(sum.count),
            None => Found::All(sum.count),
        }
    }

    /// The vertex with the fewest candidates for the links that it has; `None` if one has no candidates.
    pub(super) fn first_vertex(&self) -> Option<usize> {
        let size = |u: usize| self.candidates[u].vertices.len() as u64;
        let each = |u: usize| (size(u) << 16) / u64::from(self.question.neighbors[u].count_ones().max(1));
        let vertices = 0..self.question.num_vertices;
        let first = vertices.clone().min_by_key(|&u| (Reverse(self.cores[u]), each(u)));
        first.filter(|_| vertices.clone().all(|u| size(u) > 0))
    }

    /// Counts the ways to match the vertices in `open`, where they can't be shared: all of them are of the first share.
    pub(super) fn count_whole(&mut self, open: u32) -> Below {
        if self.share.is_later(self.placed.count_ones()) {
            return Below::nothing(self.placed);
        }
        self.share.is_whole = true;
        let below = self.count(open);
        self.share.is_whole = false;
        below
    }

    /// Counts below some candidates of the first vertex, in so many steps at most. What ended that does not end the search.
    fn below(&mut self, first: usize, root: &Root, most: u64) -> (u128, Option<End>) {
        let (before, most) = (self.steps, most.min(self.steps));
        self.steps = most;
        self.memory.clear();
        self.memory.extend_from_slice(&self.candidates[first].vertices[root.places.clone()]);
        self.share.clone_from(&root.share);
        self.left[first] = Left::of(0..self.memory.len());
        let Below { count, .. } = self.match_vertex(first, self.question.all());
        let end = self.end.take();
        let used = if end == Some(End::GaveUp) { most } else { most - self.steps };
        self.steps = before - used.max(1).min(before);
        (count, end)
    }
}

/// A round of the search: each root once.
struct Round {
    roots: Vec<Root>,
    next: AtomicUsize,
    first: usize,
    /// Steps below each.
    each: u64,
    /// Whether those that take more are cut.
    cuts: bool,
    sum: Mutex<Sum>,
}

impl Round {
    /// Searches below roots until none is left.
    fn work(&self, search: &mut Search<'_>) {
        let sum = || lock(&self.sum);
        while let Some(root) = self.roots.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if sum().end.is_some() {
                return;
            }
            let may_cut = self.cuts && root.share.may_be_cut();
            let most = if self.cuts && !may_cut { u64::MAX } else { self.each };
            let (count, end) = search.below(self.first, root, most);
            let is_used_up = search.steps == 0 || search.parts.are_too_many();
            let is_cut = may_cut && end == Some(End::GaveUp) && !is_used_up;
            // What is met again counts once; of what is cut all is met again.
            let count = if is_cut { root.met } else { count.max(root.met) };
            let mut sum = sum();
            match sum.count.checked_add(count - root.met) {
                None => sum.end = Some(End::GaveUp),
                Some(all) => sum.count = all,
            }
            match end {
                _ if sum.count >= search.wanted => sum.end = sum.end.or(Some(End::Stopped)),
                Some(End::GaveUp) if is_cut => {
                    let shares = root.share.cut();
                    sum.open.extend(shares.map(|share| Root { places: root.places.clone(), share, met: 0 }));
                }
                Some(End::GaveUp) if !is_used_up => {
                    sum.open.push(Root { places: root.places.clone(), share: Share::default(), met: count });
                }
                Some(end) => sum.end = Some(end),
                None => {}
            }
        }
    }
}
