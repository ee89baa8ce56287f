//! Windows of records as ranges of ids, in every mode: the same rows whatever passes are left out, whoever searches, and whether matches are counted,
//! listed, or told by vertex and by record.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use gpm::pattern::OrbitsOf;
use gpm::{
    Backend, Control, Devices, Engine, EngineConfig, Graph, LoadOptions, PASSES, Pass, PassSet, Pattern, Query,
    Session, TableOptions, VertexId,
};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

const PATTERNS: [&str; 12] = [
    "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r within W",
    "a-[p:]->b-[q:]->c-[r:]->a in order p, q, r by time, row within W",
    "a-[p:]->b, a-[q:]->b, a-[r:]->b in order p, q, r within W",
    "a-[p:]->b, a-[q:]->b, b-[r:]->a in order p, r, q by time, row within W gap G",
    "a-[p:]->b, a-[q:]->c, a-[r:]->d in order p, q, r within W",
    "a-[p:]->b, a-[q:]->c, a-[r:]->b in order p, q, r by time, row",
    "a-[p:]->b-[q:]->c-[r:]->d in order p, q, r gap G",
    "a-[p:]->b, c-[q:]->b where p.time <= q.time and q.time - p.time <= W",
    "a-[p:]->b, c-[q:]->b, d-[r:]->b where r.time - p.time <= W and p.time - r.time <= G and p.time < q.time",
    "a-[p:]->b-[q:]->c, a->c where p.time <= q.time and (p.time < q.time or p.row < q.row)",
    "a-[p:]->b, a-[q:]->b where p.time < q.time or p.row < q.row",
    "a-[p:]->b, b-[q:]->a where p.time < q.time + W2 and not q.time < p.time",
];

/// How times are written in a table: the span of so many units, and one moment.
#[derive(Clone, Copy, Debug)]
enum Times {
    Integers,
    Floats,
    Stamps,
    /// Some are missing.
    Holes,
    /// The table numbers its rows itself, in another order.
    OwnRows,
}

impl Times {
    fn write(self, time: i64) -> String {
        match self {
            Times::Integers | Times::OwnRows => time.to_string(),
            Times::Floats => format!("{}.5", time - 3),
            Times::Stamps => format!("2025-03-01T00:{time:02}:00"),
            Times::Holes if time == 3 => String::new(),
            Times::Holes => time.to_string(),
        }
    }

    /// A pattern with spans of so many units.
    fn asked(self, pattern: &str, within: i64, gap: i64) -> String {
        let (span, moment): (fn(i64) -> String, _) = match self {
            Times::Stamps => (|span| format!("{span} minutes"), format!("interval '{within} minutes'")),
            _ => (|span| span.to_string(), within.to_string()),
        };
        let conditions = pattern.find(" where ").unwrap_or(pattern.len());
        let (words, rest) = pattern.split_at(conditions);
        let written =
            |text: &str, span: &dyn Fn(i64) -> String| text.replace('W', &span(within)).replace('G', &span(gap));
        let interval = |span: i64| match self {
            Times::Stamps => format!("interval '{span} minutes'"),
            _ => span.to_string(),
        };
        written(words, &span) + &written(&rest.replace("W2", &moment), &interval)
    }
}

fn graph(folder: &Path, times: Times, (is_directed, rng): (bool, &mut StdRng)) -> Graph {
    let (vertices, rows) = (rng.random_range(3..7), rng.random_range(6..28));
    let own = if matches!(times, Times::OwnRows) { ",row" } else { "" };
    let mut text = format!("from,to,time{own}\n0,1,{}{}\n", times.write(0), if own.is_empty() { "" } else { ",99" });
    for row in 0..rows {
        let (from, to) = (rng.random_range(0..vertices), rng.random_range(0..vertices));
        let own = if own.is_empty() { String::new() } else { format!(",{}", rows - row) };
        let _ = writeln!(text, "{from},{to},{}{own}", times.write(rng.random_range(0..9)));
    }
    let path = folder.join("events.csv");
    fs::write(&path, text).expect("a folder of our own");
    let options = LoadOptions { directed: is_directed, ..LoadOptions::default() };
    let (simple, _) = Graph::load_with(&path, &options).expect("a table");
    simple.with_records(&path, &TableOptions::default(), false).expect("a table").graph
}

/// Every match, ascending.
fn listed(engine: &Engine, graph: &Graph, query: &Query) -> Vec<Vec<VertexId>> {
    let mut all = Vec::new();
    let found = engine.list_with(graph, query.clone(), &Control::new(), &mut |found| {
        all.push(found.to_vec());
        ControlFlow::Continue(())
    });
    found.unwrap_or_else(|error| panic!("{}: {error}", query.pattern));
    all.sort_unstable();
    all
}

/// How many matches each vertex, or record, has in a place.
fn at(listed: &[Vec<VertexId>], place: usize) -> BTreeMap<VertexId, u128> {
    let mut counts = BTreeMap::new();
    listed.iter().for_each(|found| *counts.entry(found[place]).or_default() += 1);
    counts
}

#[test]
fn windows_mean_the_same_in_every_mode() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = EngineConfig { devices: Devices::Cpu, ..EngineConfig::default() };
    let engines = [Backend::Compiled, Backend::Interpreted]
        .map(|backend| Engine::new(&EngineConfig { backend, ..config.clone() }).expect("threads"));
    let mut rng = StdRng::seed_from_u64(61);
    let (mut found, mut applied) = (0, 0);
    for case in 0..40 {
        let times = [Times::Integers, Times::Floats, Times::Stamps, Times::Holes, Times::OwnRows][case % 5];
        let graph = graph(folder.path(), times, (case % 4 != 3, &mut rng));
        for pattern in PATTERNS {
            if !graph.is_directed() && pattern.contains("->c,") {
                continue;
            }
            let text = times.asked(pattern, rng.random_range(0..8), rng.random_range(0..4));
            let text = if graph.is_directed() { text } else { text.replace("->", "-") };
            let query = Query::from(text.parse::<Pattern>().unwrap_or_else(|error| panic!("{text}: {error}")));
            let query = query.embeddings();
            let matches = listed(&engines[0], &graph, &query.clone().without(PassSet::all()));
            let expected = matches.len() as u128;
            found += expected;
            let one = PASSES[rng.random_range(0..PASSES.len())];
            for without in [PassSet::default(), Pass::Windows.into(), Pass::CountLast.into(), one.into()] {
                let query = query.clone().without(without);
                for engine in &engines {
                    let count = engine.count(&graph, query.clone()).unwrap_or_else(|error| panic!("{text}: {error}"));
                    assert_eq!(count.count, expected, "{text} without {without}, {times:?}");
                }
            }
            let plan = engines[0].plan(&graph, query.clone()).expect("a plan");
            applied += u32::from(plan.nests().any(|nest| !nest.cuts.is_empty()));
            for engine in &engines {
                assert_eq!(listed(engine, &graph, &query), matches, "{text} listed, {times:?}");
            }
            for place in 0..query.pattern.num_vertices() {
                let mut session = Session::new(&graph);
                let named = (OrbitsOf::Vertices, &[place][..]);
                let told = engines[0].count_per_place_in(&mut session, query.clone(), named, &Control::new());
                let told = told.unwrap_or_else(|error| panic!("{text}: {error}")).expect("it ends");
                let told = told.counts.iter().enumerate().filter(|(_, count)| *count > 0);
                let told: BTreeMap<VertexId, u128> = told.map(|(v, count)| (v as VertexId, count)).collect();
                assert_eq!(told, at(&matches, place), "{text} at {place}, {times:?}");
            }
        }
    }
    assert!(found > 1000 && applied > 200, "{found} matches, {applied} plans with ranges");
}

/// What is told by vertex, without a place, leaves records out.
#[test]
fn counts_by_vertex_are_of_vertices() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = Engine::new(&EngineConfig::default()).expect("threads");
    let graph = graph(folder.path(), Times::Integers, (true, &mut StdRng::seed_from_u64(3)));
    let query = Query::from("a-[p:]->b-[q:]->c in order p, q".parse::<Pattern>().expect("a pattern"));
    let (mut session, control) = (Session::new(&graph), Control::new());
    let mut told = |of, named: &[usize]| engine.count_per_place_in(&mut session, query.clone(), (of, named), &control);
    let by_vertex = told(OrbitsOf::Vertices, &[]).expect("counts").expect("it ends");
    let total: u128 = by_vertex.counts.iter().sum();
    let matches = listed(&engine, &graph, &query).len() as u128;
    assert!(matches > 0 && total == 3 * matches, "each match has three vertices: {total} of {matches}");
    let of_records = (0..).zip(by_vertex.counts.iter()).filter(|&(v, _)| graph.is_record(v)).map(|(_, count)| count);
    assert_eq!(of_records.sum::<u128>(), 0);
    let error = told(OrbitsOf::Edges, &[]).expect_err("there are no such edges");
    assert!(error.to_string().contains("by record"), "{error}");
}
