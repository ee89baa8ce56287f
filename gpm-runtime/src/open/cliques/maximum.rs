//! The rule for a maximum clique.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::local::Local;
use super::memory::NodeSize;
use crate::graph::VertexId;
use crate::open::ordered::Ordered;
use crate::open::width::{Fixed, Width, Words, insert, members, remove, with_width};
use crate::open::{Findings, Problem};
use crate::set::counting_bits;

/// A largest clique of a graph: candidates are coloured so that no two of a colour are adjacent, and only those are gone on with whose colours
/// leave room for a clique larger than the largest so far \[TomitaSeki2003\], with sets of bits \[SanSegundo2011\]. Roots with many
/// members come first, so that a large clique is known early.
///
/// What is reported are cliques each larger than all that were known.
#[derive(Debug)]
pub(crate) struct MaximumClique<'g> {
    graph: &'g Ordered,
    /// Vertices of the ordered graph, those first below which the largest clique may lie.
    roots: Vec<VertexId>,
    /// Vertices of the largest clique so far, on any thread.
    best: AtomicUsize,
    /// Candidates from which on a node is worth another thread's while.
    large: usize,
}

/// An open node.
#[derive(Debug, Default)]
pub(crate) struct Coloured {
    /// Vertices of the clique so far.
    size: usize,
    /// Four sets, one after the other: members that are chosen, members that may follow, and two that colouring uses.
    words: Vec<u64>,
    /// Members to go on with, and how many colours those up to them have: the last first.
    next: Vec<(u32, u32)>,
}

impl<'g> MaximumClique<'g> {
    /// What its nodes hold.
    pub(crate) const NODE: NodeSize = NodeSize { sets: 4, for_member: 8, has_excluded: false };

    /// Of at least `min_size` vertices.
    pub(crate) fn new(graph: &'g Ordered, min_size: usize, large: usize) -> Self {
        let mut roots: Vec<VertexId> = (0..graph.num_vertices() as VertexId).collect();
        roots.sort_by_key(|&v| Reverse(graph.num_smaller(v)));
        MaximumClique { graph, roots, best: AtomicUsize::new(min_size.saturating_sub(1)), large }
    }

    fn best(&self) -> usize {
        self.best.load(Ordering::Relaxed)
    }

    /// Reports a clique, unless another thread has a larger one.
    fn report(&self, size: usize, found: &mut Findings<'_>, names: impl FnOnce(&mut Vec<VertexId>)) {
        if self.best.fetch_max(size, Ordering::Relaxed) < size {
            found.one(size, names);
        }
    }

    /// Colours the members that may follow in `node`, and finds out which of them to go on with; `false` if none.
    #[inline(always)]
    fn colour<W: Width>(&self, width: W, local: &Local, node: &mut Coloured) -> bool {
        let words = width.words();
        let room = self.best().saturating_sub(node.size);
        node.next.clear();
        let (possible, rest) = node.words[words..4 * words].split_at_mut(words);
        let (left, class) = rest.split_at_mut(words);
        left.copy_from_slice(possible);
        let mut colours = 0;
        while left.iter().any(|&word| word != 0) {
            colours += 1;
            class.copy_from_slice(left);
            for w in 0..words {
                while class[w] != 0 {
                    let u = w * 64 + class[w].trailing_zeros() as usize;
                    remove(class, u);
                    remove(left, u);
                    let row = local.row(words, u);
                    for at in w..words {
                        class[at] &= !row[at];
                    }
                    if colours > room {
                        node.next.push((u as u32, colours as u32));
                    }
                }
            }
        }
        !node.next.is_empty()
    }

    #[inline(always)]
    fn choose<W: Width>(
        &self,
        width: W,
        local: &Local,
        (node, v): (&mut Coloured, usize),
        child: &mut Coloured,
        found: &mut Findings<'_>,
    ) -> bool {
        let words = width.words();
        let row = local.row(words, v);
        remove(&mut node.words[words..], v);
        child.size = node.size + 1;
        child.words.resize(4 * words, 0);
        let mut left = 0;
        for (w, row) in row.iter().enumerate() {
            child.words[w] = node.words[w];
            child.words[words + w] = node.words[words + w] & row;
            left += child.words[words + w].count_ones() as usize;
        }
        insert(&mut child.words, v);
        if left == 0 {
            self.report(child.size, found, |names| local.push_names(members(&child.words[..words]), names));
        }
        left > 0 && child.size + left > self.best() && self.colour(width, local, child)
    }
}

impl Problem for MaximumClique<'_> {
    type Root = Local;
    type Node = Coloured;

    fn num_roots(&self) -> usize {
        self.graph.num_roots()
    }

    fn weight(&self, at: usize) -> u64 {
        self.roots.get(at).map_or(1, |&v| self.graph.weight(v))
    }

    fn begin(&self, at: usize, local: &mut Local, node: &mut Coloured, found: &mut Findings<'_>) -> bool {
        if self.graph.is_empty() {
            self.report(self.graph.base().len(), found, |names| names.extend_from_slice(self.graph.base()));
            return false;
        }
        let v = self.roots[at];
        if self.graph.most_below(v) <= self.best() {
            return false;
        }
        local.build(self.graph, v);
        local.forget_places(self.graph, v);
        let words = local.words();
        node.size = local.base_size();
        node.words.clear();
        node.words.resize(4 * words, 0);
        local.fill(&mut node.words[words..2 * words]);
        if local.len() == 0 {
            self.report(node.size, found, |names| local.push_names(std::iter::empty(), names));
        }
        with_width!(words, |width| counting_bits(|| self.colour(width, local, node)))
    }

    fn candidate(&self, _: &Local, node: &mut Coloured) -> Option<usize> {
        let (member, colours) = node.next.pop()?;
        if node.size + colours as usize <= self.best() {
            // Those before it have no more colours.
            node.next.clear();
            return None;
        }
        Some(member as usize)
    }

    fn extend(
        &self,
        local: &Local,
        node: &mut Coloured,
        candidate: usize,
        child: &mut Coloured,
        found: &mut Findings<'_>,
    ) -> bool {
        with_width!(local.words(), |width| counting_bits(|| self.choose(width, local, (node, candidate), child, found)))
    }

    fn is_large(&self, _: &Local, node: &Coloured) -> bool {
        node.next.len() >= self.large
    }
}
