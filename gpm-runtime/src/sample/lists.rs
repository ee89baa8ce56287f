//! Lists of vertices, and parts of them.

use gpm_plan::nest::{Bounds, Level, SetId, ViewId};

use crate::graph::VertexId;

/// What paths of two edges lead along: a [`Reach`](gpm_plan::nest::SetExpr::Reach).
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) through: SetId,
    pub(super) view: ViewId,
    pub(super) descends: bool,
}

/// Where paths of two edges lead.
pub(super) struct Paths<'a> {
    pub(super) rows: Vec<&'a [VertexId]>,
    /// How many each of them stands for.
    pub(super) share: f64,
}

/// Vertices without those that are there already, ascending.
pub(super) fn distinct(mut vertices: Vec<VertexId>) -> Vec<VertexId> {
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// The part of an ascending list between bounds.
pub(super) fn within(
    list: &[VertexId],
    bound: impl Fn(Level) -> VertexId,
    Bounds { below, above }: Bounds,
) -> &[VertexId] {
    let end = below.iter().map(&bound).min().map_or(list.len(), |high| list.partition_point(|&v| v < high));
    let start = above.iter().map(&bound).max().map_or(0, |low| list.partition_point(|&v| v <= low));
    &list[start.min(end)..end]
}
