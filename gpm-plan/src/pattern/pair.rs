//! What a pattern demands of one ordered pair of data vertices.
//!
//! A pair (x, y) is in exactly one of four states; a constraint is the set of states it allows. Edge-induced, vertex-induced,
//! directed and negative demands are all such sets, so later stages need no case distinction.

use super::Label;

/// Set over the four states of an ordered data pair (x, y).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairStates(u8);

impl PairStates {
    /// No edge between x and y.
    pub const NONE: Self = Self(1);
    /// Only x->y.
    pub const FORWARD: Self = Self(2);
    /// Only y->x.
    pub const BACKWARD: Self = Self(4);
    /// Both directions; an undirected edge counts as both.
    pub const BOTH: Self = Self(8);
    /// Some edge, whatever its direction.
    pub const ANY_EDGE: Self = Self(14);
    /// All four states: nothing is demanded.
    pub const FREE: Self = Self(15);

    /// Whether every state of `other` is in this set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// States of either set.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// States of both sets.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// States that are not in this set.
    pub const fn complement(self) -> Self {
        Self(!self.0 & Self::FREE.0)
    }

    /// The same demand seen from (y, x).
    pub const fn reversed(self) -> Self {
        Self((self.0 & 9) | ((self.0 & 2) << 1) | ((self.0 & 4) >> 1))
    }

    /// Whether no state is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// States a pair may be in. An edge x->y counts as present only if it has `forward_label` (`None`: any label),
/// y->x only if it has `backward_label`; the state so computed must be in `allowed`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PairConstraint {
    /// The states allowed.
    pub allowed: PairStates,
    /// Label an edge x->y must have to count.
    pub forward_label: Option<Label>,
    /// Label an edge y->x must have to count.
    pub backward_label: Option<Label>,
}

impl PairConstraint {
    /// Demands nothing.
    pub const FREE: Self = Self::unlabelled(PairStates::FREE);

    /// A constraint that takes edges of any label.
    pub const fn unlabelled(allowed: PairStates) -> Self {
        Self { allowed, forward_label: None, backward_label: None }
    }

    /// Nothing is demanded.
    pub fn is_free(&self) -> bool {
        self.allowed == PairStates::FREE
    }

    /// An edge is demanded.
    pub fn is_positive(&self) -> bool {
        !self.allowed.contains(PairStates::NONE)
    }

    /// Some edge is forbidden and none is demanded.
    pub fn is_negative(&self) -> bool {
        !self.is_positive() && !self.is_free()
    }

    /// The same demand seen from (y, x).
    pub fn reversed(&self) -> Self {
        Self {
            allowed: self.allowed.reversed(),
            forward_label: self.backward_label.clone(),
            backward_label: self.forward_label.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_reverse_and_complement() {
        let one_way = PairStates::FORWARD.union(PairStates::NONE);
        assert_eq!(one_way.reversed(), PairStates::BACKWARD.union(PairStates::NONE));
        assert_eq!(one_way.complement(), PairStates::BACKWARD.union(PairStates::BOTH));
        assert_eq!(PairStates::NONE.complement(), PairStates::ANY_EDGE);
        assert!(PairStates::FREE.complement().is_empty());
    }

    #[test]
    fn a_constraint_is_free_positive_or_negative() {
        for bits in 1..=PairStates::FREE.0 {
            let pair = PairConstraint::unlabelled(PairStates(bits));
            let kinds = [pair.is_free(), pair.is_positive(), pair.is_negative()];
            assert_eq!(kinds.iter().filter(|&&kind| kind).count(), 1);
            assert_eq!(pair.reversed().reversed(), pair);
        }
    }
}
