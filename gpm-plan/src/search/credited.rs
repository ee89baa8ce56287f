//! Rewrite `any-anchor`: a count by vertex may be made by a nest that binds the anchor at any level.
//!
//! What is counted below the loop of a level can be credited to the data vertex bound there, whatever lies outside: so the order may
//! be the cheapest one. And where the pattern without its anchor has automorphisms that take the anchor elsewhere, these may be
//! broken too: each subgraph is met once, and credited to all vertices on the orbit of the anchor. A clique of `k` vertices is then
//! searched once, not `k` times.

use super::parts::mask;
use crate::nest::{Level, Levels};
use crate::passes::Pass;
use crate::pattern::{Automorphisms, Pattern, bits};
use crate::query::{Output, Query};

/// Which pattern vertices are credited with the matches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credited {
    /// As a mask. All of them are bound by loops.
    pub(super) vertices: u32,
    /// Whether the anchors are the first levels.
    pub(super) comes_first: bool,
}

impl Credited {
    /// The anchors, as the first levels.
    pub(super) fn to_anchors(query: &Query) -> Credited {
        let vertices = mask(query.pattern.anchors());
        Credited { vertices, comes_first: true }
    }

    /// All ways for a query, each with the group whose symmetry is left to break; `group` is that of the pattern. Vertices in
    /// `looped` are told from others.
    pub(super) fn all(query: &Query, group: &Automorphisms, looped: &[usize]) -> Vec<(Credited, Automorphisms)> {
        let first = Credited::to_anchors(query);
        let [anchor] = query.pattern.anchors() else { return vec![(first, group.clone())] };
        if query.output == Output::List || query.disabled.contains(Pass::AnyAnchor) {
            return vec![(first, group.clone())];
        }
        let anywhere = Credited { comes_first: false, ..first };
        let bare = query.pattern.clone().with_anchors(&[]).expect("a pattern may have no anchors");
        let whole = bare.automorphisms(query.semantics);
        let orbit = Credited { vertices: whole.orbit(looped, *anchor), ..anywhere };
        let moves = query.breaks_symmetry() && orbit.vertices != first.vertices;
        std::iter::once((anywhere, group.clone())).chain(moves.then_some((orbit, whole))).collect()
    }

    /// Whether no vertex of a pattern is told from others.
    pub(super) fn is_alike(self, pattern: &Pattern) -> bool {
        self.vertices == 0 || !self.comes_first && self.vertices == pattern.vertex_mask()
    }

    /// The levels credited in an order.
    pub(super) fn levels(self, order: &[usize]) -> Levels {
        bits(self.vertices).map(|u| Level::of(u, order)).collect()
    }
}
