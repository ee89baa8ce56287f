//! What must hold of a program. A violation is a bug of lowering, never of its input.

use std::fmt::Display;

use super::{
    Base, BitDef, Bits, Counted, Join, List, ListDef, Member, Memory, Op, Probe, Program, Range, Size, Source, Words,
};
use crate::nest::{Level, SetId, Walk};

/// Which levels and sets a program has bound and made so far.
pub(crate) struct Check<'a> {
    /// What each set has room for.
    memory: &'a [Memory],
    /// Bounds that are looked up, each with the level whose vertex it is looked up for.
    cuts: &'a [(Level, Level)],
    bound: Vec<Level>,
    /// What is there of each set.
    made: Vec<Made>,
    marked: Vec<SetId>,
    /// Steps of the walks that were counted.
    reaches: Vec<u8>,
    /// Walks of which the number was looked up.
    walks: Vec<Walk>,
    /// Whether lanes hold words of the set that a loop around walks.
    pub(crate) is_held: bool,
    /// What does not hold.
    pub(crate) errors: Vec<String>,
}

/// What was there when a loop was entered.
pub(crate) struct Before {
    made: Vec<Made>,
    marked: usize,
    walks: usize,
}

/// What is there of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    Nothing,
    Number,
    Elements,
    /// Elements, and how many.
    Both,
}

/// What an operator reads.
pub(crate) trait Operand: Display {
    /// Checks that it can be read.
    fn read(&self, check: &mut Check<'_>);
}

/// What it makes.
pub(crate) trait Definition: Display {
    /// Checks that it can be made. Returns what is then there of which set.
    fn make(&self, check: &mut Check<'_>) -> (SetId, Made);
}

impl Program {
    /// Checks that sets are made before they are read and in the form in which they are read, that levels are bound before
    /// bounds name them, that only marked sets are probed as such, and that what is stored has memory.
    ///
    /// # Errors
    /// One sentence for each violation.
    pub fn verify(&self) -> Result<(), Vec<String>> {
        let mut check = Check::new(&self.memory, &self.cuts);
        check.ops(&self.lists);
        let mut errors = check.errors;
        if let Some(local) = &self.local {
            let mut check = Check::new(&self.memory, &self.cuts);
            local.universe.read(&mut check);
            check.ops(&local.ops);
            errors.extend(check.errors);
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }
}

impl<'a> Check<'a> {
    /// Nothing is made yet, and the root is bound.
    pub(crate) fn new(memory: &'a [Memory], cuts: &'a [(Level, Level)]) -> Check<'a> {
        let made = vec![Made::Nothing; memory.len()];
        let (bound, marked, reaches, walks, errors) = (vec![Level(0)], Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Check { memory, cuts, bound, made, marked, reaches, walks, is_held: false, errors }
    }

    pub(crate) fn demand(&mut self, holds: bool, violation: impl FnOnce() -> String) {
        if !holds {
            self.errors.push(violation());
        }
    }

    pub(crate) fn level(&mut self, level: Level) {
        let of = self.cuts.iter().find(|(bound, _)| *bound == level).map_or(level, |(_, of)| *of);
        let is_bound = self.bound.contains(&of);
        self.demand(is_bound, || format!("{level} is read before it is bound"));
    }

    /// Words of the set that is walked.
    pub(crate) fn held(&mut self) {
        self.demand(self.is_held, || "held words are read where there are none".to_owned());
    }

    pub(crate) fn elements(&mut self, set: SetId) {
        let holds = matches!(self.made[set.index()], Made::Elements | Made::Both);
        self.demand(holds, || format!("{set} is read before its elements are made"));
    }

    pub(crate) fn number(&mut self, set: SetId) {
        let holds = matches!(self.made[set.index()], Made::Number | Made::Both);
        self.demand(holds, || format!("the size of {set} is read before it is made"));
    }

    /// Looks a number of walks up.
    pub(crate) fn look_up(&mut self, walk: Walk) {
        self.level(walk.to);
        let is_counted = self.reaches.contains(&walk.steps);
        self.demand(is_counted, || format!("{walk} is looked up and was not counted"));
        self.walks.push(walk);
    }

    pub(crate) fn walks(&mut self, walk: Walk) {
        let is_there = self.walks.contains(&walk);
        self.demand(is_there, || format!("{walk} is read before it is looked up"));
    }

    /// This is there of a set from now on.
    pub(crate) fn make(&mut self, set: SetId, made: Made) {
        self.made[set.index()] = made;
    }

    /// Binds the level of a loop.
    pub(crate) fn enter(&mut self, level: Level) -> Before {
        self.bound.push(level);
        Before { made: self.made.clone(), marked: self.marked.len(), walks: self.walks.len() }
    }

    /// Leaves the loop: what a round makes is of no use to the next one.
    pub(crate) fn leave(&mut self, before: Before) {
        self.made = before.made;
        self.marked.truncate(before.marked);
        self.walks.truncate(before.walks);
        self.bound.pop();
    }

    fn marks(&mut self, set: SetId) {
        let is_marked = self.marked.contains(&set);
        self.demand(is_marked, || format!("{set} is probed and not marked"));
    }

    fn ops<D: Definition, O: Operand>(&mut self, ops: &[Op<D, O>]) {
        for op in ops {
            match op {
                Op::Define(define) => {
                    let (set, made) = define.make(self);
                    self.make(set, made);
                }
                Op::LeaveIfEmpty(set) => {
                    let is_made = self.made[set.index()] != Made::Nothing;
                    self.demand(is_made, || format!("{set} is looked at before it is made"));
                }
                Op::LookUp(walk) => self.look_up(*walk),
                Op::MarkRoot(sets) => {
                    let is_root = self.bound == [Level(0)];
                    self.demand(is_root, || "marks of the root are set below another level".to_owned());
                    self.mark(sets);
                }
                Op::Mark { sets, body } => {
                    let before = self.marked.len();
                    self.mark(sets);
                    self.ops(body);
                    self.marked.truncate(before);
                }
                Op::Loop(inner) => {
                    inner.from.read(self);
                    inner.except.iter().for_each(|&level| self.level(level));
                    let before = self.enter(inner.level);
                    self.ops(&inner.body);
                    self.leave(before);
                }
                Op::Count { product, sizes, .. } => {
                    let wanted: usize = product.iter().map(|polynomial| polynomial.sizes.len()).sum();
                    self.demand(wanted == sizes.len(), || {
                        format!("{wanted} sizes are asked for, {} given", sizes.len())
                    });
                    sizes.iter().for_each(|size| self.size(size));
                }
                Op::CountRows(rows) => {
                    rows.from.read(self);
                    rows.below.iter().chain(&rows.above).for_each(|&level| self.level(level));
                    self.marks(rows.marked);
                }
                Op::Emit => {}
            }
        }
    }

    /// Marks sets from now on.
    pub(crate) fn mark(&mut self, sets: &[SetId]) {
        for &set in sets {
            self.elements(set);
            let has_marks = self.memory[set.index()].marks;
            self.demand(has_marks, || format!("{set} is marked and has no room for marks"));
            self.marked.push(set);
        }
    }

    fn size<O: Operand>(&mut self, size: &Size<O>) {
        match &size.of {
            Counted::Elements(of) => of.read(self),
            Counted::Number(set) => self.number(*set),
            Counted::Walks(walk) => self.walks(*walk),
        }
        for (level, member) in &size.except {
            self.level(*level);
            self.member(member);
        }
    }

    fn member<O: Operand>(&mut self, member: &Member<O>) {
        match member {
            Member::Marked(set) => self.marks(*set),
            Member::In(of) => of.read(self),
            Member::Both(both) => both.iter().for_each(|member| self.member(member)),
        }
    }

    /// What is there of a set that is stored, or only counted.
    pub(crate) fn stored(&mut self, set: SetId, is_stored: bool) -> (SetId, Made) {
        let memory = self.memory[set.index()];
        self.demand(!is_stored || memory.buffer, || format!("{set} is stored and has no buffer"));
        (set, if is_stored { Made::Both } else { Made::Number })
    }
}

impl Operand for List {
    fn read(&self, check: &mut Check<'_>) {
        match self.base {
            Base::Set(set) => check.elements(set),
            Base::Row { of, .. } => check.level(of),
        }
        self.below.iter().chain(&self.above).for_each(|&level| check.level(level));
    }
}

impl Operand for Join {
    fn read(&self, check: &mut Check<'_>) {
        let (Join::Meet { with: probe, list } | Join::Subtract { list, without: probe }) = self;
        probe.read(check);
        list.read(check);
    }
}

impl Operand for Probe {
    fn read(&self, check: &mut Check<'_>) {
        match self {
            Probe::Marked(set) => check.marks(*set),
            Probe::List(list) => list.read(check),
        }
    }
}

impl Operand for Bits {
    fn read(&self, check: &mut Check<'_>) {
        if let Source::Row(set) = self.source {
            check.elements(set);
        }
        self.range.read(check);
    }
}

impl Operand for Range {
    fn read(&self, check: &mut Check<'_>) {
        self.below.iter().chain(&self.above).for_each(|&level| check.level(level));
    }
}

impl Definition for ListDef {
    fn make(&self, check: &mut Check<'_>) -> (SetId, Made) {
        match self {
            ListDef::Row { set, list } => {
                list.read(check);
                (*set, Made::Both)
            }
            ListDef::Join { set, join, is_stored } => {
                join.read(check);
                check.stored(*set, *is_stored)
            }
            ListDef::Reach { set, through, steps, .. } => {
                check.elements(*through);
                check.reaches.push(*steps);
                (*set, Made::Both)
            }
        }
    }
}

impl Definition for BitDef {
    fn make(&self, check: &mut Check<'_>) -> (SetId, Made) {
        match self {
            BitDef::Row { set, of } => {
                check.level(*of);
                (*set, Made::Elements)
            }
            BitDef::Join { set, words, range: places, is_stored, .. } => {
                match words {
                    Words::And(a, b) | Words::AndNot(a, b) => [a, b].into_iter().for_each(|set| check.elements(*set)),
                    Words::Not(set) => check.elements(*set),
                }
                places.read(check);
                check.stored(*set, *is_stored)
            }
        }
    }
}
