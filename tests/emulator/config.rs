//! How a kernel is run: the sizes that a host chooses, here mostly far too small, so that every detour is taken.

use gpm_runtime::cuda::phases::Dealt;

/// What the host gives a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EmuConfig {
    /// Blocks, all alive together.
    pub(crate) blocks: u32,
    /// Launches that the roots are cut into.
    pub(crate) launches: u32,
    /// Words of shared memory beyond the kernel's fixed part.
    pub(crate) share_words: u32,
    /// Tasks that the queue holds, a power of two.
    pub(crate) ring_capacity: u32,
    /// Ticks after which work is given away.
    pub(crate) timeout: u32,
    /// ... if so many warps have none.
    pub(crate) min_idle: u32,
    /// Elements of a set that a warp has room for.
    pub(crate) slot_capacity: u32,
    /// Big slots that longer sets share.
    pub(crate) num_arenas: u32,
    /// Largest neighborhood searched as a bit matrix, a multiple of 32.
    pub(crate) local_limit: u32,
    /// Roots without longer rows are searched side by side.
    pub(crate) short_rows: u32,
    /// Roots with a longer row are searched by blocks.
    pub(crate) long_rows: u32,
    /// Matches that the output ring holds, a power of two.
    pub(crate) match_capacity: u32,
    /// Matches of a chunk, a power of two up to the half of them.
    pub(crate) chunk: u32,
    /// Whether entries of tables have 128 bits.
    pub(crate) wide: bool,
    /// Whether the host wants the run to end before it begins.
    pub(crate) stopped: bool,
    /// The tick at which the host wants it to end, if it does.
    pub(crate) stop_at: Option<u64>,
    /// The vertices whose matrices are written here.
    pub(crate) dealt: Dealt,
    /// Roots that the host takes back, if it does.
    pub(crate) withhold: Option<Withheld>,
    /// Ticks after which a warp looks whether the host wants it to end.
    pub(crate) stop_period: u32,
    /// Pieces that the frontier holds, and most candidates of one, or of a piece of a big root.
    pub(crate) frontier: (u32, u32),
    /// Pieces that the host has room for.
    pub(crate) host_pieces: u32,
    /// The tick at which the host says that it has no room for more, if it does.
    pub(crate) close_at: Option<u64>,
    /// What the order of threads is drawn from.
    pub(crate) seed: u64,
    /// After which a kernel is taken to run forever.
    pub(crate) max_ticks: u64,
}

/// Roots that the host takes back while a kernel runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Withheld {
    pub(crate) tick: u64,
    pub(crate) number: u32,
    /// Whether they are big.
    pub(crate) are_big: bool,
}

/// About what a host would choose for a small graph.
pub(crate) const ROOMY: EmuConfig = EmuConfig {
    blocks: 2,
    launches: 1,
    share_words: 4096,
    ring_capacity: 64,
    timeout: 1000,
    min_idle: 1,
    slot_capacity: 64,
    num_arenas: 4,
    local_limit: 64,
    short_rows: 0,
    long_rows: u32::MAX,
    match_capacity: 256,
    chunk: 64,
    wide: false,
    stopped: false,
    stop_at: None,
    dealt: Dealt::ALL,
    withhold: None,
    stop_period: 5000,
    frontier: (64, 4),
    host_pieces: u32::MAX,
    close_at: None,
    seed: 1,
    max_ticks: 20_000_000,
};

/// Configurations with their names, the usual one first.
pub(crate) fn configs() -> Vec<(&'static str, EmuConfig)> {
    let tiny = EmuConfig { share_words: 4, slot_capacity: 2, num_arenas: 1, local_limit: 32, ..ROOMY };
    vec![
        ("roomy", ROOMY),
        ("one block", EmuConfig { blocks: 1, short_rows: 4, frontier: (64, u32::MAX), ..ROOMY }),
        ("work is given away at every chance", EmuConfig { blocks: 3, timeout: 0, min_idle: 0, ..ROOMY }),
        ("the queue is full", EmuConfig { blocks: 3, ring_capacity: 2, timeout: 0, min_idle: 0, ..ROOMY }),
        ("every set is big", EmuConfig { slot_capacity: 2, num_arenas: 1, short_rows: 6, long_rows: 8, ..ROOMY }),
        ("little shared memory", EmuConfig { blocks: 3, share_words: 4, frontier: (64, 1), ..ROOMY }),
        ("neighborhoods beyond the matrix", EmuConfig { local_limit: 32, ..ROOMY }),
        ("all tiny", EmuConfig { short_rows: u32::MAX, ..tiny }),
        ("all tiny, given away", EmuConfig { blocks: 3, ring_capacity: 2, timeout: 0, min_idle: 0, ..tiny }),
        ("several launches", EmuConfig { launches: 3, timeout: 20, short_rows: 9, long_rows: 12, ..ROOMY }),
    ]
}

/// Frontiers of all sizes, with a host that takes all, nothing, or no more from some moment on.
pub(crate) fn frontiers() -> Vec<(&'static str, EmuConfig)> {
    let tiny = EmuConfig { blocks: 3, timeout: 0, min_idle: 0, ring_capacity: 2, slot_capacity: 2, ..ROOMY };
    vec![
        ("room for all pieces", EmuConfig { frontier: (4096, 1), ..ROOMY }),
        ("a frontier of one piece", EmuConfig { blocks: 3, frontier: (1, 1), ..ROOMY }.with_tiny_output()),
        ("few pieces of two", EmuConfig { frontier: (5, 2), share_words: 4, launches: 2, local_limit: 32, ..ROOMY }),
        ("no room on the host", EmuConfig { frontier: (3, 1), host_pieces: 0, ..ROOMY }),
        ("the host fills up", EmuConfig { frontier: (4, 1), close_at: Some(4000), ..ROOMY }),
        ("all tiny, given away", EmuConfig { frontier: (2, 1), ..tiny }.with_tiny_output()),
    ]
}

impl EmuConfig {
    /// Whether something may be left out.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped || self.stop_at.is_some()
    }

    /// The same with an output ring as small as it may be: a warp writes up to 32 matches at once, beside which the begun
    /// rest of a chunk may lie.
    pub(crate) fn with_tiny_output(self) -> EmuConfig {
        match self.seed % 2 {
            0 => EmuConfig { match_capacity: 64, chunk: 32, ..self },
            _ => EmuConfig { match_capacity: 32, chunk: 1, ..self },
        }
    }

    /// The same in another order of threads, and with tables of the other kind.
    pub(crate) fn seeded(self, seed: u64) -> EmuConfig {
        EmuConfig { seed, wide: seed.is_multiple_of(2), ..self }
    }
}
