//! Selectivity: what part of the data vertices a pattern vertex admits.

use super::GraphStats;
use crate::pattern::Pattern;
use crate::pattern::predicate::Condition;

impl GraphStats {
    /// The fraction of data vertices that each pattern vertex admits by its label and its attributes.
    pub(crate) fn fractions(&self, pattern: &Pattern) -> Vec<f64> {
        let smallest = 0.5 / self.vertices.max(1.0);
        let labelled = |u: usize| match pattern.vertex_label(u) {
            Some(label) => label.texts().filter_map(|text| self.labels.get(text)).sum(),
            None => 1.0,
        };
        let satisfying = |u: usize| {
            let conditions = pattern.predicate().conjuncts().iter();
            conditions
                .filter(|condition| condition.is_of_class() && condition.vertices() == 1 << u)
                .map(Condition::selectivity)
                .product::<f64>()
        };
        (0..pattern.num_vertices()).map(|u| (labelled(u) * satisfying(u)).max(smallest).min(1.0)).collect()
    }
}
