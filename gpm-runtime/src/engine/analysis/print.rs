//! An analysis as text: a table for each nest.

use std::fmt::{self, Display, Formatter};

use gpm_plan::cost::{Kind, LevelWork, Prices};
use gpm_plan::nest::LoopNest;
use gpm_plan::search::Weight;

use super::analyze::{Analysis, AnalyzedLevel, AnalyzedNest, AnalyzedPlan};

/// Digits of a number in a table.
const WIDTH: usize = 11;

impl Display for Analysis {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let report = &self.report;
        let unit = report.query.unit.name(report.query.semantics);
        let partial = if report.partial { ", partial: the run was stopped" } else { "" };
        writeln!(f, "count     {} {unit}{partial}", report.count)?;
        if let Some(plan) = &report.plan {
            writeln!(f, "prices    of {}, in elements streamed", plan.stats.prices.device)?;
        }
        let seconds = report.seconds;
        let (plan, compile, run) = (seconds.plan, seconds.compile, seconds.run);
        write!(f, "time      plan {plan:.6} s, compile {compile:.6} s, run {run:.6} s on {}", report.device)?;
        if self.plans.is_empty() {
            return write!(f, "\n\nno plan was run to its end: there is nothing to compare");
        }
        self.plans.iter().try_for_each(|plan| plan.print(f))
    }
}

impl AnalyzedPlan {
    fn print(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let anchors = self.plan.query.pattern.anchors().len();
        for (place, (term, found)) in self.plan.terms.iter().zip(&self.nests).enumerate() {
            let kind = if anchors == 0 { "nest" } else { "table" };
            write!(f, "\n\n{kind:<9} {}", title(term.weight, &term.nest))?;
            if place == 0 && self.nests.len() > 1 {
                write!(f, ", the first of {}", self.nests.len())?;
            }
            if place == 0 {
                write!(f, "\ntime      plan {:.6} s", self.planned)?;
            }
            found.print(f, &self.plan.stats.prices)?;
        }
        Ok(())
    }
}

/// What a nest counts, and how often that counts.
fn title(weight: Weight, nest: &LoopNest) -> String {
    let times = match (weight.times, weight.over) {
        (1, 1) => String::new(),
        (times, 1) => format!("{times} times "),
        (times, over) => format!("{times}/{over} times "),
    };
    format!("{times}the {} matches of {}", nest.semantics, nest.pattern)
}

impl AnalyzedNest {
    fn print(&self, f: &mut Formatter<'_>, prices: &Prices) -> fmt::Result {
        let (predicted, met) = (self.predicted_search(), self.met_search(prices));
        if let Some(seconds) = self.seconds {
            let kernel = seconds.kernel.map_or_else(String::new, |kernel| format!(" (kernel {kernel:.6} s)"));
            let processor =
                self.processor.map_or_else(String::new, |processor| format!(" (processor {processor:.6} s)"));
            write!(f, "\ntime      compile {:.6} s, run {:.6} s{kernel}{processor}", seconds.compile, seconds.run)?;
            if let Some((met, _)) = met.filter(|&(met, _)| met > 0.0 && self.is_complete) {
                write!(f, ", {:.3} ns an element met", seconds.run * 1e9 / met)?;
            }
            f.write_str(if self.is_complete { "" } else { ", stopped" })?;
        }
        write!(f, "\ncost      predicted {}", number(predicted))?;
        if let Some((met, error)) = met {
            let error = if error > 0.0 { format!(" ± {}", number(error)) } else { String::new() };
            write!(f, ", met {}{error}, predicted / met {:.2}", number(met), predicted / met.max(1.0))?;
        }
        if self.beside > 0.0 {
            write!(f, "; beside the search {}", number(self.beside))?;
        }
        f.write_str("\nwalked    ")?;
        match (self.walked, self.seconds) {
            (Some(part), _) if part.is_whole => write!(f, "all {} roots: what was met is exact", part.all)?,
            (Some(part), _) => write!(
                f,
                "{} of {} roots, and some candidates below: what was met is an estimate",
                part.roots, part.all
            )?,
            (None, Some(_)) => f.write_str("nothing: a sample would have taken too long")?,
            (None, None) if self.is_complete => return f.write_str("nothing: the total was known already"),
            (None, None) => f.write_str("nothing: the run was stopped before")?,
        }
        self.table(f, prices)
    }

    fn table(&self, f: &mut Formatter<'_>, prices: &Prices) -> fmt::Result {
        let columns: Vec<Column> = Column::ALL.into_iter().filter(|column| self.has(*column, prices)).collect();
        let wide = self.levels.iter().map(|level| level.from.len()).max().unwrap_or(0).max("from".len());
        let is_sampled = self.walked.is_some_and(|part| !part.is_whole);
        write!(f, "\n\n  {:5} {:wide$}", "", "")?;
        for column in &columns {
            write!(f, "  {:>both$}", column.title(), both = 2 * WIDTH + 1)?;
        }
        write!(f, "\n  {:5} {:wide$}", "level", "from")?;
        for _ in &columns {
            write!(f, "  {:>WIDTH$} {:>WIDTH$}", "predicted", "met")?;
        }
        if is_sampled {
            write!(f, "  error of cost")?;
        }
        for (place, level) in self.levels.iter().enumerate() {
            write!(f, "\n  {:5} {:wide$}", format!("v{place}"), level.from)?;
            for column in &columns {
                let (expected, met) = column.of(level, prices);
                write!(f, "  {:>WIDTH$} {:>WIDTH$}", cell(expected), cell(met))?;
            }
            if let Some(met) = level.met.filter(|_| is_sampled) {
                let cost = met.of.work.cost(prices).max(f64::MIN_POSITIVE);
                write!(f, "  {:>11.1} %", 100.0 * met.errors[2] / cost)?;
            }
        }
        Ok(())
    }

    /// Whether there is anything to show in a column.
    fn has(&self, column: Column, prices: &Prices) -> bool {
        let is_some = |number: Option<f64>| number.is_some_and(|number| number != 0.0);
        let mut cells = self.levels.iter().map(|level| column.of(level, prices));
        column.is_always_there() || cells.any(|(expected, met)| is_some(expected) || is_some(met))
    }
}

/// What a table shows of each level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Candidates,
    Matches,
    Streamed,
    Searched,
    Words,
    Paths,
    LookedUp,
    Cost,
}

impl Column {
    const ALL: [Column; 8] = [
        Column::Candidates,
        Column::Matches,
        Column::Streamed,
        Column::Searched,
        Column::Words,
        Column::Paths,
        Column::LookedUp,
        Column::Cost,
    ];

    fn title(self) -> &'static str {
        match self {
            Column::Candidates => "candidates",
            Column::Matches => "matches",
            Column::Streamed => "elements streamed",
            Column::Searched => "elements searched",
            Column::Words => "words of bits",
            Column::Paths => "steps of paths",
            Column::LookedUp => "looked up",
            Column::Cost => "cost",
        }
    }

    fn is_always_there(self) -> bool {
        matches!(self, Column::Candidates | Column::Matches | Column::Cost)
    }

    /// What was predicted, and what was met.
    fn of(self, level: &AnalyzedLevel, prices: &Prices) -> (Option<f64>, Option<f64>) {
        let number = |of: &LevelWork| {
            let sum = |kinds: &[Kind]| kinds.iter().map(|kind| of.work.of(*kind)).sum();
            match self {
                Column::Candidates => of.candidates,
                Column::Matches => of.matches,
                Column::Streamed => sum(&[Kind::Streamed, Kind::Probed, Kind::Marked, Kind::MatrixEntry]),
                Column::Searched => of.work.of(Kind::Searched),
                Column::Words => sum(&[Kind::Word, Kind::MatrixWord]),
                Column::Paths => sum(&[Kind::Path, Kind::LongPath]),
                Column::LookedUp => sum(&[Kind::Lookup, Kind::Entry, Kind::ArcEntry]),
                Column::Cost => of.work.cost(prices),
            }
        };
        (level.expected.as_ref().map(number), level.met.as_ref().map(|met| number(&met.of)))
    }
}

fn cell(known: Option<f64>) -> String {
    known.map_or_else(|| "-".to_owned(), number)
}

/// With as many digits as say something.
fn number(value: f64) -> String {
    match value {
        _ if value >= 1e7 => format!("{value:.3e}"),
        _ if value.fract() == 0.0 || value >= 100.0 => format!("{value:.0}"),
        _ => format!("{value:.2}"),
    }
}
