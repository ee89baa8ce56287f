//! Snapshots of the planner: one idea each, on the smallest pattern that shows it, planned for a typical graph.
//!
//! A change that is meant is accepted by `INSTA_UPDATE=always cargo test --test plan` and a look at each line
//! of the difference. A change called a refactor leaves them as they are.

#[cfg(feature = "cuda")]
mod kernels;
mod program;
mod rust;

use gpm::{Engine, EngineConfig, Explained, Graph, GraphStats, Label, PassSet, Pattern, Plan, Query};
use gpm_plan::cost::{LabelStats, RowStats};
use insta::Settings;

/// Compares `text` with the snapshot `name`, which says what it shows.
#[track_caller]
fn check(name: &str, shows: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(shows);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[track_caller]
fn query(pattern: &str) -> Query {
    Query::from(pattern.parse::<Pattern>().expect("test patterns are valid"))
}

/// Counts per vertex or arc.
#[track_caller]
fn anchored(pattern: &str, anchors: &[usize]) -> Query {
    let pattern = pattern.parse::<Pattern>().expect("test patterns are valid");
    Query::from(pattern.with_anchors(anchors).expect("test anchors are valid"))
}

#[track_caller]
fn plan(query: Query) -> Plan {
    Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan")
}

/// Checks the nest of a plan.
#[track_caller]
fn check_nest(name: &str, shows: &str, query: Query) {
    check(name, shows, &plan(query).to_string());
}

#[test]
fn triangle() {
    check_nest(
        "triangle",
        "orientation: rows are cut to their short side; mark: s0 is held as bits too",
        query("triangle"),
    );
}

#[test]
fn wedge() {
    check_nest("wedge", "choose: two interchangeable last vertices are C(n, 2)", query("wedge"));
}

#[test]
fn diamond() {
    check_nest("diamond", "choose over an intersection, which is never stored", query("diamond"));
}

#[test]
fn star_4() {
    check_nest("star-4", "choose: all leaves are counted together", query("star:4"));
}

#[test]
fn tailed_triangle() {
    check_nest(
        "tailed-triangle",
        "count-last: the tail's end is a degree, less those matched for certain",
        query("tailed-triangle"),
    );
}

#[test]
fn clique_4() {
    check_nest("4-clique", "local-graph: the search below v0 runs in a bit matrix", query("4-clique"));
}

#[test]
fn house() {
    let lookups = PassSet::named("codegree").expect("there is such a pass");
    check_nest("house", "hoist, share and bound on a nest of five levels", query("house").without(lookups));
    check_nest(
        "house-codegree",
        "codegree: sizes looked up; matches whose tail vertices coincide are subtracted",
        query("house"),
    );
}

#[test]
fn bull() {
    check_nest("bull", "inclusion-exclusion: both horns are counted together, as a polynomial", query("bull"));
}

#[test]
fn fringe() {
    check_nest(
        "fringe",
        "fringe: leaves of u and of v by the regions that they lie in, as binomials",
        query("u-v, u-a, u-b, u-c, v-d, v-e"),
    );
    check_nest(
        "fringe-of-twelve",
        "fringe: what hangs on both ends of the edge comes first, then the rarer leaves",
        query("u-v, u-a, u-b, u-c, u-d, u-e, v-f, v-g, v-h, v-i, u-j-v, u-k-v, u-l-v"),
    );
}

#[test]
fn wedge_induced() {
    check_nest("wedge-induced", "vertex-induced: a difference with a row", query("wedge").vertex_induced());
}

#[test]
fn cycle_4_homomorphisms() {
    let walks = PassSet::named("codegree").expect("there is such a pass");
    let query = query("4-cycle").homomorphism().without(walks);
    check_nest("4-cycle-homomorphism", "homomorphism: no exceptions, no restrictions", query);
}

#[test]
fn feed_forward_loop() {
    check_nest("feed-forward-loop", "directions become views: out and in rows", query("a->b, b->c, a->c"));
}

#[test]
fn labelled_path() {
    check_nest(
        "labelled-path",
        "labels become classes with needs, and views with a target class",
        query("a:X - b:Y - c:Z"),
    );
}

#[test]
fn anti_edge() {
    check_nest("anti-edge", "an anti-edge is a difference in any semantics", query("a-b-c-d, a!-c"));
}

#[test]
fn rising_triangle() {
    check_nest(
        "rising-triangle",
        "filters: each condition at the first level that binds its vertices; no symmetry is left, nothing is counted at once",
        query("triangle where 0.w < 1.w and 1.w < 2.w and (0-2).amount > 10"),
    );
}

#[test]
fn selected_wedge() {
    check_nest(
        "selected-wedge",
        "conditions on one vertex are a class; both ends satisfy the same, so they are interchangeable still",
        query("a-b-c where a.w > 3 and c.w > 3"),
    );
}

#[test]
fn compared_house() {
    check_nest(
        "compared-house",
        "vertices that no condition compares may be counted together still",
        query("house where 0.w < 3.w or 0.w < 1.w * 2"),
    );
}

#[test]
fn butterfly() {
    check_nest(
        "butterfly",
        "decomposition: one triangle is looked up at the vertex on which it hangs; what runs into the other is taken off",
        query("butterfly"),
    );
}

#[test]
fn cycle_6() {
    check_nest(
        "6-cycle",
        "homomorphism-basis: maps in which vertices may coincide, by walks from their least vertex; less those in which some do",
        query("cycle:6"),
    );
}

#[test]
fn tailed_cycle_homomorphisms() {
    check_nest(
        "tailed-5-cycle-homomorphism",
        "homomorphism: what hangs on a vertex is a table of maps, of which nothing is taken off",
        query("a-b-c-d-e-a, c-f-g").homomorphism(),
    );
}

#[test]
fn directed_butterfly() {
    check_nest(
        "directed-butterfly",
        "decomposition: arcs that coincide are joined, here to one, to both ways",
        query("a->b->c->a, a->d->e, a->e"),
    );
}

#[test]
fn labelled_butterfly() {
    let query = query("a:X - b:Y - c:Y - a, a - d:Y - e - a");
    let label = |name: &str| Some(Label::from(name));
    let labels = [(label("X"), 1e4), (label("Y"), 6e4), (None, 1e5)];
    let pair = query.pattern.constraint(0, 1, query.semantics);
    let row = |(from, _): &(Option<Label>, f64), (to, size): &(Option<Label>, f64)| {
        ((from.clone(), pair.clone(), to.clone()), RowStats { mean: size * 2e-3, tilts: [1.0; 2] })
    };
    let rows = labels.iter().flat_map(|from| labels.iter().map(move |to| (from, to))).map(|(from, to)| row(from, to));
    let by_label = Some(LabelStats { vertices: labels.iter().cloned().collect(), rows: rows.collect() });
    let stats = GraphStats { by_label, ..GraphStats::typical() };
    let stats = GraphStats { classes: stats.of_part(&query.pattern).classes, ..stats };
    check(
        "labelled-butterfly",
        "decomposition: only vertices whose labels agree run into each other, and have both",
        &Plan::new(query, &stats).expect("every pattern has a plan").to_string(),
    );
}

#[test]
fn paw_per_vertex() {
    check_nest(
        "paw-per-vertex",
        "per: the anchor is the root, no restriction concerns it, and what is counted below it is its entry",
        anchored("a-b, b-c, c-a, c-d", &[0]).without(gpm::PassSet::named("any-anchor").expect("a pass")),
    );
}

#[test]
fn diamond_per_end() {
    check_nest(
        "diamond-per-end",
        "any-anchor: the anchor is the last loop, and what is counted for each of its vertices is theirs",
        anchored("a-b-c-d-a, a-c", &[1]),
    );
}

#[test]
fn clique_per_vertex() {
    check_nest(
        "clique-per-vertex",
        "any-anchor: each clique is met once, and counted for all of its vertices",
        anchored("clique:4", &[0]),
    );
}

#[test]
fn house_per_roof() {
    check_nest(
        "house-per-roof",
        "edge-decomposition: of the wall below the roof the 4-cycles are looked up by arc; what runs into the roof is taken off",
        anchored("house", &[4]),
    );
}

#[test]
fn domino() {
    check_nest(
        "domino",
        "edge-decomposition: two 4-cycles on an edge are looked up by its arc; what they share is taken off",
        query("0-1, 1-2, 2-3, 3-0, 2-4, 4-5, 5-3"),
    );
}

#[test]
fn wedge_per_edge() {
    check_nest(
        "wedge-per-edge",
        "per: both anchors stay loops, though the count does not depend on the second",
        anchored("b-a, a-c", &[1, 0]),
    );
}

#[test]
fn diamond_per_vertex_induced() {
    check_nest(
        "diamond-per-vertex-induced",
        "per: the terms of a signed sum have the same anchors",
        anchored("a-b-c-d-a, a-c", &[1])
            .vertex_induced()
            .without(gpm::PassSet::named("any-anchor").expect("a pass"))
            .without(gpm::PassSet::named("edge-decomposition").expect("a pass")),
    );
}

#[test]
fn diamond_listed() {
    check_nest("diamond-list", "a listing breaks every symmetry and walks every level", query("diamond").list());
}

#[test]
fn diamond_naive() {
    let none = query("diamond").without(gpm::PassSet::all());
    check_nest("diamond-naive", "no pass at all: what nest::build makes", none);
}

#[test]
fn diamond_explained() {
    check(
        "diamond-explain",
        "explain: group, alternatives, passes, nest",
        &Explained(&plan(query("diamond"))).to_string(),
    );
}

#[test]
fn near_ties_explained() {
    let graph = Graph::load("examples/graphs/karate.el").expect("a bundled graph");
    let config = EngineConfig { sample_above: 0.0, threads: Some(1), ..EngineConfig::default() };
    let engine = Engine::cpu(&config).expect("threads can be started");
    let plan = engine.plan(&graph, query("house")).expect("every pattern has a plan");
    check(
        "near-ties-explain",
        "explain: choices that were compared on a sample, which puts another one first",
        &Explained(&plan).to_string(),
    );
}
