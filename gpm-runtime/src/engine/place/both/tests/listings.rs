//! Listings of a CPU and a GPU together.

use super::*;

#[test]
fn both_list_each_match_once() {
    let graph = graph();
    let list = |engine: &Engine| {
        let mut found: Vec<Vec<VertexId>> = Vec::new();
        let mut sink = |vertices: &[VertexId]| {
            found.push(vertices.to_vec());
            ControlFlow::Continue(())
        };
        let report = engine.list_with(&graph, query("triangle"), &Control::new(), &mut sink).unwrap();
        assert_eq!(report.count, found.len() as u128);
        found.sort_unstable();
        found
    };
    let expected = list(&cpu());
    for fate in [Fate::Works, Fate::FailsAfter(1), Fate::Missing] {
        assert_eq!(list(&engine(fate, 0).0), expected, "{fate:?}");
    }
}
