//! The rule for cliques of all sizes, maximal or not.

use std::ops::RangeInclusive;

use super::degrees::Degrees;
use super::local::Local;
use super::memory::NodeSize;
use crate::graph::VertexId;
use crate::open::ordered::Ordered;
use crate::open::width::{Fixed, Width, Words, insert, members, remove, with_width};
use crate::open::{Findings, Problem};
use crate::set::counting_bits;

/// All cliques of a graph, counted by size without meeting each one \[Pivoter\] \[PivotScale\]: below each vertex in degeneracy order, the search of
/// Bron and Kerbosch for maximal cliques without excluded vertices.
///
/// A node *holds* some vertices that all cliques below it have, and leaves others *free*, which are adjacent to all of the node, to be part of a clique
/// or not. A clique below the node has no candidate but neighbors of the pivot, and then the pivot is free; or it has a first one that is not,
/// which is held. So each clique is below one leaf, and a leaf that holds `h` and leaves `p` free has `C(p, k - h)` of `k` vertices.
///
/// Candidates adjacent to all others are free at once, and of those adjacent to no other each is a leaf.
#[derive(Debug)]
pub(crate) struct CliqueTree<'g> {
    graph: &'g Ordered,
    /// Others need not be counted right, or at all.
    sizes: RangeInclusive<usize>,
    /// Candidates from which on a node is worth another thread's while.
    large: usize,
}

/// An open node.
#[derive(Debug, Default)]
pub(crate) struct Branch {
    /// Vertices that all cliques below have.
    held: usize,
    /// Vertices that they may have or not.
    free: usize,
    /// The candidate that is adjacent to most others.
    pivot: usize,
    /// Three sets, one after the other: [`Sets`].
    words: Vec<u64>,
}

/// The sets of a node, of members of the local graph.
struct Sets<'n> {
    /// Those that are held or free.
    chosen: &'n mut [u64],
    /// Candidates: adjacent to all of them, and not done with.
    possible: &'n mut [u64],
    /// Those that the search still goes on with: the pivot, and what it is not adjacent to.
    next: &'n mut [u64],
}

impl Branch {
    /// Makes it one of sets of this width; whoever calls this fills them.
    #[inline(always)]
    fn reset<W: Width>(&mut self, width: W) {
        self.words.resize(3 * width.words(), 0);
    }

    #[inline(always)]
    fn sets<W: Width>(&mut self, width: W) -> Sets<'_> {
        let words = width.words();
        let (chosen, rest) = self.words[..3 * words].split_at_mut(words);
        let (possible, next) = rest.split_at_mut(words);
        Sets { chosen, possible, next }
    }
}

impl<'g> CliqueTree<'g> {
    /// What its nodes hold.
    pub(crate) const NODE: NodeSize = NodeSize { sets: 3, for_member: 0, has_excluded: false };

    pub(crate) fn new(graph: &'g Ordered, sizes: RangeInclusive<usize>, large: usize) -> Self {
        CliqueTree { graph, sizes, large }
    }
}

impl Problem for CliqueTree<'_> {
    type Root = Local;
    type Node = Branch;

    fn num_roots(&self) -> usize {
        self.graph.num_roots()
    }

    fn weight(&self, at: usize) -> u64 {
        self.graph.weight(at as VertexId)
    }

    fn begin(&self, at: usize, local: &mut Local, node: &mut Branch, found: &mut Findings<'_>) -> bool {
        // What all cliques have is one by itself.
        let base = self.graph.base();
        if at == 0 && !base.is_empty() && self.sizes.contains(&base.len()) {
            found.families((base.len(), 0), 1, (base.len(), |names: &mut Vec<_>| names.extend_from_slice(base)));
        }
        let v = at as VertexId;
        if self.graph.is_empty() || base.len() >= *self.sizes.end() || self.graph.most_below(v) < *self.sizes.start() {
            return false;
        }
        local.build(self.graph, v);
        local.forget_places(self.graph, v);
        with_width!(local.words(), |width| counting_bits(|| self.open(width, local, node, found)))
    }

    #[inline]
    fn candidate(&self, local: &Local, node: &mut Branch) -> Option<usize> {
        let words = local.words();
        let next = node.words.get_mut(2 * words..3 * words).unwrap_or_default();
        let at = next.iter().position(|&word| word != 0)?;
        let member = at * 64 + next[at].trailing_zeros() as usize;
        next[at] &= next[at] - 1;
        Some(member)
    }

    #[inline]
    fn extend(
        &self,
        local: &Local,
        node: &mut Branch,
        candidate: usize,
        child: &mut Branch,
        found: &mut Findings<'_>,
    ) -> bool {
        with_width!(local.words(), |width| counting_bits(|| self.choose(width, local, (node, candidate), child, found)))
    }

    fn is_large(&self, local: &Local, node: &Branch) -> bool {
        let words = local.words();
        let Some(sets) = node.words.get(words..3 * words) else { return false };
        let (possible, next) = sets.split_at(words);
        let left: usize = possible.iter().map(|word| word.count_ones() as usize).sum();
        left >= self.large && next.iter().any(|&word| word != 0)
    }
}

impl CliqueTree<'_> {
    /// Opens the first node of a root.
    #[inline(always)]
    fn open<W: Width>(&self, width: W, local: &Local, node: &mut Branch, found: &mut Findings<'_>) -> bool {
        node.reset(width);
        (node.held, node.free) = (local.base_size(), 0);
        let sets = node.sets(width);
        sets.chosen.fill(0);
        local.fill(sets.possible);
        self.settle(width, local, node, local.len(), found)
    }

    /// Makes the node in which `v` is free, if it is the pivot, or else held. No other node below `node` has it then.
    #[inline(always)]
    fn choose<W: Width>(
        &self,
        width: W,
        local: &Local,
        (node, v): (&mut Branch, usize),
        child: &mut Branch,
        found: &mut Findings<'_>,
    ) -> bool {
        child.reset(width);
        let is_pivot = v == node.pivot;
        (child.held, child.free) = (node.held + usize::from(!is_pivot), node.free + usize::from(is_pivot));
        let (above, own) = (node.sets(width), child.sets(width));
        remove(above.possible, v);
        let mut left = 0;
        for (w, row) in local.row(width.words(), v).iter().enumerate() {
            own.chosen[w] = above.chosen[w];
            own.possible[w] = above.possible[w] & row;
            left += own.possible[w].count_ones() as usize;
        }
        insert(own.chosen, v);
        self.settle(width, local, child, left, found)
    }

    /// Counts what needs no branching below a node with `left` candidates, and finds out which of the others to go on with; `false` if there
    /// are none.
    #[inline(always)]
    fn settle<W: Width>(
        &self,
        width: W,
        local: &Local,
        node: &mut Branch,
        mut left: usize,
        found: &mut Findings<'_>,
    ) -> bool {
        let words = width.words();
        let (held, mut free) = (node.held, node.free);
        if held + free + left < *self.sizes.start() {
            return false;
        }
        let sets = node.sets(width);
        let degrees = loop {
            // What is held has the most vertices that are wanted, or there are no others.
            if left == 0 || held == *self.sizes.end() {
                self.leaves(local, (held, free), 1, (sets.chosen, None), found);
                return false;
            }
            sets.next.fill(0);
            let degrees = Degrees::of(width, local, left, sets.possible, sets.next);
            if degrees.universal == 0 {
                break degrees;
            }
            for w in 0..words {
                sets.chosen[w] |= sets.next[w];
                sets.possible[w] &= !sets.next[w];
            }
            free += degrees.universal;
            left -= degrees.universal;
        };
        if degrees.lonely > 0 {
            for w in 0..words {
                sets.possible[w] &= !sets.next[w];
            }
            let one = members(sets.next).next();
            self.leaves(local, (held + 1, free), degrees.lonely as u128, (sets.chosen, one), found);
            left -= degrees.lonely;
            if left == 0 {
                self.leaves(local, (held, free), 1, (sets.chosen, None), found);
                return false;
            }
        }
        let pivot = local.row(words, degrees.pivot);
        for ((next, possible), adjacent) in sets.next.iter_mut().zip(sets.possible.iter()).zip(pivot).take(words) {
            *next = possible & !adjacent;
        }
        (node.free, node.pivot) = (free, degrees.pivot);
        true
    }

    /// Counts the cliques of so many leaves; one of them has `chosen` and perhaps one vertex more.
    #[inline(always)]
    fn leaves(
        &self,
        local: &Local,
        (held, free): (usize, usize),
        number: u128,
        (chosen, one): (&[u64], Option<usize>),
        found: &mut Findings<'_>,
    ) {
        let size = held + free;
        if size < *self.sizes.start() {
            return;
        }
        let largest = size.min(*self.sizes.end());
        found.families(
            (held, free),
            number,
            (largest, |names: &mut Vec<VertexId>| {
                // What all cliques have comes first. Part of a clique is one too.
                local.push_names(members(chosen).chain(one), names);
                names.truncate(largest);
            }),
        );
    }
}
