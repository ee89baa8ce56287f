//! GML, the Graph Modelling Language: lists of keys with values, `graph [ node [ id 1 label "a" ] edge [ source 1 target 2 ] ]`.
//!
//! Vertices are called by `label`, or by `name`, if all have one of their own; otherwise by `id`. Other keys are attributes if these
//! are asked for, else ignored and named.

use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::LoadOptions;
use super::gather::{Direction, Gathered};
use super::gml_tokens::{Scanner, Token, unescape};
use super::listed::{ValueKind, Values};
use super::listing::Listing;
use super::scan::{Refusal, ScanError, count_lines};
use crate::graph::{GraphError, VertexId};

const KEY: &str = "a key of GML: a letter, then letters and digits, and a value behind it";
const VALUE: &str = "a value of GML: a number, a text in quotes, or a list in brackets";
const CLOSED: &str = "a list in brackets that are closed";
const ONE_GRAPH: &str = "one graph: put each graph in a file of its own";
const NO_GRAPH: &str = "a file with `graph [ … ]`";
const NODE: &str = "a node: `id` and an integer must be there, and in no other node";
const EDGE: &str = "an edge: `source` and `target` must be there, each the id of a node";
const LABELLED: &str = "a labelled edge: edge labels are asked for, so `label` must be there";
const DIRECTED: &str = "0 or 1, whether edges are directed";

/// Whether a text begins like GML: keys with values of any kind, up to `graph [`.
pub(super) fn is_gml(start: &[u8]) -> bool {
    let mut scanner = Scanner::new(start);
    let mut is_key = true;
    let mut word: &[u8] = b"";
    for _ in 0..32 {
        match scanner.next() {
            Ok(Some(Token::Word(next))) if is_key => {
                let is_known = next.eq_ignore_ascii_case(b"graph")
                    || [&b"creator"[..], b"version", b"comment", b"label"]
                        .contains(&next.to_ascii_lowercase().as_slice());
                if !is_known {
                    return false;
                }
                word = next;
            }
            Ok(Some(Token::Open)) if !is_key => return word.eq_ignore_ascii_case(b"graph"),
            Ok(Some(Token::Text(_) | Token::Word(_))) if !is_key && !word.eq_ignore_ascii_case(b"graph") => {}
            _ => return false,
        }
        is_key = !is_key;
    }
    false
}

/// Parses the text of a file.
pub(super) fn parse(name: &str, text: &[u8], options: &LoadOptions) -> Result<Listing, GraphError> {
    let values = || options.attributes.then(Values::default);
    let mut reader = Reader { values: [values(), values()], ..Reader::default() };
    let refused = |error: ScanError| error.locate(name, text);
    reader.read(text).map_err(refused)?;
    reader.finish(text, options).map_err(refused)
}

/// An open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum List {
    Graph,
    Node,
    Edge,
    Other,
}

#[derive(Default)]
struct Node<'a> {
    at: &'a [u8],
    id: Option<i64>,
    label: Option<&'a [u8]>,
    name: Option<&'a [u8]>,
}

#[derive(Default)]
struct Edge<'a> {
    at: &'a [u8],
    ends: [Option<i64>; 2],
    label: Option<&'a [u8]>,
}

#[derive(Default)]
struct Reader<'a> {
    lists: Vec<List>,
    has_graph: bool,
    is_directed: bool,
    nodes: Vec<Node<'a>>,
    edges: Vec<Edge<'a>>,
    ignored: [BTreeSet<String>; 2],
    /// Of nodes and of edges, if attributes are asked for.
    values: [Option<Values>; 2],
}

impl<'a> Reader<'a> {
    fn read(&mut self, text: &'a [u8]) -> Result<(), ScanError> {
        let mut scanner = Scanner::new(text);
        while let Some(token) = scanner.next()? {
            let key = match token {
                Token::Close if self.lists.pop().is_some() => continue,
                Token::Word(key) if key[0].is_ascii_alphabetic() || key[0] == b'_' => key,
                _ => return Err(ScanError::of(text, token.bytes(scanner.last_byte()), Refusal::Expected(KEY))),
            };
            let refused = |refusal| ScanError::of(text, key, refusal);
            match scanner.next()? {
                Some(Token::Open) => {
                    let list = self.list(key).map_err(refused)?;
                    self.lists.push(list);
                }
                Some(token @ (Token::Word(value) | Token::Text(value))) => {
                    let is_text = matches!(token, Token::Text(_));
                    self.value(key, value, is_text).map_err(|refusal| ScanError::of(text, value, refusal))?;
                }
                Some(Token::Close) | None => return Err(refused(Refusal::Expected(VALUE))),
            }
        }
        match (self.lists.is_empty(), self.has_graph) {
            (true, true) => Ok(()),
            (false, _) => Err(ScanError::of(
                text,
                &text[text.trim_ascii_end().len().saturating_sub(1)..],
                Refusal::Expected(CLOSED),
            )),
            (true, false) => Err(ScanError::of(text, text, Refusal::Expected(NO_GRAPH))),
        }
    }

    /// The list that a key opens.
    fn list(&mut self, key: &'a [u8]) -> Result<List, Refusal> {
        Ok(match (self.lists.last(), key.to_ascii_lowercase().as_slice()) {
            (None, b"graph") if self.has_graph => return Err(Refusal::Expected(ONE_GRAPH)),
            (None, b"graph") => {
                self.has_graph = true;
                List::Graph
            }
            (Some(List::Graph), b"node") => {
                self.nodes.push(Node { at: key, ..Node::default() });
                List::Node
            }
            (Some(List::Graph), b"edge") => {
                self.edges.push(Edge { at: key, ..Edge::default() });
                List::Edge
            }
            (Some(List::Node), _) => self.ignore(0, key, List::Other),
            (Some(List::Edge), _) => self.ignore(1, key, List::Other),
            _ => List::Other,
        })
    }

    fn ignore<T>(&mut self, what: usize, key: &[u8], result: T) -> T {
        let key = String::from_utf8_lossy(key);
        if !self.ignored[what].contains(key.as_ref()) {
            self.ignored[what].insert(key.into_owned());
        }
        result
    }

    /// Keeps a value of the last node or edge as an attribute; says whether they are asked for.
    fn set(&mut self, what: usize, key: &[u8], value: &[u8], is_text: bool) -> Result<bool, Refusal> {
        let row = [self.nodes.len(), self.edges.len()][what] - 1;
        let Some(values) = &mut self.values[what] else { return Ok(false) };
        let column = values.column(&String::from_utf8_lossy(key), ValueKind::Unsaid, None);
        values.set(column, row as u32, &unescape(value)?);
        if is_text {
            values.is_text(column);
        }
        Ok(true)
    }

    fn value(&mut self, key: &[u8], value: &'a [u8], is_text: bool) -> Result<(), Refusal> {
        let integer = || std::str::from_utf8(value).ok().and_then(|value| value.parse::<i64>().ok());
        let id = |expected| integer().ok_or(Refusal::Expected(expected)).map(Some);
        let lower = key.to_ascii_lowercase();
        let is_end = matches!(lower.as_slice(), b"id" | b"source" | b"target");
        let is_read = match self.lists.last() {
            Some(List::Node) if lower != b"id" => self.set(0, key, value, is_text)?,
            Some(List::Edge) if !is_end => self.set(1, key, value, is_text)?,
            _ => false,
        };
        match (self.lists.last(), self.nodes.last_mut(), self.edges.last_mut()) {
            (Some(List::Graph), ..) if lower == b"directed" => match value {
                b"0" | b"1" => self.is_directed = value == b"1",
                _ => return Err(Refusal::Expected(DIRECTED)),
            },
            (Some(List::Node), Some(node), _) => match lower.as_slice() {
                b"id" => node.id = id(NODE)?,
                b"label" => node.label = Some(value),
                b"name" => node.name = Some(value),
                _ if is_read => {}
                _ => self.ignore(0, key, ()),
            },
            (Some(List::Edge), _, Some(edge)) => match lower.as_slice() {
                b"source" => edge.ends[0] = id(EDGE)?,
                b"target" => edge.ends[1] = id(EDGE)?,
                b"label" => edge.label = Some(value),
                _ if is_read => {}
                _ => self.ignore(1, key, ()),
            },
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self, text: &[u8], options: &LoadOptions) -> Result<Listing, ScanError> {
        let mut gathered = Gathered::new(options);
        [gathered.vertex_values, gathered.edge_values] = std::mem::take(&mut self.values);
        let [of_nodes, of_edges] = &self.ignored;
        let mut notes = super::gather::ignored(of_nodes, of_edges);
        let (mut numbers, names) = (FxHashMap::default(), self.names(text, &mut notes)?);
        for (i, (node, name)) in self.nodes.iter().zip(names).enumerate() {
            let id = node.id.filter(|&id| numbers.insert(id, i as VertexId).is_none());
            if id.is_none() || gathered.add_vertex(name).is_none() {
                return Err(ScanError::of(text, node.at, Refusal::Expected(NODE)));
            }
        }
        let direction = if self.is_directed { Direction::Arc } else { Direction::Edge };
        for edge in &self.edges {
            let refused = |refusal| ScanError::of(text, edge.at, refusal);
            let [source, target] = edge.ends.map(|end| end.and_then(|end| numbers.get(&end).copied()));
            let ends = source.zip(target).ok_or_else(|| refused(Refusal::Expected(EDGE)))?;
            let label = match (edge.label, options.edge_labels) {
                (Some(label), true) => unescape(label).map_err(refused)?,
                (None, true) => return Err(refused(Refusal::Expected(LABELLED))),
                (_, false) => Cow::Borrowed(""),
            };
            gathered.add_edge([ends.0, ends.1], direction, &label);
        }
        Ok(gathered.finish(count_lines(text) + u64::from(!text.ends_with(b"\n")), notes))
    }

    /// What nodes are called.
    fn names(&self, text: &[u8], notes: &mut Vec<String>) -> Result<Vec<Cow<'a, str>>, ScanError> {
        let called_by = |key: for<'n> fn(&'n Node<'a>) -> Option<&'a [u8]>| {
            let mut seen = FxHashSet::default();
            (!self.nodes.is_empty()
                && self.nodes.iter().all(|node| key(node).is_some_and(|name| !name.is_empty() && seen.insert(name))))
            .then_some(key)
        };
        let key = called_by(|node| node.label).or_else(|| called_by(|node| node.name));
        let Some(key) = key else {
            if self.nodes.iter().any(|node| node.label.or(node.name).is_some()) {
                notes.push(
                    "labels of vertices ignored, as some are missing or alike: vertices are called by their ids"
                        .to_owned(),
                );
            }
            return Ok(self.nodes.iter().map(|node| Cow::Owned(node.id.unwrap_or(0).to_string())).collect());
        };
        let name = |node: &Node<'a>| {
            unescape(key(node).unwrap_or_default()).map_err(|refusal| ScanError::of(text, node.at, refusal))
        };
        self.nodes.iter().map(name).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::load::tests as shared;

    fn read(text: &str, options: &LoadOptions) -> Result<(String, Vec<String>), GraphError> {
        shared::read("g.gml", text, options)
    }

    #[track_caller]
    fn refuses(text: &str, words: &str) {
        let error = read(text, &LoadOptions::default()).expect_err(text).to_string();
        assert!(error.contains(words), "{error}");
    }

    #[test]
    fn graphs() {
        // As networkx writes it.
        let networkx = "graph [\n  node [\n    id 0\n    label \"Ann Lee\"\n    club \"Mr. Hi\"\n  ]\n  node [\n    id 1\n    label \"&#201;va\"\n  ]\n  \
                        edge [\n    source 0\n    target 1\n    weight 4\n  ]\n]\n";
        let (edges, notes) = read(networkx, &LoadOptions::default()).expect("a graph");
        assert_eq!(edges, "\"Ann Lee\" \u{c9}va|");
        assert_eq!(notes, ["data of vertices ignored: `club`", "data of edges ignored: `weight`"]);
        // As igraph writes it, and Gephi's drawings.
        let igraph = "Creator \"igraph version 0.10.4\"\nVersion 1\ngraph\n[\n  directed 1\n  node\n  [\n    id 7\n    graphics [ x 1.0 ]\n  ]\n  \
                      node\n  [\n    id 3\n  ]\n  edge\n  [\n    source 7\n    target 3\n    label \"owes\"\n  ]\n]\n";
        let directed = LoadOptions { directed: true, edge_labels: true, ..LoadOptions::default() };
        let (edges, notes) = read(igraph, &directed).expect("a graph");
        assert_eq!((edges.as_str(), notes), ("7 3 owes|", vec!["data of vertices ignored: `graphics`".to_owned()]));
        let (edges, notes) = read(igraph, &LoadOptions::default()).expect("a graph");
        assert_eq!(edges, "3 7|");
        assert!(notes[1].contains("1 directed edges read without"), "{notes:?}");
    }

    #[test]
    fn names() {
        let graph =
            |a: &str, b: &str| format!("graph [ node [ id 5 {a} ] node [ id -1 {b} ] edge [ source 5 target -1 ] ]");
        let edges = |text: &str| read(text, &LoadOptions::default()).expect(text).0;
        assert_eq!(edges(&graph("name \"a\"", "name \"b\"")), "a b|");
        assert_eq!(edges(&graph("label \"a\" name \"n\"", "label \"a\" name \"m\"")), "n m|");
        let (found, notes) = read(&graph("label \"a\"", ""), &LoadOptions::default()).expect("a graph");
        assert_eq!(found, "5 \"-1\"|");
        assert!(notes[0].contains("called by their ids"), "{notes:?}");
    }

    #[test]
    fn malformed_files() {
        refuses("graph [\n node [ id 1 ]\n", "g.gml:2:");
        refuses("graph [ node [ id 1 ]\n node [ id 1 ] ]", "g.gml:2: `node` is not a node");
        refuses("graph [ node [ label \"a\" ] ]", "`node` is not a node");
        refuses("graph [ node [ id x ] ]", "`x` is not a node");
        refuses("graph [ node [ id 1 ]\nedge [ source 1 target 2 ] ]", "g.gml:2: `edge` is not an edge");
        refuses("graph [ node [ id 1 label \"a ] ]", "quotes are closed");
        refuses("graph [ directed 2 ]", "0 or 1");
        refuses("graph [ ] graph [ ]", "one graph");
        refuses("graph [ 5 ]", "`5` is not a key of GML");
        refuses("graph [ ] ]", "`]` is not a key of GML");
        refuses("graph [ a ]", "`a` is not a value of GML");
        refuses("Version 1", "graph [");
    }
}
