//! Roots in slices that are expected to take equally long, the longest rows first.
//!
//! The CPU takes slices from the back, where roots are light and thousands make a slice. Those in front, where roots are heavy and few, are for
//! GPUs: one of them is much for a thread, but little for a GPU, and beside many others it does not show.

use std::ops::Range;
use std::sync::OnceLock;

use gpm_plan::cost::Prices;

use super::deal::by_row;
use crate::graph::VertexId;
use crate::sample::RootsWork;
use crate::view::Bound;

/// The roots of a search.
#[derive(Debug)]
pub(crate) struct Slices {
    ranked: Vec<VertexId>,
    /// How many roots lie before each slice, and in all.
    bounds: Vec<u32>,
    /// What each is expected to cost, in slices, in the order of the roots.
    costs: Vec<f32>,
    /// The same by vertex, of as many as there are.
    by_vertex: OnceLock<Vec<f32>>,
    num_vertices: usize,
}

impl Slices {
    /// How many slices there are. More than there are roots do no harm: some have none.
    pub(crate) const NUMBER: u32 = 1 << 12;

    /// Cuts the roots of a bound nest, of which a profile says what is expected below them; without, each costs as much as its row is long.
    pub(crate) fn new(bound: &Bound<'_>, profile: Option<&[RootsWork]>, prices: &Prices) -> Slices {
        let ranked = by_row(bound);
        let is_as_sampled = || ranked.iter().enumerate().all(|(at, &v)| bound.root(at) == v);
        let costs: Vec<f64> = match profile.filter(|_| is_as_sampled()) {
            Some(profile) => {
                let each = profile.iter().map(|own| (own.roots.len(), own.work.cost(prices)));
                each.flat_map(|(len, cost)| std::iter::repeat_n(cost / len as f64, len)).collect()
            }
            None => {
                let rows = bound.views.first();
                ranked.iter().map(|&v| 1.0 + rows.map_or(0, |rows| rows.row(v).len()) as f64).collect()
            }
        };
        let all = costs.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        let bounds = bounds(&costs, all);
        let costs = costs.iter().map(|cost| (cost / all * f64::from(Slices::NUMBER)) as f32).collect();
        Slices { bounds, ranked, costs, by_vertex: OnceLock::new(), num_vertices: bound.num_vertices }
    }

    /// What each of these roots is expected to cost, in slices.
    pub(crate) fn costs(&self, roots: &[VertexId]) -> Vec<f64> {
        let by_vertex = self.by_vertex.get_or_init(|| {
            let mut costs = vec![0.0; self.num_vertices];
            self.ranked.iter().zip(&self.costs).for_each(|(&v, &cost)| costs[v as usize] = cost);
            costs
        });
        roots.iter().map(|&v| by_vertex[v as usize].into()).collect()
    }

    /// The roots of some slices, ascending; none where a root before them is worth more than a slice.
    pub(crate) fn roots(&self, slices: Range<u32>) -> Vec<VertexId> {
        let [first, end] = [slices.start, slices.end].map(|at| self.bounds[at as usize] as usize);
        let mut roots = self.ranked[first..end].to_vec();
        roots.sort_unstable();
        roots
    }
}

/// Where slices of these costs begin: each root is in the slice in which half of what it costs is reached.
fn bounds(costs: &[f64], all: f64) -> Vec<u32> {
    let (mut before, mut bounds) = (0.0, Vec::with_capacity(Slices::NUMBER as usize + 1));
    for (at, cost) in costs.iter().enumerate() {
        let slice = ((before + cost / 2.0) / all * f64::from(Slices::NUMBER)) as usize;
        while bounds.len() <= slice.min(Slices::NUMBER as usize - 1) {
            bounds.push(at as u32);
        }
        before += cost;
    }
    bounds.resize(Slices::NUMBER as usize + 1, costs.len() as u32);
    bounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_cost_the_same() {
        let costs: Vec<f64> = (1..=100_000).map(|rank| 1e6 / f64::from(rank)).collect();
        let bounds = bounds(&costs, costs.iter().sum());
        assert!(bounds.len() == Slices::NUMBER as usize + 1 && bounds.is_sorted() && bounds[0] == 0);
        assert_eq!(bounds[Slices::NUMBER as usize], 100_000);
        let cost = |slices: Range<usize>| -> f64 {
            costs[bounds[slices.start] as usize..bounds[slices.end] as usize].iter().sum()
        };
        let all = cost(0..Slices::NUMBER as usize);
        // The first roots are worth hundreds of slices each.
        for slices in [2000..3000, 3000..4000, 4000..4096] {
            let (expected, found) = (all * slices.len() as f64 / f64::from(Slices::NUMBER), cost(slices.clone()));
            assert!((0.95..1.05).contains(&(found / expected)), "{slices:?}: {found}, not {expected}");
        }
    }

    #[test]
    fn few_roots_and_roots_for_nothing_are_in_a_slice() {
        for costs in [vec![], vec![0.0; 3], vec![1.0], vec![0.0, 5.0, 0.0], vec![1.0; 5000]] {
            let bounds = bounds(&costs, costs.iter().sum::<f64>().max(f64::MIN_POSITIVE));
            assert!(bounds.len() == Slices::NUMBER as usize + 1 && bounds.is_sorted(), "{costs:?}");
            assert_eq!((bounds[0], bounds[Slices::NUMBER as usize]), (0, costs.len() as u32));
        }
    }
}
