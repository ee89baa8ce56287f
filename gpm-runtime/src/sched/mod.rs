//! What of a search is to be done here and now: its roots are dealt out to the shards of a run, and what one shard has is searched range
//! by range where a journal keeps what is done, or where CPU and GPUs share it.
//!
//! ```text
//! roots of a nest ── Deal ── those of a shard ─┬─ Deal ── small hands ── Ranges not in the journal ── searched, journal
//!                                              └─ Pool ── the CPU, GPUs all that it has not begun with ── Recall ── the CPU
//! ```

mod deal;
mod fingerprint;
mod journal;
mod pace;
#[cfg(feature = "cuda")]
mod pool;
mod ranges;
mod shard;
mod stack;
#[cfg(feature = "cuda")]
mod recall;
#[cfg(feature = "cuda")]
mod root_costs;

pub(crate) use deal::Deal;
pub(crate) use fingerprint::fingerprint;
pub use journal::{Journal, JournalError};
pub(crate) use pace::Pace;
#[cfg(feature = "cuda")]
pub(crate) use pool::{Piece, Pool};
pub(crate) use ranges::Ranges;
#[cfg(feature = "cuda")]
pub(crate) use recall::Recall;
#[cfg(feature = "cuda")]
pub(crate) use root_costs::RootCosts;
pub use shard::{NoShard, Shard};
pub use stack::{Buffered, Stack};
