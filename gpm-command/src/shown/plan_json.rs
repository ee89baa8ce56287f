//! A plan as JSON: what `gpm explain --json` prints.

use std::collections::BTreeMap;

use gpm::{Decision, Explained, Plan, Query, Strategy};
use gpm_plan::explain::{Alternative, PricedLoop, PricedNest};
use serde::Serialize;

use super::analyze::JsonAnalysis;
use crate::answers::{Shape, json_line};
use crate::process::Failure;

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    pattern: &'a str,
    #[serde(flatten)]
    shape: Shape,
    semantics: String,
    unit: &'static str,
    /// How the count is come by; a run that is analyzed is one by a plan.
    strategy: JsonStrategy,
    /// None if `--analyze` was stopped before there was one.
    #[serde(flatten)]
    plan: Option<JsonPlan>,
    /// With `--analyze`.
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<JsonAnalysis>,
}

#[derive(Serialize)]
struct JsonStrategy {
    name: &'static str,
    why: &'static str,
    rejected: Vec<JsonFlaw>,
}

/// What is against a strategy.
#[derive(Serialize)]
struct JsonFlaw {
    name: &'static str,
    why: &'static str,
}

#[derive(Serialize)]
struct JsonPlan {
    /// The order of the automorphism group, decimal.
    automorphisms: String,
    graph: JsonStats,
    choices: Vec<JsonChoice>,
    passes: Vec<JsonPass>,
    /// Each as text.
    nests: Vec<String>,
}

/// What the plan was made for; means of a graph, or those of a typical one.
#[derive(Serialize)]
struct JsonStats {
    vertices: f64,
    edges: f64,
    triangles: f64,
}

/// See [`gpm_plan::explain::Alternative`].
#[derive(Serialize)]
struct JsonChoice {
    /// What it was ranked by.
    rank: f64,
    cost: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<f64>,
    order: String,
    rewrites: Vec<String>,
    nests: Vec<JsonNest>,
}

/// What a nest is expected to cost, in elements streamed.
#[derive(Serialize)]
struct JsonNest {
    pattern: String,
    cost: f64,
    beside: f64,
    loops: Vec<JsonLoop>,
}

#[derive(Serialize)]
struct JsonLoop {
    vertex: String,
    rounds: f64,
    cost: f64,
    /// By kind of work.
    work: BTreeMap<&'static str, f64>,
}

impl From<PricedNest> for JsonNest {
    fn from(nest: PricedNest) -> JsonNest {
        let of = |of: PricedLoop| JsonLoop {
            vertex: of.vertex,
            rounds: of.rounds,
            cost: of.cost,
            work: of.work.into_iter().map(|(kind, cost)| (kind.name(), cost)).collect(),
        };
        let loops = nest.loops.into_iter().map(of).collect();
        JsonNest { pattern: nest.pattern, cost: nest.cost, beside: nest.beside, loops }
    }
}

#[derive(Serialize)]
struct JsonPass {
    pass: &'static str,
    /// The places among `nests` of those that it changed.
    changed: Vec<usize>,
}

/// A plan, if there is one, with how the count is come by, and with what it met.
pub(crate) fn plan_json(
    name: &str,
    query: &Query,
    (plan, decision): (Option<&Plan>, &Decision),
    analysis: Option<JsonAnalysis>,
) -> Result<String, Failure> {
    json_line(&Json {
        pattern: name,
        shape: Shape::new(&query.pattern),
        semantics: query.semantics.to_string(),
        unit: query.unit.name(query.semantics),
        strategy: json_strategy(decision),
        plan: plan.map(json_plan),
        analysis,
    })
}

fn json_strategy(decision: &Decision) -> JsonStrategy {
    let flaw = |&(strategy, why): &(Strategy, &'static str)| JsonFlaw { name: strategy.name(), why };
    let rejected = decision.rejected.iter().map(flaw).collect();
    JsonStrategy { name: decision.strategy.name(), why: decision.why(), rejected }
}

fn json_plan(plan: &Plan) -> JsonPlan {
    let choice = |choice: Alternative| JsonChoice {
        rank: choice.rank,
        cost: choice.cost,
        sampled: choice.sampled,
        order: choice.order,
        rewrites: choice.rewrites.split_whitespace().map(str::to_owned).collect(),
        nests: choice.nests.into_iter().map(JsonNest::from).collect(),
    };
    let stats = &plan.stats;
    JsonPlan {
        automorphisms: plan.automorphisms.to_string(),
        graph: JsonStats { vertices: stats.vertices, edges: stats.edges, triangles: stats.triangles },
        choices: Explained(plan).choices().into_iter().map(choice).collect(),
        passes: passes(plan),
        nests: plan.nests().map(ToString::to_string).collect(),
    }
}

/// What each pass did. The nests of a plan have had the same ones.
fn passes(plan: &Plan) -> Vec<JsonPass> {
    let changed = |i: usize| (0..plan.terms.len()).filter(|&nest| plan.terms[nest].traces[i].changed).collect();
    let traces = plan.terms[0].traces.iter().enumerate();
    traces.map(|(i, trace)| JsonPass { pass: trace.pass.name(), changed: changed(i) }).collect()
}
