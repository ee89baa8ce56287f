//! The cost model: expected partial matches level by level, times what the sets defined there cost.
//!
//! A vertex drawn from a row is met with a probability proportional to its degree on the side it was drawn from, so the
//! model keeps for each level how it was drawn and reads the expected row sizes off the second moments. Further rows close
//! with the graph's clustering coefficient. Triangles crowd on few edges, so a further vertex drawn from a set that one was
//! drawn from before has more candidates. It ranks plans; it does not predict seconds.

use crate::cost::{GraphStats, Tables};
use crate::pattern::{PairConstraint, PairStates, Pattern, Predicate, Semantics, bits};

/// How a vertex was met, which says how its degrees are biased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Drawn {
    /// Uniformly.
    Root,
    /// Out of a whole row.
    FromRow,
    /// Out of the part of a row below its owner.
    FromBelow,
    /// Out of the part of a row above its owner.
    FromAbove,
}

/// Which part of a row is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Whole,
    Below,
    Above,
}

/// Patterns above this size are taken to be looked for where they occur: every level has at least [`FEWEST`] candidates.
/// Else the errors of many small factors add up to nothing being left for the model to weigh.
const LARGE: usize = 8;
const FEWEST: f64 = 3.0;
/// Fixed cost of a set operation, in elements streamed.
const CALL: f64 = 8.0;
/// Cost of one round of a loop, in elements streamed.
const STEP: f64 = 8.0;
/// Cost of one where nothing is left to do but to look sizes up.
const LOOKUP_STEP: f64 = 4.0;
/// Cost of one binary search, in elements streamed.
const SEARCH: f64 = 6.0;
/// Fixed cost of a set operation and of a round of a loop in a bit matrix, and vertices in one of its words.
const WORDS_CALL: f64 = 2.0;
const WORDS_STEP: f64 = 3.0;
const WORD: f64 = 32.0;

/// A matching order under construction and its cost so far.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// Pattern vertices placed, in order.
    pub order: Vec<usize>,
    /// Expected number of partial matches.
    pub matches: f64,
    /// Expected cost, in elements streamed.
    pub cost: f64,
    drawn: Vec<Drawn>,
    /// By level, how many later vertices are drawn from its row, and the first from which part: each makes owners of long
    /// rows weigh more.
    draws: Vec<(usize, Part)>,
}

/// Costs of matching orders of one pattern under one set of restrictions on one graph.
#[derive(Debug)]
pub struct Estimator<'a> {
    stats: &'a GraphStats,
    /// `constraints[u][v]`
    constraints: &'a [Vec<PairConstraint>],
    /// `below[u]`: pattern vertices whose data vertex must be larger, as a mask.
    larger: Vec<u32>,
    /// Fraction of data vertices admitted for each pattern vertex.
    fraction: &'a [f64],
    /// Pattern vertices that are only counted, at the end, as a mask.
    tail: u32,
    /// Conditions that are evaluated during the search: their vertices as a mask, and the part of matches expected to satisfy it.
    joined: Vec<(u32, f64)>,
    /// Pattern vertices whose neighborhood holds all others and may be searched as a bit matrix, as a mask.
    hubs: u32,
    /// Pattern vertices whose candidates are never asked for, as a mask.
    looked_up: u32,
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
        pairs.iter().for_each(|&(s, l)| larger[s] |= 1 << l);
        Estimator {
            stats,
            constraints,
            larger,
            fraction,
            tail,
            joined: Vec::new(),
            hubs: 0,
            looked_up: 0,
            tables: Tables::default(),
            closure: stats.closure(),
        }
    }

    /// Expects conditions that are evaluated during the search to leave out matches.
    pub fn with_predicate(self, predicate: &Predicate) -> Self {
        let joined = predicate.conjuncts().iter().filter(|condition| !condition.is_of_class());
        let joined = joined.map(|condition| (condition.vertices(), condition.selectivity())).collect();
        Estimator { joined, ..self }
    }

    /// Prices nests whose root is one of these pattern vertices (see [`Estimator::hubs`]) as searches of a bit matrix.
    pub fn with_hubs(self, hubs: u32) -> Self {
        Estimator { hubs, ..self }
    }

    /// Leaves out the sets for these pattern vertices: their sizes are looked up in a table.
    pub fn with_looked_up(self, looked_up: u32) -> Self {
        Estimator { looked_up, ..self }
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

    /// The prefix that places `root`.
    pub fn start(&self, root: usize) -> Prefix {
        let measured = self.stats.classes.as_ref().map(|classes| classes.sizes[root]);
        let matches = measured.unwrap_or(self.stats.vertices * self.fraction[root]);
        let mut prefix = Prefix {
            order: vec![root],
            matches,
            cost: matches,
            drawn: vec![Drawn::Root],
            draws: vec![(0, Part::Whole)],
        };
        prefix.cost += matches * self.sets_cost(&prefix);
        prefix
    }

    /// Places `u` next.
    pub fn extend(&self, prefix: &Prefix, u: usize) -> Prefix {
        let mut next = prefix.clone();
        let (size, drawn) = self.candidates(prefix, 1 << u, prefix.order.len());
        next.matches *= if self.constraints.len() > LARGE { size.max(FEWEST) } else { size };
        for (k, &v) in prefix.order.iter().enumerate() {
            if self.constraints[v][u].is_positive() {
                let (count, first) = prefix.draws[k];
                next.draws[k] = (count + 1, if count == 0 { self.part(prefix, 1 << u, k) } else { first });
            }
        }
        next.draws.push((0, Part::Whole));
        next.order.push(u);
        next.drawn.push(drawn);
        next.cost += next.matches * self.step(&next);
        next.matches *= self.completed(&next.order);
        next.cost += next.matches * self.tables.cost(&next.order);
        next.cost += next.matches * self.sets_cost(&next);
        next
    }

    /// Cost of one round of the loop over the last placed vertex.
    fn step(&self, prefix: &Prefix) -> f64 {
        match prefix.order.len() + self.looked_up.count_ones() as usize == self.constraints.len() {
            _ if self.is_local(prefix) => WORDS_STEP,
            true if self.looked_up != 0 => LOOKUP_STEP,
            _ => STEP,
        }
    }

    /// The part of matches that satisfies the conditions that the last placed vertex completes.
    fn completed(&self, order: &[usize]) -> f64 {
        let placed = order.iter().fold(0u32, |mask, &u| mask | 1 << u);
        let last = order.last().map_or(0, |&u| 1u32 << u);
        let completed = self.joined.iter().filter(|(mask, _)| mask & !placed == 0 && mask & last != 0);
        completed.map(|(_, part)| part).product()
    }

    /// Cost of the sets that the last placed vertex completes, for one partial match.
    fn sets_cost(&self, prefix: &Prefix) -> f64 {
        let level = prefix.order.len() - 1;
        let placed: u32 = prefix.order.iter().map(|&u| 1 << u).sum();
        let all = (1u64 << self.constraints.len()) as u32;
        let open = all.wrapping_sub(1) & !placed & !self.looked_up;
        let mut seen: Vec<(Vec<(usize, &PairConstraint)>, u32)> = Vec::new();
        let mut cost = 0.0;
        for block in self.blocks(open) {
            let rows = self.rows(prefix, block);
            if rows.len() < 2 || rows.iter().all(|&(k, _)| k != level) {
                continue;
            }
            let bounds = bits(placed).filter(|&v| bits(block).any(|w| self.is_ordered(v, w)));
            let key = (rows, bounds.map(|v| 1 << v).sum::<u32>());
            if !seen.contains(&key) {
                cost += self.operation(prefix, block, level);
                seen.push(key);
            }
        }
        cost
    }

    /// The sets wanted for open vertices: each by itself, and blocks of two of the tail (for larger ones see [`polynomial_cost`]).
    fn blocks(&self, open: u32) -> Vec<u32> {
        let mut blocks: Vec<u32> = bits(open).map(|u| 1 << u).collect();
        let tail: Vec<usize> = bits(open & self.tail).collect();
        for (i, &a) in tail.iter().enumerate() {
            blocks.extend(tail[..i].iter().map(|&b| 1 << a | 1 << b));
        }
        blocks
    }

    /// The rows (by level) that the candidates of a block of coinciding vertices are made of.
    fn rows(&self, prefix: &Prefix, block: u32) -> Vec<(usize, &PairConstraint)> {
        let mut rows: Vec<(usize, &PairConstraint)> = Vec::new();
        for (k, &v) in prefix.order.iter().enumerate() {
            for w in bits(block) {
                let pair = &self.constraints[v][w];
                if !pair.is_free() && !rows.contains(&(k, pair)) {
                    rows.push((k, pair));
                }
            }
        }
        rows
    }

    /// Whether the last placed vertex is met in a bit matrix of the root's neighborhood.
    fn is_local(&self, prefix: &Prefix) -> bool {
        prefix.order.len() > 2 && self.hubs >> prefix.order[0] & 1 == 1
    }

    /// Cost of joining the row of the vertex at `level` to what was there before.
    fn operation(&self, prefix: &Prefix, block: u32, level: usize) -> f64 {
        let row = self.row(prefix, block, level);
        if self.is_local(prefix) {
            return WORDS_CALL + self.row(prefix, block, 0) / WORD;
        }
        let (before, _) = self.candidates(prefix, block, level);
        let earlier = self.rows(prefix, block).iter().filter(|&&(k, _)| k < level).count();
        let merged = if earlier == 1 { row } else { row + before };
        CALL + merged.min(before.min(row) * SEARCH)
    }

    /// Expected number of candidates for a block given the first `levels` levels, and how they are drawn.
    fn candidates(&self, prefix: &Prefix, block: u32, levels: usize) -> (f64, Drawn) {
        let mut size = None::<f64>;
        let mut drawn = Drawn::FromRow;
        let mut factor = 1.0;
        let mut closed = 0;
        for (k, pair) in self.rows(prefix, block).into_iter().filter(|&(k, _)| k < levels) {
            match (pair.is_positive(), size) {
                (true, None) => {
                    size = Some(self.row(prefix, block, k));
                    drawn = match self.part(prefix, block, k) {
                        Part::Whole => Drawn::FromRow,
                        Part::Below => Drawn::FromBelow,
                        Part::Above => Drawn::FromAbove,
                    };
                }
                (true, Some(_)) => {
                    // Closing is correlated: a vertex in two rows of a dense spot is likely to be in the third.
                    closed += 1;
                    let chance = self.closure.max(self.chance(prefix.order[k], block));
                    factor *= chance.powf(1.0 / f64::from(closed + i32::from(self.stats.classes.is_some())));
                }
                (false, _) => factor *= 1.0 - self.closure,
            }
        }
        let Some(size) = size else { return (self.stats.vertices, Drawn::Root) };
        let (size, factor) = match self.crowded(prefix, block, levels) {
            Some(common) => (common, 1.0),
            None => (size, factor),
        };
        let foreign = prefix.order[..levels]
            .iter()
            .enumerate()
            .filter(|&(k, &v)| bits(block).any(|w| self.is_ordered(v, w)) && self.part_is_free(prefix, block, k));
        let halves = foreign.count().min(2);
        let measured = self.stats.classes.is_some();
        let admitted = bits(block).map(|w| if measured { 1.0 } else { self.fraction[w] }).fold(1.0, f64::min);
        (size * factor * 0.5f64.powi(halves as i32) * admitted, drawn)
    }

    /// Expected common neighbors of the two ends of an edge that is known to have some, where a block is drawn from these:
    /// edges are met in proportion to a power of their triangles.
    fn crowded(&self, prefix: &Prefix, block: u32, levels: usize) -> Option<f64> {
        let is_row = |v: usize| bits(block).any(|w| self.constraints[v][w].is_positive());
        let placed = &prefix.order[..levels];
        let mut rows = placed.iter().copied().filter(|&v| is_row(v));
        let (Some(a), Some(b), None) = (rows.next(), rows.next(), rows.next()) else { return None };
        let joins = |u: usize, v: usize| self.constraints[u][v].is_positive();
        let known = placed.iter().filter(|&&v| v != a && v != b && joins(a, v) && joins(b, v)).count();
        if known == 0 || !joins(a, b) || self.stats.classes.is_some() {
            return None;
        }
        let bounded = [a, b].into_iter().filter(|&v| bits(block).any(|w| self.is_ordered(v, w))).count();
        let mean = 3.0 * self.stats.triangles / self.stats.edges.max(1.0);
        Some(mean * self.stats.triangle_tilt.powi(known as i32) * 0.5f64.powi(bounded as i32))
    }

    fn part_is_free(&self, prefix: &Prefix, block: u32, k: usize) -> bool {
        bits(block).all(|w| !self.constraints[prefix.order[k]][w].is_positive())
    }

    fn is_ordered(&self, v: usize, w: usize) -> bool {
        self.larger[v] >> w & 1 == 1 || self.larger[w] >> v & 1 == 1
    }

    fn part(&self, prefix: &Prefix, block: u32, k: usize) -> Part {
        let v = prefix.order[k];
        let mut part = Part::Whole;
        for w in bits(block) {
            if self.larger[w] >> v & 1 == 1 {
                part = Part::Below;
            } else if self.larger[v] >> w & 1 == 1 {
                part = Part::Above;
            }
        }
        part
    }

    /// The probability that a candidate for `block` is in the row of a candidate for `v`, from measured classes.
    fn chance(&self, v: usize, block: u32) -> f64 {
        let Some(classes) = &self.stats.classes else { return 0.0 };
        let chances = bits(block).map(|w| classes.rows[v][w] / classes.sizes[w].max(1.0));
        chances.fold(0.0, f64::max).min(1.0)
    }

    /// Expected size of (the part that `block` needs of) the row of the vertex at level `k`.
    fn row(&self, prefix: &Prefix, block: u32, k: usize) -> f64 {
        let m = &self.stats.moments;
        let edges = self.stats.edges.max(1.0);
        // A vertex is met in proportion to a power of its degree, one for each draw into its row and out of it.
        let tilt = m.ddd / m.dd.max(1.0) / m.dd.max(1.0);
        let (draws, first) = prefix.draws[k];
        let (whole, below, above) = match (prefix.drawn[k], draws, first) {
            (Drawn::Root, 0, _) => {
                let mean = edges / self.stats.vertices.max(1.0);
                (2.0 * mean, mean, mean)
            }
            (Drawn::Root, _, Part::Below) => (m.db / edges, m.bb / edges, m.ab / edges),
            (Drawn::Root, _, Part::Above) => (m.da / edges, m.ab / edges, m.aa / edges),
            (Drawn::Root, 1, Part::Whole) | (Drawn::FromRow, 0, _) => {
                (m.dd / (2.0 * edges), m.db / (2.0 * edges), m.da / (2.0 * edges))
            }
            (Drawn::Root | Drawn::FromRow, ..) => (tilt * m.dd, tilt * m.db, tilt * m.da),
            (Drawn::FromBelow, ..) => (m.da / edges, m.ab / edges, m.aa / edges),
            (Drawn::FromAbove, ..) => (m.db / edges, m.bb / edges, m.ab / edges),
        };
        if let Some(classes) = &self.stats.classes {
            let v = prefix.order[k];
            let rows = bits(block).map(|w| classes.rows[v][w]).filter(|&row| row > 0.0);
            let whole = rows.reduce(f64::min).unwrap_or(0.0);
            return if self.part(prefix, block, k) == Part::Whole { whole } else { whole / 2.0 };
        }
        let directed = bits(block).map(|w| direction(&self.constraints[prefix.order[k]][w])).fold(1.0, f64::min);
        let size = match self.part(prefix, block, k) {
            Part::Whole => whole,
            Part::Below => below,
            Part::Above => above,
        };
        size * directed
    }
}

/// The part of all neighbors that a relation keeps: half of them for one direction.
fn direction(pair: &PairConstraint) -> f64 {
    if pair.allowed == PairStates::ANY_EDGE || pair.is_negative() { 1.0 } else { 0.5 }
}
