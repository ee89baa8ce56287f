//! `t`/`v`/`e` text (`.graph`, `.lg`): `v id label [degree]` lines, then `e u v [label]` lines. Sequential.

use rustc_hash::FxHashMap;

use super::listing::{Declared, Endpoints, Labelling, Listing, Notes};
use super::scan::{Refusal, ScanError, content_lines, count_lines, parse_id, parse_name, tokens};
use crate::graph::names::LabelCollector;
use crate::graph::{GraphError, LabelId};

const LINE: &str = "a `t`, `v` or `e` line";
const VERTEX: &str = "a vertex: `v id label`, every id once, labels on all vertices or on none";
const EDGE: &str = "an edge: `e u v [label]` between vertices with a `v` line";
const MIXED: &str = "an edge like those before: labels on all edges or on none";
const ONE_GRAPH: &str = "one graph: a second `t` line begins another, put each in its own file";

/// The state of reading line by line.
#[derive(Default)]
struct Reader<'a> {
    /// Original id → position in `ids`.
    positions: FxHashMap<u64, usize>,
    ids: Vec<u64>,
    labels: Vec<LabelId>,
    label_names: LabelCollector,
    edges: Vec<[u64; 2]>,
    /// Third columns of the edges, for all or for none.
    edge_columns: Vec<&'a str>,
    head: Option<(u64, u64)>,
    has_head: bool,
}

/// Parses `t`/`v`/`e` text. A third edge column of integers or words is labels, one of other numbers is weights:
/// ignored unless `edge_labels`.
pub(super) fn parse(name: &str, text: &[u8], edge_labels: bool) -> Result<Listing, GraphError> {
    let mut reader = Reader::default();
    for line in content_lines(text) {
        let refused = |refusal| ScanError::of(text, line.trim_ascii(), refusal).locate(name, text);
        reader.read_line(line).map_err(refused)?;
    }
    if let Some((declared_vertices, declared_edges)) = reader.head {
        let counts = [
            ("vertices", declared_vertices, reader.ids.len() as u64),
            ("edges", declared_edges, reader.edges.len() as u64),
        ];
        if let Some(&(what, declared, found)) = counts.iter().find(|(_, declared, found)| declared != found) {
            return Err(GraphError::CountMismatch { path: name.to_owned(), what, declared, found });
        }
    }
    let mut listing = reader.finish(edge_labels);
    listing.lines = count_lines(text) + u64::from(text.last().is_some_and(|&byte| byte != b'\n'));
    Ok(listing)
}

impl<'a> Reader<'a> {
    fn read_line(&mut self, line: &'a [u8]) -> Result<(), Refusal> {
        let columns: Vec<&[u8]> = tokens(line).take(6).collect();
        match columns.as_slice() {
            [b"t", rest @ ..] => self.read_head(rest),
            [b"v", id, rest @ ..] => self.read_vertex(parse_id(id)?, rest.first().copied()),
            [b"e", u, v, rest @ ..] => self.read_edge(parse_id(u)?, parse_id(v)?, rest.first().copied()),
            [b"v", ..] => Err(Refusal::Expected(VERTEX)),
            [b"e", ..] => Err(Refusal::Expected(EDGE)),
            _ => Err(parse_name(line.trim_ascii()).err().unwrap_or(Refusal::Expected(LINE))),
        }
    }

    /// `t N M` declares counts; `t # 0` only a number.
    fn read_head(&mut self, columns: &[&[u8]]) -> Result<(), Refusal> {
        if self.has_head || !self.ids.is_empty() {
            // A lone `t # -1` ends a transaction file.
            let is_end = matches!(columns, [b"#", b"-1"]);
            return if is_end { Ok(()) } else { Err(Refusal::Expected(ONE_GRAPH)) };
        }
        self.has_head = true;
        if let [vertices, edges] = columns
            && *vertices != b"#"
        {
            self.head = Some((parse_id(vertices)?, parse_id(edges)?));
        }
        Ok(())
    }

    fn read_vertex(&mut self, id: u64, label: Option<&[u8]>) -> Result<(), Refusal> {
        let is_even = self.ids.is_empty() || label.is_some() != self.labels.is_empty();
        if !is_even || self.positions.insert(id, self.ids.len()).is_some() {
            return Err(Refusal::Expected(VERTEX));
        }
        self.ids.push(id);
        if let Some(label) = label {
            self.labels.push(self.label_names.intern(parse_name(label)?));
        }
        Ok(())
    }

    fn read_edge(&mut self, u: u64, v: u64, column: Option<&'a [u8]>) -> Result<(), Refusal> {
        if !self.positions.contains_key(&u) || !self.positions.contains_key(&v) {
            return Err(Refusal::Expected(EDGE));
        }
        if !self.edges.is_empty() && column.is_some() == self.edge_columns.is_empty() {
            return Err(Refusal::Expected(MIXED));
        }
        self.edges.push([u, v]);
        if let Some(column) = column {
            self.edge_columns.push(parse_name(column)?);
        }
        Ok(())
    }

    fn finish(self, edge_labels: bool) -> Listing {
        let is_weight = |column: &&str| column.parse::<i64>().is_err() && column.parse::<f64>().is_ok();
        let has_columns = !self.edge_columns.is_empty();
        let use_columns = has_columns && (edge_labels || !self.edge_columns.iter().any(is_weight));
        let edge_labels = use_columns.then(|| {
            let mut names = LabelCollector::default();
            let labels: Vec<LabelId> = self.edge_columns.iter().map(|column| names.intern(column)).collect();
            renumber(labels, names)
        });
        let mut order: Vec<usize> = (0..self.ids.len()).collect();
        order.sort_unstable_by_key(|&i| self.ids[i]);
        let vertex_labels = (!self.labels.is_empty())
            .then(|| renumber(order.iter().map(|&i| self.labels[i]).collect(), self.label_names));
        let edges_read = self.edges.len() as u64;
        Listing {
            endpoints: Endpoints::Wide(self.edges.chunks(1 << 18).map(<[_]>::to_vec).collect()),
            edge_labels: edge_labels.map(|all| Labelling {
                labels: all.labels.chunks(1 << 18).map(<[_]>::to_vec).collect(),
                names: all.names,
            }),
            declared: Declared::Ids(order.iter().map(|&i| self.ids[i]).collect()),
            vertex_labels,
            lines: 0,
            edges_read,
            ignored_columns: if has_columns && !use_columns { edges_read } else { 0 },
            header_skipped: false,
            notes: Notes::default(),
        }
    }
}

/// Provisional labels → final ids and names.
fn renumber(mut labels: Vec<LabelId>, names: LabelCollector) -> Labelling<Vec<LabelId>> {
    let (names, final_ids) = names.finish();
    labels.iter_mut().for_each(|label| *label = final_ids[*label as usize]);
    Labelling { labels, names }
}
