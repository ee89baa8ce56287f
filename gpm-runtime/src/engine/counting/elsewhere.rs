//! Queries of a session counted on other graphs, each by the plan that was made for the session's: random graphs beside an observed one.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, scope};

use gpm_plan::cost::GraphStats;
use gpm_plan::nest::LoopNest;

use super::each::Listener;
use crate::control::{Control, NoThread};
use crate::engine::kept::{Announced, Engine, Session};
use crate::engine::terms::EngineError;
use crate::graph::{Graph, GraphError};

/// What an engine counts on other graphs.
struct Elsewhere<'a> {
    announced: &'a [Announced],
    fused: &'a [LoopNest],
    stats: &'a GraphStats,
}

impl Engine {
    /// Counts the queries that were announced in a session on other graphs, by the plans made for the session's graph: planning and the making
    /// of code are paid once. Plans are right for any graph, and as cheap for graphs that are like the session's.
    ///
    /// `make` gives the graph of a number; each thread makes and searches one by itself. `counted` is called on the calling thread with
    /// the numbers in ascending order, and the counts of the queries in the order in which they were announced. When it breaks, or `control`
    /// stops the run, graphs under way are given up, and no further one is begun: counts are of whole graphs.
    ///
    /// Runs on the CPU; an engine that has nothing but GPUs takes one graph after the other.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use gpm::{Control, Engine, Graph, Query, Session};
    ///
    /// let path = |n: u32| Graph::from_edges(n as usize, (1..n).map(|v| (v - 1, v)));
    /// let (engine, graph, control) = (Engine::auto()?, path(4)?, Control::new());
    /// let mut session = Session::new(&graph);
    /// engine.announce(&mut session, &["wedge".parse::<Query>()?], &control)?;
    /// let mut counts = Vec::new();
    /// engine.count_elsewhere(&session, 5..8, |n| path(n as u32), &control, |_, found| {
    ///     counts.push(found[0]);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(counts, [3, 4, 5]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What `make` refuses, as [`EngineError::Graph`]; as [`Engine::count`]; [`EngineError::OfShard`] if the session is for a shard. The
    /// error of the lowest number is given, after all lower ones were handed over.
    pub fn count_elsewhere(
        &self,
        session: &Session<'_>,
        numbers: Range<u64>,
        make: impl Fn(u64) -> Result<Graph, GraphError> + Sync,
        control: &Control,
        mut counted: impl FnMut(u64, &[u128]) -> ControlFlow<()>,
    ) -> Result<(), EngineError> {
        session.ensure_whole()?;
        let (graph, known) = (session.graph(), self.known.of(session.graph()));
        let measured = || GraphStats { prices: self.prices(session), ..known.stats(graph, &self.pool).clone() };
        let stats = session.stats().cloned().unwrap_or_else(measured);
        let elsewhere = Elsewhere { announced: &session.announced, fused: &session.fused, stats: &stats };
        self.in_run(control, |control| {
            let on_cpu = self.on_cpu();
            let (engine, is_on_cpu) = (on_cpu.as_ref().unwrap_or(self), on_cpu.is_some());
            let (next, (answers, taken)) = (AtomicU64::new(numbers.start), channel());
            let count_next = || {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let is_left = number < numbers.end && !control.is_stopped();
                is_left.then(|| (number, elsewhere.count(engine, &make, number, control)))
            };
            control.begin(numbers.end.saturating_sub(numbers.start));
            scope(|scope| {
                // Whoever asked takes all of them, or has ended the run.
                let each = |answers: &Sender<Answered>| {
                    std::iter::from_fn(&count_next).for_each(|answer| drop(answers.send(answer)));
                };
                let work = move || match is_on_cpu {
                    true => drop(engine.pool.broadcast(|_| each(&answers))),
                    false => each(&answers),
                };
                Builder::new().name("gpm-elsewhere".to_owned()).spawn_scoped(scope, work).map_err(NoThread::from)?;
                let _listener = Listener(control);
                let (mut early, mut due) = (BTreeMap::new(), numbers.start);
                for (number, answer) in taken {
                    control.advance(1);
                    early.insert(number, answer);
                    while let Some(answer) = early.remove(&due) {
                        let Some(counts) = answer.inspect_err(|_| control.end())? else { return Ok(()) };
                        if counted(due, &counts).is_break() {
                            control.end();
                            return Ok(());
                        }
                        due += 1;
                    }
                }
                Ok(())
            })
        })
    }
}

/// The number of a graph, and its counts; `None` if the run was stopped before they were whole.
type Answered = (u64, Result<Option<Vec<u128>>, EngineError>);

impl Elsewhere<'_> {
    fn count(
        &self,
        engine: &Engine,
        make: impl Fn(u64) -> Result<Graph, GraphError>,
        number: u64,
        control: &Control,
    ) -> Result<Option<Vec<u128>>, EngineError> {
        let graph = make(number)?;
        let mut session = Session::with_plans(&graph, self.stats, self.announced, self.fused);
        let mut counts = Vec::with_capacity(self.announced.len());
        for Announced { query, .. } in self.announced {
            let report = engine.counted(&mut session, query, &control.question(None))?;
            if report.partial {
                return Ok(None);
            }
            counts.push(report.count);
        }
        Ok(Some(counts))
    }
}

#[cfg(test)]
mod tests {
    use gpm_plan::pattern::all_connected;
    use gpm_plan::query::Query;

    use super::*;

    /// Some graph of eight vertices.
    fn graph(number: u64) -> Result<Graph, GraphError> {
        let pairs = (0..8u32).flat_map(|v| (0..v).map(move |u| (u, v)));
        let is_there =
            |&(u, v): &(u32, u32)| (number + 7 * u64::from(u * 8 + v)).wrapping_mul(0x9e37_79b9) >> 7 & 1 == 1;
        Graph::from_edges(8, pairs.filter(is_there))
    }

    fn motifs() -> Vec<Query> {
        all_connected(4).iter().rev().map(|pattern| Query::from(pattern).vertex_induced()).collect()
    }

    #[test]
    fn counts_are_those_of_each_graph_in_order() {
        let (engine, control, observed) = (Engine::auto().unwrap(), Control::new(), graph(0).unwrap());
        let mut session = Session::new(&observed);
        engine.announce(&mut session, &motifs(), &control).unwrap();
        let mut found = Vec::new();
        let take = |number, counts: &[u128]| {
            found.push((number, counts.to_vec()));
            if number < 30 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        engine.count_elsewhere(&session, 0..40, graph, &control, take).unwrap();
        assert_eq!(found.iter().map(|(number, _)| *number).collect::<Vec<_>>(), (0..=30).collect::<Vec<_>>());
        for (number, counts) in found {
            let graph = graph(number).unwrap();
            let alone = motifs().iter().map(|query| engine.count(&graph, query).unwrap().count).collect::<Vec<_>>();
            assert_eq!(counts, alone, "{number}");
        }
    }

    #[test]
    fn an_error_comes_after_what_is_before_it() {
        let (engine, control, observed) = (Engine::auto().unwrap(), Control::new(), graph(0).unwrap());
        let mut session = Session::new(&observed);
        engine.announce(&mut session, &motifs(), &control).unwrap();
        let make = |number| if number == 3 { Graph::from_edges(1, [(0, 1)]) } else { graph(number) };
        let mut numbers = Vec::new();
        let take = |number, _: &[u128]| {
            numbers.push(number);
            ControlFlow::Continue(())
        };
        assert!(matches!(engine.count_elsewhere(&session, 0..9, make, &control, take), Err(EngineError::Graph(_))));
        assert_eq!(numbers, [0, 1, 2]);
    }

    #[test]
    fn a_stopped_run_counts_nothing() {
        let (engine, control, observed) = (Engine::auto().unwrap(), Control::new(), graph(0).unwrap());
        let mut session = Session::new(&observed);
        engine.announce(&mut session, &motifs(), &control).unwrap();
        control.stop();
        engine.count_elsewhere(&session, 0..9, graph, &control, |_, _| unreachable!("it was stopped")).unwrap();
    }
}
