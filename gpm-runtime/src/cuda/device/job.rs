//! What all devices of an engine do together: a nest to run on a graph, and what each did of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use gpm_plan::nest::LoopNest;

use super::compiler::{Compiled, Kernels};
use super::config::GpuConfig;
use super::error::Phase;
use super::output::Delivery;
use crate::control::Control;
use crate::engine::QueueStats;
use crate::table::{Shape, Table};
use crate::view::Bound;

/// A nest to run on a graph, by all devices together.
pub(super) struct Job<'a, 's> {
    pub(super) nest: &'a LoopNest,
    pub(super) bound: &'a Bound<'a>,
    /// The graph that the bound rows are of, by its id.
    pub(super) graph: u64,
    pub(super) kernel: &'a Compiled,
    pub(super) config: &'a GpuConfig,
    pub(super) control: &'a Control,
    pub(super) delivery: Option<Delivery<'a, 's>>,
    /// The table in which counts for each anchor are added up, if there is one.
    pub(super) table: Option<Shape>,
    /// How many chunks the roots are cut into, and which is next.
    pub(super) chunks: u64,
    pub(super) next: AtomicU64,
    /// Makes code of the kernel again where the driver rejects what is kept.
    pub(super) kernels: &'a Kernels,
    /// Whether some device has begun to search, and whether one has failed.
    pub(super) has_begun: AtomicBool,
    pub(super) is_failed: AtomicBool,
}

impl Job<'_, '_> {
    /// How far the devices are.
    pub(super) fn phase(&self) -> Phase {
        match self.delivery.as_ref().map_or(0, Delivery::taken) {
            0 if self.has_begun.load(Ordering::Relaxed) => Phase::Search,
            0 => Phase::Setup,
            handed => Phase::Listing { handed },
        }
    }
}

/// Ends what other devices do of a job when it is dropped, in a panic too.
pub(super) struct Alarm<'a>(pub(super) &'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What one device did of a job.
#[derive(Debug)]
pub(super) struct Share {
    pub(super) totals: Vec<i128>,
    pub(super) is_complete: bool,
    /// `None` if the driver cannot tell.
    pub(super) kernel_seconds: Option<f64>,
    pub(super) upload: Duration,
    pub(super) stats: Option<QueueStats>,
    pub(super) memory: Arc<str>,
    /// What it counted for each anchor.
    pub(super) table: Option<Table>,
}
