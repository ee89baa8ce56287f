//! Running the searches of a plan, one after the other, on whatever the engine has.

use std::sync::Arc;
use std::time::Instant;

use super::bind::BoundPlan;
use crate::control::Control;
use crate::engine::kept::{BoundSearch, Engine, Known, Session, Spared};
use crate::engine::place::{Done, Search};
use crate::engine::terms::EngineError;
use crate::run::{BoundNest, Sink};
use crate::table::{Lookup, Table};
use crate::view::spread;

impl Engine {
    /// Runs the nests of a plan, but those whose totals are known, until the run is stopped. What is found is kept for the session.
    pub(super) fn run_all(
        &self,
        session: &mut Session<'_>,
        bound: &BoundPlan<'_, '_>,
        control: &Control,
        mut sink: Option<&mut Sink<'_>>,
    ) -> Result<Vec<Done>, EngineError> {
        let mut all: Vec<Done> = Vec::new();
        let (later, lists) = (Arc::clone(&session.coming), sink.is_some());
        let searches: Vec<BoundNest<'_>> = bound.searches.iter().chain(&*later).map(BoundSearch::nest).collect();
        if let Some(log) = &mut session.log {
            log.begin_plan();
        }
        for (place, (nest, search)) in bound.nests().enumerate() {
            if let Some(Known { total, table }) = session.known(nest) {
                if let Some(log) = &mut session.log {
                    log.know_nest(place);
                }
                all.push(Done { table, ..Done::known(vec![total], self.device()) });
                continue;
            }
            let search = search.expect("what is not known was bound");
            let (own, coming) = (searches[search], &searches[search + 1..]);
            // Re-borrowed, since the sink outlives each run.
            let sink = sink.as_deref_mut();
            let began = Instant::now();
            let num_own = bound.searches.len() - search - 1;
            let asked = Search { nest: own, coming, num_own, control, pool: &self.pool };
            // Runs in parts deal out all roots.
            let is_whole = !session.is_of_parts();
            let spared = is_whole.then(|| Spared::of(own, || session.twins(), &self.pool)).flatten();
            let mut done = match spared {
                Some(spared) => {
                    let bound = own.bound.below(spared.roots.clone());
                    let nest = BoundNest { bound: &bound, ..own };
                    let mut done = self.run_part(session, Search { nest, ..asked }, sink)?;
                    spared.complete(&mut done.finding)?;
                    done
                }
                None => self.run_part(session, asked, sink)?,
            };
            let took = began.elapsed();
            log::debug!("{:.3} s: {}\n{}", took.as_secs_f64(), nest.pattern, own.nest);
            if let Some(log) = &mut session.log {
                log.end_nest(place, &done, took);
            }
            let is_complete = done.finding.complete;
            done.table = self.table(own, done.finding.table.take());
            let table = done.table.clone();
            let found: Vec<_> = own.nest.parts().iter().zip(std::mem::take(&mut done.finding.totals)).collect();
            let total = found.iter().filter(|(part, _)| part.is_same_search(nest)).map(|&(_, total)| total);
            done.finding.totals.extend(total);
            all.push(done);
            if !is_complete {
                break;
            }
            // What was counted with tables that are not exact is no count, and matches are to be listed whenever they are asked for.
            let is_known = !lists && own.bound.tables.iter().all(Lookup::is_exact);
            for (part, total) in found.into_iter().filter(|_| is_known) {
                session.keep(part, Known { total, table: table.clone() });
            }
        }
        Ok(all)
    }

    /// The table of a nest by entry of the graph's rows, where it is by entry of rows laid out for the nest.
    fn table(&self, BoundNest { nest, bound, graph }: BoundNest<'_>, table: Option<Table>) -> Option<Arc<Table>> {
        let spread = |table: Table| match nest.arcs() {
            Some(view) => self.pool.install(|| spread(table, &bound.views[usize::from(view.0)], graph.out())),
            None => table,
        };
        table.map(spread).map(Arc::new)
    }
}
