//! Anchors: vertices of a pattern that are held fixed while its matches are counted, so that the answer is a table with an
//! entry for each place where they may lie, a data vertex or an arc.
//!
//! Whatever is said of the symmetry of a pattern with anchors (automorphisms, canonical form, isomorphism) is said of the maps
//! that leave each anchor where it is: two vertices on one orbit of the bare pattern lie on two where one of them is an anchor.

use super::{EdgeKind, Pattern};
use crate::error::{PatternError, PatternErrorKind};

impl Pattern {
    /// The same pattern with one anchor, or two adjacent ones, instead of those it has; with none, no anchors.
    ///
    /// A subgraph counts (and is listed) once for each choice of its vertices that the anchors may be: the group is that of the
    /// automorphisms that leave each anchor where it is.
    ///
    /// A directed pattern must have an edge from the first of two anchors to the second: an entry of the table is an arc.
    ///
    /// ```
    /// use gpm::{Pattern, Semantics};
    /// let paw: Pattern = "a-b, b-c, c-a, c-d".parse()?;
    /// let at_hub = paw.clone().with_anchors(&[2])?;
    /// assert_eq!(at_hub.automorphisms(Semantics::EdgeInduced).order(), 2);
    /// assert_eq!(paw.clone().with_anchors(&[0])?.automorphisms(Semantics::EdgeInduced).order(), 1);
    /// assert!(paw.clone().with_anchors(&[0])?.is_isomorphic(&paw.clone().with_anchors(&[1])?));
    /// assert!(paw.with_anchors(&[0, 3]).is_err());
    /// # Ok::<(), gpm::PatternError>(())
    /// ```
    ///
    /// # Errors
    /// [`PatternErrorKind::Anchors`] for anything else.
    pub fn with_anchors(mut self, anchors: &[usize]) -> Result<Self, PatternError> {
        let help = match *anchors {
            _ if anchors.iter().any(|&u| u >= self.num_vertices()) => {
                "anchors are vertices of the pattern, counted from 0"
            }
            [] | [_] => "",
            [u, v] if !self.are_adjacent(u, v) => "two anchors are joined by an edge",
            [u, v] if self.is_directed() && !self.has_arc(u, v) => "an edge leads from the first anchor to the second",
            [_, _] => "",
            _ => "a pattern has at most two anchors",
        };
        if !help.is_empty() {
            let name = |&u: &usize| self.names.get(u).cloned().unwrap_or_else(|| u.to_string());
            let anchors = anchors.iter().map(name).collect::<Vec<_>>().join(", ");
            return Err(PatternError::new(PatternErrorKind::Anchors { anchors }).or_help(help));
        }
        self.anchors = anchors.to_vec();
        Ok(self)
    }

    /// The vertices that are held fixed, in the order in which a table is indexed by them; usually none.
    pub fn anchors(&self) -> &[usize] {
        &self.anchors
    }

    fn has_arc(&self, u: usize, v: usize) -> bool {
        self.edges().any(|edge| edge.kind == EdgeKind::Directed && (edge.from, edge.to) == (u, v))
    }
}
