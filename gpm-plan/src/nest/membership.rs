//! What is known before a search about a matched vertex and a set of candidates: the search need not look for it.

use std::borrow::Borrow;

use super::{ClassId, Level, Levels, LoopNest};
use crate::pattern::{PairConstraint, bits};

/// What is known about a matched vertex and a set of candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Membership {
    /// It is a member of every such set.
    Member,
    /// It never is.
    Stranger,
    /// It has to be looked up.
    Unknown,
}

/// What is demanded of the vertices of a pattern, under the numbers that a search or a plan gives them.
pub trait Demands {
    /// What is demanded of two vertices.
    fn pair(&self, i: usize, j: usize) -> impl Borrow<PairConstraint>;
    /// Whether `i < j` follows from the restrictions.
    fn is_below(&self, i: usize, j: usize) -> bool;
    /// Whether what matches `i` could match `j` by itself; `None` if it depends on the data vertex.
    fn admits(&self, i: usize, j: usize) -> Option<bool>;

    /// Whether the vertex matched by `i`, one of `matched`, is a candidate for each of `block` where these coincide.
    fn membership(&self, i: usize, block: impl Iterator<Item = usize>, matched: u32) -> Membership {
        let mut all = Membership::Member;
        for j in block {
            match self.membership_of_one(i, j, matched) {
                Membership::Stranger => return Membership::Stranger,
                Membership::Unknown => all = Membership::Unknown,
                Membership::Member => {}
            }
        }
        all
    }

    /// The same for one vertex.
    fn membership_of_one(&self, i: usize, j: usize, matched: u32) -> Membership {
        let admits = self.admits(i, j);
        // A vertex is in no row of its own, and no smaller than itself.
        let differs = self.pair(i, j).borrow().is_positive() || self.is_below(i, j) || self.is_below(j, i);
        if admits == Some(false) || differs {
            return Membership::Stranger;
        }
        let mut certain = admits == Some(true);
        for k in bits(matched & !(1 << i)) {
            let (wanted, given) = (self.pair(k, j), self.pair(k, i));
            let (wanted, given) = (wanted.borrow(), given.borrow());
            if same_labels(wanted, given) {
                if wanted.allowed.intersection(given.allowed).is_empty() {
                    return Membership::Stranger;
                }
                certain &= wanted.is_free() || wanted.allowed.union(given.allowed) == wanted.allowed;
            } else {
                certain &= wanted.is_free();
            }
            certain &= !self.is_below(j, k) || self.is_below(i, k);
            certain &= !self.is_below(k, j) || self.is_below(k, i);
        }
        if certain { Membership::Member } else { Membership::Unknown }
    }
}

impl LoopNest {
    /// Whether the vertex matched at `i`, one of the levels `earlier`, is a candidate for all of `positions`.
    pub fn membership_at(&self, i: Level, positions: &[Level], earlier: Levels) -> Membership {
        self.membership(i.index(), positions.iter().map(|j| j.index()), earlier.mask())
    }
}

/// By levels.
impl Demands for LoopNest {
    fn pair(&self, i: usize, j: usize) -> impl Borrow<PairConstraint> {
        self.constraint(Level(i as u8), Level(j as u8))
    }

    fn is_below(&self, i: usize, j: usize) -> bool {
        LoopNest::is_below(self, Level(i as u8), Level(j as u8))
    }

    fn admits(&self, i: usize, j: usize) -> Option<bool> {
        let label = |level: usize| self.pattern.vertex_label(self.order[level]);
        let class = self.class_of[j];
        match (label(i), label(j)) {
            (Some(one), Some(other)) if !one.meets(other) => Some(false),
            _ => (class == ClassId::ALL || class == self.class_of[i]).then_some(true),
        }
    }
}

fn same_labels(a: &PairConstraint, b: &PairConstraint) -> bool {
    a.forward_label == b.forward_label && a.backward_label == b.backward_label
}
