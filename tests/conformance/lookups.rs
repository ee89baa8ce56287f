//! Counts by tables that are looked up, where all does not go well: runs that are stopped while tables are made, counts too
//! large for tables, products too large for any number.

use std::time::Duration;

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::Pattern;
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::{Memo, choices};
use gpm_runtime::control::Control;
use gpm_runtime::cpu::{Backend, run};
use gpm_runtime::engine::{Session, stats_for_planning};
use gpm_runtime::graph::Graph;
use gpm_runtime::graph::generate::{Model, generate};
use gpm_runtime::run::{BoundNest, RunError};
use gpm_runtime::table::{Counts, Lookup};
use gpm_runtime::view::Bound;

use crate::engines::{Engines, MODES, all_cores};

/// More choices than a pattern of this size is offered.
const ALL: usize = 10_000;

/// A plan whose first nest looks up tables of patterns of these sizes.
fn looking_up(query: &Query, graph: &Graph, sizes: &[usize]) -> Plan {
    let stats = stats_for_planning(graph);
    let all = choices(query, &stats, ALL, &mut Memo::default());
    let mut fitting = all.into_iter().filter(|choice| {
        let entries = &choice.outline().entries;
        let is_by_vertex = entries.iter().all(|entry| entry.at.len() == 1);
        is_by_vertex && entries.iter().map(|entry| entry.table.num_vertices()).eq(sizes.iter().copied())
    });
    let choice = fitting.next().expect("this decomposition is offered");
    Plan::alone(query.clone(), choice, &stats).expect("the nest is valid")
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern"))
}

/// A large star, one of whose leaves has a neighbor: four more leaves beside the path to it can be chosen in 2^64 ways.
#[test]
fn counts_too_large_for_tables_are_counted_without() {
    let leaves = 150_000u32;
    let star = (1..=leaves).map(|leaf| (0, leaf));
    let graph = Graph::from_edges(leaves as usize + 2, star.chain([(1, leaves + 1)])).unwrap();
    let n = u128::from(leaves) - 1;
    let expected = n * (n - 1) * (n - 2) * (n - 3) / 24;
    assert!(expected > 1 << 63);
    let engine = all_cores();
    let question = query("a-b-c, c-d, c-e, c-f, c-g");
    let plan = looking_up(&question, &graph, &[6]);
    let report = engine.count_planned(&graph, &plan, &Control::new()).expect("there is another plan");
    let again = report.plan.expect("nobody stops it");
    assert_eq!((report.count, report.partial), (expected, false), "{again}");
    assert_eq!(again.query.disabled, PassSet::lookups());
    assert!(again.nests().all(|nest| nest.entries.is_empty()), "{again}");
    let at_leaf = Query::from(question.pattern.with_anchors(&[1]).expect("a vertex"));
    let found = engine.count_per_anchor(&graph, &at_leaf).expect("there is another plan, if need be");
    assert_eq!((found.counts.get(1), found.report.count), (expected, expected), "{:?}", found.report.plan);
}

/// The same for maps: what is looked up is less than it should be and the answer fits, so that it is counted without.
#[test]
fn maps_too_many_for_tables_are_counted_without() {
    let leaves = 150_000u32;
    let star = (1..=leaves).map(|leaf| (0, leaf));
    let graph = Graph::from_edges(leaves as usize + 2, star.chain([(1, leaves + 1)])).unwrap();
    let question = query("a-b-c, c-d, c-e, c-f, c-g").homomorphism();
    let plan = looking_up(&question, &graph, &[6]);
    let report = all_cores().count_planned(&graph, &plan, &Control::new()).expect("there is another plan");
    // By the vertex that `c` lies at: the hub, its leaf with a neighbor, the other leaves, the neighbor.
    let n = u128::from(leaves);
    let expected = n.pow(4) * (n + 1) + 16 * (n + 1) + (n - 1) * n + 2;
    assert_eq!((report.count, report.partial), (expected, false), "{:?}", report.plan);
}

/// Maps of which there are too many for any number are not searched one by one.
#[test]
fn maps_too_many_for_any_number_are_an_error_at_once() {
    let pairs = (0..300).flat_map(|v| (0..v).map(move |u| (u, v)));
    let graph = Graph::from_edges(300, pairs).unwrap();
    let engine = all_cores();
    for text in ["path:17", "path:18", "path:20", "path:32", "a-b-c-d-e-f-g-h-i, c-j-k-l-m-n-o, j-p-q-r-s-t-u"] {
        let control = Control::new().with_time_limit(Duration::from_secs(60));
        let found = engine.count_with(&graph, query(text).homomorphism(), &control);
        let message = found.map(|report| report.count).expect_err(text).to_string();
        assert!(message.contains("does not fit in 128 bits"), "{text}: {message}");
    }
    // The largest of which all fit.
    let found = engine.count(&graph, query("path:15").homomorphism()).expect("it fits");
    assert_eq!(found.count, 300 * 299u128.pow(14));
}

/// Both ends of an edge have the largest entries that there are: the square of one fits in 128 bits twice.
#[test]
fn products_of_entries_are_exact_or_errors() {
    let largest = i64::MAX as u64;
    let found = |num_vertices: u32, text: &str, backend| {
        let pairs = (0..num_vertices).flat_map(|v| (0..v).map(move |u| (u, v)));
        let graph = Graph::from_edges(num_vertices as usize, pairs).unwrap();
        let plan = looking_up(&query(text), &graph, &[3, 3]);
        let mut bound = Bound::new(&graph, plan.first_nest()).expect("an unlabelled pattern");
        let table = Counts::Narrow(vec![largest; num_vertices as usize]);
        bound.tables = vec![Lookup::new(table); 2];
        let nest = BoundNest { nest: plan.first_nest(), bound: &bound, graph: &graph };
        run(nest, backend, &Control::new(), None).map(|finding| finding.totals[0])
    };
    let square = i128::from(largest) * i128::from(largest);
    for backend in [Backend::Compiled, Backend::Interpreted] {
        let paths = "a-b-c-d-e-f";
        assert_eq!(found(2, paths, backend).expect("an edge, both ways"), 2 * square, "{backend:?}");
        assert!(matches!(found(3, paths, backend), Err(RunError::Overflow)), "{backend:?}: the sum");
        // The third vertex of a triangle is counted, as one of three.
        let triangle = "a-b-c-a, a-d-e, b-f-g";
        assert!(matches!(found(5, triangle, backend), Err(RunError::Overflow)), "{backend:?}: a product");
    }
}

#[test]
fn runs_stopped_while_tables_are_made_are_partial() {
    let graph = generate(&Model::Rmat { scale: 13, edge_factor: 16 }, 1).expect("the figures are in range");
    let plan = looking_up(&query("a-b-c-a, a-d-e-a, b-f-g-b"), &graph, &[3, 3]);
    let engines = Engines::start();
    for mode in MODES {
        for control in [stopped(), Control::new().with_time_limit(Duration::ZERO)] {
            let report = engines.of(mode).count_planned(&graph, &plan, &control).expect("no failure");
            assert_eq!((report.count, report.partial), (0, true), "{mode:?}");
        }
    }
}

/// A run that is stopped before there is any table of its own has a count for each place all the same.
#[test]
fn stopped_tables_have_all_entries() {
    let graph = generate(&Model::Rmat { scale: 10, edge_factor: 8 }, 1).expect("the figures are in range");
    let engine = all_cores();
    for (anchors, entries) in [(&[0][..], graph.num_vertices()), (&[0, 1], graph.out().neighbors().len())] {
        let mut is_offered = false;
        for text in ["a-b-c-d-e", "a-b-c-d-e-f", "a-b-c-a, b-d-e-b, c-f-g-c", "a-b-c-a, a-d-e-a", "a-b-c-d-a"] {
            let pattern = text.parse::<Pattern>().expect("a pattern").with_anchors(anchors).expect("adjacent");
            let query = Query::from(pattern);
            let plan = engine.plan(&graph, &query).expect("the query can be planned");
            is_offered |= plan.nests().any(|nest| !nest.entries.is_empty());
            let found = engine.count_per_anchor_in(&mut Session::new(&graph), &query, &stopped()).expect("no failure");
            assert_eq!((found.counts.len(), found.report.partial), (entries, true), "{plan}");
            assert_eq!((found.counts.iter().sum::<u128>(), found.report.count), (0, 0), "{plan}");
        }
        assert!(is_offered, "none of the plans looks tables up");
    }
}

fn stopped() -> Control {
    let control = Control::new();
    control.stop();
    control
}
