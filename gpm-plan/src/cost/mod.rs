//! What the planner knows of a data graph, and what it expects a nest to cost there.

mod alone;
mod entering;
mod estimate;
mod expected;
mod fractions;
mod heaviest;
mod labels;
mod operator;
mod overhead;
mod pairs;
mod prefix;
mod prices;
mod rows;
mod tables;
mod walks;
mod work;

use std::collections::BTreeMap;

use crate::pattern::Pattern;

pub use alone::{Alone, Lone};
pub use estimate::Estimator;
pub use labels::{LabelStats, RowStats};
pub use operator::{Loop, Operator, SEARCHED_BY_LIST, SEARCHED_BY_MARKS};
pub use prefix::Prefix;
pub use prices::Prices;
pub use tables::Tables;
pub use walks::WalkSizes;
pub use work::{Kind, LevelWork, Work};

/// Sums over the vertices of products of degrees: the full degree `d`, the number of smaller neighbors `b` (below)
/// and of larger ones `a` (above). In a degree-ordered graph smaller ids have larger degrees, so `b` is small everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DegreeMoments {
    /// Σ d²
    pub dd: f64,
    /// Σ d·b
    pub db: f64,
    /// Σ d·a
    pub da: f64,
    /// Σ b²
    pub bb: f64,
    /// Σ a·b
    pub ab: f64,
    /// Σ a·b over the vertices whose smaller neighbors take no more room as bits than as a list
    pub ab_dense: f64,
    /// Σ a²
    pub aa: f64,
    /// Σ d³
    pub ddd: f64,
}

impl DegreeMoments {
    /// Puts each together with that of another.
    pub fn zip(&self, other: &DegreeMoments, with: impl Fn(f64, f64) -> f64) -> DegreeMoments {
        DegreeMoments {
            dd: with(self.dd, other.dd),
            db: with(self.db, other.db),
            da: with(self.da, other.da),
            bb: with(self.bb, other.bb),
            ab: with(self.ab, other.ab),
            ab_dense: with(self.ab_dense, other.ab_dense),
            aa: with(self.aa, other.aa),
            ddd: with(self.ddd, other.ddd),
        }
    }

    /// Paths of two steps from all roots to other vertices or back, where middle and end must both be above the root, or below it.
    fn paths(&self, above: bool, below: bool) -> f64 {
        match (above, below) {
            (true, _) => self.ab + self.bb / 2.0,
            (_, true) => self.ab + self.aa / 2.0,
            _ => self.dd,
        }
    }
}

/// What the cost model is fed with. Counts are floats: only magnitudes matter here.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphStats {
    /// Number of vertices.
    pub vertices: f64,
    /// Number of undirected edges (of the underlying graph, if directed).
    pub edges: f64,
    /// Moments of the degrees.
    pub moments: DegreeMoments,
    /// The largest addend of each of the moments: what one vertex is of them.
    pub largest: DegreeMoments,
    /// Number of triangles; an estimate will do.
    pub triangles: f64,
    /// How unevenly they lie on the edges: the mean square of the triangles of an edge over the square of their mean.
    pub triangle_tilt: f64,
    /// Fraction of the vertices that carry each label.
    pub labels: BTreeMap<String, f64>,
    /// For a labelled pattern: what its candidate classes look like in the graph, if that is known.
    pub classes: Option<ClassStats>,
    /// For a labelled pattern: what is known of its labels, for patterns made of it.
    pub by_label: Option<LabelStats>,
    /// What work costs where nests are to run.
    pub prices: Prices,
}

/// Sizes measured on the candidate classes of one pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassStats {
    /// Candidates of each pattern vertex.
    pub sizes: Vec<f64>,
    /// `rows[u][w]`: the candidates for `w` in the row of a candidate for `u`; none where they are not adjacent.
    pub rows: Vec<Vec<RowStats>>,
    /// `windows[u][w]`: the part of the records beside one for `u` that may stand for `w` by their times; 1 where nothing is asked. Empty if it
    /// was not measured.
    pub windows: Vec<Vec<f64>>,
}

impl GraphStats {
    /// What a query is planned for without a graph, as by `explain` and the macros: the numbers of a made-up social network of 1e5 vertices
    /// and 1e6 edges, with a longest row of 3,000 and 1e7 triangles. They are round numbers in the order of magnitude of such networks,
    /// those of no one graph: *guess*.
    pub fn typical() -> GraphStats {
        let moments = DegreeMoments {
            dd: 2.5e8,
            db: 3.0e7,
            da: 2.2e8,
            bb: 8.0e6,
            ab: 2.2e7,
            ab_dense: 1.1e7,
            aa: 2.0e8,
            ddd: 2.0e11,
        };
        let labels = BTreeMap::new();
        GraphStats {
            vertices: 1e5,
            edges: 1e6,
            moments,
            largest: DegreeMoments { dd: 9e6, db: 1e5, da: 9e6, bb: 2e4, ab: 1e5, ab_dense: 5e4, aa: 9e6, ddd: 2.7e10 },
            triangles: 1e7,
            triangle_tilt: 3.0,
            labels,
            classes: None,
            by_label: None,
            prices: Prices::CPU,
        }
    }

    /// The same for a pattern made of the one whose classes were measured: of its own, what labels tell.
    pub fn of_part(&self, pattern: &Pattern) -> GraphStats {
        let by_label = self.by_label.as_ref().filter(|_| pattern.has_labels());
        GraphStats { classes: by_label.and_then(|labels| labels.classes(pattern)), ..self.clone() }
    }

    /// Counting codegrees with all roots, where middle and end of each path must both be above the root, or below it.
    pub fn paths(&self, above: bool, below: bool) -> Operator {
        let rows = if above || below { self.edges } else { 2.0 * self.edges };
        Operator::Paths { rows, steps: self.moments.paths(above, below) }
    }

    /// The probability that two neighbors of a vertex are adjacent.
    pub fn closure(&self) -> f64 {
        let wedges = (self.moments.dd / 2.0 - self.edges).max(1.0);
        (3.0 * self.triangles / wedges).clamp(1e-6, 1.0)
    }
}
