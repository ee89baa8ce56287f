//! An edge of a pattern as it is written.

use super::Label;

/// Whether an edge has a direction.
///
/// ```
/// use gpm::Pattern;
/// use gpm::pattern::EdgeKind;
///
/// let pattern: Pattern = "a->b, b-c".parse()?;
/// let kinds: Vec<EdgeKind> = pattern.edges().map(|edge| edge.kind).collect();
/// assert_eq!(kinds, [EdgeKind::Directed, EdgeKind::Undirected]);
/// # Ok::<(), gpm::PatternError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EdgeKind {
    /// From `from` to `to`.
    Directed,
    /// Either direction will do.
    Undirected,
}

/// One edge or anti-edge as the pattern language writes it.
///
/// ```
/// let pattern: gpm::Pattern = "a -[knows]-> b".parse()?;
/// let edge = pattern.edges().next().expect("it has one edge");
/// assert_eq!((edge.from, edge.to, edge.label), (0, 1, Some("knows".into())));
/// # Ok::<(), gpm::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PatternEdge {
    /// First vertex; the source if directed.
    pub from: usize,
    /// Second vertex; the target if directed.
    pub to: usize,
    /// Whether the direction counts.
    pub kind: EdgeKind,
    /// Label asked for; `None` takes any. Always `None` on an anti-edge.
    pub label: Option<Label>,
}
