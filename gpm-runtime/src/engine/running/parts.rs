//! Searching below a part of the roots: those of a shard, without those that a journal says are done.

use std::ops::Range;
use std::time::Instant;

use gpm_plan::nest::Per;

use crate::engine::kept::{Engine, Session};
use crate::engine::place::{Done, Search};
use crate::engine::terms::EngineError;
use crate::run::{BoundNest, Sink};
use crate::sched::{Deal, Pace, Ranges, Shard, fingerprint};

impl Engine {
    /// Runs a search below the session's roots.
    pub(super) fn run_part(
        &self,
        session: &mut Session<'_>,
        search: Search<'_>,
        sink: Option<&mut Sink<'_>>,
    ) -> Result<Done, EngineError> {
        let roots = session.roots();
        if session.journal.is_some() && sink.is_none() && search.nest.nest.per == Per::Total {
            return self.run_ranges(session, search);
        }
        if roots == Shard::WHOLE {
            return self.executor.run(search, sink);
        }
        let deal = self.pool.install(|| Deal::new(search.nest.bound).shard(roots));
        self.run_hands(search, &deal, (0..1, 1), sink)
    }

    /// Runs what the journal says is not done of a search, range by range.
    fn run_ranges(&self, session: &mut Session<'_>, search: Search<'_>) -> Result<Done, EngineError> {
        let roots = session.roots();
        let deal = self.pool.install(|| Deal::new(search.nest.bound).shard(roots));
        let hands = deal.num_hands();
        let id = fingerprint(search.nest.nest, roots, hands);
        let journal = session.journal.as_mut().expect("there is one");
        let (mut left, totals) = match journal.searched(id) {
            Some(known) => (known.left.clone(), known.totals.clone()),
            None => (Ranges::one(0..hands), Vec::new()),
        };
        search.control.resume(hands - left.len(), hands);
        let (mut all, mut pace) = (Done::known(totals, self.device()), Pace::new());
        while let Some(range) = left.take_first(pace.next()) {
            let done_before = hands - left.len() - range.len() as u32;
            search.control.enter(done_before..done_before + range.len() as u32, hands);
            let began = Instant::now();
            let part = Search { num_own: 0, ..search };
            let done = self.run_hands(part, &deal, (range.clone(), hands), None);
            search.control.enter(0..0, 0);
            let done = done?;
            pace.took(range.len() as u32, began.elapsed());
            let is_complete = done.finding.complete;
            if is_complete {
                journal.record(id, hands, range, &done.finding.totals)?;
            }
            all = all.then(done)?;
            if !is_complete {
                break;
            }
        }
        Ok(all)
    }

    /// Runs a search below the roots of some hands of so many.
    fn run_hands(
        &self,
        search: Search<'_>,
        deal: &Deal,
        (hands, of): (Range<u32>, u32),
        sink: Option<&mut Sink<'_>>,
    ) -> Result<Done, EngineError> {
        let BoundNest { nest, bound, graph } = search.nest;
        let bound = bound.below(deal.hands(hands, of));
        self.executor.run(Search { nest: BoundNest { nest, bound: &bound, graph }, ..search }, sink)
    }
}
