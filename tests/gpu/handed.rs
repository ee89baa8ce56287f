//! The matches that a listing hands over, in a form in which two listings can be compared whatever their order.

use std::ops::ControlFlow;

use gpm_plan::query::Query;
use gpm_runtime::control::Control;
use gpm_runtime::engine::Engine;
use gpm_runtime::graph::{Graph, VertexId};

use crate::cell::guarded;

/// Matches that are kept; of more only the checksum is.
const KEPT: u128 = 1_000_000;

/// What a listing handed over.
#[derive(PartialEq, Eq)]
pub(crate) struct Handed {
    /// Calls of the sink.
    pub(crate) count: u128,
    /// Sum over the matches, so that their order does not matter.
    checksum: u64,
    /// All matches, ascending, if they are few.
    matches: Vec<Vec<VertexId>>,
}

impl Handed {
    /// Lists `expected` matches, as a count before said.
    ///
    /// # Panics
    /// If the run fails, is cut short, or reports another number than it handed over.
    #[track_caller]
    pub(crate) fn list(engine: &Engine, graph: &Graph, query: &Query, expected: u128) -> Self {
        let mut handed = Self { count: 0, checksum: 0, matches: Vec::new() };
        let mut sink = |found: &[VertexId]| {
            handed.count += 1;
            handed.checksum = handed.checksum.wrapping_add(mixed(found));
            if expected <= KEPT {
                handed.matches.push(found.to_vec());
            }
            ControlFlow::Continue(())
        };
        let report = guarded(|| engine.list_with(graph, query, &Control::new(), &mut sink));
        let report = report.unwrap_or_else(|error| panic!("{} on {}: {error}", query.pattern, engine.device()));
        assert!(!report.partial, "{} on {}: cut short", query.pattern, report.device);
        assert_eq!(report.count, handed.count, "{} on {}: reported and handed over", query.pattern, report.device);
        handed.matches.sort_unstable();
        handed
    }

    /// How the listing differs from one known to be right, if it does.
    pub(crate) fn flaw(&self, right: &Handed) -> Option<String> {
        if self == right {
            return None;
        }
        let numbers = format!("{} matches, checksum {:x}", self.count, self.checksum);
        let wanted = format!("not {}, {:x}", right.count, right.checksum);
        let differs = self.matches.iter().zip(&right.matches).find(|(found, known)| found != known);
        Some(format!("{numbers}, {wanted}; the first that differ: {differs:?}"))
    }
}

/// A number that depends on every vertex of a match and its place.
fn mixed(found: &[VertexId]) -> u64 {
    found.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, &v| {
        let hash = (hash ^ u64::from(v)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^ (hash >> 32)
    })
}
