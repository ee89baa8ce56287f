//! Native code that was made before, in this process: to make it takes longer than to search a small graph.

use std::sync::{Arc, Mutex};

use gpm_plan::nest::LoopNest;

use super::limits::Limits;
use super::native::{CompileError, Native};
use crate::lock::lock;
use crate::process::PerProcess;
use crate::recent::Recent;
use crate::set::Kernels;
use crate::view::Bound;

/// Nests whose code is kept. A child that is forked while a thread has the lock has a lock of its own.
static KEPT: PerProcess<Mutex<Recent<Kept, MOST>>> = PerProcess::new();
/// Nests whose code is kept in the process. *guess*
const MOST: usize = 256;

struct Kept {
    nest: LoopNest,
    limits: Limits,
    kernels: &'static Kernels,
    native: Arc<Native>,
}

/// The code of a nest, made now unless it is kept: half a millisecond. What filters read is looked up in the graph, and made for it.
pub(in crate::cpu) fn native(
    nest: &LoopNest,
    bound: &Bound<'_>,
    kernels: &'static Kernels,
) -> Result<Arc<Native>, CompileError> {
    let limits = Limits::of(bound);
    if bound.filters.tests.iter().any(|tests| !tests.is_empty()) {
        return Ok(Arc::new(Native::compile(nest, (limits, &bound.filters), kernels)?));
    }
    let is_it = |own: &Kept| own.limits == limits && std::ptr::eq(own.kernels, kernels) && own.nest == *nest;
    let kept = KEPT.get(|| Ok::<_, CompileError>(Mutex::default()))?;
    if let Some(own) = lock(kept).find(is_it) {
        return Ok(Arc::clone(&own.native));
    }
    let native = Arc::new(Native::compile(nest, (limits, &bound.filters), kernels)?);
    let mut kept = lock(kept);
    // Another thread may have made it meanwhile.
    if kept.find(is_it).is_none() {
        kept.add(Kept { nest: nest.clone(), limits, kernels, native: Arc::clone(&native) });
    }
    Ok(native)
}

#[cfg(test)]
mod tests {
    use gpm_plan::cost::GraphStats;
    use gpm_plan::plan::Plan;

    use super::*;
    use crate::graph::Graph;
    use crate::set::kernels;

    /// The code of a pattern for a star with so many leaves.
    fn for_star(pattern: &str, leaves: u32) -> Arc<Native> {
        let graph = Graph::from_edges(leaves as usize + 1, (1..=leaves).map(|leaf| (0, leaf))).expect("a graph");
        let plan = Plan::new(pattern.parse().expect("a pattern"), &GraphStats::typical()).expect("a plan");
        let nest = plan.first_nest();
        let bound = Bound::new(&graph, nest).expect("it fits any graph");
        native(nest, &bound, kernels()).expect("there is native code for this host")
    }

    #[test]
    fn graphs_alike_share_code() {
        let own = for_star("tailed-triangle", 9);
        assert!(Arc::ptr_eq(&own, &for_star("tailed-triangle", 9)));
        assert!(Arc::ptr_eq(&own, &for_star("tailed-triangle", 16)));
        assert!(!Arc::ptr_eq(&own, &for_star("tailed-triangle", 17)));
        assert!(!Arc::ptr_eq(&own, &for_star("diamond", 9)));
    }

    #[test]
    fn what_filters_read_is_made_for_the_graph() {
        let pattern = "a-b where a.id < b.id";
        assert!(!Arc::ptr_eq(&for_star(pattern, 9), &for_star(pattern, 9)));
    }
}
