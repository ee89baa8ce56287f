//! How far a launch is with its roots.

/// How a launch searches roots that may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RootKind {
    /// A warp each.
    Small,
    /// A block each.
    Big,
}

/// How many roots a launch has of each kind, and how many of them were drawn. Warps draw beyond the last one too.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootCounters {
    pub(crate) big: u32,
    pub(crate) small: u32,
    pub(crate) big_drawn: u32,
    pub(crate) small_drawn: u32,
}

impl RootCounters {
    /// Roots of a kind.
    pub(crate) fn number(&self, kind: RootKind) -> usize {
        match kind {
            RootKind::Small => self.small as usize,
            RootKind::Big => self.big as usize,
        }
    }

    /// How many of them were drawn.
    pub(crate) fn drawn(&self, kind: RootKind) -> usize {
        match kind {
            RootKind::Small => self.small_drawn as usize,
            RootKind::Big => self.big_drawn as usize,
        }
    }

    /// The same where big roots are not drawn whole: what is said of big ones are their pieces, which are drawn from the counter of the small ones,
    /// before these.
    pub(crate) fn after_pieces(self) -> RootCounters {
        RootCounters { small_drawn: self.small_drawn.saturating_sub(self.big), ..self }
    }
}
