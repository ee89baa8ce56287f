//! `gpm orbits`: how often each vertex or edge lies on each orbit of the graphlets.

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::pattern::{ORBIT_SIZES, OrbitsOf};
use gpm::{Counts, Graph, OrbitCounts, Seconds, VertexId};
use serde::Serialize;

use super::answer::{JsonGraph, JsonSeconds, json_line, print_line};
use super::engine_args::EngineArgs;
use super::failure::{Failure, Outcome};
use super::graph_args::{GraphArgs, Loaded};
use super::messages::Messages;
use super::output_args::{OutputArgs, RowFormat};
use super::row_file::RowFile;
use super::row_writer::{Columns, RowWriter};
use super::rows::TextFormat;
use super::search::Searches;

/// Options of `orbits`.
#[derive(Args, Debug)]
#[command(after_long_help = super::help::ORBITS)]
pub(crate) struct Orbits {
    #[command(flatten)]
    graph: GraphArgs,
    /// Vertices of the largest graphlets, 4 or 5
    #[arg(short = 'k', help_heading = super::help::NO_HEADING, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(*ORBIT_SIZES.start() as u64..=*ORBIT_SIZES.end() as u64))]
    size: usize,
    /// Count for each edge instead of each vertex
    #[arg(long, help_heading = super::help::NO_HEADING)]
    edges: bool,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// With --output, one JSON object about the run on standard output
    #[arg(long, help_heading = super::help::NO_HEADING, requires = "output")]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    size: usize,
    of: &'static str,
    rows: usize,
    /// Sum of each orbit's counts, decimal.
    totals: Vec<String>,
    device: &'a str,
    seconds: JsonSeconds,
    graph: JsonGraph,
}

impl Orbits {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        let format = self.output.format(TextFormat::Csv)?;
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let loaded = self.graph.load(self.engine.threads(), messages)?;
        if loaded.graph.is_directed() {
            return Err(Failure::input("orbits are counted in undirected graphs: leave out --directed"));
        }
        let file = self.output.create()?;
        let of = if self.edges { OrbitsOf::Edges } else { OrbitsOf::Vertices };
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if file.is_shown() {
            searches = searches.without_progress();
        }
        let found = searches.run("orbits", |control| engine.count_orbits(&loaded.graph, of, self.size, control))?;
        let Some(found) = found else {
            searches.note_stopped("orbit counts are known when all of them are: nothing is written");
            return Ok(Outcome::Partial);
        };
        // What is written from here on is whole or not there.
        drop(searches);
        let Seconds { plan, compile, run, .. } = found.seconds;
        messages
            .note(format_args!("orbits: plan {plan:.3} s, compile {compile:.3} s, run {run:.3} s on {}", found.device));
        self.write(&loaded.graph, &found, format, file)?;
        if self.json {
            print_line(&self.summary(&loaded, &found)?)?;
        }
        Ok(Outcome::Complete)
    }

    fn summary(&self, loaded: &Loaded, found: &OrbitCounts) -> Result<String, Failure> {
        json_line(&Json {
            size: self.size,
            of: if self.edges { "edges" } else { "vertices" },
            rows: if self.edges { found.edges.len() } else { loaded.graph.num_vertices() },
            totals: found.counts.iter().map(|counts| counts.iter().sum::<u128>().to_string()).collect(),
            device: &found.device,
            seconds: JsonSeconds::new(loaded, found.seconds),
            graph: JsonGraph::new(&loaded.graph),
        })
    }

    /// Rows by ascending original id: of the vertex, or of the smaller end of the edge, then of the other.
    fn write(&self, graph: &Graph, found: &OrbitCounts, format: RowFormat, file: RowFile) -> Result<(), Failure> {
        let id = |&v: &VertexId| graph.original_id(v);
        let mut rows: Vec<(usize, Vec<VertexId>)> = match self.edges {
            true => found.edges.iter().map(|ends| ends.to_vec()).enumerate().collect(),
            false => (0..graph.num_vertices()).map(|v| (v, vec![v as VertexId])).collect(),
        };
        rows.iter_mut().for_each(|(_, ends)| ends.sort_by_key(id));
        rows.sort_by(|(_, left), (_, right)| left.iter().map(id).cmp(right.iter().map(id)));
        let ids: &[&str] = if self.edges { &["source", "target"] } else { &["vertex"] };
        let orbit = |(orbit, counts): (usize, &Counts)| (format!("orbit_{orbit}"), matches!(counts, Counts::Wide(_)));
        let columns = Columns {
            vertices: ids.iter().map(|&id| id.to_owned()).collect(),
            counts: found.counts.iter().enumerate().map(orbit).collect(),
        };
        let mut written = RowWriter::new(format, graph, columns, file)?;
        for (row, ends) in rows {
            written.push(&ends, found.counts.iter().map(|counts| counts.get(row)))?;
        }
        written.keep(true).map(|_| ())
    }
}
