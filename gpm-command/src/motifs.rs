//! `gpm motifs`: how often every connected pattern of a size occurs. In a directed graph these are the directed patterns, and
//! the triads that are not connected.

use anyhow::anyhow;
use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::pattern::{
    LOOSE_TRIADS, LooseTriad, TRIAD_CODES, all_connected, all_connected_directed, catalog, loose_triads, triad_code,
};
use gpm::{Engine, Pattern, Query, Report, Seconds, Session};

use super::answer::{Answer, Shape, meaning, print_line};
use super::answer_rows::{AnswerArgs, AnswerFile};
use super::failure::{Failure, Outcome};
use super::graph_args::{GraphArgs, Loaded};
use super::messages::Messages;
use super::search::Searches;

/// Beyond this size there are too many directed patterns to plan them all.
const LARGEST_DIRECTED: usize = 4;

/// Options of `motifs`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::MOTIFS)]
pub(crate) struct Motifs {
    #[command(flatten)]
    graph: GraphArgs,
    /// Vertices of the patterns, 2 to 6; in a directed graph 2 to 4
    #[arg(short = 'k', help_heading = super::help::NO_HEADING, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(2..=6))]
    size: usize,
    /// Vertex-induced subgraphs, in which what the pattern does not join is not joined in the graph: the default here
    #[arg(long, help_heading = super::help::NO_HEADING, conflicts_with = "edge_induced")]
    induced: bool,
    /// Edge-induced subgraphs, in which more vertices may be joined: the default of `count`
    #[arg(long, help_heading = super::help::NO_HEADING)]
    edge_induced: bool,
    #[command(flatten)]
    answers: AnswerArgs,
}

/// What is counted, and the answer.
struct Motif {
    name: String,
    shape: Shape,
    report: Report,
}

impl Motifs {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let engine = self.answers.engine.engine(self.graph.path(), self.answers.json, messages)?;
        let loaded = self.graph.load(self.answers.engine.threads(), messages)?;
        let patterns = patterns(self.size, loaded.graph.is_directed())?;
        let file = AnswerFile::start(&self.answers)?;
        let searches = Searches::start(self.answers.engine.time_limit(), messages);
        let mut count = Counting { engine, session: Session::new(&loaded.graph), searches: &searches };
        let query = |pattern: Pattern| match self.edge_induced {
            true => Query::from(pattern),
            false => Query::from(pattern).vertex_induced(),
        };
        // Dense patterns are terms of the sums that count sparse ones.
        let queries: Vec<Query> = patterns.into_iter().rev().map(query).collect();
        searches.run("planning", |control| engine.announce(&mut count.session, &queries, control))?;
        let mut motifs: Vec<Motif> = Vec::new();
        for query in queries {
            let (name, shape) = (name_of(&query.pattern), Shape::new(&query.pattern));
            let report = count.report(&name, &query)?;
            motifs.push(Motif { name, shape, report });
            self.note_times(&motifs, &loaded, messages);
        }
        // Edges induce no vertex without one.
        if self.size == 3 && loaded.graph.is_directed() && !self.edge_induced {
            for motif in count.loose_triads(&motifs)? {
                motifs.push(motif);
                self.note_times(&motifs, &loaded, messages);
            }
        }
        motifs.reverse();
        let answers: Vec<Answer<'_>> = motifs.iter().map(|motif| motif.answer(&loaded)).collect();
        if self.answers.json {
            answers.iter().try_for_each(|answer| answer.print(true))?;
        } else if file.is_none() {
            print_table(&motifs)?;
        }
        if let Some(file) = file {
            file.write(&answers, &loaded, messages)?;
        }
        if motifs.iter().any(|motif| motif.report.partial) {
            searches.note_partial();
            return Ok(Outcome::Partial);
        }
        Ok(Outcome::Complete)
    }

    /// Says how the last count was made.
    fn note_times(&self, motifs: &[Motif], loaded: &Loaded, messages: Messages) {
        if let Some(motif) = motifs.last() {
            motif.answer(loaded).note_times(messages);
        }
    }
}

impl Motif {
    fn answer<'a>(&'a self, loaded: &'a Loaded) -> Answer<'a> {
        Answer::new(&self.name, &self.report, loaded).about(self.shape.clone())
    }
}

/// Counts on one graph.
struct Counting<'a> {
    engine: &'a Engine,
    session: Session<'a>,
    searches: &'a Searches,
}

impl Counting<'_> {
    fn report(&mut self, name: &str, query: &Query) -> Result<Report, Failure> {
        let Self { engine, session, searches } = self;
        Ok(searches.run(name, |control| engine.count_in(session, query, control))?)
    }

    /// The triads in which some vertex has no arc, the last of the census first: they follow from the others and the
    /// numbers of joined pairs.
    fn loose_triads(&mut self, connected: &[Motif]) -> Result<Vec<Motif>, Failure> {
        let mut pairs = Vec::new();
        for pattern in all_connected_directed(2) {
            pairs.push(self.report(&name_of(&pattern), &Query::from(pattern).vertex_induced())?);
        }
        let [one_way, mutual] = &pairs[..] else { unreachable!("two vertices are joined one way or both ways") };
        let is_partial = connected.iter().map(|motif| &motif.report).chain(&pairs).any(|report| report.partial);
        let known: Vec<(&str, u128)> =
            connected.iter().map(|motif| (motif.name.as_str(), motif.report.count)).collect();
        let vertices = self.session.graph().num_vertices() as u64;
        let counts = match is_partial {
            // As all that is a part of a sum.
            true => [0; 3],
            false => loose_triads(vertices, [one_way.count, mutual.count], &known)
                .ok_or_else(|| Failure::Run(anyhow!("internal error: the triads do not add up; please report this")))?,
        };
        // What was counted for each.
        let reports = [&Report { seconds: Seconds::default(), gpu: None, ..one_way.clone() }, one_way, mutual];
        let motif = |((triad, report), count): ((LooseTriad, &Report), u128)| {
            let shape =
                Shape { definition: triad.text.to_owned(), graph6: None, digraph6: Some(triad.digraph6.to_owned()) };
            let report = Report { count, partial: is_partial, ..report.clone() };
            Motif { name: triad.code.to_owned(), shape, report }
        };
        Ok(LOOSE_TRIADS.into_iter().zip(reports).zip(counts).map(motif).rev().collect())
    }
}

/// All connected patterns of a size; triads in the order of the census.
fn patterns(size: usize, is_directed: bool) -> Result<Vec<Pattern>, Failure> {
    match (is_directed, size) {
        (false, _) => Ok(all_connected(size)),
        (true, ..=LARGEST_DIRECTED) => {
            let mut patterns = all_connected_directed(size);
            patterns
                .sort_by_cached_key(|pattern| TRIAD_CODES.iter().position(|&code| triad_code(pattern) == Some(code)));
            Ok(patterns)
        }
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
fn print_table(motifs: &[Motif]) -> Result<(), Failure> {
    let count_width = motifs.iter().map(|motif| motif.report.count.to_string().len()).max().unwrap_or(0);
    let name_width = motifs.iter().map(|motif| motif.name.len()).max().unwrap_or(0);
    for Motif { name, shape: Shape { definition, graph6, .. }, report } in motifs {
        let Report { count, partial, query, .. } = report;
        let note = if *partial { ", partial" } else { "" };
        let meaning = meaning(query);
        let edges = if definition == name { String::new() } else { format!("  {definition}") };
        let graph6 = graph6.as_ref().map_or_else(String::new, |code| format!("  g6:{code}"));
        print_line(&format!("{count:>count_width$}  {name:<name_width$}  ({meaning}{note}){graph6}{edges}"))?;
    }
    Ok(())
}
