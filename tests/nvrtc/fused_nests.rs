//! What becomes of the nests of patterns that are counted together.

use gpm_plan::cost::GraphStats;
use gpm_plan::nest::LoopNest;
use gpm_plan::pattern::{Pattern, Semantics, all_connected};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::Memo;

/// Those of all connected patterns of a size.
pub(crate) fn of_size(size: usize, semantics: Semantics) -> Vec<LoopNest> {
    let mut memo = Memo::default();
    let plan = |pattern: Pattern| {
        let query = Query::from(pattern).with_semantics(semantics);
        Plan::with_memo(query, &GraphStats::typical(), &mut memo).expect("every pattern has a plan")
    };
    let plans: Vec<Plan> = all_connected(size).into_iter().rev().map(plan).collect();
    LoopNest::fuse(plans.iter().flat_map(Plan::nests))
}
