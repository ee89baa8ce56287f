//! Every nest is lowered to a program that holds together.

use super::*;
use crate::cost::GraphStats;
use crate::pattern::{Semantics, all_connected};
use crate::plan::Plan;
use crate::query::{Output, Query};

#[test]
fn every_nest_is_lowered_to_a_valid_program() {
    let stats = GraphStats::typical();
    let mut has_local = false;
    for pattern in (2..=5).flat_map(all_connected) {
        for semantics in [Semantics::EdgeInduced, Semantics::VertexInduced, Semantics::Homomorphism] {
            for output in [Output::Count, Output::List] {
                let query = Query { semantics, output, ..Query::from(pattern.clone()) };
                let plan = Plan::new(query, &stats).unwrap();
                for nest in plan.nests() {
                    let program = Program::new(nest);
                    assert_eq!(program.verify(), Ok(()), "{nest}\n{program}");
                    has_local |= program.local.is_some();
                }
            }
        }
    }
    assert!(has_local);
}

#[test]
fn what_is_not_made_is_not_read() {
    let plan = Plan::new(Query::from("clique:4".parse::<crate::pattern::Pattern>().unwrap()), &GraphStats::typical());
    let mut program = Program::new(&plan.unwrap().terms[0].nest);
    let Some(local) = &mut program.local else { panic!("cliques are searched on bit matrices") };
    let makes_row = |op: &BitOp| matches!(op, Op::Define(BitDef::Row { .. }));
    fn remove(ops: &mut Vec<BitOp>, is_it: &dyn Fn(&BitOp) -> bool) {
        ops.retain(|op| !is_it(op));
        ops.iter_mut().for_each(|op| {
            if let Op::Loop(inner) = op {
                remove(&mut inner.body, is_it);
            }
        });
    }
    remove(&mut local.ops, &makes_row);
    assert!(program.verify().unwrap_err()[0].contains("is read before its elements are made"));
}
