//! Shares of a search below one candidate of the first vertex: a share takes every so many of the candidates of the second vertex, of these every so
//! many of those of the third, and so on. Together they take all. Where what is open falls into parts, whose counts are multiplied, nothing can be
//! shared: the first share takes all of it.

/// How many shares what is cut is cut into. *guess*
const SHARES: u32 = 16;
/// Vertices after the first one whose candidates are shared at most. *guess*
const DEPTH: usize = 4;

/// Which share of a search it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Share {
    /// By number of the vertices that are matched before, less one, which of the shares of the candidates.
    numbers: Vec<u32>,
    /// Set while all is taken.
    pub(super) is_whole: bool,
}

impl Share {
    /// Which share is taken of the candidates of the vertex that is matched after so many others; `None` if all are.
    #[inline]
    pub(super) fn of(&self, placed: u32) -> Option<u32> {
        let number = *self.numbers.get((placed as usize).checked_sub(1)?)?;
        (!self.is_whole).then_some(number)
    }

    /// Whether it is not the first share of what is open after so many vertices, at least one.
    pub(super) fn is_later(&self, placed: u32) -> bool {
        self.numbers[placed as usize - 1..].iter().any(|&number| number > 0)
    }

    pub(super) fn may_be_cut(&self) -> bool {
        self.numbers.len() < DEPTH
    }

    /// The shares of this share.
    pub(super) fn cut(&self) -> impl Iterator<Item = Share> {
        (0..SHARES)
            .map(|number| Share { numbers: self.numbers.iter().copied().chain([number]).collect(), is_whole: false })
    }
}

/// The number of the share that the candidate at a place is in.
#[inline]
pub(super) fn share_of(place: u32) -> u32 {
    place % SHARES
}
