//! From a program for samples to CUDA text.

use gpm_plan::nest::{Kind, Level, LoopNest};
use gpm_plan::program::List;
use gpm_plan::sampling::{Members, SampleNumber, SampleOp, SampleProgram, SampleSize, Visit};

use super::filters::{Filters, cuts};
use super::lists::{By, fold, list};
use super::model::{self, Named, SizedSet, Statement};
use super::steps::number_of;
use super::unit::{SampleUnit, Size};
use super::{polynomial, registry};
use crate::cuda::kernel::{Kernel, Layout};

/// Renders the kernel that takes samples of a nest; `None` if lanes cannot.
pub(in crate::cuda) fn render(nest: &LoopNest, kinds: &[Kind]) -> Option<Kernel> {
    let program = SampleProgram::new(nest)?;
    let layout = Layout::of_samples(nest, &program);
    let printer = Printer { filters: Filters { kinds, tests: nest.tests(kinds) } };
    let text = format!("samples of {} of {}\n\n{nest}\n{program}\n", nest.semantics, nest.parts()[0].pattern);
    let size = |name, value: usize, what| Size { name, value: value as u64, what };
    let mut sizes = vec![
        size("GPM_WARPS", layout.warps as usize, "warps a block"),
        size("GPM_BLOCKS", layout.min_blocks as usize, "blocks a multiprocessor that registers are limited for"),
        size("GPM_LEVELS", nest.num_positions(), "loop levels"),
        size("GPM_SLOTS", 1, "lists a warp stores"),
        size("GPM_VIEWS", nest.views.len().max(1), "adjacency relations"),
    ];
    if layout.columns > 0 {
        sizes.push(size("GPM_COLUMNS", layout.columns as usize, "columns of attributes"));
    }
    let unit = SampleUnit {
        header: text.lines().map(|line| format!("// {line}").trim_end().to_owned()).collect(),
        sizes,
        cuts: cuts(nest, kinds),
        library: registry::sample_library(&layout),
        schedule: registry::sample_schedule().to_owned(),
        body: printer.block(&program.ops, Level(0)),
    };
    Some(Kernel { source: registry::print_samples(&unit), layout })
}

struct Printer<'a> {
    filters: Filters<'a>,
}

impl Printer<'_> {
    /// What is done below a candidate of a level.
    fn block(&self, ops: &[SampleOp], level: Level) -> Vec<Statement> {
        let statement = |op: &SampleOp| match op {
            SampleOp::Row { set, list: row } => {
                Statement::SampleRow { name: set.to_string(), live: live(level), list: list(row, By::Lane) }
            }
            SampleOp::Number { set, members } => {
                Statement::SampleNumber { name: number_of(*set), members: set_of(members, level) }
            }
            SampleOp::Leave(members) => Statement::SampleLeave { live: live(level), members: set_of(members, level) },
            SampleOp::Visit(visit) => self.visit(visit, level),
            SampleOp::Add { product, sizes } => {
                let numbers = sizes.iter().enumerate().filter_map(|(at, size)| counted(at, size, level));
                let names: Vec<String> = (0..sizes.len()).map(|at| format!("z{at}")).collect();
                let mut left = names.iter();
                let of = |own: &gpm_plan::nest::Polynomial| left.by_ref().take(own.sizes.len()).cloned().collect();
                let by_polynomial: Vec<Vec<String>> = product.iter().map(of).collect();
                Statement::SampleAdd {
                    live: live(level),
                    weight: weight(level),
                    numbers: numbers.collect(),
                    sizes: sizes.iter().enumerate().map(|(at, size)| self::size(at, size)).collect(),
                    value: polynomial::value(product, &by_polynomial, true),
                    magnitude: polynomial::magnitude(product, &by_polynomial),
                }
            }
        };
        ops.iter().map(statement).collect()
    }

    fn visit(&self, visit: &Visit, around: Level) -> Statement {
        let filter = self.filters.holds(visit.level, &|level| level.to_string());
        Statement::SampleVisit {
            what: format!("for some {} in {}", visit.level, visit.from),
            level: visit.level.0,
            weight: weight(around),
            members: set_of(&visit.from, around),
            excluded: visit.except.iter().map(Level::to_string).collect(),
            is_filtered: filter.is_some(),
            filter: filter.unwrap_or_default(),
            body: self.block(&visit.body, visit.level),
        }
    }
}

/// Whether a lane walks below a candidate of a level.
fn live(level: Level) -> String {
    format!("live{}", level.0)
}

/// What its walk stands for there.
fn weight(level: Level) -> String {
    format!("weight{}", level.0)
}

/// The number of a set that is counted where it is added.
fn counted(at: usize, size: &SampleSize, level: Level) -> Option<SizedSet> {
    match &size.of {
        SampleNumber::Known(_) => None,
        SampleNumber::Of(members) => Some(SizedSet { name: format!("y{at}"), members: set_of(members, level) }),
    }
}

/// A size, of sets that were counted.
fn size(at: usize, size: &SampleSize) -> Named {
    let whole = match &size.of {
        SampleNumber::Known(set) => number_of(*set),
        SampleNumber::Of(_) => format!("y{at}"),
    };
    let except = size.except.iter().map(|(vertex, members)| format!(" - (i64){}", has(members, *vertex)));
    let minus = (size.minus > 0).then(|| format!(" - {}", size.minus));
    Named { name: format!("z{at}"), value: format!("(i64){whole}{}", except.chain(minus).collect::<String>()) }
}

/// A set as a lane below a candidate of a level finds it.
fn set_of(members: &Members, level: Level) -> model::Members {
    let mut lists: Vec<&List> = members.rows.iter().collect();
    let keep = without(members, &mut |row| {
        lists.push(row);
        (format!("list[{}]", lists.len() - 1), "x".to_owned())
    });
    // All sets that nothing is taken from are found by the same code.
    let keep = match members.without.is_empty() {
        true => "Every()".to_owned(),
        false => format!("[](u32 x, const List (&list)[{}]) {{ return {keep}; }}", lists.len()),
    };
    let guarded: Vec<String> =
        lists.iter().map(|row| format!("{} ? {} : none", live(level), list(row, By::Lane))).collect();
    model::Members {
        lists: guarded.join(", "),
        rows: members.rows.len(),
        low: fold("max_of", &members.above).map_or_else(|| "0".to_owned(), |bound| format!("{bound} + 1")),
        high: fold("min_of", &members.below).unwrap_or_else(|| "NONE".to_owned()),
        keep,
    }
}

/// Whether the vertex of a level is in a set, as a lane asks that has both.
fn has(members: &Members, vertex: Level) -> String {
    format!("({})", is_member(members, &mut |row| (list(row, By::Lane), vertex.to_string())))
}

/// That something is in no set that a set is without.
fn without<'m>(members: &'m Members, name: &mut dyn FnMut(&'m List) -> (String, String)) -> String {
    let absent: Vec<String> = members.without.iter().map(|own| format!("!({})", is_member(own, name))).collect();
    if absent.is_empty() { "true".to_owned() } else { absent.join(" && ") }
}

/// That something is in a set: `name` says what a row is called, and what is looked for.
fn is_member<'m>(members: &'m Members, name: &mut dyn FnMut(&'m List) -> (String, String)) -> String {
    let mut what = String::new();
    let mut parts: Vec<String> = Vec::new();
    for row in &members.rows {
        let (list, element) = name(row);
        parts.push(format!("contains({list}, {element})"));
        what = element;
    }
    parts.extend(members.below.iter().map(|bound| format!("{what} < {bound}")));
    parts.extend(members.above.iter().map(|bound| format!("{what} > {bound}")));
    if !members.without.is_empty() {
        parts.push(without(members, name));
    }
    parts.join(" && ")
}
