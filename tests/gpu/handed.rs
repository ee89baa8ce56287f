//! The matches that a listing hands over, in a form in which two listings can be compared whatever their order, and whichever embedding
//! of a subgraph its plan finds.

use std::ops::ControlFlow;

use gpm_plan::query::{Query, Unit};
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
    /// All matches, each as [`Embeddings::first`] writes it, ascending, if they are few.
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
        let embeddings = Embeddings::new(query);
        let mut sink = |found: &[VertexId]| {
            let found = embeddings.first(found);
            handed.count += 1;
            handed.checksum = handed.checksum.wrapping_add(mixed(&found));
            if expected <= KEPT {
                handed.matches.push(found);
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

/// The embeddings of a subgraph.
struct Embeddings {
    /// For each vertex of the pattern, an automorphism to each vertex where it can go while those before it stay.
    chain: Vec<Vec<Vec<usize>>>,
}

impl Embeddings {
    fn new(query: &Query) -> Self {
        let vertices: Vec<usize> = (0..query.pattern.num_vertices()).collect();
        let group = query.pattern.automorphisms(query.semantics);
        let chain = vertices.iter().map(|&u| {
            let before = &vertices[..u];
            vertices.iter().filter_map(|&w| group.carrying(before, u, w)).collect()
        });
        Self { chain: if query.unit == Unit::Subgraphs { chain.collect() } else { Vec::new() } }
    }

    /// The first embedding in ascending order of the subgraph that this one shows.
    fn first(&self, found: &[VertexId]) -> Vec<VertexId> {
        self.chain.iter().enumerate().fold(found.to_vec(), |found, (u, images)| {
            let image = images.iter().min_by_key(|image| found[image[u]]).expect("the identity is one");
            image.iter().map(|&w| found[w]).collect()
        })
    }
}

/// A number that depends on every vertex of a match and its place.
fn mixed(found: &[VertexId]) -> u64 {
    found.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, &v| {
        let hash = (hash ^ u64::from(v)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^ (hash >> 32)
    })
}
