//! The pattern language: meaning, round trips, and that no text makes the parser panic.

use gpm_plan::cost::GraphStats;
use gpm_plan::passes::PassSet;
use gpm_plan::pattern::all_connected;
use gpm_plan::pattern::{EdgeKind, PairStates, Pattern, PatternErrorKind, Semantics};
use gpm_plan::plan::Plan;
use gpm_plan::query::Query;
use gpm_plan::search::Memo;
use proptest::prelude::*;

use crate::samples::Numbers;

#[track_caller]
fn parse(text: &str) -> Pattern {
    text.parse().unwrap()
}

#[test]
fn separators_and_blanks_do_not_matter() {
    let expected = parse("a-b b-c c-a");
    for text in ["a-b, b-c, c-a", "a-b-c-a", " a - b -c-  a ", "a-b,b-c,c-a,", "a-b b-a b-c a-c-b", "a b c a-b-c-a"] {
        assert_eq!(parse(text), expected, "{text}");
    }
}

#[test]
fn names_win_over_text() {
    assert_eq!(parse("3-path").num_vertices(), 3);
    assert_eq!(parse("star:3").num_vertices(), 3);
    assert_eq!(parse("3 - path").num_vertices(), 2);
    assert_eq!(parse("g6:Bw"), parse("triangle"));
}

#[test]
fn words_and_chains() {
    for text in
        ["feed-forward", "gs-p3", "open-triangle", "ann-bob", "a-bob", "friend-of-friend", "4-star", "café-naïve"]
    {
        let error = text.parse::<Pattern>().unwrap_err();
        assert!(matches!(error.kind(), PatternErrorKind::UnknownName { .. }), "{text}: {error}");
    }
    for text in ["a-b", "0-1", "a-b-c-a", "x1-y2", "node1-node2", "ann - bob", "ann-bob,", "left-middle-right", "人-木"]
    {
        parse(text);
    }
    assert_eq!(parse("alice-bob, bob-carol, carol-alice").num_edges(), 3);
    assert_eq!(parse("ann-bob where ann.x < bob.x").num_edges(), 1);
    let names = parse("café-naïve, naïve-Жанна, Жанна-李明");
    assert_eq!(names.to_string(), "café-naïve naïve-Жанна Жанна-李明");
    assert!(parse("bi-fan").is_directed());
}

#[test]
fn accessors() {
    let pattern = parse("a:Person-[knows]->b:3 b-c a!-c");
    assert_eq!((pattern.num_vertices(), pattern.num_edges()), (3, 2));
    assert!(
        pattern.is_directed() && pattern.has_edge_labels() && pattern.has_vertex_labels() && pattern.has_anti_edges()
    );
    assert_eq!(pattern.vertex_name(1), "b");
    assert_eq!(pattern.vertex_by_name("c"), Some(2));
    assert_eq!(pattern.vertex_label(1).unwrap().as_str(), "3");
    assert_eq!(pattern.vertex_label(2), None);
    assert!(pattern.are_adjacent(0, 1) && pattern.are_adjacent(1, 0) && !pattern.are_adjacent(0, 2));
    assert_eq!((pattern.degree(1), pattern.neighbor_mask(1)), (2, 0b101));
    assert_eq!(pattern.neighbors(1).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(pattern.edges().map(|edge| edge.kind).collect::<Vec<_>>(), [EdgeKind::Directed, EdgeKind::Undirected]);
    assert!(!pattern.is_clique() && parse("clique:32").is_clique());
}

/// Each edge has a label of its own: as many relations as there are pairs of vertices.
#[test]
fn patterns_of_many_relations_have_plans() {
    let edges: Vec<String> = (0..24).flat_map(|v| (0..v).map(move |u| format!("{u}-[l{u}_{v}]-{v}"))).collect();
    let query = Query::from(parse(&edges.join(" "))).without(PassSet::all());
    let plan = Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan");
    assert!(plan.first_nest().views.len() > 256);
}

/// A plan that corrects its first nest by others has no partial count.
#[test]
fn what_may_be_too_large_is_no_lower_bound() {
    let mut corrected = 0;
    for pattern in (3..=5).flat_map(all_connected) {
        let stats = GraphStats::typical();
        for choice in Plan::shortlist(&Query::from(pattern.clone()), &stats, &mut Memo::default()) {
            let plan = Plan::alone(Query::from(pattern.clone()), choice, &stats);
            let plan = plan.expect("the nest is valid");
            let mut totals = vec![0; plan.nests().count()];
            totals[0] = 1_000_000;
            let is_exact =
                totals.len() == 1 && plan.first_nest().entries.is_empty() && !plan.first_nest().tail_may_coincide;
            corrected += usize::from(plan.first_nest().tail_may_coincide);
            assert_eq!(plan.answer(&totals, false).expect("it fits") > 0, is_exact, "{plan}");
        }
    }
    assert!(corrected > 5, "{corrected}");
}

#[track_caller]
fn check_states(text: &str, edge_induced: &[PairStates], vertex_induced: &[PairStates]) {
    let pattern = parse(text);
    for (semantics, states) in [(Semantics::EdgeInduced, edge_induced), (Semantics::VertexInduced, vertex_induced)] {
        let allowed = states.iter().copied().reduce(PairStates::union).unwrap();
        assert_eq!(pattern.constraint(0, 1, semantics).allowed, allowed, "{text} {semantics}");
        assert_eq!(pattern.constraint(1, 0, semantics).allowed, allowed.reversed());
    }
    assert_eq!(pattern.constraint(0, 1, Semantics::Homomorphism), pattern.constraint(0, 1, Semantics::EdgeInduced));
}

#[test]
fn constraints() {
    const FORWARD: PairStates = PairStates::FORWARD;
    const BACKWARD: PairStates = PairStates::BACKWARD;
    const BOTH: PairStates = PairStates::BOTH;
    const NONE: PairStates = PairStates::NONE;
    check_states("a-b", &[PairStates::ANY_EDGE], &[PairStates::ANY_EDGE]);
    check_states("a-b b->c", &[PairStates::ANY_EDGE], &[PairStates::ANY_EDGE]);
    check_states("a->b", &[FORWARD, BOTH], &[FORWARD]);
    check_states("a<-b", &[BACKWARD, BOTH], &[BACKWARD]);
    check_states("a->b b->a", &[BOTH], &[BOTH]);
    check_states("a->b b!->a", &[FORWARD], &[FORWARD]);
    check_states("a-b a->b", &[FORWARD, BOTH], &[FORWARD]);
    check_states("a-b a!->b", &[BACKWARD], &[BACKWARD]);
    check_states("a b a-c c-b", &[PairStates::FREE], &[NONE]);
    check_states("a!-b a-c-b", &[NONE], &[NONE]);
    check_states("a!->b a-c-b", &[NONE, BACKWARD], &[NONE]);
}

#[test]
fn edge_labels_follow_their_direction() {
    let pair = parse("a-[x]->b b-[y]->a").constraint(1, 0, Semantics::EdgeInduced);
    assert_eq!(pair.forward_label.unwrap().as_str(), "y");
    assert_eq!(pair.backward_label.unwrap().as_str(), "x");
    let pair = parse("a-[x]-b b!->a").constraint(0, 1, Semantics::EdgeInduced);
    assert_eq!((pair.forward_label.unwrap().as_str(), pair.backward_label), ("x", None));
}

#[test]
fn parts_and_permutations() {
    let house = parse("a-b a-c b-c b-d a-e d-e");
    assert_eq!(house.permuted(&[4, 3, 2, 1, 0]).vertex_name(0), "e");
    assert_eq!(house.without(2).unwrap().to_string(), "a-b b-d a-e d-e");
    assert_eq!(house.induced_by(0b111).unwrap().to_string(), "a-b a-c b-c");
    assert!(house.induced_by(0b10100).is_err() && house.induced_by(1).is_err());
    assert!(!parse("a-b b->c").without(2).unwrap().is_directed());
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let _ = text.parse::<Pattern>().map_err(|error| error.to_string());
        let _ = Pattern::parse_file(&text, "p").map_err(|error| error.to_string());
    }

    #[test]
    fn no_text_of_the_alphabet_panics(text in "[a-c0-2\\-<>!:,\\[\\]\"\\\\*. \n#tve]{0,30}") {
        for result in [text.parse::<Pattern>(), Pattern::parse_file(&text, "p")] {
            match result {
                Ok(pattern) => prop_assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern),
                Err(error) => prop_assert!(!error.to_string().is_empty() && !error.to_string().ends_with('\n')),
            }
        }
    }

    #[test]
    fn no_graph6_panics(text in "[?-~]{0,12}") {
        let _ = format!("g6:{text}").parse::<Pattern>().map_err(|error| error.to_string());
    }

    #[test]
    fn printed_patterns_read_back(seed: u64, n in 2usize..10, kinds in 2usize..=7, num_labels in 0usize..4) {
        let mut numbers = Numbers(seed);
        let pattern = numbers.pattern(n, kinds, num_labels);
        let order = numbers.permutation(n);
        let shuffled = pattern.permuted(&order);
        prop_assert_eq!(&pattern.to_string().parse::<Pattern>().unwrap(), &pattern);
        prop_assert_eq!(Pattern::parse_file(&pattern.to_string(), "p").unwrap(), pattern);
        prop_assert_eq!(shuffled.to_string().parse::<Pattern>().unwrap(), shuffled);
    }

    #[test]
    fn any_label_reads_back(label in "\\PC{1,12}|[\"\\\\\n\t]{1,4}") {
        let mut builder = Pattern::builder();
        let (a, b) = (builder.vertex("a"), builder.vertex("b"));
        builder.vertex_label(b, label.as_str()).edge(a, b, Some(label.as_str().into()));
        let pattern = builder.build().unwrap();
        prop_assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern);
    }

    #[test]
    fn any_names_read_back(left in "[a-z0-9]{1,4}|g6|[kK]?[0-9]", right in "[a-z0-9]{1,4}|star|cycle|path") {
        prop_assume!(left != right);
        let mut builder = Pattern::builder();
        let (a, b) = (builder.vertex(&left), builder.vertex(&right));
        let pattern = builder.edge(a, b, None).build().unwrap();
        prop_assert_eq!(pattern.to_string().parse::<Pattern>().unwrap(), pattern);
    }
}
