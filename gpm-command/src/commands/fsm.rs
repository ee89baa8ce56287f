//! `gpm fsm`: which patterns occur often in a graph.

use std::cmp::Reverse;
use std::io::IsTerminal;

use clap::{Args, ValueEnum};
use gpm::{Engine, Frequent, FrequentPattern, FrequentReport, Further, Graph, Query, Semantics, Session};

use crate::answers::{DomainsArgs, Supported, Supports, unit};
use crate::args::{EngineArgs, GraphArgs};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::OutputArgs;

/// Options of `fsm`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::FSM)]
pub(crate) struct Fsm {
    #[command(flatten)]
    graph: GraphArgs,
    #[command(flatten)]
    asked: AskedArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    domains: DomainsArgs,
    /// Print JSON, an object per pattern and line
    #[arg(long, help_heading = crate::help::OUTPUT)]
    json: bool,
    #[command(flatten)]
    engine: EngineArgs,
}

/// Which patterns are asked for, and what is said of them.
#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
struct AskedArgs {
    /// The least support of a pattern
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u64).range(1..))]
    support: u64,
    /// What support is: mni, the least number of vertices of the graph that any vertex of the pattern is matched to; or graphs, the
    /// number of graphs that have the pattern, which is the default for a file of several
    #[arg(long, value_enum, value_name = "NAME", hide_possible_values = true)]
    measure: Option<FsmMeasure>,
    /// Edges of a pattern at most
    #[arg(long, value_name = "N", required_unless_present = "max_vertices")]
    max_edges: Option<usize>,
    /// Vertices of a pattern at most
    #[arg(long, value_name = "N")]
    max_vertices: Option<usize>,
    /// Leave out patterns of fewer edges
    #[arg(long, value_name = "N", default_value_t = 1)]
    min_edges: usize,
    /// Vertex-induced: between the vertices of a match there are the edges of the pattern and no others
    #[arg(long)]
    induced: bool,
    /// Edge-induced: there may be others (the default here)
    #[arg(long, conflicts_with = "induced")]
    edge_induced: bool,
    /// Only the K patterns with the largest support
    #[arg(long, value_name = "K")]
    top: Option<usize>,
    /// Count the subgraphs of each pattern too
    #[arg(long)]
    count: bool,
}

/// What support is.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum FsmMeasure {
    /// Minimum image
    Mni,
    /// Graphs of a database
    Graphs,
}

impl Fsm {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        self.engine.ensure_one_gpu("frequent patterns")?;
        let engine = self.engine.engine(self.graph.path(), self.json, messages)?;
        let mut loaded = self.graph.load_many(self.engine.threads(), messages)?;
        let graphs = loaded.graph.num_members();
        loaded.graph = self.asked.measured(loaded.graph)?;
        let asked = Frequent { with_members: self.domains.is_given(), ..self.asked.frequent() };
        let words = (asked.semantics, unit(&loaded.graph));
        if let Some(graphs) = graphs {
            messages.note(format_args!("{graphs} graphs: support counts {}", words.1));
        }
        let mut out = Supports::start(&self.output, self.json, self.asked.count, &loaded.graph)?;
        let mut domains = self.domains.start(&loaded.graph, self.output.file())?;
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if self.output.file().is_none() && std::io::stdout().is_terminal() {
            searches = searches.without_bar();
        }
        // Either is known only at the end.
        let is_held = self.asked.top.is_some() || self.asked.count;
        let (mut held, mut failure) = (Vec::new(), None);
        let report = searches.run("frequent patterns", |control| {
            engine.frequent(&loaded.graph, &asked, control, |mut found| {
                if found.pattern.num_edges() < self.asked.min_edges {
                    return Further::Grow;
                }
                let mut write = || {
                    domains.as_mut().map_or(Ok(()), |domains| domains.push(&found))?;
                    if is_held { Ok(()) } else { out.push(&Supported::new(&found, words, None)) }
                };
                match write() {
                    Ok(()) => {
                        // They would take far more memory than what is held.
                        found.members = Vec::new();
                        held.extend(is_held.then_some(found));
                        Further::Grow
                    }
                    Err(error) => {
                        failure = Some(error);
                        Further::End
                    }
                }
            })
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        note_levels(&report, asked.semantics, messages);
        let mut is_complete = !report.partial;
        if let Some(top) = self.asked.top {
            // Among equals those that were found first: the smaller ones.
            held.sort_by_key(|found| Reverse(found.support));
            held.truncate(top);
        }
        is_complete &= self.write_held(held, words, (engine, &loaded.graph), &searches, &mut out)?;
        out.keep(is_complete, messages)?;
        domains.map_or(Ok(()), |domains| domains.keep(!report.partial, messages))?;
        if is_complete {
            return Ok(Outcome::Complete);
        }
        searches.note_stopped(&consequence(&report, asked.semantics));
        Ok(Outcome::Partial)
    }

    /// Writes the patterns that were held, with their counts if these are asked for. Gives whether all counts are known.
    fn write_held(
        &self,
        held: Vec<FrequentPattern>,
        words: (Semantics, &'static str),
        (engine, graph): (&Engine, &Graph),
        searches: &Searches,
        out: &mut Supports<'_>,
    ) -> Result<bool, Failure> {
        let mut session = Session::new(graph);
        let mut is_complete = true;
        for found in held {
            let mut count = None;
            if self.asked.count {
                let query = Query::from(found.pattern.clone()).with_semantics(words.0);
                let title = found.pattern.to_string();
                let report = searches.run(&title, |control| engine.count_in(&mut session, &query, control))?;
                is_complete &= !report.partial;
                count = (!report.partial).then_some(report.count);
            }
            out.push(&Supported::new(&found, words, count))?;
        }
        Ok(is_complete)
    }
}

impl AskedArgs {
    /// The graph with what its supports are to count.
    fn measured(&self, graph: Graph) -> Result<Graph, Failure> {
        match self.measure {
            Some(FsmMeasure::Graphs) if graph.num_members().is_none() => {
                let why = "`--measure graphs` needs a file of several graphs, each behind a `t # NAME` line";
                Err(Failure::input(why))
            }
            Some(FsmMeasure::Mni) => Ok(graph.without_members()),
            Some(FsmMeasure::Graphs) | None => Ok(graph),
        }
    }

    fn frequent(&self) -> Frequent {
        let semantics = if self.induced { Semantics::VertexInduced } else { Semantics::EdgeInduced };
        let Self { support, max_edges, max_vertices, .. } = *self;
        Frequent { max_edges, max_vertices, semantics, ..Frequent::of_support(support) }
    }
}

/// The size of a level in words.
fn size(size: usize, semantics: Semantics) -> String {
    match (semantics, size) {
        (Semantics::VertexInduced, _) => format!("{size} vertices"),
        (_, 1) => "1 edge".to_owned(),
        _ => format!("{size} edges"),
    }
}

/// Says on standard error what was looked at.
fn note_levels(report: &FrequentReport, semantics: Semantics, messages: Messages) {
    for level in &report.levels {
        let (size, pruned) = (size(level.size, semantics), level.candidates - level.frequent);
        messages.note(format_args!("{size}: {} frequent, {pruned} pruned, {:.3} s", level.frequent, level.seconds));
    }
}

/// What it means that a run was stopped.
fn consequence(report: &FrequentReport, semantics: Semantics) -> String {
    match report.levels.last() {
        None => "no pattern is known yet".to_owned(),
        Some(_) if !report.partial => "all patterns are there, but not all counts".to_owned(),
        Some(level) => {
            format!("all frequent patterns of up to {} are there, larger ones are not", size(level.size, semantics))
        }
    }
}
