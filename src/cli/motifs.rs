//! `gpm motifs`: how often every connected pattern of a size occurs. In a directed graph these are the directed patterns.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::pattern::{all_connected, all_connected_directed, catalog, triad_code};
use gpm::{Pattern, Query, Report, Session};

use super::answer::{Answer, meaning, print_line};
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::GraphArgs;
use super::messages::Messages;
use super::search::Searches;

/// Beyond this size there are too many directed patterns to plan them all.
const LARGEST_DIRECTED: usize = 4;

/// Options of `motifs`.
#[derive(Args, Debug)]
pub(crate) struct Motifs {
    #[command(flatten)]
    graph: GraphArgs,
    /// Vertices of the patterns, 2 to 6; in a directed graph 2 to 4
    #[arg(short = 'k', help_heading = super::help::NO_HEADING, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(2..=6))]
    size: usize,
    /// Count edge-induced subgraphs instead of vertex-induced ones
    #[arg(long, help_heading = super::help::NO_HEADING)]
    edge_induced: bool,
    #[command(flatten)]
    engine: EngineArgs,
    /// One JSON object per pattern, each on a line
    #[arg(long, help_heading = super::help::NO_HEADING)]
    json: bool,
}

impl Motifs {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let loaded = self.graph.load(self.engine.threads(), messages)?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let mut outcome = Outcome::Complete;
        let patterns = patterns(self.size, loaded.graph.is_directed())?;
        let mut table = Vec::new();
        let mut session = Session::new(&loaded.graph);
        // Dense patterns are terms of the sums that count sparse ones.
        for pattern in patterns.into_iter().rev() {
            let name = name_of(&pattern);
            let query = Query::from(pattern);
            let query = if self.edge_induced { query } else { query.vertex_induced() };
            let report = searches.run(&name, |control| engine.count_in(&mut session, &query, control))?;
            let answer = Answer { name: &name, report: &report, loaded: &loaded };
            answer.note_times(messages);
            if self.json {
                answer.print(true)?;
            }
            outcome = outcome.and(if report.partial { Outcome::Partial } else { Outcome::Complete });
            table.push((name, report));
        }
        table.reverse();
        if !self.json {
            print_table(&table)?;
        }
        if outcome == Outcome::Partial {
            searches.note_partial();
        }
        Ok(outcome)
    }
}

/// All connected patterns of a size.
fn patterns(size: usize, is_directed: bool) -> Result<Vec<Pattern>, Failure> {
    match (is_directed, size) {
        (false, _) => Ok(all_connected(size)),
        (true, ..=LARGEST_DIRECTED) => Ok(all_connected_directed(size)),
        (true, _) => {
            let what = format!("directed motifs have 2 to {LARGEST_DIRECTED} vertices: there are 9364 of 5");
            Err(Failure::input(what))
        }
    }
}

/// The catalog's name, else graph6, either of which is a PATTERN; the code of a triad; else the pattern as text.
fn name_of(pattern: &Pattern) -> String {
    if pattern.is_directed() {
        return triad_code(pattern).map_or_else(|| pattern.to_string(), str::to_owned);
    }
    let graph6 = || pattern.to_graph6().map_or_else(|_| pattern.to_string(), |text| format!("g6:{text}"));
    catalog::name_of(pattern).map_or_else(graph6, str::to_owned)
}

/// Columns: count, name, meaning, graph6, edges; those that would say the same again are left out.
fn print_table(table: &[(String, Report)]) -> Result<(), Failure> {
    let count_width = table.iter().map(|(_, report)| report.count.to_string().len()).max().unwrap_or(0);
    let name_width = table.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, report) in table {
        let Report { count, partial, plan, .. } = report;
        let note = if *partial { ", partial" } else { "" };
        let meaning = meaning(&plan.query);
        let pattern = &plan.query.pattern;
        let edges = pattern.to_string();
        let edges = if edges == *name { String::new() } else { format!("  {edges}") };
        let graph6 = pattern.to_graph6().map_or_else(|_| String::new(), |code| format!("  g6:{code}"));
        print_line(&format!("{count:>count_width$}  {name:<name_width$}  ({meaning}{note}){graph6}{edges}"))?;
    }
    Ok(())
}
