//! Answers without a plan: what a query on a labelled graph takes in most cases is less than planning it.

use std::num::NonZeroU64;
use std::time::Instant;

use gpm_plan::query::{Query, Unit};

use super::devices_used::DevicesUsed;
use super::report::{Report, Seconds};
use crate::brief::{Found, Question, Search, candidates};
use crate::control::Control;
use crate::graph::Graph;
use crate::mine::LabelledRows;

/// Steps after which a plan is made: about what a plan and its machine code cost, some tens of milliseconds.
const STEPS: u64 = 1 << 22;
/// Edges of the graph that it is worth laying out for each query: a quarter of the time that a plan takes.
const EDGES: u64 = 1 << 18;

/// A graph laid out for that.
pub(super) struct Brief {
    rows: LabelledRows,
}

impl Brief {
    /// Lays the graph out, if that pays for so many queries; `None` also if the run was stopped.
    pub(super) fn new(graph: &Graph, queries: &[Query], control: &Control) -> Option<Brief> {
        let number = queries.iter().filter(|query| Question::new(query, graph).is_some()).count() as u64;
        let pays = number > 0 && graph.num_edges() <= EDGES.saturating_mul(number);
        let rows = pays.then(|| LabelledRows::new(graph, 0, control).ok())??;
        Some(Brief { rows })
    }

    /// The answer to a query, if it is of the kind that is answered like this, and takes few steps.
    pub(super) fn answer(
        &self,
        graph: &Graph,
        query: &Query,
        limit: Option<NonZeroU64>,
        control: &Control,
    ) -> Option<Report> {
        let start = Instant::now();
        let question = Question::new(query, graph)?;
        if question.num_looked_at(&self.rows) > STEPS {
            return None;
        }
        let each = match query.unit {
            Unit::Embeddings => 1,
            Unit::Subgraphs => query.pattern.automorphisms(query.semantics).order(),
        };
        let wanted = limit.map_or(Some(u128::MAX), |limit| each.checked_mul(limit.get().into()))?;
        let candidates = candidates(&self.rows, &question);
        let planned = start.elapsed();
        let (count, partial, limited) =
            match Search::new((&self.rows, &question), &candidates, control, (STEPS, wanted)).run() {
                Found::All(count) => (count / each, false, false),
                Found::Enough => (wanted / each, false, true),
                Found::Stopped(count) => (count / each, true, false),
                Found::GaveUp => return None,
            };
        let run = (start.elapsed() - planned).as_secs_f64();
        let seconds = Seconds { plan: planned.as_secs_f64(), run, ..Seconds::default() };
        let query = query.clone();
        Some(Report { count, partial, limited, device: DevicesUsed::cpu(1), seconds, gpu: None, query, plan: None })
    }
}
