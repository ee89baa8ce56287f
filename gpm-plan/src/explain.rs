//! All stages of a plan as one text: the pattern, its group, the alternatives, the winner and the nest.

use std::fmt::{self, Display, Formatter};

use crate::exec::{KernelOptions, WarpProgram};
use crate::nest::verify::VerifyError;
use crate::opt::{Trace, writer};
use crate::passes::PassSet;
use crate::pattern::Semantics;
use crate::plan::{Plan, PlanTerm};
use crate::program::Program;
use crate::search::{Choice, Memo};

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
        let choices = self.choices();
        let is_sampled = choices.iter().any(|choice| choice.sampled.is_some());
        let what = if is_sampled {
            "predicted cost in elements streamed, then sampled"
        } else {
            "predicted cost in elements streamed"
        };
        writeln!(f, "\nchoices   ({what})")?;
        for (i, choice) in choices.iter().enumerate() {
            let mark = if i == 0 { "*" } else { " " };
            let sampled = match choice.sampled {
                _ if !is_sampled => String::new(),
                Some(cost) => format!(" {cost:>10.3e}"),
                None => format!(" {:>10}", "-"),
            };
            writeln!(f, "  {mark} {:>10.3e}{sampled}  {}", choice.cost, choice.order)?;
            if !choice.rewrites.is_empty() {
                writeln!(f, "      by {}", choice.rewrites)?;
            }
        }
        writeln!(f, "\npasses")?;
        for (i, trace) in plan.terms[0].traces.iter().enumerate() {
            let applied = applied(plan.terms.iter().map(|term| &term.traces[i]));
            writeln!(f, "  {:<20} {applied}", trace.pass.name())?;
        }
        write!(f, "\n{}", Nests(plan))
    }
}

/// One of the alternatives that a plan was chosen from.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Predicted cost in elements streamed.
    pub cost: f64,
    /// The same from a walk over a part of the search, if there was one.
    pub sampled: Option<f64>,
    /// The order of the pattern's vertices and the restrictions, or what sum it is.
    pub order: String,
    /// Names of the rewrites that were applied, with spaces between them.
    pub rewrites: String,
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

/// What a choice sums that counts something else than the pattern itself.
fn sum(choice: &Choice) -> String {
    let entries = |levels: usize| {
        choice.terms.iter().flat_map(|term| &term.outline.entries).any(|entry| entry.at.len() == levels)
    };
    let has_maps = choice.terms.iter().any(|term| term.semantics == Semantics::Homomorphism);
    let tables = match (entries(1), entries(2)) {
        (true, true) => " with tables by vertex and by edge",
        (true, false) => " with tables by vertex",
        (false, true) => " with tables by edge",
        (false, false) => "",
    };
    let (matches, nests) = match (has_maps, tables) {
        (true, _) => (" of maps, in which vertices may coincide,", choice.terms.len()),
        (false, "") => (" of patterns with absent edges put in", choice.terms.len()),
        (false, _) => ("", choice.terms.len()),
    };
    let text = format!("a sum of {nests} {}{matches}{tables}", if nests == 1 { "nest" } else { "nests" });
    text.trim_end_matches(',').to_owned()
}

impl Explained<'_> {
    /// The alternatives that the plan was chosen from, the chosen one first.
    pub fn choices(&self) -> Vec<Alternative> {
        let mut memo = Memo::default();
        let alternative = |choice: &Choice| Alternative {
            cost: choice.cost,
            sampled: choice.sampled,
            order: self.choice(choice),
            rewrites: self.rewrites(choice, &mut memo),
        };
        self.0.choices.iter().map(alternative).collect()
    }

    /// The names of what the search and the passes did for a choice.
    fn rewrites(&self, choice: &Choice, memo: &mut Memo) -> String {
        let applied = choice.terms.iter().try_fold(choice.rewrites, |applied, term| {
            let (_, traces) = memo.nest(term, self.0.query.disabled)?;
            let changed = traces.iter().filter(|trace| trace.changed).map(|trace| trace.pass.into());
            Ok(changed.fold(applied, PassSet::union))
        });
        applied.map_or_else(|error: VerifyError| error.to_string(), |applied| applied.to_string())
    }

    fn choice(&self, choice: &Choice) -> String {
        let pattern = &self.0.query.pattern;
        if choice.terms[0].semantics != self.0.query.semantics || choice.terms[0].pattern != *pattern {
            return sum(choice);
        }
        let outline = choice.outline();
        let loops = outline.order.len() - outline.tail;
        let name = |&u: &usize| pattern.vertex_name(u).to_owned();
        let core: Vec<String> = outline.order[..loops].iter().map(name).collect();
        let tail: Vec<String> = outline.order[loops..].iter().map(name).collect();
        let restrictions: Vec<String> =
            outline.restrictions.iter().map(|r| format!("{}<{}", r.smaller, r.larger)).collect();
        let mut text = format!("{} | {}", core.join(" "), tail.join(" "));
        if !restrictions.is_empty() {
            text.push_str(&format!("   restrict {}", restrictions.join(" ")));
        }
        if outline.divisor != 1 {
            text.push_str(&format!("   divide by {}", outline.divisor));
        }
        text
    }
}
