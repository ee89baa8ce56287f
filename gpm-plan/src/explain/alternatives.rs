//! What a plan was chosen from, and where each of the alternatives is expected to spend its time.

use std::fmt::{self, Display, Formatter};

use super::Explained;
use crate::cost::{Kind, LevelWork};
use crate::nest::verify::VerifyError;
use crate::passes::PassSet;
use crate::pattern::{Pattern, Semantics};
use crate::plan::Plan;
use crate::search::{Choice, ChoiceTerm, Memo, RISK};

/// Terms of a sum that are named, and loops of one that are shown: what fits a screen, *guess*.
const NAMED: usize = 3;
/// Kinds of work of a loop that are shown. *guess*
const KINDS: usize = 2;

/// One of the alternatives that a plan was chosen from.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// What it was ranked by, in elements streamed: the cost, the sampled one where there is one, times the risk of a sum.
    pub rank: f64,
    /// Predicted cost in elements streamed.
    pub cost: f64,
    /// The same from a walk over a part of the search, if there was one.
    pub sampled: Option<f64>,
    /// The order of the pattern's vertices and the restrictions, or what sum it is.
    pub order: String,
    /// Names of the rewrites that were applied, with spaces between them.
    pub rewrites: String,
    /// Its nests, the dearest first.
    pub nests: Vec<PricedNest>,
}

/// What a nest is expected to cost.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedNest {
    /// The pattern that it counts.
    pub pattern: String,
    /// In elements streamed.
    pub cost: f64,
    /// The part of `cost` that is paid beside the search: binding, launching and waiting for the nest, and making its table.
    pub beside: f64,
    /// Its loops, outermost first, up to the first one that is priced with all below it as a whole.
    pub loops: Vec<PricedLoop>,
}

/// What a loop is expected to cost, without those below it.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedLoop {
    /// The pattern vertex that it matches.
    pub vertex: String,
    /// Rounds, all together.
    pub rounds: f64,
    /// In elements streamed.
    pub cost: f64,
    /// The part of `cost` that goes to each kind of work, the most expensive kind first.
    pub work: Vec<(Kind, f64)>,
}

impl Explained<'_> {
    /// The alternatives that the plan was chosen from, the chosen one first. Those that are the same text are one.
    pub fn choices(&self) -> Vec<Alternative> {
        let mut memo = Memo::default();
        let mut known: Vec<Alternative> = Vec::new();
        for choice in &self.0.choices {
            let cost = choice.sampled.unwrap_or(choice.cost);
            let (rewrites, nests) = built(self.0, choice, &mut memo);
            let next = Alternative {
                rank: choice.rank_at(cost),
                cost: choice.cost,
                sampled: choice.sampled,
                order: named(self.0, choice),
                rewrites,
                nests,
            };
            if !known.iter().any(|other| (&other.order, &other.rewrites) == (&next.order, &next.rewrites)) {
                known.push(next);
            }
        }
        known
    }
}

/// The alternatives as `explain` prints them.
pub(super) struct Choices<'a>(pub(super) &'a Plan);

impl Display for Choices<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let choices = Explained(self.0).choices();
        let is_sampled = choices.iter().any(|choice| choice.sampled.is_some());
        let has_sums = choices.iter().any(|choice| choice.rank > choice.sampled.unwrap_or(choice.cost));
        let what = if is_sampled { ", then sampled" } else { "" };
        let risk = if has_sums { format!("; sums rank as {RISK} times their cost") } else { String::new() };
        writeln!(f, "choices   (predicted cost in elements streamed{what}{risk})")?;
        for (place, choice) in choices.iter().enumerate() {
            let mark = if place == 0 { "*" } else { " " };
            let sampled = match choice.sampled {
                _ if !is_sampled => String::new(),
                Some(cost) => format!(" {cost:>10.3e}"),
                None => format!(" {:>10}", "-"),
            };
            writeln!(f, "  {mark} {:>10.3e}{sampled}  {}", choice.cost, choice.order)?;
            if !choice.rewrites.is_empty() {
                writeln!(f, "      by {}", choice.rewrites)?;
            }
            for nest in choice.nests.iter().take(NAMED) {
                let whose = if choice.nests.len() > 1 { format!("{}: ", nest.pattern) } else { String::new() };
                writeln!(f, "      {whose}{nest}")?;
            }
        }
        Ok(())
    }
}

/// Where the cost of a nest lies: its loops, with the part of its cost that each is, and the dearest kinds of work of each.
impl Display for PricedNest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let percent = |cost: f64| 100.0 * cost / self.cost.max(f64::MIN_POSITIVE);
        let mut parts = Vec::new();
        for of in &self.loops {
            let work = of.work.iter().take(KINDS).filter(|(_, cost)| percent(*cost) >= 1.0);
            let work: Vec<String> =
                work.map(|(kind, cost)| format!("{} {:.0} %", kind.name().replace('_', " "), percent(*cost))).collect();
            let work = if work.is_empty() { String::new() } else { format!(" ({})", work.join(", ")) };
            parts.push(format!("{} {:.0} %{work}", of.vertex, percent(of.cost)));
        }
        let known = self.beside + self.loops.iter().map(|of| of.cost).sum::<f64>();
        if percent(self.cost - known) >= 1.0 {
            parts.push(format!("below {:.0} %", percent(self.cost - known)));
        }
        if percent(self.beside) >= 1.0 {
            parts.push(format!("to begin {:.0} %", percent(self.beside)));
        }
        f.write_str(&parts.join(" · "))
    }
}

/// The names of what the search and the passes did for a choice, and what its nests are expected to cost.
pub(super) fn built(plan: &Plan, choice: &Choice, memo: &mut Memo) -> (String, Vec<PricedNest>) {
    let mut applied = choice.rewrites;
    let mut nests = Vec::new();
    for term in &choice.terms {
        match memo.nest(term, plan.query.disabled) {
            Ok((nest, traces)) => {
                let changed = traces.iter().filter(|trace| trace.changed).map(|trace| trace.pass.into());
                applied = changed.fold(applied, PassSet::union);
                let forecast = plan.forecast(&nest);
                let levels = forecast.levels.iter().map_while(Option::as_ref);
                let vertices = nest.order.iter().map(|&u| nest.pattern.vertex_name(u).to_owned());
                let loops = levels.zip(vertices).map(|(level, vertex)| priced(plan, level, vertex)).collect();
                let pattern = nest.pattern.to_string();
                nests.push(PricedNest { pattern, cost: term.cost, beside: forecast.overhead, loops });
            }
            Err(error) => return (VerifyError::to_string(&error), Vec::new()),
        }
    }
    nests.sort_by(|a, b| b.cost.total_cmp(&a.cost));
    (applied.to_string(), nests)
}

fn priced(plan: &Plan, level: &LevelWork, vertex: String) -> PricedLoop {
    let prices = &plan.stats.prices;
    let work = Kind::ALL.into_iter().map(|kind| (kind, level.work.of(kind) * prices.of(kind)));
    let mut work: Vec<(Kind, f64)> = work.filter(|&(_, cost)| cost > 0.0).collect();
    work.sort_by(|a, b| b.1.total_cmp(&a.1));
    PricedLoop { vertex, rounds: level.candidates, cost: level.work.cost(prices), work }
}

/// A choice in a line: the order of a nest by itself, or what is summed.
pub(super) fn named(plan: &Plan, choice: &Choice) -> String {
    let query = &plan.query;
    let [only] = &choice.terms[..] else { return sum(choice) };
    if only.semantics != query.semantics || only.pattern != query.pattern || !only.outline.entries.is_empty() {
        return sum(choice);
    }
    order(&query.pattern, only)
}

/// The matching order of a term, what is counted together at its end after a bar, and how its symmetry is broken.
fn order(pattern: &Pattern, term: &ChoiceTerm) -> String {
    let outline = &term.outline;
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

/// What a choice sums that counts something else than the pattern itself, or looks tables up.
fn sum(choice: &Choice) -> String {
    let nests = choice.terms.len();
    let has_maps = choice.terms.iter().any(|term| term.semantics == Semantics::Homomorphism);
    let maps = if has_maps { " of maps, in which vertices may coincide" } else { "" };
    let has_tables = |levels: usize| {
        choice.terms.iter().flat_map(|term| &term.outline.entries).any(|entry| entry.at.len() == levels)
    };
    let tables = match (has_tables(1), has_tables(2)) {
        (true, true) => ", with tables by vertex and by edge",
        (true, false) => ", with tables by vertex",
        (false, true) => ", with tables by edge",
        (false, false) => "",
    };
    let mut text = format!("a sum of {nests} {}{maps}{tables}", if nests == 1 { "nest" } else { "nests" });
    for (place, term) in choice.terms.iter().take(NAMED).enumerate() {
        let mut tables: Vec<String> = term.outline.entries.iter().map(|entry| entry.table.to_string()).collect();
        tables.sort_unstable();
        let tables =
            if tables.is_empty() { String::new() } else { format!(" with a table of {}", tables.join(", of ")) };
        let before = if place == 0 { ": " } else { "; " };
        text.push_str(&format!("{before}{}{tables} by {}", term.pattern, order(&term.pattern, term)));
    }
    if nests > NAMED {
        text.push_str(&format!("; and {} more", nests - NAMED));
    }
    text
}
