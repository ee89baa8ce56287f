//! CHEAP? What the planner knows of a data graph, and what it expects a nest to cost there.

mod estimate;
mod polynomial;
mod tables;

use std::collections::BTreeMap;

pub use estimate::{Estimator, Prefix};
pub use polynomial::polynomial_cost;
pub use tables::Tables;

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
    /// Σ a²
    pub aa: f64,
    /// Σ d³
    pub ddd: f64,
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
    /// Number of triangles; an estimate will do.
    pub triangles: f64,
    /// How unevenly they lie on the edges: the mean square of the triangles of an edge over the square of their mean.
    pub triangle_tilt: f64,
    /// Fraction of the vertices that carry each label.
    pub labels: BTreeMap<String, f64>,
    /// For a labelled pattern: what its candidate classes look like in the graph, if that is known.
    pub classes: Option<ClassStats>,
}

/// Sizes measured on the candidate classes of one pattern.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassStats {
    /// Candidates of each pattern vertex.
    pub sizes: Vec<f64>,
    /// `rows[u][w]`: mean number of candidates for `w` in the row of a candidate for `u`; 0 where they are not adjacent.
    pub rows: Vec<Vec<f64>>,
}

impl GraphStats {
    /// A social network of moderate size, for planning without a graph (`explain`, macros).
    pub fn typical() -> GraphStats {
        let moments = DegreeMoments { dd: 2.5e8, db: 3.0e7, da: 2.2e8, bb: 8.0e6, ab: 2.2e7, aa: 2.0e8, ddd: 2.0e11 };
        let labels = BTreeMap::new();
        GraphStats { vertices: 1e5, edges: 1e6, moments, triangles: 1e7, triangle_tilt: 3.0, labels, classes: None }
    }

    /// The probability that two neighbors of a vertex are adjacent.
    pub fn closure(&self) -> f64 {
        let wedges = (self.moments.dd / 2.0 - self.edges).max(1.0);
        (3.0 * self.triangles / wedges).clamp(1e-6, 1.0)
    }
}
