//! Queries of a batch that devices answer together: one that has a device to itself spends more time on launches than on its search, mostly.

use std::time::{Duration, Instant};

use gpm_plan::query::Query;
use rayon::prelude::*;

use super::brief::Brief;
use super::brief_on_device::{TRIAL, reported};
use super::devices_used::DevicesUsed;
use super::place::Executor;
use super::report::{Report, Seconds};
use crate::brief::{Found, Written};
use crate::control::Control;
use crate::graph::Graph;

/// Queries of a wave, so that what is laid out for them is some hundred MiB at most.
pub(super) const WAVE: usize = 64;
/// What a wave has for each of its queries, beside the time that one alone is tried for.
const OF_EACH: Duration = Duration::from_millis(1);

/// A query before its search.
enum Laid<'a> {
    /// It is not of the kind that is answered like this.
    Not,
    /// A vertex has no candidates.
    Empty,
    /// What devices search.
    Out(Written<'a>),
}

impl Brief {
    /// By query the answer, if it is of the kind that is answered like this, and devices find it soon: no query waits for one that takes long. Each
    /// has the same part of the time that all took. The pool that this runs in lays queries out.
    pub(super) fn answer_wave(
        &self,
        executor: &dyn Executor,
        (graph, queries): (&Graph, &[Query]),
        control: &Control,
    ) -> Vec<Option<Report>> {
        let start = Instant::now();
        let laid: Vec<Laid<'_>> = queries.par_iter().map(|query| self.laid(graph, query, control)).collect();
        let mut answers: Vec<Option<Report>> = queries.iter().map(|_| None).collect();
        let mut together: Option<(Written<'_>, Vec<usize>)> = None;
        for (place, laid) in laid.into_iter().enumerate() {
            match (laid, &mut together) {
                (Laid::Not, _) => {}
                (Laid::Empty, _) => {
                    answers[place] = reported(&queries[place], Found::All(0), DevicesUsed::cpu(1), Seconds::default());
                }
                (Laid::Out(first), None) => together = Some((first, vec![place])),
                (Laid::Out(next), Some((all, places))) => {
                    if all.append(&next) {
                        places.push(place);
                    }
                }
            }
        }
        let planned = start.elapsed();
        let Some((all, places)) = together else { return answers };
        let number = places.len() as u32;
        match executor.labelled(&all, Some(TRIAL + OF_EACH * number), control) {
            Some(Ok((found, device, kernel))) => {
                let part = |time: f64| time / f64::from(number);
                let run = part((start.elapsed() - planned).as_secs_f64());
                let plan = part(planned.as_secs_f64());
                let seconds = Seconds { plan, run, kernel: kernel.map(part), ..Seconds::default() };
                for (place, found) in places.into_iter().zip(found) {
                    answers[place] = reported(&queries[place], found, device.clone(), seconds);
                }
            }
            // Each says so that is asked alone.
            Some(Err(error)) => log::info!("a wave of {number} queries was given up: {error}"),
            None => {}
        }
        answers
    }

    fn laid(&self, graph: &Graph, query: &Query, control: &Control) -> Laid<'_> {
        let Some((question, edges)) = self.on_edges(graph, query) else { return Laid::Not };
        if edges.candidates.iter().any(|own| own.is_empty()) {
            return Laid::Empty;
        }
        Written::new((self.ground(), &question), &edges, control).map_or(Laid::Not, Laid::Out)
    }
}
