//! All temporal motifs of a few events at once.

use std::cmp::Ordering;
use std::time::Instant;

use gpm_plan::pattern::TemporalMotif;
use gpm_plan::pattern::predicate::Within;

use crate::control::Control;
use crate::engine::kept::Engine;
use crate::engine::terms::{DevicesUsed, EngineError};
use crate::graph::{Column, Graph, VertexId};
use crate::temporal::{Events, MOST_EVENTS, first_two_index, motif_index, pairs, triples};
use crate::view::{BindError, TimeWindow};

/// What is asked of temporal motifs.
#[derive(Clone, Debug)]
pub struct TemporalQuestion<'a> {
    /// The motifs, all of two events or all of three, on at most three vertices.
    pub motifs: &'a [TemporalMotif],
    /// How long after the first event the last may be; they share the column of times.
    pub spans: &'a [Within],
    /// Whether events of the same time are in the order of their rows. If not, they are in no order, and in no motif together.
    pub are_ties_ordered: bool,
}

/// How often temporal motifs occur.
#[derive(Clone, Debug)]
pub struct TemporalCounts {
    /// By motif and by span; all 0 if the run was stopped.
    pub counts: Vec<Vec<u128>>,
    /// Whether the run was not stopped.
    pub complete: bool,
    /// What counted them.
    pub device: DevicesUsed,
    /// How long that took.
    pub seconds: f64,
}

impl TemporalQuestion<'_> {
    /// Whether [`Engine::temporal_counts`] answers it about a graph. Others are asked motif by motif.
    pub fn has_answer(&self, graph: &Graph) -> bool {
        let are_small = |events: usize| {
            let is_small = |motif: &TemporalMotif| motif.events().len() == events && motif.num_vertices() <= 3;
            self.motifs.iter().all(is_small)
        };
        let has_one_column = self.spans.windows(2).all(|pair| pair[0].by == pair[1].by);
        let has_directions = graph.is_directed() && graph.num_vertices() < MOST_EVENTS;
        (are_small(2) || are_small(3)) && has_one_column && has_directions && graph.has_records()
    }
}

impl Engine {
    /// How often each motif occurs within each span among the records of a graph. Motifs are counted together and without being listed,
    /// on the threads of the engine: see `temporal/mod.rs`.
    ///
    /// ```
    /// use gpm::pattern::predicate::Within;
    /// use gpm::pattern::temporal_motifs;
    /// use gpm::{Control, Engine, Graph, LoadOptions, TableOptions, TemporalQuestion};
    ///
    /// # std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))?;
    /// let payments = "examples/graphs/payments.csv";
    /// let options = LoadOptions { directed: true, ..LoadOptions::default() };
    /// let (accounts, _) = Graph::load_with(payments, &options)?;
    /// let payments = accounts.with_records(payments, &TableOptions::default(), false)?;
    /// let spans = [Within::new("7", "day")?, Within::new("30", "day")?];
    /// let motifs = temporal_motifs(3, 3);
    /// let question = TemporalQuestion { motifs: &motifs, spans: &spans, are_ties_ordered: false };
    /// let found = Engine::auto()?.temporal_counts(&payments.graph, &question, &Control::new())?;
    /// assert!(found.counts.len() == 36 && found.counts.iter().all(|within| within[0] <= within[1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EngineError::Option`] for a [question that has no answer here](TemporalQuestion::has_answer); [`EngineError::Bind`] for a column that is not there, or
    /// spans that are none of its times.
    pub fn temporal_counts(
        &self,
        graph: &Graph,
        question: &TemporalQuestion<'_>,
        control: &Control,
    ) -> Result<TemporalCounts, EngineError> {
        if !question.has_answer(graph) {
            let must = "two or three events on at most three vertices, in a directed graph of records";
            return Err(EngineError::Option { what: "temporal motifs", must });
        }
        graph.ensure_valid()?;
        let TemporalQuestion { motifs, spans, are_ties_ordered } = question;
        let windows =
            spans.iter().map(|within| TimeWindow::new(graph, within)).collect::<Result<Vec<_>, BindError>>()?;
        let start = Instant::now();
        let count = |control: &Control| -> Option<Vec<Vec<u128>>> {
            let Some(window) = windows.first() else { return Some(Vec::new()) };
            let stop = || control.is_stopped();
            let rows = graph.vertex_column("row").filter(|_| *are_ties_ordered);
            let order =
                |one: VertexId, other: VertexId| window.compare(one, other).then_with(|| by_row(rows, one, other));
            let records = in_order(graph, window, &order);
            let ends = |&record: &VertexId| graph.ends_of_record(record).expect("it is a record");
            let ends: Vec<(VertexId, VertexId)> = records.iter().map(ends).collect();
            let ranks = ranks(&records, &order);
            let events = Events { ends: &ends, num_vertices: graph.num_vertices(), ranks: &ranks };
            let starts: Vec<Vec<u32>> = windows.iter().map(|window| starts(&records, window)).collect();
            let of_two = motifs.iter().all(|motif| motif.events().len() == 2);
            match of_two {
                true => pairs(&events, &starts, &stop).map(|counts| counts.into_iter().map(Vec::from).collect()),
                false => triples(&events, &starts, &stop).map(|counts| counts.into_iter().map(Vec::from).collect()),
            }
        };
        let counts = self.in_run(control, |control| Ok::<_, EngineError>(self.pool.install(|| count(control))))?;
        let place = |motif: &TemporalMotif| match *motif.events() {
            [first, second] => first_two_index([first, second]),
            [first, second, third] => motif_index([first, second, third]),
            _ => unreachable!("motifs have two or three events"),
        };
        let of = |motif: &TemporalMotif, span: usize| counts.as_ref().map_or(0, |counts| counts[span][place(motif)]);
        let of_motif = |motif: &TemporalMotif| (0..spans.len()).map(|span| of(motif, span)).collect();
        Ok(TemporalCounts {
            counts: motifs.iter().map(of_motif).collect(),
            complete: counts.is_some(),
            device: DevicesUsed::cpu(self.pool.current_num_threads()),
            seconds: start.elapsed().as_secs_f64(),
        })
    }
}

fn by_row(rows: Option<&Column>, one: VertexId, other: VertexId) -> Ordering {
    match rows {
        Some(Column::Integers(rows)) => rows[one as usize].cmp(&rows[other as usize]),
        _ => Ordering::Equal,
    }
}

/// The records that have a time, in their order.
fn in_order(graph: &Graph, window: &TimeWindow<'_>, order: &impl Fn(VertexId, VertexId) -> Ordering) -> Vec<VertexId> {
    let all = 0..graph.num_vertices() as VertexId;
    let mut records: Vec<VertexId> = all.filter(|&v| graph.is_record(v) && window.has(v)).collect();
    if !records.is_sorted_by(|&one, &next| order(one, next).is_le()) {
        records.sort_by(|&one, &next| order(one, next));
    }
    records
}

/// Equal numbers for what is in no order.
fn ranks(records: &[VertexId], order: &impl Fn(VertexId, VertexId) -> Ordering) -> Vec<u32> {
    let mut rank = 0;
    let mut ranks = Vec::with_capacity(records.len());
    for (at, &record) in records.iter().enumerate() {
        rank += u32::from(at > 0 && order(records[at - 1], record).is_lt());
        ranks.push(rank);
    }
    ranks
}

/// For each record the first that is not too long before it.
fn starts(records: &[VertexId], window: &TimeWindow<'_>) -> Vec<u32> {
    let mut start = 0;
    let of = |&last: &VertexId| {
        while !window.reaches(records[start], last) {
            start += 1;
        }
        start as u32
    };
    records.iter().map(of).collect()
}
