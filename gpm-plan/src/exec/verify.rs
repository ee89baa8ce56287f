//! What must hold of a program for warps. A violation is a bug of lowering, never of its input.

use super::{
    All, Amount, Credit, Exploration, Handed, Known, LaneSize, Leaf, ListMember, ListWork, Number, OnBits, Once,
    Places, Scan, WarpLoop, WarpOp, WarpProgram, Word, WordDef, Work, Write,
};
use crate::nest::SetId;
use crate::program::{Check, Definition, Made, Memory, Operand};

impl WarpProgram {
    /// Checks that sets are made before they are read and in the form in which they are read, that levels are bound before
    /// bounds name them, that only marked sets are probed as such, that what is stored has a slot; that leaves hold no loops but
    /// walks and what is dealt, store and credit nothing as warps do, and add up parts where there is a sum; and that what is gathered has room.
    ///
    /// # Errors
    /// One sentence for each violation.
    pub fn verify(&self) -> Result<(), Vec<String>> {
        let mut errors = Vec::new();
        if let Some(lists) = &self.lists {
            errors.extend(self.errors(&lists.slots, lists.leaf_marked, &lists.ops));
        }
        if let Some(OnBits { slots, ops, .. }) = &self.local {
            errors.extend(self.errors(slots, None, ops));
        }
        let is_searched = self.lists.is_some() || self.local.is_some();
        errors.extend((!is_searched).then(|| "there is no search".to_owned()));
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    fn errors<W: Checked>(&self, slots: &[SetId], leaf_marked: Option<SetId>, ops: &[WarpOp<W>]) -> Vec<String> {
        let ids = (0..self.sharing.min_size.len()).map(|id| SetId(id as u16));
        let memory = ids.map(|id| Memory {
            buffer: slots.contains(&id),
            marks: [self.root.marked, leaf_marked].contains(&Some(id)),
            ..Memory::default()
        });
        let memory: Vec<Memory> = memory.collect();
        let mut check = Check::new(&memory, &self.cuts);
        for row in &self.root.rows {
            row.list.read(&mut check);
            check.make(row.set, Made::Both);
        }
        check.mark(self.root.marked.as_slice());
        for reach in &self.root.reaches {
            let (set, made) = reach.make(&mut check);
            check.make(set, made);
        }
        let mut warp = Warp { check, leaf: None, scanned: 0, gathered: self.footprint.shared.gathered as usize };
        warp.ops(ops);
        warp.check.errors
    }
}

/// Work whose operators can be checked.
trait Checked: Work<Define: Definition, From: Operand, Read: Operand, Counted: Operand, Member: Operand> {}

impl Checked for ListWork {}
impl Checked for super::BitWork {}

/// A check of what a warp does.
struct Warp<'a> {
    check: Check<'a>,
    /// The leaf around.
    leaf: Option<Leaf>,
    /// Numbers that scans of the leaf have counted.
    scanned: usize,
    /// Levels that a warp gathers for.
    gathered: usize,
}

impl Warp<'_> {
    fn ops<W: Checked>(&mut self, ops: &[WarpOp<W>]) {
        let in_leaf = self.leaf.is_some();
        for op in ops {
            match op {
                WarpOp::Define { define, until } => {
                    let (set, made) = define.make(&mut self.check);
                    self.check.make(set, made);
                    self.check.demand(!in_leaf || until.is_none(), || format!("{set} of a leaf is made by some tasks"));
                }
                WarpOp::Leave(leave) => match leave.of {
                    Known::Length(set) => self.check.elements(set),
                    Known::Number(set) => self.check.number(set),
                    Known::Walks(walk) => self.check.walks(walk),
                },
                WarpOp::LookUp(walk) => self.check.look_up(*walk),
                WarpOp::Loop(inner) => self.inner(inner),
                WarpOp::Narrow(both) => {
                    self.check.demand(!in_leaf, || "a leaf is searched in one word or in several".to_owned());
                    both.within.iter().for_each(|range| range.read(&mut self.check));
                    self.inner(&both.narrow);
                    self.inner(&both.wide);
                }
                WarpOp::Pairs(pairs) => {
                    self.check.demand(!in_leaf, || "pairs of walks are counted in a leaf".to_owned());
                    self.check.elements(pairs.through);
                }
                WarpOp::Scan(scan) => self.scan(scan),
                WarpOp::Sum(sum) => {
                    let has_sum = self.leaf.is_some_and(|leaf| leaf.sums);
                    self.check.demand(has_sum, || "parts are added up outside of a leaf with a sum".to_owned());
                    sum.terms.iter().for_each(|(_, size)| self.size(size));
                }
                WarpOp::Count(count) => {
                    let wanted: usize = count.product.iter().map(|polynomial| polynomial.sizes.len()).sum();
                    let given = count.sizes.len();
                    self.check.demand(wanted == given, || format!("{wanted} sizes are asked for, {given} given"));
                    let is_its = (count.once == Once::Candidate) == in_leaf;
                    self.check.demand(is_its, || "candidates count where they have no lanes, or others do".to_owned());
                    count.sizes.iter().for_each(|size| self.size(size));
                    count.entries.iter().flat_map(|entry| &entry.at).for_each(|&level| self.check.level(level));
                }
                WarpOp::Write(Write { members, owner }) => {
                    self.check.demand(in_leaf, || "a row is written outside of a leaf".to_owned());
                    self.check.level(*owner);
                    members.read(&mut self.check);
                }
                WarpOp::Credit(credit) => self.credit(credit),
                WarpOp::Emit(levels) => levels.iter().for_each(|&level| self.check.level(level)),
            }
        }
    }

    fn inner<W: Checked>(&mut self, inner: &WarpLoop<W>) {
        inner.from.read(&mut self.check);
        inner.except.iter().for_each(|&level| self.check.level(level));
        let around = self.leaf;
        self.check.demand(inner.exploration.is_in_leaf() == around.is_some(), || {
            format!("the loop of {} is explored by nobody", inner.level)
        });
        let marks = match &inner.exploration {
            Exploration::Leaf(leaf) => {
                self.leaf = Some(*leaf);
                let has_sum = inner.body.iter().any(WarpOp::is_sum);
                self.check.demand(leaf.sums == has_sum, || format!("the leaf of {} sums up nothing", inner.level));
                leaf.marks
            }
            Exploration::Deal(Handed { level, rows, held, numbers }) => {
                self.check.level(*level);
                rows.iter().chain(held).for_each(|&set| self.check.elements(set));
                numbers.iter().for_each(|&set| self.check.number(set));
                None
            }
            Exploration::Warp | Exploration::Walk | Exploration::WalkHeld => None,
        };
        let before = self.check.enter(inner.level);
        self.check.mark(marks.as_slice());
        self.check.is_held = inner.exploration == Exploration::WalkHeld;
        self.ops(&inner.body);
        self.check.is_held = false;
        self.check.leave(before);
        self.leaf = around;
    }

    fn scan<W: Checked>(&mut self, scan: &Scan<W>) {
        self.check.demand(self.leaf.is_some(), || "a scan outside of a leaf".to_owned());
        scan.list.read(&mut self.check);
        scan.sets.iter().for_each(|set| set.read(&mut self.check));
        for count in &scan.counts {
            count.alone.read(&mut self.check);
            count.below.iter().chain(&count.above).for_each(|&level| self.check.level(level));
            let are_there = !count.within.is_empty() && count.within.iter().all(|&at| at < scan.sets.len());
            self.check.demand(are_there, || "a scan counts what is in no set".to_owned());
        }
        let follows = scan.first == self.scanned;
        self.check.demand(follows, || format!("a scan numbers its counts from {}", scan.first));
        self.scanned += scan.counts.len();
    }

    fn credit(&mut self, credit: &Credit) {
        self.check.demand(self.leaf.is_none(), || "a warp credits in a leaf".to_owned());
        let gathered = match credit.amount {
            Amount::Lanes => None,
            Amount::Gathered(at) => Some(at),
        };
        let places = gathered.into_iter().chain(credit.outer).collect::<Vec<_>>();
        let has_room = places.iter().all(|&at| at < self.gathered);
        self.check.demand(has_room, || format!("g{places:?} has no room"));
    }

    fn size<W: Checked>(&mut self, size: &LaneSize<W>) {
        match &size.of {
            Number::Known(set) => self.check.number(*set),
            Number::Walks(walk) => self.check.walks(*walk),
            Number::Read(read) => read.read(&mut self.check),
            Number::Counted(of) => of.read(&mut self.check),
            Number::Scanned(at) => {
                let is_there = *at < self.scanned;
                self.check.demand(is_there, || format!("number {at} is counted by no scan"));
            }
        }
        for (level, member) in &size.except {
            self.check.level(*level);
            member.read(&mut self.check);
        }
    }
}

impl Operand for ListMember {
    fn read(&self, check: &mut Check<'_>) {
        match self {
            ListMember::Probe(probe) => probe.read(check),
            ListMember::List(list) => list.read(check),
            ListMember::Join(join) => join.read(check),
        }
    }
}

impl Operand for All {
    fn read(&self, _: &mut Check<'_>) {}
}

impl Operand for Places {
    fn read(&self, check: &mut Check<'_>) {
        self.word.read(check);
        self.span.read(check);
    }
}

impl Operand for Word {
    fn read(&self, check: &mut Check<'_>) {
        match self {
            Word::Row(set) | Word::Stored(set) => check.elements(*set),
            Word::Range(range) => range.read(check),
            Word::Held => check.held(),
            Word::And(both) | Word::AndNot(both) => both.iter().for_each(|word| word.read(check)),
        }
    }
}

impl Definition for WordDef {
    fn make(&self, check: &mut Check<'_>) -> (SetId, Made) {
        match self {
            WordDef::Row { set, of } => {
                check.level(*of);
                (*set, Made::Elements)
            }
            WordDef::Store { set, word } => {
                word.read(check);
                check.stored(*set, true)
            }
            WordDef::Keep { set, word } => {
                word.read(check);
                (*set, Made::Both)
            }
            WordDef::Count { set, places } => {
                places.read(check);
                check.stored(*set, false)
            }
        }
    }
}
