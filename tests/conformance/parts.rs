//! Runs in parts: the shards of a run add up to what brute force counts, list each match once, and a run that is stopped again and again goes
//! on from its journal to the right count.

use std::fs;
use std::ops::ControlFlow;
use std::time::Duration;

use gpm_plan::passes::PassSet;
use gpm_plan::pattern::{OrbitsOf, Pattern, Semantics, all_connected};
use gpm_plan::query::{Query, Unit};
use gpm_runtime::control::Control;
use gpm_runtime::engine::{Engine, EngineError, Session, ShardOrbits, ShardSum, ShardTable};
use gpm_runtime::graph::generate::{Spec, generate};
use gpm_runtime::graph::{Graph, VertexId};
use gpm_runtime::sched::{Journal, Shard};
use gpm_runtime::table::Counts;

use crate::engines::{Engines, MODES, all_cores};
use crate::expected::{Expected, SEMANTICS};
use crate::places::{brute_force, places};
use crate::random_patterns::KINDS;
use crate::sample::sample_vertex;
use crate::{matches, orbits, random_graphs};

/// Into how many shards runs are cut; more than some graphs have vertices.
const NUMBERS: [u32; 3] = [2, 5, 32];
/// Random patterns of each kind.
const NUM_RANDOM: usize = 5;

fn shards(number: u32) -> impl Iterator<Item = Shard> {
    (1..=number).map(move |shard| Shard::new(shard, number).expect("a shard"))
}

/// What the shards of a run count together, the last first. All queries of a shard share a session.
fn merged(engine: &Engine, graph: &Graph, number: u32, queries: &[Query]) -> Vec<u128> {
    let mut sums: Vec<Vec<ShardSum>> = vec![Vec::new(); queries.len()];
    for shard in shards(number).collect::<Vec<_>>().into_iter().rev() {
        let mut session = Session::of_shard(graph, shard);
        engine.announce(&mut session, queries, &Control::new()).expect("queries can be planned");
        for (query, sums) in queries.iter().zip(&mut sums) {
            let counted = engine.count_shard_in(&mut session, query, &Control::new()).expect("the run succeeds");
            sums.push(counted.sum.expect("the run is not stopped"));
        }
    }
    sums.iter().map(|sums| ShardSum::merge(sums).expect("all shards of one run")).collect()
}

#[test]
fn shards_add_up() {
    let engines = Engines::start();
    for (at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (i, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let sample = &samples[i % samples.len()];
            let graph = sample.graph();
            for (j, semantics) in SEMANTICS.into_iter().enumerate() {
                let expected = Expected::new(sample, pattern, semantics);
                let (unit, off) = match (i + j) % 3 {
                    0 => (Unit::Embeddings, PassSet::default()),
                    1 => (Unit::Subgraphs, PassSet::all()),
                    _ => (Unit::Subgraphs, PassSet::default()),
                };
                let query = Query { unit, ..Query::from(pattern.clone()).with_semantics(semantics).without(off) };
                let (mode, number) = (MODES[(at + i) % 2], NUMBERS[(i + j) % NUMBERS.len()]);
                let found = merged(engines.of(mode), &graph, number, std::slice::from_ref(&query));
                let what = || format!("{pattern} {semantics} {unit:?} of {}, {number} shards, {mode:?}", sample.name);
                assert_eq!(found, [expected.count(unit)], "{}", what());
            }
        }
    }
}

/// Where patterns share searches and tables, what is known as a whole counts once.
#[test]
fn shards_of_sessions_add_up() {
    let engine = all_cores();
    for (sample, number) in random_graphs::undirected().iter().take(3).zip([3, 7, 20]) {
        let graph = sample.graph();
        for (size, semantics) in
            [(5, Semantics::VertexInduced), (5, Semantics::EdgeInduced), (4, Semantics::Homomorphism)]
        {
            let patterns: Vec<Pattern> = all_connected(size).into_iter().rev().collect();
            let query = |pattern: &Pattern| Query::from(pattern.clone()).with_semantics(semantics);
            let found = merged(&engine, &graph, number, &patterns.iter().map(query).collect::<Vec<_>>());
            for (pattern, found) in patterns.iter().zip(found) {
                let expected = Expected::new(sample, pattern, semantics).count(Unit::Subgraphs);
                assert_eq!(found, expected, "{pattern} {semantics} of {}, {number} shards", sample.name);
            }
        }
    }
}

#[test]
fn tables_of_shards_add_up() {
    let engine = all_cores();
    for (sample, number) in random_graphs::undirected().iter().take(3).zip([3, 5, 12]) {
        let graph = sample.graph();
        let rows = (graph.out().offsets(), graph.out().neighbors());
        for pattern in (3..=4).flat_map(all_connected) {
            for (anchors, semantics) in [(vec![0], Semantics::VertexInduced), (vec![0, 1], Semantics::EdgeInduced)] {
                let Ok(pattern) = pattern.clone().with_anchors(&anchors) else { continue };
                let query = Query::from(pattern).with_semantics(semantics);
                let table = |shard| {
                    let session = &mut Session::of_shard(&graph, shard);
                    let counted = engine.count_shard_per_anchor_in(session, query.clone(), &Control::new());
                    counted.expect("the run succeeds").expect("nobody stops it").0
                };
                let tables: Vec<ShardTable> = shards(number).map(table).collect();
                let merged = ShardTable::merge(&tables).expect("all shards of one run");
                let found = places(merged.iter(), &graph, &query.pattern, rows);
                assert_eq!(found, brute_force(sample, &query), "{} {semantics} in {}", query.pattern, sample.name);
            }
        }
        for of in [OrbitsOf::Vertices, OrbitsOf::Edges] {
            let part = |shard| {
                let session = &mut Session::of_shard(&graph, shard);
                let part = engine.count_shard_orbits_in(session, of, 4, &Control::new());
                part.expect("the run succeeds").expect("nobody stops it")
            };
            let parts: Vec<ShardOrbits> = shards(number).map(part).collect();
            let merged = |orbit: usize| {
                let tables: Vec<ShardTable> = parts.iter().map(|part| part.tables[orbit].clone()).collect();
                ShardTable::merge(&tables).expect("all shards of one run")
            };
            let counts: Vec<Counts> = (0..parts[0].tables.len()).map(merged).collect();
            orbits::match_brute_force((sample, &graph), (of, 4), &counts, &parts[0].edges);
        }
    }
}

#[test]
fn shards_list_each_match_once() {
    let engines = Engines::start();
    for (at, kind) in KINDS.iter().enumerate() {
        let samples = (kind.graphs)();
        for (i, pattern) in kind.patterns(NUM_RANDOM).iter().enumerate() {
            let sample = &samples[i % samples.len()];
            let (graph, engine) = (sample.graph(), engines.of(MODES[(at + i) % 2]));
            let query = Query::from(pattern.clone()).list();
            let mut listed: Vec<Vec<usize>> = Vec::new();
            let mut sink = |found: &[VertexId]| {
                listed.push(found.iter().map(|&v| sample_vertex(&graph, v)).collect());
                ControlFlow::Continue(())
            };
            let number = NUMBERS[i % NUMBERS.len()];
            for shard in shards(number) {
                let session = &mut Session::of_shard(&graph, shard);
                engine.list_shard_in(session, &query, &Control::new(), &mut sink).expect("the run succeeds");
            }
            let flaw = matches::flaw(sample, &query, &listed);
            assert_eq!(flaw, None, "{pattern} in {number} shards of {}", sample.name);
        }
    }
}

/// What is known of counts does not keep matches from being listed, and the other way round.
#[test]
fn a_session_lists_and_counts() {
    let (graph, engine) = (random_graphs::undirected()[0].graph(), all_cores());
    let mut session = Session::of_shard(&graph, Shard::new(2, 3).expect("a shard"));
    let query = Query::from("a-b-c-a".parse::<Pattern>().expect("a pattern"));
    let mut counts = Vec::new();
    for _ in 0..2 {
        let mut listed = 0;
        let mut sink = |_: &[VertexId]| {
            listed += 1;
            ControlFlow::Continue(())
        };
        let report = engine.list_shard_in(&mut session, &query, &Control::new(), &mut sink).expect("the run succeeds");
        assert_eq!(report.count, listed);
        let counted = engine.count_shard_in(&mut session, &query, &Control::new()).expect("the run succeeds");
        let ShardSum { sum, divisor, times, .. } = counted.sum.expect("the run is not stopped");
        assert_eq!(sum * i128::try_from(times).expect("a small number"), divisor * listed as i128);
        counts.push(listed);
    }
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn a_shard_gives_no_whole_answer() {
    let (graph, engine) = (random_graphs::undirected()[0].graph(), all_cores());
    let query = Query::from("a-b-c".parse::<Pattern>().expect("a pattern"));
    let corner = Query::from(query.pattern.clone().with_anchors(&[0]).expect("an anchor"));
    let expected = engine.count(&graph, &query).expect("the run succeeds").count;
    let mut session = Session::of_shard(&graph, Shard::new(2, 3).expect("a shard"));
    let refused = [
        engine.count_in(&mut session, &query, &Control::new()).map(drop),
        engine.count_per_anchor_in(&mut session, &corner, &Control::new()).map(drop),
    ];
    for error in refused.map(|refused| refused.expect_err("a shard has no answer")) {
        assert!(matches!(error, EngineError::OfShard(shard) if shard == session.shard()) && error.is_input());
        assert!(error.to_string().starts_with("this session is for shard 2/3"), "{error}");
    }
    // The first of one is all of it.
    for mut session in [Session::new(&graph), Session::of_shard(&graph, Shard::WHOLE)] {
        let sum = engine.count_shard_in(&mut session, &query, &Control::new()).expect("the run succeeds").sum;
        assert_eq!(ShardSum::merge(&[sum.expect("the run is not stopped")]), Ok(expected));
        assert_eq!(engine.count_in(&mut session, &query, &Control::new()).expect("the run succeeds").count, expected);
    }
}

#[test]
fn a_run_that_is_stopped_again_and_again_goes_on() {
    let graph = generate(&"rmat:10:16".parse::<Spec>().expect("a model"), 3).expect("a graph");
    let folder = tempfile::tempdir().expect("a folder");
    let engines = Engines::start();
    for mode in MODES {
        let engine = engines.of(mode);
        for (text, semantics) in [("house", Semantics::VertexInduced), ("clique:5", Semantics::EdgeInduced)] {
            let query = Query::from(text.parse::<Pattern>().expect("a pattern")).with_semantics(semantics);
            let expected = engine.count(&graph, query.clone()).expect("the run succeeds").count;
            let path = folder.path().join(format!("{text} {mode:?}.journal"));
            let go_on = |control: &Control| {
                let journal = Journal::open(&path, &graph, text).expect("the journal of this run");
                let mut session = Session::new(&graph).with_journal(journal);
                engine.count_in(&mut session, query.clone(), control).expect("the run succeeds")
            };
            // The first time there is no time for anything.
            let mut limits = (0..).map(|run| Duration::from_millis(5 * run));
            let mut run = || go_on(&Control::new().with_time_limit(limits.next().expect("there are more")));
            assert!(run().partial, "{text} {mode:?}");
            let report = std::iter::repeat_with(run).find(|report| !report.partial).expect("it ends");
            assert_eq!(report.count, expected, "{text} {mode:?} after many stops");
            // Had it been killed while it wrote a line, there would be those before it and a part of that one.
            let written = fs::read_to_string(&path).expect("it is there");
            let lines: Vec<&str> = written.split_inclusive('\n').collect();
            assert!(lines.len() > 2, "one range or none: {written}");
            for kept in [1, lines.len() / 2, lines.len() - 1] {
                let torn = &lines[kept][..lines[kept].len() / 2];
                fs::write(&path, lines[..kept].concat() + torn).expect("it can be written");
                let report = go_on(&Control::new());
                assert_eq!((report.count, report.partial), (expected, false), "{text} {mode:?} from line {kept} on");
            }
        }
    }
}
