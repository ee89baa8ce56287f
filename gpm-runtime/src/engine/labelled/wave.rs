//! Queries of a batch that devices answer together: one that has a device to itself spends more time on launches than on its search, mostly.

use std::time::{Duration, Instant};

use gpm_plan::query::Query;
use rayon::prelude::*;

use super::brief::Brief;
use super::brief_on_device::{TRIAL, reported};
use crate::brief::{Found, Written};
use crate::control::Control;
use crate::engine::place::Executor;
use crate::engine::terms::{DevicesUsed, Report, Seconds};
use crate::graph::Graph;

/// Queries of a wave, so that what is laid out for them is some hundred MiB at most. *guess*
pub(in crate::engine) const WAVE: usize = 64;
/// Time that a wave has for each of its queries, beside what one alone is tried for. *guess*
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
    pub(in crate::engine) fn answer_wave(
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
        Written::new(self.ground(), &question, &edges, control).map_or(Laid::Not, Laid::Out)
    }
}

#[cfg(test)]
mod tests {
    use gpm_plan::query::Unit;
    use rayon::ThreadPool;

    use super::*;
    use crate::engine::place::{Done, LabelledDone, Search};
    use crate::engine::terms::EngineError;
    use crate::graph::GraphBuilder;
    use crate::run::Sink;

    /// Devices that count as many matches of a pattern as its first vertex has candidates, and give up those of three vertices.
    #[derive(Debug)]
    struct Fake {
        fails: bool,
    }

    impl Executor for Fake {
        fn device(&self, _: &ThreadPool) -> DevicesUsed {
            DevicesUsed::cpu(1)
        }

        fn apart(&self) -> Option<Box<dyn Executor>> {
            None
        }

        fn labelled(
            &self,
            written: &Written<'_>,
            _: Option<Duration>,
            _: &Control,
        ) -> Option<Result<LabelledDone, EngineError>> {
            if self.fails {
                return Some(Err(EngineError::NoGpuSupport));
            }
            let found = written.patterns.iter().map(|pattern| match pattern.size {
                3 => Found::GaveUp(1),
                _ => Found::All(pattern.num_roots.into()),
            });
            Some(Ok((found.collect(), DevicesUsed::cpu(77), Some(0.5))))
        }

        fn run(&self, _: Search<'_>, _: Option<&mut Sink<'_>>) -> Result<Done, EngineError> {
            unreachable!("nothing is planned")
        }
    }

    #[test]
    fn each_query_has_the_answer_of_its_own_pattern() {
        let graph = GraphBuilder::undirected()
            .edges([(0, 1), (1, 2), (2, 3), (3, 4)])
            .vertex_labels(["x", "y", "x", "z", "x"].map(str::to_owned))
            .build()
            .expect("a graph");
        let control = Control::new();
        // One edge, one that is given up, one without candidates, one of another kind, and another edge.
        let queries = ["a:x-b:y", "a:x-b:y-c:x", "a:y-b:z", "a-b", "a:z-b:x"].map(|text| {
            let query: Query = text.parse().expect("a pattern");
            Query { unit: Unit::Embeddings, ..query }
        });
        let brief = Brief::of_batch(&graph, &queries, &control).expect("nobody stops it");
        let ask = |fails| brief.answer_wave(&Fake { fails }, (&graph, &queries), &control);
        let counts = |answers: &[Option<Report>]| -> Vec<Option<u128>> {
            answers.iter().map(|answer| answer.as_ref().map(|report| report.count)).collect()
        };
        let answers = ask(false);
        let ends = [&answers[0], &answers[4]].map(|answer| answer.as_ref().expect("it is answered"));
        assert_eq!(counts(&answers)[1..4], [None, Some(0), None]);
        assert_eq!(ends.map(|report| report.count), [1, 1], "y, and z, are rarest");
        // Three were asked together.
        assert!(ends.iter().all(|report| report.seconds.kernel == Some(0.5 / 3.0) && !report.partial));
        assert_eq!(counts(&ask(true)), [None, None, Some(0), None, None]);
    }
}
