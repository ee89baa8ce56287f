//! Databases of many graphs: frequent patterns by the number of graphs that have them.

use std::collections::BTreeMap;
use std::fmt::Write;

use gpm::graph::load_bytes;
use gpm::{Control, Engine, Frequent, Further, Graph, GraphError, LoadOptions, Semantics};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

fn many(text: &str) -> Graph {
    load_bytes("database", text.as_bytes(), &LoadOptions { many: true, ..LoadOptions::default() })
        .expect("a database")
        .0
}

/// `v` and `e` lines of a random graph in which all labels occur, so that patterns of all graphs are written alike.
fn random_lines(random: &mut StdRng) -> String {
    let num_vertices = random.random_range(3..9);
    let mut lines = String::new();
    for v in 0..num_vertices {
        let label = if v < 2 { v } else { random.random_range(0..2) };
        writeln!(lines, "v {v} {}", ["C", "O"][label as usize]).expect("a string");
    }
    let mut edges = Vec::new();
    for (u, v) in (0..num_vertices).flat_map(|v| (0..v).map(move |u| (u, v))) {
        if edges.len() < 2 || random.random_bool(0.35) {
            edges.push((u, v));
        }
    }
    for (at, (u, v)) in edges.into_iter().enumerate() {
        let label = if at < 2 { at } else { random.random_range(0..2) };
        writeln!(lines, "e {u} {v} {}", label + 1).expect("a string");
    }
    lines
}

fn supports(graph: &Graph, asked: &Frequent) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    let engine = Engine::auto().expect("an engine");
    let report = engine.frequent(graph, asked, &Control::new(), |own| {
        assert!(own.domains.iter().all(|&size| size >= own.support), "{own:?}");
        assert!(found.insert(own.pattern.to_string(), own.support).is_none(), "{own:?} twice");
        Further::Grow
    });
    assert!(!report.expect("a search").partial);
    found
}

/// Against each graph searched alone.
#[test]
fn support_is_the_number_of_graphs_that_have_a_pattern() {
    let mut random = StdRng::seed_from_u64(57);
    for (round, number) in [1_usize, 2, 3, 7, 12, 20].into_iter().enumerate() {
        let graphs: Vec<String> = (0..number.max(2)).map(|_| random_lines(&mut random)).collect();
        let text: String = graphs.iter().enumerate().map(|(at, lines)| format!("t # {at}\n{lines}")).collect();
        let database = many(&format!("{text}t # -1\n"));
        assert_eq!(database.num_members(), Some(graphs.len()));
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
            let is_induced = semantics == Semantics::VertexInduced;
            let (max_edges, max_vertices) = if is_induced { (None, Some(4)) } else { (Some(4), None) };
            let alone = Frequent { max_edges, max_vertices, semantics, ..Frequent::of_support(1) };
            let mut expected: BTreeMap<String, u64> = BTreeMap::new();
            for lines in &graphs {
                for pattern in supports(&many(lines), &alone).into_keys() {
                    *expected.entry(pattern).or_default() += 1;
                }
            }
            for support in [1, 2, (graphs.len() as u64).div_ceil(2)] {
                let asked = Frequent { support, ..alone.clone() };
                let mut expected = expected.clone();
                expected.retain(|_, graphs| *graphs >= support);
                assert_eq!(supports(&database, &asked), expected, "round {round}, {semantics}, support {support}");
            }
        }
    }
}

#[test]
fn graphs_of_a_database_have_ids_of_their_own() {
    let graph = many("t # first\nv 0 C\nv 7 O\ne 0 7\nt # second\nv 7 C\nt # third\n");
    let mut ids: Vec<String> = (0..3).map(|v| graph.original_id(v).to_string()).collect();
    ids.sort();
    assert_eq!((graph.num_members(), ids), (Some(3), ["first:0", "first:7", "second:7"].map(str::to_owned).to_vec()));
    let again = many("t # 5\nv 0 C\nt # 5\nv 0 C\n");
    assert_eq!(again.original_id(1).to_string(), "1:0");
    assert_eq!(many("t # 5\nv 0 C\nv 3 C\nt # -1\n").num_members(), None);
    assert_eq!(many("t 2 1\nv 0 C\nv 1 C\ne 0 1\nt 1 0\nv 0 C\n").num_members(), Some(2));
}

#[test]
fn what_a_database_cannot_be_is_refused() {
    let text = "t # 0\nv 0 C\nv 1 C\ne 0 1\nt # 1\nv 0 C\n";
    let refusal = |text: &str, many| {
        let options = LoadOptions { many, ..LoadOptions::default() };
        load_bytes("database", text.as_bytes(), &options).expect_err("refused").to_string()
    };
    assert!(refusal(text, false).contains("`gpm fsm` reads many"), "{}", refusal(text, false));
    assert!(refusal("v 0 C\nt # 1\nv 0 C\n", true).contains("begins with a `t` line"));
    assert!(refusal("t # 0\nv 0 C\nv 1 C\nt # 1\nv 0 C\ne 0 1\n", true).contains("between vertices with a `v` line"));
    assert!(refusal("t 1 0\nv 0 C\nt 2 0\nv 0 C\n", true).contains('2'));
    let path = std::env::temp_dir().join(format!("gpm-database-{}.gpm", std::process::id()));
    assert!(matches!(many(text).save(&path), Err(GraphError::Io { .. })));
}
