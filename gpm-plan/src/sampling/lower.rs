//! From the search on lists to what a lane does: sets are put together from the rows that they were made of.

use std::collections::BTreeMap;

use super::{Members, SampleNumber, SampleOp, SampleProgram, SampleSize, Visit};
use crate::nest::{LoopNest, SetId};
use crate::program::{Base, Counted, Join, List, ListDef, ListOp, Loop, Member, Op, Probe, Program, Remainder, Size};

impl SampleProgram {
    /// Lowers a nest; `None` where lanes cannot do what it asks: walks that are counted from the root, tables, listings, several totals.
    pub fn new(nest: &LoopNest) -> Option<SampleProgram> {
        let program = Program::for_samples(nest);
        if nest.num_totals() != 1 || !nest.entries.is_empty() || !program.filter.is_empty() {
            return None;
        }
        let mut sets = Sets::default();
        let ops = sets.block(&program.lists)?;
        let depth = depth(&ops);
        Some(SampleProgram { ops, depth })
    }
}

/// Loops inside each other.
fn depth(ops: &[SampleOp]) -> usize {
    let of = |op: &SampleOp| match op {
        SampleOp::Visit(visit) => 1 + depth(&visit.body),
        SampleOp::Row { .. } | SampleOp::Number { .. } | SampleOp::Leave(_) | SampleOp::Add { .. } => 0,
    };
    ops.iter().map(of).max().unwrap_or(0)
}

/// What sets are made of that are no rows.
#[derive(Default)]
struct Sets {
    joined: BTreeMap<SetId, Members>,
}

impl Sets {
    fn block(&mut self, ops: &[ListOp]) -> Option<Vec<SampleOp>> {
        let mut lowered = Vec::new();
        for (index, op) in ops.iter().enumerate() {
            match op {
                Op::Define(define) => lowered.extend(self.define(define)?),
                // A loop over it finds out by itself.
                Op::LeaveIfEmpty(set) if is_drawn_from(*set, ops.get(index + 1)) => {}
                Op::LeaveIfEmpty(set) => lowered.push(SampleOp::Leave(self.members(&whole(*set)))),
                // Lanes search rows.
                Op::MarkRoot(_) => {}
                Op::Mark { body, .. } => lowered.extend(self.block(body)?),
                Op::Loop(inner) => lowered.push(SampleOp::Visit(self.visit(inner)?)),
                Op::Count { product, sizes, .. } if product.iter().all(|own| own.regions.is_empty()) => {
                    let sizes = sizes.iter().map(|size| self.size(size)).collect::<Option<_>>()?;
                    lowered.push(SampleOp::Add { product: product.clone(), sizes });
                }
                Op::Count { .. } | Op::CountRows(_) | Op::LookUp(_) | Op::Emit => return None,
            }
        }
        Some(lowered)
    }

    /// Notes what a set is made of; what is done for that now.
    fn define(&mut self, define: &ListDef) -> Option<Option<SampleOp>> {
        match define {
            ListDef::Row { set, list } => Some(Some(SampleOp::Row { set: *set, list: list.clone() })),
            ListDef::Join { set, join, is_stored } => {
                let members = self.joined(join);
                self.joined.insert(*set, members.clone());
                Some((!is_stored).then_some(SampleOp::Number { set: *set, members }))
            }
            ListDef::Reach { .. } => None,
        }
    }

    fn visit(&mut self, of: &Loop<ListDef, List>) -> Option<Visit> {
        Some(Visit {
            level: of.level,
            from: self.members(&of.from),
            except: of.except.clone(),
            filter: of.filter.clone(),
            body: self.block(&of.body)?,
        })
    }

    fn joined(&self, join: &Join) -> Members {
        match join {
            Join::Meet { with, list } => {
                let (mut all, other) = (self.members(list), self.probed(with));
                all.rows.extend(other.rows.into_iter().filter(|row| !all.rows.contains(row)).collect::<Vec<_>>());
                all.below
                    .extend(other.below.into_iter().filter(|level| !all.below.contains(level)).collect::<Vec<_>>());
                all.above
                    .extend(other.above.into_iter().filter(|level| !all.above.contains(level)).collect::<Vec<_>>());
                all.without.extend(other.without);
                all
            }
            Join::Subtract { list, without } => {
                let mut all = self.members(list);
                all.without.push(self.probed(without));
                all
            }
        }
    }

    fn probed(&self, probe: &Probe) -> Members {
        match probe {
            Probe::Marked(set) => self.members(&whole(*set)),
            Probe::List(list) => self.members(list),
        }
    }

    /// What a list has in it.
    fn members(&self, list: &List) -> Members {
        let joined = match list.base {
            Base::Set(set) => self.joined.get(&set),
            Base::Row { .. } => None,
        };
        let Some(joined) = joined else {
            return Members { rows: vec![list.clone()], below: Vec::new(), above: Vec::new(), without: Vec::new() };
        };
        let mut all = joined.clone();
        all.below.extend(list.below.iter().filter(|level| !joined.below.contains(level)));
        all.above.extend(list.above.iter().filter(|level| !joined.above.contains(level)));
        all
    }

    fn size(&self, Remainder { of, except, minus }: &Size<List>) -> Option<SampleSize> {
        let of = match of {
            Counted::Elements(list) => SampleNumber::Of(self.members(list)),
            Counted::Number(set) => SampleNumber::Known(*set),
            Counted::Walks(_) => return None,
        };
        let except = except.iter().map(|(level, member)| (*level, self.member(member))).collect();
        Some(SampleSize { of, except, minus: *minus })
    }

    fn member(&self, member: &Member<List>) -> Members {
        match member {
            Member::Marked(set) => self.members(&whole(*set)),
            Member::In(list) => self.members(list),
            Member::Both(both) => {
                let [mut first, second] = [0, 1].map(|at| self.member(&both[at]));
                first.rows.extend(second.rows);
                first.below.extend(second.below);
                first.above.extend(second.above);
                first.without.extend(second.without);
                first
            }
        }
    }
}

fn whole(set: SetId) -> List {
    List { base: Base::Set(set), below: Vec::new(), above: Vec::new() }
}

fn is_drawn_from(set: SetId, next: Option<&ListOp>) -> bool {
    matches!(next, Some(Op::Loop(inner)) if inner.from.base == Base::Set(set))
}
