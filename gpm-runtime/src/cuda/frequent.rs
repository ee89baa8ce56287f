//! The kernel that settles candidate patterns: what it is told.
//!
//! A warp takes a word of a domain after the other. Launches with a round take out candidates without the right neighbors, a lane a
//! candidate; the last one completes those that are left to matches, a warp a candidate.

use bytemuck::{Pod, Zeroable};

use super::abi::Address;
use crate::mine::Batch;

/// Warps a block: `FREQUENT_WARPS` of `templates/cuda/frequent/launch.cuh`. *guess*
pub const WARPS: u32 = 8;
/// Blocks a multiprocessor that registers are limited for: `FREQUENT_BLOCKS`. *guess*
pub const MIN_BLOCKS: u32 = 4;
/// Words of a `Stack`.
const STACK_WORDS: u32 = 7 * 32;
/// Words of shared memory: a `Stack` a warp.
pub const FIXED_WORDS: u32 = WARPS * STACK_WORDS;

/// The one argument of the kernel, by value. See there for what each field means.
#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
pub struct FrequentLaunch {
    /// Bounds of rows (`u64`).
    pub offsets: Address,
    /// Neighbors of all vertices, row after row.
    pub neighbors: Address,
    /// Bounds of the groups of each row (`u64`).
    pub firsts: Address,
    /// The groups.
    pub groups: Address,
    /// Parallel to the rows, what joins their ends, or 0.
    pub links: Address,
    /// The jobs of a batch.
    pub jobs: Address,
    /// Needs of candidates and steps of searches, as jobs point to them.
    pub code: Address,
    /// Bits of the domains of all jobs, one after the other.
    pub domains: Address,
    /// Bits of candidates that are in a match, zeroed.
    pub marks: Address,
    /// By job the size of its domain.
    pub sizes: Address,
    /// By job the last round that changed it, zeroed.
    pub changed: Address,
    /// By pattern whether it is not frequent, zeroed.
    pub is_dead: Address,
    /// How many candidates are left undecided, zeroed.
    pub num_left: Address,
    /// By launch the next word to take, zeroed.
    pub next: Address,
    /// The [`Control`](super::abi::Control), zeroed.
    pub control: Address,
    /// Jobs of the batch: one for each domain.
    pub num_jobs: u32,
    /// Words of all domains.
    pub num_units: u32,
    /// The least size of a domain.
    pub support: u32,
    /// The round, from 1, or 0 for the search.
    pub round: u32,
    /// The number of the launch.
    pub launch: u32,
    /// Whether patterns are vertex-induced.
    pub is_induced: u32,
    /// Chunks of candidates that are looked at for one root at most.
    pub patience: u32,
    /// Padding; always 0.
    pub reserved: u32,
}

impl FrequentLaunch {
    /// The launches for a batch, which lies where `at` says, as it says everything else that is not the batch's own.
    pub fn of_batch(batch: &Batch, at: FrequentLaunch) -> impl Iterator<Item = FrequentLaunch> {
        let all = FrequentLaunch {
            num_jobs: batch.jobs.len() as u32,
            num_units: batch.num_units,
            support: batch.support,
            is_induced: batch.is_induced.into(),
            ..at
        };
        // The search comes last.
        let rounds = (1..=batch.num_rounds).chain([0]);
        rounds.zip(0..).map(move |(round, launch)| FrequentLaunch { round, launch, ..all })
    }
}
