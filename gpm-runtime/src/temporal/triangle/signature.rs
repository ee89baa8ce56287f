//! A quick test whether three lists may have events near each other.

use crate::temporal::layout::Layout;
use crate::temporal::window::Window;
use rayon::prelude::*;
use std::ops::Range;

/// Time is cut into *buckets* so wide that a window reaches over two at most. A signature has a bit for the bucket of each event of a
/// pair, and a bit for the bucket after it; buckets share the 64 bits in turn. If a sequence ends in some bucket then each of its
/// events is in this bucket or in the one before, so that the signatures of all its pairs have the bit of this bucket.
pub(crate) struct Signatures {
    /// By pair.
    of_pairs: Vec<u64>,
}

impl Signatures {
    /// Finds the narrowest buckets that suit all windows, then the signature of each pair.
    pub(crate) fn new(layout: &Layout, windows: &[Window]) -> Signatures {
        let buckets = buckets(windows);
        let of_time = |time: u32| 0b11_u64.rotate_left(u32::from(buckets[time as usize]));
        let of_pair = |pair| layout.moments(pair).iter().fold(0, |bits, moment| bits | of_time(moment.time()));
        Signatures { of_pairs: (0..layout.num_pairs()).into_par_iter().with_min_len(1 << 12).map(of_pair).collect() }
    }

    /// The signature of a pair.
    #[inline]
    pub(super) fn of_pair(&self, pair: usize) -> u64 {
        self.of_pairs[pair]
    }

    /// The signatures of these pairs, one after the other.
    #[inline]
    pub(super) fn of_pairs(&self, pairs: Range<usize>) -> &[u64] {
        &self.of_pairs[pairs]
    }
}

/// The bucket of each time, modulo 64. A bucket ends as soon as no later window reaches back beyond its begin.
fn buckets(windows: &[Window]) -> Vec<u8> {
    let Some(first) = windows.first() else { return Vec::new() };
    let (mut bucket, mut begin) = (0, 0);
    (0..first.num_times())
        .map(|time| {
            if time > begin && windows.iter().all(|window| window.open(time) >= begin) {
                (bucket, begin) = ((bucket + 1) % 64, time);
            }
            bucket
        })
        .collect()
}
