//! WHEN: the search over tails, restrictions and connected matching orders, ranked by the cost model.

mod tail;

use crate::cost::{Estimator, GraphStats, Prefix};
use crate::nest::build::Outline;
use crate::nest::{Level, Restriction};
use crate::pattern::{Automorphisms, PairConstraint};
use crate::query::{Output, Query};
use crate::symmetry::{Breaking, breakings};

/// One way to match the pattern, with its predicted cost.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What fixes the nest.
    pub outline: Outline,
    /// Predicted cost, in elements streamed.
    pub cost: f64,
}

/// Orders extended at each step when there are too many to try all.
const BEAM: usize = 24;
/// Patterns up to this size have all their connected orders tried.
const EXHAUSTIVE: usize = 7;

/// The cheapest `keep` choices, cheapest first, at least one. The same input gives the same choices.
pub fn choices(query: &Query, group: &Automorphisms, stats: &GraphStats, keep: usize) -> Vec<Choice> {
    let constraints = Estimator::constraints(&query.pattern, query.semantics);
    let fraction = fractions(query, stats);
    let orient = !query.disabled.contains("orientation");
    let mut best = Best { keep, choices: Vec::new() };
    for tail in tail::tails(query, &constraints) {
        let core = full(&constraints) & !tail;
        // A listing must meet each subgraph exactly once, so every symmetry is broken.
        let base = if query.output == Output::List { full(&constraints) } else { core };
        let sets = match query.breaks_symmetry() {
            true => breakings(&query.pattern, group, base, orient),
            false => vec![Breaking::none(1)],
        };
        for breaking in &sets {
            let estimator = Estimator::new(stats, &constraints, &fraction, &breaking.pairs, tail);
            let search = Search { query, estimator, constraints: &constraints, core, tail, breaking };
            search.run(&mut best);
        }
    }
    best.choices
}

struct Search<'a> {
    query: &'a Query,
    estimator: Estimator<'a>,
    constraints: &'a [Vec<PairConstraint>],
    core: u32,
    tail: u32,
    breaking: &'a Breaking,
}

impl Search<'_> {
    fn run(&self, best: &mut Best) {
        let size = self.core.count_ones() as usize;
        let mut prefixes: Vec<Prefix> = bits(self.core).map(|u| self.estimator.start(u)).collect();
        for _ in 1..size {
            let mut next: Vec<Prefix> = Vec::new();
            for prefix in &prefixes {
                let extended = self.connected(prefix).map(|u| self.estimator.extend(prefix, u));
                next.extend(extended.filter(|prefix| prefix.cost < best.worst()));
            }
            if size > EXHAUSTIVE || next.len() > BEAM * BEAM {
                next.sort_by(|a, b| a.cost.total_cmp(&b.cost).then_with(|| a.order.cmp(&b.order)));
                next.truncate(BEAM);
            }
            prefixes = next;
        }
        for prefix in prefixes {
            best.offer(prefix.cost, || self.outline(&prefix.order));
        }
    }

    /// Core vertices that may come next: every prefix stays connected.
    fn connected<'p>(&'p self, prefix: &'p Prefix) -> impl Iterator<Item = usize> + 'p {
        let open = bits(self.core).filter(|u| !prefix.order.contains(u));
        open.filter(|&u| prefix.order.iter().any(|&v| self.constraints[v][u].is_positive()))
    }

    fn outline(&self, order: &[usize]) -> Outline {
        let order: Vec<usize> = order.iter().copied().chain(bits(self.tail)).collect();
        let position = |u: usize| Level(order.iter().position(|&w| w == u).expect("the order has every vertex") as u8);
        let mut restrictions: Vec<Restriction> = self
            .breaking
            .pairs
            .iter()
            .map(|&(smaller, larger)| Restriction { smaller: position(smaller), larger: position(larger) })
            .collect();
        restrictions.sort_unstable();
        Outline {
            tail: self.tail.count_ones() as usize,
            restrictions,
            divisor: self.breaking.divisor,
            emit: self.query.output == Output::List,
            filter: !self.query.disabled.contains("candidate-filter"),
            order,
        }
    }
}

/// The cheapest choices so far, ascending.
struct Best {
    keep: usize,
    choices: Vec<Choice>,
}

impl Best {
    /// A cost at or above this is of no interest any more.
    fn worst(&self) -> f64 {
        if self.choices.len() < self.keep { f64::INFINITY } else { self.choices[self.keep - 1].cost }
    }

    fn offer(&mut self, cost: f64, outline: impl FnOnce() -> Outline) {
        if cost < self.worst() {
            // Among equals the one found first stays in front.
            let at = self.choices.partition_point(|choice| choice.cost <= cost);
            self.choices.insert(at, Choice { outline: outline(), cost });
            self.choices.truncate(self.keep);
        }
    }
}

/// The fraction of data vertices that each pattern vertex admits by its label.
fn fractions(query: &Query, stats: &GraphStats) -> Vec<f64> {
    let smallest = 0.5 / stats.vertices.max(1.0);
    let fraction = |u: usize| match query.pattern.vertex_label(u) {
        Some(label) => stats.labels.get(label.as_str()).copied().unwrap_or(0.0).max(smallest),
        None => 1.0,
    };
    (0..query.pattern.num_vertices()).map(fraction).collect()
}

fn full(constraints: &[Vec<PairConstraint>]) -> u32 {
    ((1u64 << constraints.len()) - 1) as u32
}

fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |&i| mask >> i & 1 == 1)
}
