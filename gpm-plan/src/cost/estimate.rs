//! The cost model: expected partial matches level by level, times what the sets defined there cost.
//!
//! A vertex drawn from a row is met with a probability proportional to its degree on the side it was drawn from, so the
//! model keeps for each level how it was drawn and reads the expected row sizes off the second moments. Further rows close
//! with the graph's clustering coefficient. Triangles crowd on few edges, so a further vertex drawn from a set that one was
//! drawn from before has more candidates. It ranks plans; it does not predict seconds.

use super::pairs::Pairs;
use super::prefix::{Drawn, Part, Placed, Prefix};
use super::{GraphStats, Operator, Prices, Tables};
use crate::passes::{Pass, PassSet};
use crate::pattern::predicate::{Condition, INEQUALITY, Implied};
use crate::pattern::{MAX_VERTICES, PairConstraint, PairStates, Pattern, Predicate, Semantics, bits};

/// Pattern vertices. Larger patterns are taken to occur where they are looked for: every level has at least [`FEWEST`] candidates.
/// Otherwise the errors of many small factors would add up to a cardinality of nothing, which the model cannot weigh. *guess*
const LARGE: usize = 8;
/// Candidates: the least that is expected of a level of a pattern of more than [`LARGE`] vertices. *guess*
const FEWEST: f64 = 3.0;

/// Costs of matching orders of one pattern under one set of restrictions on one graph.
#[derive(Debug)]
pub struct Estimator<'a> {
    pub(super) stats: &'a GraphStats,
    /// `constraints[u][v]`
    pub(super) constraints: &'a [Vec<PairConstraint>],
    /// The same for quick tests.
    pub(super) pairs: Pairs,
    /// `below[u]`: pattern vertices whose data vertex must be larger, as a mask.
    pub(super) larger: Vec<u32>,
    /// Pattern vertices whose data vertex must be larger or smaller, as a mask.
    pub(super) ordered: Vec<u32>,
    /// Fraction of data vertices admitted for each pattern vertex.
    fraction: &'a [f64],
    /// Pattern vertices that are only counted, at the end, as a mask.
    pub(super) tail: u32,
    /// Conditions that are evaluated during the search: their vertices as a mask, and the part of matches expected to satisfy it.
    joined: Vec<(u32, f64)>,
    /// Conditions that bound candidates.
    windows: Vec<(u32, f64)>,
    /// What follows from several of them.
    implied: Option<Implied>,
    /// Pattern vertices whose neighborhood holds all others and may be searched as a bit matrix, as a mask.
    hubs: u32,
    /// Pattern vertices whose candidates are never asked for, as a mask.
    pub(super) looked_up: u32,
    /// What tables cost.
    pub(super) tables: Tables,
    closure: f64,
}

impl<'a> Estimator<'a> {
    /// For restrictions `pairs` (closed) and a tail given as a mask of pattern vertices.
    pub fn new(
        stats: &'a GraphStats,
        constraints: &'a [Vec<PairConstraint>],
        fraction: &'a [f64],
        pairs: &[(usize, usize)],
        tail: u32,
    ) -> Self {
        let mut larger = vec![0; constraints.len()];
        let mut ordered = larger.clone();
        for &(s, l) in pairs {
            larger[s] |= 1 << l;
            ordered[s] |= 1 << l;
            ordered[l] |= 1 << s;
        }
        Estimator {
            stats,
            constraints,
            pairs: Pairs::new(constraints),
            larger,
            ordered,
            fraction,
            tail,
            joined: Vec::new(),
            windows: Vec::new(),
            implied: None,
            hubs: 0,
            looked_up: 0,
            tables: Tables::default(),
            closure: stats.closure(),
        }
    }

    /// Expects conditions that are evaluated during the search to leave out matches, and those on times that bound candidates to leave out
    /// rounds.
    pub fn with_predicate(self, predicate: &Predicate, disabled: PassSet) -> Self {
        let is_bound =
            |condition: &&Condition| !disabled.contains(Pass::Windows) && predicate.between(condition).is_some();
        let searched = predicate.conjuncts().iter().filter(|condition| !condition.is_of_class());
        let (windows, joined): (Vec<_>, Vec<_>) = searched.partition(is_bound);
        let expected = |conditions: Vec<&Condition>| -> Vec<(u32, f64)> {
            conditions.iter().map(|condition| (condition.vertices(), condition.selectivity())).collect()
        };
        let windows = if self.are_windows_measured() { Vec::new() } else { expected(windows) };
        Estimator { joined: expected(joined), windows, ..self }
    }

    fn are_windows_measured(&self) -> bool {
        self.stats.classes.as_ref().is_some_and(|classes| !classes.windows.is_empty())
    }

    /// The part of a row that is left for a block by the times of vertices that are placed: the shortest window, since windows that follow from
    /// others lie around these.
    fn windowed(&self, placed: u32, block: u32) -> f64 {
        let Some(classes) = self.stats.classes.as_ref().filter(|classes| !classes.windows.is_empty()) else {
            return 1.0;
        };
        let least = |w: usize| bits(placed).map(|y| classes.windows[y][w]).fold(1.0, f64::min);
        bits(block).map(least).fold(0.0, f64::max)
    }

    /// Expects what follows from several conditions to be asked as soon as it is known, an inequality each time, unless that pass is left out.
    pub fn with_implied(self, predicate: &Predicate, disabled: PassSet) -> Self {
        let is_asked = !disabled.contains(Pass::ImpliedBounds) && !self.are_windows_measured();
        Estimator { implied: if is_asked { Implied::new(predicate) } else { None }, ..self }
    }

    /// Prices nests whose root is one of these pattern vertices (see [`Estimator::hubs`]) as searches of a bit matrix.
    pub fn with_hubs(self, hubs: u32) -> Self {
        Estimator { hubs, ..self }
    }

    /// Leaves out the sets for these pattern vertices: their sizes are looked up in a table.
    pub fn with_looked_up(self, looked_up: u32) -> Self {
        Estimator { looked_up, ..self }
    }

    /// Looks tables up and adds to others.
    pub fn with_tables(self, tables: Tables) -> Self {
        Estimator { tables, ..self }
    }

    /// The pattern vertices that are adjacent to all others, where one relation and its absence are all constraints.
    pub fn hubs(constraints: &[Vec<PairConstraint>]) -> u32 {
        let all = || {
            constraints
                .iter()
                .enumerate()
                .flat_map(|(u, row)| row.iter().enumerate().map(move |(v, pair)| (u, v, pair)))
        };
        let plain =
            |pair: &PairConstraint| pair.is_free() || pair.is_negative() || pair.allowed == PairStates::ANY_EDGE;
        let unlabelled = |pair: &PairConstraint| pair.forward_label.is_none() && pair.backward_label.is_none();
        if !all().all(|(_, _, pair)| plain(pair) && unlabelled(pair)) {
            return 0;
        }
        let is_hub = |&u: &usize| constraints[u].iter().enumerate().all(|(v, pair)| v == u || pair.is_positive());
        (0..constraints.len()).filter(is_hub).map(|u| 1 << u).sum()
    }

    /// All pair constraints of a pattern.
    pub fn constraints(pattern: &Pattern, semantics: Semantics) -> Vec<Vec<PairConstraint>> {
        let n = pattern.num_vertices();
        let free = PairConstraint { allowed: PairStates::FREE, forward_label: None, backward_label: None };
        let pair = |u: usize, v: usize| if u == v { free.clone() } else { pattern.constraint(u, v, semantics) };
        (0..n).map(|u| (0..n).map(|v| pair(u, v)).collect()).collect()
    }

    /// The prices of the device that nests are to run on.
    pub fn prices(&self) -> &Prices {
        &self.stats.prices
    }

    /// Pattern vertices that must be adjacent to `u` in some way, as a mask.
    pub fn adjacent(&self, u: usize) -> u32 {
        self.pairs.positive[u]
    }

    /// The prefix that places `root`.
    pub fn start(&self, root: usize) -> Prefix {
        let measured = self.stats.classes.as_ref().map(|classes| classes.sizes[root]);
        let matches = measured.unwrap_or(self.stats.vertices * self.fraction[root]);
        let levels = [Placed::new(root, Drawn::Root); MAX_VERTICES];
        let cost = matches * Operator::Root.cost(&self.stats.prices);
        let mut prefix =
            Prefix { matches, rounds: matches, cost, placed: 1 << root, is_local: false, num_levels: 1, levels };
        prefix.cost += matches * self.entering_cost(&prefix, f64::INFINITY);
        prefix
    }

    /// Places `u` next.
    pub fn extend(&self, prefix: &Prefix, u: usize) -> Prefix {
        self.extend_below(prefix, u, f64::INFINITY).expect("every cost is below infinity")
    }

    /// Places `u` next, unless that costs `limit` or more.
    pub fn extend_below(&self, prefix: &Prefix, u: usize, limit: f64) -> Option<Prefix> {
        let mut next = prefix.clone();
        let (size, drawn) = self.candidates(prefix, 1 << u, prefix.num_levels);
        next.matches *= if self.constraints.len() > LARGE { size.max(FEWEST) } else { size };
        for (k, v) in prefix.order().enumerate() {
            if self.pairs.positive[v] >> u & 1 == 1 {
                let owner = &mut next.levels[k];
                if owner.draws == 0 {
                    owner.first = self.part(v, 1 << u);
                }
                owner.draws += 1;
            }
        }
        next.push(Placed::new(u, drawn));
        next.matches *= completed(&self.windows, &next, u);
        let prices = &self.stats.prices;
        if next.num_levels == 2 && self.searches_bits(&next) {
            next.is_local = true;
            next.cost += self.matrices(prefix).cost(prices);
        }
        next.rounds = next.matches;
        next.cost += next.matches * self.round(&next).cost(prices);
        if self.is_outer(&next) {
            next.cost += next.matches * Operator::OuterRound.cost(prices);
        }
        if next.cost >= limit {
            return None;
        }
        next.matches *= self.completed(&next, u);
        // Rounded: what is left must be beyond doubt.
        let left = (limit - next.cost) / next.matches * (1.0 + 1e-9);
        next.cost += next.matches * self.entering_cost(&next, left);
        (next.cost < limit).then_some(next)
    }

    /// The part of matches that satisfies the conditions that the last placed vertex completes.
    fn completed(&self, prefix: &Prefix, last: usize) -> f64 {
        let implied = self.implied.as_ref().map_or(0, |implied| implied.number_at(prefix.placed, last));
        completed(&self.joined, prefix, last) * INEQUALITY.powi(implied as i32)
    }

    /// Whether what is below a prefix of two vertices is searched in a bit matrix of the root's neighborhood: some set
    /// is made of three rows.
    fn searches_bits(&self, prefix: &Prefix) -> bool {
        let all = (1u64 << self.constraints.len()) as u32;
        let open = all.wrapping_sub(1) & !prefix.placed;
        self.hubs >> prefix.vertex(0) & 1 == 1 && bits(open).any(|u| self.pairs.bound[u] & open != 0)
    }

    /// The bit matrices of all roots of a prefix of one vertex: of their neighbors on the side that is searched, and of the neighbors of
    /// these that come before them.
    pub(super) fn matrices(&self, root: &Prefix) -> Operator {
        let m = &self.stats.moments;
        let (rows, entries, bits) = match self.matrix_part(root.vertex(0)) {
            Part::Below => (self.stats.edges, m.ab, m.bb),
            Part::Above => (self.stats.edges, m.bb, m.aa),
            Part::Whole => (2.0 * self.stats.edges, m.db, m.dd),
        };
        let admitted = self.fraction[root.vertex(0)];
        Operator::Matrix {
            rows: admitted * admitted * rows,
            entries: admitted.powi(3) * entries,
            bits: admitted.powi(3) * bits,
        }
    }

    /// The part of its row of which a root's bit matrix is made.
    pub(super) fn matrix_part(&self, root: usize) -> Part {
        let parts = bits(self.pairs.bound[root]).map(|u| self.part(root, 1 << u));
        parts.reduce(Part::with).unwrap_or(Part::Whole)
    }

    /// How the row of the vertex at `level` is joined to what was there before, unless that takes nothing.
    pub(super) fn operation(&self, prefix: &Prefix, block: u32, level: usize) -> Option<Operator> {
        if prefix.is_local {
            // The row of the second vertex is one of the matrix.
            return (level >= 2).then(|| Operator::Bits(self.row(prefix, block, 0)));
        }
        let windowed = self.windowed(prefix.placed_before(level + 1), block);
        let row = self.row(prefix, block, level) * self.kept(prefix, block, level) * windowed;
        let (before, _) = self.candidates(prefix, block, level);
        // What was one row is marked, unless it is the one that is kept where others are taken off.
        let is_marked = self.num_rows(prefix.placed_before(level), block) == 1;
        let is_kept = union(&self.pairs.positive, block) >> prefix.vertex(level) & 1 == 0;
        Some(match is_marked && !is_kept {
            true => self.probe(prefix, level, row, before),
            false => Operator::Merge(before, row),
        })
    }

    /// Expected number of candidates for a block given the first `levels` levels, and how they are drawn.
    fn candidates(&self, prefix: &Prefix, block: u32, levels: usize) -> (f64, Drawn) {
        let placed = prefix.placed_before(levels);
        let (bound, positive) = (union(&self.pairs.bound, block), union(&self.pairs.positive, block));
        let mut size = None::<f64>;
        let mut drawn = Drawn::FromRow;
        let (mut factor, mut without) = (1.0, 1.0);
        let mut closed = 0;
        for k in 0..levels {
            let v = prefix.vertex(k);
            if bound >> v & 1 == 0 {
                continue;
            }
            for demand in self.pairs.demands(v, block) {
                match (self.pairs.is_positive(demand), size) {
                    (true, None) => {
                        size = Some(self.row(prefix, block, k));
                        drawn = match self.part(v, block) {
                            Part::Whole => Drawn::FromRow,
                            Part::Below => Drawn::FromBelow,
                            Part::Above => Drawn::FromAbove,
                        };
                    }
                    (true, Some(_)) => {
                        // Closing is correlated: a vertex in two rows of a dense spot is likely to be in the third. The exponent is a
                        // *guess*.
                        closed += 1;
                        let chance = self.closure.max(self.chance(v, block));
                        factor *= chance.powf(1.0 / f64::from(closed + i32::from(self.stats.classes.is_some())));
                    }
                    (false, _) => without *= 1.0 - self.closure,
                }
            }
        }
        let Some(size) = size else { return (self.stats.vertices, Drawn::Root) };
        let (size, factor) = match self.crowded(placed, positive, block) {
            Some(common) => (common, 1.0),
            None => (size, factor),
        };
        let foreign = union(&self.ordered, block) & !positive & placed;
        let halves = foreign.count_ones().min(2);
        let measured = self.stats.classes.is_some();
        let admitted = bits(block).map(|w| if measured { 1.0 } else { self.fraction[w] }).fold(1.0, f64::min);
        let windowed = self.windowed(placed, block);
        (size * factor * without * 0.5f64.powi(halves as i32) * admitted * windowed, drawn)
    }

    /// Expected common neighbors of the two ends of an edge, where a block is drawn from these, the vertices `placed` that are `positive`
    /// for it: edges that are known to have some are met in proportion to a power of their triangles.
    fn crowded(&self, placed: u32, positive: u32, block: u32) -> Option<f64> {
        let ends = placed & positive;
        if ends.count_ones() != 2 || self.stats.classes.is_some() {
            return None;
        }
        let adjacent = |u: usize| self.pairs.positive[u];
        let ends = (ends.trailing_zeros() as usize, ends.ilog2() as usize);
        if adjacent(ends.0) >> ends.1 & 1 == 0 {
            return None;
        }
        let known = (adjacent(ends.0) & adjacent(ends.1) & placed).count_ones();
        let mean = 3.0 * self.stats.triangles / self.stats.edges.max(1.0);
        Some(mean * self.stats.triangle_tilt.powi(known as i32) * self.ordered_part(ends, block))
    }

    /// The part of a triangle's vertices that a block may stand for above an edge: of the orders of three vertices that have the two ends
    /// as they are, those in which the third one is where the block's restrictions want it.
    fn ordered_part(&self, (a, b): (usize, usize), block: u32) -> f64 {
        let (larger, smaller) = (union(&self.larger, block), |v: usize| self.larger[v] & block != 0);
        let (below, above) = ([a, b].map(|end| larger >> end & 1 == 1), [a, b].map(smaller));
        // Places of a, b and the third vertex.
        const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let is_of_ends = |[a_at, b_at, _]: &&[u8; 3]| {
            (self.larger[a] >> b & 1 == 0 || a_at < b_at) && (self.larger[b] >> a & 1 == 0 || b_at < a_at)
        };
        let is_wanted = |[a_at, b_at, at]: &&[u8; 3]| {
            let ends = [*a_at, *b_at];
            (0..2).all(|end| (!below[end] || *at < ends[end]) && (!above[end] || *at > ends[end]))
        };
        let of_ends = || ORDERS.iter().filter(is_of_ends);
        of_ends().filter(is_wanted).count() as f64 / of_ends().count() as f64
    }

    /// The part of the row of `v` that a block is drawn from.
    pub(super) fn part(&self, v: usize, block: u32) -> Part {
        let mut part = Part::Whole;
        for w in bits(self.ordered[v] & block) {
            part = if self.larger[w] >> v & 1 == 1 { Part::Below } else { Part::Above };
        }
        part
    }

    /// The probability that a candidate for `block` is in the row of a candidate for `v`, from measured classes.
    fn chance(&self, v: usize, block: u32) -> f64 {
        let Some(classes) = &self.stats.classes else { return 0.0 };
        let chances = bits(block).map(|w| classes.rows[v][w].mean / classes.sizes[w].max(1.0));
        chances.fold(0.0, f64::max).min(1.0)
    }
}

/// The part of matches that satisfies those of some conditions that the last placed vertex completes.
fn completed(conditions: &[(u32, f64)], prefix: &Prefix, last: usize) -> f64 {
    let completed = conditions.iter().filter(|(mask, _)| mask & !prefix.placed == 0 && mask >> last & 1 == 1);
    completed.map(|(_, part)| part).product()
}

/// The vertices in the masks of any of a block.
pub(super) fn union(masks: &[u32], block: u32) -> u32 {
    bits(block).fold(0, |all, w| all | masks[w])
}
