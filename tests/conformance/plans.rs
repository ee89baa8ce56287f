//! Counts of a pattern in a graph by all the plans that it has with some passes off.

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{Pattern, Semantics};
use gpm_plan::plan::Plan;
use gpm_plan::query::{Output, Unit};
use gpm_runtime::control::Control;
use gpm_runtime::graph::Graph;

use crate::cell::{Cell, guarded, whole};
use crate::engines::{Engines, MODES};
use crate::expected::{Expected, pass_sets};
use crate::mismatch::Mismatches;
use crate::sample::Sample;
use crate::settings::is_full;

/// Compares with brute force what is counted with each of `off` left out. A plan that was run before is not run again: most
/// patterns give most passes nothing to do. The plan for the first of `off` is run in each mode and unit. What is counted does not
/// depend on the unit, which scales the total, so that each of the others is run in each mode once, in one unit and the other in
/// turn.
pub(crate) fn check(
    engines: &Engines,
    (sample, graph): (&Sample, &Graph),
    (pattern, semantics): (&Pattern, Semantics),
    units: &[Unit],
    off: &[PassSet],
    mismatches: &mut Mismatches,
) {
    let expected = Expected::new(sample, pattern, semantics);
    let mut run: Vec<Plan> = Vec::new();
    for &off in off {
        let cell = |unit, mode| Cell { pattern, semantics, unit, output: Output::Count, off, mode };
        let plan = match cell(units[0], MODES[0]).plan(engines, graph) {
            Ok(plan) if run.iter().any(|other| is_same(&plan, other)) => continue,
            plan => plan,
        };
        for (at, mode) in MODES.into_iter().enumerate() {
            if run.is_empty() {
                units.iter().for_each(|&unit| {
                    mismatches.check_count(engines, (sample, graph), &cell(unit, mode), expected);
                });
            }
            if !run.is_empty() || may_need_no_plan(pattern) {
                let cell = cell(units[(run.len() + at) % units.len()], mode);
                let found = plan.clone().and_then(|plan| count(engines, graph, &cell, plan));
                mismatches.compare(engines, sample, &cell, expected, found);
            }
        }
        run.extend(plan);
    }
}

/// Whether the engine may have answered without running the plan.
fn may_need_no_plan(pattern: &Pattern) -> bool {
    (0..pattern.num_vertices()).all(|u| pattern.vertex_label(u).is_some())
}

/// Passes to switch off: in a full run none, all, and each; else none, all, and a third of the others, in turn.
pub(crate) fn some_pass_sets(turn: usize) -> Vec<PassSet> {
    let sets = pass_sets().into_iter().enumerate();
    sets.filter(|(i, _)| is_full() || *i < 2 || (i + turn).is_multiple_of(3)).map(|(_, set)| set).collect()
}

/// What the engine counts by a plan for the same query, in the unit of the cell.
fn count(engines: &Engines, graph: &Graph, cell: &Cell<'_>, plan: Plan) -> Result<u128, String> {
    cell.trace();
    let plan = Plan { query: cell.query(), ..plan };
    whole(guarded(|| engines.of(cell.mode).count_planned(graph, &plan, &Control::new()))?)
}

/// Whether two plans do the same, but for what they are asked. Tables are planned without the passes that the plan is.
fn is_same(plan: &Plan, other: &Plan) -> bool {
    let looks_nothing_up = || plan.nests().all(|nest| nest.entries.is_empty());
    plan.has_terms_of(other) && (plan.query.disabled == other.query.disabled || looks_nothing_up())
}
