//! Clauses on the payments of the examples, and what is refused.

use gpm::{Control, Engine, Graph, LoadOptions, RecordLabels, TableOptions};
use gpm_query::{QueryError, Question};

fn payments() -> Graph {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/graphs/payments.csv");
    let options = LoadOptions { directed: true, ..LoadOptions::default() };
    let (simple, _) = Graph::load_with(path, &options).expect("a graph");
    simple.with_records(path, &TableOptions::default(), RecordLabels::None).expect("records").graph
}

fn rows(graph: &Graph, query: &str) -> Result<Vec<String>, QueryError> {
    let found = Question::read(query)?.answer(&Engine::auto().expect("an engine"), graph, &Control::new())?;
    let shown = |value: &gpm_query::Value| value.shown(graph).unwrap_or_else(|| "-".to_owned());
    Ok(found.rows.iter().map(|row| row.iter().map(shown).collect::<Vec<_>>().join(" ")).collect())
}

#[test]
fn clauses() {
    let graph = payments();
    let answers: [(&str, &[&str]); 11] = [
        ("MATCH ()-[p]->() RETURN count(*), min(p.amount), max(p.day), sum(p.amount) / count(*)", &["400 6 90 611"]),
        ("MATCH (a)-[p]->() RETURN a, count(*) AS n ORDER BY n DESC, a LIMIT 2", &["1016 12", "1049 11"]),
        (
            "MATCH (a)-[p]->() WITH a, count(*) AS n WHERE n > 10 RETURN a.id AS id, n * 2 ORDER BY id SKIP 1",
            &["1049 22"],
        ),
        (
            "MATCH (a)-[p]->() WITH a, count(*) AS n RETURN n > 10 AS many, count(*) ORDER BY many",
            &["false 58", "true 2"],
        ),
        ("MATCH (a {id: 1001})-[p]->(b) RETURN DISTINCT a", &["1001"]),
        ("MATCH (a)-[p]->(b) WHERE p.amount > 6000 RETURN p, p.amount ORDER BY p.amount DESC LIMIT 1", &["124 6553"]),
        ("MATCH (a) WHERE a.id < 1003 RETURN a ORDER BY a.id DESC", &["1002", "1001"]),
        (
            "MATCH (a) WHERE a.id < 1002 RETURN a.id AS v UNION MATCH (a) WHERE a.id IN [1001, 1003] RETURN a.id AS v",
            &["1001", "1003"],
        ),
        ("MATCH (a) WHERE a.id < 1002 RETURN 1 AS v UNION ALL MATCH (a) WHERE a.id = 1003 RETURN 1 AS v", &["1", "1"]),
        ("MATCH (a)-->(b)-->(a) WHERE a.id > 99999 RETURN count(*), sum(a.id), avg(a.id), max(a.id)", &["0 0 - -"]),
        ("// a comment\nMATCH (a)-->(b) /* and\nanother */ RETURN count(DISTINCT a) AS senders;", &["60"]),
    ];
    for (query, expected) in answers {
        assert_eq!(rows(&graph, query).unwrap_or_else(|error| panic!("{query}\n{error}")), expected, "{query}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let graph = payments();
    let refused = [
        ("MATCH (a)-->(b) RETRUN a", "expected a clause, such as `MATCH` or `RETURN`, found `RETRUN`"),
        ("MATCH (a)-->(b)", "expected `RETURN`, found the end"),
        ("MATCH (a)-->(b RETURN a", "expected `)`, found `RETURN`"),
        ("MATCH (a)-->(b) RETURN c", "`c` is not there"),
        ("MATCH (a)-->(b) RETURN a.amout", "no property `amout` of nodes"),
        ("MATCH (a)-[p]->(b) WHERE p.amount = 'x' RETURN a", "integers and text do not compare"),
        ("MATCH (a)-[p]->(b) WHERE p.amount RETURN a", "this is no condition, but integers"),
        ("MATCH (a)-[*]->(b) RETURN count(*)", "chains of any length are not answered"),
        ("MATCH (a)-->(b), (c)-->(d) RETURN count(*)", "`c` is not joined to the rest"),
        ("MATCH p = (a)-->(b) RETURN p", "paths have no names here"),
        ("MATCH p = shortestPath((a)-[*..3]->(b)) RETURN p", "paths have no names here"),
        ("MATCH (a)-->(b) SET a.x = 1", "`SET` changes a graph"),
        ("MATCH (a)-->(b) RETURN collect(a)", "`collect` makes lists"),
        ("MATCH (a)-->(b) RETURN size(a)", "the function `size` is not answered"),
        ("MATCH (a)-->(b) WHERE a.id = $id RETURN a", "parameters have no values here"),
        ("MATCH (a)-->(b) RETURN a.id + count(*)", "beside an aggregate stands what the groups are by"),
        ("MATCH (a)-->(b) WHERE count(*) > 1 RETURN a", "aggregates are of all rows"),
        ("MATCH (a)-->(b) OPTIONAL MATCH (b)-->(c) RETURN c", "what an optional pattern matched is not returned"),
        ("MATCH (a)-->(b) RETURN a AS x UNION MATCH (a)-->(b) RETURN a AS y", "columns of other names"),
        ("MATCH (a)-[r]->(b), (c)-[r]->(b) RETURN a", "`r` is matched twice"),
        ("MATCH (a)-->(b) RETURN a, b AS a", "there are two columns called `a`"),
        ("MATCH (a)-->(b) WHERE a.id = 'un RETURN a", "this quote does not end"),
        ("MATCH (a)-->(b) RETURN a; MATCH (a) RETURN a", "expected the end of the query"),
        ("", "expected `MATCH`, found the end"),
    ];
    for (query, expected) in refused {
        match rows(&graph, query) {
            Err(QueryError::Refused(refusal)) => {
                assert!(refusal.message().contains(expected), "{query}: {refusal}");
                assert!(refusal.to_string().contains("^"), "{query}");
            }
            other => panic!("{query}: {other:?}"),
        }
    }
    let chain = format!("MATCH (a){} RETURN count(*)", "-->()".repeat(31));
    let refused = rows(&graph, &chain).unwrap_err().to_string();
    assert!(refused.contains("a sum of more than 4096 patterns"), "{refused}");
    // Ways double with each relationship without a direction, and those to share records grow faster still.
    let either = "MATCH (a)-[*31]-(b) RETURN count(*)";
    assert!(rows(&graph, either).unwrap_err().to_string().contains("more than 4096 ways"));
    let same = format!("MATCH REPEATABLE ELEMENTS {} RETURN count(*)", ["(a)-->(b)"; 20].join(", "));
    assert!(rows(&graph, &same).unwrap_err().to_string().contains("a sum of more than 4096 patterns"));
    let deep = format!("MATCH (a)-->(b) WHERE {}1 = 1{} RETURN a", "(".repeat(5000), ")".repeat(5000));
    assert!(rows(&graph, &deep).is_err());
    let long = format!("MATCH (a)-->(b) WHERE {} RETURN a", vec!["a.id = 1"; 5000].join(" OR "));
    assert!(rows(&graph, &long).is_err());
}

#[test]
fn a_refusal_shows_the_line() {
    let refused = Question::read("MATCH (a)-->(b)\nWHERE a.x =~ 'é' RETURN a").unwrap_err().to_string();
    let expected = "`=~` is not answered\n  | WHERE a.x =~ 'é' RETURN a\n  |           ^^\n  = help: `STARTS WITH`, `ENDS WITH`, `CONTAINS`";
    assert_eq!(refused, expected);
}

#[test]
fn explained() {
    let graph = payments();
    let shown = |query: &str| Question::read(query).unwrap().explain(&graph).unwrap();
    let found =
        shown("MATCH (a)-[p]->(b)-[q]->(c) WHERE p.day < q.day AND coalesce(p.amount, 1) > 3 RETURN a, count(*)");
    let expected = "DIFFERENT EDGES, listed:\n  a-[r0:]->b b-[r1:]->a where r0.day < r1.day\n  a-[r0:]->b b-[r1:]->c where r0.day < r1.day\n  and of each row: coalesce(p.amount, 1) > 3\n";
    assert_eq!(found, expected);
    let found = shown("MATCH DIFFERENT NODES (a)-->(b)-->(c) OPTIONAL MATCH (b)-->(d) RETURN b, count(d)");
    let expected =
        "DIFFERENT NODES, counted for each b:\n  a-[r0:]->b b-[r1:]->c\n  perhaps, counted for each b: (b)-->(d)\n";
    assert_eq!(found, expected);
}

/// Four nodes, of which the last has no label, and six relationships.
fn labelled() -> Graph {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records.csv");
    let rows = "source,target,type,w\n1,2,K,5\n1,2,L,7\n2,3,L,1\n3,1,K,\n4,1,L,-3\n2,4,K,2\n";
    std::fs::write(&path, rows).expect("a table");
    let edges = [(1, 2), (2, 3), (3, 1), (4, 1), (2, 4)].map(|(from, to)| (from - 1, to - 1));
    let builder = gpm::graph::GraphBuilder::directed().vertices(4).edges(edges);
    let mut graph = builder.vertex_labels(["A", "B", "A;B", ""]).build().expect("a graph");
    graph.add_vertex_column("x", gpm::Column::from(vec![Some(3_i64), None, Some(-7), Some(0)])).expect("a column");
    let shifted = rows.replace("\n1,2", "\n0,1").replace("\n2,3", "\n1,2").replace("\n3,1", "\n2,0");
    let shifted = shifted.replace("\n4,1", "\n3,0").replace("\n2,4", "\n1,3");
    std::fs::write(&path, shifted).expect("a table");
    graph.with_records(&path, &TableOptions::default(), RecordLabels::Needed).expect("records").graph
}

#[test]
fn faults_that_were_found() {
    let graph = labelled();
    let answers: [(&str, &[&str]); 17] = [
        // Conditions stay apart from each other.
        ("MATCH (a {x: 99})-->(b) WHERE a.x = 3 OR b.x = 3 RETURN a, b", &[]),
        ("MATCH (a)-[r]->(b) WHERE (a.x = 3 OR b.x = 3) AND r.w > 5 RETURN r", &["2"]),
        ("MATCH (a)-[r {w: 7}]->(b) WHERE a.x = 3 OR b.x = 3 RETURN r", &["2"]),
        // What has no label is not what has one.
        ("MATCH (a)-->(b) WHERE NOT a:A RETURN a, count(*) ORDER BY a", &["1 2", "3 1"]),
        ("MATCH (a:A&B)-->(b) RETURN a, b", &["2 0"]),
        ("MATCH (a:A|B) WHERE a:B RETURN a ORDER BY a", &["1", "2"]),
        // To count a node is to count rows.
        ("MATCH (a)-[r]->(b) RETURN count(b), count(r), count(*)", &["6 6 6"]),
        ("MATCH (a)-[r]->(b) RETURN a, count(b) ORDER BY count(b) DESC, a LIMIT 2", &["0 2", "1 2"]),
        ("MATCH (a)-[r]->(b) RETURN sum(coalesce(r.w, 0.5)), avg(coalesce(r.w, 0.5))", &["12.5 2.0833333333333335"]),
        ("MATCH (a) WITH a.id AS i ORDER BY i LIMIT 1 WHERE i > 0 RETURN i", &[]),
        ("MATCH (a) WITH a.id AS i ORDER BY i SKIP 1 LIMIT 2 WHERE i > 1 RETURN i", &["2"]),
        ("MATCH DIFFERENT NODES (a)-->(b)-->(c)-->(d) WHERE a = d RETURN a", &[]),
        ("MATCH (a)-[r]->(b) WHERE 1 = 1 AND type(r) = 'L' RETURN r ORDER BY r", &["2", "3", "5"]),
        ("MATCH (`a b`)-->() RETURN DISTINCT `a b` ORDER BY `a b` LIMIT 1", &["0"]),
        ("MATCH (a)-[r]->(b) WHERE labels(a) = 'A;B' RETURN r", &["4"]),
        ("MATCH (a)-[r]->(b) WHERE a.x IN [3, 4] XOR r.w = 1 RETURN r ORDER BY r", &["1", "2"]),
        ("MATCH (a)-[r]->(b) WHERE a:A AND (r.w = 5 OR r.w = 7 OR r.w = 1) RETURN r ORDER BY r", &["1", "2"]),
    ];
    for (query, expected) in answers {
        assert_eq!(rows(&graph, query).unwrap_or_else(|error| panic!("{query}\n{error}")), expected, "{query}");
    }
    let long = format!("MATCH (a)-->(b) RETURN a.id {}", "IS NOT NULL ".repeat(8000));
    let wide =
        format!("MATCH (a:{}) RETURN a", (0..20).map(|at| format!("(A{at}&B{at})")).collect::<Vec<_>>().join("|"));
    let far = format!("MATCH (a){} RETURN a", "-->()".repeat(3000));
    let refused = [
        ("MATCH (a)-->(b) RETURN a.x ORDER BY max(a.x)", "rows are sorted by what is returned"),
        ("MATCH (a)-->(b) RETURN EXISTS { (a)-->(b) }", "behind `MATCH … WHERE`"),
        ("MATCH (a)-->(b) RETURN a ORDER BY EXISTS { (a)-->(b) }", "behind `MATCH … WHERE`"),
        (
            "MATCH (a) OPTIONAL MATCH (a)-[r]->(b) RETURN a ORDER BY b",
            "rows are not sorted by what an optional pattern",
        ),
        ("MATCH (a)-[r {w: null}]->(b) RETURN a", "numbers, texts or moments"),
        ("MATCH (a)-->(b) WHERE (a)-->(typo) RETURN a", "`typo` is not there"),
        ("MATCH (a)-[r]->(b) RETURN type(a)", "relationships have types"),
        ("MATCH (a)-->(b) RETURN coalesce()", "`coalesce` takes one argument"),
        (&long, "operands are joined at most"),
        (&wide, "labels are at most 256 choices"),
        (&far, "more than 32 nodes"),
    ];
    for (query, expected) in refused {
        match rows(&graph, query) {
            Err(QueryError::Refused(refusal)) => assert!(refusal.message().contains(expected), "{query}: {refusal}"),
            other => panic!("{query}: {other:?}"),
        }
    }
}
