//! Binding emitted nests to a graph and sharing them out.

use std::time::{Duration, Instant};

use gpm_plan::pattern::{Pattern, is_record_label, own_label, record_label};

use super::{Nest, Worker};
use crate::control::Control;
use crate::cpu::job::{Job, Listing, Seat, Share};
use crate::graph::Graph;
use crate::run::{RunError, Sink};
use crate::view::{BindError, Bound, KnownCandidates, Under};

/// A run of the nests of a plan on one graph, one after the other, on the threads of the current rayon pool.
pub struct Run<'q, 's> {
    graph: &'q Graph,
    control: &'q Control,
    positions: usize,
    sink: Option<&'q mut Sink<'s>>,
    /// Of the nests so far.
    pub(crate) totals: Vec<i128>,
    pub(crate) complete: bool,
    pub(crate) binding: Duration,
}

impl std::fmt::Debug for Run<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("totals", &self.totals).finish_non_exhaustive()
    }
}

/// Why a nest gave no total.
#[derive(Debug, thiserror::Error)]
pub enum NestError {
    /// The pattern does not fit the graph.
    #[error(transparent)]
    Bind(#[from] BindError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl<'q, 's> Run<'q, 's> {
    /// A run in which nothing was counted yet. The structure of the graph must have been checked.
    pub(crate) fn new(
        graph: &'q Graph,
        control: &'q Control,
        positions: usize,
        sink: Option<&'q mut Sink<'s>>,
    ) -> Self {
        Run { graph, control, positions, sink, totals: Vec::new(), complete: true, binding: Duration::ZERO }
    }

    /// Searches one nest of `pattern`.
    ///
    /// # Errors
    /// A label that the graph lacks, a directed pattern on an undirected graph, a number beyond 128 bits.
    pub fn nest<P: Sync, N: Nest<P>>(&mut self, pattern: &P) -> Result<(), NestError> {
        if !self.complete {
            return Ok(());
        }
        let start = Instant::now();
        let binding = N::binding();
        let under = Under { known: &KnownCandidates::default(), control: self.control };
        let bound = match Bound::lay_out(self.graph, &binding, under) {
            Err(BindError::Stopped(_)) => {
                self.complete = false;
                return Ok(());
            }
            bound => bound?,
        };
        self.binding += start.elapsed();
        // Re-borrowed, since the sink outlives each nest.
        let threads = Some(rayon::current_num_threads());
        let listing = self.sink.as_deref_mut().map(|sink| Listing { sink, threads });
        let job = Job::new(&bound, binding.cut, self.positions, self.control, listing);
        let finding = job.run(|job| work::<P, N>(pattern, job, &bound))?;
        self.totals.extend(finding.totals);
        self.complete = finding.complete;
        Ok(())
    }
}

fn work<P, N: Nest<P>>(pattern: &P, job: &Seat<'_, '_, '_>, bound: &Bound<'_>) -> Share {
    let mut worker = Worker::new(job, bound);
    on_this_processor::<P, N>(pattern, &mut worker);
    worker.share()
}

#[cfg(target_arch = "x86_64")]
fn on_this_processor<P, N: Nest<P>>(pattern: &P, worker: &mut Worker<'_>) {
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn counting_bits<P, N: Nest<P>>(pattern: &P, worker: &mut Worker<'_>) {
        N::work(pattern, worker);
    }

    let has_all = is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt");
    if N::COUNTS_BITS && has_all {
        // SAFETY: the processor has the features.
        unsafe { counting_bits::<P, N>(pattern, worker) }
    } else {
        N::work(pattern, worker);
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn on_this_processor<P, N: Nest<P>>(pattern: &P, worker: &mut Worker<'_>) {
    N::work(pattern, worker);
}

/// The pattern of a text that was read when the crate compiled, with the values of constants in place of their names.
///
/// # Panics
/// If `text` is no pattern, which the macro has made sure of.
pub fn pattern(text: &str, constants: &[(&str, &str)]) -> Pattern {
    let pattern: Pattern = text.parse().expect("the macro has read the text");
    let value = |text: &str| constants.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
    let of_text = |text: &str| match is_record_label(text) {
        true => value(own_label(text)).map_or_else(|| text.to_owned(), |own| record_label(Some(own))),
        false => value(text).unwrap_or(text).to_owned(),
    };
    pattern.relabelled(|label| label.mapped(of_text))
}

/// Whether no two of the labels are equal: what a plan takes for different must be different.
pub const fn are_distinct(labels: &[&str]) -> bool {
    let mut i = 0;
    while i < labels.len() {
        let mut j = 0;
        while j < i {
            if are_equal(labels[i].as_bytes(), labels[j].as_bytes()) {
                return false;
            }
            j += 1;
        }
        i += 1;
    }
    true
}

const fn are_equal(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::are_distinct;

    #[test]
    fn labels_are_compared_as_text() {
        assert!(are_distinct(&["a", "b", "ab", ""]));
        assert!(!are_distinct(&["a", "b", "a"]));
    }
}
