//! What all devices of an engine do together: a nest to run on a graph, and what each did of it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use super::config::GpuConfig;
use super::delivery::Delivery;
use crate::control::Control;
use crate::cuda::device::error::{GpuError, Phase};
use crate::cuda::device::place::Needs;
use crate::lock::lock;
use crate::run::{Operations, QueueStats};
use crate::sched::{Buffered, Recall};
use crate::table::Table;

/// A nest to run on a graph, by all devices together.
pub(crate) struct Job<'a, 's> {
    pub(crate) needs: Needs<'a>,
    /// What writes the bit matrices that the nest reads, on each device before, if it reads any.
    pub(crate) writer: Option<Needs<'a>>,
    pub(crate) config: &'a GpuConfig,
    pub(crate) control: &'a Control,
    pub(crate) delivery: Option<Delivery<'a, 's>>,
    /// Who may want roots back that no device has begun with.
    pub(crate) recall: Option<&'a dyn Recall>,
    /// The chunks of the roots that no device has taken.
    pub(crate) chunks: Chunks,
    /// Whether some device has begun to search, and whether one has failed.
    pub(crate) has_begun: AtomicBool,
    pub(crate) is_failed: AtomicBool,
}

/// Chunks that are still to be searched. A device that fails gives back the one that it had.
#[derive(Debug)]
pub(crate) struct Chunks(Mutex<Vec<u64>>);

impl Chunks {
    /// So many, of which none is taken.
    pub(crate) fn new(number: u64) -> Chunks {
        Chunks(Mutex::new((0..number).rev().collect()))
    }

    /// One that is left.
    pub(crate) fn take(&self) -> Option<u64> {
        self.left().pop()
    }

    /// Leaves one to others.
    pub(crate) fn give_back(&self, chunk: u64) {
        self.left().push(chunk);
    }

    /// Whether none is left.
    pub(crate) fn are_taken(&self) -> bool {
        self.left().is_empty()
    }

    fn left(&self) -> MutexGuard<'_, Vec<u64>> {
        lock(&self.0)
    }
}

impl Job<'_, '_> {
    /// Whether other devices can search what one leaves undone that failed: what it had begun with is seen nowhere, and would not fail there
    /// as well. Of roots that somebody took back nothing is known any more.
    pub(crate) fn outlives(&self, error: &GpuError) -> bool {
        let is_of_device = !matches!(error, GpuError::Run(_) | GpuError::Stopped(_));
        is_of_device && self.recall.is_none() && self.delivery.is_none() && self.needs.table.is_none()
    }

    /// How far the devices are.
    pub(crate) fn phase(&self) -> Phase {
        match self.delivery.as_ref().map_or(0, Delivery::taken) {
            0 if self.has_begun.load(Ordering::Relaxed) => Phase::Search,
            0 => Phase::Setup,
            handed => Phase::Listing { handed },
        }
    }
}

/// Ends what other devices do of a job when it is dropped, in a panic too.
pub(crate) struct Alarm<'a>(pub(super) &'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What one device did of a job.
#[derive(Debug)]
pub(crate) struct Share {
    pub(crate) totals: Vec<i128>,
    pub(crate) is_complete: bool,
    /// `None` if the driver cannot tell.
    pub(crate) kernel_seconds: Option<f64>,
    pub(crate) upload: Duration,
    pub(crate) stats: Option<QueueStats>,
    pub(crate) operations: Option<Operations>,
    pub(crate) memory: Arc<str>,
    /// The most bytes of the device's memory that were held, and how many of the rows it read from the host's.
    pub(crate) peak: u64,
    pub(crate) far: u64,
    /// The most that the host held of its frontier.
    pub(crate) buffered: Buffered,
    /// What it counted for each anchor.
    pub(crate) table: Option<Table>,
    /// Why it left its last chunk to others.
    pub(crate) failure: Option<GpuError>,
}
