//! Plans of counts by vertex or arc in which every level is credited: alone and with others that are alike, by loops of whole warps and
//! by leaves, on lists and in bit matrices.

use std::collections::BTreeSet;

use gpm_plan::cost::GraphStats;
use gpm_plan::exec::{KernelOptions, Sharing, WarpProgram};
use gpm_plan::nest::{Level, Levels, LoopNest, Per};
use gpm_plan::pattern::{Semantics, all_connected};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::{Memo, choices};

use crate::places::anchored;

/// One plan of each shape that is a single nest.
///
/// # Panics
/// If some level of up to four loops is never credited.
pub(crate) fn plans(stats: &GraphStats) -> Vec<Plan> {
    let (mut outlines, mut shapes, mut plans) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for pattern in (3..=5).flat_map(all_connected).flat_map(|pattern| anchored(&pattern)) {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
            let query = Query::from(pattern.clone()).with_semantics(semantics);
            for choice in choices(&query, stats, usize::MAX, &mut Memo::default()) {
                let outline = choice.outline();
                let is_new = outlines.insert((pattern.clone(), semantics, outline.credited, outline.tail));
                if choice.terms.len() > 1 || !is_new {
                    continue;
                }
                let plan = Plan::alone(query.clone(), choice, stats);
                let plan = plan.expect("the nest is valid");
                let program = WarpProgram::new(plan.first_nest(), &KernelOptions::default());
                let Sharing { num_loops, leaf, .. } = program.sharing;
                let LoopNest { local, per, credited, .. } = plan.first_nest().clone();
                if shapes.insert(((num_loops, local.is_some(), per, credited), leaf.is_some(), semantics)) {
                    plans.push(plan);
                }
            }
        }
    }
    let is_there = |shape| shapes.iter().any(|(other, ..)| *other == shape);
    for (loops, is_local) in [(2, false), (3, false), (4, false), (4, true)] {
        let all = Levels::before(Level(loops as u8));
        for levels in all.iter().map(|level| Levels::NONE.with(level)).chain([all]) {
            let shape = (loops, is_local, Per::Vertex, levels);
            assert!(is_there(shape), "{levels:?} of {loops} levels are credited, in a bit matrix: {is_local}");
        }
    }
    assert!(is_there((2, false, Per::Edge, Levels::before(Level(2)))), "a leaf goes through arcs");
    plans
}
