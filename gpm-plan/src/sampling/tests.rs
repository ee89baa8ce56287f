use super::{SampleProgram, to_sample};
use crate::cost::GraphStats;
use crate::pattern::Pattern;
use crate::plan::Plan;
use crate::query::Query;

fn lowered(query: Query) -> Option<SampleProgram> {
    let plan = Plan::new(query, &GraphStats::typical()).expect("every pattern has a plan");
    SampleProgram::new(plan.first_nest())
}

fn query(text: &str) -> Query {
    Query::from(text.parse::<Pattern>().expect("a pattern"))
}

#[test]
fn sets_are_told_by_rows() {
    let found = lowered(to_sample(query("clique:4"))).expect("a clique is searched on lists");
    assert_eq!(found.depth, 2);
    let text = found.to_string();
    // The loop over common neighbors finds out by itself whether there is one.
    assert!(text.contains("for some v2 in s1 & s0 above v1") && !text.contains("leave if s1 & s0"), "{text}");
    assert!(text.contains("#s4 = s3 & s1 & s0"), "{text}");
}

#[test]
fn what_lanes_cannot_do_is_refused() {
    assert!(lowered(query("house")).is_none(), "codegrees are counted by a team");
    assert!(lowered(to_sample(query("house"))).is_some());
    assert!(lowered(to_sample(query("house")).list()).is_none(), "matches are handed over by searches");
}
