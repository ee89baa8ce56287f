//! Every nest is lowered to a program for warps that holds together.

use super::*;
use crate::cost::GraphStats;
use crate::pattern::{Pattern, Semantics, all_connected};
use crate::plan::Plan;
use crate::query::{Output, Query};

/// The program of a query's first nest.
fn program(query: Query) -> WarpProgram {
    let plan = Plan::new(query, &GraphStats::typical()).unwrap();
    WarpProgram::new(plan.first_nest(), &KernelOptions::default())
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().unwrap())
}

fn first_error(program: &WarpProgram) -> String {
    program.verify().unwrap_err().swap_remove(0)
}

/// The loop at a depth of nested loops, on all words.
fn inner<W: Work>(ops: &mut [WarpOp<W>], depth: usize) -> &mut WarpLoop<W> {
    let mut loops = ops.iter_mut().filter_map(|op| match op {
        WarpOp::Loop(inner) => Some(inner),
        WarpOp::Narrow(both) => Some(&mut both.wide),
        _ => None,
    });
    let found = loops.next().expect("there is a loop");
    if depth == 0 { found } else { inner(&mut found.body, depth - 1) }
}

#[test]
fn every_nest_is_lowered_to_a_valid_program() {
    let stats = GraphStats::typical();
    let short = KernelOptions { max_size: 64, ..KernelOptions::default() };
    let even = KernelOptions { lower: LowerRows { longest: 32, marks: 64 }, ..KernelOptions::default() };
    let mut explored = Vec::new();
    for pattern in (2..=5).flat_map(all_connected) {
        let anchored = [Some(pattern.clone()), pattern.clone().with_anchors(&[0]).ok()];
        for pattern in anchored.into_iter().flatten() {
            for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
                for output in [Output::Count, Output::List] {
                    let query = Query { semantics, output, ..Query::from(pattern.clone()) };
                    let Ok(plan) = Plan::new(query, &stats) else { continue };
                    for (nest, options) in plan
                        .nests()
                        .flat_map(|nest| [KernelOptions::default(), short, even].map(|options| (nest, options)))
                    {
                        let program = WarpProgram::new(nest, &options);
                        assert_eq!(program.verify(), Ok(()), "{nest}\n{program}");
                        explored.push((
                            program.lists.is_some(),
                            program.local.is_some(),
                            program.footprint.spread == Spread::GivenAway,
                        ));
                    }
                }
            }
        }
    }
    for shape in [(true, false, true), (true, true, true), (false, true, false), (true, false, false)] {
        assert!(explored.contains(&shape), "{shape:?}");
    }
}

#[test]
fn what_is_not_made_is_not_read() {
    let mut program = program(query("clique:4"));
    let local = program.local.as_mut().expect("cliques are searched on bit matrices");
    inner(&mut local.ops, 1).body.retain(|op| !matches!(op, WarpOp::Define { define: WordDef::Row { .. }, .. }));
    assert!(first_error(&program).contains("is read before its elements are made"));
}

/// The loop whose candidates lanes have in one word.
fn narrow(ops: &mut [BitOp]) -> &mut Narrow<BitWork> {
    let found = ops.iter_mut().find_map(|op| match op {
        WarpOp::Narrow(both) => Some(&mut **both),
        WarpOp::Loop(inner) => Some(narrow(&mut inner.body)),
        _ => None,
    });
    found.expect("there is such a loop")
}

/// Lanes share the last three loops at most, and end with a walk where there are as many.
#[test]
fn lanes_share_the_loops_of_sets_in_one_word() {
    let shared = |text: &str| {
        let mut program = program(query(text));
        let both = narrow(&mut program.local.as_mut().unwrap().ops);
        let mut explored = Vec::new();
        let mut next = Some(&both.narrow);
        while let Some(inner) = next {
            explored.push(match inner.exploration {
                Exploration::Leaf(_) => "leaf",
                Exploration::Deal(_) => "deal",
                Exploration::Walk => "walk",
                Exploration::WalkHeld => "hold",
                Exploration::Warp => "warp",
            });
            next = inner.body.iter().find_map(|op| if let WarpOp::Loop(inner) = op { Some(inner) } else { None });
        }
        let within: Vec<String> = both.within.iter().map(|range| format!("all{range}")).collect();
        format!("{} from {} on: {}", within.join(", "), both.narrow.level, explored.join(" "))
    };
    assert_eq!(shared("clique:4"), "all below v0 from v1 on: leaf hold");
    assert_eq!(shared("clique:5"), "all below v0 from v1 on: leaf deal hold");
    assert_eq!(shared("clique:6"), "all below v1 from v2 on: leaf deal hold");
    assert_eq!(shared("clique:7"), "all below v2 from v3 on: leaf deal hold");
}

/// Lanes hold what they walk where they count its members before the one at hand, and nothing else.
#[test]
fn lanes_hold_what_they_walk() {
    let below_root = |query: Query| program(query).to_string();
    let held = ", by the lanes around, which hold its words";
    let four = below_root(query("clique:4"));
    assert!(four.contains("for v1 in all below v0, by the lane of its place  (may be cut)"), "{four}");
    assert!(four.contains(&format!("for v2 in s1 in words below v1{held}")), "{four}");
    let five = below_root(query("clique:5"));
    assert!(five.contains("for v2 in s2, by one or more lanes each, which share what is below  (may stop)"), "{five}");
    assert!(five.contains(&format!("for v3 in (s2 & s3) in words below v2{held}")), "{five}");
    let pattern = query("a-b, a-c, b-c, a-d, b-d, c-d, a-e, b-e, c-e");
    let others = below_root(Query { semantics: Semantics::VertexInduced, ..pattern });
    assert!(others.contains(&format!("for v3 in (s2 & s3){held}")), "{others}");
    // Members are counted that are no candidates of the walk.
    let others = below_root(query("a-b, a-c, b-c, a-d, b-d, c-d, a-e, b-e, c-e, d-e, a-f, b-f, c-f, d-f"));
    assert!(
        others.contains("for v3 in") && others.contains(", by the lanes around") && !others.contains(held),
        "{others}"
    );
}

/// What the nest tells of a walk, before there are words, is what the words say: no lane has a whole member of the local graph to itself unless it
/// holds what it walks.
#[test]
fn lanes_take_places_only_to_hold() {
    let mut by_place = 0;
    for pattern in (3..=6).flat_map(all_connected) {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced] {
            let program = program(Query { semantics, ..Query::from(pattern.clone()) });
            let Some(local) = &program.local else { continue };
            let loops = local.ops.iter().flat_map(|op| match op {
                WarpOp::Loop(inner) => vec![inner],
                WarpOp::Narrow(both) => vec![&both.narrow, &both.wide],
                _ => Vec::new(),
            });
            for lanes in loops
                .filter_map(|of| if let Exploration::Leaf(leaf) = &of.exploration { Some(leaf.lanes) } else { None })
            {
                assert!(!matches!(lanes, Lanes::Walking | Lanes::Holding), "{pattern}\n{program}");
                by_place += u32::from(lanes == Lanes::Places);
            }
        }
    }
    assert!(by_place > 0);
}

/// What is held is a part of what is counted, or nothing is.
#[test]
fn words_are_held_where_they_are_walked_alone() {
    let mut program = program(query("clique:5"));
    let ops = &mut program.local.as_mut().expect("cliques are searched on bit matrices").ops;
    let walk = inner(ops, 2);
    assert_eq!(walk.exploration, Exploration::WalkHeld);
    walk.exploration = Exploration::Walk;
    assert!(first_error(&program).contains("held words are read where there are none"));
}

#[test]
fn lanes_take_over_what_was_made() {
    let mut program = program(query("clique:5"));
    let both = narrow(&mut program.local.as_mut().unwrap().ops);
    both.narrow.body.retain(|op| !matches!(op, WarpOp::Define { define: WordDef::Keep { .. }, .. }));
    assert!(first_error(&program).contains("is read before"), "{}", first_error(&program));
}

#[test]
fn only_slots_and_marks_that_are_there_are_used() {
    let clique = program(query("clique:4"));
    let without_slots = |lists: OnLists| OnLists { slots: Vec::new(), ..lists };
    let broken = WarpProgram { lists: clique.lists.clone().map(without_slots), ..clique.clone() };
    assert!(first_error(&broken).contains("is stored and has no buffer"));
    let triangle = program(query("triangle"));
    let broken = WarpProgram { root: Root { marked: None, ..triangle.root.clone() }, ..triangle };
    assert!(first_error(&broken).contains("is probed and not marked"));
}

#[test]
fn parts_are_added_up_where_there_is_a_sum() {
    let mut program = program(query("triangle"));
    let lists = program.lists.as_mut().expect("triangles are searched on lists");
    let Exploration::Leaf(leaf) = &mut inner(&mut lists.ops, 0).exploration else { panic!("the loop is a leaf") };
    leaf.sums = false;
    assert_eq!(program.verify().unwrap_err()[0], "the leaf of v1 sums up nothing");
    let lists = program.lists.as_mut().expect("it is there");
    inner(&mut lists.ops, 0).exploration = Exploration::Warp;
    assert_eq!(first_error(&program), "parts are added up outside of a leaf with a sum");
}

#[test]
fn what_is_gathered_has_room() {
    let clique = query("clique:4").pattern.with_anchors(&[0]).unwrap();
    let mut program = program(Query::from(clique));
    assert!(program.footprint.shared.gathered > 0, "{program}");
    program.footprint.shared.gathered = 0;
    assert!(first_error(&program).contains("has no room"));
}

#[test]
fn what_may_leave_64_bits_is_made_in_128() {
    let is_wide = |max_size: u64| {
        let plan = Plan::new(query("star:5"), &GraphStats::typical()).unwrap();
        let options = KernelOptions { max_size, ..KernelOptions::default() };
        let program = WarpProgram::new(plan.first_nest(), &options);
        let ops = program.lists.expect("stars are searched on lists").ops;
        ops.iter().any(|op| matches!(op, WarpOp::Count(Count { is_wide: true, .. })))
    };
    assert!(!is_wide(1 << 10));
    assert!(is_wide(1 << 20));
}

/// However long rows are, local graphs over smaller neighbors are small if there are few of these.
#[test]
fn local_graphs_over_few_smaller_neighbors_need_no_lists() {
    let lowered = |text: &str, longest| {
        let plan = Plan::new(query(text), &GraphStats::typical()).unwrap();
        assert!(needs_lower_rows(plan.first_nest()), "{text}");
        let lower = LowerRows { longest, ..LowerRows::UNKNOWN };
        WarpProgram::new(plan.first_nest(), &KernelOptions { lower, ..KernelOptions::default() })
    };
    for (text, longest, is_cut) in [("clique:4", 128, true), ("clique:5", 128, false), ("clique:4", 4_096, false)] {
        let program = lowered(text, longest);
        assert!(program.lists.is_none(), "{program}");
        assert_eq!(matches!(program.footprint.spread, Spread::Pieces { least_piece: 8, .. }), is_cut, "{program}");
    }
    assert!(lowered("clique:4", 8_192).lists.is_some());
}

/// Vertices have few smaller neighbors, whatever they have in all.
#[test]
fn even_searches_are_cut_from_the_start() {
    let lowered = |query: Query, marks| {
        let plan = Plan::new(query, &GraphStats::typical()).unwrap();
        let nest = plan.first_nest();
        let program = WarpProgram::new(
            nest,
            &KernelOptions { lower: LowerRows { marks, ..LowerRows::UNKNOWN }, ..KernelOptions::default() },
        );
        (needs_lower_rows(nest), program)
    };
    let (is_asked, triangle) = lowered(query("triangle"), 1_024);
    assert!(is_asked);
    assert_eq!(triangle.footprint.spread, Spread::Pieces { least_share: 0, least_piece: 128 });
    assert!(matches!(&triangle.root.cut, Some(Cut::List(list)) if list.to_string() == "s0"), "{triangle}");
    assert!(triangle.to_string().contains("which go on with the next row"), "{triangle}");
    assert_eq!(lowered(query("triangle"), 1_025).1.footprint.spread, Spread::GivenAway, "too many marks");
    for other in [query("diamond"), query("triangle").list(), query("cycle:4"), query("wedge")] {
        let (is_asked, program) = lowered(other, 64);
        assert_eq!((is_asked, program.footprint.spread), (false, Spread::GivenAway), "{program}");
    }
}
