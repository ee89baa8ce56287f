//! What the search below each root is expected to cost, as a part of the whole.

use gpm_plan::cost::Prices;
use rayon::prelude::*;

use crate::graph::VertexId;
use crate::sample::RootsWork;
use crate::view::Bound;

/// The roots of a search.
#[derive(Debug)]
pub(crate) struct RootCosts {
    /// By vertex; together they are 1.
    parts: Vec<f64>,
}

impl RootCosts {
    /// Of the roots of a bound nest, of which a profile says what is expected below them; without, each costs as much as there are walks of two
    /// steps from it. Cost: O(V), or O(E) without a profile.
    pub(crate) fn new(bound: &Bound<'_>, profile: Option<&[RootsWork]>, prices: &Prices) -> RootCosts {
        let mut parts = vec![0.0; bound.num_vertices];
        match profile {
            Some(profile) => {
                for own in profile {
                    let each = own.work.cost(prices) / own.roots.len().max(1) as f64;
                    own.roots.clone().for_each(|index| parts[bound.root(index) as usize] = each);
                }
            }
            None => {
                let walks: Vec<f64> = (0..bound.num_roots()).into_par_iter().map(|index| walks(bound, index)).collect();
                (0..).zip(walks).for_each(|(index, walks)| parts[bound.root(index) as usize] = walks);
            }
        }
        let all = parts.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        parts.iter_mut().for_each(|cost| *cost /= all);
        RootCosts { parts }
    }

    /// What a root costs.
    pub(crate) fn of(&self, root: VertexId) -> f64 {
        self.parts[root as usize]
    }

    /// What some of them cost together.
    pub(crate) fn of_all(&self, roots: &[VertexId]) -> f64 {
        roots.iter().map(|&root| self.of(root)).sum()
    }
}

/// Walks of up to two steps in the rows of the first view.
fn walks(bound: &Bound<'_>, index: usize) -> f64 {
    let Some(rows) = bound.views.first() else { return 1.0 };
    let row = rows.row(bound.root(index));
    1.0 + row.iter().map(|&v| 1.0 + rows.row(v).len() as f64).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use gpm_plan::cost::{GraphStats, Operator, Work};
    use gpm_plan::pattern::Pattern;
    use gpm_plan::plan::Plan;
    use gpm_plan::query::Query;

    use super::*;
    use crate::graph::Graph;

    #[test]
    fn costs_are_parts_of_the_whole() {
        let graph = Graph::from_edges(5, [(0, 1), (1, 2), (2, 0), (2, 3)]).expect("a graph");
        let plan = Plan::new(Query::from("triangle".parse::<Pattern>().expect("a pattern")), &GraphStats::typical());
        let plan = plan.expect("a plan");
        let bound = Bound::new(&graph, plan.first_nest()).expect("it fits");
        let bound = bound.below(vec![1, 2, 3]);
        let costs = RootCosts::new(&bound, None, &Prices::GPU);
        assert!((costs.of_all(&[1, 2, 3]) - 1.0).abs() < 1e-9 && costs.of(0) == 0.0 && costs.of(2) > costs.of(3));
        let of = |roots, times| {
            let mut work = Work::default();
            Operator::Root.add_to(&mut work, times);
            RootsWork { roots, work }
        };
        let costs = RootCosts::new(&bound, Some(&[of(0..1, 1.0), of(1..3, 6.0)]), &Prices::GPU);
        let parts = [1, 2, 3].map(|root| costs.of(root));
        assert!(parts.iter().zip([1.0, 3.0, 3.0]).all(|(part, cost)| (part - cost / 7.0).abs() < 1e-9), "{parts:?}");
    }
}
