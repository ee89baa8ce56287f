//! GraphML: `<graph>` with `<node>` and `<edge>`, read as one pass of events. Names are the ids of nodes.
//!
//! Data of nodes and edges are ignored and named, but for labels: data `labels` of nodes (as Neo4j writes them), and data or an
//! attribute `label` of edges if edge labels are asked for. Nested graphs, hyperedges and ports are refused.

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
use super::listing::Listing;
use super::scan::{Refusal, ScanError, count_lines, parse_name};
use crate::graph::{GraphError, VertexId};

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
    let lines = count_lines(text) + u64::from(!text.ends_with(b"\n"));
    let notes = builder.notes();
    Ok(builder.gathered.finish(lines, notes))
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
    /// Names of data by key.
    keys: FxHashMap<String, String>,
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
        if !self.open(element, &at)? {
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
                let id = attribute(element, "id", at)?.unwrap_or_default().into_owned();
                let name = attribute(element, "attr.name", at)?.map(Cow::into_owned);
                self.keys.insert(id.clone(), name.unwrap_or(id));
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

    fn close(&mut self, at: &Range<usize>) -> Result<(), Fault> {
        self.stack.pop();
        let Some(OpenEdge { ends, direction, label, at: start }) = self.edge.take() else { return Ok(()) };
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
    fn data(&mut self, key: &str, content: &str) -> Result<(), Fault> {
        let name = self.keys.get(key).map_or(key, String::as_str);
        // Markup is that of a program which draws graphs.
        let value = || {
            unescape(content.trim()).ok().filter(|value| !content.contains('<') && parse_name(value.as_bytes()).is_ok())
        };
        match (self.stack.last(), &mut self.edge) {
            (Some(&Place::Node(vertex)), _) => match value() {
                Some(label) if name == "labels" => self.gathered.label_vertex(vertex, label.trim_start_matches(':')),
                _ => note(&mut self.ignored[0], name),
            },
            (Some(Place::Edge), Some(edge)) => match value() {
                Some(label) if name == "label" && self.gathered.has_edge_labels => {
                    edge.label = Some(label.into_owned())
                }
                _ => note(&mut self.ignored[1], name),
            },
            _ => {}
        }
        Ok(())
    }

    fn notes(&self) -> Vec<String> {
        let [nodes, edges] = &self.ignored;
        super::gather::ignored(nodes, edges)
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
mod tests {
    use super::*;
    use crate::graph::load::tests as shared;
    use crate::graph::load_bytes;

    fn read(body: &str, options: &LoadOptions) -> Result<(String, Vec<String>), GraphError> {
        let text = format!(
            "<?xml version='1.0' encoding='utf-8'?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n{body}</graphml>\n"
        );
        shared::read("g.graphml", &text, options)
    }

    #[track_caller]
    fn refuses(body: &str, words: &str) {
        let error = read(body, &LoadOptions::default()).expect_err(body).to_string();
        assert!(error.contains(words), "{error}");
    }

    /// As networkx writes it.
    const NETWORKX: &str = "  <key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\" />\n  \
        <key id=\"d0\" for=\"node\" attr.name=\"club\" attr.type=\"string\" />\n  <graph edgedefault=\"undirected\">\n    \
        <node id=\"0\">\n      <data key=\"d0\">Mr. Hi</data>\n    </node>\n    <node id=\"1\"/>\n    <node id=\"9\" />\n    \
        <edge source=\"0\" target=\"1\">\n      <data key=\"d1\">2.5</data>\n    </edge>\n    <edge source=\"1\" target=\"9\"/>\n  </graph>\n";

    #[test]
    fn graphs() {
        let (edges, notes) = read(NETWORKX, &LoadOptions::default()).expect("a graph");
        assert_eq!(edges, "0 1|1 9|");
        assert_eq!(notes, ["data of vertices ignored: `club`", "data of edges ignored: `weight`"]);
        // Nodes after their edges, escaped names, comments, extensions.
        let odd = "<!-- c --><y:resources/><key id='k' for='node'><default>3</default></key><graph id='G'>\
                   <edge source='a &amp; b' target='n'/><node id='a &amp; b'><data key='k'><y:Shape><y:Fill/></y:Shape></data></node>\
                   <desc>text <b/></desc><node id='n'/></graph>";
        let (edges, notes) = read(odd, &LoadOptions::default()).expect("a graph");
        assert_eq!((edges.as_str(), notes), ("\"a & b\" n|", vec!["data of vertices ignored: `k`".to_owned()]));
    }

    #[test]
    fn directions() {
        let text = "<graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/><edge source='b' target='a'/>\
                    <edge source='b' target='c' directed='false'/></graph>";
        let (edges, notes) = read(text, &LoadOptions::default()).expect("a graph");
        assert_eq!(edges, "a b|b c|");
        assert_eq!(notes, ["1 directed edges read without their directions, which --directed keeps"]);
        let (edges, notes) = read(text, &LoadOptions { directed: true, ..LoadOptions::default() }).expect("a graph");
        assert_eq!(edges, "b a|b c|c b|");
        assert_eq!(notes, ["1 undirected edges read as arcs both ways"]);
    }

    #[test]
    fn labels() {
        // As Neo4j writes it.
        let text = "<key id='labels' for='node' attr.name='labels'/><key id='label' for='edge' attr.name='label'/>\
                    <graph id='G' edgedefault='directed'><node id='n0' labels=':Person'><data key='labels'>:Person</data></node>\
                    <node id='n1' labels=':City'><data key='labels'>:City</data></node>\
                    <edge id='e0' source='n0' target='n1' label='IN'><data key='label'>IN</data></edge></graph>";
        let options = LoadOptions { edge_labels: true, directed: true, ..LoadOptions::default() };
        assert_eq!(read(text, &options).expect("a graph").0, "n0 n1 IN|");
        let xml = format!("<graphml>{text}</graphml>");
        let (graph, report) = load_bytes("g", xml.as_bytes(), &options).expect("a graph");
        assert_eq!(graph.vertex_label_names().iter().collect::<Vec<_>>(), ["City", "Person"]);
        assert_eq!(report.notes, [""; 0]);
        let some = text.replace("<data key='labels'>:City</data>", "");
        assert_eq!(read(&some, &options).expect("a graph").1, ["labels of vertices ignored: 1 vertex has none"]);
        let unlabelled = "<graph><node id='a'/><edge source='a' target='a'/></graph>";
        let error = read(unlabelled, &options).expect_err("no label").to_string();
        assert!(error.starts_with("g.graphml:3: ") && error.contains("labelled edge"), "{error}");
    }

    #[test]
    fn malformed_files() {
        refuses("<graph><node/></graph>", "g.graphml:3: `<node/>` is not a node");
        refuses("<graph>\n<node id='a'/>\n<node id='a'/></graph>", "g.graphml:5: `<node id='a'/>` is not a node");
        refuses("<graph>\n<node id='a'/>\n<edge source='a' target='b'/></graph>", "g.graphml:5:");
        refuses("<graph><edge source='a'/></graph>", "source and target");
        refuses("<graph edgedefault='both'></graph>", "edgedefault");
        refuses("<graph><node id='a'><graph/></node></graph>", "one graph");
        refuses("<graph></graph><graph></graph>", "one graph");
        refuses("<graph><hyperedge/></graph>", "two ends");
        refuses("<graph><node id='a'><port name='p'/></node></graph>", "not at a port");
        refuses("<graph><vertex id='a'/></graph>", "in its place");
        refuses("<graph>\n<node id='a'></graph>", "g.graphml:4: not well-formed XML");
        refuses("<graph><node id='&nbsp;'/></graph>", "not well-formed XML");
        refuses("<graph><node id='a' id='b'/></graph>", "not well-formed XML");
        refuses("<graph><node id='a'/><edge source='a' target='a' directed='perhaps'/></graph>", "true or false");
        let error =
            load_bytes("g", b"<graphml><graph><node id='a'/>", &LoadOptions::default()).map(drop).expect_err("cut");
        assert!(error.to_string().contains("left open"), "{error}");
        assert!(load_bytes("g", b"<graphml/>", &LoadOptions::default()).is_err());
    }
}
