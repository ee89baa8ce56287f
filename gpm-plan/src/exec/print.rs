//! The printed form of a program for warps: one operator a line, the body of a loop indented.

use std::fmt::{self, Display, Formatter};

use super::{
    All, Amount, Arc, Count, Credit, Cut, Entry, Exploration, Footprint, Handed, Known, Lanes, Leave, ListMember,
    LookUp, Looks, Number, Once, Places, Root, Scan, Spread, Sum, Total, WarpLoop, WarpOp, WarpProgram, Word, WordDef,
    Work, Write,
};
use crate::nest::SetId;
use crate::program::{bounds, counted, listed};

impl Display for WarpProgram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.footprint, self.root)?;
        if let Some(lists) = &self.lists {
            let roots =
                if self.local.is_some() { ", where the neighborhood is too large for a bit matrix" } else { "" };
            writeln!(f, "its warps search lists{}{roots}", stored(&lists.slots))?;
            print(f, &lists.ops, 1)?;
        }
        let Some(local) = &self.local else { return Ok(()) };
        let before = if self.lists.is_some() { "else on" } else { "its warps search" };
        let triangle = if local.lower_only { "the lower triangle of " } else { "" };
        let written = if local.is_written { ", which was written before" } else { "" };
        writeln!(f, "{before} {triangle}the bit matrix of {}{written}{}", local.universe, stored(&local.slots))?;
        print(f, &local.ops, 1)
    }
}

impl Display for Footprint {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Footprint { largest, warps, blocks, shared, spread, side_by_side, breadth, breadth_in_blocks } = self;
        let some = |number: u32, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        write!(f, "{} a block, {} a multiprocessor", some(*warps, "warp"), some(*blocks, "block"))?;
        write!(f, ", {} words of shared memory, sizes up to {largest}; ", shared.words())?;
        match spread {
            Spread::GivenAway => f.write_str("work is given away"),
            Spread::Pieces { .. } => f.write_str("big roots are cut into pieces"),
        }?;
        if *side_by_side {
            f.write_str("; roots with short rows are searched side by side")?;
        }
        let whose = if *breadth_in_blocks { "" } else { " below roots that warps search" };
        match breadth {
            0 => Ok(()),
            1 => write!(f, "; v1 is bound breadth-first{whose}"),
            last => write!(f, "; v1 to v{last} are bound breadth-first{whose}"),
        }
    }
}

impl Display for Root {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.rows.is_empty() {
            return Ok(());
        }
        match self.min_degree {
            0 => writeln!(f, "a team prepares")?,
            1 => writeln!(f, "a team prepares, for roots with a neighbor")?,
            least => writeln!(f, "a team prepares, for roots with {least} neighbors or more")?,
        }
        for row in &self.rows {
            writeln!(f, "  {} = {}", row.set, row.list)?;
            if let Some(least) = row.least {
                writeln!(f, "  {}", Leave { of: Known::Length(row.set), least, until: None })?;
            }
        }
        match &self.cut {
            None => Ok(()),
            Some(Cut::List(list)) => writeln!(f, "  pieces of {list}"),
            Some(Cut::LongestRow) => f.write_str("  pieces of as many candidates as the longest row has\n"),
        }?;
        self.marked.iter().try_for_each(|marked| writeln!(f, "  mark {marked}"))?;
        self.reaches.iter().try_for_each(|reach| writeln!(f, "  {reach}"))?;
        if self.waits { writeln!(f, "  give away nothing before as much time has passed again") } else { Ok(()) }
    }
}

fn print<W: Work>(f: &mut Formatter<'_>, ops: &[WarpOp<W>], depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for op in ops {
        f.write_str(&indent)?;
        match op {
            WarpOp::Define { define, until } => writeln!(f, "{define}{}", prefixes(*until))?,
            WarpOp::Leave(leave) => writeln!(f, "{leave}")?,
            WarpOp::LookUp(walk) => writeln!(f, "look up {walk}")?,
            WarpOp::Loop(inner) => {
                writeln!(f, "{inner}")?;
                print(f, &inner.body, depth + 1)?;
            }
            WarpOp::Narrow(both) => {
                let ends: Vec<String> = both.within.iter().map(|range| format!("all{range}")).collect();
                writeln!(f, "if {} lie in one word\n{indent}  {}", ends.join(" and "), both.narrow)?;
                print(f, &both.narrow.body, depth + 2)?;
                writeln!(f, "{indent}else\n{indent}  {}", both.wide)?;
                print(f, &both.wide.body, depth + 2)?;
            }
            WarpOp::Pairs(pairs) => writeln!(f, "{pairs}")?,
            WarpOp::Scan(scan) => writeln!(f, "{scan}")?,
            WarpOp::Sum(sum) => writeln!(f, "sum {sum}")?,
            WarpOp::Count(count) => writeln!(f, "{count}")?,
            WarpOp::Write(Write { members, owner }) => {
                writeln!(f, "write {members} as row v0 of the matrix of {owner}")?
            }
            WarpOp::Credit(credit) => writeln!(f, "{credit}")?,
            WarpOp::Emit(levels) => writeln!(f, "emit {}", listed(levels, " "))?,
        }
    }
    Ok(())
}

/// What is stored, in the order of its slots.
fn stored(slots: &[SetId]) -> String {
    if slots.is_empty() { String::new() } else { format!(", with slots for {}", listed(slots, " ")) }
}

/// Which tasks do it, by the vertices that they have matched before they begin.
fn prefixes(until: Option<usize>) -> String {
    until.map_or_else(String::new, |until| format!("  (in tasks of up to {until} matched)"))
}

impl Display for Leave {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.of, self.least) {
            (Known::Length(set), 1) => write!(f, "leave if {set} is empty")?,
            (Known::Length(set), least) => write!(f, "leave if {set} has fewer than {least}")?,
            (Known::Number(set), 1) => write!(f, "leave if #{set} is 0")?,
            (Known::Number(set), least) => write!(f, "leave if #{set} is less than {least}")?,
            (Known::Walks(walk), 1) => write!(f, "leave if {walk} is 0")?,
            (Known::Walks(walk), least) => write!(f, "leave if {walk} is less than {least}")?,
        }
        f.write_str(&prefixes(self.until))
    }
}

impl<W: Work> Display for WarpLoop<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "for {} in {}", self.level, self.from)?;
        if !self.except.is_empty() {
            write!(f, " except {}", listed(&self.except, ", "))?;
        }
        for (index, condition) in self.filter.iter().enumerate() {
            let before = if index == 0 { " where " } else { " and " };
            write!(f, "{before}{}", condition.display(&|level| format!("v{level}")))?;
        }
        match &self.exploration {
            Exploration::Warp => f.write_str(", by a warp")?,
            Exploration::Leaf(leaf) => {
                write!(f, ", {}", leaf.lanes)?;
                leaf.marks.iter().try_for_each(|marks| write!(f, ", while {marks} is marked"))?;
            }
            Exploration::Deal(Handed { level, rows, held, numbers }) => {
                write!(f, ", dealt to all lanes with {level}")?;
                let sets = rows.iter().chain(held).map(ToString::to_string);
                sets.chain(numbers.iter().map(|set| format!("#{set}"))).try_for_each(|name| write!(f, " {name}"))?;
            }
            Exploration::Walk => f.write_str(", by the lanes around")?,
            Exploration::WalkHeld => f.write_str(", by the lanes around, which hold its words")?,
        }
        match self.looks {
            Looks::Cut(last) if last == self.level => f.write_str("  (may be cut)"),
            Looks::Cut(last) => write!(f, "  (may be cut down to {last})"),
            Looks::Stop => f.write_str("  (may stop)"),
            Looks::Never => Ok(()),
        }
    }
}

impl Display for Lanes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Lanes::One => "by a lane each",
            Lanes::Streaming => "by a few lanes each",
            Lanes::Flowing => "by a few lanes each, which go on with the next row",
            Lanes::Words => "by lanes that share its words",
            Lanes::Walking => "by one or more lanes each",
            Lanes::Places => "by the lane of its place",
            Lanes::Holding => "by one or more lanes each, which share what is below",
        })
    }
}

impl<W: Work> Display for Number<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Number::Known(set) => write!(f, "#{set}"),
            Number::Walks(walk) => write!(f, "{walk}"),
            Number::Read(read) => write!(f, "|{read}|"),
            Number::Counted(of) => write!(f, "|{of}|"),
            Number::Scanned(at) => write!(f, "#{at}"),
        }
    }
}

impl<W: Work> Display for Scan<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Scan { list, sets, counts, first } = self;
        write!(f, "scan {list}:")?;
        for (index, count) in counts.iter().enumerate() {
            let within: Vec<String> = count.within.iter().map(|&at| sets[at].to_string()).collect();
            write!(f, "{} #{} in {}", if index > 0 { "," } else { "" }, first + index, within.join(" & "))?;
            bounds(f, &count.above, &count.below)?;
        }
        Ok(())
    }
}

impl<W: Work> Display for Sum<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let constant = (self.constant != 0 || self.terms.is_empty()).then(|| self.constant.to_string());
        let term = |(weight, size): &(i64, _)| match weight {
            1 => format!("{size}"),
            weight => format!("{weight} ({size})"),
        };
        let terms: Vec<String> = self.terms.iter().map(term).chain(constant).collect();
        f.write_str(&terms.join(" + "))
    }
}

impl<W: Work> Display for Count<W> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Count { product, sizes, entries, is_wide, once, total } = self;
        f.write_str("count")?;
        match total {
            Total::Further(index) => write!(f, " to total {}", index + 1)?,
            Total::First | Total::Credited(_) => {}
        }
        write!(f, " {}", counted(product, sizes))?;
        entries.iter().try_for_each(|entry| write!(f, ", times {entry}"))?;
        let once = match once {
            Once::Candidate => "",
            Once::Warp => ", by each warp",
            Once::Owner(_) => ", by one warp",
        };
        write!(f, "{}{once}", if *is_wide { ", in 128 bits" } else { "" })?;
        if let Total::Credited(entry) = total { write!(f, ", credited to {entry}") } else { Ok(()) }
    }
}

impl Display for LookUp {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "column {} of {}", self.column, listed(&self.at, " "))
    }
}

impl Display for Credit {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let amount = match self.amount {
            Amount::Lanes => "what lanes have counted".to_owned(),
            Amount::Gathered(at) => format!("what was gathered in g{at}"),
        };
        write!(f, "credit {} with {amount}", self.entry)?;
        self.outer.iter().try_for_each(|outer| write!(f, ", gather that in g{outer}"))
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Vertex(level) => write!(f, "{level}"),
            Entry::Arc { to, by, .. } => {
                let by = match by {
                    Arc::Search => "by a search",
                    Arc::Candidate => "where the candidate stands",
                    Arc::Place => "by its place",
                };
                write!(f, "the arc to {to}, {by}")
            }
        }
    }
}

impl Display for ListMember {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ListMember::Probe(probe) => write!(f, "{probe}"),
            ListMember::List(list) => write!(f, "{list}"),
            ListMember::Join(join) => write!(f, "{join}"),
        }
    }
}

impl Display for All {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("all")
    }
}

impl Display for Places {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.word)?;
        if self.span.above.is_empty() && self.span.below.is_empty() {
            return Ok(());
        }
        f.write_str(" in words")?;
        bounds(f, &self.span.above, &self.span.below)
    }
}

impl Display for Word {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Word::Row(set) | Word::Stored(set) => write!(f, "{set}"),
            Word::Range(range) => write!(f, "all{range}"),
            Word::Held => f.write_str("held"),
            Word::And(both) => write!(f, "({} & {})", both[0], both[1]),
            Word::AndNot(both) => write!(f, "({} & ~{})", both[0], both[1]),
        }
    }
}

impl Display for WordDef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            WordDef::Row { set, of } => write!(f, "{set} = matrix row {of}"),
            WordDef::Store { set, word } => write!(f, "{set} = {word}"),
            WordDef::Keep { set, word } => write!(f, "{set} = {word}, held"),
            WordDef::Count { set, places } => write!(f, "#{set} = {places}"),
        }
    }
}
