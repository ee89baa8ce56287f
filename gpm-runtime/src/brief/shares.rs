//! Parts of a search below one candidate of the first vertex: of those of the second vertex every so many, of the third, and so on. The parts
//! together look at what the search looks at, as long as all that is open hangs together: else the first part looks at all.

/// How many parts there are of what is cut.
const PARTS: u32 = 16;
/// Vertices after the first one whose candidates are shared at most.
const DEPTH: usize = 4;

/// Which part it is: by number of the vertices matched before, less one, which of the parts.
#[derive(Clone, Debug, Default)]
pub(super) struct Shares {
    parts: Vec<u32>,
    /// Set while all is looked at.
    pub(super) is_whole: bool,
}

impl Shares {
    /// Which of the candidates are taken of the vertex that is matched after so many others; `None` if all are.
    #[inline]
    pub(super) fn of(&self, placed: u32) -> Option<Share> {
        let part = *self.parts.get((placed as usize).checked_sub(1)?)?;
        (!self.is_whole).then_some(Share { part })
    }

    /// Whether nothing is looked at, if after so many vertices what is open does not hang together.
    pub(super) fn is_nothing(&self, placed: u32) -> bool {
        self.parts[placed as usize - 1..].iter().any(|&part| part > 0)
    }

    pub(super) fn may_be_cut(&self) -> bool {
        self.parts.len() < DEPTH
    }

    /// The parts of this part.
    pub(super) fn cut(&self) -> impl Iterator<Item = Shares> {
        (0..PARTS).map(|part| Shares { parts: self.parts.iter().copied().chain([part]).collect(), is_whole: false })
    }
}

/// Every so many of some candidates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    part: u32,
}

impl Share {
    /// Whether the candidate with a number is one of them.
    #[inline]
    pub(super) fn takes(self, number: u32) -> bool {
        number % PARTS == self.part
    }
}
