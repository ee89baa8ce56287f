//! "Why not so?": what an order of the pattern's vertices, or a plan without a rewrite, would have cost beside the plan that was made.

use std::fmt::Write;

use thiserror::Error;

use super::alternatives::{PricedNest, built, named};
use crate::error::quoted_list;
use crate::passes::{PASSES, Pass};
use crate::pattern::{Pattern, bits};
use crate::plan::{Plan, PlanError};
use crate::search::{Choice, Memo, along, choices};

/// Alternatives among which one is looked for that rests on a rewrite: building more takes longer than it tells. *guess*
const LOOKED_THROUGH: usize = 64;

/// Why a question about a plan has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAnswer {
    /// What is asked about is neither a rewrite nor vertices of the pattern.
    #[error("`{0}` is neither a vertex of the pattern ({1}) nor a rewrite ({rewrites})", rewrites = names_of_passes())]
    Unknown(String, String),
    /// An order names a vertex twice.
    #[error("the order names the vertex `{0}` twice")]
    Twice(String),
    /// Vertices are cut off from those before them.
    #[error("an order must name each vertex, or a bar before those that are counted together at the end: {0} missing")]
    Missing(String),
    /// There is no plan to compare with.
    #[error(transparent)]
    NoPlan(#[from] PlanError),
}

/// Why a plan is not by the order, or not with or without the rewrite, that `what` names: a text of some lines. An order names the vertices of
/// the pattern, with spaces or commas between them, and a bar before those that are to be counted together at the end.
///
/// ```
/// use gpm::{GraphStats, Plan, Query, why};
///
/// let plan = Plan::new(Query::from("a-b, b-c, c-a, c-d".parse::<gpm::Pattern>()?), &GraphStats::typical())?;
/// assert!(why(&plan, "d c b a")?.contains("times"));
/// assert!(why(&plan, "hoist")?.starts_with("hoist"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoAnswer`] if `what` names neither.
pub fn why(plan: &Plan, what: &str) -> Result<String, NoAnswer> {
    match PASSES.iter().find(|pass| pass.name() == what.trim()) {
        Some(&pass) => why_pass(plan, pass),
        None => why_order(plan, what),
    }
}

fn names_of_passes() -> String {
    PASSES.iter().map(|pass| pass.name()).collect::<Vec<_>>().join(", ")
}

/// What the plan is chosen by: that of the first choice.
fn chosen(plan: &Plan) -> (&Choice, f64) {
    let choice = &plan.choices[0];
    (choice, choice.rank_at(choice.sampled.unwrap_or(choice.cost)))
}

fn why_pass(plan: &Plan, pass: Pass) -> Result<String, NoAnswer> {
    let mut text = format!("{}: {}\n", pass.name(), pass.what());
    let (query, stats) = (&plan.query, &plan.stats);
    if query.disabled.contains(pass) {
        text.push_str("it is left out: --disable says so\n");
        return Ok(text);
    }
    let mut memo = Memo::default();
    let (choice, rank) = chosen(plan);
    if rests_on(plan, choice, pass, &mut memo) {
        let without = Plan::new(query.clone().without(query.disabled.union(pass.into())), stats)?;
        let (other, cost) = chosen(&without);
        let _ = writeln!(text, "the plan has it. Without it the cheapest is {}", compared(cost, rank));
        text.push_str(&side_by_side((plan, choice), (&without, other)));
        return Ok(text);
    }
    let found = choices(query, stats, LOOKED_THROUGH, &mut memo);
    match found.iter().find(|choice| rests_on(plan, choice, pass, &mut memo)) {
        Some(other) => {
            let _ =
                writeln!(text, "the plan does without it. The cheapest with it is {}", compared(other.rank(), rank));
            text.push_str(&side_by_side((plan, choice), (plan, other)));
        }
        None => {
            let _ = writeln!(text, "none of the {} cheapest plans has anything for it to do", found.len());
        }
    }
    Ok(text)
}

fn why_order(plan: &Plan, what: &str) -> Result<String, NoAnswer> {
    let pattern = &plan.query.pattern;
    let (order, tail) = parsed(pattern, what)?;
    let name = |u: usize| format!("`{}`", pattern.vertex_name(u));
    let mut placed = 1u32 << order[0];
    for &u in &order[1..] {
        if pattern.neighbor_mask(u) & placed == 0 {
            return Ok(format!(
                "{} has no edge to a vertex before it: the candidates of a vertex come from rows of those before it, so that every \
                 order starts from an edge and stays connected\n",
                name(u)
            ));
        }
        placed |= 1 << u;
    }
    let mut memo = Memo::default();
    let found = along(&plan.query, &plan.stats, (&order, tail), &mut memo);
    let Some(other) = found.into_iter().min_by(|a, b| a.rank().total_cmp(&b.rank())) else {
        let anchors = pattern.anchors();
        let reason = match anchors.is_empty() {
            true => {
                "these vertices cannot be counted together at the end: they are adjacent or compared, or leave a core that is not connected"
            }
            false => "what is counted for each vertex or edge is bound first, and by loops",
        };
        return Ok(format!("no nest has this order: {reason}\n"));
    };
    let (choice, rank) = chosen(plan);
    let mut text = format!("that order is {}", compared(other.rank(), rank));
    text.push('\n');
    text.push_str(&side_by_side((plan, choice), (plan, &other)));
    Ok(text)
}

/// The vertices that an order names, and how many of them it has counted together at the end, if it says so.
fn parsed(pattern: &Pattern, what: &str) -> Result<(Vec<usize>, Option<usize>), NoAnswer> {
    let (core, tail) = what.split_once('|').map_or((what, None), |(core, tail)| (core, Some(tail)));
    let names = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
        parts.map(|part| part.trim_matches('"').to_owned()).collect()
    };
    let all = || quoted_list((0..pattern.num_vertices()).map(|u| pattern.vertex_name(u)), "and");
    let (core, tail) = (names(core), tail.map(names));
    let mut order = Vec::new();
    for name in core.iter().chain(tail.iter().flatten()) {
        let u = pattern.vertex_by_name(name).ok_or_else(|| NoAnswer::Unknown(name.clone(), all()))?;
        if order.contains(&u) {
            return Err(NoAnswer::Twice(name.clone()));
        }
        order.push(u);
    }
    let missing = pattern.vertex_mask() & !order.iter().fold(0, |mask, u| mask | 1 << u);
    if missing != 0 || core.is_empty() {
        let names = quoted_list(bits(missing).map(|u| pattern.vertex_name(u)), "and");
        let verb = if missing.count_ones() == 1 { "is" } else { "are" };
        return Err(NoAnswer::Missing(format!("{names} {verb}")));
    }
    Ok((order, tail.map(|tail| tail.len())))
}

/// Whether a choice rests on a rewrite, or its nests were changed by it.
fn rests_on(plan: &Plan, choice: &Choice, pass: Pass, memo: &mut Memo) -> bool {
    let mut changed = |term| {
        let built = memo.nest(term, plan.query.disabled);
        built.is_ok_and(|(_, traces)| traces.iter().any(|trace| trace.pass == pass && trace.changed))
    };
    choice.rewrites.contains(pass) || choice.terms.iter().any(&mut changed)
}

fn compared(cost: f64, chosen: f64) -> String {
    match cost / chosen {
        ratio if (0.995..1.005).contains(&ratio) => "expected to cost the same".to_owned(),
        ratio if ratio > 1.0 => format!("expected to cost {ratio:.2} times as much"),
        ratio => format!(
            "expected to cost {ratio:.2} times as much, but a sample of the graph, or a strategy, decided: see the choices"
        ),
    }
}

/// The nests of two choices with where they are expected to spend their time.
fn side_by_side((plan, chosen): (&Plan, &Choice), (other_plan, other): (&Plan, &Choice)) -> String {
    let mut text = String::new();
    for (title, plan, choice) in [("chosen", plan, chosen), ("asked", other_plan, other)] {
        let (rewrites, nests) = built(plan, choice, &mut Memo::default());
        let _ = writeln!(text, "{title:<8} {:>10.3e}  {}", choice.cost, named(plan, choice));
        if !rewrites.is_empty() {
            let _ = writeln!(text, "         by {rewrites}");
        }
        nests.iter().take(3).for_each(|nest| text.push_str(&table(nest)));
    }
    text
}

/// A line for each loop.
fn table(nest: &PricedNest) -> String {
    let mut text = String::new();
    for of in &nest.loops {
        let work: Vec<String> = of
            .work
            .iter()
            .take(4)
            .map(|(kind, cost)| format!("{} {cost:.2e}", kind.name().replace('_', " ")))
            .collect();
        let _ = writeln!(
            text,
            "         loop {:<8} {:>10.3e} rounds {:>10.3e}  {}",
            of.vertex,
            of.rounds,
            of.cost,
            work.join(", ")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::GraphStats;
    use crate::passes::PassSet;
    use crate::query::Query;

    fn plan(pattern: &str) -> Plan {
        let query = Query::from(pattern.parse::<Pattern>().expect("a pattern"));
        Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
    }

    #[test]
    fn every_order_of_a_small_pattern_has_an_answer() {
        let plan = plan("a-b, b-c, c-a, c-d");
        for order in ["a b c d", "d c b a", "c,a,b,d", "b c d a", "c a | b d", "c b a | d", "c b d | a", "b c a d |"] {
            let text = why(&plan, order).expect("it is an order");
            assert!(text.contains("chosen") && text.contains("asked"), "{order}: {text}");
        }
        assert!(why(&plan, "a d b c").is_ok_and(|text| text.contains("no edge to a vertex before it")));
        assert!(why(&plan, "d | a b c").is_ok_and(|text| text.contains("no edge") || text.contains("no nest")));
    }

    #[test]
    fn the_chosen_order_costs_the_same() {
        let plan = plan("a-b, b-c, c-a, c-d, d-e, e-c, a-d");
        let choice = plan.choices.iter().find(|choice| choice.terms.len() == 1).expect("one is a nest by itself");
        let loops = choice.outline().order.len() - choice.outline().tail;
        let names: Vec<&str> = choice.outline().order.iter().map(|&u| plan.query.pattern.vertex_name(u)).collect();
        let text = why(&plan, &format!("{} | {}", names[..loops].join(" "), names[loops..].join(" ")));
        assert!(text.as_ref().is_ok_and(|text| text.contains(&format!("{:.3e}", choice.cost))), "{text:?}");
    }

    #[test]
    fn rewrites_are_told_with_and_without() {
        let diamond = plan("diamond");
        assert!(why(&diamond, "inclusion-exclusion").is_ok_and(|text| text.contains("the plan has it")));
        assert!(why(&diamond, "local-graph").is_ok_and(|text| text.contains("does without it")));
        let disabled = Plan::new(diamond.query.without(PassSet::from(Pass::Mark)), &GraphStats::typical());
        let disabled = disabled.expect("every pattern has a plan");
        assert!(why(&disabled, "mark").is_ok_and(|text| text.contains("--disable")));
    }

    #[test]
    fn what_is_no_order_is_refused() {
        let plan = plan("a-b, b-c");
        assert_eq!(why(&plan, "a b a"), Err(NoAnswer::Twice("a".to_owned())));
        assert!(matches!(why(&plan, "a b"), Err(NoAnswer::Missing(_))));
        assert!(matches!(why(&plan, "hoits"), Err(NoAnswer::Unknown(..))));
    }
}
