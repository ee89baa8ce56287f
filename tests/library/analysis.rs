//! What a plan met: counted by brute force, on graphs small enough for that.

use gpm::nest::{LoopNest, Restriction, SetId, Source, Step};
use gpm::{Analysis, AnalyzedNest, Control, Engine, EngineConfig, Graph, Pattern, Query, Semantics, VertexId};

/// A graph of 24 vertices with hubs and triangles.
fn graph() -> Graph {
    let pairs = (0..24u64).flat_map(|u| (0..u).map(move |v| (u, v)));
    let edges = pairs.filter(|(u, v)| (u * 31 + v * 17) % 7 < 2 || v % 9 == 0 && (u + v) % 3 > 0);
    Graph::from_edges(24, edges.map(|(u, v)| (u as VertexId, v as VertexId))).expect("a graph")
}

fn engine() -> Engine {
    Engine::cpu(&EngineConfig::default()).expect("threads")
}

fn analyze(query: &Query, graph: &Graph) -> Analysis {
    let analysis = engine().analyze(graph, query, &Control::new()).expect("an analysis");
    assert_eq!(analysis.report.count, engine().count(graph, query).expect("a count").count, "{query:?}");
    assert!(!analysis.report.partial);
    for nest in analysis.plans.iter().flat_map(|plan| &plan.nests) {
        assert!(nest.is_complete);
        assert!(nest.walked.is_none_or(|part| part.is_whole));
    }
    analysis
}

/// Candidates that completed a partial match, by level.
fn met(nest: &AnalyzedNest) -> Vec<f64> {
    nest.levels.iter().map(|level| level.met.expect("all was walked").of.matches).collect()
}

/// Maps of the first positions of a nest that satisfy all that is asked of these alone.
fn prefixes(nest: &LoopNest, graph: &Graph, matched: &mut Vec<VertexId>, length: usize) -> u64 {
    if matched.len() == length {
        return 1;
    }
    let position = matched.len();
    let mut found = 0;
    for v in 0..graph.num_vertices() as VertexId {
        let fits = |(earlier, &w): (usize, &VertexId)| {
            let [u, t] = [earlier, position].map(|at| nest.order[at]);
            let is_ordered = |smaller: usize, larger: usize| {
                let level = |at: usize| gpm::nest::Level(at as u8);
                nest.restrictions.contains(&Restriction { smaller: level(smaller), larger: level(larger) })
            };
            (w != v || nest.semantics == Semantics::Homomorphism)
                && (!nest.pattern.are_adjacent(u, t) || graph.out().has_edge(w, v))
                && (w < v || !(is_ordered(earlier, position) || nest.both_ways && earlier == 0 && position == 1))
                && (v < w || !is_ordered(position, earlier))
        };
        if matched.iter().enumerate().all(fits) {
            matched.push(v);
            found += prefixes(nest, graph, matched, length);
            matched.pop();
        }
    }
    found
}

/// Whether the search enters whatever completes a prefix: no set but that which the loop draws from, and those that it is made of, ends
/// it early.
fn enters_all(nest: &LoopNest) -> bool {
    let is_made_of = |drawn: SetId, id: SetId| {
        let mut open = vec![drawn];
        while let Some(next) = open.pop() {
            if next == id {
                return true;
            }
            open.extend(nest.set(next).expr.operands());
        }
        false
    };
    nest.blocks().iter().all(|(_, block)| {
        block.steps.iter().all(|step| match step {
            Step::For { from: Source::Set(candidates), .. } => {
                block.define.iter().all(|&id| !nest.set(id).required || is_made_of(candidates.set, id))
            }
            Step::For { .. } | Step::Count(_) | Step::Emit => true,
        })
    })
}

#[test]
fn matches_of_prefixes_are_those_that_there_are() {
    let graph = graph();
    let mut exact = 0;
    for pattern in
        ["triangle", "diamond", "clique:4", "clique:5", "path:4", "tailed-triangle", "house", "bull", "star:5"]
    {
        let query: Query = pattern.parse().expect("a pattern");
        let analysis = analyze(&query, &graph);
        let last = analysis.plans.last().expect("a plan was run");
        for (nest, found) in last.plan.nests().zip(&last.nests).filter(|(_, found)| found.walked.is_some()) {
            let brute = (1..=found.levels.len()).map(|length| prefixes(nest, &graph, &mut Vec::new(), length) as f64);
            let brute: Vec<f64> = brute.collect();
            let is_plain = nest.sets.iter().all(|set| !set.expr.is_reach());
            if is_plain && enters_all(nest) {
                assert_eq!(met(found), brute, "{pattern}\n{nest}");
                exact += 1;
            }
            let at_most = met(found).iter().zip(&brute).all(|(met, brute)| met <= brute);
            assert!(at_most, "{pattern}: {:?} of {brute:?}\n{nest}", met(found));
        }
    }
    assert!(exact >= 5, "{exact} nests enter all prefixes");
}

/// In a listing every level is a loop, so that the innermost one completes what is listed.
#[test]
fn the_innermost_level_of_a_listing_meets_all_matches() {
    let undirected = graph();
    let arcs = (0..24u32).flat_map(|u| (0..24u32).map(move |v| (u, v)));
    let arcs = arcs.filter(|(u, v)| u != v && (u * 13 + v * 29) % 5 < 2);
    let directed = Graph::from_directed_edges(24, arcs).expect("a graph");
    for (pattern, graph) in [
        ("cycle:4", &undirected),
        ("house", &undirected),
        ("a-b-c, a!-c", &undirected),
        ("a-b-c-d where a.id < d.id and b.id + c.id > 20", &undirected),
        ("a->b->c->a", &directed),
        ("a->b, b->c, a!->c where a.id < c.id", &directed),
    ] {
        for query in [pattern.parse::<Query>().expect("a pattern"), pattern.parse::<Query>().expect("one").embeddings()]
        {
            let analysis = engine().analyze(graph, query.list(), &Control::new()).expect("an analysis");
            let count = engine().count(graph, pattern).expect("a count").count;
            assert_eq!(analysis.report.count % count, 0);
            let nest = &analysis.plans.last().expect("a plan was run").nests[0];
            assert_eq!(met(nest).last(), Some(&(analysis.report.count as f64)), "{pattern}");
        }
    }
}

#[test]
fn what_is_drawn_from_a_reach_is_met_once() {
    let graph = graph();
    let analysis = analyze(&"cycle:4".parse().expect("a pattern"), &graph);
    let nest = &analysis.plans[0].nests[0];
    assert!(nest.levels[0].expected.is_some() && nest.levels[1].expected.is_none(), "{analysis}");
    let is_drawn = analysis.plans[0].plan.terms[0].nest.reach_of(2).is_some();
    assert!(is_drawn, "cycles of four are counted by codegrees: {analysis}");
    let (rows, mut reached) = (graph.out(), 0);
    for root in 0..24 {
        let ends_below = |middle: VertexId| rows.row(middle).iter().filter(move |&&end| end < root && end < middle);
        let paths = rows.row(root).iter().flat_map(|&middle| ends_below(middle));
        let ends: std::collections::BTreeSet<&VertexId> = paths.collect();
        reached += ends.len();
    }
    assert_eq!(nest.levels[1].met.map(|met| met.of.candidates), Some(reached as f64), "{analysis}");
}

#[test]
fn tables_come_before_what_looks_them_up() {
    let graph = graph();
    let path: Pattern = "path:16".parse().expect("a pattern");
    let analysis = analyze(&Query::from(&path).with_semantics(Semantics::Homomorphism), &graph);
    let anchors: Vec<usize> = analysis.plans.iter().map(|plan| plan.plan.query.pattern.anchors().len()).collect();
    let (last, tables) = anchors.split_last().expect("a plan was run");
    assert!(*last == 0 && !tables.is_empty() && tables.iter().all(|anchors| *anchors > 0), "{analysis}");
    let text = analysis.to_string();
    assert!(text.contains("\ntable     the "), "{text}");
    // Of a pattern with anchors the last plan is that of its table.
    let path: Pattern = "path:6".parse().expect("a pattern");
    let corner = path.with_anchors(&[0]).expect("anchors");
    let analysis = engine().analyze(&graph, corner, &Control::new()).expect("an analysis");
    assert_eq!(analysis.plans.last().map(|plan| plan.plan.query.pattern.anchors().len()), Some(1));
}

#[test]
fn a_graph_of_nothing() {
    for vertices in [0u8, 3] {
        let graph = Graph::from_edges(vertices.into(), []).expect("a graph");
        for pattern in ["triangle", "house", "cycle:6", "clique:5"] {
            let analysis = analyze(&pattern.parse().expect("a pattern"), &graph);
            assert_eq!(analysis.report.count, 0);
            let nest = &analysis.plans.last().expect("a plan was run").nests[0];
            assert_eq!(nest.levels[0].met.map(|met| met.of.candidates), Some(f64::from(vertices)), "{analysis}");
        }
    }
}

#[test]
fn a_run_that_is_stopped_before_its_plan_has_none() {
    let control = Control::new();
    control.stop();
    let analysis = engine().analyze(&graph(), "house", &control).expect("an analysis");
    assert!(analysis.report.partial && analysis.plans.is_empty());
    assert!(analysis.to_string().contains("there is nothing to compare"), "{analysis}");
}
