//! What the macro reads.

use gpm::{Graph, Planned, Query, Semantics, Unit};

/// Labels as constants.
mod sections {
    pub(super) const PYTHON: &str = "python";
    pub(super) const LIBS: &str = "libs";
    pub(super) const NEEDS: &str = "needs";
}

gpm::pattern! {
    /// A declaration keeps its documentation and attributes.
    #[derive(PartialOrd)]
    #[must_use]
    pub(crate) Diamond = a-b, b-c, c-d, d-a, a-c;
    Family = clique:4;
    Named = tailed-triangle;
    Quoted = "a-b-c-a";
    Graph6 = "g6:C~";
    #[induced]
    #[embeddings]
    Induced = a-b-c;
    #[homomorphism]
    Walk = 0 - 1 - 2;
    #[homomorphism]
    ClosedWalk = cycle:6;
    Games = game:games -> module:{sections::PYTHON} -> lib:{sections::LIBS}, game -> lib;
    EdgeLabels = a-[{sections::NEEDS}]->b<-[uses]-c:"two words", a!->c, x2:1.5 - a;
    Keywords = in-out r#as-in;
    Ring = a-[p:]->b-[q:{records::PAYS}]->c-[r:]->a in order p, q, r by day within 7 where q.amount >= 0.5 * p.amount;
    #[embeddings]
    Twice = a-[p:]->b, a-[q:]->b;
    FanIn = *-[into*]->m where count(distinct into.from within 14 by day) >= 3;
}

/// What is read of a table of records.
mod records {
    pub(super) const PAYS: &str = "pays";
}

fn parsed(text: &str) -> gpm::Pattern {
    text.parse().expect("test patterns are valid")
}

#[test]
fn tokens_are_read_as_the_command_reads_text() {
    assert_eq!(query(Diamond).pattern, parsed("a-b, b-c, c-d, d-a, a-c"));
    assert_eq!(query(Family).pattern, parsed("clique:4"));
    assert_eq!(query(Named).pattern, parsed("tailed-triangle"));
    assert_eq!(query(Quoted).pattern, parsed("a-b-c-a"));
    assert_eq!(query(Graph6).pattern, parsed("g6:C~"));
    assert_eq!(query(Keywords).pattern, parsed("in-out as-in"));
}

/// What a type asks.
fn query<P: Planned>(_: P) -> Query {
    P::query()
}

#[test]
fn attributes_say_what_is_asked() {
    let meaning = |query: Query| (query.semantics, query.unit);
    assert_eq!(meaning(query(Diamond)), (Semantics::EdgeInduced, Unit::Subgraphs));
    assert_eq!(meaning(query(Induced)), (Semantics::VertexInduced, Unit::Embeddings));
    assert_eq!(meaning(query(Walk)), (Semantics::Homomorphism, Unit::Subgraphs));
    assert!(Diamond <= Diamond, "other attributes are the type's");
}

#[test]
fn walks_of_three_steps_are_counted() {
    let complete = Graph::from_edges(5, (0..5).flat_map(|v| (0..v).map(move |w| (w, v)))).unwrap();
    // The eigenvalues of a complete graph are 4 and, four times, -1.
    assert_eq!(ClosedWalk.count(&complete), 4u128.pow(6) + 4);
    assert!(ClosedWalk::PLAN.contains("with walks"), "{}", ClosedWalk::PLAN);
}

#[test]
fn constants_stand_for_their_values() {
    let games = query(Games).pattern;
    assert_eq!(games, parsed("game:games -> module:python -> lib:libs, game -> lib"));
    assert_eq!(Games::PATTERN.parse::<gpm::Pattern>().map(|pattern| pattern.num_vertices()), Ok(3));
    let edges = "a-[needs]->b<-[uses]-c:\"two words\", a!->c, x2:1.5 - a";
    assert_eq!(query(EdgeLabels).pattern, parsed(edges));
}

#[test]
fn constants_are_looked_up_in_the_graph() {
    use gpm::LoadOptions;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/graphs");
    let labels = Some(folder.join("debian-packages.labels.gz"));
    let options = LoadOptions { directed: true, labels, ..LoadOptions::default() };
    let (graph, _) = Graph::load_with(folder.join("debian-packages.el.gz"), &options).expect("the graph is there");
    assert_eq!(Games.count(&graph), 3);
    let error = EdgeLabels.count_with(&graph, &gpm::Options::default()).expect_err("the graph has no such labels");
    assert!(error.is_input() && error.to_string().contains("unknown"), "{error}");
}

#[test]
fn the_plan_can_be_read() {
    assert!(Diamond::PLAN.contains("for v1 in s0 above v0"), "{}", Diamond::PLAN);
    assert_eq!(Diamond::PATTERN, "a-b a-c b-c a-d c-d");
    assert_eq!(<Diamond as Planned>::SIZE, 4);
}

#[test]
fn bound_edges_are_searched_by_an_engine() {
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use gpm::graph::GraphArrays;
    use gpm::{LoadOptions, Options, RecordLabels};

    let ring = "a-[p:]->b-[q:pays]->c-[r:]->a in order p, q, r by day within 7 where q.amount >= 0.5 * p.amount";
    assert_eq!(query(Ring).pattern, parsed(ring));
    assert_eq!(query(FanIn).pattern, parsed("*-[into*]->m where count(distinct into.from within 14 by day) >= 3"));
    let (from, to) = ([1_i64, 2, 3, 3, 4, 1], [2_i64, 3, 1, 1, 1, 2]);
    let labels = ["gives", "pays", "pays", "pays", "pays", "pays"];
    let payments = GraphArrays::new(&from[..], &to[..]).edge_labels(&labels);
    let payments = payments.edge_column("day", vec![1_i64, 2, 3, 30, 4, 20]);
    let payments = payments.edge_column("amount", vec![10_i64, 9, 8, 8, 1, 7]);
    let options = LoadOptions { directed: true, ..LoadOptions::default() };
    let payments = Arc::new(payments.load_records(&options, RecordLabels::Needed).expect("records").graph);
    assert_eq!((Ring.count(&payments), Twice.count(&payments), FanIn.count(&payments)), (1, 4, 0));
    let mut rows = Vec::new();
    Ring.for_each(&payments, |found: &[_; 6]| {
        rows.push(found[3..].iter().map(|&record| payments.row_of_record(record)).collect::<Vec<_>>());
        ControlFlow::Continue(())
    });
    assert_eq!(rows, [[Some(1), Some(2), Some(3)]]);
    let iterated = Ring.matches_with(&payments, &Options { threads: Some(1), ..Options::default() }).expect("threads");
    let iterated: Vec<[_; 6]> = iterated.map(|found| found.expect("a match")).collect();
    assert_eq!(iterated.len(), 1);
}
