//! GraphML: `<graph>` with `<node>` and `<edge>`, read as one pass of events. Names are the ids of nodes, or, where these are
//! `n0`, `n1` …, data `label` or `name` that differ.
//!
//! Data of nodes and edges are attributes if these are asked for, else ignored and named, but for labels: data `labels` of nodes
//! (as Neo4j writes them), and data or an attribute `label` of edges if edge labels are asked for. What a key says of elements
//! without its data holds. Nested graphs, hyperedges and ports are refused.

mod keys;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use quick_xml::XmlVersion;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;
use rustc_hash::FxHashMap;

use super::LoadOptions;
use super::gather::{Direction, Gathered};
use super::listed::{ValueKind, Values, one_line};
use super::listing::Listing;
use super::scan::{Refusal, ScanError, count_lines, parse_name};
use crate::graph::{GraphError, VertexId};

use keys::{Domain, Key, Names};

const PLACE: &str = "in its place: <graphml> holds <graph>, and that <node> and <edge>";
const ONE_GRAPH: &str = "one graph: put each graph in a file of its own, and nested ones beside the others";
const NODE: &str = "a node: its attribute id must be there, and in no other node";
const EDGE: &str = "an edge: its attributes source and target must be there";
const DIRECTED: &str = "an edge whose attribute directed is true or false";
const DEFAULT: &str = "a graph whose attribute edgedefault is directed or undirected";
const ENDS: &str = "an edge between nodes: one with the id of its source or target is missing";
const LABELLED: &str = "a labelled edge: edge labels are asked for, so it needs data called label";
const HYPEREDGE: &str = "read: an edge of gpm has two ends";
const PORT: &str = "read: an edge of gpm ends at a node and not at a port";
const WHOLE: &str = "the end of a whole file: an element is left open";

/// Parses the text of a file.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let document = match std::str::from_utf8(text) {
        Ok(document) => document,
        Err(error) => {
            let at = error.valid_up_to();
            return Err(ScanError { at: at..at + 1, refusal: Refusal::NotText }.locate(name, text));
        }
    };
    let mut builder = Builder::new(options);
    builder.read(document).map_err(|fault| match fault {
        Fault::Refused(at, refusal) => ScanError { at, refusal }.locate(name, text),
        Fault::Xml(at, reason) => {
            let line = 1 + count_lines(&text[..at.min(text.len())]);
            GraphError::BadXml { path: name.to_owned(), line, reason }
        }
    })?;
    Ok(builder.finish(count_lines(text) + u64::from(!text.ends_with(b"\n"))))
}

/// What is wrong, and where.
enum Fault {
    Refused(Range<usize>, Refusal),
    Xml(usize, String),
}

/// An open element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Document,
    Graph,
    Node(VertexId),
    Edge,
}

/// An edge whose data is being read.
struct OpenEdge {
    ends: [VertexId; 2],
    direction: Direction,
    label: Option<String>,
    at: Range<usize>,
}

struct Builder {
    gathered: Gathered<'static>,
    /// Data by the id of their key.
    keys: FxHashMap<String, Key>,
    /// What data call the vertices.
    names: Names,
    /// The place of the next edge.
    num_edges: u32,
    stack: Vec<Place>,
    has_graph: bool,
    default: Direction,
    edge: Option<OpenEdge>,
    /// For each vertex, where an edge mentioned it before its node came.
    promised: Vec<Option<Range<usize>>>,
    /// Names of data of nodes, and of edges, that nobody reads.
    ignored: [BTreeSet<String>; 2],
}

impl Builder {
    fn new(options: &LoadOptions) -> Self {
        Self {
            gathered: Gathered::new(options),
            keys: FxHashMap::default(),
            names: Names::default(),
            num_edges: 0,
            stack: Vec::new(),
            has_graph: false,
            default: Direction::Edge,
            edge: None,
            promised: Vec::new(),
            ignored: Default::default(),
        }
    }

    fn read(&mut self, document: &str) -> Result<(), Fault> {
        let mut reader = Reader::from_str(document);
        loop {
            let start = reader.buffer_position() as usize;
            let event =
                reader.read_event().map_err(|error| Fault::Xml(reader.error_position() as usize, error.to_string()))?;
            let at = start..(reader.buffer_position() as usize).min(document.len());
            match event {
                Event::Start(element) => self.start(&element, &mut reader, at)?,
                Event::Empty(element) => {
                    if self.open(&element, &at)? {
                        self.close(&at)?;
                    }
                }
                Event::End(_) => self.close(&at)?,
                Event::Eof if self.stack.is_empty() && self.has_graph => break,
                Event::Eof => return Err(Fault::Refused(start..document.len(), Refusal::Expected(WHOLE))),
                Event::Text(_) | Event::CData(_) | Event::Comment(_) | Event::Decl(_) => {}
                Event::PI(_) | Event::DocType(_) | Event::GeneralRef(_) => {}
            }
        }
        let missing = self.promised.iter_mut().find_map(Option::take);
        missing.map_or(Ok(()), |at| Err(Fault::Refused(at, Refusal::Expected(ENDS))))
    }

    /// Opens an element that has content: what is no part of the graph is passed over with all that it holds.
    fn start(&mut self, element: &BytesStart<'_>, reader: &mut Reader<&[u8]>, at: Range<usize>) -> Result<(), Fault> {
        let failed = |error: quick_xml::Error| Fault::Xml(at.start, error.to_string());
        if element.local_name().as_ref() == "data" {
            let key = attribute(element, "key", &at)?.unwrap_or_default().into_owned();
            let content = reader.read_text(element.name()).map_err(failed)?.into_inner();
            return self.data(&key, &content);
        }
        if element.local_name().as_ref() == "key" && !self.stack.is_empty() {
            let id = self.key(element, &at)?;
            let content = reader.read_text(element.name()).map_err(failed)?.into_inner();
            let default = default_of(&content).map_err(|error| Fault::Xml(at.start, error.to_string()))?;
            if let Some(key) = self.keys.get_mut(&id) {
                key.default = default;
            }
        } else if !self.open(element, &at)? {
            reader.read_to_end(element.name()).map_err(failed)?;
        }
        Ok(())
    }

    /// Opens an element; `false` if it is no part of the graph.
    fn open(&mut self, element: &BytesStart<'_>, at: &Range<usize>) -> Result<bool, Fault> {
        let refused = |expected| Err(Fault::Refused(at.clone(), Refusal::Expected(expected)));
        if let Some(error) = element.attributes().find_map(Result::err) {
            return Err(Fault::Xml(at.start, error.to_string()));
        }
        let place = match (element.local_name().as_ref(), self.stack.last()) {
            ("graphml", None) => Place::Document,
            ("graph", Some(Place::Document)) if !self.has_graph => {
                self.has_graph = true;
                self.default = match attribute(element, "edgedefault", at)?.as_deref() {
                    Some("directed") => Direction::Arc,
                    Some("undirected") | None => Direction::Edge,
                    Some(_) => return refused(DEFAULT),
                };
                Place::Graph
            }
            ("graph", Some(_)) => return refused(ONE_GRAPH),
            ("node", Some(Place::Graph)) => self.node(element, at)?,
            ("edge", Some(Place::Graph)) => self.open_edge(element, at)?,
            ("hyperedge", _) => return refused(HYPEREDGE),
            ("port", _) => return refused(PORT),
            ("key", Some(_)) => {
                self.key(element, at)?;
                return Ok(false);
            }
            ("data" | "desc" | "default" | "locator", Some(_)) => return Ok(false),
            // Extensions, such as those of yEd, stand beside data.
            (_, Some(_)) if element.name().prefix().is_some() => return Ok(false),
            _ => return refused(PLACE),
        };
        self.stack.push(place);
        Ok(true)
    }

    /// Reads what a key declares, and gives its id.
    fn key(&mut self, element: &BytesStart<'_>, at: &Range<usize>) -> Result<String, Fault> {
        if let Some(error) = element.attributes().find_map(Result::err) {
            return Err(Fault::Xml(at.start, error.to_string()));
        }
        let id = attribute(element, "id", at)?.unwrap_or_default().into_owned();
        let name = attribute(element, "attr.name", at)?.map_or_else(|| id.clone(), Cow::into_owned);
        let (domain, kind) = (attribute(element, "for", at)?, attribute(element, "attr.type", at)?);
        self.keys.insert(id.clone(), Key::new(name, domain.as_deref(), kind.as_deref()));
        Ok(id)
    }

    /// What elements of a kind are given where they have no data of this name.
    fn default(&self, name: &str, domain: Domain) -> Option<&str> {
        let mut keys = self.keys.values().filter(|key| key.name == name && key.is_of(domain));
        keys.find_map(|key| key.default.as_deref())
    }

    fn close(&mut self, at: &Range<usize>) -> Result<(), Fault> {
        self.stack.pop();
        let Some(OpenEdge { ends, direction, label, at: start }) = self.edge.take() else { return Ok(()) };
        self.num_edges += 1;
        let label = label.or_else(|| self.default("label", Domain::Edge).map(str::to_owned));
        let label = match (label, self.gathered.has_edge_labels) {
            (Some(label), true) => label,
            (None, true) => return Err(Fault::Refused(start.start..at.end, Refusal::Expected(LABELLED))),
            (_, false) => String::new(),
        };
        self.gathered.add_edge(ends, direction, &label);
        Ok(())
    }

    fn node(&mut self, element: &BytesStart<'_>, at: &Range<usize>) -> Result<Place, Fault> {
        let refused = |refusal| Fault::Refused(at.clone(), refusal);
        let id = attribute(element, "id", at)?.ok_or_else(|| refused(Refusal::Expected(NODE)))?;
        parse_name(id.as_bytes()).map_err(refused)?;
        if let Some(vertex) = self.gathered.vertex(&id) {
            let is_promised = self.promised[vertex as usize].take().is_some();
            return if is_promised { Ok(Place::Node(vertex)) } else { Err(refused(Refusal::Expected(NODE))) };
        }
        Ok(Place::Node(self.add(id.into_owned(), None)))
    }

    /// Adds a vertex that there is not yet.
    fn add(&mut self, name: String, promised: Option<Range<usize>>) -> VertexId {
        let vertex = self.gathered.num_vertices() as VertexId;
        self.names.see(&name);
        self.gathered.add_vertex(Cow::Owned(name));
        self.promised.push(promised);
        vertex
    }

    fn open_edge(&mut self, element: &BytesStart<'_>, at: &Range<usize>) -> Result<Place, Fault> {
        let refused = |refusal| Fault::Refused(at.clone(), refusal);
        let mut ends = [0; 2];
        for (end, key) in ends.iter_mut().zip(["source", "target"]) {
            let id = attribute(element, key, at)?.ok_or_else(|| refused(Refusal::Expected(EDGE)))?;
            parse_name(id.as_bytes()).map_err(refused)?;
            *end = match self.gathered.vertex(&id) {
                Some(vertex) => vertex,
                None => self.add(id.into_owned(), Some(at.clone())),
            };
        }
        let has_port = attribute(element, "sourceport", at)?.or(attribute(element, "targetport", at)?).is_some();
        if has_port {
            return Err(refused(Refusal::Expected(PORT)));
        }
        let direction = match attribute(element, "directed", at)?.as_deref() {
            None => self.default,
            Some("true") => Direction::Arc,
            Some("false") => Direction::Edge,
            Some(_) => return Err(refused(Refusal::Expected(DIRECTED))),
        };
        let label = attribute(element, "label", at)?.map(Cow::into_owned);
        self.edge = Some(OpenEdge { ends, direction, label, at: at.clone() });
        Ok(Place::Edge)
    }

    /// Reads the data of a node or an edge.
    fn data(&mut self, id: &str, content: &str) -> Result<(), Fault> {
        let key = self.keys.get(id);
        let (name, kind) = key.map_or((id, ValueKind::Unsaid), |key| (key.name.as_str(), key.kind));
        let default = key.and_then(|key| key.default.as_deref());
        // Markup is that of a program which draws graphs.
        let value = || {
            let value = unescape(content).ok().filter(|_| !content.contains('<'))?;
            one_line(value.as_bytes()).ok()
        };
        let set = |values: &mut Option<Values>, row: u32, value: &str| {
            let Some(values) = values else { return false };
            let column = values.column(name, kind, default);
            values.set(column, row, value);
            true
        };
        match (self.stack.last(), &mut self.edge, value()) {
            (Some(&Place::Node(vertex)), _, Some(value)) => {
                let is_read = set(&mut self.gathered.vertex_values, vertex, &value);
                if name == "labels" {
                    self.gathered.label_vertex(vertex, value.trim_start_matches(':'));
                } else if !self.names.call(vertex, name, value) && !is_read {
                    note(&mut self.ignored[0], name);
                }
            }
            (Some(Place::Edge), Some(edge), Some(value)) => {
                let is_read = set(&mut self.gathered.edge_values, self.num_edges, &value);
                if name == "label" && self.gathered.has_edge_labels {
                    edge.label = Some(value);
                } else if !is_read {
                    note(&mut self.ignored[1], name);
                }
            }
            (Some(Place::Node(_)), _, None) => note(&mut self.ignored[0], name),
            (Some(Place::Edge), _, None) => note(&mut self.ignored[1], name),
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self, lines: u64) -> Listing {
        let vertices = 0..self.gathered.num_vertices() as VertexId;
        if let Some(labels) = self.default("labels", Domain::Node).map(str::to_owned) {
            for vertex in vertices.clone().filter(|_| !labels.is_empty()) {
                if !self.gathered.is_labelled(vertex) {
                    self.gathered.label_vertex(vertex, labels.trim_start_matches(':'));
                }
            }
        }
        // A key may have no other values than what it says of elements without them.
        for key in self.keys.values().filter(|key| key.default.is_some()) {
            let of = [(Domain::Node, &mut self.gathered.vertex_values), (Domain::Edge, &mut self.gathered.edge_values)];
            for (_, values) in of.into_iter().filter(|(domain, _)| key.is_of(*domain)) {
                values.as_mut().map(|values| values.column(&key.name, key.kind, key.default.as_deref()));
            }
        }
        let [nodes, edges] = &self.ignored;
        let mut notes = super::gather::ignored(nodes, edges);
        if let Some(names) = self.names.finish(vertices.len(), &mut notes) {
            self.gathered.rename(names.into_iter().map(Cow::Owned).collect());
        }
        self.gathered.finish(lines, notes)
    }
}

/// The text of the element `default` in the content of a key.
fn default_of(content: &str) -> Result<Option<String>, quick_xml::Error> {
    let mut reader = Reader::from_str(content);
    loop {
        match reader.read_event()? {
            Event::Start(element) if element.local_name().as_ref() == "default" => {
                let text = reader.read_text(element.name())?.into_inner();
                let value = unescape(&text).ok().and_then(|text| one_line(text.as_bytes()).ok());
                return Ok(value.filter(|_| !text.contains('<')));
            }
            Event::Start(element) => {
                reader.read_to_end(element.name())?;
            }
            Event::Eof => return Ok(None),
            _ => {}
        }
    }
}

fn note(names: &mut BTreeSet<String>, name: &str) {
    if !names.contains(name) {
        names.insert(name.to_owned());
    }
}

/// The value of an attribute.
fn attribute<'e>(element: &'e BytesStart<'_>, key: &str, at: &Range<usize>) -> Result<Option<Cow<'e, str>>, Fault> {
    let failed = |reason: String| Fault::Xml(at.start, reason);
    let found = element.try_get_attribute(key).map_err(|error| failed(error.to_string()))?;
    found
        .map(|found| found.normalized_value(XmlVersion::Implicit1_0).map_err(|error| failed(error.to_string())))
        .transpose()
}

#[cfg(test)]
mod tests;
