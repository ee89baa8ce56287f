//! The rule for maximal cliques.

use super::degrees::Degrees;
use super::local::Local;
use super::memory::NodeSize;
use super::node::{Node, Sets};
use crate::graph::VertexId;
use crate::open::ordered::Ordered;
use crate::open::width::{Fixed, Width, Words, common, has, insert, members, remove, with_width};
use crate::open::{Findings, Problem};
use crate::set::counting_bits;

/// All maximal cliques of a graph, of some size or more: Bron and Kerbosch's search \[BronKerbosch1973\] below each vertex in degeneracy order
/// \[EppsteinLoefflerStrash2010\], with the pivot that leaves fewest candidates \[TomitaTanakaTakahashi2006\].
///
/// What needs no branching is answered before a pivot is looked for, which also does the work of the reductions that take vertices of low
/// degree off the graph beforehand \[RMCE\]: such a vertex is a root of a local graph of a few members.
/// - An excluded vertex adjacent to all candidates: no clique below is maximal.
/// - Candidates adjacent to all others are chosen at once.
/// - Candidates adjacent to no other are an answer each, unless an excluded vertex is adjacent to them.
/// - Candidates that miss one other each, where nothing is excluded, are as many answers as there are ways to choose one of each pair.
#[derive(Debug)]
pub(crate) struct MaximalCliques<'g> {
    graph: &'g Ordered,
    /// Smaller cliques are not reported.
    min_size: usize,
    /// Candidates from which on a node is worth another thread's while.
    large: usize,
}

impl<'g> MaximalCliques<'g> {
    /// What its nodes hold.
    pub(crate) const NODE: NodeSize = NodeSize { sets: 4, for_member: 0, has_excluded: true };

    pub(crate) fn new(graph: &'g Ordered, min_size: usize, large: usize) -> Self {
        MaximalCliques { graph, min_size, large }
    }
}

impl Problem for MaximalCliques<'_> {
    type Root = Local;
    type Node = Node;

    fn num_roots(&self) -> usize {
        self.graph.num_roots()
    }

    fn weight(&self, at: usize) -> u64 {
        self.graph.weight(at as VertexId)
    }

    fn begin(&self, at: usize, local: &mut Local, node: &mut Node, found: &mut Findings<'_>) -> bool {
        if self.graph.is_empty() {
            if self.graph.base().len() >= self.min_size {
                found.report(self.graph.base());
            }
            return false;
        }
        let v = at as VertexId;
        if self.graph.most_below(v) < self.min_size {
            return false;
        }
        local.build(self.graph, v);
        node.size = local.base_size();
        node.reset(Words(local.words()));
        let is_open = local.push_larger(self.graph, v, &mut node.excluded);
        local.forget_places(self.graph, v);
        is_open && with_width!(local.words(), |width| counting_bits(|| self.open(width, local, node, found)))
    }

    #[inline]
    fn candidate(&self, local: &Local, node: &mut Node) -> Option<usize> {
        let next = node.next(local.words());
        let at = next.iter().position(|&word| word != 0)?;
        let member = at * 64 + next[at].trailing_zeros() as usize;
        next[at] &= next[at] - 1;
        Some(member)
    }

    #[inline]
    fn extend(
        &self,
        local: &Local,
        node: &mut Node,
        candidate: usize,
        child: &mut Node,
        found: &mut Findings<'_>,
    ) -> bool {
        with_width!(local.words(), |width| counting_bits(|| self.choose(width, local, (node, candidate), child, found)))
    }

    fn is_large(&self, local: &Local, node: &Node) -> bool {
        node.num_next(local.words()) >= self.large
    }
}

impl MaximalCliques<'_> {
    /// Opens the first node of a root, whose excluded vertices are there.
    #[inline(always)]
    fn open<W: Width>(&self, width: W, local: &Local, node: &mut Node, found: &mut Findings<'_>) -> bool {
        let size = node.size;
        let (Sets { chosen, possible, seen, .. }, excluded) = node.sets(width);
        chosen.fill(0);
        seen.fill(0);
        for row in excluded.iter(width) {
            seen.iter_mut().zip(row).for_each(|(seen, row)| *seen |= row);
        }
        local.fill(possible);
        if local.len() == 0 {
            self.report(local, size, chosen, found);
            return false;
        }
        self.settle(width, local, node, local.len(), found)
    }

    /// Makes the node that chooses `v`, and excludes `v` from what else is below `node`.
    #[inline(always)]
    fn choose<W: Width>(
        &self,
        width: W,
        local: &Local,
        (node, v): (&mut Node, usize),
        child: &mut Node,
        found: &mut Findings<'_>,
    ) -> bool {
        let words = width.words();
        let row = local.row(words, v);
        child.reset(width);
        let size = node.size + 1;
        child.size = size;
        let (above, excluded) = node.sets(width);
        let (own, own_excluded) = child.sets(width);
        remove(above.possible, v);
        let is_seen = has(above.seen, v);
        let (mut left, mut more) = (0, 0);
        for (w, row) in row.iter().enumerate() {
            own.chosen[w] = above.chosen[w];
            own.possible[w] = above.possible[w] & row;
            own.seen[w] = 0;
            left += own.possible[w].count_ones() as usize;
            more |= above.next[w];
        }
        insert(own.chosen, v);
        let is_covered = is_seen && (left == 0 || !own_excluded.narrow(width, excluded, v, own.possible, own.seen));
        // After the last candidate nothing is searched that it could be missing from.
        if more != 0 && left > 0 {
            excluded.push_empty(words).copy_from_slice(own.possible);
            for w in 0..words {
                above.seen[w] |= own.possible[w];
            }
        }
        if is_covered || size + left < self.min_size {
            return false;
        }
        if left == 0 {
            self.report(local, size, own.chosen, found);
            return false;
        }
        self.settle(width, local, child, left, found)
    }

    /// Answers what needs no branching below a node with `left` candidates, at least one, and finds out which of the others to go on with;
    /// `false` if there are none.
    #[inline(always)]
    fn settle<W: Width>(
        &self,
        width: W,
        local: &Local,
        node: &mut Node,
        mut left: usize,
        found: &mut Findings<'_>,
    ) -> bool {
        let words = width.words();
        let mut size = node.size;
        let (sets, excluded) = node.sets(width);
        let degrees = loop {
            sets.next.fill(0);
            let degrees = Degrees::of(width, local, left, sets.possible, sets.next);
            if degrees.universal == 0 {
                break degrees;
            }
            // What is adjacent to all others is in every clique below.
            for w in 0..words {
                sets.chosen[w] |= sets.next[w];
                sets.possible[w] &= !sets.next[w];
            }
            size += degrees.universal;
            left -= degrees.universal;
            if left == 0 {
                self.report(local, size, sets.chosen, found);
                return false;
            }
            if !excluded.is_empty() {
                excluded.keep(width, sets.next, sets.possible, sets.seen);
            }
        };
        if degrees.lonely > 0 {
            for w in 0..words {
                sets.possible[w] &= !sets.next[w];
                sets.next[w] &= !sets.seen[w];
            }
            self.report_each(local, size, sets.chosen, sets.next, found);
            left -= degrees.lonely;
        }
        if left == 0 || size + left < self.min_size {
            return false;
        }
        let misses_one = degrees.least + 2 == left && degrees.most == degrees.least;
        if misses_one && excluded.is_empty() && !found.wants_each() {
            self.report_pairs(local, size, (sets.chosen, sets.possible, left), found);
            return false;
        }
        let (mut most, mut pivot) = (degrees.most, local.row(words, degrees.pivot));
        for row in excluded.iter(width) {
            let adjacent = common(width, row, sets.possible);
            if adjacent > most {
                (most, pivot) = (adjacent, row);
            }
        }
        for (w, pivot) in pivot.iter().enumerate() {
            sets.next[w] = sets.possible[w] & !pivot;
        }
        node.size = size;
        true
    }

    /// Reports a clique.
    #[inline(always)]
    fn report(&self, local: &Local, size: usize, chosen: &[u64], found: &mut Findings<'_>) {
        if size >= self.min_size {
            found.one(size, |names| local.push_names(members(chosen), names));
        }
    }

    /// Reports a clique for each member of `last`, which together with `chosen`, of so many vertices, makes one.
    #[inline(always)]
    fn report_each(&self, local: &Local, size: usize, chosen: &[u64], last: &[u64], found: &mut Findings<'_>) {
        let number: u32 = last.iter().map(|word| word.count_ones()).sum();
        if size + 1 < self.min_size || number == 0 {
            return;
        }
        let names = |u: usize| move |names: &mut Vec<VertexId>| local.push_names(members(chosen).chain([u]), names);
        if found.wants_each() {
            members(last).for_each(|u| found.one(size + 1, names(u)));
        } else if let Some(u) = members(last).next() {
            found.several(size + 1, number.into(), names(u));
        }
    }

    /// Reports the cliques that have one of each pair of candidates that are not adjacent; `left` candidates are in such pairs, and nothing
    /// is excluded.
    fn report_pairs(
        &self,
        local: &Local,
        size: usize,
        (chosen, possible, left): (&[u64], &[u64], usize),
        found: &mut Findings<'_>,
    ) {
        if size + left / 2 < self.min_size {
            return;
        }
        let Some(number) = 1u128.checked_shl(left as u32 / 2) else { return found.overflow() };
        found.several(size + left / 2, number, |names| {
            let is_first = |&u: &usize| {
                let row = local.row(local.words(), u);
                members(possible).take_while(|&v| v < u).all(|v| has(row, v))
            };
            local.push_names(members(chosen).chain(members(possible).filter(is_first)), names);
        });
    }
}
