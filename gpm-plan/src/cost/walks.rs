//! How many walks of two and of three steps lead from all roots, and to how many vertices.

use super::GraphStats;

/// Part of all walks of two steps that end at a vertex where none of the same root ended before. Counted on samples of roots: .2 to .6 in
/// networks of e-mail, votes and authors, and .9 in a peer-to-peer network, which has next to no squares; .3 is chosen by eye within that.
const FRESH: f64 = 0.3;
/// The same of walks of three steps, of those that are counted together as they go on from one vertex: .04 to .4, and .85, counted on the
/// same graphs.
const FRESH_AFTER: f64 = 0.15;

/// Walks from all roots, added up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WalkSizes {
    /// Edges from all roots to the middle vertices of walks.
    pub rows: f64,
    /// Walks of two steps.
    pub paths: f64,
    /// Pairs of a root and a vertex where such a walk ends.
    pub reached: f64,
    /// Entries of the rows of these.
    pub further: f64,
    /// Pairs of a root and a vertex where a walk of three steps ends.
    pub reached_further: f64,
    /// How long the row of a vertex is that is met on the way, as far as it is asked for.
    pub row: f64,
    /// How many candidates a vertex has that hangs on such a vertex alone and is none of those that walks are counted to.
    pub side: f64,
}

impl GraphStats {
    /// Walks from all roots; where a root `is_least`, through vertices greater than it alone.
    pub fn walk_sizes(&self, is_least: bool) -> WalkSizes {
        let m = &self.moments;
        let (vertices, edges) = (self.vertices.max(1.0), self.edges.max(1.0));
        // Rows of ends are shorter than those of vertices drawn from rows, as each end counts once: .5 to .8 times, and 1.4 times where there
        // are no squares; of the d² / 2E that this is for whole rows two thirds.
        let (rows, row) = match is_least {
            true => (edges, 0.55 * (m.ab + m.bb) / edges),
            false => (2.0 * edges, m.dd / (3.0 * edges)),
        };
        let paths = m.paths(is_least, false);
        let reached = (paths * FRESH).min(vertices * vertices);
        let further = 1.0 / (1.0 / (reached * row) + 1.0 / (vertices * rows));
        WalkSizes {
            rows,
            paths,
            reached,
            further,
            reached_further: (further * FRESH_AFTER).min(vertices * vertices),
            row,
            side: (if is_least { m.aa / edges } else { m.dd / (2.0 * edges) }).max(1.0),
        }
    }
}
