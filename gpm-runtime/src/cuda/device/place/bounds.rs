//! How long the lists of a nest can get on a graph: a bound for every stored set, from the longest rows of each view.
//!
//! A set is part of the rows that it was intersected from. A part of `k` rows of different vertices is no longer than the
//! `k`-th longest row: on power-law graphs, where one row may be a hundred times the second, that is what keeps the slots of
//! all warps small.
//!
//! A kernel asks for room for the shorter operand of an intersection before it knows the result. A set held as bits is
//! probed whole, whatever bounds the result has, so these shorten the other operand alone.

use gpm_plan::nest::{Hold, Level, LoopNest, SetExpr, SetId, ViewId};
use gpm_plan::pattern::Semantics;
use rayon::prelude::*;

use crate::cuda::descriptors::MOST_SMALLER;
use crate::cuda::device::error::GpuError;
use crate::view::Rows;

/// How many of the longest rows are known. *guess*
const KNOWN: usize = 8;

/// Rows that are worth a thread. The same on all machines, so that sums are. *guess*
const SHARE: usize = 1 << 16;

/// Up to which power lengths are summed.
pub(super) const POWERS: usize = 5;

/// What is known of some lengths.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Lengths {
    /// The longest, descending; zeros if there are fewer.
    longest: [u32; KNOWN],
    /// The sums of their powers, from the first on.
    powers: [f64; POWERS],
}

impl Lengths {
    const NONE: Lengths = Lengths { longest: [0; KNOWN], powers: [0.0; POWERS] };

    fn add(&mut self, length: u32) {
        let mut power = 1.0;
        for sum in &mut self.powers {
            power *= f64::from(length);
            *sum += power;
        }
        self.insert(length);
    }

    fn append(&mut self, others: &Lengths) {
        self.powers.iter_mut().zip(others.powers).for_each(|(sum, own)| *sum += own);
        others.longest.iter().for_each(|&length| self.insert(length));
    }

    fn insert(&mut self, length: u32) {
        if length > self.longest[KNOWN - 1] {
            let at = self.longest.partition_point(|&known| known >= length);
            self.longest[at..].rotate_right(1);
            self.longest[at] = length;
        }
    }

    /// The `k`-th longest, counted from 1; the last one known if `k` is larger.
    fn nth(&self, k: usize) -> u64 {
        u64::from(self.longest[k.clamp(1, KNOWN) - 1])
    }

    /// The sum of a power of them: one up to [`POWERS`].
    pub(super) fn sum_of_powers(&self, power: usize) -> f64 {
        self.powers[power - 1]
    }
}

/// What is known of the rows of a view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RowSizes {
    /// Whole rows.
    pub(crate) whole: Lengths,
    /// Their parts below and above their own vertex.
    pub(crate) below: Lengths,
    pub(crate) above: Lengths,
    /// Number of rows.
    pub(crate) vertices: u64,
    /// Whether no row is longer than the one before it.
    pub(crate) is_descending: bool,
}

impl RowSizes {
    const NONE: RowSizes =
        RowSizes { whole: Lengths::NONE, below: Lengths::NONE, above: Lengths::NONE, vertices: 0, is_descending: true };

    /// Whether descriptors have room for the numbers of smaller neighbors.
    ///
    /// # Errors
    /// [`GpuError::RowBeyond`].
    pub(super) fn check(&self) -> Result<(), GpuError> {
        match self.below.nth(1) {
            smaller if smaller > MOST_SMALLER => Err(GpuError::RowBeyond { smaller }),
            _ => Ok(()),
        }
    }

    /// Measures rows: one pass over the vertices, by the caller's threads.
    pub(crate) fn of(rows: &Rows<'_>) -> RowSizes {
        let (offsets, splits) = (rows.offsets(), rows.splits());
        let shares = splits.par_chunks(SHARE).enumerate().map(|(index, splits)| {
            let first = index * SHARE;
            let before = first.checked_sub(1).map_or(u64::MAX, |last| offsets[first] - offsets[last]);
            RowSizes::of_share(&offsets[first..=first + splits.len()], splits, before)
        });
        let shares: Vec<RowSizes> = shares.collect();
        shares.iter().fold(RowSizes::NONE, |mut sizes, share| {
            sizes.whole.append(&share.whole);
            sizes.below.append(&share.below);
            sizes.above.append(&share.above);
            sizes.vertices += share.vertices;
            sizes.is_descending &= share.is_descending;
            sizes
        })
    }

    /// The same of some rows behind one of length `before`.
    fn of_share(offsets: &[u64], splits: &[u32], mut before: u64) -> RowSizes {
        let mut sizes = RowSizes { vertices: splits.len() as u64, ..RowSizes::NONE };
        for (bounds, &split) in offsets.windows(2).zip(splits) {
            let length = bounds[1] - bounds[0];
            sizes.is_descending &= length <= before;
            before = length;
            // A row has at most one entry a vertex, and those are 32 bits.
            let length = length as u32;
            sizes.whole.add(length);
            sizes.below.add(split);
            sizes.above.add(length - split);
        }
        sizes
    }

    fn of_side(&self, side: Side) -> &Lengths {
        match side {
            Side::Whole => &self.whole,
            Side::Below => &self.below,
            Side::Above => &self.above,
        }
    }
}

/// A part of a row that holds a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RowPart {
    view: ViewId,
    owner: Level,
    side: Side,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Whole,
    Below,
    Above,
}

/// At most how many elements a kernel asks room for to make the set `id`, given the sizes of each view's rows.
pub(crate) fn bound(nest: &LoopNest, id: SetId, sizes: &[RowSizes]) -> u64 {
    let vertices = sizes.first().map_or(0, |sizes| sizes.vertices);
    let parts = parts(nest, id);
    let longest = |part: &RowPart| {
        let known = sizes[usize::from(part.view.0)].of_side(part.side);
        let owners: Vec<Level> =
            parts.iter().filter(|other| (other.view, other.side) == (part.view, part.side)).map(|p| p.owner).collect();
        known.nth(if are_distinct(nest, &owners) { owners.len() } else { 1 })
    };
    parts.iter().map(longest).min().unwrap_or(vertices)
}

/// The lengths of the rows, and parts of rows, that roots have.
pub(super) fn rows_of_root<'a>(nest: &LoopNest, sizes: &'a [RowSizes]) -> impl Iterator<Item = &'a Lengths> {
    let rows = nest.root_body().define.iter().filter(|&&set| nest.set(set).expr.is_row());
    // The whole row comes first, then what it is cut to.
    rows.filter_map(|&set| parts(nest, set).pop()).map(|part| sizes[usize::from(part.view.0)].of_side(part.side))
}

/// Rows, and parts of rows, that the set is part of; none for a reach.
fn parts(nest: &LoopNest, id: SetId) -> Vec<RowPart> {
    let set = nest.set(id);
    let is_probed = |operand: &SetId| nest.set(*operand).hold == Hold::ListAndBits;
    let (probed, cut_with_it): (Vec<SetId>, Vec<SetId>) = match set.expr {
        SetExpr::Intersect(a, b) => [a, b].into_iter().partition(is_probed),
        SetExpr::Difference(a, _) => (Vec::new(), vec![a]),
        SetExpr::Neighbors { .. } | SetExpr::Reach { .. } => Default::default(),
    };
    let parts_of = |operands: Vec<SetId>| operands.into_iter().flat_map(|operand| parts(nest, operand));
    let mut parts: Vec<RowPart> = match set.expr {
        SetExpr::Neighbors { view, of } => vec![RowPart { view, owner: of, side: Side::Whole }],
        _ => parts_of(cut_with_it).collect(),
    };
    let (below, above) = (nest.closed_below(set.below), nest.closed_above(set.above));
    let cut =
        |side, is_cut: bool, part: &RowPart| (is_cut && part.side == Side::Whole).then_some(RowPart { side, ..*part });
    let cuts: Vec<RowPart> = parts
        .iter()
        .flat_map(|part| {
            [cut(Side::Below, below.contains(part.owner), part), cut(Side::Above, above.contains(part.owner), part)]
        })
        .flatten()
        .collect();
    parts.extend(cuts);
    parts.extend(parts_of(probed));
    let mut distinct = Vec::new();
    parts.into_iter().for_each(|part| {
        if !distinct.contains(&part) {
            distinct.push(part);
        }
    });
    distinct
}

/// Whether matches never have the same data vertex at two of these levels.
fn are_distinct(nest: &LoopNest, levels: &[Level]) -> bool {
    let differ = |a: Level, b: Level| match nest.semantics {
        Semantics::EdgeInduced | Semantics::VertexInduced => true,
        // Homomorphisms may map two vertices to one, but graphs have no loops.
        Semantics::Homomorphism => nest.constraint(a, b).is_positive(),
    };
    levels.iter().enumerate().all(|(i, &a)| levels[..i].iter().all(|&b| differ(a, b)))
}

#[cfg(test)]
mod tests {
    use gpm_plan::cost::GraphStats;
    use gpm_plan::passes::PassSet;
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::Plan;
    use gpm_plan::query::{Output, Query};

    use super::*;
    use crate::graph::Graph;
    use crate::view::Bound;

    #[test]
    fn a_vertex_with_too_many_smaller_neighbors_is_refused() {
        let with = |smaller| {
            let mut sizes = RowSizes::NONE;
            sizes.below.add(smaller);
            sizes.check()
        };
        assert!(with((1 << 24) - 1).is_ok());
        let error = with(1 << 24).expect_err("there is no room").to_string();
        assert!(error.contains("16777216 neighbors") && error.contains("descending degree"), "{error}");
    }

    fn star_with_triangle() -> Graph {
        // Vertex 0 has 9 neighbors, 1 and 2 have 2 and 3, the others 1.
        Graph::from_edges(11, (1..10).map(|v| (0, v)).chain([(1, 2), (2, 10)])).unwrap()
    }

    fn sizes(graph: &Graph, nest: &LoopNest) -> Vec<RowSizes> {
        let bound = Bound::new(graph, nest).unwrap();
        bound.views.iter().map(RowSizes::of).collect()
    }

    fn plan(pattern: &str) -> Plan {
        planned(pattern, Output::List)
    }

    fn planned(pattern: &str, output: Output) -> Plan {
        let query = Query::from(pattern.parse::<Pattern>().unwrap());
        let query = Query { output, disabled: PassSet::default(), ..query };
        Plan::new(query, &GraphStats::typical()).unwrap()
    }

    #[test]
    fn longest_rows() {
        let nest = plan("triangle").first_nest().clone();
        let sizes = sizes(&star_with_triangle(), &nest);
        assert_eq!((1..=4).map(|k| sizes[0].whole.nth(k)).collect::<Vec<_>>(), [9, 3, 2, 1]);
        assert_eq!((sizes[0].below.nth(1), sizes[0].above.nth(1), sizes[0].above.nth(2)), (2, 9, 1));
        assert!(!sizes[0].is_descending);
        assert_eq!(sizes[0].vertices, 11);
    }

    #[test]
    fn intersections_are_no_longer_than_the_second_longest_row() {
        let nest = plan("clique:5").first_nest().clone();
        let sizes = sizes(&star_with_triangle(), &nest);
        let mut seen = 0;
        for (i, set) in nest.sets.iter().enumerate() {
            let bound = bound(&nest, SetId(i as u16), &sizes);
            match set.expr {
                SetExpr::Intersect(..) => {
                    seen += 1;
                    assert!(bound <= 3, "s{i} {bound}");
                }
                SetExpr::Neighbors { .. } if set.below.is_empty() && set.above.is_empty() => assert_eq!(bound, 9),
                SetExpr::Neighbors { .. } | SetExpr::Difference(..) | SetExpr::Reach { .. } => assert!(bound <= 9),
            }
        }
        assert!(seen > 0);
    }

    /// Every list that a search makes must fit; all sets of some searches are computed here by their definition.
    #[test]
    fn no_set_is_longer_than_its_bound() {
        let graph =
            Graph::from_edges(9, (0..9u32).flat_map(|v| (0..v).map(move |w| (w, v))).filter(|(w, v)| w * v % 5 != 2))
                .unwrap();
        let patterns = ["triangle", "clique:4", "house", "cycle:5", "a-b, b-c, c-d, d-a, a-c", "wedge", "butterfly"];
        let queries = patterns.iter().flat_map(|pattern| [(pattern, Output::List), (pattern, Output::Count)]);
        for (pattern, output) in queries {
            let nest = planned(pattern, output).first_nest().clone();
            let sizes = sizes(&graph, &nest);
            let bounds: Vec<u64> = nest.set_ids().map(|id| bound(&nest, id, &sizes)).collect();
            // All choices of distinct vertices that respect the restrictions are met; more than a search would meet.
            let levels = nest.num_positions();
            for code in 0..9usize.pow(levels as u32) {
                let v: Vec<u32> = (0..levels).map(|i| (code / 9usize.pow(i as u32) % 9) as u32).collect();
                let is_injective = (0..levels).all(|i| (0..i).all(|j| v[i] != v[j]));
                if is_injective && nest.restrictions.iter().all(|r| v[r.smaller.index()] < v[r.larger.index()]) {
                    check(&graph, &nest, &v, &bounds);
                }
            }
        }
    }

    /// Length of an operand of an intersection within these bounds, as kernels see it.
    fn asked(nest: &LoopNest, operand: SetId, sets: &[Vec<u32>], is_inside: impl Fn(&u32) -> bool) -> usize {
        let list = &sets[operand.index()];
        let is_probed = nest.set(operand).hold == Hold::ListAndBits;
        list.iter().filter(|w| is_probed || is_inside(w)).count()
    }

    fn check(graph: &Graph, nest: &LoopNest, v: &[u32], bounds: &[u64]) {
        let mut sets: Vec<Vec<u32>> = Vec::new();
        for (i, set) in nest.sets.iter().enumerate() {
            let all = match set.expr {
                SetExpr::Neighbors { of, .. } => graph.out().row(v[of.index()]).to_vec(),
                SetExpr::Intersect(a, b) => {
                    sets[a.index()].iter().filter(|w| sets[b.index()].contains(w)).copied().collect()
                }
                SetExpr::Difference(a, b) => {
                    sets[a.index()].iter().filter(|w| !sets[b.index()].contains(w)).copied().collect()
                }
                SetExpr::Reach { .. } => Vec::new(),
            };
            let is_inside =
                |w: &u32| set.below.iter().all(|l| *w < v[l.index()]) && set.above.iter().all(|l| *w > v[l.index()]);
            let list: Vec<u32> = all.into_iter().filter(is_inside).collect();
            let room = match set.expr {
                SetExpr::Intersect(a, b) => {
                    [a, b].map(|operand| asked(nest, operand, &sets, is_inside)).into_iter().min()
                }
                _ => Some(list.len()),
            };
            if set.hold != Hold::Size {
                assert!(room <= Some(bounds[i] as usize), "s{i} asks for {room:?} of {}\n{nest}", bounds[i]);
            }
            sets.push(list);
        }
    }
}
