//! The tables of anchored nests, as far as they depend on what the nests are bound to.

use gpm_plan::nest::{Level, LoopNest, Per, SetExpr, Source, Step};
use rayon::prelude::*;

use super::{Bound, Rows};
use crate::graph::Csr;
use crate::table::{Shape, Table};

/// Entries whose bound lies below this have 64 bits, whose largest signed number is 9.2e18.
const NARROW: f64 = 4.0e18;

/// How large the table of a bound nest is; `None` for a nest without anchors.
pub(crate) fn table_shape(nest: &LoopNest, bound: &Bound<'_>) -> Option<Shape> {
    let entries = match nest.per {
        Per::Total | Per::Matrix => return None,
        Per::Vertex => bound.num_vertices,
        Per::Edge => nest.arcs().map_or(0, |view| bound.views[usize::from(view.0)].neighbors().len()),
    };
    Some(Shape { entries, is_wide: largest_entry(nest, bound) >= NARROW })
}

/// A bound on the entries of a nest's table: a vertex may lie at each credited level.
fn largest_entry(nest: &LoopNest, bound: &Bound<'_>) -> f64 {
    nest.credited.iter().count() as f64 * largest_below_root(nest, bound)
}

/// A bound on what a nest counts below one root, or below one arc if it counts by arc: what one product may be, for every choice of the levels that are
/// no anchors. Loops are connected, so that each but that of an anchor, which may be any, is over a part of some row.
pub(crate) fn largest_below_root(nest: &LoopNest, bound: &Bound<'_>) -> f64 {
    let longest = bound.max_row() as f64;
    let largest_size = nest.largest_size(longest);
    let largest = |step: &Step| match step {
        Step::For { level, from: Source::Set(candidates), .. } if nest.per != Per::Edge || *level > Level(1) => {
            match nest.set(candidates.set).expr {
                SetExpr::Reach { .. } => bound.num_vertices as f64,
                SetExpr::Neighbors { .. } | SetExpr::Intersect(..) | SetExpr::Difference(..) => longest,
            }
        }
        Step::For { .. } | Step::Emit => 1.0,
        Step::Count(product) => product.iter().map(|polynomial| polynomial.magnitude(largest_size).max(1.0)).product(),
    };
    nest.steps().map(largest).product::<f64>() * bound.largest_entries()
}

/// A table by the entries of `part` as one by the entries of `all`, each row of which holds a row of `part` and more.
pub(crate) fn spread(table: Table, part: &Rows<'_>, all: &Csr) -> Table {
    if std::ptr::eq(part.neighbors(), all.neighbors()) {
        return table;
    }
    let spread = Table::zeros(Shape { entries: all.neighbors().len(), is_wide: table.is_wide() });
    (0..all.num_vertices()).into_par_iter().for_each(|v| {
        let (first, mut entry) = (part.offsets()[v] as usize, all.offsets()[v] as usize);
        for (i, &w) in part.row(v as u32).iter().enumerate() {
            while all.neighbors()[entry] != w {
                entry += 1;
            }
            spread.add(entry, table.get(first + i));
        }
    });
    spread
}
