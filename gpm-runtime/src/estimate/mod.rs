//! Estimates of counts, from samples of the search of one nest.
//!
//! ```text
//! roots ── strata of doubling size ── samples: a root of one, some candidates of each loop below ── means ── sum, interval
//! ```
//! A sample draws a root of its stratum, and below it visits some candidates of each loop instead of all: each stands for those that are left
//! out [HorvitzThompson1952], as branching walks do [Alley], and tails are counted exactly. Samples are shared out among strata by how
//! much they tell for what they cost [Neyman1934]. What is drawn depends on the seed alone, not on threads or on the device.

mod drawer;
mod interval;
mod moments;
mod sampler;
mod strata;

pub use drawer::{Drawer, OnThreads, Part, Way};
pub(crate) use interval::{Interval, Scatter, log_normal_end, quantile};
pub use moments::Moments;
pub(crate) use sampler::{Goal, Sampler};
