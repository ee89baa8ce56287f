//! `t`/`v`/`e` text (`.graph`, `.lg`): `v id label [degree]` lines, then `e u v [label]` lines. Sequential. A file of several graphs, as gSpan
//! reads it, has such lines for each, behind a `t # NAME` line.

use rustc_hash::{FxHashMap, FxHashSet};

use super::LoadOptions;
use super::listing::{Declared, Endpoints, Labelling, Listing, Notes};
use super::scan::{Refusal, ScanError, content_lines, count_lines, parse_id, parse_name, tokens};
use crate::graph::names::LabelCollector;
use crate::graph::original::OriginalIds;
use crate::graph::{GraphError, LabelId, Members};

const LINE: &str = "a `t`, `v` or `e` line";
const VERTEX: &str = "a vertex: `v id label`, every id once, labels on all vertices or on none";
const EDGE: &str = "an edge: `e u v [label]` between vertices with a `v` line";
const MIXED: &str = "an edge like those before: labels on all edges or on none";
const ONE_GRAPH: &str =
    "one graph: a second `t` line begins another; `gpm fsm` reads many, for others put each in its own file";
const GRAPHS_BEGIN: &str = "`t # NAME`: each graph of a file of many begins with a `t` line";
const OWN_LABELS: &str =
    "vertices of many graphs have their labels in `v` lines: a label file cannot say which graph it means";

/// A graph of the file.
#[derive(Default)]
struct Block<'a> {
    /// What stands behind `t #`.
    name: Option<&'a str>,
    /// Vertices and edges before it.
    starts: [usize; 2],
    /// Vertices and edges that its `t` line declares.
    head: Option<[u64; 2]>,
}

/// The state of reading line by line.
#[derive(Default)]
struct Reader<'a> {
    /// Whether there may be several graphs.
    many: bool,
    /// Those begun so far; none, if the first line is no `t` line.
    blocks: Vec<Block<'a>>,
    /// Original id → position in `ids`, of the last graph.
    positions: FxHashMap<u64, usize>,
    ids: Vec<u64>,
    labels: Vec<LabelId>,
    label_names: LabelCollector,
    /// By position.
    edges: Vec<[u32; 2]>,
    /// Third columns of the edges, for all or for none.
    edge_columns: Vec<&'a str>,
}

/// Parses `t`/`v`/`e` text. A third edge column of integers or words is labels, one of other numbers is weights:
/// ignored unless edge labels are asked for.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let mut reader = Reader { many: options.many, ..Reader::default() };
    for line in content_lines(text) {
        let refused = |refusal| ScanError::of(text, line.trim_ascii(), refusal).locate(name, text);
        reader.read_line(line).map_err(refused)?;
    }
    reader.check_heads(name)?;
    if reader.blocks.len() > 1 && options.labels.is_some() {
        return Err(GraphError::Unsupported { path: name.to_owned(), what: OWN_LABELS });
    }
    let mut listing = reader.finish(options.edge_labels);
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
    fn read_head(&mut self, columns: &[&'a [u8]]) -> Result<(), Refusal> {
        // A lone `t # -1` ends a transaction file.
        if matches!(columns, [b"#", b"-1"]) && !self.blocks.is_empty() {
            return Ok(());
        }
        match self.blocks.is_empty() {
            true if !self.ids.is_empty() && self.many => return Err(Refusal::Expected(GRAPHS_BEGIN)),
            is_first if !self.many && (!is_first || !self.ids.is_empty()) => return Err(Refusal::Expected(ONE_GRAPH)),
            _ => {}
        }
        let mut block = Block { starts: [self.ids.len(), self.edges.len()], ..Block::default() };
        match columns {
            [b"#", name, ..] => block.name = Some(parse_name(name)?),
            [vertices, edges] if *vertices != b"#" => block.head = Some([parse_id(vertices)?, parse_id(edges)?]),
            _ => {}
        }
        self.blocks.push(block);
        self.positions.clear();
        Ok(())
    }

    /// What `t` lines declare is there.
    fn check_heads(&self, path: &str) -> Result<(), GraphError> {
        let ends = self.blocks.iter().skip(1).map(|block| block.starts).chain([[self.ids.len(), self.edges.len()]]);
        for (block, end) in self.blocks.iter().zip(ends) {
            let Some(head) = block.head else { continue };
            for (at, what) in ["vertices", "edges"].into_iter().enumerate() {
                let (declared, found) = (head[at], (end[at] - block.starts[at]) as u64);
                if declared != found {
                    return Err(GraphError::CountMismatch { path: path.to_owned(), what, declared, found });
                }
            }
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
        let position = |id| self.positions.get(&id).map(|&at| at as u32).ok_or(Refusal::Expected(EDGE));
        let ends = [position(u)?, position(v)?];
        if !self.edges.is_empty() && column.is_some() == self.edge_columns.is_empty() {
            return Err(Refusal::Expected(MIXED));
        }
        self.edges.push(ends);
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
        let (members, names) = self.members();
        let further = self.note_many().into_iter().collect();
        let mut order: Vec<usize> = (0..self.ids.len()).collect();
        if members.is_none() {
            order.sort_unstable_by_key(|&i| self.ids[i]);
        }
        let vertex_labels = (!self.labels.is_empty())
            .then(|| renumber(order.iter().map(|&i| self.labels[i]).collect(), self.label_names));
        let edges_read = self.edges.len() as u64;
        let chunks = self.edges.chunks(1 << 18);
        let id = |at: u32| self.ids[at as usize];
        let (endpoints, declared) = match names {
            Some(names) => {
                let (chunks, num_names) = (chunks.map(<[_]>::to_vec).collect(), self.ids.len() as u64);
                (Endpoints::Named { chunks, names, num_names }, Declared::Mentioned)
            }
            None => {
                let wide = chunks.map(|chunk| chunk.iter().map(|ends| ends.map(id)).collect()).collect();
                (Endpoints::Wide(wide), Declared::Ids(order.iter().map(|&i| self.ids[i]).collect()))
            }
        };
        Listing {
            edge_labels: edge_labels.map(|all| Labelling {
                labels: all.labels.chunks(1 << 18).map(<[_]>::to_vec).collect(),
                names: all.names,
            }),
            declared,
            vertex_labels,
            members,
            edges_read,
            ignored_columns: if has_columns && !use_columns { edges_read } else { 0 },
            notes: Notes { further, ..Notes::default() },
            ..Listing::new(endpoints)
        }
    }

    /// Of several graphs, which one each vertex belongs to, and what it is called: `GRAPH:ID`. A graph is called by its `t` line where all
    /// lines differ, else by its number, from 0.
    fn members(&self) -> (Option<Members>, Option<OriginalIds>) {
        if self.blocks.len() < 2 {
            return (None, None);
        }
        let own: FxHashSet<&str> = self.blocks.iter().filter_map(|block| block.name).collect();
        let are_names = own.len() == self.blocks.len();
        let mut of_vertices = Vec::with_capacity(self.ids.len());
        let ends = self.blocks.iter().skip(1).map(|block| block.starts[0]).chain([self.ids.len()]);
        for (at, (block, end)) in self.blocks.iter().zip(ends).enumerate() {
            of_vertices.extend(std::iter::repeat_n(at as u32, end - block.starts[0]));
        }
        let called = |(id, &at): (&u64, &u32)| match self.blocks[at as usize].name {
            Some(name) if are_names => format!("{name}:{id}"),
            _ => format!("{at}:{id}"),
        };
        let names: Vec<String> = self.ids.iter().zip(&of_vertices).map(called).collect();
        let names = OriginalIds::from_names(names.iter().map(String::as_str));
        (Some(Members::new(of_vertices, self.blocks.len())), Some(names))
    }

    fn note_many(&self) -> Option<String> {
        let number = self.blocks.len();
        (number > 1).then(|| format!("{number} graphs, side by side; a vertex is called GRAPH:ID"))
    }
}

/// Provisional labels → final ids and names.
fn renumber(mut labels: Vec<LabelId>, names: LabelCollector) -> Labelling<Vec<LabelId>> {
    let (names, final_ids) = names.finish();
    labels.iter_mut().for_each(|label| *label = final_ids[*label as usize]);
    Labelling { labels, names }
}
