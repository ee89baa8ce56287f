//! `gpm orbits`: how often each vertex or edge lies on each orbit of the graphlets.

use std::path::Path;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use gpm::pattern::{ORBIT_SIZES, OrbitsOf};
use gpm::{Counts, DevicesUsed, Engine, Graph, OrbitCounts, Seconds, Session, Shard};
use serde::Serialize;

use crate::answers::{JsonGraph, JsonSeconds, json_line, print_line};
use crate::args::{EngineArgs, GraphArgs, Loaded};
use crate::parts::{FolderArgs, PartFolder, RowsOf, TablePart};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{ColumnHead, CountTable, Kind, OutputArgs, PackedFile, Places, RowFormat, TextFormat};

/// Options of `orbits`.
#[derive(Args, Debug)]
#[command(after_long_help = crate::help::ORBITS)]
pub(crate) struct Orbits {
    #[command(flatten)]
    graph: GraphArgs,
    /// Vertices of the largest graphlets, 4 or 5
    #[arg(short = 'k', help_heading = crate::help::NO_HEADING, value_name = "K", value_parser = RangedU64ValueParser::<usize>::new().range(*ORBIT_SIZES.start() as u64..=*ORBIT_SIZES.end() as u64))]
    size: usize,
    /// Count for each edge instead of each vertex
    #[arg(long, alias = "edges", help_heading = crate::help::NO_HEADING)]
    per_edge: bool,
    /// Count one of N equal parts, the I-th, and write what `gpm merge` needs: -o FILE.part
    #[arg(long, value_name = "I/N", help_heading = crate::help::NO_HEADING)]
    shard: Option<Shard>,
    #[command(flatten)]
    checkpoint: FolderArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// With --output, one JSON object about the run on standard output
    #[arg(long, help_heading = crate::help::OUTPUT)]
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
    device: &'a DevicesUsed,
    seconds: JsonSeconds,
    graph: JsonGraph,
}

impl Orbits {
    pub(crate) fn run(self, messages: Messages) -> Result<Outcome, Failure> {
        if let Some(shard) = self.shard {
            return self.run_shard(shard, messages);
        }
        let format = self.output.format(TextFormat::Csv)?;
        if let Some(folder) = self.checkpoint.folder() {
            return self.run_kept(folder, format, messages);
        }
        self.output.check_json(self.json)?;
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let loaded = self.load(messages)?;
        let file = self.output.create()?;
        let of = if self.per_edge { OrbitsOf::Edges } else { OrbitsOf::Vertices };
        let mut searches = Searches::start(self.engine.time_limit(), messages);
        if file.is_shown() {
            searches = searches.without_bar();
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

    fn load(&self, messages: Messages) -> Result<Loaded, Failure> {
        let loaded = self.graph.load_unlabelled(self.engine.threads(), messages)?;
        if loaded.graph.is_directed() {
            return Err(Failure::input("orbits are counted in undirected graphs: leave out --directed"));
        }
        Ok(loaded)
    }

    /// Counts what is a shard's, and writes it as a part of the run.
    fn run_shard(&self, shard: Shard, messages: Messages) -> Result<Outcome, Failure> {
        let file = TablePart::create(&self.output)?;
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let graph = &self.load(messages)?.graph;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let Some(part) = self.part(shard, engine, graph, &searches)? else {
            searches.note_stopped("a shard counts when it is complete: nothing is written");
            return Ok(Outcome::Partial);
        };
        drop(searches);
        part.write(file)?;
        Ok(Outcome::Complete)
    }

    /// Counts shard by shard, each of which is kept in a folder.
    fn run_kept(&self, folder: &Path, format: RowFormat, messages: Messages) -> Result<Outcome, Failure> {
        if self.json {
            return Err(Failure::input("a table of parts that were kept has no JSON beside it: leave out --json"));
        }
        let engine = self.engine.engine(self.graph.path(), false, messages)?;
        let graph = &self.load(messages)?.graph;
        let (size, of) = (self.size, if self.per_edge { "edges" } else { "vertices" });
        let folder = PartFolder::open(folder, graph, &format!("orbits of {of} up to {size} vertices"))?;
        let searches = Searches::start(self.engine.time_limit(), messages);
        let file = (format, self.output.create()?);
        folder.tables((self.graph.path(), graph), file, &searches, |shard| self.part(shard, engine, graph, &searches))
    }

    /// What a shard counts; `None` if it was stopped.
    fn part(
        &self,
        shard: Shard,
        engine: &Engine,
        graph: &Graph,
        searches: &Searches,
    ) -> Result<Option<TablePart>, Failure> {
        let (of, rows) = match self.per_edge {
            true => (OrbitsOf::Edges, RowsOf::Edges),
            false => (OrbitsOf::Vertices, RowsOf::Vertices),
        };
        let mut session = Session::of_shard(graph, shard);
        let found =
            searches.run("orbits", |control| engine.count_shard_orbits_in(&mut session, of, self.size, control))?;
        // It keeps as many tables as were found.
        drop(session);
        Ok(found.map(|found| {
            let columns = (0..found.tables.len()).map(|orbit| format!("orbit_{orbit}")).collect();
            let sums = found.tables.into_iter().enumerate().map(|(column, table)| (column, 1, table));
            TablePart::new((shard, rows, graph), columns, sums.collect())
        }))
    }

    fn summary(&self, loaded: &Loaded, found: &OrbitCounts) -> Result<String, Failure> {
        let total = |(orbit, counts): (usize, &Counts)| {
            counts
                .total()
                .map(|total| total.to_string())
                .ok_or_else(|| Failure::overflow(&format!("the total of orbit {orbit}")))
        };
        json_line(&Json {
            size: self.size,
            of: if self.per_edge { "edges" } else { "vertices" },
            rows: if self.per_edge { found.edges.len() } else { loaded.graph.num_vertices() },
            totals: found.counts.iter().enumerate().map(total).collect::<Result<_, _>>()?,
            device: &found.device,
            seconds: JsonSeconds::new(loaded, found.seconds),
            graph: JsonGraph::new(&loaded.graph),
        })
    }

    fn write(&self, graph: &Graph, found: &OrbitCounts, format: RowFormat, file: PackedFile) -> Result<(), Failure> {
        let orbit = |(orbit, counts): (usize, &Counts)| {
            let kind = if matches!(counts, Counts::Wide(_)) { Kind::WideCount } else { Kind::Count };
            ColumnHead::new(format!("orbit_{orbit}"), kind)
        };
        let table = CountTable {
            graph,
            places: if self.per_edge { Places::Edges(found.edges.clone()) } else { Places::Vertices },
            columns: found.counts.iter().enumerate().map(orbit).collect(),
            count: |orbit: usize, row: usize| found.counts[orbit].get(row),
        };
        table.write(format, file)
    }
}
