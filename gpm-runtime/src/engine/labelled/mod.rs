//! Labelled patterns without a plan: for how long they are searched like that, on threads, on a device, or handed over from the one to
//! the other, and many in one search.

mod hand_over;
mod brief;
mod brief_on_device;
mod wave;

pub(super) use brief::{Brief, Kept, each};
pub(super) use wave::WAVE;
