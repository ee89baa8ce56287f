use super::*;
use crate::graph::Column;

fn make(text: &str, seed: u64) -> Graph {
    generate(&text.parse().unwrap(), seed).unwrap()
}

#[test]
fn same_seed_same_graph_on_any_number_of_threads() {
    for text in ["rmat:10:8", "er:3000:300000", "ba:20000:15", "ws:50000:6:0.3", "3-4-5-B2k"] {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| make(text, 7))
        };
        let (one, three) = (on(1), on(3));
        assert_eq!(one.out().offsets(), three.out().offsets(), "{text}");
        assert_eq!(one.out().neighbors(), three.out().neighbors(), "{text}");
        assert!(one.validate().is_ok());
    }
    assert_ne!(make("er:100:300", 1).out().neighbors(), make("er:100:300", 2).out().neighbors());
}

#[test]
fn erdos_renyi_has_exactly_the_edges_asked_for() {
    for (vertices, edges) in [(0, 0), (1, 0), (10, 45), (10, 44), (100, 4000), (100, 17), (2000, 50_000)] {
        let graph = generate(&Model::ErdosRenyi { vertices, edges }, 3).unwrap();
        assert_eq!((graph.num_vertices(), graph.num_edges()), (vertices as usize, edges));
    }
}

#[test]
fn other_models_have_the_shape_said() {
    let ba = make("ba:2000:4", 1);
    assert!((0..5).all(|v| (0..v).all(|u| ba.out().has_edge(v, u))));
    assert!(ba.num_edges() > 7700 && ba.num_edges() <= 10 + 1995 * 4 && ba.out().max_degree() > 60);
    let ring = make("ws:100:4:0", 1);
    assert!((0..100).all(|v| ring.out().degree(v) == 4) && ring.out().has_edge(0, 98));
    let moved = make("ws:1000:4:1", 1);
    assert!(moved.num_edges() > 1950 && moved.statistics().triangles < 100);
    let rmat = make("rmat:12:16", 1);
    assert!(rmat.num_vertices() == 4096 && rmat.num_edges() > 30_000 && rmat.out().max_degree() > 200);
}

#[test]
fn bad_figures_are_refused() {
    for text in ["rmat:0:16", "rmat:32:16", "er:10:46", "ba:5:5", "ba:5:0", "ws:10:3:0.1", "ws:10:4:1.5", "3-0-B1k"] {
        assert!(matches!(generate(&text.parse().unwrap(), 0), Err(GenerateError::OutOfRange { .. })), "{text}");
    }
    for text in ["", "rmat", "rmat:1", "er:x:1", "3-4", "3-4-B3k"] {
        assert!(matches!(text.parse::<Model>(), Err(GenerateError::Unknown { .. })), "{text}");
    }
}

#[test]
fn stars_have_the_known_counts() {
    // 4-5-9-16-25: published vertices, edges, triangles of both variants.
    for (name, triangles) in [("4-5-9-16-25-B1k", 3_548_463), ("4-5-9-16-25-B2k", 155)] {
        let graph = make(name, 0);
        assert_eq!((graph.num_vertices(), graph.num_edges()), (132_600, 1_582_861));
        assert_eq!(graph.statistics().triangles, triangles);
    }
}

#[test]
fn events_are_as_many_as_asked_for_and_come_in_bursts() {
    let events = Events { scale: 8, events: 300_000, span: 1 << 30, burst: 5.0, gap: 60.0 };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| events.generate(3).unwrap())
    };
    let (one, three) = (on(1), on(3));
    assert_eq!((one.records, one.loops), (300_000, 0));
    assert_eq!(one.graph.out().neighbors(), three.graph.out().neighbors());
    assert_eq!(one.graph.time_of_records(), Some("time"));
    // Of five events of a burst four have a successor a minute later, on average.
    let Some(Column::Integers(times)) = one.graph.vertex_column("time") else { panic!("a column of times") };
    let ids = one.graph.record_ids().unwrap().range.clone();
    let pair = |v: VertexId| one.graph.ends_of_record(v).unwrap();
    let mut last = std::collections::HashMap::new();
    let mut near = 0;
    for v in ids {
        let time = times[v as usize];
        near += u32::from(last.insert(pair(v), time).is_some_and(|last| time - last < 600));
    }
    assert!((220_000..260_000).contains(&near), "{near}");
    let refused = Events { burst: 0.5, ..events }.generate(1);
    assert!(matches!(refused, Err(GenerateError::OutOfRange { parameter: "burst", .. })), "{refused:?}");
}
