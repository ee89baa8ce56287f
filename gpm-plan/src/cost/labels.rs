//! What is known of the labels of one query, for the patterns that the planner makes of the query's own.

use std::collections::BTreeMap;

use super::ClassStats;
use crate::pattern::{Label, PairConstraint, Pattern, Semantics};

/// Numbers of vertices and lengths of rows by label, measured for the labels and relations of one pattern. `None` stands for any
/// label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelStats {
    /// Data vertices that carry each label.
    pub vertices: BTreeMap<Option<Label>, f64>,
    /// At `(a, pair, b)` the rows of vertices with label `a`: of those with label `b` that satisfy `pair` with the owner.
    pub rows: BTreeMap<(Option<Label>, PairConstraint, Option<Label>), RowStats>,
}

/// How long the rows of some vertices are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RowStats {
    /// Mean length, in entries.
    pub mean: f64,
    /// How many times the mean a row is long if its owner is drawn with probability proportional to the length (size bias), and to its
    /// square: the ratios of successive moments. Both are 1 if all rows are equally long.
    pub tilts: [f64; 2],
}

impl RowStats {
    /// Of the sums of the lengths, their squares and their cubes over so many rows.
    pub fn of_moments(rows: f64, [first, second, third]: [f64; 3]) -> RowStats {
        let mean = first / rows.max(1.0);
        let tilt = |above: f64, below: f64| if below > 0.0 { above / below / mean } else { 1.0 };
        RowStats { mean, tilts: [tilt(second, first), tilt(third, second)] }
    }
}

impl LabelStats {
    /// What the candidate classes of another pattern are at most, as far as labels tell. `None` if it asks for what was not
    /// measured.
    pub(super) fn classes(&self, pattern: &Pattern) -> Option<ClassStats> {
        let n = pattern.num_vertices();
        let label = |u: usize| pattern.vertex_label(u).cloned();
        let sizes = (0..n).map(|u| self.vertices.get(&label(u)).copied()).collect::<Option<Vec<_>>>()?;
        let row = |u: usize, w: usize| match pattern.are_adjacent(u, w) {
            true => self.row(&label(u), &pattern.constraint(u, w, Semantics::EdgeInduced), &label(w)),
            false => Some(RowStats::default()),
        };
        let rows = (0..n).map(|u| (0..n).map(|w| row(u, w)).collect()).collect::<Option<Vec<Vec<_>>>>()?;
        Some(ClassStats { sizes, rows, windows: Vec::new() })
    }

    /// The shortest of the rows that were measured and hold the one asked for.
    fn row(&self, from: &Option<Label>, pair: &PairConstraint, to: &Option<Label>) -> Option<RowStats> {
        let holds = |label: &Option<Label>, wanted: &Option<Label>| label.is_none() || label == wanted;
        let is_implied = |known: &PairConstraint| {
            known.allowed.contains(pair.allowed)
                && holds(&known.forward_label, &pair.forward_label)
                && holds(&known.backward_label, &pair.backward_label)
        };
        let known = self.rows.iter().filter(|((a, known, b), _)| a == from && b == to && is_implied(known));
        known.map(|(_, &row)| row).min_by(|a, b| a.mean.total_cmp(&b.mean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::PairStates;

    #[test]
    fn rows_are_those_of_the_strictest_relation_known() {
        let arc = PairStates::FORWARD.union(PairStates::BOTH);
        let rows = [(PairStates::ANY_EDGE, 8.0), (arc, 5.0), (arc.reversed(), 3.0)];
        let row =
            |(allowed, mean)| ((None, PairConstraint::unlabelled(allowed), None), RowStats { mean, tilts: [1.0; 2] });
        let stats = LabelStats { vertices: BTreeMap::from([(None, 10.0)]), rows: rows.map(row).into() };
        let mean = |text: &str, u: usize, w: usize| {
            let pattern = text.parse::<Pattern>().expect("a pattern");
            stats.classes(&pattern).map(|classes| classes.rows[u][w].mean)
        };
        assert_eq!(mean("a-b", 0, 1), Some(8.0));
        assert_eq!((mean("a->b", 0, 1), mean("a->b", 1, 0)), (Some(5.0), Some(3.0)));
        assert_eq!(mean("a->b->a", 0, 1), Some(3.0));
        assert_eq!(mean("a:X-b", 0, 1), None);
    }

    #[test]
    fn long_rows_are_met_more_often() {
        // Rows of 1 and of 3.
        let row = RowStats::of_moments(2.0, [4.0, 10.0, 28.0]);
        assert_eq!((row.mean, row.tilts), (2.0, [1.25, 1.4]));
        assert_eq!(RowStats::of_moments(2.0, [0.0; 3]), RowStats { mean: 0.0, tilts: [1.0; 2] });
    }
}
