//! A matching order under construction, and how its vertices are met.

use crate::pattern::MAX_VERTICES;

/// A matching order under construction and its cost so far.
#[derive(Clone, Debug)]
pub struct Prefix {
    /// Expected number of partial matches.
    pub matches: f64,
    /// The same before conditions are evaluated: rounds of the loop over the last vertex.
    pub rounds: f64,
    /// Expected cost, in elements streamed.
    pub cost: f64,
    /// Pattern vertices placed, as a mask.
    pub placed: u32,
    pub(super) is_local: bool,
    pub(super) num_levels: usize,
    pub(super) levels: [Placed; MAX_VERTICES],
}

/// A pattern vertex at its level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    vertex: u8,
    pub(super) drawn: Drawn,
    /// How many later vertices are drawn from its row, and the first from which part: each makes owners of long rows weigh more.
    pub(super) draws: u8,
    pub(super) first: Part,
}

impl Placed {
    pub(super) fn new(vertex: usize, drawn: Drawn) -> Placed {
        Placed { vertex: vertex as u8, drawn, draws: 0, first: Part::Whole }
    }
}

impl Prefix {
    /// Pattern vertices in the order in which they were placed.
    pub fn order(&self) -> impl Iterator<Item = usize> {
        self.levels().iter().map(|placed| usize::from(placed.vertex))
    }

    /// Whether it is searched in a bit matrix of the root's neighborhood.
    pub fn is_local(&self) -> bool {
        self.is_local
    }

    fn levels(&self) -> &[Placed] {
        &self.levels[..self.num_levels]
    }

    /// The vertices of the first levels, as a mask.
    pub(super) fn placed_before(&self, levels: usize) -> u32 {
        self.levels()[levels..].iter().fold(self.placed, |mask, placed| mask & !(1 << placed.vertex))
    }

    pub(super) fn vertex(&self, level: usize) -> usize {
        usize::from(self.levels[level].vertex)
    }

    pub(super) fn push(&mut self, placed: Placed) {
        self.levels[self.num_levels] = placed;
        self.num_levels += 1;
        self.placed |= 1 << placed.vertex;
    }
}

/// How a vertex was met, which says how its degrees are biased.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawn {
    /// Uniformly.
    Root,
    /// Out of a whole row.
    FromRow,
    /// Out of the part of a row below its owner.
    FromBelow,
    /// Out of the part of a row above its owner.
    FromAbove,
}

/// Which part of a row is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Whole,
    Below,
    Above,
}

impl Part {
    /// The part that holds two.
    pub(super) fn with(self, other: Part) -> Part {
        if self == other { self } else { Part::Whole }
    }
}
