//! The printed form of a program: one operator a line, the body of a loop indented.

use std::fmt::{self, Display, Formatter, Write};

use super::{
    Base, BitDef, Bits, CountRows, Counted, Join, List, ListDef, Loop, Member, Op, Part, Probe, Program, Range,
    Remainder, Source, Words,
};
use crate::nest::{Level, Polynomial};

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.local.is_some() { "where the neighborhood is too large for a bit matrix\n" } else { "" })?;
        print(f, &self.lists, 1)?;
        let Some(local) = &self.local else { return Ok(()) };
        let triangle = if local.lower_only { "the lower triangle of " } else { "" };
        writeln!(f, "else on {triangle}the bit matrix of {}", local.universe)?;
        print(f, &local.ops, 1)
    }
}

fn print<D: Display, O: Display>(f: &mut Formatter<'_>, ops: &[Op<D, O>], depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for op in ops {
        f.write_str(&indent)?;
        match op {
            Op::Define(define) => writeln!(f, "{define}")?,
            Op::LeaveIfEmpty(set) => writeln!(f, "leave if {set} is empty")?,
            Op::LookUp(walk) => writeln!(f, "look up {walk}")?,
            Op::MarkRoot(sets) => writeln!(f, "mark {}", listed(sets, " and "))?,
            Op::Mark { sets, body } => {
                writeln!(f, "mark {} while", listed(sets, " and "))?;
                print(f, body, depth + 1)?;
            }
            Op::Loop(Loop { level, from, except, filter, looks, body, .. }) => {
                write!(f, "for {level} in {from}")?;
                if !except.is_empty() {
                    write!(f, " except {}", listed(except, ", "))?;
                }
                for (index, condition) in filter.iter().enumerate() {
                    let before = if index == 0 { " where " } else { " and " };
                    write!(f, "{before}{}", condition.display(&|level| format!("v{level}")))?;
                }
                writeln!(f, "{}", if *looks { "  (may stop)" } else { "" })?;
                print(f, body, depth + 1)?;
            }
            Op::Count { total, product, sizes } => {
                let total = if *total == 0 { String::new() } else { format!(" to total {total}") };
                writeln!(f, "count{total} {}", counted(product, sizes))?;
            }
            Op::CountRows(rows) => writeln!(f, "{rows}")?,
            Op::Emit => writeln!(f, "emit")?,
        }
    }
    Ok(())
}

/// A product of polynomials over `n0`, `n1`, …, and what these are.
pub(crate) fn counted<S: Display>(product: &[Polynomial], sizes: &[S]) -> String {
    let mut text = if product.is_empty() { "1".to_owned() } else { String::new() };
    let mut first = 0;
    for (index, polynomial) in product.iter().enumerate() {
        let names = (first..first + polynomial.sizes.len()).map(|index| (format!("n{index}"), 0));
        let names: Vec<_> = names.collect();
        first += names.len();
        let times = if index == 0 { "" } else { " · " };
        let _ = write!(text, "{times}{}", polynomial.display(&names, product.len() > 1));
    }
    for (index, size) in sizes.iter().enumerate() {
        let _ = write!(text, "{} n{index} = {size}", if index == 0 { ", where" } else { "," });
    }
    text
}

impl<O: Display> Display for Counted<O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Counted::Elements(of) => write!(f, "|{of}|"),
            Counted::Number(set) => write!(f, "#{set}"),
            Counted::Walks(walk) => write!(f, "{walk}"),
        }
    }
}

impl<N: Display, M: Display> Display for Remainder<N, M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.of)?;
        self.except.iter().try_for_each(|(level, member)| write!(f, " - [{level} in {member}]"))?;
        if self.minus > 0 { write!(f, " - {}", self.minus) } else { Ok(()) }
    }
}

impl<O: Display> Display for Member<O> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Member::Marked(set) => write!(f, "marked {set}"),
            Member::In(of) => write!(f, "{of}"),
            Member::Both(both) => write!(f, "{} and {}", both[0], both[1]),
        }
    }
}

impl Display for List {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.base {
            Base::Set(set) => write!(f, "{set}")?,
            Base::Row { view, of, part } => {
                let part = match part {
                    Part::Whole => "row",
                    Part::Below => "row below",
                    Part::Above => "row above",
                };
                let view = if view.0 == 0 { String::new() } else { format!(" in relation {}", view.0) };
                write!(f, "{part} {of}{view}")?;
            }
        }
        bounds(f, &self.above, &self.below)
    }
}

impl Display for CountRows {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let CountRows { total, level, from, view, part, below, above, marked } = self;
        let total = if *total == 0 { String::new() } else { format!(" to total {total}") };
        let row = List {
            base: Base::Row { view: *view, of: *level, part: *part },
            below: below.clone(),
            above: above.clone(),
        };
        write!(f, "count{total} the elements of {row} in marked {marked}, for {level} in {from}")
    }
}

impl Display for Probe {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Probe::Marked(set) => write!(f, "marked {set}"),
            Probe::List(list) => write!(f, "{list}"),
        }
    }
}

impl Display for Join {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Join::Meet { with, list } => write!(f, "{list} & {with}"),
            Join::Subtract { list, without } => write!(f, "{list} - {without}"),
        }
    }
}

impl Display for ListDef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ListDef::Row { set, list } => write!(f, "{set} = {list}"),
            ListDef::Join { set, join, is_stored } => write!(f, "{}{set} = {join}", held(*is_stored)),
            ListDef::Reach { set, through, view, steps, ends } => {
                let view = if view.0 == 0 { String::new() } else { format!(" in relation {}", view.0) };
                write!(f, "{set} = reach of {steps} steps through {through}{view}{ends}, with the number of walks")
            }
        }
    }
}

/// What is only counted is a number.
fn held(is_stored: bool) -> &'static str {
    if is_stored { "" } else { "#" }
}

impl Display for Bits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}{}", self.source, self.range, if self.trim { " trimmed" } else { "" })
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Source::All => f.write_str("all"),
            Source::Row(set) => write!(f, "{set}"),
        }
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        bounds(f, &self.above, &self.below)
    }
}

impl Display for BitDef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            BitDef::Row { set, of } => write!(f, "{set} = matrix row {of}"),
            BitDef::Join { set, words, range, trim, is_stored } => {
                let trim = if *trim { " trimmed" } else { "" };
                write!(f, "{}{set} = {words}{range}{trim}", held(*is_stored))
            }
        }
    }
}

impl Display for Words {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Words::And(a, b) => write!(f, "{a} & {b}"),
            Words::AndNot(a, b) => write!(f, "{a} & ~{b}"),
            Words::Not(set) => write!(f, "~{set}"),
        }
    }
}

pub(crate) fn bounds(f: &mut Formatter<'_>, above: &[Level], below: &[Level]) -> fmt::Result {
    above.iter().try_for_each(|level| write!(f, " above {level}"))?;
    below.iter().try_for_each(|level| write!(f, " below {level}"))
}

pub(crate) fn listed<T: Display>(items: &[T], between: &str) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(between)
}
