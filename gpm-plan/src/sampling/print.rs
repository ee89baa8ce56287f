//! The printed form of a program for samples: one operator a line, the body of a loop indented.

use std::fmt::{self, Display, Formatter};

use super::{Members, SampleNumber, SampleOp, SampleProgram, Visit};
use crate::program::{bounds, counted, listed};

impl Display for SampleProgram {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        print(f, &self.ops, 1)
    }
}

fn print(f: &mut Formatter<'_>, ops: &[SampleOp], depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for op in ops {
        f.write_str(&indent)?;
        match op {
            SampleOp::Row { set, list } => writeln!(f, "{set} = {list}")?,
            SampleOp::Number { set, members } => writeln!(f, "#{set} = {members}")?,
            SampleOp::Leave(members) => writeln!(f, "leave if {members} is empty")?,
            SampleOp::Visit(Visit { level, from, except, filter, body }) => {
                write!(f, "for some {level} in {from}")?;
                if !except.is_empty() {
                    write!(f, " except {}", listed(except, ", "))?;
                }
                for (index, condition) in filter.iter().enumerate() {
                    let before = if index == 0 { " where " } else { " and " };
                    write!(f, "{before}{}", condition.display(&|level| format!("v{level}")))?;
                }
                writeln!(f)?;
                print(f, body, depth + 1)?;
            }
            SampleOp::Add { product, sizes } => writeln!(f, "add {}", counted(product, sizes))?,
        }
    }
    Ok(())
}

impl Display for Members {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&listed(&self.rows, " & "))?;
        self.without.iter().try_for_each(|without| write!(f, " - ({without})"))?;
        bounds(f, &self.above, &self.below)
    }
}

impl Display for SampleNumber {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SampleNumber::Known(set) => write!(f, "#{set}"),
            SampleNumber::Of(members) => write!(f, "|{members}|"),
        }
    }
}
