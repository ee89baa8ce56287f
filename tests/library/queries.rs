//! Queries: what may stand where one is wanted.

use gpm::{Engine, EngineError, Graph, Pattern, Query};

fn paw() -> Graph {
    Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)]).unwrap()
}

#[test]
fn text_patterns_and_queries_ask_the_same() {
    let (graph, engine) = (paw(), Engine::auto().unwrap());
    let pattern: Pattern = "wedge".parse().unwrap();
    let query = Query::from(&pattern);
    assert_eq!(query, "wedge".parse().unwrap());
    assert_eq!(query, Query::try_from("wedge").unwrap());
    let counts = [
        engine.count(&graph, "wedge"),
        engine.count(&graph, &pattern),
        engine.count(&graph, pattern),
        engine.count(&graph, &query),
        engine.count(&graph, query.clone()),
    ];
    assert_eq!(counts.map(|report| report.unwrap().count), [5; 5]);
    assert_eq!(engine.count(&graph, query.vertex_induced()).unwrap().count, 2);
    assert_eq!(engine.plan(&graph, "wedge").unwrap().query, "wedge".parse().unwrap());
}

#[test]
fn text_that_is_no_pattern_is_an_error_of_the_engine() {
    let error = Engine::auto().unwrap().count(&paw(), "a-b-").unwrap_err();
    assert!(matches!(error, EngineError::Pattern(_)) && error.is_input(), "{error}");
    assert!(error.to_string().contains("^"), "{error}");
}
