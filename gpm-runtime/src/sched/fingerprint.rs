//! Numbers that tell searches apart from process to process.

use gpm_plan::nest::LoopNest;

use super::Shard;
use crate::graph::checksum;

/// A number that two searches share only if they are the same: the same loops for the same pattern below the same roots,
/// dealt to as many hands.
pub(crate) fn fingerprint(nest: &LoopNest, shard: Shard, hands: u32) -> u64 {
    checksum(format!("{shard} {hands} {nest:?}").as_bytes())
}
