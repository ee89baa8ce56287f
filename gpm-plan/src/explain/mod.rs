//! All stages of a plan as one text: the pattern, its group, the alternatives, the winner and the nest.

mod alternatives;
mod why;

use std::fmt::{self, Display, Formatter};

use crate::exec::{KernelOptions, WarpProgram};
use crate::opt::{Trace, writer};
use crate::plan::{Plan, PlanTerm};
use crate::program::Program;

use alternatives::Choices;

pub use alternatives::{Alternative, PricedLoop, PricedNest};
pub use why::{NoAnswer, why};

impl Display for Plan {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Plan { query, automorphisms, .. } = self;
        let unit = query.unit.name(query.semantics);
        writeln!(f, "{}   {}, {unit}   |Aut| = {automorphisms}", query.pattern, query.semantics)?;
        write!(f, "{}", Nests(self))
    }
}

/// The long form: the plan with the alternatives it was chosen from and what each pass did.
///
/// ```
/// use gpm::{Engine, Explained, Graph};
///
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let plan = Engine::auto()?.plan(&graph, "diamond")?;
/// assert!(Explained(&plan).to_string().contains("edge-induced"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Explained<'a>(pub &'a Plan);

impl Display for Explained<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plan = self.0;
        let stats = &plan.stats;
        let unit = plan.query.unit.name(plan.query.semantics);
        writeln!(f, "pattern   {}", plan.query.pattern)?;
        writeln!(f, "meaning   {}, {unit}", plan.query.semantics)?;
        writeln!(f, "group     |Aut| = {}", plan.automorphisms)?;
        writeln!(
            f,
            "graph     {:.0} vertices, {:.0} edges, {:.3e} triangles, clustering {:.3}",
            stats.vertices,
            stats.edges,
            stats.triangles,
            stats.closure()
        )?;
        write!(f, "\n{}", Choices(plan))?;
        writeln!(f, "\npasses")?;
        for (i, trace) in plan.terms[0].traces.iter().enumerate() {
            let applied = applied(plan.terms.iter().map(|term| &term.traces[i]));
            writeln!(f, "  {:<20} {applied}", trace.pass.name())?;
        }
        write!(f, "\n{}", Nests(plan))
    }
}

/// The nests alone, with how often their matches count.
#[derive(Clone, Copy, Debug)]
pub struct Nests<'a>(pub &'a Plan);

impl Display for Nests<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let is_converted = self.0.is_converted();
        for (i, PlanTerm { weight, nest, .. }) in self.0.terms.iter().enumerate() {
            let sign = match (i, weight.times) {
                (0, 0..) => "",
                (0, ..0) => "less ",
                (_, ..0) => "\nless ",
                (_, 0..) => "\nplus ",
            };
            let times = match (weight.times.unsigned_abs(), weight.over) {
                (1, 1) => String::new(),
                (times, 1) => format!("{times} times "),
                (times, over) => format!("{times}/{over} times "),
            };
            let kind = if is_converted { format!("{} ", nest.semantics) } else { String::new() };
            if i > 0 || is_converted {
                writeln!(f, "{sign}{times}the {kind}matches of {}", nest.pattern)?;
            }
            write!(f, "{nest}")?;
        }
        Ok(())
    }
}

/// The nests of a plan as a CPU and a GPU run them, each below its printed form.
#[derive(Clone, Debug)]
pub struct Programs<'a> {
    plan: &'a Plan,
    options: Vec<KernelOptions>,
}

impl<'a> Programs<'a> {
    /// The programs of a plan, on a GPU those for a typical graph.
    pub fn new(plan: &'a Plan) -> Programs<'a> {
        Programs::with_options(plan, vec![KernelOptions::default(); plan.nests().count()])
    }

    /// The programs of a plan whose kernels are made like this, one a nest.
    pub fn with_options(plan: &'a Plan, options: Vec<KernelOptions>) -> Programs<'a> {
        Programs { plan, options }
    }
}

impl Display for Programs<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, (nest, options)) in self.plan.nests().zip(&self.options).enumerate() {
            let before = if index == 0 { "" } else { "\n" };
            write!(f, "{before}{nest}\nprogram, for each root v0\n{}", Program::new(nest))?;
            let program = WarpProgram::new(nest, options);
            let explored = match program.footprint.breadth {
                0 => "depth-first",
                _ => "breadth-first, as asked",
            };
            write!(f, "\non a GPU, for each root v0, {explored}\n{program}")?;
            if let Some(writer) = writer(nest) {
                write!(f, "\nbefore, for its bit matrices\n{writer}\n{}", WarpProgram::new(&writer, options))?;
            }
        }
        Ok(())
    }
}

/// What a pass did to the nests of a plan.
fn applied<'a>(traces: impl ExactSizeIterator<Item = &'a Trace>) -> String {
    let nests = traces.len();
    match traces.filter(|trace| trace.changed).count() {
        0 => "(unchanged)".to_owned(),
        _ if nests == 1 => "applied".to_owned(),
        changed => format!("applied to {changed} of {nests} nests"),
    }
}
