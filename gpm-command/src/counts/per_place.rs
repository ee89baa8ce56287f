//! `gpm count --per-vertex` and `--per-edge`: how many of the subgraphs that are counted have each vertex, or each edge.

use std::path::Path;

use clap::Args;
use gpm::pattern::{EdgeKind, OrbitsOf};
use gpm::{
    Counts, DevicesUsed, Engine, EngineError, Graph, Pattern, PlaceCounts, Query, Seconds, Semantics, Session, Shard,
};
use serde::Serialize;

use crate::answers::{JsonGraph, JsonSeconds, json_line, print_line};
use crate::args::Loaded;
use crate::parts::{PartFolder, RowsOf, TablePart, run_text};
use crate::process::{Failure, Messages, Outcome, Searches};
use crate::rows::{ColumnHead, CountTable, Kind, OutputArgs, Places, TextFormat};

/// What counts are counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Per {
    Vertex,
    Edge,
}

/// Counts by vertex or by edge.
#[derive(Args, Debug)]
#[command(next_help_heading = "What is found")]
pub(crate) struct PerArgs {
    /// For each vertex how many of them it is part of: rows vertex, then a column per pattern. With a bound edge as the anchor: for each record
    #[arg(long, conflicts_with = "per_edge")]
    per_vertex: bool,
    /// For each edge how many of them it is part of: rows source, target, then a column per pattern
    #[arg(long)]
    per_edge: bool,
    /// Count for each vertex only those in which it is this vertex of the pattern, such as `hub` of 'hub-a, hub-b', or a place that a symmetry
    /// of the pattern carries there; two, V,W, are the ends of an edge
    #[arg(long, value_name = "V[,W]", value_delimiter = ',', num_args = 1, conflicts_with_all = ["measure", "limit", "or_estimate", "batch"])]
    anchor: Vec<String>,
    /// Of bound edges: count the matches in each span of so much time, such as '1 day', or 86400 where times are numbers: rows time, then a column
    /// per pattern. A match counts at the time of its first bound edge as written, or of that which --anchor names
    #[arg(long, value_name = "SPAN", conflicts_with_all = ["per_vertex", "per_edge", "measure", "limit", "or_estimate", "batch", "shard", "checkpoint", "json"])]
    every: Option<String>,
}

impl PerArgs {
    /// What is asked for, if it is a table.
    pub(crate) fn per(&self) -> Result<Option<Per>, Failure> {
        let is_by_vertex = self.per_vertex || self.every.is_some();
        let per = if is_by_vertex { Some(Per::Vertex) } else { self.per_edge.then_some(Per::Edge) };
        match (per, self.anchor.len()) {
            (None, 1) | (Some(Per::Vertex), 1) => Ok(Some(Per::Vertex)),
            (None, 2) | (Some(Per::Edge), 2) => Ok(Some(Per::Edge)),
            (per, 0) => Ok(per),
            (Some(Per::Edge), 1) => {
                Err(Failure::input("--per-edge counts at the two ends of an edge: write --anchor V,W"))
            }
            _ => Err(Failure::input("--anchor takes a vertex of the pattern, or two that an edge joins")),
        }
    }

    /// The span of time that counts are told by, if it is one.
    pub(crate) fn every(&self) -> Option<&str> {
        self.every.as_deref()
    }

    /// Vertices of patterns by name, if there are any at which is counted.
    pub(crate) fn anchor(&self) -> &[String] {
        &self.anchor
    }
}

/// What to count with, and what to do with it.
pub(crate) struct Run<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) loaded: &'a Loaded,
    pub(crate) searches: Searches,
    /// [`PerArgs::anchor`].
    pub(crate) anchor: &'a [String],
    pub(crate) output: &'a OutputArgs,
    pub(crate) is_json: bool,
    pub(crate) messages: Messages,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    pattern: &'a str,
    semantics: String,
    unit: &'static str,
    per: &'static str,
    /// If it is counted at some vertices of the pattern only.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    anchor: &'a [String],
    rows: usize,
    /// Sum of the column, decimal.
    total: String,
    device: &'a DevicesUsed,
    seconds: JsonSeconds,
    graph: JsonGraph,
}

impl Per {
    /// Counts each query and writes a table with a column for each.
    pub(crate) fn count(self, queries: &[(String, Query)], mut run: Run<'_>) -> Result<Outcome, Failure> {
        let graph = &run.loaded.graph;
        run.output.check_json(run.is_json)?;
        let format = run.output.format(TextFormat::Csv)?;
        queries.iter().try_for_each(|(_, query)| self.check(query, graph, run.anchor))?;
        let file = run.output.create()?;
        if file.is_shown() {
            run.searches = run.searches.without_bar();
        }
        let mut session = Session::new(graph);
        let mut tables: Vec<PlaceCounts> = Vec::new();
        for (name, query) in queries {
            let named = named(&query.pattern, run.anchor)?;
            let counted = run
                .searches
                .run(name, |control| run.engine.count_per_place_in(&mut session, query, (self.of(), &named), control));
            let Some(found) = counted.map_err(|error| of_query(name, error))? else {
                run.searches.note_stopped("these counts are known when all of them are: nothing is written");
                return Ok(Outcome::Partial);
            };
            let (Seconds { plan, compile, run: search, .. }, device) = (found.seconds, &found.device);
            run.messages
                .note(format_args!("{name}: plan {plan:.3} s, compile {compile:.3} s, run {search:.3} s on {device}"));
            tables.push(found);
        }
        let head = |((name, _), found): (&(String, Query), &PlaceCounts)| {
            let is_wide = matches!(found.counts, Counts::Wide(_));
            ColumnHead::new(name, if is_wide { Kind::WideCount } else { Kind::Count })
        };
        let table = CountTable {
            graph,
            places: match self {
                Per::Vertex if counts_records(queries, run.anchor)? => Places::Records,
                Per::Vertex => Places::Vertices,
                Per::Edge => Places::Edges(graph.edges()),
            },
            columns: queries.iter().zip(&tables).map(head).collect(),
            count: |column: usize, row: usize| tables[column].counts.get(row),
        };
        table.write(format, file)?;
        if run.is_json {
            for ((name, query), found) in queries.iter().zip(&tables) {
                print_line(&self.summary((name, query), found, (run.loaded, run.anchor))?)?;
            }
        }
        Ok(Outcome::Complete)
    }

    /// Counts what is a shard's, and writes it as a part of the run.
    pub(crate) fn count_shard(
        self,
        shard: Shard,
        queries: &[(String, Query)],
        run: Run<'_>,
    ) -> Result<Outcome, Failure> {
        let graph = &run.loaded.graph;
        queries.iter().try_for_each(|(_, query)| self.check(query, graph, run.anchor))?;
        let file = TablePart::create(run.output)?;
        let Some(part) = self.part(shard, queries, &run)? else {
            run.searches.note_stopped("a shard counts when it is complete: nothing is written");
            return Ok(Outcome::Partial);
        };
        part.write(file)?;
        Ok(Outcome::Complete)
    }

    /// Counts shard by shard, each of which is kept in a folder.
    pub(crate) fn count_kept(
        self,
        (path, folder): (&Path, &Path),
        queries: &[(String, Query)],
        run: Run<'_>,
    ) -> Result<Outcome, Failure> {
        let graph = &run.loaded.graph;
        if run.is_json {
            return Err(Failure::input("a table of parts that were kept has no JSON beside it: leave out --json"));
        }
        let format = run.output.format(TextFormat::Csv)?;
        queries.iter().try_for_each(|(_, query)| self.check(query, graph, run.anchor))?;
        let of = if self == Per::Vertex { "vertex" } else { "edge" };
        let asked = run_text(&format!("count per {of} at [{}]", run.anchor.join(",")), queries);
        let folder = PartFolder::open(folder, graph, &asked)?;
        let file = (format, run.output.create()?);
        folder.tables((path, graph), file, &run.searches, |shard| self.part(shard, queries, &run))
    }

    /// What a shard counts; `None` if it was stopped.
    fn part(self, shard: Shard, queries: &[(String, Query)], run: &Run<'_>) -> Result<Option<TablePart>, Failure> {
        let graph = &run.loaded.graph;
        let (mut session, mut sums) = (Session::of_shard(graph, shard), Vec::new());
        for (column, (name, query)) in queries.iter().enumerate() {
            let named = named(&query.pattern, run.anchor)?;
            let counted = run.searches.run(name, |control| {
                run.engine.count_shard_per_place_in(&mut session, query, (self.of(), &named), control)
            });
            let Some(tables) = counted.map_err(|error| of_query(name, error))? else { return Ok(None) };
            sums.extend(tables.into_iter().map(|(times, table)| (column, times, table)));
        }
        let of = if self == Per::Vertex { RowsOf::Vertices } else { RowsOf::Edges };
        let columns = queries.iter().map(|(name, _)| name.clone()).collect();
        Ok(Some(TablePart::new((shard, of, graph), columns, sums)))
    }

    /// Refuses queries for which there are no such counts.
    fn check(self, query: &Query, graph: &Graph, anchor: &[String]) -> Result<(), Failure> {
        let (option, pattern) = (self.option(), &query.pattern);
        if query.semantics == Semantics::Homomorphism {
            return Err(Failure::input(format!(
                "a homomorphism may meet a vertex several times: leave out --homomorphism or {option}"
            )));
        }
        if self == Per::Edge && graph.is_directed() && pattern.edges().any(|edge| edge.kind == EdgeKind::Undirected) {
            return Err(Failure::input(format!(
                "the graph has directions, and an edge of `{pattern}` has none: write it as `a->b` for {option}"
            )));
        }
        query.places(self.of(), &named(pattern, anchor)?)?;
        Ok(())
    }

    fn of(self) -> OrbitsOf {
        match self {
            Per::Vertex => OrbitsOf::Vertices,
            Per::Edge => OrbitsOf::Edges,
        }
    }

    fn summary(
        self,
        (name, query): (&str, &Query),
        found: &PlaceCounts,
        (loaded, anchor): (&Loaded, &[String]),
    ) -> Result<String, Failure> {
        let total = found.counts.total().ok_or_else(|| Failure::overflow(&format!("the total of `{name}`")))?;
        json_line(&Json {
            pattern: name,
            semantics: query.semantics.to_string(),
            unit: query.unit.name(query.semantics),
            per: match self {
                Per::Vertex => "vertex",
                Per::Edge => "edge",
            },
            anchor,
            rows: found.counts.len(),
            total: total.to_string(),
            device: &found.device,
            seconds: JsonSeconds::new(loaded, found.seconds),
            graph: JsonGraph::new(&loaded.graph),
        })
    }

    fn option(self) -> &'static str {
        match self {
            Per::Vertex => "--per-vertex",
            Per::Edge => "--per-edge",
        }
    }
}

/// Whether the rows are records, since the anchor is a bound edge.
fn counts_records(queries: &[(String, Query)], anchor: &[String]) -> Result<bool, Failure> {
    let Some(first) = anchor.first() else { return Ok(false) };
    let is_record = |(_, query): &(String, Query)| Ok(query.pattern.is_record(vertex(&query.pattern, first)?));
    let are_records = queries.iter().map(is_record).collect::<Result<Vec<bool>, Failure>>()?;
    match are_records.iter().all(|&own| own == are_records[0]) {
        true => Ok(are_records[0]),
        false => Err(Failure::input(format!(
            "--anchor {first}: it is a vertex of one pattern and a bound edge of another: count them one by one"
        ))),
    }
}

/// Which pattern a failure is about, where it is about one.
pub(super) fn of_query(name: &str, error: EngineError) -> Failure {
    if error.is_overflow() { Failure::overflow(&format!("a count of `{name}`")) } else { error.into() }
}

/// The vertices of a pattern that are called so.
fn named(pattern: &Pattern, names: &[String]) -> Result<Vec<usize>, Failure> {
    names.iter().map(|name| vertex(pattern, name)).collect()
}

/// The vertex of a pattern that is called so.
pub(super) fn vertex(pattern: &Pattern, name: &str) -> Result<usize, Failure> {
    let names = || (0..pattern.num_vertices()).map(|u| pattern.vertex_name(u));
    names().position(|own| own == name.trim()).ok_or_else(|| {
        let known = names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        Failure::input(format!("--anchor {name}: the vertices of `{pattern}` are {known}"))
    })
}
