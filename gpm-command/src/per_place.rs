//! `gpm count --per-vertex` and `--per-edge`: how many of the subgraphs that are counted have each vertex, or each edge.

use gpm::pattern::EdgeKind;
use gpm::{DevicesUsed, Engine, Graph, Pattern, Query, Seconds, Semantics, Session, Shard, ShardTable, Unit, VertexId};
use serde::Serialize;

use super::answer::{JsonGraph, JsonSeconds, json_line, print_line};
use super::cell::{ColumnHead, Kind};
use super::count_table::{CountTable, Places};
use super::failure::{Failure, Outcome};
use super::graph_args::Loaded;
use super::messages::Messages;
use super::output_args::OutputArgs;
use super::rows::TextFormat;
use super::search::Searches;
use super::table_part::{RowsOf, TablePart};

/// What counts are counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Per {
    Vertex,
    Edge,
}

/// What to count with, and what to do with it.
pub(crate) struct Run<'a> {
    pub(crate) engine: &'a Engine,
    pub(crate) loaded: &'a Loaded,
    pub(crate) searches: Searches,
    pub(crate) output: &'a OutputArgs,
    pub(crate) is_json: bool,
    pub(crate) messages: Messages,
}

/// Counts of one pattern by row.
struct Found {
    counts: Vec<u128>,
    device: DevicesUsed,
    seconds: Seconds,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    pattern: &'a str,
    semantics: String,
    unit: &'static str,
    per: &'static str,
    rows: usize,
    /// Sum of the column, decimal.
    total: String,
    device: &'a DevicesUsed,
    seconds: JsonSeconds,
    graph: JsonGraph,
}

/// The rows of a table.
struct Rows {
    /// If they are edges, these, each once.
    edges: Option<Vec<[VertexId; 2]>>,
    /// The entries of a count by anchor that stand for each row: of an undirected edge there and back.
    entries: Vec<(usize, Option<usize>)>,
}

/// Where anchors may lie in a pattern: one vertex or one edge of each orbit.
struct Anchors {
    vertices: Vec<usize>,
    /// Whether both directions of an edge are the same place.
    is_symmetric: bool,
}

impl Per {
    /// Counts each query and writes a table with a column for each.
    pub(crate) fn count(self, queries: &[(String, Query)], mut run: Run<'_>) -> Result<Outcome, Failure> {
        let graph = &run.loaded.graph;
        run.output.check_json(run.is_json)?;
        let format = run.output.format(TextFormat::Csv)?;
        queries.iter().try_for_each(|(_, query)| self.check(query, graph))?;
        let file = run.output.create()?;
        if file.is_shown() {
            run.searches = run.searches.without_progress();
        }
        let rows = self.rows(graph);
        let mut session = Session::new(graph);
        let mut tables = Vec::new();
        for (name, query) in queries {
            let Some(found) = self.table((name, query), &rows, &mut session, &run)? else {
                run.searches.note_stopped("these counts are known when all of them are: nothing is written");
                return Ok(Outcome::Partial);
            };
            let (Seconds { plan, compile, run: search, .. }, device) = (found.seconds, &found.device);
            run.messages
                .note(format_args!("{name}: plan {plan:.3} s, compile {compile:.3} s, run {search:.3} s on {device}"));
            tables.push(found);
        }
        let columns = queries.iter().zip(&tables).map(|((name, _), found)| ColumnHead::new(name, found.kind()));
        let table = CountTable {
            graph,
            places: rows.edges.map_or(Places::Vertices, Places::Edges),
            columns: columns.collect(),
            count: |column: usize, row: usize| tables[column].counts[row],
        };
        table.write(format, file)?;
        if run.is_json {
            for ((name, query), found) in queries.iter().zip(&tables) {
                print_line(&self.summary((name, query), found, run.loaded)?)?;
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
        queries.iter().try_for_each(|(_, query)| self.check(query, graph))?;
        let file = TablePart::create(run.output)?;
        let (rows, mut session, mut sums) = (self.rows(graph), Session::of_shard(graph, shard), Vec::new());
        for (column, (name, query)) in queries.iter().enumerate() {
            for Anchors { vertices, is_symmetric } in self.anchors(query) {
                let anchored = anchored(query, &vertices)?;
                let counted = run
                    .searches
                    .run(name, |control| run.engine.count_shard_per_anchor_in(&mut session, &anchored, control))?;
                let Some((table, _)) = counted else {
                    run.searches.note_stopped("a shard counts when it is complete: nothing is written");
                    return Ok(Outcome::Partial);
                };
                let back = |entry: Option<usize>| entry.filter(|_| !is_symmetric).map_or(0, |back| table.sums[back]);
                let sum = |&(there, entry): &(usize, Option<usize>)| table.sums[there].checked_add(back(entry));
                let by_row: Option<Vec<i128>> = rows.entries.iter().map(sum).collect();
                let by_row = by_row.ok_or_else(|| Failure::overflow(&format!("a count of `{name}`")))?;
                let own = ShardTable { total: table.total, sums: by_row };
                sums.push((column, embeddings(query), own));
            }
        }
        let of = if self == Per::Vertex { RowsOf::Vertices } else { RowsOf::Edges };
        let columns = queries.iter().map(|(name, _)| name.clone()).collect();
        TablePart::new((shard, of, graph), columns, sums).write(file)?;
        Ok(Outcome::Complete)
    }

    /// Refuses queries for which there are no such counts.
    fn check(self, query: &Query, graph: &Graph) -> Result<(), Failure> {
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
        Ok(())
    }

    fn rows(self, graph: &Graph) -> Rows {
        if self == Per::Vertex {
            return Rows { edges: None, entries: (0..graph.num_vertices()).map(|v| (v, None)).collect() };
        }
        let (mut edges, mut entries, mut entry) = (Vec::new(), Vec::new(), 0);
        for v in 0..graph.num_vertices() as VertexId {
            for &w in graph.out().row(v) {
                if graph.is_directed() {
                    edges.push([v, w]);
                    entries.push((entry, None));
                } else if v < w {
                    edges.push([v, w]);
                    entries.push((entry, graph.edge_entry(w, v)));
                }
                entry += 1;
            }
        }
        Rows { edges: Some(edges), entries }
    }

    /// The places of a pattern, one of each orbit: those that an automorphism carries into each other have the same counts.
    fn anchors(self, query: &Query) -> Vec<Anchors> {
        let group = query.pattern.automorphisms(query.semantics);
        if self == Per::Vertex {
            let firsts =
                group.orbits(&[]).into_iter().enumerate().filter(|&(u, orbit)| orbit.trailing_zeros() == u as u32);
            return firsts.map(|(u, _)| Anchors { vertices: vec![u], is_symmetric: true }).collect();
        }
        let carries = |(u, v): (usize, usize), (x, y): (usize, usize)| {
            group.carrying(&[], u, x).is_some_and(|image| group.carrying(&[x], image[v], y).is_some())
        };
        let mut firsts: Vec<Anchors> = Vec::new();
        for edge in query.pattern.edges() {
            let (there, back) = ((edge.from, edge.to), (edge.to, edge.from));
            let is_directed = edge.kind == EdgeKind::Directed;
            let is_known = |first: &Anchors| {
                let first = (first.vertices[0], first.vertices[1]);
                carries(first, there) || (!is_directed && carries(first, back))
            };
            if !firsts.iter().any(is_known) {
                let is_symmetric = is_directed || carries(there, back);
                firsts.push(Anchors { vertices: vec![edge.from, edge.to], is_symmetric });
            }
        }
        firsts
    }

    /// The counts of a query by row; `None` if the run was stopped. A subgraph has a vertex at a place of one orbit only, so
    /// that the counts of all orbits add up to the number of subgraphs with the vertex; likewise for edges.
    fn table(
        self,
        (name, query): (&str, &Query),
        rows: &Rows,
        session: &mut Session<'_>,
        run: &Run<'_>,
    ) -> Result<Option<Found>, Failure> {
        let mut found =
            Found { counts: vec![0; rows.entries.len()], device: run.engine.device(), seconds: Seconds::default() };
        let embeddings = embeddings(query);
        for Anchors { vertices, is_symmetric } in self.anchors(query) {
            let query = anchored(query, &vertices)?;
            let counted = run.searches.run(name, |control| run.engine.count_per_anchor_in(session, &query, control))?;
            if counted.report.partial {
                return Ok(None);
            }
            for (sum, &(there, back)) in found.counts.iter_mut().zip(&rows.entries) {
                let back = back.filter(|_| !is_symmetric).map_or(0, |back| counted.counts.get(back));
                let both = counted.counts.get(there).checked_add(back);
                let added = both.and_then(|both| sum.checked_add(both.checked_mul(embeddings)?));
                *sum = added.ok_or_else(|| Failure::overflow(&format!("a count of `{name}`")))?;
            }
            found.add(counted.report.device, counted.report.seconds);
        }
        Ok(Some(found))
    }

    fn summary(self, (name, query): (&str, &Query), found: &Found, loaded: &Loaded) -> Result<String, Failure> {
        json_line(&Json {
            pattern: name,
            semantics: query.semantics.to_string(),
            unit: query.unit.name(query.semantics),
            per: match self {
                Per::Vertex => "vertex",
                Per::Edge => "edge",
            },
            rows: found.counts.len(),
            total: found.counts.iter().sum::<u128>().to_string(),
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

/// A query that counts subgraphs for each place of these vertices.
fn anchored(query: &Query, vertices: &[usize]) -> Result<Query, Failure> {
    let pattern: Pattern = query.pattern.clone().with_anchors(vertices)?;
    Ok(Query { pattern, unit: Unit::Subgraphs, ..query.clone() })
}

/// How often a subgraph counts.
fn embeddings(query: &Query) -> u128 {
    match query.unit {
        Unit::Subgraphs => 1,
        Unit::Embeddings => query.pattern.automorphisms(query.semantics).order(),
    }
}

/// The edges that rows stand for, in their order.
pub(crate) fn edges_of(graph: &Graph) -> Vec<[VertexId; 2]> {
    Per::Edge.rows(graph).edges.unwrap_or_default()
}

impl Found {
    fn kind(&self) -> Kind {
        if self.counts.iter().all(|&count| u64::try_from(count).is_ok()) { Kind::Count } else { Kind::WideCount }
    }

    /// One more count on the way.
    fn add(&mut self, device: DevicesUsed, seconds: Seconds) {
        self.device = device;
        self.seconds.plan += seconds.plan;
        self.seconds.compile += seconds.compile;
        self.seconds.run += seconds.run;
        self.seconds.kernel = self.seconds.kernel.into_iter().chain(seconds.kernel).reduce(|sum, kernel| sum + kernel);
    }
}
