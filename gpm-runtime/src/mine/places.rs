//! The symmetry of a pattern, as far as its domains and searches know it.

use gpm_plan::grow::Shape;

/// Which vertices of a pattern share a domain: those that automorphisms take to each other.
#[derive(Debug)]
pub(super) struct Places {
    /// By vertex the number of its domain.
    pub(super) domain: Vec<u8>,
    /// By domain the first vertex that has it.
    pub(super) first: Vec<u8>,
    /// By vertex those that may be swapped with it, as a bit mask.
    pub(super) twins: Vec<u32>,
}

impl Places {
    pub(super) fn new(shape: &Shape) -> Places {
        let (representatives, twins) = shape.symmetry();
        let mut first = representatives.clone();
        first.sort_unstable();
        first.dedup();
        let number = |own: &u8| first.iter().position(|u| u == own).expect("each representative is there") as u8;
        Places { domain: representatives.iter().map(number).collect(), first, twins }
    }
}
